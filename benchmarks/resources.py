"""The rows of neighbors_speed.py that measure quality, memory or the bare loops.

Memory is that of a fresh process, since the peak of a process never falls: ``resource`` gives it in
KiB on Linux.
"""

import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from peers import table
from vicinage import RWN
from vicinage.neighbors import Space, Tree
from vicinage.privacy import RandomKey

_MB = 1e6
_BLOCK = 1_000  # points that every query is compared with in one call
_LEAF, _NEAREST = 128, 16  # partitions of about 128 records, 16 of them besides the own one


def prepare(draw):
    """Compile, or load, whatever the rows call."""
    rng = np.random.default_rng(0)
    for dims in (2, 5, 14, 40):
        draw(rng.random((2000, dims)), 0.3, 5, 1)
        frame = pd.DataFrame(rng.random((2000, dims))).add_prefix("c")
        RWN(radius=0.3, seed=1).fit_transform(frame)
        tree = Tree.build(Space.of_numbers(frame.to_numpy()))
        tree.count(tree.kth_measures(5), tree)


def donors(tree, bound, columns, n, nearest=None):
    return tree.draw(
        bound=bound,
        k=5,
        columns=np.arange(columns, dtype=np.uint64),
        probability=1.0,
        key=RandomKey.new(1),
        records=np.arange(n, dtype=np.uint64),
        nearest_leaves=nearest,
    )


def partitioned(n, *, dims, allowed):
    n = n or 1_000_000
    points = table("clustered", n, dims)
    start = time.process_time()
    tree = Tree.build(Space.of_numbers(points), leaf_size=_LEAF, least=6)
    near = donors(tree, -1.0, 1, n, _NEAREST)[0]
    seconds = time.process_time() - start
    exact_tree = Tree.build(Space.of_numbers(points))
    edges = exact_tree.kth_measures(5)
    reached = squares(points, near)
    exact = squares(points, donors(exact_tree, -1.0, 1, n)[0])
    share = (reached <= edges).mean()
    longer = np.sqrt(reached).mean() / np.sqrt(exact).mean() - 1
    met = "met" if share >= 0.95 and abs(longer) <= 0.03 and seconds <= allowed else "MISSED"
    print(
        f"partitioned-d{dims}: {n:,} x {dims} clustered, "
        f"partitions of {_LEAF}, nearest {_NEAREST}\n"
        f"  {share:.1%} of draws inside the exact neighbourhood, target 95%; mean distance "
        f"{longer:+.1%}, target 3%; {seconds:.2f} CPU s, target {allowed} at 1,000,000; {met}",
        flush=True,
    )


def squares(points, rows):
    """Return the squared distances to other rows, added up in the order of the columns."""
    total = np.zeros(len(points))
    for column in points.T:
        gap = column - column[rows]
        total += gap * gap
    return total


def pairs(n):
    """Measure every pair once, so that a loop that no longer vectorises is seen at once.

    The targets are half of what was seen on a busy two-core machine; without vector instructions
    the loops are 6 to 11 times slower.
    """
    n = n or 20_000
    for dims, least in ((5, 0.6), (14, 0.25)):
        points = np.random.default_rng(0).random((n, dims))
        queries = Tree.build(Space.of_numbers(points))
        # A tree of one leaf: its box reaches across the whole cube, so that no ball holds or misses
        # it. It is small enough for the processor's cache.
        leaves = [
            Tree.build(Space.of_numbers(points[start : start + _BLOCK]), leaf_size=_BLOCK)
            for start in range(0, n, _BLOCK)
        ]
        bounds = np.full(n, dims / 6)
        start = time.process_time()
        for leaf in leaves:
            leaf.count(bounds, queries)
        rate = n * n / (time.process_time() - start) / 1e9
        met = "met" if rate >= least else "MISSED"
        print(
            f"pairs: {n:,} x {dims}; {rate:.2f} G pairs a CPU second, target {least} {met}",
            flush=True,
        )


def exact_large(n):
    _in_fresh_process("exact-1e7", n or 10_000_000)


def release_large(n):
    _in_fresh_process("release-1e6", n or 1_000_000)


def _in_fresh_process(name, n):
    command = [sys.executable, str(Path(__file__)), name]
    # A first process leaves compiled code behind, which takes hundreds of megabytes to make.
    subprocess.run([*command, "2000"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*command, str(n)], check=True)


def _peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _exact(n):
    points = table("uniform", n, 5)
    before = _resident()
    start = time.perf_counter()
    donors(Tree.build(Space.of_numbers(points)), -1.0, 5, n)
    seconds = time.perf_counter() - start
    over = (_peak() - before) / _MB
    met = "met" if seconds <= 30 and over < 1300 else "MISSED"
    print(
        f"exact-1e7: {n:,} x 5 uniform, k 5, 5 columns drawn; {seconds:.1f} s wall, target 30 at "
        f"10,000,000; {over:.0f} MB over the input, target 1300; {met}"
    )


def _release(n):
    frame = pd.DataFrame(table("uniform", n, 10)).add_prefix("c")
    start = time.process_time()
    released = RWN().fit_transform(frame)
    seconds = time.process_time() - start
    assert released.shape == frame.shape
    peak, limit = _peak() / _MB, (3 * 8 * 10 * n) / _MB + 500
    met = "met" if peak < limit else "MISSED"
    print(
        f"release-1e6: RWN().fit_transform of {n:,} x 10 uniform; peak of the process {peak:.0f} "
        f"MB, target {limit:.0f} (3 x float64 size + 500); {seconds:.1f} CPU s; {met}"
    )


RESOURCES = {
    "partitioned-d14": partial(partitioned, dims=14, allowed=8),
    "partitioned-d40": partial(partitioned, dims=40, allowed=40),
    "pairs": pairs,
    "exact-1e7": exact_large,
    "release-1e6": release_large,
}

if __name__ == "__main__":
    {"exact-1e7": _exact, "release-1e6": _release}[sys.argv[1]](int(sys.argv[2]))
