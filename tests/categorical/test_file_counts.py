from dataclasses import replace
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from vicinage import Categorical, Column, Dilca, DPDilca, Ledger, Numeric, Ordinal, Schema
from vicinage.categorical.private_plan import PrivatePlan
from vicinage.engines import LocalEngine, QueryParts, write_partition
from vicinage.errors import LedgerError, ParameterError, TableError
from vicinage.privacy import PureDP
from vicinage.table import QueryTable

JOBS = ("cook", "driver", "nurse")
SCHEMA = Schema(
    [
        Column("job", Categorical((*JOBS, "other"), other="other")),
        Column("grade", Ordinal(("low", "middle", "high"))),
        Column("age", Numeric(0, 120, edges=(30, 60)), fill="40"),
    ],
    public=True,
)


def staff(n=500):
    rng = np.random.default_rng(3)
    job = rng.integers(0, 3, n)
    grades = np.array(["low", "middle", "high"])[(job + rng.integers(0, 2, n)) % 3]
    return pa.table(
        {
            "job": [JOBS[code] for code in job],
            "grade": [None if row % 17 == 0 else grade for row, grade in enumerate(grades)],
            "age": rng.integers(18, 90, n),
        }
    )


def files(folder, table, n_files, kind="parquet"):
    cuts = np.linspace(0, table.num_rows, n_files + 1).astype(int)
    paths = []
    for number, (start, end) in enumerate(pairwise(cuts)):
        part = table.slice(start, end - start)
        paths.append(folder / f"{n_files}-{number}.{kind}")
        if kind == "parquet":
            pyarrow.parquet.write_table(part, paths[-1])
        else:
            pyarrow.csv.write_csv(part, paths[-1])
    return paths


@pytest.fixture(scope="module")
def workers():
    with LocalEngine(n_workers=2) as engine:
        yield engine


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_distances_do_not_depend_on_files_or_workers(tmp_path, workers, kind):
    table = staff()
    expected = Dilca().fit(table, SCHEMA)

    for n_files in (1, 2, 4, 7):
        for engine in (LocalEngine(), workers):
            learned = Dilca().fit(files(tmp_path, table, n_files, kind), SCHEMA, engine=engine)

            assert learned.contexts_ == expected.contexts_
            assert learned.categories_ == expected.categories_
            for name, distances in expected.distances_.items():
                np.testing.assert_array_equal(learned.distances_[name], distances)
            assert learned.record_.schema == expected.record_.schema


def test_partitions_are_files_too(tmp_path):
    table = staff()
    part = write_partition(tmp_path, "staff", table.to_batches())

    learned = Dilca().fit([part], SCHEMA, engine=LocalEngine())

    assert learned.as_dict()["columns"] == Dilca().fit(table, SCHEMA).as_dict()["columns"]


def test_an_exact_fit_of_files_needs_all_categories_declared(tmp_path):
    paths = files(tmp_path, staff(), 2)

    with pytest.raises(ParameterError, match="schema must be declared for an engine, got None"):
        Dilca().fit(paths, engine=LocalEngine())
    found = Schema({"job": Categorical(), "grade": Ordinal(("low", "middle", "high"))})
    with pytest.raises(ParameterError, match=r"schema must declare the categories, .* of 'job'"):
        Dilca(columns=["job", "grade"]).fit(
            files(tmp_path, staff().select(["job", "grade"]), 3), found, engine=LocalEngine()
        )
    with pytest.raises(ParameterError, match="context must be 'M', 'RR' or 'K' for pair counts"):
        Dilca(context="K_dep").fit(paths, SCHEMA, engine=LocalEngine())


def test_a_private_fit_counts_the_same_pairs(tmp_path, workers):
    table = staff().set_column(0, "job", pa.array([*["spy"] * 9, *["cook"] * 491]))
    whole = QueryTable.of(table, SCHEMA)
    plan = plan_of(whole)
    expected = plan.domain.count({n: c.codes(whole, n) for n, c in plan.codings.items()})

    for n_files in (1, 7):
        parts = QueryParts.of(files(tmp_path, table, n_files), SCHEMA, workers)
        assert plan_of(parts).domain == plan.domain
        with pytest.raises(SeenError) as seen:
            replace(plan, design=Showing()).release(parts)
        for pair, cells in expected.tables.items():
            np.testing.assert_array_equal(seen.value.args[0].tables[pair], cells)


class SeenError(Exception):
    """Raised instead of a release, with the counts that it would be made of."""


class Showing:
    def release(self, counts):
        raise SeenError(counts)


def plan_of(table):
    return PrivatePlan.of(
        table,
        columns=None,
        n_bins=5,
        k=3,
        loss=PureDP(1),
        selection_share=None,
        score="auto",
        per_attribute=False,
        allow_large=False,
    )


def test_files_are_the_table_that_was_registered(tmp_path, workers):
    ledger = Ledger.create(tmp_path / "ledger.db")
    table = staff()
    ledger.register("staff", QueryTable.of(table, SCHEMA).digest(ledger.data_set_key), epsilon=1)
    learner = DPDilca(epsilon="0.25", ledger=ledger)
    order = np.random.default_rng(1).permutation(table.num_rows)

    for n_files, rows in ((1, table), (3, table.take(order))):
        learner.fit(files(tmp_path, rows, n_files), SCHEMA, engine=workers)

    assert str(ledger.remaining("staff").epsilon) == "0.50"
    with pytest.raises(LedgerError):
        learner.fit(files(tmp_path, table.slice(1), 3), SCHEMA, engine=workers)


def test_what_a_file_lacks_is_refused_before_the_charge(tmp_path):
    paths = files(tmp_path, staff(), 2) + files(tmp_path, staff().drop_columns("age"), 1)
    learner = DPDilca(epsilon=1, ledger=Ledger.unlimited())

    with pytest.raises(TableError, match="table must have every column of its schema"):
        learner.fit(paths, SCHEMA, engine=LocalEngine())
    with pytest.raises(ParameterError, match="frame must be a list of files for an engine"):
        learner.fit(staff(), SCHEMA, engine=LocalEngine())
    other = staff().set_column(2, "age", pa.array([1.5] * 500))
    with pytest.raises(TableError, match="files must have the same columns, of the same types"):
        learner.quote(
            files(tmp_path, staff(), 2) + files(tmp_path, other, 1), SCHEMA, engine=LocalEngine()
        )
