"""Households move as a whole in RWN."""

from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinage import RWN, Microaggregation, RankSwapping
from vicinage.errors import ParameterError, SchemaError, TableError, VicinageError
from vicinage.schema import Categorical, Column, Numeric, Role, Schema, Text, Treatment

SCHEMA = Schema(
    [
        Column("home", Text(), Role.HOUSEHOLD),
        Column("region", Categorical(), level="household"),
        Column("rent", Numeric(0, 2000), level="household"),
        Column("age", Numeric(0, 120, integer=True)),
    ]
)


def invented(n_households=60, seed=0):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 6, n_households)
    home = np.repeat([f"h{i}" for i in range(n_households)], sizes)
    region = np.repeat(rng.choice(["north", "south"], n_households), sizes)
    rent = np.repeat(rng.integers(200, 1999, n_households).astype(float), sizes)
    age = rng.integers(0, 100, home.size)
    return pd.DataFrame({"home": home, "region": region, "rent": rent, "age": age})


def test_all_members_get_the_cells_of_one_household_and_keep_their_number():
    frame = invented()

    released = RWN(n_neighbors=3, seed=1).fit_transform(frame, SCHEMA)

    assert released["home"].equals(frame["home"])
    assert (released.groupby("home")[["region", "rent"]].nunique() == 1).all(axis=None)
    assert set(released["rent"]) <= set(frame["rent"])
    assert (released["rent"] != frame["rent"]).mean() > 0.9
    assert (released["age"] != frame["age"]).mean() > 0.5


@pytest.mark.parametrize("make", [pl.DataFrame, pa.table], ids=["polars", "pyarrow"])
def test_every_library_gives_the_same_release(make):
    frame = invented(20)
    masker = RWN(n_neighbors=2, seed=3)

    other = masker.fit_transform(make(frame.to_dict("list")), SCHEMA)
    expected = masker.fit_transform(frame, SCHEMA)

    cells = other.to_dict(as_series=False) if make is pl.DataFrame else other.to_pydict()
    assert cells == expected.to_dict("list")


def test_neighbours_are_households_alike_in_what_they_share_and_in_size():
    # Sizes 1 1 3 3: with equal rents only the size tells who is near.
    frame = pd.DataFrame(
        {
            "home": list("abcccddd"),
            "rent": [5.0, 6.0, 7.0, 7.0, 7.0, 8.0, 8.0, 8.0],
            "age": range(8),
        }
    )
    schema = Schema(
        [
            Column("home", Text(), Role.HOUSEHOLD),
            Column("rent", Numeric(0, 1000), level="household"),
            Column("age", Numeric()),
        ]
    )

    for seed in range(5):
        released = RWN(n_neighbors=1, seed=seed).fit_transform(frame, schema)
        assert released["rent"].tolist() == [6, 5, 8, 8, 8, 7, 7, 7]


def test_every_near_household_is_equally_likely_however_many_members_it_has():
    # 600 draws, each column by itself: expected 200 for each of three households, sd 11.5.
    # Outside +- 75 in fewer than 1 of 10^9 runs; by members, "w" would be drawn 360 times.
    names = [f"c{i}" for i in range(200)]
    homes = ["x", "y", "z", "w", "w", "w"]
    values = [1, 2, 3, 4, 4, 4]
    frame = pd.DataFrame({"home": homes} | dict.fromkeys(names, values))
    shared = (Column(name, Numeric(), level="household") for name in names)
    schema = Schema([Column("home", Text(), Role.HOUSEHOLD), *shared])

    drawn = Counter()
    for seed in range(3):
        masker = RWN(n_neighbors=3, seed=seed, distance_columns=["c0"])
        drawn.update(masker.fit_transform(frame, schema).iloc[0, 1:].tolist())

    assert set(drawn) == {2, 3, 4}
    assert all(abs(count - 200) < 75 for count in drawn.values())


def test_the_order_of_rows_has_no_influence_when_there_is_a_key():
    frame = invented(30)
    frame["id"] = [f"p{i}" for i in range(len(frame))]
    schema = Schema([*SCHEMA, Column("id", Text(), Role.KEY)])
    masker = RWN(n_neighbors=3, seed=5, keep_key=True)

    moved = frame.sample(frac=1, random_state=1).reset_index(drop=True)
    one = masker.fit_transform(frame, schema).set_index("id").sort_index()
    other = masker.fit_transform(moved, schema).set_index("id").sort_index()

    assert one.equals(other)


def test_records_without_a_household_are_households_of_one():
    frame = pd.DataFrame({"home": [None, None, "a", "a"], "rent": [1.0, 2.0, 3.0, 3.0]})
    schema = Schema(
        [Column("home", Text(), Role.HOUSEHOLD), Column("rent", Numeric(), level="household")]
    )

    released = RWN(n_neighbors=1, seed=0).fit_transform(frame, schema)

    assert released["rent"].tolist()[:2] == [2, 1]


def test_a_shared_cell_may_be_missing_for_all_but_not_for_some():
    frame = pd.DataFrame({"home": list("aabbc"), "rent": [None, None, 2.0, 2.0, 3.0]})
    schema = Schema(
        [Column("home", Text(), Role.HOUSEHOLD), Column("rent", Numeric(), level="household")]
    )

    released = RWN(n_neighbors=2, seed=0).fit_transform(frame, schema)
    assert (released.groupby("home")["rent"].nunique(dropna=False) == 1).all()

    frame.loc[0, "rent"] = 2.0
    with pytest.raises(TableError, match="column 'rent' must be the same for all members"):
        RWN(n_neighbors=2).fit_transform(frame, schema)


def test_strata_must_not_cut_a_household():
    frame = invented(20)
    frame["part"] = [str(i % 2) for i in range(len(frame))]
    schema = Schema([*SCHEMA, Column("part", Categorical(), Role.STRATUM)])

    with pytest.raises(TableError, match="column 'part' must be the same for all members"):
        RWN(n_neighbors=2).fit_transform(frame, schema)


def test_households_are_drawn_from_their_own_stratum():
    frame = invented(40)
    released = RWN(n_neighbors=2, seed=2, within="region", columns=["rent", "age"]).fit_transform(
        frame, SCHEMA
    )

    for region, part in released.groupby("region"):
        assert set(part["rent"]) <= set(frame.loc[frame["region"] == region, "rent"])


def test_too_few_households_are_refused():
    with pytest.raises(ParameterError, match=r"number of households, got n_neighbors = 9"):
        RWN(n_neighbors=9).fit_transform(invented(9), SCHEMA)


def test_a_household_level_needs_households():
    with pytest.raises(SchemaError, match="role household must be given to a column"):
        Schema([Column("rent", Numeric(), level="household")])
    with pytest.raises(SchemaError, match="level must be one of record, household, got"):
        Column("rent", Numeric(), level="houshold")


def test_methods_that_draw_record_by_record_leave_such_columns_alone():
    frame = invented(20)

    released = Microaggregation(group_size=2).fit_transform(frame, SCHEMA)

    assert released["rent"].equals(frame["rent"])
    with pytest.raises(ParameterError, match="'rent', which belongs to a household as a whole"):
        RankSwapping(columns=["rent"]).fit_transform(frame, SCHEMA)


def test_columns_declared_together_come_from_one_donor():
    frame = pd.DataFrame({"start": range(50), "end": range(50), "x": range(50)})
    kinds = dict.fromkeys(frame, Numeric(0, 50))
    schema = Schema(kinds, treatment=Treatment(together=[["start", "end"]]))

    released = RWN(n_neighbors=10, seed=0).fit_transform(frame, schema)

    assert released["start"].equals(released["end"])
    assert not released["start"].equals(released["x"])
    assert not released["start"].equals(frame["start"])
    with pytest.raises(ParameterError, match="must perturb all of start, end or none of them"):
        RWN(columns=["start"]).fit_transform(frame, schema)


def test_a_method_that_takes_blocks_apart_says_so():
    frame = pd.DataFrame({"a": range(9), "b": range(9)})
    schema = Schema(dict.fromkeys("ab", Numeric()), treatment=Treatment(together=[["a", "b"]]))
    masker = RankSwapping(seed=0)

    masker.fit_transform(frame, schema)

    assert any("NOT KEPT TOGETHER" in note and "a, b" in note for note in masker.record_.notes)


def test_without_households_and_blocks_a_seeded_release_is_what_it_was():
    frame = pd.DataFrame({"age": [20, 21, 22, 60, 61, 62], "pay": [1, 2, 3, 7, 8, 9]})

    released = RWN(n_neighbors=2, seed=7).fit_transform(frame)

    assert released.to_dict("list") == {"age": [21, 20, 21, 62, 60, 60], "pay": [2, 3, 1, 8, 7, 7]}


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "c", None]),
            st.sampled_from([1.0, 2.0, None]),
            st.integers(0, 5),
        ),
        min_size=1,
        max_size=8,
    ),
    st.integers(0, 3),
)
def test_any_table_gives_constant_households_or_a_typed_refusal(rows, k):
    home, rent, age = zip(*rows, strict=True)
    frame = pa.table(
        {"home": pa.array(home, pa.string()), "rent": pa.array(rent, pa.float64()), "age": age}
    )
    schema = Schema(
        [
            Column("home", Text(), Role.HOUSEHOLD),
            Column("rent", Numeric(), level="household"),
            Column("age", Numeric()),
        ]
    )
    try:
        released = RWN(n_neighbors=k, radius=0.5, seed=0).fit_transform(frame, schema)
    except VicinageError:
        return

    cells = zip(home, released["rent"].to_pylist(), strict=True)
    seen = {}
    assert all(seen.setdefault(h, r) == r for h, r in cells if h is not None)
