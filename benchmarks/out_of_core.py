"""Speed, memory and quality of RWN on tables that are read in parts.

    python benchmarks/out_of_core.py speed 1e5 1e6 1e7     # rows a second, memory, exponent
    python benchmarks/out_of_core.py quality               # partitions against exact search
    python benchmarks/out_of_core.py plan                  # the cost model for 1e9 x 100

Tables have ten columns of floats that lie near four dimensions, in a Parquet file. Every run has a
process of its own; its memory is read ten times a second, that of its workers included.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from vicinage import RWN, Numeric, Schema, release_file
from vicinage.engines import LocalEngine
from vicinage.masking.out_of_core import Plan, Request, memory_bytes
from vicinage.neighbors import Space, Tree
from vicinage.privacy import RandomKey

COLUMNS = 10
LATENT = 4
CHUNK = 2**19


def points(n, rng, columns=COLUMNS, latent=LATENT):
    """Return records near a plane of few dimensions, in thirty clusters, scaled to [0, 1]."""
    mix = np.random.default_rng(7).normal(size=(latent, columns))
    centers = np.random.default_rng(8).normal(scale=3, size=(30, latent))
    hidden = centers[rng.integers(0, 30, n)] + rng.normal(size=(n, latent))
    return 1 / (1 + np.exp(-(hidden @ mix + rng.normal(scale=0.1, size=(n, columns))) / 6))


def write_table(path, n, columns=COLUMNS):
    """Write a table of `n` rows, part by part."""
    names = [f"c{i}" for i in range(columns)]
    writer = None
    for start in range(0, n, CHUNK):
        values = points(min(CHUNK, n - start), np.random.default_rng([1, start]), columns)
        table = pa.table(dict(zip(names, values.T, strict=True)))
        writer = writer or pa.parquet.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
    writer.close()
    return Schema({name: Numeric(0, 1) for name in names})


def masker(columns=None):
    """Return what is measured: five neighbours in partitions of 128."""
    return RWN(n_neighbors=5, partition_size=128, seed=1, columns=columns)


def run(folder, memory, workers, columns):
    """Release one table, and print what the plan said and how long each stage took."""
    schema = Schema({f"c{i}": Numeric(0, 1) for i in range(columns)})
    source = Path(folder) / "table.parquet"
    stages = []

    def begin(stage):
        stages.append((stage, time.perf_counter(), time.process_time()))

    request = Request.of(masker(), source, Path(folder) / "out.parquet", schema)
    plan = request.plan(memory=memory_bytes(memory), n_workers=workers)
    with LocalEngine(workers) as engine:
        release_file(
            masker(), source, Path(folder) / "out.parquet", schema, engine=engine, memory=memory,
            progress=begin,
        )  # fmt: skip
    begin("end")
    took = {a[0]: round(b[1] - a[1], 1) for a, b in pairwise(stages)}
    print(json.dumps({"plan": [plan.seconds, plan.needed_memory], "stages": took,
                      "cpu": stages[-1][2] - stages[0][2]}))  # fmt: skip


def resident(process_id):
    """Return the anonymous and the whole resident memory of a process and its children."""
    anonymous = whole = 0
    todo = [process_id]
    while todo:
        folder = Path(f"/proc/{todo.pop()}")
        try:
            for line in (folder / "status").read_text().splitlines():
                if line.startswith("RssAnon"):
                    anonymous += int(line.split()[1])
                elif line.startswith("VmRSS"):
                    whole += int(line.split()[1])
            for task in (folder / "task").iterdir():
                todo += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            continue
    return anonymous / 1024, whole / 1024


def measured(command):
    """Run a command; return its last line of output, and its peaks of memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peaks = [0.0, 0.0]
    while process.poll() is None:
        peaks = [max(pair) for pair in zip(peaks, resident(process.pid), strict=True)]
        time.sleep(0.1)
    out = process.stdout.read().strip().splitlines()
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed")
    return json.loads(out[-1]), *peaks


def speed(sizes, memory, workers, columns):
    """Print a line for each size, and the exponent between the first and the last."""
    print("rows | s | rows/s | CPU s | anonymous MB | resident MB | planned s | least MB | stages")
    times = []
    for n in sizes:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            write_table(Path(folder) / "table.parquet", n, columns)
            command = [sys.executable, __file__, "run", folder, "--memory", memory]
            command += ["--workers", str(workers), "--columns", str(columns)]
            told, anonymous, whole = measured(command)
        planned, least = told["plan"]
        times.append(sum(told["stages"].values()))
        print(
            f"{n:.0e} | {times[-1]:.1f} | {n / times[-1]:,.0f} | {told['cpu']:.1f} | "
            f"{anonymous:.0f} | {whole:.0f} | {planned:.0f} | {least / 2**20:.0f} | "
            f"{told['stages']}",
            flush=True,
        )
    if len(sizes) > 1:
        exponent = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
        print(f"exponent {exponent:.2f}")


def quality(n=100_000, block=10_000):
    """Compare donors of partitions with exact neighbourhoods, with and without blocks."""
    print("columns | table | partitions searched | blocks | inside exact | distance to exact")
    for columns, latent in ((5, 5), (10, 4), (10, 10)):
        coordinates = points(n, np.random.default_rng(3), columns, latent)
        if latent == columns:
            coordinates = np.random.default_rng(3).random((n, columns))
        space, records = Space.of_numbers(coordinates), np.arange(n, dtype=np.uint64)
        key = RandomKey.new(seed=1)
        kth = np.sqrt(Tree.build(space).kth_measures(5))
        exact = distances(space, draw(Tree.build(space), key, records, None))
        for nearest in (0, 4, 16):
            for blocks in (n, block):
                chosen = RWN(partition_size=128, block_size=blocks).locality(key, n)
                tree = Tree.of_leaves(space, *chosen.all_leaves(space, records))
                found = distances(space, draw(tree, key, records, nearest))
                shape = "uniform" if latent == columns else f"{latent} latent"
                print(
                    f"{columns} | {shape} | 1 + {nearest} | {n // blocks} | "
                    f"{np.mean(found <= kth[:, None]):.4f} | {found.mean() / exact.mean():.4f}",
                    flush=True,
                )


def draw(tree, key, records, nearest):
    """Draw four donors for each record."""
    return tree.draw(
        bound=0.0, k=5, columns=np.arange(4, dtype=np.uint64), probability=1.0, key=key,
        records=records, nearest_leaves=nearest,
    )  # fmt: skip


def distances(space, donors):
    """Return the distance of each record to its donors."""
    gaps = [space.coordinates - space.coordinates[rows] for rows in donors]
    return np.sqrt(np.array([(gap * gap).sum(axis=1) for gap in gaps])).T


def plan_large():
    """Print the plan for 1e9 rows of 100 columns on machines of 16 cores and 64 GB."""
    for machines in (1, 10, 40):
        plan = Plan.of_size(
            RWN(partition_size=1024), n_rows=10**9, n_columns=100, row_bytes=800,
            n_coordinates=100, memory=machines * 2**36, n_workers=16 * machines,
            n_cores=16 * machines,
        )  # fmt: skip
        print(f"{machines} machines:", *plan.lines(), f"Shuffled: {plan.shuffled / 1e12:.1f} TB")


def main():
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["speed", "quality", "plan", "run"])
    parser.add_argument("values", nargs="*")
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--columns", type=int, default=COLUMNS)
    asked = parser.parse_args()
    if asked.what == "speed":
        sizes = [int(float(value)) for value in asked.values]
        speed(sizes, asked.memory, asked.workers, asked.columns)
    elif asked.what == "run":
        run(asked.values[0], asked.memory, asked.workers, asked.columns)
    elif asked.what == "quality":
        quality()
    else:
        plan_large()


if __name__ == "__main__":
    main()
