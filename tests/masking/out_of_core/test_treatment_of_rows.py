"""Steps, derived columns, rules and cells that do not apply, in releases in parts."""

import numpy as np
import pandas as pd
import pytest

from vicinage import RWN, release_file
from vicinage.errors import ParameterError, TableError
from vicinage.masking import release_table
from vicinage.schema import (
    BottomCoding,
    Categorical,
    Column,
    Date,
    LocalSuppression,
    Numeric,
    RecodeDates,
    RecodeLabels,
    RecodeNumbers,
    Rounding,
    Schema,
    Text,
    TopCoding,
    Treatment,
)
from vicinage.table import Table

COLUMNS = [
    Column("id", Text(), role="key"),
    Column("age", Numeric(0, 120, integer=True), missing=("",)),
    Column("pay", Numeric(), missing=("",), not_applicable=("-8",)),
    Column("hours", Numeric(0, 60, integer=True)),
    Column("wage", Numeric(), missing=("",), not_applicable=("-8",), formula="pay / hours"),
    Column("town", Categorical(), not_applicable=("none",)),
    Column("born", Date(format="%d.%m.%Y")),
    Column("kept", Numeric(), role="ignored"),
]
BEFORE = (
    RecodeNumbers(column="age", breaks=(30, 60), labels=("young", "middle, or so", "old")),
    RecodeLabels(column="town", labels={"B": "A", "D": "far"}),
    TopCoding(column="hours", threshold=40, replacement=45),
)
AFTER = (
    RecodeDates(column="born", period="year"),
    Rounding(column="pay", base=10),
    BottomCoding(column="hours", threshold=5),
    RecodeLabels(column="age", labels={"middle, or so": "grown", "old": "grown"}),
)
RULES = ["wage <= 1000", "hours <= 45", "pay >= 0 if town == 'A'", "age > 18"]


def people(n=900):
    rng = np.random.default_rng(4)
    pay = np.where(rng.random(n) < 0.1, "", rng.lognormal(7, 1, n).round(2).astype(str))
    pay = np.where(rng.random(n) < 0.1, "-8", pay)
    days = pd.to_timedelta(rng.integers(0, 9000, n), "D")
    return pd.DataFrame(
        {
            "id": [f"P{i:05d}" for i in rng.permutation(n)],
            "age": np.where(rng.random(n) < 0.1, "", rng.integers(18, 90, n).astype(str)),
            "pay": pay,
            "hours": rng.integers(0, 60, n).astype(str),
            "wage": [""] * n,
            "town": rng.choice(["A", "B", "C", "D", "none"], n),
            "born": (pd.Timestamp("1980-01-01") + days).strftime("%d.%m.%Y"),
            "kept": rng.integers(0, 9, n).astype(str),
        }
    )


def masker(**parameters):
    chosen = {"n_neighbors": 3, "partition_size": 16, "block_size": 200, "seed": 5}
    return RWN(**chosen | parameters)


@pytest.mark.parametrize("keep_key", [False, True])
@pytest.mark.parametrize("n_parts", [1, 3])
def test_steps_rules_and_derived_columns_are_those_of_the_whole_table(tmp_path, n_parts, keep_key):
    schema = Schema(COLUMNS, treatment=Treatment(before=BEFORE, after=AFTER, rules=RULES))
    paths = [tmp_path / f"in{number}.csv" for number in range(n_parts)]
    for path, rows in zip(paths, np.array_split(np.arange(900), n_parts), strict=True):
        people().iloc[rows].to_csv(path, index=False)
    chosen = masker(keep_key=keep_key, radius=0.05)
    whole = release_table(chosen, Table.read(paths, schema))
    whole.table.write(tmp_path / "whole.csv")

    record = release_file(chosen, paths, tmp_path / "out.csv", schema)

    assert (tmp_path / "out.csv").read_text() == (tmp_path / "whole.csv").read_text()
    assert record == whole.record
    assert "Computed anew from other columns: wage." in record.notes
    assert any(note.startswith("Rule age > 18: not checked") for note in record.notes)


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_recoded_columns_of_typed_files_have_the_types_of_the_whole_release(tmp_path, suffix):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 99, 600).astype("int16"),
            "town": pd.Categorical(rng.choice(["A", "B", "C"], 600)),
            "same": pd.Categorical(rng.choice(["x", "y"], 600)),
            "hours": rng.integers(0, 60, 600).astype("float32"),
        }
    )
    source = tmp_path / f"in.{suffix}"
    (frame.to_parquet if suffix == "parquet" else frame.to_feather)(source)
    schema = Schema(
        {
            "age": Numeric(0, 120),
            "town": Categorical(),
            "same": Categorical(),
            "hours": Numeric(0, 60),
        },
        treatment=Treatment(before=BEFORE, rules=["hours < 44"]),
    )
    whole = release_table(masker(), Table.read(source, schema))
    whole.table.write(tmp_path / f"whole.{suffix}")

    record = release_file(masker(), source, tmp_path / f"out.{suffix}", schema)

    read = pd.read_parquet if suffix == "parquet" else pd.read_feather
    released = read(tmp_path / f"out.{suffix}")
    pd.testing.assert_frame_equal(released, read(tmp_path / f"whole.{suffix}"))
    assert released.dtypes["same"] == "category"
    assert record == whole.record


def test_cells_that_do_not_apply_in_some_parts_only_are_placed_as_in_the_whole(tmp_path):
    frame = people().drop(columns=["wage"]).sort_values("pay")
    schema = Schema([column for column in COLUMNS if column.name != "wage"])
    paths = [tmp_path / f"in{number}.csv" for number in range(4)]
    for path, rows in zip(paths, np.array_split(np.arange(900), 4), strict=True):
        frame.iloc[rows].to_csv(path, index=False)
    whole = release_table(masker(), Table.read(paths, schema))
    whole.table.write(tmp_path / "whole.csv")

    record = release_file(masker(), paths, tmp_path / "out.csv", schema)

    assert (tmp_path / "out.csv").read_text() == (tmp_path / "whole.csv").read_text()
    assert record == whole.record


def test_what_needs_all_records_is_refused_with_what_to_do_instead(tmp_path):
    source = tmp_path / "in.csv"
    people(60).to_csv(source, index=False)
    suppressed = Schema(
        COLUMNS, treatment=Treatment(after=[LocalSuppression(columns=("age",), k=2)])
    )
    homes = Schema([*COLUMNS[:-1], Column("kept", Text(), role="household")])
    shared = homes.replace(Column("pay", Numeric(), missing=("",), level="household"))
    broken = people(60).assign(hours="many")

    with pytest.raises(ParameterError, match="without local suppression"):
        release_file(masker(), source, tmp_path / "out.csv", suppressed)
    with pytest.raises(ParameterError, match=r"without columns of households .* got 'pay'"):
        release_file(masker(), source, tmp_path / "out.csv", shared)
    broken.to_csv(source, index=False)
    with pytest.raises(TableError, match="'hours' must be a number"):
        release_file(
            masker(), source, tmp_path / "out.csv",
            Schema(COLUMNS, treatment=Treatment(before=BEFORE)),
        )  # fmt: skip
    assert {path.name for path in tmp_path.iterdir()} == {"in.csv"}
