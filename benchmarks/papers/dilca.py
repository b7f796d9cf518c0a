"""Distances between categories: DILCA (2012) and its private form (2021), beside ours.

Run ``python benchmarks/papers/dilca.py [table ...]``. It prints the papers' two measures of private
distances beside the stored figures of the authors' program, for one total budget and for a budget
of each column, and then k-NN accuracy and Ward's clustering with exact and private distances. It
needs the authors' tables (VICINAGE_REFERENCE), and says so where they are absent. An hour for all
tables; ``cmc`` alone takes a minute.
"""

import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1]
UTILITY = ("adult", "mushrooms", "cmc", "NLTCS", "soybean", "dermatology")
DOWNSTREAM = ("cmc", "dermatology", "soybean", "mushrooms")
KINDS = ("total, delta", "total, pure", "per attribute")


def run(script, *arguments):
    print(f"\n{script} {' '.join(arguments)}", flush=True)
    subprocess.run([sys.executable, BENCHMARKS / script, *arguments], check=True)


def main(tables):
    for table in UTILITY:
        if not tables or table in tables:
            run("dpdilca_utility.py", table, "--kinds", *KINDS)
    for table in DOWNSTREAM:
        if not tables or table in tables:
            run("dilca_downstream.py", table)


if __name__ == "__main__":
    main(sys.argv[1:])
