import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import ward
from scipy.spatial.distance import pdist, squareform

from vicinage import Dilca, Schema, Table
from vicinage.categorical import count_pairs
from vicinage.errors import ParameterError, TableError
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Role, Text

STAFF = pa.table(
    {
        "pet": ["cat", "cat", "dog", "dog", "bird", "bird"],
        "home": ["flat", "flat", "house", "house", "house", "boat"],
        "ward": ["N", "N", "S", "S", "S", "S"],
    }
)


@st.composite
def tables(draw):
    n = draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    widths = draw(st.lists(st.integers(1, 6), min_size=2, max_size=5))
    columns = {}
    for c, width in enumerate(widths):
        labels = np.array([f"v{code}" for code in range(width)], dtype=object)
        columns[f"x{c}"] = labels[rng.integers(0, width, n)]
        columns[f"x{c}"][rng.random(n) < 0.1] = None
    kinds = {f"x{c}": Categorical(tuple(f"v{v}" for v in range(w))) for c, w in enumerate(widths)}
    return pa.table(columns), Schema(kinds)


contexts = st.sampled_from(["M", "RR", "K", "K_dep"])


def test_a_table_worked_by_hand():
    dilca = Dilca(context="K", k=5).fit(STAFF)

    # By home: bird (0, 1/3, 1), cat (1, 0, 0), dog (0, 2/3, 0) for flat, house, boat; by ward:
    # bird (0, 1/2), cat (1, 0), dog (0, 1/2); five values of both together.
    assert dilca.categories_["pet"] == ["bird", "cat", "dog"]
    assert dilca.contexts_["pet"] == ["home", "ward"]
    bird_cat = np.sqrt((1 + 1 / 9 + 1 + 1 + 1 / 4) / 5)
    bird_dog = np.sqrt((1 / 9 + 1) / 5)
    cat_dog = np.sqrt((1 + 4 / 9 + 1 + 1 / 4) / 5)
    expected = [[0, bird_cat, bird_dog], [bird_cat, 0, cat_dog], [bird_dog, cat_dog, 0]]
    np.testing.assert_allclose(dilca.distances_["pet"], expected, atol=1e-15)
    np.testing.assert_allclose(dilca.distances_["ward"], [[0, 1], [1, 0]], atol=1e-15)


@given(table=tables(), context=contexts)
def test_distances_are_a_metric_from_0_to_1(table, context):
    frame, schema = table

    dilca = Dilca(context=context, k=2).fit(frame, schema)

    for distances in dilca.distances_.values():
        assert np.all(distances == distances.T)
        assert np.all(np.diag(distances) == 0)
        assert np.all((distances >= 0) & (distances <= 1 + 1e-12))
        detours = distances[:, :, None] + distances[None, :, :]  # from a by b to c
        assert np.all(distances[:, None, :] <= detours + 1e-12)


@given(table=tables(), context=contexts)
def test_points_of_values_have_the_distances_of_the_matrix(table, context):
    frame, schema = table

    dilca = Dilca(context=context, k=2).fit(frame, schema)

    for name, column in dilca.columns_.items():
        gaps = column.coordinates[:, None, :] - column.coordinates[None, :, :]
        found = np.sqrt((gaps**2).sum(axis=2))
        np.testing.assert_allclose(found, dilca.distances_[name], atol=1e-10)
        assert column.coordinates.shape[1] <= max(0, len(column.coding.labels) - 1)


@given(table=tables(), context=contexts, seed=st.integers(0, 99))
def test_the_order_of_the_rows_does_not_matter(table, context, seed):
    frame, schema = table
    order = np.random.default_rng(seed).permutation(frame.num_rows)

    one = Dilca(context=context, k=2).fit(frame, schema)
    other = Dilca(context=context, k=2).fit(frame.take(order), schema)

    assert one.contexts_ == other.contexts_
    assert all(
        np.array_equal(one.distances_[name], other.distances_[name]) for name in schema.names
    )


def test_records_are_as_far_apart_as_their_values_together():
    dilca = Dilca().fit(STAFF)

    found = squareform(dilca.record_distances(STAFF))

    total = np.zeros((6, 6))
    for name, distances in dilca.distances_.items():
        codes = [dilca.categories_[name].index(label) for label in STAFF[name].to_pylist()]
        total += distances[np.ix_(codes, codes)] ** 2
    np.testing.assert_allclose(found, np.sqrt(total), atol=1e-10)
    assert ward(dilca.record_distances(STAFF)).shape == (5, 4)
    assert dilca.transform(STAFF).shape == (6, len(dilca.get_feature_names_out()))
    assert list(dilca.get_feature_names_out()) == ["pet_0", "pet_1", "home_0", "home_1", "ward_0"]


@pytest.mark.parametrize("kind", ["pandas", "polars", "parquet", "csv", "table"])
def test_any_kind_of_frame_gives_the_same(kind, tmp_path):
    frames = {
        "pandas": STAFF.to_pandas,
        "polars": lambda: pl.from_arrow(STAFF),
        "parquet": lambda: _written(tmp_path / "staff.parquet"),
        "csv": lambda: _written(tmp_path / "staff.csv"),
        "table": lambda: Table.of(STAFF),
    }

    dilca = Dilca().fit(frames[kind]())

    assert np.array_equal(dilca.distances_["pet"], Dilca().fit(STAFF).distances_["pet"])
    assert dilca.transform(STAFF).shape == (6, 5)


def _written(path):
    if path.suffix == ".csv":
        STAFF.to_pandas().to_csv(path, index=False)
    else:
        STAFF.to_pandas().to_parquet(path)
    return path


def test_a_column_of_one_value_has_no_distances_and_says_nothing():
    frame = STAFF.append_column("site", pa.array(["here"] * 6))

    dilca = Dilca(context="K", k=2).fit(frame)

    assert dilca.distances_["site"].tolist() == [[0.0]]
    assert dilca.columns_["site"].coordinates.shape == (1, 0)
    assert dilca.contexts_["pet"] == ["home", "ward"]
    assert np.array_equal(dilca.distances_["pet"], Dilca(context="K").fit(STAFF).distances_["pet"])


@pytest.mark.parametrize("context", ["M", "RR", "K", "K_dep"])
def test_identical_columns_tell_all_about_each_other(context):
    frame = STAFF.append_column("twin", STAFF["pet"])

    dilca = Dilca(context=context, k=1).fit(frame)

    assert dilca.contexts_["twin"][0] == "pet"
    if len(dilca.contexts_["twin"]) == 1:  # three values that exclude each other: sqrt(2 / 3)
        assert dilca.distances_["twin"].max() == pytest.approx(np.sqrt(2 / 3))


def test_ties_go_to_the_column_in_the_smallest_position():
    frame = pa.table({"a": ["u", "v"], "b": ["s", "t"], "c": ["p", "q"], "d": ["x", "y"]})

    for context in ("K", "K_dep"):
        assert Dilca(context=context, k=1).fit(frame).contexts_ == {
            "a": ["b"], "b": ["a"], "c": ["a"], "d": ["a"],
        }  # fmt: skip
    # All are as strong as the mean, though rounding may put the mean above each of them.
    assert Dilca(context="M").fit(frame).contexts_["a"] == ["b", "c", "d"]


def test_a_threshold_that_nobody_meets_leaves_the_strongest_column():
    dilca = Dilca(sigma=50.0).fit(STAFF)

    assert dilca.contexts_["pet"] == ["home"]


def test_a_value_that_never_occurs_has_distances_all_the_same():
    schema = Schema(
        {
            "pet": Categorical(("bird", "cat", "dog", "fish", "snake")),
            "home": Categorical(("boat", "flat", "house")),
            "ward": Categorical(("N", "S", "W")),
        }
    )

    dilca = Dilca(context="K").fit(STAFF, schema)

    distances = dilca.distances_["pet"]
    assert distances[3, 4] == 0.0  # neither occurs: P(fish | y) = P(snake | y) = 0
    assert np.all(distances[:3, 3] > 0)
    assert np.isfinite(dilca.distances_["ward"]).all()


def test_missing_cells_are_left_out_of_the_pairs_they_are_missing_from():
    pets = pa.array(["cat", None, "dog", "dog", "bird", "bird"])
    holes = STAFF.set_column(0, "pet", pets)
    without = holes.filter(holes["pet"].is_valid())

    dilca = Dilca(context="K", k=5).fit(holes)

    by_both = Dilca(context="K", k=5).fit(without)
    assert np.allclose(dilca.distances_["pet"], by_both.distances_["pet"])
    points = dilca.transform(holes)
    assert np.all(points[1, :2] == 0)  # the mean of all pets
    assert not np.all(points[0, :2] == 0)


def test_numbers_and_dates_are_binned_between_declared_bounds_or_at_declared_edges():
    frame = pd.DataFrame(
        {
            "age": [5, 17, 18, 64, 65, 99],
            "pay": [0.0, 10.0, 20.0, 30.0, 40.0, 50.0],
            "kids": [0, 1, 2, 0, 1, 2],
            "since": pd.to_datetime(["2001-01-01", "2003-01-01"] * 3),
            "rank": ["low", "high"] * 3,
        }
    )
    schema = Schema(
        {
            "age": Numeric(0, 120, edges=(18.0, 65.0)),
            "pay": Numeric(0, 50),
            "kids": Numeric(0, 2, integer=True),
            "since": Date(pd.Timestamp("2000-01-01").date(), pd.Timestamp("2004-01-01").date()),
            "rank": Ordinal(("low", "high")),
        }
    )

    dilca = Dilca(n_bins=4).fit(frame, schema)

    assert dilca.categories_["age"] == ["[0, 18)", "[18, 65)", "[65, 120]"]
    assert dilca.categories_["pay"] == ["[0, 12.5)", "[12.5, 25)", "[25, 37.5)", "[37.5, 50]"]
    assert len(dilca.categories_["kids"]) == 3  # no more bins than whole numbers
    assert dilca.categories_["since"][0] == "[2000-01-01, 2000-12-31)"  # whole days
    assert dilca.categories_["rank"] == ["low", "high"]
    assert dilca.record_.notes == ("Not private: these are exact functions of the records.",)


def test_bins_over_an_observed_range_are_said_in_the_record():
    frame = pa.table({"pay": [1.5, 2.5, 9.0], "job": ["a", "b", "a"], "none": [4.5, 4.5, 4.5]})

    dilca = Dilca().fit(frame)

    note = "Values or bins of numbers were found in the records: pay, none."
    assert note in dilca.record_.notes
    assert dilca.record_.schema_source == "observed"
    assert dilca.categories_["none"] == ["[4.5, 4.5]"]
    assert dilca.categories_["pay"][0] == "[1.5, 3)"


@pytest.mark.parametrize("kind", ["int", "float"], ids=["integers", "floats with a missing cell"])
def test_a_few_whole_numbers_without_bounds_are_values_of_their_own(kind):
    codes = np.array([7, 7, 30, 30, 11, 11])
    frame = STAFF.to_pandas().assign(code=codes)
    if kind == "float":
        frame.loc[0, "code"] = np.nan
    texts = frame.assign(code=["c7", "c7", "c30", "c30", "c11", "c11"])

    dilca = Dilca(context="K").fit(frame)

    assert dilca.categories_["code"] == ["7", "11", "30"]
    if kind == "int":
        by_text = Dilca(context="K").fit(texts)
        order = [by_text.categories_["code"].index(f"c{code}") for code in (7, 11, 30)]
        expected = by_text.distances_["code"][np.ix_(order, order)]
        np.testing.assert_allclose(dilca.distances_["code"], expected)
        np.testing.assert_allclose(dilca.distances_["pet"], by_text.distances_["pet"])


def test_many_whole_numbers_without_bounds_are_binned():
    frame = pa.table({"age": list(range(100)), "job": ["a", "b"] * 50})

    assert len(Dilca(n_bins=4).fit(frame).categories_["age"]) == 4


def test_output_says_that_it_is_not_private():
    content = Dilca().fit(STAFF).as_dict()

    assert content["privacy"].startswith("not private")
    assert content["record"]["guarantee"] == "none"
    assert Dilca.guarantee is None
    assert Dilca.__doc__.startswith("Not private")
    assert content["columns"]["pet"]["categories"] == ["bird", "cat", "dog"]
    assert content["columns"]["pet"]["context"] == ["home"]


@pytest.mark.parametrize("context", ["M", "RR", "K", "K_dep"])
def test_six_records_are_enough(context):
    dilca = Dilca(context=context).fit(STAFF)

    assert all(np.isfinite(distances).all() for distances in dilca.distances_.values())


def test_a_thousand_levels_take_seconds():
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 1000, 20_000)
    frame = pa.table(
        {
            "town": [f"t{code}" for code in codes],
            "region": [f"r{code % 26}" for code in codes],
            "vote": [f"v{code}" for code in rng.integers(0, 5, 20_000)],
        }
    )
    started = time.perf_counter()

    dilca = Dilca().fit(frame)

    assert dilca.distances_["town"].shape == (1000, 1000)
    assert time.perf_counter() - started < 20
    found = squareform(pdist(dilca.columns_["town"].coordinates))
    np.testing.assert_allclose(found, dilca.distances_["town"], atol=1e-10)


def test_ten_thousand_levels_are_refused_by_name_unless_allowed_by_name():
    towns = [f"t{i}" for i in range(10_000)] * 2
    frame = pa.table({"town": pa.array(towns).dictionary_encode(), "vote": ["a", "b"] * 10_000})
    schema = Schema({"town": Categorical(tuple(towns[:10_000])), "vote": Categorical(("a", "b"))})

    with pytest.raises(ParameterError, match=r"got 'town' with 10000: .* set allow_large=True"):
        Dilca().fit(frame, schema)


def test_large_columns_are_taken_when_asked_for_by_name():
    towns = [f"t{i}" for i in range(2_001)]
    frame = pa.table({"town": towns, "vote": ["a", "b", "c"] * 667})
    schema = Schema({"town": Categorical(tuple(towns)), "vote": Categorical(("a", "b", "c"))})

    dilca = Dilca(allow_large=True).fit(frame, schema)

    assert dilca.distances_["town"].shape == (2_001, 2_001)


def test_an_empty_table_is_refused():
    with pytest.raises(TableError, match="at least one column and one row"):
        Dilca().fit(STAFF.slice(0, 0))


def test_special_columns_and_texts_are_left_out_unless_named():
    frame = STAFF.append_column("id", pa.array(list("uvwxyz"))).append_column(
        "area", pa.array(["p", "q"] * 3)
    )
    columns = [Column(name, Categorical()) for name in STAFF.column_names]
    schema = Schema(
        [*columns, Column("id", Text(), Role.KEY), Column("area", Categorical(), Role.STRATUM)]
    )

    assert list(Dilca().fit(frame, schema).distances_) == ["pet", "home", "ward"]
    named = Dilca(columns=["area", "pet"]).fit(frame, schema)
    assert list(named.distances_) == ["pet", "area"]
    with pytest.raises(ParameterError, match="columns must leave out 'id', whose role is key"):
        Dilca(columns=["id", "pet"]).fit(frame, schema)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"context": "L"}, "context must be one of 'M', 'RR', 'K', 'K_dep', got 'L'"),
        ({"sigma": -1}, "sigma must be a finite number of at least 0, got -1"),
        ({"sigma": float("nan")}, "sigma must be a finite number"),
        ({"k": 0}, "k must be a whole number of at least 1, got 0"),
        ({"k": 2.5}, "k must be a whole number of at least 1, got 2.5"),
        ({"n_bins": True}, "n_bins must be a whole number of at least 1, got True"),
        ({"allow_large": "yes"}, "allow_large must be True or False, got 'yes'"),
        ({"columns": "pet"}, "columns must be a list of column names, got the text 'pet'"),
        ({"columns": ["pet"]}, "columns must name at least two columns"),
        ({"columns": ["pet", "hose"]}, "got 'hose'; did you mean \"home\""),
    ],
    ids=lambda value: str(value)[:24],
)
def test_parameters_outside_their_range_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        Dilca(**parameters).fit(STAFF)


def test_one_column_is_refused():
    with pytest.raises(ParameterError, match="columns must be at least two, got pet of pet"):
        Dilca().fit(STAFF.select(["pet"]))


def test_a_level_that_was_not_learned_is_refused_without_showing_it():
    dilca = Dilca().fit(STAFF)
    newcomer = STAFF.slice(0, 1).set_column(0, "pet", pa.array(["llama"]))

    with pytest.raises(TableError, match="'pet' must be one of the declared") as refused:
        dilca.transform(newcomer)
    assert "llama" not in str(refused.value)
    with pytest.raises(ParameterError, match="labels of 'pet' must be those that") as refused:
        dilca.transform(Table.of(newcomer))
    assert "llama" not in str(refused.value)
    numbers = STAFF.set_column(0, "pet", pa.array([1, 2, 3, 4, 5, 6]))
    with pytest.raises(ParameterError, match=r"frame must have labels in 'pet'.* numeric column"):
        dilca.transform(Table.of(numbers))


def test_later_frames_are_read_as_the_first_one_was():
    labels = [f"v{i}" for i in range(8)] * 4
    frame = pa.table({"code": labels, "other": ["a", "b"] * 16, "third": list(range(4)) * 8})

    dilca = Dilca(columns=["code", "other"]).fit(frame)

    # Alone, eight different texts would look like names.
    assert np.array_equal(dilca.transform(frame.slice(0, 8)), dilca.transform(frame)[:8])


def test_columns_that_were_not_learned_may_hold_anything_later():
    dilca = Dilca(columns=["pet", "home"]).fit(STAFF)
    newcomers = STAFF.set_column(STAFF.column_names.index("ward"), "ward", pa.array([7] * 6))

    assert np.array_equal(dilca.transform(newcomers), dilca.transform(STAFF))
    assert np.array_equal(dilca.transform(STAFF.select(["pet", "home"])), dilca.transform(STAFF))


@pytest.mark.parametrize("context", ["M", "RR", "K", "K_dep"])
def test_a_column_without_any_value_has_no_distances_and_says_nothing(context):
    frame = pd.DataFrame({"pet": ["cat", "dog"], "home": [None, None], "ward": ["N", "S"]})

    dilca = Dilca(context=context, k=1).fit(frame)
    alone = Dilca(context=context, k=1).fit(frame[["pet", "home"]])

    assert dilca.distances_["home"].shape == (0, 0)
    assert dilca.contexts_["pet"] == ["ward"]
    assert dilca.transform(frame).shape == (2, 2)
    assert not alone.distances_["pet"].any()


def test_declared_levels_may_come_later():
    schema = Schema(
        {
            "pet": Categorical(("llama", "bird", "cat", "dog")),
            "home": Categorical(("boat", "flat", "house")),
            "ward": Categorical(("N", "S")),
        }
    )
    dilca = Dilca().fit(STAFF, schema)

    points = dilca.transform(STAFF.slice(0, 1).set_column(0, "pet", pa.array(["llama"])))

    assert points.shape[0] == 1
    assert np.isfinite(points).all()


def test_counts_from_elsewhere_give_the_same_as_records():
    dilca = Dilca().fit(STAFF)
    codes = [STAFF[c].combine_chunks().dictionary_encode() for c in STAFF.column_names]
    labels = {
        c: code.dictionary.to_pylist() for c, code in zip(STAFF.column_names, codes, strict=True)
    }
    levels = {name: len(values) for name, values in labels.items()}
    arrays = [code.indices.to_numpy() for code in codes]

    counted = Dilca().fit_counts(count_pairs([arrays], levels), labels)

    assert counted.contexts_ == dilca.contexts_
    order = [labels["pet"].index(label) for label in dilca.categories_["pet"]]
    assert np.allclose(counted.distances_["pet"][np.ix_(order, order)], dilca.distances_["pet"])
    with pytest.raises(ParameterError, match="got 'K_dep', which needs the records"):
        Dilca(context="K_dep").fit_counts(count_pairs([arrays], levels), labels)
    with pytest.raises(ParameterError, match="categories must name the levels of each column"):
        Dilca().fit_counts(count_pairs([arrays], levels), labels | {"pet": ["cat"]})


def test_jointly_informative_columns_are_found_where_single_ones_say_nothing():
    rng = np.random.default_rng(4)
    a, b, c = rng.integers(0, 2, (3, 400))
    frame = pa.table({"both": a ^ b, "a": a, "b": b, "c": c})
    kinds = Categorical(("0", "1"))
    schema = Schema(dict.fromkeys(frame.column_names, kinds))

    assert Dilca(context="K_dep", k=2).fit(frame, schema).contexts_["both"] == ["a", "b"]


def test_too_many_sets_of_columns_are_refused():
    frame = pa.table({f"x{c}": ["u", "v", "u"] for c in range(130)})

    with pytest.raises(ParameterError, match="k must be so small that 'K_dep' tries at most"):
        Dilca(context="K_dep", k=3).fit(frame)


def test_an_unfitted_estimator_says_so():
    with pytest.raises(AttributeError, match="not fitted"):
        _ = Dilca().distances_


def test_parameters_come_back():
    assert Dilca(context="K", k=2).get_params()["k"] == 2


def test_a_column_of_dates_without_a_cell_is_coded_as_one_of_numbers_is():
    frame = pd.DataFrame(
        {"kind": ["a", "b"] * 10, "day": [pd.NaT] * 20, "number": [float("nan")] * 20}
    )
    schema = Schema(
        [
            Column("kind", Categorical(("a", "b"))),
            Column("day", Date()),
            Column("number", Numeric()),
        ]
    )

    learned = Dilca().fit(frame, schema=schema)

    assert learned.categories_["day"] == learned.categories_["number"]
