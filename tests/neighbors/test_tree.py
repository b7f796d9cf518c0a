import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from support.spaces import measures, spaces
from vicinage.neighbors import Space, Tree
from vicinage.privacy import RandomKey


def words(*numbers):
    return np.array(numbers, np.uint64)


def draw(space, *, k, radius=0.0, columns=3, seed=1, leaf_size=128, nearest=None, probability=1.0):
    n = len(space.coordinates)
    return Tree.build(space, leaf_size=leaf_size, least=k + 1).draw(
        bound=space.bound(radius), k=k, columns=words(*range(columns)), probability=probability,
        key=RandomKey.new(seed=seed), records=np.arange(n, dtype=np.uint64), nearest_leaves=nearest,
    )  # fmt: skip


def neighborhoods(space, k, radius):
    pairs = measures(space)
    np.fill_diagonal(pairs, np.nan)
    bounds = np.full(len(pairs), space.bound(radius))
    if k:
        bounds = np.maximum(bounds, np.sort(pairs, axis=1)[:, k - 1])
    return pairs <= bounds[:, None]


@given(space=spaces(), data=st.data(), leaf_size=st.sampled_from([4, 16, 128]))
@settings(max_examples=60)
def test_the_kth_measure_is_that_of_the_naive_rule(space, data, leaf_size):
    k = data.draw(st.integers(1, len(space.coordinates) - 1))
    pairs = measures(space)
    np.fill_diagonal(pairs, np.nan)

    found = Tree.build(space, leaf_size=leaf_size).kth_measures(k)

    assert found.tolist() == np.sort(pairs, axis=1)[:, k - 1].tolist()


@given(space=spaces(), radius=st.sampled_from([0.0, 0.3, 1.0, 2.5]))
@settings(max_examples=60)
def test_counts_are_those_of_the_naive_rule(space, radius):
    pairs = measures(space)
    np.fill_diagonal(pairs, np.nan)
    bounds = np.full(len(pairs), space.bound(radius))

    counts = Tree.build(space, leaf_size=16).count(bounds)

    assert counts.tolist() == (pairs <= bounds[:, None]).sum(axis=1).tolist()


@given(points=spaces(), data=st.data())
@settings(max_examples=40)
def test_queries_may_come_from_another_table(points, data):
    rows = data.draw(st.lists(st.integers(0, len(points.coordinates) - 1), min_size=1))
    queries = points.take(np.array(rows))
    pairs = measures(points, queries)
    tree, asked = Tree.build(points, leaf_size=16), Tree.build(queries)

    found = tree.kth_measures(1, asked)

    assert found.tolist() == pairs.min(axis=1).tolist()
    assert tree.count(found, asked).tolist() == (pairs == found[:, None]).sum(axis=1).tolist()


@given(space=spaces(), data=st.data(), leaf_size=st.sampled_from([8, 128]))
@settings(max_examples=60)
def test_donors_are_members_of_the_neighbourhood(space, data, leaf_size):
    n = len(space.coordinates)
    k = data.draw(st.integers(0, n - 1))
    radius = data.draw(st.sampled_from([0.3, 1.0] if k == 0 else [0.0, 0.3, 1.0]))
    member = neighborhoods(space, k, radius)

    donors = draw(space, k=k, radius=radius, leaf_size=leaf_size)

    for column in donors:
        empty = column < 0
        assert (empty == ~member.any(axis=1)).all()
        assert member[np.flatnonzero(~empty), column[~empty]].all()


# One case for each way of drawing: listed neighbours, duplicates too many to list, balls large
# enough for rejection, balls that are counted, balls that hold whole branches of the tree.
CASES = {
    "listed": {"points": np.random.default_rng(0).random((400, 3)), "k": 7, "radius": 0.0},
    "crowded": {"points": np.repeat(np.arange(2.0), 300)[:, None], "k": 5, "radius": 0.0},
    "rejection": {"points": np.random.default_rng(0).random((400, 2)), "k": 5, "radius": 0.4},
    "counted": {"points": np.random.default_rng(0).random((400, 5)), "k": 2, "radius": 0.3},
    "whole": {"points": np.random.default_rng(0).random((400, 1)), "k": 2, "radius": 0.9},
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_draws_are_uniform_on_the_neighbourhood(case):
    space = Space.of_numbers(case["points"])
    member = neighborhoods(space, case["k"], case["radius"])
    columns = 4_000

    donors = draw(space, k=case["k"], radius=case["radius"], columns=columns, leaf_size=16)

    # Records draw independently: their chi-square statistics add up. Fixed seed; a right sampler
    # fails with chance 1e-6 over the choice of the seed.
    statistic, degrees = 0.0, 0
    for row in range(0, len(member), 37):
        counts = np.bincount(donors[:, row], minlength=len(member))[member[row]]
        expected = columns / member[row].sum()
        statistic += ((counts - expected) ** 2 / expected).sum()
        degrees += member[row].sum() - 1
    assert 1e-6 < stats.chi2.sf(statistic, degrees) < 1 - 1e-6


def test_a_biased_draw_would_be_seen():
    member = np.ones(20)
    counts = np.full(20, 200.0)
    counts[0] *= 2  # one member twice as likely

    expected = counts.sum() / member.sum()

    assert stats.chi2.sf(((counts - expected) ** 2 / expected).sum(), 19) < 1e-6


@pytest.mark.parametrize("probability", [0.0, 0.3, 1.0])
def test_the_record_itself_is_kept_with_the_remaining_probability(probability):
    space = Space.of_numbers(np.random.default_rng(0).random((500, 2)))

    donors = draw(space, k=3, columns=40, probability=probability)

    kept = (donors == np.arange(500)).mean()
    assert abs(kept - (1 - probability)) < 5 * np.sqrt(0.25 / donors.size)  # false alarm 6e-7
    assert probability != 1.0 or kept == 0.0


@given(space=spaces(max_records=200), leaf_size=st.integers(6, 40), nearest=st.integers(0, 8))
@settings(max_examples=40)
def test_partitions_search_their_own_leaf_and_the_nearest(space, leaf_size, nearest):
    n = len(space.coordinates)
    if n < 12:
        return
    k = 4
    index = Tree.build(space, leaf_size=leaf_size, least=k + 1).index
    leaf = np.empty(n, int)
    for i in range(index.leaves):
        leaf[index.order[i * n // index.leaves : (i + 1) * n // index.leaves]] = i
    assert np.bincount(leaf).min() >= k + 1

    donors = draw(space, k=k, columns=30, leaf_size=leaf_size, nearest=nearest)

    for row in range(n):
        searched = {leaf[row], *leaf[donors[:, row]]}
        assert len(searched) <= nearest + 1
    if nearest + 1 >= index.leaves:
        member = neighborhoods(space, k, 0.0)
        assert all(member[row, donors[:, row]].all() for row in range(n))


def test_results_do_not_depend_on_the_leaf_size_where_they_are_exact():
    space = Space.of_numbers(np.random.default_rng(0).random((1000, 4)))

    found = [Tree.build(space, leaf_size=size).kth_measures(6) for size in (8, 100, 1000)]

    assert (found[0] == found[1]).all()
    assert (found[0] == found[2]).all()


def test_many_duplicates_take_no_longer_than_distinct_records():
    # 40,000 rows on 4 points: listing balls would need 4e8 members.
    space = Space.of_numbers(np.repeat([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], 10_000, 0))

    donors = draw(space, k=5, columns=2)

    assert (space.coordinates[donors[0]] == space.coordinates).all()
    assert (donors != np.arange(40_000)).all()


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e7, -1e12])
@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e6, 1e-25, 1e25, 1e100])
def test_screening_in_single_precision_changes_nothing(offset, scale):
    # Far from zero, differences that decide are below single precision.
    points = offset + scale * np.random.default_rng(0).integers(0, 4, (600, 14))
    space = Space.of_numbers(points)
    pairs = measures(space)
    np.fill_diagonal(pairs, np.nan)
    kth = np.sort(pairs, axis=1)[:, 4]
    tree = Tree.build(space, leaf_size=16)

    assert tree.kth_measures(5).tolist() == kth.tolist()
    assert tree.count(kth).tolist() == (pairs <= kth[:, None]).sum(axis=1).tolist()


@pytest.mark.parametrize("dims", [3, 12])
def test_nobody_may_ask(dims):
    records = Tree.build(Space.of_numbers(np.random.default_rng(0).random((40, dims))))
    nobody = Tree.build(Space.of_numbers(np.empty((0, dims))))

    assert records.count(np.empty(0), nobody).size == 0
    assert records.kth_measures(1, nobody).size == 0


@pytest.mark.parametrize("leaf_size", [16, 48, 1500])
def test_sums_in_single_precision_leave_no_record_out(leaf_size):
    # Bounds that are just reached, by points whose norms differ a thousandfold; and leaves with
    # more vectors than there are marks.
    rng = np.random.default_rng(0)
    points = rng.normal(size=(1500, 21)) * 10.0 ** rng.integers(-2, 2, (1500, 1))
    space = Space.of_numbers(points)
    pairs = measures(space)
    np.fill_diagonal(pairs, np.nan)
    kth = np.sort(pairs, axis=1)[:, 4]
    tree = Tree.build(space, leaf_size=leaf_size)

    assert tree.kth_measures(5).tolist() == kth.tolist()
    assert tree.count(kth).tolist() == (pairs <= kth[:, None]).sum(axis=1).tolist()
    below = np.nextafter(kth, 0.0)
    assert tree.count(below).tolist() == (pairs <= below[:, None]).sum(axis=1).tolist()
