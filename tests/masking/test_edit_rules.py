"""Derived columns and rules in a release; cells that do not apply."""

import json

import numpy as np
import pandas as pd
import pytest

from vicinage import RWN, RankSwapping
from vicinage.masking import release_table
from vicinage.masking.rule_count import RuleCount
from vicinage.schema import (
    Categorical,
    Column,
    Numeric,
    RecodeNumbers,
    Rounding,
    Schema,
    TopCoding,
    Treatment,
)
from vicinage.table import Table


def people(n=80):
    rng = np.random.default_rng(0)
    pay, hours = rng.integers(0, 4000, n) / 4, rng.integers(0, 41, n)
    return pd.DataFrame({"pay": pay, "hours": hours, "wage": pay / np.where(hours, hours, np.nan)})


COLUMNS = [
    Column("pay", Numeric(0, 1000)),
    Column("hours", Numeric(0, 40, integer=True)),
    Column("wage", Numeric(), formula="pay / hours"),
]


def test_a_derived_column_is_neither_drawn_nor_measured_but_computed():
    masker = RWN(n_neighbors=4, seed=0)

    released = masker.fit_transform(people(), Schema(COLUMNS))

    assert masker.record_.columns == ("pay", "hours")
    with np.errstate(all="ignore"):
        expected = released["pay"] / released["hours"].replace(0, np.nan)
    np.testing.assert_allclose(released["wage"], expected)
    assert "Computed anew from other columns: wage." in masker.record_.notes


def test_derived_cells_that_agree_stay_as_they_are_spelled(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,c\n1,2,3.00\n2,2,7\n,2,4\n0.1,0.2,0.30\n", encoding="utf-8")
    schema = Schema(
        [Column("a", Numeric()), Column("b", Numeric()), Column("c", Numeric(), formula="a + b")]
    )

    released = release_table(RWN(n_neighbors=1, probability=0.0), Table.read(path, schema)).table

    assert released.cells("c").to_pylist() == ["3.00", "4", "", "0.30"]


def test_a_derived_column_follows_the_steps_too():
    frame = pd.DataFrame({"a": [1.0, 50.0], "b": [2.0, 3.0], "c": [3.0, 53.0]})
    treatment = Treatment(after=[TopCoding(column="a", threshold=10)])
    schema = Schema(
        [Column("a", Numeric()), Column("b", Numeric()), Column("c", Numeric(), formula="a + b")],
        treatment=treatment,
    )

    released = RWN(n_neighbors=1, probability=0.0).fit_transform(frame, schema)

    assert released["c"].tolist() == [3.0, 13.0]


def test_rules_are_counted_exactly_for_the_steward_and_roughly_for_everybody():
    frame = pd.DataFrame({"start": range(200), "end": np.arange(200) + 1.0})
    kinds = dict.fromkeys(frame, Numeric(0, 201))
    schema = Schema(kinds, treatment=Treatment(rules=["start <= end", "start >= 0"]))

    release = release_table(RWN(n_neighbors=30, seed=0), Table.of(frame, schema))

    out = release.table.native()
    broken = int((out["start"] > out["end"]).sum())
    assert broken > 20
    assert [(count.before, count.after) for count in release.rules] == [(0, broken), (0, 0)]
    share = f"broken by about {round(broken / 2)} % of the released records."
    assert f"Rule start <= end: {share}" in release.record.notes
    assert "Rule start >= 0: kept by all released records." in release.record.notes


def test_few_broken_records_are_not_told_apart():
    one, nine = (RuleCount(rule="r", before=0, after=a, n_rows=100).public() for a in (1, 9))

    assert one == nine == "Rule r: broken by fewer than 10 records."


def test_a_rule_on_a_recoded_column_is_not_checked_after():
    frame = pd.DataFrame({"age": [10, 20, 30, 40], "x": [1, 2, 3, 4]})
    treatment = Treatment(
        before=[RecodeNumbers(column="age", breaks=(25,), labels=("young", "old"))],
        rules=["age >= 20"],
    )
    schema = Schema(dict.fromkeys(frame, Numeric()), treatment=treatment)

    release = release_table(RWN(n_neighbors=1), Table.of(frame, schema))

    assert (release.rules[0].before, release.rules[0].after) == (1, None)
    assert any("not checked, as steps have changed" in note for note in release.record.notes)


@pytest.mark.parametrize("masker", [RWN(n_neighbors=2, seed=0), RankSwapping(seed=0)])
def test_steps_work_with_every_masker_and_are_recorded(masker):
    treatment = Treatment(
        before=[TopCoding(column="x", threshold=30)], after=[Rounding(column="x", base=10)]
    )
    schema = Schema({"x": Numeric(0, 100), "y": Numeric()}, treatment=treatment)
    frame = pd.DataFrame({"x": np.arange(40.0), "y": np.arange(40.0)})

    release = release_table(masker, Table.of(frame, schema))

    assert set(release.table.native()["x"]) == {0.0, 10.0, 20.0, 30.0}
    assert release.effects[0].cells == 9
    assert "Before masking: x top-coded: above 30 it is 30." in release.record.notes
    assert "After masking: x rounded to multiples of 10." in release.record.notes
    assert release.record.schema == schema.fingerprint()
    json.dumps(release.record.as_dict())


def test_cells_that_do_not_apply_are_a_level_of_their_own_in_distances():
    # "none" would lie at the middle of the range as a missing cell does; here it is far from all.
    column = Column("pay", Numeric(0, 100), not_applicable=("-9",))
    frame = pd.DataFrame({"pay": [-9, -9, 50, 51], "x": [1.0, 2.0, 3.0, 4.0]})
    schema = Schema([column, Column("x", Numeric(0, 1000))])

    for seed in range(5):
        released = RWN(n_neighbors=1, seed=seed).fit_transform(frame, schema)
        assert released["pay"].tolist() == [-9, -9, 51, 50]


def test_a_category_that_does_not_apply_is_a_level_too():
    column = Column("job", Categorical(("a", "b")), not_applicable=("none",))
    frame = pd.DataFrame({"job": ["none", "none", "a", "a"], "x": [1.0, 2.0, 3.0, 4.0]})
    schema = Schema([column, Column("x", Numeric(0, 1000))])

    released = RWN(n_neighbors=1, seed=0).fit_transform(frame, schema)

    assert released["job"].tolist() == ["none", "none", "a", "a"]
    assert sorted(released["x"][:2]) == [1.0, 2.0]


def test_other_methods_leave_cells_that_do_not_apply_where_they_are():
    column = Column("pay", Numeric(), not_applicable=("-9",))
    frame = pd.DataFrame({"pay": [-9, 1, 2, 3, -9, 4, 5, 6]})

    released = RankSwapping(fraction=0.5, tail_fraction=0, seed=0).fit_transform(
        frame, Schema([column])
    )

    assert released["pay"].tolist()[0] == released["pay"].tolist()[4] == -9
    assert sorted(released["pay"]) == sorted(frame["pay"])


@pytest.mark.parametrize("read", ["csv", "frame"])
def test_a_derived_cell_applies_where_what_it_follows_from_does(read, tmp_path):
    frame = pd.DataFrame({"pay": [8, -9, 6, -9], "hours": [2, -9, 3, -9], "wage": [4, -9, 2, -9]})
    path = tmp_path / "t.csv"
    frame.to_csv(path, index=False)
    code = {"not_applicable": ("-9",)}
    schema = Schema(
        [
            Column("pay", Numeric(), **code),
            Column("hours", Numeric(), **code),
            Column("wage", Numeric(), formula="pay / hours", **code),
        ],
        treatment=Treatment(together=[["pay", "hours"]]),
    )
    table = Table.of(path if read == "csv" else frame, schema)

    release = release_table(RWN(n_neighbors=3, seed=2), table)

    cells = {name: [int(c) for c in release.table.cells(name).to_pylist()] for name in frame}
    assert cells["pay"] != frame["pay"].tolist()
    assert cells["wage"] == [
        -9 if p == -9 else p // h for p, h in zip(cells["pay"], cells["hours"], strict=True)
    ]
