"""Speed of degrees and sensitivity profiles against other libraries, in the same run; peak memory.

Run ``python benchmarks/outliers_speed.py [--quick] [ROW ...]``; ``--list`` names the rows. Times
are CPU seconds over all threads; ours for degrees are the middle one of three runs, those of the
others are summed over many queries. Linux tells the peak of memory.
"""

import argparse
import time
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import KDTree

from peers import radius_for, table
from vicinage.outliers.degrees import degrees
from vicinage.outliers.many_subspaces import degrees_of_each
from vicinage.outliers.profile import exact_profile
from vicinage.outliers.sensitivity import global_sensitivity
from vicinage.outliers.subspace_choice import SubspaceChoice
from vicinage.privacy import PureDP

_CAP = 330
_SPARSE, _DENSE = 20, 3000  # records in a ball, in the median
_QUERIES = 20_000  # that the peers are timed on; scaled up to all
_MB = 1e6


def resident(name):
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024 / _MB


def middle_of_three(work, *arguments, **options):
    """Return what :func:`measured` does, of the run of middle length."""
    return sorted(measured(work, *arguments, **options) for _ in range(3))[1]


def measured(work, *arguments, **options):
    """Return the CPU seconds, the wall seconds, and the peak of memory in MB above the present."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forgets the peak so far
    before = resident("VmRSS")
    wall, cpu = time.perf_counter(), time.process_time()
    work(*arguments, **options)
    spent = time.process_time() - cpu, time.perf_counter() - wall
    return *spent, resident("VmHWM") - before


def scipy_degrees(points, radius):
    """Return the CPU seconds that cKDTree needs to count all balls: build, and one query each."""
    start = time.process_time()
    tree = cKDTree(points)
    build = time.process_time() - start
    some = points[:: max(1, len(points) // _QUERIES)]
    start = time.process_time()
    tree.query_ball_point(some, radius, return_length=True)
    return build + (time.process_time() - start) * len(points) / len(some)


def sklearn_degrees(points, radius):
    """Return the same for scikit-learn's k-d tree."""
    start = time.process_time()
    tree = KDTree(points)
    build = time.process_time() - start
    some = points[:: max(1, len(points) // (_QUERIES // 4))]
    start = time.process_time()
    tree.query_radius(some, radius, count_only=True)
    return build + (time.process_time() - start) * len(points) / len(some)


def count_row(kind, n, m, ball, target):
    points = table(kind, n, m)
    edge = radius_for(points, ball)
    radius = edge / np.sqrt(m)
    ours, wall, memory = middle_of_three(degrees, points, radius, cap=_CAP)
    scipy, sklearn = scipy_degrees(points, edge), sklearn_degrees(points, edge)
    print(
        f"  {n:,} x {m} {kind}, ball {ball}: {ours:.3f} CPU s ({wall:.3f} wall), "
        f"{memory:.0f} MB over the table\n"
        f"    cKDTree {scipy:.1f} s, ratio {scipy / ours:.0f}, target {target} "
        f"{'met' if scipy / ours >= target else 'MISSED'}; "
        f"scikit-learn KDTree {sklearn:.1f} s, ratio {sklearn / ours:.0f}",
        flush=True,
    )


def few_columns(n):
    for m in (1, 2, 3):
        count_row("uniform", n or 1_000_000, m, _SPARSE, 20)
        count_row("uniform", n or 1_000_000, m, _DENSE, 200)


def more_columns(n):
    for kind in ("uniform", "clustered"):
        for m in (4, 6, 10):
            for ball in (_SPARSE, 1000):
                count_row(kind, n or 100_000, m, ball, 10)


def duplicates(n):
    rng = np.random.default_rng(0)
    for m in (2, 3, 4, 6):
        points = rng.integers(0, 5, (n or 200_000, m)) / 5
        for cap in (_CAP, 10**9):
            cpu, wall, _ = measured(degrees, points, 0.15, cap=cap)
            print(
                f"  {len(points):,} x {m} on a lattice of 5, cap {cap:,}: {cpu:.2f} CPU s, "
                f"{wall:.2f} wall",
                flush=True,
            )


def all_subspaces(n):
    for d in (8, 10):
        family = [each for size in range(1, d + 1) for each in combinations(range(d), size)]
        for kind in ("uniform", "clustered"):
            points = table(kind, n or 10_000, d)
            for radius in (0.1, 0.03):
                family_row(points, family, radius, kind)


def family_row(points, family, radius, kind):
    def work():
        for _ in degrees_of_each(points, family, radius, cap=_CAP):
            pass

    ours, wall, memory = middle_of_three(work)
    some = family[:: max(1, len(family) // 60)]
    scipy = sum(
        scipy_degrees(np.ascontiguousarray(points[:, each]), radius * np.sqrt(len(each)))
        for each in some
    )
    scipy *= len(family) / len(some)
    print(
        f"  {len(points):,} x {points.shape[1]} {kind}, {len(family)} subspaces, r {radius}: "
        f"{ours:.1f} CPU s, {wall:.1f} wall (target 4), {memory:.0f} MB over the table\n"
        f"    cKDTree {scipy:.0f} s ({len(some)} subspaces scaled up), ratio {scipy / ours:.0f}, "
        f"target 20 {'met' if scipy / ours >= 20 else 'MISSED'}",
        flush=True,
    )


def dampened_score(n):
    n, d = n or 10_000, 8
    points = table("uniform", n, d)
    family = tuple(each for size in range(1, d + 1) for each in combinations(range(d), size))
    for radius in (0.1, 0.03):
        choice = SubspaceChoice(
            score="dampened", k=10, members=family, n_rows=n, top=3, loss=PureDP("1")
        )
        cpu, wall, memory = measured(choice.scores, points, radius)
        print(
            f"  {n:,} x {d} uniform, {len(family)} subspaces, k 10, r {radius}: {cpu:.1f} CPU s, "
            f"{wall:.1f} wall, {memory:.0f} MB over the table",
            flush=True,
        )


def profiles(n):
    n, k = n or 100_000, 20
    for kind in ("uniform", "clustered"):
        for m in (1, 2, 3, 5, 10):
            points = table(kind, n, m)
            cap = global_sensitivity(m, k, n)
            for ball in (30, 300):
                radius = radius_for(points, ball) / np.sqrt(m)
                t_max = min(cap - 1, 200)
                cpu, wall, memory = measured(exact_profile, points, radius, k, t_max=t_max)
                print(
                    f"  {n:,} x {m} {kind}, ball {ball}, k {k}, t_max {t_max}: {cpu:.2f} CPU s, "
                    f"{wall:.2f} wall, {memory:.0f} MB over the table",
                    flush=True,
                )


ROWS = {
    "few-columns": few_columns,
    "more-columns": more_columns,
    "duplicates": duplicates,
    "all-subspaces": all_subspaces,
    "dampened-score": dampened_score,
    "profiles": profiles,
}


def prepare():
    """Compile, or load, whatever the rows call."""
    rng = np.random.default_rng(0)
    for m in (1, 2, 3, 4):
        exact_profile(rng.random((5000, m)), 0.1, 5, t_max=3)
    list(degrees_of_each(rng.random((500, 3)), [(0, 1), (0, 1, 2)], 0.1, cap=5))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help="by default all rows")
    parser.add_argument("--quick", action="store_true", help="tables a tenth as long")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.rows) - set(ROWS))
    if unknown:
        parser.error(f"no row is named {', '.join(unknown)}; rows: {', '.join(ROWS)}")
    if arguments.list:
        print("\n".join(ROWS))
        return
    print(f"kernels compiled, or loaded, in {measured(prepare)[1]:.1f} s")
    for row in arguments.rows or ROWS:
        print(row, flush=True)
        ROWS[row](10_000 if arguments.quick else None)


if __name__ == "__main__":
    main()
