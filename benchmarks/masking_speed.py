"""CPU seconds of the numeric maskers at the sizes at which sdcMicro was timed.

Run ``python benchmarks/masking_speed.py [n ...]``. The table is the CASC census file, rows
repeated and jittered by 0.05 standard deviations as in the stored timing of sdcMicro, or a
log-normal table of as many columns where the reference data are not at hand.
"""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from vicinage.masking.microaggregation import Microaggregation
from vicinage.masking.noise_addition import NoiseAddition
from vicinage.masking.rank_swapping import RankSwapping

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "reference"
SDC = Path(os.environ.get("VICINAGE_REFERENCE") or _BESIDE) / "sdc"
MASKERS = {
    "microaggregation mdav k=5": Microaggregation(group_size=5),
    "rankSwap P=0.15": RankSwapping(fraction=0.15),
    "rankSwap P=15": RankSwapping(fraction=1.0),
    "noise": NoiseAddition(scale=0.1),
}


def table(n):
    rng = np.random.default_rng(1)
    if not SDC.exists():
        return pd.DataFrame(rng.lognormal(size=(n, 13))).add_prefix("c")
    casc = pd.read_csv(SDC / "CASCrefmicrodata.csv").astype(float)
    repeated = casc.iloc[np.arange(n) % len(casc)].reset_index(drop=True)
    return repeated + rng.normal(size=repeated.shape) * 0.05 * casc.std().to_numpy()


def stored():
    if not SDC.exists():
        return {}
    rows = json.loads((SDC / "sdcmicro.json").read_text())["timing"]
    return {(row["n"], row["method"]): row["cpu_s"] for row in rows if row["table"] == "CASC"}


def main(sizes):
    theirs = stored()
    for masker in MASKERS.values():
        masker.fit_transform(table(200))  # compiles
    print(f"{'n':>7}  {'method':<26}{'ours':>8}{'sdcMicro':>10}{'ratio':>7}   CPU seconds")
    for n in sizes:
        frame = table(n)
        for name, masker in MASKERS.items():
            start = time.process_time()
            masker.fit_transform(frame)
            ours = time.process_time() - start
            other = theirs.get((n, name))
            beside = f"{other:>10.2f}{other / ours:>7.1f}" if other else f"{'-':>10}{'-':>7}"
            print(f"{n:>7}  {name:<26}{ours:>8.2f}{beside}")


if __name__ == "__main__":
    main([int(float(n)) for n in sys.argv[1:]] or [10_000, 50_000, 100_000])
