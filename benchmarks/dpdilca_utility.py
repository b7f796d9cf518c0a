"""How near private distances between categories come to the exact ones, beside the authors'.

Run ``python benchmarks/dpdilca_utility.py [--repetitions N] [table ...]``. Measures of the papers,
against exact distances with the three columns of largest mutual information: the mean F-score of
the contexts, and the mean Pearson correlation of the distances (upper triangles of the columns
with more than two values). Real mechanisms draw the noise. "margins" is the floor: distances
|P(a) - P(b)| from exact margins, without any context.
"""

import argparse
import json
import os
from fractions import Fraction
from pathlib import Path

import numpy as np
from sklearn.preprocessing import KBinsDiscretizer

from adult import NUMBERS, adult
from vicinage.categorical.design import strongest_contexts
from vicinage.categorical.design_choice import chosen_design
from vicinage.categorical.distances import distance_matrix, profiles
from vicinage.categorical.domain import Domain
from vicinage.categorical.selection_first import SelectionFirst
from vicinage.categorical.two_stage import TwoStage
from vicinage.mechanisms import rho_of
from vicinage.privacy import ApproxDP, PureDP

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "reference"
DILCA = Path(os.environ.get("VICINAGE_REFERENCE") or _BESIDE) / "dilca"
TABLES = ("adult", "mushrooms", "cmc", "NLTCS", "soybean", "dermatology")
EPSILONS = ("0.1", "0.3", "0.5", "1", "2.5")
DELTA = "1e-6"
K = 3


def read(table):
    """Return the codes of all columns; None where the table is not at hand."""
    if table == "adult":
        frame = adult()
        return None if frame is None else adult_codes(frame)
    path = DILCA / "prepared" / f"{table}.csv"
    if not path.exists():
        return None
    names = path.open().readline().strip().split(",")
    cells = np.loadtxt(path, delimiter=",", skiprows=1, dtype=np.int64)
    return dict(zip(names, cells.T, strict=True))


def adult_codes(frame):
    """Prepare as the authors: most frequent value for a missing one, numbers in 5 k-means bins."""
    codes = {}
    for name in frame.columns[:-1]:
        cells = frame[name]
        if name in NUMBERS:
            bins = KBinsDiscretizer(
                5, encode="ordinal", strategy="kmeans", subsample=None, random_state=0
            )
            codes[name] = bins.fit_transform(cells.to_numpy(float)[:, None])[:, 0].astype(int)
        else:
            filled = cells.fillna(cells.mode()[0])
            codes[name] = np.unique(filled.to_numpy(str), return_inverse=True)[1]
    return codes


class Comparison:
    """The exact distances of one table, and how far from them a private answer is."""

    def __init__(self, codes):
        self.domain = Domain(levels={name: int(c.max()) + 1 for name, c in codes.items()})
        self.counts = self.domain.count(codes)
        self.n_rows = len(next(iter(codes.values())))
        self.contexts = strongest_contexts(self.counts, K)
        self.distances = {
            name: distance_matrix(profiles(self.counts, name, context))
            for name, context in self.contexts.items()
        }
        self.margins = {
            name: np.bincount(c, minlength=self.domain.levels[name]) / self.n_rows
            for name, c in codes.items()
        }

    def design(self, epsilon, kind):
        """Return how the budget is spent: by the library's choice, or by the design named."""
        per_attribute = kind == "per attribute"
        pure = PureDP(epsilon)
        loss = rho_of(ApproxDP(epsilon, DELTA)) if kind.startswith("total, delta") else pure
        settings = {"domain": self.domain, "n_rows": self.n_rows, "k": K, "loss": loss}
        if kind.endswith("two stages"):
            return TwoStage(**settings, first_share=Fraction(1, 2))
        if kind.endswith("selection"):
            return SelectionFirst(
                **settings,
                selection_share=Fraction(3, 10),
                score="l1",
                targets=tuple(self.domain.levels),
            )
        return chosen_design(**settings, share=None, score="auto", per_attribute=per_attribute)

    def measure(self, design):
        """Return F-score and Pearson correlation of one private answer."""
        released = design.release(self.counts)
        hits = [
            len(set(released[name].context) & set(context)) / len(context)
            for name, context in self.contexts.items()
        ]
        private = {
            name: distance_matrix(profiles(part.tables, name, part.context))
            for name, part in released.items()
        }
        return np.mean(hits), self.pearson(private)

    def pearson(self, private):
        """Return the mean correlation with the exact distances; 0 where all are equal."""
        found = []
        for name, exact in self.distances.items():
            upper = np.triu_indices(len(exact), 1)
            if len(exact) > 2 and exact[upper].std() > 0:
                other = private[name][upper]
                flat = other.std() < 1e-12
                found.append(0.0 if flat else np.corrcoef(exact[upper], other)[0, 1])
        return np.mean(found) if found else np.nan

    def floor(self):
        """Return the correlation of distances that know the exact margins and nothing else."""
        return self.pearson(
            {name: np.abs(np.subtract.outer(p, p)) for name, p in self.margins.items()}
        )


def theirs(table, accounting):
    """Return the authors' F-score and Pearson correlation by epsilon (their method E)."""
    path = DILCA / "utility.json"
    if not path.exists():
        return {}
    rows = json.loads(path.read_text())["results"][table]["E"][accounting]
    return {row["eps"]: (row["f1"], row["pearson_triu"]) for row in rows}


KINDS = {
    "total, delta": "total",
    "total, delta, two stages": "total",
    "total, delta, selection": "total",
    "total, pure": "total",
    "total, pure, two stages": "total",
    "per attribute": "per_attribute",
}


def compare(table, repetitions, kinds):
    codes = read(table)
    if codes is None:
        print(f"{table}: not at hand; see benchmarks/adult.py, or set VICINAGE_REFERENCE")
        return
    comparison = Comparison(codes)
    print(
        f"{table}: {comparison.n_rows} records, {len(codes)} columns; margins alone: Pearson "
        f"{comparison.floor():.3f}"
    )
    for kind in kinds:
        stored = theirs(table, KINDS[kind])
        for epsilon in EPSILONS:
            design = comparison.design(epsilon, kind)
            found = np.array([comparison.measure(design) for _ in range(repetitions)])
            mean, error = found.mean(axis=0), found.std(axis=0) / repetitions**0.5
            f1, pearson = stored.get(float(epsilon), (np.nan, np.nan))
            print(
                f"  {kind:<26} epsilon {epsilon:<4} F1 {mean[0]:.3f} ({error[0]:.3f})  Pearson "
                f"{mean[1]:.3f} ({error[1]:.3f})   authors {f1:.3f} {pearson or np.nan:.3f}",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=TABLES)
    parser.add_argument("--repetitions", type=int, default=30)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    given = parser.parse_args()
    for table in given.tables:
        compare(table, given.repetitions, given.kinds)


if __name__ == "__main__":
    main()
