import datetime
import itertools
import json
import math
import pickle
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from vicinage import (
    Categorical,
    Column,
    Date,
    Ledger,
    Numeric,
    Ordinal,
    Schema,
    SubspaceDiscovery,
    Text,
)
from vicinage.errors import BudgetError, FailedError, ParameterError
from vicinage.outliers import exact_subspace_counts
from vicinage.table import QueryTable

UNIT = Schema({name: Numeric(0, 1) for name in "xyz"}, public=True)


def planted(n=300, seed=5):
    """One cluster, and a twelfth of the records far from it in x and y."""
    generator = np.random.default_rng(seed)
    points = generator.normal(0.5, 0.02, (n, 3))
    points[: n // 12, :2] = generator.uniform(0, 1, (n // 12, 2))
    return pa.table(dict(zip("xyz", np.clip(points, 0, 1).T, strict=True)))


def search(**changed):
    settings = {"min_neighbors": 5, "radius": 0.1, "epsilon": "0.5", "ledger": Ledger.unlimited()}
    return SubspaceDiscovery(**settings | changed)


@pytest.fixture
def ledger(tmp_path):
    made = Ledger.create(tmp_path / "budget.db")
    digest = QueryTable.of(planted(), UNIT).digest(made.data_set_key)
    made.register("planted", digest, epsilon="1")
    return made


def test_a_discovery_is_charged_once(ledger):
    found = search(ledger=ledger, epsilon="0.3")

    assert found.quote(planted(), schema=UNIT).epsilon == Decimal("0.3")
    found.fit(planted(), schema=UNIT)

    assert ledger.remaining("planted").epsilon == Decimal("0.7")
    assert len(found.subspaces_) == len(set(found.subspaces_)) == 3
    assert found.record_["loss"] == {"epsilon": "0.3"}


def test_whole_numbers_of_numpy_are_whole_numbers():
    two, one = np.int64(2), np.int64(1)
    plain = search(min_neighbors=2, top=1, max_size=1).fit(planted(), schema=UNIT)
    answer = search(min_neighbors=two, top=one, max_size=one).fit(planted(), schema=UNIT)

    assert json.dumps(answer.record_) == json.dumps(plain.record_)


def test_a_discovery_that_does_not_fit_leaves_no_trace(ledger):
    with pytest.raises(BudgetError):
        search(ledger=ledger, epsilon=2).fit(planted(), schema=UNIT)

    assert ledger.remaining("planted").epsilon == 1


def test_a_failure_stays_charged(ledger, monkeypatch):
    def broken(*_, **__):
        raise ValueError("8675309")

    monkeypatch.setattr("vicinage.outliers.subspace_choice.family_profile", broken)
    with pytest.raises(FailedError, match=r"after its charge, which stays: ValueError$"):
        search(ledger=ledger, epsilon="0.3").fit(planted(), schema=UNIT)

    assert ledger.remaining("planted").epsilon == Decimal("0.7")


REFUSALS = {
    "epsilon": ({"epsilon": "nan"}, "epsilon must be a number above 0"),
    "epsilon large": ({"epsilon": 1000}, "a number above 0 and at most 50, got 1000"),
    "top 0": ({"top": 0}, "top must be a whole number of at least 1, got 0"),
    "top": ({"top": 8}, "top must be at most the number of subspaces, got 8 for 7"),
    "max_size": ({"max_size": 0}, "max_size must be a whole number of at least 1, got 0"),
    "k list": ({"min_neighbors": [2, 3]}, "min_neighbors must be a whole number of at least 1"),
    "k n": ({"min_neighbors": 300}, "min_neighbors must be below the number of rows"),
    "score": ({"score": "mean"}, "score must be one of dampened, count, gem, got 'mean'"),
    "radius": ({"radius": -1}, "radius must be a finite number above 0, got -1"),
    "columns": ({"columns": ["xx"]}, "columns must be in the schema, got 'xx'; .* did you mean"),
    "both": ({"columns": ["x"], "subspaces": [["x"]]}, "columns must be left out when subspaces"),
    "subspaces text": ({"subspaces": "xy"}, "subspaces must be a list of lists"),
    "subspaces empty": ({"subspaces": []}, "subspaces must be a list of lists"),
    "subspaces member": ({"subspaces": [[]]}, "columns must be a list of column names"),
    "subspaces twice": ({"subspaces": [["x", "y"], ["y", "x"]]}, "got x, y twice"),
    "seed": ({"seed": 1}, "seed must be left out, got 1"),
    "ledger": ({"ledger": None}, "ledger must be a Ledger, got None"),
}


@pytest.mark.parametrize(("changed", "message"), REFUSALS.values(), ids=REFUSALS)
def test_wrong_parameters_are_refused_before_anything(changed, message, ledger):
    with pytest.raises(ParameterError, match=message):
        search(**{"ledger": ledger, **changed}).fit(planted(), schema=UNIT)

    assert ledger.remaining("planted").epsilon == 1


def test_too_many_subspaces_are_refused_with_their_number():
    many = Schema({f"c{i}": Numeric(0, 1) for i in range(60)})
    table = pa.table({name: [0.5] * 20 for name in many.names})

    with pytest.raises(ParameterError, match="at most 10000 subspaces, got 36050; lower it"):
        search().fit(table, schema=many)
    assert len(search(max_size=1).fit(table, schema=many).subspaces_) == 3


def test_by_default_all_columns_that_can_be_measured_are_combined():
    schema = Schema(
        [
            Column("person", Numeric(0, 9), role="key"),
            Column("age", Numeric(0, 120), role="quasi-identifier"),
            Column("pay", Numeric(0, None)),
            Column("level", Ordinal(("low", "high"))),
            Column("day", Date(datetime.date(2020, 1, 1), datetime.date(2020, 12, 31))),
            Column("job", Categorical(("a", "b"))),
            Column("note", Text(), role="ignored"),
        ]
    )
    table = pa.table(
        {
            "person": [1, 2, 3],
            "age": [30, 31, 32],
            "pay": [1, 2, 3],
            "level": ["low", "high", "low"],
            "day": ["2020-01-31", "2020-02-01", "2020-03-01"],
            "job": ["a", "b", "a"],
            "note": ["", "", ""],
        }
    )

    found = search(min_neighbors=1, top=1).fit(table, schema=schema)

    assert found.record_["parameters"]["columns"] == ["age", "level", "day"]
    assert found.record_["parameters"]["n_subspaces"] == 7
    with pytest.raises(ParameterError, match="got none; declare the bounds of pay"):
        search(min_neighbors=1).fit(
            table.select(["pay"]), schema=Schema([Column("pay", Numeric(0, None))])
        )


# What is found.


def test_the_exact_order_is_that_of_a_naive_loop():
    table = planted(120)
    points = np.column_stack([table[name] for name in "xyz"])
    naive = {}
    for size in (1, 2, 3):
        for member in itertools.combinations(range(3), size):
            part = points[:, member]
            near = ((part[:, None] - part[None]) ** 2).sum(axis=2) <= size * 0.1**2
            naive[tuple("xyz"[c] for c in member)] = int((near.sum(axis=1) - 1 < 5).sum())

    exact = exact_subspace_counts(table, UNIT, min_neighbors=5, radius=0.1)

    assert dict(exact) == naive
    assert [count for _, count in exact] == sorted(naive.values(), reverse=True)


@pytest.mark.parametrize("score", ["dampened", "count"])
def test_with_a_large_epsilon_the_best_subspaces_are_found_in_order(score):
    exact = exact_subspace_counts(planted(), UNIT, min_neighbors=5, radius=0.1)
    counts = dict(exact)

    found = search(score=score, epsilon=10**6, allow_large_epsilon=True).fit(planted(), schema=UNIT)

    assert [counts[names] for names in found.subspaces_] == [n for _, n in exact[:3]]


def test_a_row_outlying_in_one_column_names_that_column():
    table = pa.table(
        {
            "x": [0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 150.0, 1.2],
            "y": [4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7, 4.8],
        }
    )
    schema = Schema({"x": Numeric(0, 200), "y": Numeric(0, 200)})
    settings = {"min_neighbors": 3, "radius": 2, "scaling": "none"}

    exact = exact_subspace_counts(table, schema, **settings)
    sure = search(**settings, top=1, epsilon=1000, allow_large_epsilon=True)
    found = [sure.fit(table, schema=schema).subspaces_[0] for _ in range(100)]

    assert exact == [(("x",), 1), (("x", "y"), 1), (("y",), 0)]
    # At epsilon 1000 the wrong one has a chance below 1e-70.
    assert found.count(("y",)) == 0
    with pytest.raises(ParameterError, match="at most 50, got 1000"):
        search(**settings, epsilon=1000).fit(table, schema=schema)


def test_subspaces_may_be_given_as_a_list():
    found = search(subspaces=[["z"], ["y", "x"]], top=2).fit(planted(), schema=UNIT)

    assert set(found.subspaces_) == {("z",), ("x", "y")}
    assert found.record_["parameters"]["subspaces"] == [["z"], ["x", "y"]]


# The guarantee, computed exactly through the estimator's own steps.


@pytest.mark.parametrize("score", ["dampened", "count", "gem"])
def test_neighbouring_tables_give_laws_within_the_charge(score):
    schema = Schema({"x": Numeric(0, 4), "y": Numeric(0, 4)})
    places = [(0, 0), (0, 1), (1, 3), (None, 2), (4, 4), (2, None)]
    epsilon, rows = 1.5, 4
    asked = search(min_neighbors=2, radius=1, scaling="none", score=score, epsilon=epsilon, top=2)
    laws = {}
    for table in itertools.combinations_with_replacement(range(len(places)), rows):
        x, y = zip(*(places[place] for place in table), strict=True)
        frame = pa.table({"x": pa.array(x, pa.int64()), "y": pa.array(y, pa.int64())})
        private = QueryTable.of(frame, schema)
        _, measurement, choice = asked._plan(private, asked._check())
        scores = choice.scores(measurement.points(private), measurement.reach).reveal()
        law = choice.selection.distribution(scores)
        laws[table] = np.array([law[order] for order in itertools.permutations(range(3), 2)])

    checked = 0
    for table in laws:
        for i, place in itertools.product(range(rows), range(len(places))):
            other = tuple(sorted((*table[:i], place, *table[i + 1 :])))
            assert (laws[table] <= math.exp(epsilon) * laws[other] * (1 + 1e-12)).all()
            checked += other != table
    assert checked > 1000
    assert len({tuple(law.round(6)) for law in laws.values()}) > 5


def test_no_cell_changes_the_form_of_the_answer():
    columns = {
        "usual": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
        "null": [None] * 8,
        "infinite": [math.inf, -math.inf] * 4,
        "duplicates": [0.5] * 8,
        "text": ["one", "", "?", "2", "x", "y", "z", "1e999"],
    }
    records = []
    for cells in columns.values():
        frame = pd.DataFrame({name: pd.Series(cells, dtype=object) for name in "xyz"})
        found = search(min_neighbors=2).fit(frame, schema=UNIT)
        assert len(found.subspaces_) == 3
        records.append(found.record_)

    assert all(record == records[0] for record in records)


def test_a_fitted_estimator_keeps_no_cell():
    canary = 0.8675309
    table = pa.table({name: [canary] * 50 for name in "xyz"})

    saved = pickle.dumps(search().fit(table, schema=UNIT))

    assert np.float64(canary).tobytes() not in saved
    assert np.array(canary, dtype=">f8").tobytes() not in saved


def test_only_the_plain_counts_state_an_accuracy():
    stated = {
        score: search(score=score).fit(planted(), schema=UNIT).record_["accuracy"]
        for score in ("dampened", "count", "gem")
    }

    assert stated["dampened"] is None
    assert stated["gem"] is None
    # Scale 2 * 61 * 3 / 0.5 = 732, times ln(7 * 3 / 0.05).
    assert "at most 4422 outliers fewer" in stated["count"]
