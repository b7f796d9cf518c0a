"""Rank swapping with sdcMicro's own generator: its few small seeds against seeds that are spread.

Run ``python benchmarks/sdcmicro_seeds.py [--repetitions 200]``. The stored figures of sdcMicro are
means over seeds 1 to 20. Here its generator (three combined Tausworthe generators, of which a seed
sets the first, and replaces a small s by 2 s + 1 until it is large) and its rule of swapping are
written anew, and run with those seeds and with seeds drawn for all three. Its order of equal cells
is not, so with small seeds some figures of tables with ties differ from the stored ones.
"""

import argparse
import json

import numba
import numpy as np
import pandas as pd

from sdcmicro_figures import FIGURES, REFERENCE, SWAPS, TABLES, figures_of, read
from vicinage import RankSwapping

# Of each of the three: bits of state, and its two shifts.
GENERATORS = ((31, 13, 12), (29, 2, 4), (28, 3, 17))
FIXED = (613566701, 858993401)  # what a seed leaves of the second and the third
WORD = np.uint64(0xFFFFFFFF)


@numba.njit
def draw(state):
    """Step the generator, and return a number in [0, 1), as a float of 32 bits."""
    for i in range(3):
        bits, q, p = GENERATORS[i]
        kept = (WORD << np.uint64(32 - bits)) & WORD
        feedback = ((state[i] << np.uint64(q)) & WORD ^ state[i]) >> np.uint64(bits - p)
        state[i] = ((state[i] & kept) << np.uint64(p)) & WORD ^ feedback
    return np.float32((state[0] ^ state[1] ^ state[2]) / 2.0**32)


@numba.njit
def partners(m, fraction, state):
    """Return whom each of m ordered cells is swapped with."""
    partner, swapped = np.arange(m), np.zeros(m, np.bool_)
    free = np.empty(m, np.int64)
    for j in range(m):
        if swapped[j]:
            continue
        n_free = 0
        for k in range(j + 1, min(m, int(j + m * fraction))):
            if not swapped[k]:
                free[n_free] = k
                n_free += 1
        if n_free:
            other = free[int(draw(state) * np.float32(n_free))]
            partner[j], partner[other] = other, j
            swapped[j] = swapped[other] = True
    return partner


def seeded(*seeds):
    """Return the state of the generator, from a seed for each of the three."""
    state = []
    for seed, (bits, _, shift) in zip(seeds, GENERATORS, strict=True):
        state.append(seed)
        while state[-1] <= 1 << (bits - shift):
            state[-1] = 2 * state[-1] + 1
    return np.array(state, np.uint64)


def swapped(original, fraction, tail_fraction, state):
    """Return a release; the columns use up one stream of draws."""
    released = original.copy()
    for name in original:
        cells = original[name].to_numpy()
        order = np.argsort(-cells, kind="stable")
        tail = int(cells.size * tail_fraction)
        inner = order[tail : cells.size - tail]
        out = np.empty(cells.size)
        for end in (order[:tail], order[cells.size - tail :]):
            out[end] = cells[end].mean() if tail else 0.0
        out[inner] = cells[inner[partners(inner.size, fraction, state)]]
        released[name] = out
    return released


def figures(original, releases):
    """Return the figures of all releases, a row for each."""
    return pd.DataFrame([figures_of(original, released) for released in releases])


def compare(name, run, repetitions):
    """Print a line for each figure that sdcMicro has; return how far ours are from spread seeds."""
    original, (fraction, tails) = read(name), SWAPS[run]
    stored = json.loads((REFERENCE / "sdc" / "sdcmicro.json").read_text())["results"][name][run]
    small = [seeded(seed, *FIXED) for seed in range(1, stored["n_seeds"] + 1)]
    rng = np.random.default_rng(1)
    spread = [seeded(*rng.integers(2**28, 2**32, 3)) for _ in range(repetitions)]
    theirs, wide = (
        figures(original, (swapped(original, fraction, tails, state) for state in states))
        for states in (small, spread)
    )
    maskers = (
        RankSwapping(fraction=fraction, tail_fraction=tails, seed=seed)
        for seed in range(repetitions)
    )
    ours = figures(original, (masker.fit_transform(original) for masker in maskers))
    apart = (ours.mean() - wide.mean()) / np.hypot(ours.std(), wide.std()) * repetitions**0.5
    for figure in ours:
        if stored["mean"].get(FIGURES[figure]) is not None and ours[figure].std() > 0:
            values = (stored["mean"][FIGURES[figure]], theirs[figure].mean())
            values += (wide[figure].mean(), ours[figure].mean(), apart[figure])
            print(f"| {name} | {run} | {figure} |", " | ".join(f"{v:.5g}" for v in values), "|")
    return apart[ours.std() > 0].abs()


def main():
    """Compare all tables and runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=200)
    asked = parser.parse_args()
    print("| table | run | figure | stored | small seeds | spread seeds | ours | standard errors |")
    print("|---|---|---|---|---|---|---|---|")
    apart = [compare(name, run, asked.repetitions) for name in TABLES for run in SWAPS]
    found = pd.concat(apart)
    print(
        f"\n{len(found)} figures: ours and those of spread seeds are at most {found.max():.1f} "
        f"standard errors of the difference apart; {(found > 2).mean():.1%} more than 2."
    )


if __name__ == "__main__":
    main()
