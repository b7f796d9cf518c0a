"""Facts (a) and (b), on which all mechanisms rest, for every bound of the depth in use."""

from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest

from support.canonical import naive_degrees, squared_distances
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.depth import depths
from vicinage.outliers.profile import family_profile, sensitivity_profile
from vicinage.outliers.sensitivity import global_sensitivity

T_MAX = 5


def unclipped(points, radius, k, n=1000):
    """Return the count, and ``1 + t + D_t`` without the global sensitivity, which hides errors.

    The lattice is that of a table of `n` records.
    """
    found = degrees(points, radius, cap=k + T_MAX + 1)
    known = found >= 0
    entries = np.maximum(np.maximum(k - 1 - found, found - k), 0)[known]
    steps = np.arange(T_MAX + 1)
    deepest = depths(points[known], entries, radius, n=n, floors=0 * steps, ceilings=steps + 10**9)
    return count_of(found, k), 1 + steps + deepest


def assert_facts(one, other):
    """Check (a) and (b) in both directions; arrays of counts, and of bounds with a row a table."""
    (q, bounds), (r, others) = one, other
    gap = np.abs(np.subtract(q, r))
    assert (gap <= np.asarray(bounds)[..., 0]).all()
    assert (gap <= np.asarray(others)[..., 0]).all()
    assert (np.asarray(bounds)[..., :-1] <= np.asarray(others)[..., 1:]).all()
    assert (np.asarray(others)[..., :-1] <= np.asarray(bounds)[..., 1:]).all()


def check_every_table(places, n, radius, k):
    """Check all tables of `n` records at these places; return the numbers of tables and pairs."""
    every = list(combinations_with_replacement(range(len(places)), n))
    index = {table: i for i, table in enumerate(every)}
    computed = [unclipped(places[list(table)], radius, k) for table in every]
    counts, bounds = (np.array(part) for part in zip(*computed, strict=True))
    pairs = np.array([
        (index[tuple(sorted((*kept, a)))], index[tuple(sorted((*kept, b)))])
        for kept in combinations_with_replacement(range(len(places)), n - 1)
        for a, b in combinations(range(len(places)), 2)
    ])  # fmt: skip
    left, right = pairs.T
    assert_facts((counts[left], bounds[left]), (counts[right], bounds[right]))
    return len(every), len(pairs)


@pytest.mark.parametrize(
    ("n", "domain", "k", "checked"),
    [(5, 14, 1, (8_568, 216_580)), (5, 14, 2, (8_568, 216_580)), (6, 10, 2, (5_005, 90_090)),
     (7, 9, 3, (6_435, 108_108))],
)  # fmt: skip
def test_the_facts_hold_for_all_small_tables_on_a_line(n, domain, k, checked):
    assert check_every_table(np.arange(domain)[:, None] / 1.0, n, 1.0, k) == checked
    assert check_every_table(np.arange(domain)[:, None] / 10, n, 0.1, k) == checked


@pytest.mark.parametrize(
    ("n", "shape", "radius", "k", "checked"),
    [(4, (3, 3), 1.0, 1, (495, 5_940)), (5, (3, 2), 0.7071067811865476, 2, (252, 1_890)),
     (4, (2, 2, 2), 0.5773502691896258, 1, (330, 3_360))],
)  # fmt: skip
def test_the_facts_hold_for_all_small_tables_on_a_grid(n, shape, radius, k, checked):
    places = np.array(list(product(*(range(size) for size in shape))), float)

    assert check_every_table(places, n, radius, k) == checked


def special_places(m, rng):
    """Make points full of ties at exactly 5: on a circle, on a lattice, and some at random."""
    circle = [(3, 4), (4, 3), (5, 0), (0, 5), (-3, 4), (-4, -3), (0, -5), (4, -3), (0, 0)]
    places = np.zeros((40, m))
    places[:9, :2] = np.array(circle)[:, :m]
    places[9:20] = rng.integers(-2, 3, (11, m)) * 5
    places[20:30] = rng.integers(-8, 9, (10, m))
    places[30:] = rng.normal(0, 6, (10, m))
    return places


# 14 columns are more than the lattice has.
@pytest.mark.parametrize(
    ("m", "n"), [(1, 14), (2, 14), (2, 10**7), (3, 10**5), (5, 10**6), (14, 10**5)]
)
@pytest.mark.parametrize("k", [1, 3, 6])
def test_the_facts_hold_for_300_pairs_of_random_tables_with_ties(m, n, k):
    rng = np.random.default_rng(10 * m + k)
    radius = 5 / np.sqrt(m)
    for _ in range(100):
        places = special_places(m, rng)
        table = places[rng.integers(0, rng.integers(1, 41), 14)]
        neighbour = table.copy()
        neighbour[0] = places[rng.integers(40)] if rng.random() < 0.8 else np.nan

        assert_facts(unclipped(table, radius, k, n), unclipped(neighbour, radius, k, n))


def two_radius_bounds(points, radius, k):
    """Bound by the fullest ball of radius 2r around a record: what must not be done."""
    found = naive_degrees(points, radius, 10**9)
    near = squared_distances(points) <= 4 * radius * radius
    return [
        1 + t + near[:, (k - 1 - t <= found) & (found <= k + t)].sum(axis=1).max()
        for t in range(T_MAX + 1)
    ]


def test_a_ball_around_a_record_would_break_what_the_profile_promises():
    table = np.array([[8.0], [8.0], [10.0], [11.0], [11.0]])
    neighbour = np.array([[5.0], [8.0], [8.0], [11.0], [11.0]])

    leaky = two_radius_bounds(table, 1.0, 2), two_radius_bounds(neighbour, 1.0, 2)
    assert any(a > b for a, b in zip(leaky[0][:-1], leaky[1][1:], strict=True))

    assert_facts(unclipped(table, 1.0, 2), unclipped(neighbour, 1.0, 2))


def test_seven_points_of_a_circle_lose_at_most_one():
    angles = 2 * np.pi * np.arange(7) / 7
    ring = 0.5 + 0.25 * np.column_stack([np.cos(angles), np.sin(angles)])
    radius = 0.25 / np.sqrt(2)
    entries, steps = np.zeros(7, np.int64), np.zeros(1, np.int64)

    whole = depths(ring, entries, radius, n=7, floors=steps, ceilings=steps + 9)[0]
    less = depths(ring[1:], entries[1:], radius, n=7, floors=steps, ceilings=steps + 9)[0]

    assert (whole, less) == (7, 6)


@pytest.mark.parametrize("m", [1, 2, 3, 6])
@pytest.mark.parametrize("t_max", [0, 7, 10_000])
def test_the_profile_is_the_least_of_two_bounds_and_never_falls(m, t_max):
    rng = np.random.default_rng(m)
    points = np.concatenate([rng.normal(0.5, 0.05, (300, m)), rng.random((30, m))])
    points[::40] = np.nan
    cap = global_sensitivity(m, 5, 330)

    count, profile = sensitivity_profile(points, 0.05, 5, t_max=t_max)

    found = naive_degrees(points, 0.05, 10**9)
    bounds = np.array(profile.reveal().bounds)
    assert count.reveal() == ((found >= 0) & (found < 5)).sum()
    assert profile.reveal().cap == cap
    assert bounds.size == min(t_max, cap - 1) + 1
    assert (np.diff(bounds) >= 0).all()
    assert (bounds >= np.minimum(cap, 1 + np.arange(bounds.size))).all()
    assert t_max < cap or bounds[-1] == cap


def test_the_order_of_the_rows_changes_no_profile():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(500, 3))

    profiles = [
        sensitivity_profile(points[order], 0.2, 5, t_max=40)[1].reveal()
        for order in (np.arange(500), rng.permutation(500))
    ]

    assert profiles[0] == profiles[1]


@pytest.mark.parametrize("k", [2, 9])
def test_the_profile_of_a_family_is_the_largest_of_its_members(k):
    rng = np.random.default_rng(k)
    points = np.concatenate([rng.normal(0.5, 0.1, (250, 5)), rng.random((50, 5))])
    points[:5, 2] = np.nan
    family = [each for size in (1, 2, 3, 5) for each in combinations(range(5), size)]
    rng.shuffle(family)
    family = [tuple(each) for each in family]

    counts, profile = family_profile(points, family, 0.08, k, t_max=60)

    alone = [sensitivity_profile(points[:, each], 0.08, k, t_max=60) for each in family]
    members = [each.reveal() for _, each in alone]
    largest = [
        max(member.bounds[t] if t < len(member.bounds) else member.cap for member in members)
        for t in range(61)
    ]
    assert counts.reveal().tolist() == [count.reveal() for count, _ in alone]
    assert list(profile.reveal().bounds) == largest
    assert profile.reveal().cap == global_sensitivity(5, k, 300)
