"""Our attacks beside those of Anonymeter, on invented people and five releases of them.

Anonymeter 1.1.0 needs NumPy below 1.27, so it lives in an environment of its own:

    python -m venv build/anonymeter && build/anonymeter/bin/pip install anonymeter==1.1.0
    python benchmarks/attacks.py --anonymeter build/anonymeter/bin/python
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from vicinage import RWN, Microaggregation, NoiseAddition, evaluate

KNOWN = ["age", "height", "town"]
SECRETS = ["sex", "education"]


def people(rng, n):
    """Invent people whose pay, height and education depend on one another."""
    size = rng.normal(size=n)
    return pd.DataFrame(
        {
            "age": rng.integers(18, 90, n),
            "pay": np.round(np.exp(7 + 0.5 * size + 0.3 * rng.normal(size=n)), 2),
            "height": 170 + 8 * size + 3 * rng.normal(size=n),
            "town": rng.choice(list("ABCDEFGH"), n),
            "sex": rng.choice(["F", "M"], n),
            "education": np.where(size > 0, "high", "low"),
        }
    )


def releases(rng, original):
    """Return releases by name: the original itself, three masked ones, and other people."""
    return {
        "copy": original,
        "RWN, radius 0.3": RWN(radius=0.3, seed=1).fit_transform(original),
        "MDAV, 5": Microaggregation(group_size=5).fit_transform(original),
        "noise, 0.1": NoiseAddition(scale=0.1, seed=1).fit_transform(original),
        "other people": people(rng, len(original)),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--anonymeter", required=True, help="a Python that has Anonymeter")
    parser.add_argument("--records", type=int, default=3000)
    arguments = parser.parse_args()
    rng = np.random.default_rng(0)
    original, holdout = people(rng, arguments.records), people(rng, arguments.records // 2)
    theirs_by = Path(__file__).with_name("attacks_by_anonymeter.py")
    print("| release | attack | ours: original, held out, risk | Anonymeter |\n|---|---|---|---|")
    for name, released in releases(rng, original).items():
        judged = evaluate(
            original, released, holdout=holdout, quasi_identifiers=KNOWN, secrets=SECRETS
        )
        outcomes = [outcome.as_dict() for outcome in judged.attacks]
        with tempfile.TemporaryDirectory() as folder:
            for title, frame in (
                ("original", original), ("released", released), ("holdout", holdout)
            ):  # fmt: skip
                frame.to_csv(Path(folder, f"{title}.csv"), index=False)
            Path(folder, "attacks.json").write_text(json.dumps(outcomes), encoding="utf-8")
            told = subprocess.run(
                [arguments.anonymeter, theirs_by, folder],
                check=True, capture_output=True, text=True,
            ).stdout  # fmt: skip
        for ours, theirs in zip(outcomes, json.loads(told), strict=True):
            print(f"| {name} | {ours['attack']} {' '.join(ours['sought'][:1])} "
                  f"| {_ours(ours)} | {_theirs(theirs)} |")  # fmt: skip
    return 0


def _ours(outcome):
    if outcome["interval"] is None:
        return outcome["risk"]
    lower, upper = outcome["interval"]
    rates = f"{outcome['rate']:.3f}, {outcome['control']:.3f}"
    return f"{rates}, {outcome['risk']:.3f} ({lower:.3f} to {upper:.3f})"


def _theirs(told):
    if told is None:
        return "no query"
    return f"{told[0]:.3f}, {told[1]:.3f}, {told[2]:.3f} ({told[3]:.3f} to {told[4]:.3f})"


if __name__ == "__main__":
    sys.exit(main())
