from itertools import product

import numpy as np
import pytest

from support.canonical import squared_distances, tie_table
from vicinage.outliers import depth as module
from vicinage.outliers.depth import depths, lattice

EVER = 10**9


def all_depths(points, entries, radius, t_max, n=None):
    floors, ceilings = np.zeros(t_max + 1, np.int64), np.full(t_max + 1, EVER)
    n = n or len(points)
    return depths(points, entries, radius, n=n, floors=floors, ceilings=ceilings)


@pytest.mark.parametrize("m", [1, 2, 3, 5, 14])
@pytest.mark.parametrize("kind", ["random", "gridded", "duplicated"])
def test_no_ball_around_any_point_holds_more(m, kind):
    rng = np.random.default_rng(m)
    points = tie_table(kind, 60, m, rng)
    entries = rng.integers(0, 7, 60)
    radius = 0.2
    anywhere = np.concatenate(
        [points, points + rng.normal(0, 0.1, points.shape), (points[:30] + points[30:]) / 2]
    )
    near = squared_distances(anywhere, points) <= m * radius * radius

    found = all_depths(points, entries, radius, 4)

    most = [near[:, entries <= t].sum(axis=1).max() for t in range(5)]
    assert (found >= most).all()
    assert (found <= [(entries <= t).sum() for t in range(5)]).all()


def test_a_window_may_begin_anywhere():
    line = np.array([[0.0], [0.9], [2.0], [2.1], [9.0], [2.0]])

    assert all_depths(line, np.array([0, 0, 0, 1, 0, 3]), 1.0, 3).tolist() == [3, 3, 3, 4]


@pytest.mark.parametrize(("m", "side"), [(2, 0.5), (2, 0.07), (3, 0.6), (4, 1.5)])
@pytest.mark.parametrize("kind", ["random", "gridded", "lopsided"])
def test_the_lattice_is_counted_as_if_cell_by_cell(m, side, kind, monkeypatch):
    monkeypatch.setattr(module, "lattice", lambda *_: (m, side))
    rng = np.random.default_rng(m)
    points = tie_table(kind, 25, m, rng)
    entries, radius = rng.integers(0, 4, 25), 0.1
    width = side * radius * np.sqrt(m) * (1 + 1e-9)
    units = np.clip(points, -(2**20) * radius, 2**20 * radius) / width

    touched = {}
    for u, t in zip(units, entries, strict=True):
        ranges = [range(int(np.floor(x - 1 / side)), int(np.floor(x + 1 / side)) + 1) for x in u]
        for cell in product(*ranges):
            gaps = np.maximum(np.maximum(np.array(cell) - u, u - (np.array(cell) + 1)), 0)
            if (gaps**2).sum() <= side**-2:
                touched.setdefault(cell, np.zeros(4, int))[t:] += 1

    assert (all_depths(points, entries, radius, 3) == np.max(list(touched.values()), axis=0)).all()


@pytest.mark.parametrize("m", [2, 3, 6, 14, 40])
@pytest.mark.parametrize("n", [10, 10**5, 10**7])
def test_a_record_touches_no_more_cells_than_the_public_rule_allows(m, n):
    columns, side = lattice(m, n)

    assert (2 / side + 2) ** columns <= min(1e5, 1e9 / n) * (1 + 1e-9)
    assert 2 <= columns <= m


@pytest.mark.parametrize("m", [2, 3])
def test_floors_and_ceilings_change_nothing_between_them(m):
    rng = np.random.default_rng(0)
    points, entries = rng.normal(size=(400, m)), rng.integers(0, 30, 400)
    exact = all_depths(points, entries, 0.4, 29, n=10**7)
    floors = exact + np.where(np.arange(30) % 7 < 3, 5, -3)
    ceilings = exact[12] + 12 - np.arange(30)

    found = depths(points, entries, 0.4, n=10**7, floors=floors, ceilings=ceilings)

    between = (exact > floors) & (exact < ceilings)
    assert between.any()
    assert not between.all()
    assert (found[between] == exact[between]).all()
    assert (found <= exact).all()
    assert (found[exact >= ceilings] >= np.minimum(ceilings, floors)[exact >= ceilings]).all()


def test_far_from_the_origin_depths_stay_bounds():
    rng = np.random.default_rng(1)
    points = 1e9 + rng.integers(0, 6, (50, 2)) / 1024
    entries = np.zeros(50, np.int64)
    near = squared_distances(points) <= 2 * 1e-3 * 1e-3

    assert all_depths(points, entries, 1e-3, 0)[0] >= near.sum(axis=1).max()


def test_nobody_on_the_verge_is_depth_zero():
    assert all_depths(np.zeros((3, 2)), np.full(3, 9), 0.1, 4).tolist() == [0] * 5
