"""Every figure of utility computed again in plain loops, on mixed tables with missing cells."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ks_2samp

from vicinage.evaluation import evaluate
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Schema

LEVELS = ("low", "middle", "high")
MODEL = ("regression_coef_mad", "r2_original", "r2_released")  # sentences, without a formula
NUMBERS = ("a", "b", "c")
SCHEMA = Schema(
    [
        *(Column(name, Numeric()) for name in NUMBERS),
        Column("day", Date()),
        Column("size", Ordinal(LEVELS)),
        Column("kind", Categorical(("p", "q", "r"))),
        Column("w", Numeric(0, 9), role="weight"),
    ]
)


def mixed(seed, n=40, gaps=0.1):
    """Make a table and a release of it, with whole weights, some of them 0."""
    rng = np.random.default_rng(seed)
    base = rng.normal(size=n)
    frame = pd.DataFrame(
        {
            "a": base + rng.normal(size=n),
            "b": np.round(5 * base),
            "c": rng.gamma(2.0, size=n),
            "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 90, n), "D"),
            "size": rng.choice(LEVELS, n),
            "kind": rng.choice(["p", "q", "r"], n),
        }
    )
    released = frame.apply(lambda column: column.where(rng.random(n) < 0.5, np.roll(column, 1)))
    for table in (frame, released):
        for name in frame:
            table[name] = table[name].where(rng.random(n) >= gaps)
    return frame, released, rng.integers(0, 4, n)


def weighted(table, weights):
    return table.assign(w=np.asarray(weights, float))


def repeated(table, weights):
    return table.loc[table.index.repeat(weights)].reset_index(drop=True)


def utility(frame, released, schema=SCHEMA, **options):
    return evaluate(frame, released, schema, **options).utility


def numbers(figures):
    """Return all numbers of an evaluation without a formula."""
    return {name: figure for name, figure in flat(figures).items() if name not in MODEL}


def naive_codes(frame, released, name):
    """Return texts for the categories and tenths of a column in both tables."""
    before, after = frame[name], released[name]
    if name in ("size", "kind"):
        return [["-" if pd.isna(v) else v for v in side] for side in (before, after)]
    if name == "day":
        before, after = ((side - pd.Timestamp("1970-01-01")).dt.days for side in (before, after))
    edges = sorted({float(np.quantile(before.dropna(), k / 10)) for k in range(1, 10)})
    return [
        ["-" if pd.isna(v) else str(sum(v > edge for edge in edges)) for v in side]
        for side in (before, after)
    ]


def shares(cells):
    return {cell: cells.count(cell) / len(cells) for cell in set(cells)}


def l1(before, after):
    before, after = shares(before), shares(after)
    return sum(abs(before.get(c, 0) - after.get(c, 0)) for c in {*before, *after})


def naive(frame, released):
    """Return what utility should be, for tables in which every record counts once."""
    figures = {"il1s": 0.0, "il1": 0.0}
    cells = 0
    for name in NUMBERS:
        spread = frame[name].std()
        for x, y in zip(frame[name], released[name], strict=True):
            if not (math.isnan(x) or math.isnan(y)):
                figures["il1s"] += abs(x - y) / (math.sqrt(2) * spread)
                figures["il1"] += 100 * abs(x - y) / abs(x) if x != 0 else 0.0
                cells += 1
    figures["il1s_per_cell"] = figures["il1s"] / cells
    before, after = (table[list(NUMBERS)].corr().to_numpy() for table in (frame, released))
    gaps = [abs(before[i, j] - after[i, j]) for i, j in itertools.combinations(range(3), 2)]
    figures["correlation_mad"] = float(np.mean(gaps))
    (sizes, axes), (new_sizes, new_axes) = np.linalg.eigh(before), np.linalg.eigh(after)
    figures["eigenvalue_difference"] = float(sum(abs(sizes - new_sizes) / sizes))
    figures["pca_loading_mad"] = [
        min(np.mean(abs(axes[:, i] - sign * new_axes[:, i])) for sign in (1, -1)) for i in (2, 1, 0)
    ]
    codes = {name: naive_codes(frame, released, name) for name in frame}
    figures["total_variation"] = {name: l1(*codes[name]) / 2 for name in ("size", "kind")}
    figures["contingency_l1"] = {
        f"{p} x {q}": l1(
            *(list(zip(*cells, strict=True)) for cells in zip(codes[p], codes[q], strict=True))
        )
        for p, q in itertools.combinations(frame, 2)
    }
    figures["contingency_l1_mean"] = float(np.mean(list(figures["contingency_l1"].values())))
    figures["ks"] = {
        name: ks_2samp(
            *(table[name].dropna().to_numpy().astype(float) for table in (frame, released)),
            method="asymp",
        ).statistic
        for name in (*NUMBERS, "day")
    }
    figures["columns"] = {
        name: {
            f"{statistic}_{side}": figure
            for side, table in (("original", frame), ("released", released))
            for statistic, figure in (
                ("mean", table[name].mean()),
                ("sd", table[name].std()),
                ("quantiles", table[name].quantile([0.05, 0.25, 0.5, 0.75, 0.95]).tolist()),
            )
        }
        for name in NUMBERS
    }
    for side, table in (("original", frame), ("released", released)):
        figures[f"total_correlation_{side}"] = naive_total_correlation(table)
    return figures


def naive_total_correlation(table):
    columns = []
    for name in table:
        cells = table[name]
        if name not in ("size", "kind"):
            bins = math.floor(len(table) ** (1 / 3) + 1e-9)
            lower, width = cells.min(), (cells.max() - cells.min()) / bins
            cells = [v if pd.isna(v) else min(int((v - lower) / width), bins - 1) for v in cells]
        columns.append(["-" if pd.isna(v) else v for v in cells])
    entropies = [
        -sum(p * math.log(p) for p in shares(cells).values())
        for cells in (*columns, list(zip(*columns, strict=True)))
    ]
    return sum(entropies[:-1]) - entropies[-1]


def flat(figures, prefix=""):
    """Return all numbers under one name each."""
    found = {}
    for name, figure in figures.items():
        if isinstance(figure, dict):
            found |= flat(figure, f"{prefix}{name}.")
        elif isinstance(figure, list):
            found |= {f"{prefix}{name}.{i}": value for i, value in enumerate(figure)}
        else:
            found[prefix + name] = figure
    return found


@pytest.mark.parametrize("gaps", [0.0, 0.15])
@pytest.mark.parametrize("seed", range(8))
def test_every_figure_is_that_of_a_plain_loop(seed, gaps):
    frame, released, _ = mixed(seed, gaps=gaps)

    found = numbers(utility(frame, released, SCHEMA.drop(["w"])))

    expected = flat(naive(frame, released))
    assert set(found) - set(expected) == {"pmse", "pmse_ratio"}
    assert found == {
        name: pytest.approx(expected.get(name, found[name]), rel=1e-9, abs=1e-12) for name in found
    }


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_weight_counts_as_that_many_rows(seed):
    frame, released, weights = mixed(seed)

    found = numbers(utility(weighted(frame, weights), weighted(released, weights)))
    expected = numbers(
        utility(repeated(frame, weights), repeated(released, weights), SCHEMA.drop(["w"]))
    )

    records = ("pmse", "total_correlation")  # these are of records
    assert {k: v for k, v in found.items() if not k.startswith(records)} == {
        k: pytest.approx(v, rel=1e-9, abs=1e-12)
        for k, v in expected.items()
        if not k.startswith(records)
    }


def test_weights_of_one_change_nothing():
    frame, released, _ = mixed(3)
    ones = np.ones(len(frame))

    found = utility(weighted(frame, ones), weighted(released, ones))

    assert found == utility(frame, released, SCHEMA.drop(["w"]))


def test_a_weighted_model_has_the_estimates_of_repeated_rows():
    frame, released, weights = mixed(4, n=60)

    found, expected = (
        utility(*pair, schema, formula="a ~ b + c + kind")
        for pair, schema in (
            ((weighted(frame, weights), weighted(released, weights)), SCHEMA),
            ((repeated(frame, weights), repeated(released, weights)), SCHEMA.drop(["w"])),
        )
    )

    for name in MODEL:
        assert found[name] == pytest.approx(expected[name], rel=1e-9)
    for term, figures in expected["regression_terms"].items():
        ours = found["regression_terms"][term]
        assert ours["estimate_released"] == pytest.approx(figures["estimate_released"], rel=1e-8)
        # Fewer records than persons: what is known is not as sure as repeated rows pretend.
        assert ours["error_original"] > figures["error_original"]
