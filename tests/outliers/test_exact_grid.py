from fractions import Fraction

import numpy as np
import pytest

from support.canonical import naive_degrees, squared_distances, tie_table
from vicinage.outliers.degrees import count_of, degrees, squared_reach
from vicinage.outliers.exact_grid import on_exact_grid
from vicinage.outliers.sensitivity import global_sensitivity

# Half a hexagon, regular up to a few units in the last place; its mirror image is the other half.
CORNERS = [
    ("0x1.4e310bca8ba0fp-4", "0x1.d92386fd1a9a9p-4"),
    ("-0x1.e54f0ea5abe05p-5", "0x1.06fe6ffcfee44p-3"),
    ("-0x1.206c498eb0c89p-3", "0x1.a6cac7e7196f0p-7"),
]


def change(ring, k):
    """Return by how much the count changes when the record in the middle moves far away."""
    table = np.concatenate([np.repeat(ring, k, axis=0), [[0.0, 0.0], [9.0, 9.0]]])
    moved = table.copy()
    moved[-2] = [9.0, -9.0]
    before, after = (count_of(degrees(each, 0.1, cap=k), k) for each in (table, moved))
    return after - before


@pytest.mark.parametrize("k", [1, 4])
def test_rounding_alone_could_break_the_global_sensitivity_and_the_grid_prevents_it(k):
    half = np.array([[float.fromhex(cell) for cell in corner] for corner in CORNERS])
    ring = np.concatenate([half, -half])
    allowed = global_sensitivity(2, k, 6 * k + 2)

    assert change(ring, k) == 6 * k + 1 > allowed == 5 * k + 1
    assert change(on_exact_grid(ring, 0.1), k) <= allowed


@pytest.mark.parametrize("m", [1, 2, 3, 7])
@pytest.mark.parametrize("radius", [0.3, 1 / 3, 1e-6, 1e6])
def test_on_the_grid_sums_of_neighbours_are_exact(m, radius):
    rng = np.random.default_rng(m)
    raw = tie_table("random", 30, m, rng) * radius * 2
    raw[0] += 1e6 * radius
    points = on_exact_grid(raw, radius)

    sums, bound = squared_distances(points), squared_reach(radius, m)

    assert (np.abs(points - raw) <= radius / 2**22).all()
    assert (on_exact_grid(points, radius) == points).all()
    for i in range(30):
        for j in range(30):
            gaps = [Fraction(a) - Fraction(b) for a, b in zip(points[i], points[j], strict=True)]
            truth = sum(gap * gap for gap in gaps)
            assert (truth <= Fraction(bound)) == (sums[i, j] <= bound)
    assert (degrees(points, radius, cap=99) == naive_degrees(points, radius, 99)).all()
