"""Pages of tables that leave little to show."""

import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate
from vicinage.report import render_page, summarize
from vicinage.schema import Categorical, Column, Numeric, Schema
from vicinage.table import Table

RNG = np.random.default_rng(5)
RECORD = {
    "method": "NoiseAddition",
    "parameters": {"scale": 0.1, "correlated": False},
    "notes": [],
    "version": "0",
}


def letters(n):
    return RNG.choice(list("abc"), n)


TABLES = {
    "no number": lambda n: {"one": letters(n), "two": letters(n)},
    "empty columns": lambda n: {"x": RNG.normal(size=n), "gone": [np.nan] * n, "c": letters(n)},
    "nothing but empty columns": lambda n: {"x": [np.nan] * n, "y": [np.nan] * n},
    "one value": lambda n: {"x": [4.0] * n, "c": ["a"] * n},
    "dates": lambda n: {
        "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(RNG.integers(0, 9000, n), "D")
    },
    "wide": lambda n: {f"measure {j}": RNG.normal(size=n) for j in range(200)},
}


def page(make, n, *, public, held=40):
    frames = [pd.DataFrame(make(size)) for size in (n, n, held)]
    for frame in frames:
        for name in frame.columns:
            if frame[name].isna().all():
                frame[name] = frame[name].astype(np.float64)
    tables = [Table.from_frame(frame) for frame in frames]
    judged = evaluate(tables[0], tables[1], holdout=tables[2], n_attacks=10)
    record = RECORD | {"columns": list(frames[0].columns)}
    return render_page(summarize(*tables[:2], judged, record, public=public))


@pytest.mark.parametrize("public", [False, True], ids=["steward", "public"])
@pytest.mark.parametrize("n", [1, 30])
@pytest.mark.parametrize("name", TABLES)
def test_a_page_is_whole_and_small(name, n, public):
    text = page(TABLES[name], n, public=public)

    assert text.rstrip().endswith("</html>")
    assert len(text.encode()) < 3_000_000
    for nothing in (">nan<", ">None<", ">inf<", "NaN", "Infinity"):
        assert nothing not in text
    for title in ("Risk and utility", "Attacks", "Columns", "Correlations"):
        assert f"<h2>{title}</h2>" in text


def test_a_public_page_of_one_person_shows_no_cell():
    schema = Schema(
        [Column("age", Numeric(0, 99)), Column("town", Categorical(("Bern", "Uri")))], public=True
    )
    frames = [pd.DataFrame({"age": [age], "town": ["Uri"]}) for age in (73, 71, 70)]
    tables = [Table.from_frame(frame, schema) for frame in frames]
    judged = evaluate(*tables[:2], holdout=tables[2])
    record = {
        "method": "X",
        "parameters": {},
        "columns": ["age", "town"],
        "notes": [],
        "version": "0",
    }

    told = summarize(*tables[:2], judged, record, public=True)

    assert told["columns"] == []
    assert "73" not in str(told["figures"])
