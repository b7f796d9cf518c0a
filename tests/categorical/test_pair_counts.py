import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.categorical import limits
from vicinage.categorical.pair_counts import PairCounts, count_pairs
from vicinage.errors import ParameterError


@st.composite
def coded_tables(draw):
    levels = draw(st.lists(st.integers(1, 40), min_size=2, max_size=9))
    n = draw(st.integers(0, 60))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return levels, [rng.integers(-1, count, n) for count in levels]


def crossed(x, y, shape):
    table = np.zeros(shape, np.int64)
    both = (x >= 0) & (y >= 0)
    np.add.at(table, (x[both], y[both]), 1)
    return table


@given(coded=coded_tables(), step=st.integers(1, 30))
def test_tables_are_those_of_a_loop_over_records(coded, step):
    levels, columns = coded
    chunks = (
        [codes[start : start + step] for codes in columns]
        for start in range(0, columns[0].size, step)
    )

    pairs = count_pairs(chunks, {f"x{c}": count for c, count in enumerate(levels)})

    for c, x in enumerate(columns):
        for d, y in enumerate(columns):
            if c != d:
                expected = crossed(x, y, (levels[c], levels[d]))
                assert pairs.table(f"x{c}", f"x{d}").tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("levels", "n_columns"),
    [(2, 300), (300, 3), (70_000, 2)],
    ids=["many columns of two values", "more than a byte", "more than two bytes"],
)
def test_any_number_of_levels_and_columns_is_counted(levels, n_columns):
    rng = np.random.default_rng(5)
    columns = [rng.integers(0, levels, 500) for _ in range(n_columns - 1)]
    columns.append(np.minimum(columns[0], 1))
    counts = {f"x{c}": levels for c in range(n_columns - 1)} | {"last": 2}

    pairs = count_pairs([columns], counts)

    assert len(pairs.tables) == n_columns * (n_columns - 1) // 2
    expected = crossed(columns[0], columns[-1], (levels, 2))
    assert np.array_equal(pairs.table("x0", "last"), expected)


def test_columns_keep_their_order_whatever_their_sizes():
    pairs = count_pairs([[np.array([3]), np.array([1]), np.array([0])]], {"a": 9, "b": 2, "c": 4})

    assert list(pairs.tables) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs.table("c", "a")[0, 3] == 1


def test_one_column_has_no_pairs():
    with pytest.raises(ParameterError, match="columns must be at least two, got sex; distances"):
        count_pairs([], {"sex": 2})


@pytest.mark.parametrize("code", [-2, 2], ids=["below", "above"])
def test_a_code_outside_its_range_is_refused_by_the_name_of_its_column(code):
    with pytest.raises(ParameterError, match="codes of 'b' must be from 0 to 1"):
        count_pairs([[np.array([0]), np.array([code])]], {"a": 1, "b": 2})


def test_a_pair_of_too_many_cells_is_refused_by_name_unless_allowed_by_name():
    levels = {"a": 2, "b": 10_000, "c": 5_001}

    with pytest.raises(ParameterError, match=r"got 'b' and 'c' with 10000 x 5001; .*allow_large"):
        count_pairs([], levels)


def test_a_large_pair_is_counted_when_asked_for_by_name(monkeypatch):
    monkeypatch.setattr(limits, "_CELLS", 5)  # the real ones take half a gigabyte
    codes = [np.array([0, 1]), np.array([2, 2])]

    with pytest.raises(ParameterError, match="set allow_large=True"):
        count_pairs([codes], {"a": 2, "b": 3})
    assert count_pairs([codes], {"a": 2, "b": 3}, allow_large=True).table("a", "b")[1, 2] == 1


def test_chunks_of_uneven_columns_are_refused():
    with pytest.raises(ParameterError, match="chunks must hold 2 arrays of one length"):
        count_pairs([[np.array([0]), np.array([0, 1])]], {"a": 1, "b": 2})


def test_counts_are_not_printed():
    pairs = PairCounts(levels={"a": 1, "b": 1}, tables={("a", "b"): np.array([[8675309]])})

    assert repr(pairs) == "PairCounts(levels={'a': 1, 'b': 1})"
