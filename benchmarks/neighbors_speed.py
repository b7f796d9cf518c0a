"""Speed of RWN's draws against other libraries, in the same run; memory and partitions.

Run ``python benchmarks/neighbors_speed.py [--quick] [ROW ...]``; ``--list`` names the rows. Times
are CPU seconds over all threads. The targets hold against a loop that asks a library for balls and
nearest records and draws record by record; beside it stands what an expert gets without a loop.
"""

import argparse
import time
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from pykdtree.kdtree import KDTree

from peers import ckdtree_search, draw_by_arrays, draw_in_loop, radius_for, sklearn_search, table
from resources import RESOURCES, prepare
from vicinage import RWN
from vicinage.neighbors import Space, Tree
from vicinage.privacy import RandomKey

_QUICK = 20_000
_BRUTE_QUERIES = 2_000  # brute force is timed on so many queries and scaled up to all
_PEER_DRAWS = (draw_in_loop, draw_by_arrays)  # the targets are set for the first


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One table to draw from, and what the ratio to the peers should be.

    Parameters
    ----------
    ball : int
        Records in a ball, in the median; 0 for the k nearest alone.
    frame : bool
        Whether to time the whole release of a data frame too, and to draw for every column.
    """

    dims: int
    kind: str = "uniform"
    ball: int = 20
    k: int = 5
    n: int = 100_000
    peers: tuple[str, ...] = ("scikit-learn", "cKDTree")
    target: float
    stretch: float | None = None
    frame: bool = False


JOBS = {
    "d2-ball20": Job(dims=2, target=10, stretch=20),
    "d5-ball20": Job(dims=5, target=10, stretch=20),
    "d5-frame": Job(dims=5, target=10, stretch=20, frame=True),
    "d5-knn": Job(dims=5, ball=0, peers=("pykdtree",), target=2),
    "d5-k50": Job(dims=5, ball=0, k=50, target=4, stretch=8),
    "d5-ball1000": Job(dims=5, ball=1000, target=80, stretch=200),
    "d14-clustered-ball1000": Job(dims=14, kind="clustered", ball=1000, target=80, stretch=200),
    "d14-clustered-ball20": Job(dims=14, kind="clustered", target=25, stretch=70),
    "d14-clustered-frame": Job(dims=14, kind="clustered", target=25, stretch=70, frame=True),
    "d14-uniform-ball20": Job(dims=14, peers=("brute force",), target=4),
    "d40-clustered": Job(dims=40, kind="clustered", peers=("brute force",), target=4, stretch=8),
    "d40-uniform": Job(dims=40, peers=("brute force",), target=2.5, stretch=5),
}


def draw(points, radius, k, columns):
    space = Space.of_numbers(points)
    return Tree.build(space).draw(
        bound=space.bound(radius) if radius > 0 else -1.0,
        k=k,
        columns=np.arange(columns, dtype=np.uint64),
        probability=1.0,
        key=RandomKey.new(1),
        records=np.arange(len(points), dtype=np.uint64),
    )


def cpu(work, *arguments, **options):
    start = time.process_time()
    work(*arguments, **options)
    return time.process_time() - start


def peer_seconds(peer, points, radius, k, columns):
    """Return the CPU seconds of a peer's loop, those by whole arrays (or None), and a note."""
    if peer == "pykdtree":
        seconds = cpu(lambda: KDTree(points).query(points, k=k + 1))
        return seconds, None, "pykdtree's k-NN alone, no draw"
    options = (radius, k, columns)
    if peer == "brute force":
        some = points[:_BRUTE_QUERIES]
        search = sklearn_search(points, radius, k, "brute")
        scale = len(points) / len(some)
        loop, arrays = (cpu(work, search, some, *options) * scale for work in _PEER_DRAWS)
        return loop, arrays, f"scikit-learn, brute force, {len(some)} queries scaled up"
    build = sklearn_search if peer == "scikit-learn" else ckdtree_search
    loop, arrays = (
        cpu(lambda work=work: work(build(points, radius, k), points, *options))
        for work in _PEER_DRAWS
    )
    return loop, arrays, peer


def run_job(name, job):
    points = table(job.kind, job.n, job.dims)
    radius = radius_for(points, job.ball)
    columns = job.dims if job.frame else 1
    ours = cpu(draw, points, radius, job.k, columns)
    print(
        f"{name}: {job.n:,} x {job.dims} {job.kind}, ball {job.ball}, k {job.k}, "
        f"columns drawn {columns}; ours {ours:.2f} CPU s"
    )
    if job.frame:
        frame = pd.DataFrame(points).add_prefix("c")
        whole = cpu(RWN(n_neighbors=job.k, radius=radius, seed=1).fit_transform, frame)
        print(f"  whole fit_transform {whole:.2f}, so encoding and decoding {whole - ours:.2f}")
    for peer in job.peers:
        loop, arrays, note = peer_seconds(peer, points, radius, job.k, columns)
        met = "met" if loop / ours >= job.target else "MISSED"
        stretch = f", stretch {job.stretch:g}" if job.stretch else ""
        print(
            f"  {note}: {loop:.2f} CPU s, ratio {loop / ours:.1f}, "
            f"target {job.target:g} {met}{stretch}"
        )
        if arrays is not None:
            print(f"    without a loop: {arrays:.2f} CPU s, ratio {arrays / ours:.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help="by default all rows")
    parser.add_argument("--quick", action="store_true", help=f"tables of {_QUICK:,} records")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    arguments = parser.parse_args()
    names = [*JOBS, *RESOURCES]
    unknown = sorted(set(arguments.rows) - set(names))
    if unknown:
        parser.error(f"no row is named {', '.join(unknown)}; rows: {', '.join(names)}")
    if arguments.list:
        print("\n".join(names))
        return
    prepare(draw)
    for name in arguments.rows or names:
        if name in RESOURCES:
            RESOURCES[name](_QUICK if arguments.quick else None)
        else:
            job = JOBS[name]
            run_job(name, replace(job, n=_QUICK) if arguments.quick else job)


if __name__ == "__main__":
    main()
