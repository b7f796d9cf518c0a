"""The half of attacks.py that runs in an environment with Anonymeter: prints JSON."""

import json
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from anonymeter.evaluators import (
    InferenceEvaluator,
    LinkabilityEvaluator,
    SinglingOutEvaluator,
)


def results_of(attack, tables):
    """Run the attack of one of our outcomes; None if Anonymeter finds no query."""
    known, sought = attack["known"], attack["sought"]
    name, asked = attack["attack"], min(1000, len(tables["control"]))
    if name == "linkability":
        evaluator = LinkabilityEvaluator(
            **tables, n_attacks=asked, aux_cols=(known, sought), n_neighbors=1
        )
        return evaluator.evaluate(n_jobs=1).results()
    if name == "attribute_inference":
        evaluator = InferenceEvaluator(**tables, n_attacks=asked, aux_cols=known, secret=sought[0])
        return evaluator.evaluate(n_jobs=1).results()
    evaluator = SinglingOutEvaluator(
        **tables, n_attacks=min(asked, max(100, attack["attacks"])), seed=1, max_attempts=200_000
    )
    evaluator.evaluate(mode=name.removeprefix("singling_out_"))
    return evaluator.results() if evaluator.queries() else None


def main():
    """Print for each attack: rate, control rate, risk and the ends of its interval."""
    warnings.simplefilter("ignore")
    np.random.seed(0)  # Anonymeter draws from it
    folder = Path(sys.argv[1])
    names = {"ori": "original", "syn": "released", "control": "holdout"}
    tables = {name: pd.read_csv(folder / f"{file}.csv") for name, file in names.items()}
    told = []
    for attack in json.loads((folder / "attacks.json").read_text(encoding="utf-8")):
        results = results_of(attack, tables)
        risk = results and results.risk()
        told.append(
            results
            and [results.attack_rate.value, results.control_rate.value, risk.value, *risk.ci]
        )
    print(json.dumps(told))


if __name__ == "__main__":
    main()
