"""k-NN accuracy and Ward's adjusted Rand index with learned distances, beside the authors'.

Run ``python benchmarks/dilca_downstream.py [table ...]``. Three figures for each way to compare
records: accuracy of 5 nearest neighbours on the authors' split (70/30, stratified, their seed),
the mean accuracy over 4 stratified folds, and the adjusted Rand index of Ward's clustering of all
records at the number of classes. Distances are learned from the training records alone. Private
figures are means over ten answers, with their standard deviations.
"""

import json
import os
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
from scipy.cluster.hierarchy import fcluster, ward
from scipy.spatial.distance import pdist
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.neighbors import KNeighborsClassifier

from vicinage import Dilca, DPDilca, Ledger, Schema
from vicinage.schema import Categorical

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "reference"
DILCA = Path(os.environ.get("VICINAGE_REFERENCE") or _BESIDE) / "dilca"
TABLES = ("cmc", "dermatology", "soybean", "mushrooms")
EXACT = {
    "dilca_M": lambda: Dilca(context="M"),
    "dilca_RR": lambda: Dilca(context="RR"),
    "dilca_K": lambda: Dilca(context="K", k=3),
}


EPSILONS = ("0.1", "1", "2.5", "10")
REPETITIONS = 10


def read(table):
    """Return a prepared table, the schema of its codes, and the classes of its records."""
    frame = pyarrow.csv.read_csv(DILCA / "prepared" / f"{table}.csv")
    labels = pyarrow.csv.read_csv(DILCA / "prepared" / f"{table}_labels.csv")["label"]
    top = {name: pa.compute.max(frame[name]).as_py() for name in frame.column_names}
    kinds = {name: Categorical(tuple(map(str, range(top[name] + 1)))) for name in top}
    return frame, Schema(kinds, public=True), np.array(labels.cast(pa.string()).to_pylist())


def learned(fit):
    """Return what places records as points, given what fits an estimator to a frame."""

    def points(frame, train):
        return fit(frame.take(train)).transform(frame)

    return points


def codes_of(frame, train):
    del train
    return np.column_stack([frame[name].to_numpy() for name in frame.column_names])


def indicators(frame, train):
    codes = codes_of(frame, train)
    return np.hstack(
        [np.eye(top + 1)[column] for column, top in zip(codes.T, codes.max(axis=0), strict=True)]
    )


def knn(points, labels, train, test, metric):
    model = KNeighborsClassifier(5, metric=metric, algorithm="brute")
    return model.fit(points[train], labels[train]).score(points[test], labels[test])


def measures(place, frame, labels, seed, metric="euclidean"):
    """Return accuracy on the authors' split and over 4 folds, and Ward's adjusted Rand index.

    `place` takes a frame and the rows to learn from, and returns the points of all records.
    """
    rows = np.arange(len(labels))
    train, test = train_test_split(rows, test_size=0.3, stratify=labels, random_state=seed)
    split = knn(place(frame, train), labels, train, test, metric)
    folds = StratifiedKFold(4, shuffle=True, random_state=0).split(rows, labels)
    four = np.mean([knn(place(frame, a), labels, a, b, metric) for a, b in folds])
    tree = ward(pdist(place(frame, rows), metric))
    clusters = fcluster(tree, len(set(labels)), "maxclust")
    return split, float(four), adjusted_rand_score(labels, clusters)


def private_measures(table, budget):
    """Return the means and standard deviations of the measures over repeated private answers."""
    frame, schema, labels, seed = table

    def fit(part):
        ledger = Ledger.unlimited()
        return DPDilca(**budget, ledger=ledger).fit(part, schema)

    found = [measures(learned(fit), frame, labels, seed) for _ in range(REPETITIONS)]
    return list(zip(np.mean(found, axis=0), np.std(found, axis=0), strict=True))


def show(name, found, stored_knn=None, stored_ward=None):
    split, four, rand = (_spelled(value) for value in found)
    beside = [_spelled(stored_knn), _spelled(stored_ward)]
    print(f"  {name:<26}{split:>15}{beside[0]:>15}{four:>15}{rand:>15}{beside[1]:>15}", flush=True)


def _spelled(stored):
    if stored is None:
        return "-"
    return (
        f"{stored[0]:.4f} ({stored[1]:.3f})"
        if isinstance(stored, list | tuple)
        else f"{stored:.4f}"
    )


def compare(table):
    frame, schema, labels = read(table)
    theirs = json.loads((DILCA / "downstream.json").read_text())["results"][table]
    seed = theirs["knn_split_seed"]
    print(
        f"{table}: {len(labels)} records, {frame.num_columns} columns, {len(set(labels))} classes"
    )
    print(f"  {'':<26}{'split':>15}{'authors':>15}{'4 folds':>15}{'Ward':>15}{'authors':>15}")
    hamming = measures(codes_of, frame, labels, seed, "hamming")
    show("Hamming", hamming, theirs["knn"]["hamming"], theirs["ward_ari"]["hamming_scipy_ward"])
    one_hot = measures(indicators, frame, labels, seed)
    show("one-hot", one_hot, theirs["knn"]["onehot_euclid"], theirs["ward_ari"]["onehot_euclid"])
    for name, make in EXACT.items():
        found = measures(learned(lambda part: make().fit(part, schema)), frame, labels, seed)  # noqa: B023
        show(name, found, theirs["knn"][name], theirs["ward_ari"][name])
    for epsilon, delta in product(EPSILONS, (None, "1e-6")):
        found = private_measures(
            (frame, schema, labels, seed), {"epsilon": epsilon, "delta": delta}
        )
        stored = f"dp_E_total{float(epsilon)}"
        name = f"private {epsilon}" + ("" if delta is None else f", delta {delta}")
        show(name, found, theirs["knn"].get(stored), theirs["ward_ari"].get(stored))


def main(tables):
    for table in tables:
        compare(table)


if __name__ == "__main__":
    if DILCA.exists():
        main(sys.argv[1:] or TABLES)
    else:
        print("the reference tables are not at hand: VICINAGE_REFERENCE names their folder")
