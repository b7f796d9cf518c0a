"""A real table for the demonstration."""

import csv
import io
from importlib.resources import files
from typing import Any

import numpy as np
from statsmodels.datasets import randhie

__all__ = ["demo_csv", "demo_schema"]


def demo_schema() -> str:
    """Return the schema of the table, as TOML."""
    return (files("vicinage.cli") / "demo.toml").read_text(encoding="utf-8")


def demo_csv() -> str:
    """Return the table of the RAND Health Insurance Experiment, as CSV.

    The source has logarithms and indicators; here are dollars and words. Nothing is fetched: the
    table comes with statsmodels.
    """
    source = randhie.load_pandas().data
    number = {name: source[name].to_numpy() for name in source.columns}
    health = np.select(
        [number["hlthp"] == 1, number["hlthf"] == 1, number["hlthg"] == 1], [0, 1, 2], 3
    )
    columns: dict[str, Any] = {
        "visits": number["mdvis"].astype(int),
        "coinsurance": np.rint(np.expm1(number["lncoins"])).astype(int),
        "deductible": np.where(number["idp"] == 1, "yes", "no"),
        "incentive": np.rint(np.exp(number["lpi"])).astype(int),
        "limit": np.rint(np.exp(number["fmde"])).astype(int),
        "limitation": np.select([number["physlm"] == 0, number["physlm"] == 1], ["no", "yes"], ""),
        "diseases": np.round(number["disea"], 1),
        "health": np.array(["poor", "fair", "good", "excellent"])[health],
    }
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
    return text.getvalue()
