from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.canonical import KINDS, naive_degrees, tie_table
from vicinage._kernels import threads, use_threads
from vicinage.errors import ParameterError
from vicinage.outliers import degrees as module
from vicinage.outliers import many_subspaces
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.many_subspaces import degrees_of_each, subspace_counts

ALL = 10**9


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("m", range(1, 11))
@pytest.mark.parametrize("n", [2, 400])
def test_degrees_are_those_of_ten_naive_lines(kind, m, n):
    points = tie_table(kind, n, m, np.random.default_rng(m))

    for radius in (0.1, 0.3):
        for cap in (20, ALL):
            found = degrees(points, radius, cap=cap)
            assert (found == naive_degrees(points, radius, cap)).all()


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(KINDS),
    st.tuples(st.integers(1, 200), st.integers(1, 6)),
    st.sampled_from([0.1, 0.2, 0.30000000000000004, 0.07, 5.0]),
    st.sampled_from([1, 10, ALL]),
)
def test_degrees_hold_at_the_very_edge_of_a_ball(seed, kind, shape, radius, cap):
    rng = np.random.default_rng(seed)
    n, m = shape
    points = tie_table(kind, n, m, rng) + rng.choice([0.0, 1e3])

    assert (degrees(points, radius, cap=cap) == naive_degrees(points, radius, cap)).all()


@pytest.mark.parametrize("m", [4, 7, 21])
@pytest.mark.parametrize("radius", [1e-60, 1e-9, 0.3, 1e9, 1e60])
def test_single_precision_decides_nothing_that_it_cannot_tell(m, radius):
    rng = np.random.default_rng(m)
    centers = 3 * rng.normal(size=(6, m))
    rays = rng.normal(size=(600, m))
    rays *= np.sqrt(m) / np.linalg.norm(rays, axis=1, keepdims=True)
    # Half of the records lie on the edge of a centre's ball, or beside it by less than float32 has.
    off = rng.choice([0, 0.5, 1, 1 - 1e-15, 1 + 1e-15, 1 - 1e-8, 1 + 1e-8, 1 - 1e-6, 1 + 1e-6], 600)
    points = radius * np.concatenate(
        [centers, centers[rng.integers(0, 6, 600)] + off[:, None] * rays]
    )

    for cap in (5, ALL):
        assert (degrees(points, radius, cap=cap) == naive_degrees(points, radius, cap)).all()


@pytest.mark.parametrize("far", [1e3, 1e7, 1e15, 1e150, 1e305])
def test_balls_that_are_tiny_beside_the_box_of_a_leaf_lose_nobody(far):
    rng = np.random.default_rng(0)
    points = tie_table("gridded", 500, 5, rng)
    points[::7] += far * rng.choice([-1, 1], (72, 5))  # a leaf holds some of both

    with np.errstate(over="ignore"):
        expected = naive_degrees(points, 0.1, ALL)
    assert (degrees(points, 0.1, cap=ALL) == expected).all()


@pytest.mark.parametrize("size", [1e155, 1e160, 1.7e308])
def test_one_cell_whose_square_no_float_holds_leaves_the_rest_counted(size):
    points = np.zeros((7, 4))
    points[0, 0], points[1, 1] = size, 0.5

    counted = degrees(points, 1.0, cap=ALL)

    assert counted.tolist() == [0, *[5] * 6]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("m", [2, 3])
@pytest.mark.parametrize("parts", [1, 2, 4])
def test_cells_of_every_size_find_the_same(kind, m, parts, monkeypatch):
    monkeypatch.setattr(module, "_parts", lambda *_: parts)
    points = tie_table(kind, 900, m, np.random.default_rng(parts))

    for radius in (0.02, 0.1, 0.4):
        for cap in (5, 60, ALL):
            found = degrees(points, radius, cap=cap)
            assert (found == naive_degrees(points, radius, cap)).all()


@pytest.mark.parametrize("m", [2, 3])
def test_cells_that_are_wider_than_the_ball_lose_nobody(m):
    points = tie_table("gridded", 400, m, np.random.default_rng(0))
    points[:40] *= 1e8  # so that no more than 2^20 cells fit along a coordinate

    assert (degrees(points, 0.1, cap=ALL) == naive_degrees(points, 0.1, ALL)).all()


@pytest.mark.parametrize("crowd", [30, 1000, 5000])
@pytest.mark.parametrize("m", [1, 2, 3])
def test_cells_are_chosen_by_how_crowded_a_table_is(m, crowd):
    points = np.random.default_rng(m).random((6000, m))
    radius = (crowd / 6000 / [2, np.pi, 4.19][m - 1]) ** (1 / m) / np.sqrt(m)

    assert (degrees(points, radius, cap=100) == naive_degrees(points, radius, 100)).all()


@given(
    st.integers(0, 2**32 - 1),
    st.integers(1, 40),
    st.sampled_from([0.1, 0.25, 0.30000000000000004]),
    st.sampled_from([0.0, 1e3]),
)
def test_crowded_parts_of_a_line_hide_nobody_beside_them(seed, cap, radius, shift):
    rng = np.random.default_rng(seed)
    gaps = rng.choice([0.0, radius / 8, radius / 2, radius, np.nextafter(radius, 1)], 300)
    points = (np.cumsum(gaps * (rng.random(300) < rng.random())) + shift)[:, None]

    assert (degrees(points, radius, cap=cap) == naive_degrees(points, radius, cap)).all()


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_a_row_with_a_missing_cell_is_nobodys_neighbour(m):
    rng = np.random.default_rng(m)
    points = tie_table("gridded", 300, m, rng)
    points[rng.random(300) < 0.2, m - 1] = np.nan
    points[0, 0] = np.inf
    whole = np.isfinite(points).all(axis=1)

    found = degrees(points, 0.2, cap=ALL)

    assert (found[~whole] == -1).all()
    assert (found[whole] == naive_degrees(points[whole], 0.2, ALL)).all()
    assert count_of(found, ALL) == whole.sum()
    assert (degrees(np.full((3, m), np.nan), 0.1, cap=2) == -1).all()


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_neither_threads_nor_the_order_of_rows_matter(m):
    rng = np.random.default_rng(m)
    points = tie_table("random", 3000, m, rng)
    shuffled = rng.permutation(3000)
    found = degrees(points, 0.1, cap=20)

    before = threads()
    use_threads(1)
    try:
        alone = degrees(points, 0.1, cap=20)
    finally:
        use_threads(before)

    assert (alone == found).all()
    assert (degrees(points[shuffled], 0.1, cap=20) == found[shuffled]).all()


def all_subspaces(d):
    return [each for size in range(1, d + 1) for each in combinations(range(d), size)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("holes", [0.0, 0.05])
@pytest.mark.parametrize("cap", [4, ALL])
def test_many_subspaces_at_once_find_what_each_finds_alone(kind, holes, cap):
    rng = np.random.default_rng(3)
    points = tie_table(kind, 1100, 4, rng)
    points[rng.random(points.shape) < holes] = np.nan
    subspaces = all_subspaces(4)

    for radius in (0.1, 0.02):
        each = list(degrees_of_each(points, subspaces, radius, cap=cap))
        assert len(each) == len(subspaces)
        for subspace, found in zip(subspaces, each, strict=True):
            assert (found == naive_degrees(points[:, subspace], radius, cap)).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", [(2, 6), (3, 6), (3, 4)])
def test_records_left_out_below_a_prefix_are_near_in_no_subspace_there(kind, sizes, monkeypatch):
    monkeypatch.setattr(many_subspaces, "_BLOCK", 100)
    rng = np.random.default_rng(sizes[0])
    points = tie_table(kind, 400, 6, rng)
    points[rng.random(points.shape) < 0.02] = np.nan
    subspaces = [each for each in all_subspaces(6) if sizes[0] <= len(each) <= sizes[1]]

    for radius in (0.1, 0.25):
        found = degrees_of_each(points, subspaces, radius, cap=30)
        for subspace, each in zip(subspaces, found, strict=True):
            assert (each == naive_degrees(points[:, subspace], radius, 30)).all()


def test_a_family_is_worked_off_in_batches_in_the_order_it_was_given(monkeypatch):
    monkeypatch.setattr(many_subspaces, "_DEGREES", 3 * 200)
    points = tie_table("gridded", 200, 4, np.random.default_rng(0))
    subspaces = [(0, 1, 2, 3), (2,), (1, 3), (0, 1, 2, 3), (0, 2), (1, 2, 3), (1, 3)]

    each = degrees_of_each(points, subspaces, 0.1, cap=7)

    for subspace, found in zip(subspaces, each, strict=True):
        assert (found == naive_degrees(points[:, subspace], 0.1, 7)).all()


def test_counts_of_subspaces_are_the_records_with_too_few_neighbours():
    points = tie_table("random", 500, 4, np.random.default_rng(1))

    counts = subspace_counts(points, all_subspaces(4), 0.1, 9)

    expected = [(naive_degrees(points[:, each], 0.1, ALL) < 9).sum() for each in all_subspaces(4)]
    assert counts.tolist() == expected


@pytest.mark.parametrize("radius", [0, -1.0, np.nan, np.inf, 1e-200, "0.1"])
def test_a_radius_that_is_not_positive_is_refused(radius):
    with pytest.raises(ParameterError, match="radius must be a positive number"):
        degrees(np.zeros((3, 1)), radius, cap=2)


@pytest.mark.parametrize("cap", [0, -3, 1.5])
def test_a_cap_below_one_is_refused(cap):
    with pytest.raises(ParameterError, match="cap must be a whole number"):
        degrees(np.zeros((3, 1)), 1.0, cap=cap)
