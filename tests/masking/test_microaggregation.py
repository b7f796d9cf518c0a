import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pyarrow import csv

from support.reference import REFERENCE, needs_reference
from vicinage.errors import ParameterError
from vicinage.masking.microaggregation import Microaggregation, group_means, mdav_groups
from vicinage.privacy import RandomKey
from vicinage.schema import Numeric, Schema
from vicinage.table import Table

# Whole numbers make exact ties and duplicates, where the rules of order matter.
grids = arrays(
    np.float64, st.tuples(st.integers(1, 40), st.integers(1, 3)), elements=st.integers(-3, 3)
)


def naive_mdav(x, k):
    variance = np.array([np.sort(column).var() for column in x.T])
    weights = 1 / np.where(variance > 0, variance, 1.0)

    def distances(point, rows):
        total = np.zeros(len(rows))
        for c in range(x.shape[1] - 1, -1, -1):
            gap = x[rows, c] - point[c]
            total += gap * gap * weights[c]
        return total

    labels, label, rest = np.full(len(x), -1), 0, np.arange(len(x))
    while len(rest) >= 2 * k:
        r = rest[np.argmax(distances(x[rest].mean(axis=0), rest))]
        s = rest[np.argmax(distances(x[r], rest))]
        for seed in (r, s) if len(rest) >= 3 * k else (r,):
            near = np.lexsort((-rest, distances(x[seed], rest)))[:k]
            labels[rest[near]] = label
            label += 1
            rest = np.delete(rest, near)
    labels[rest] = label
    return labels


def mask(masker, frame, schema=None, key=None):
    table = Table.from_frame(frame, schema, key=key)
    records = np.arange(table.n_rows, dtype=np.uint64)
    return masker.mask(table, records, RandomKey.new(0))


@given(x=grids, k=st.integers(1, 6))
def test_groups_are_those_of_the_definition_written_naively(x, k):
    k = min(k, len(x))

    assert mdav_groups(x, k)[1].tolist() == naive_mdav(x, k).tolist()


@pytest.mark.parametrize("spread", [1, 4, 1000])
def test_groups_of_many_records_are_those_of_the_definition(spread):
    rng = np.random.default_rng(spread)
    x = np.floor(rng.normal(size=(1500, 4)) * spread)

    assert mdav_groups(x, 3)[1].tolist() == naive_mdav(x, 3).tolist()


@needs_reference
@pytest.mark.parametrize("k", [3, 5])
@pytest.mark.parametrize("name", ["bodyfat", "Tarragona"])
def test_sdcmicro_is_met_cell_by_cell(name, k):
    folder = REFERENCE if name == "bodyfat" else REFERENCE / "sdc"
    original = _to_the_last_bit(folder / f"{name}.csv")
    golden = _to_the_last_bit(REFERENCE / "sdc" / f"golden_mdav_{name}_k{k}.csv")

    released = mask(Microaggregation(group_size=k), original).table.native()

    assert (released.to_numpy() == golden.to_numpy()).all()


def _to_the_last_bit(path):
    return csv.read_csv(path).to_pandas()


def test_five_records_with_a_duplicate_are_grouped_as_by_hand():
    # The shape of sdcMicro issue 51: two far away, the others with a duplicate.
    frame = pd.DataFrame({"x": [1.0, 1.0, 6.0, 20.0, 21.0], "y": [1.0, 1.0, 3.0, 19.0, 20.0]})

    released = mask(Microaggregation(group_size=2), frame).table.native()

    assert released["x"].round(4).tolist() == [2.6667, 2.6667, 2.6667, 20.5, 20.5]
    assert released["y"].round(4).tolist() == [1.6667, 1.6667, 1.6667, 19.5, 19.5]


@given(x=grids, k=st.integers(1, 6))
def test_groups_are_not_too_small_and_not_too_large(x, k):
    k = min(k, len(x))

    sizes = np.bincount(mdav_groups(x, k)[1])

    assert sizes.min() >= k
    assert sizes.max() <= 2 * k - 1 or k == 1


def test_units_do_not_matter():
    x = np.random.default_rng(1).integers(0, 50, size=(200, 3)).astype(float)

    assert mdav_groups(x * [1024.0, 0.125, 1.0], 4)[1].tolist() == mdav_groups(x, 4)[1].tolist()


@pytest.mark.parametrize("size", [1e-300, 1e150, 1e300])
def test_numbers_of_any_size_are_grouped_without_a_warning(size):
    x = np.array([[1.0], [2.0], [9.0], [10.0]]) * size

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        labels = mdav_groups(x, 2)[1]

    assert labels.tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])


def test_constant_and_empty_columns_have_no_influence():
    x = np.random.default_rng(2).normal(size=(60, 2))
    more = np.column_stack([x, np.full(60, 7.3), np.full(60, np.nan)])

    assert mdav_groups(more, 3)[1].tolist() == mdav_groups(x, 3)[1].tolist()


def test_identical_rows_come_back_as_they_were():
    frame = pd.DataFrame({"x": [0.1] * 7, "y": [3.0] * 7})

    released = mask(Microaggregation(group_size=3), frame).table.native()

    pd.testing.assert_frame_equal(released, frame, rtol=1e-15)


def test_a_missing_cell_stays_missing_and_adds_nothing_to_its_group():
    x = np.array([[1.0, 10.0], [3.0, np.nan], [100.0, 50.0], [102.0, 70.0]])
    joined, labels = mdav_groups(x, 2)

    means = group_means(x, joined, labels)

    assert labels[0] == labels[1]
    np.testing.assert_array_equal(means, [[2, 10], [2, np.nan], [101, 60], [101, 60]])


def test_integers_are_rounded_where_a_schema_is_declared_and_means_without_one():
    frame = pd.DataFrame({"age": [20, 21, 60, 63]})
    schema = Schema({"age": Numeric(0, 120, integer=True)})
    masker = Microaggregation(group_size=2)

    assert mask(masker, frame).table.native()["age"].tolist() == [20.5, 20.5, 61.5, 61.5]
    assert mask(masker, frame, schema).table.native()["age"].tolist() == [20, 20, 62, 62]


def test_ties_go_by_key_so_that_the_order_of_the_rows_has_no_influence():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.integers(0, 3, size=(80, 2)), columns=["x", "y"])
    frame.insert(0, "id", rng.permutation(80))
    moved = frame.sample(frac=1, random_state=4)

    first = mask(Microaggregation(), frame, key="id").table.native().set_index("id")
    second = mask(Microaggregation(), moved, key="id").table.native().set_index("id")

    pd.testing.assert_frame_equal(first, second.loc[first.index])


def test_more_records_asked_for_than_there_are_is_refused_with_both_numbers():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0]})

    with pytest.raises(ParameterError, match="group_size = 4 for n = 3; the largest possible is 3"):
        mask(Microaggregation(group_size=4), frame)


@pytest.mark.parametrize("size", [0, -1, 2.5, "3", True, None])
def test_a_group_size_that_is_no_count_is_refused(size):
    with pytest.raises(ParameterError, match="group_size must be a whole number of at least 1"):
        Microaggregation(group_size=size).check()


@settings(max_examples=25)
@given(x=grids)
def test_the_mean_of_a_column_stays(x):
    means = group_means(x, *mdav_groups(x, min(3, len(x))))

    np.testing.assert_allclose(means.mean(axis=0), x.mean(axis=0), atol=1e-12)
