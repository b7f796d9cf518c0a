import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from support.reference import REFERENCE, needs_reference
from vicinage.errors import ParameterError
from vicinage.evaluation import evaluate
from vicinage.masking._kernels import swap_partners
from vicinage.masking.rank_swapping import RankSwapping, swap_ranks
from vicinage.privacy import RandomKey
from vicinage.schema import Column, Numeric, Schema
from vicinage.table import Table


def mask(masker, frame, key=None):
    table = Table.from_frame(frame, key=key)
    random_key = RandomKey.new(masker.seed)
    texts = table.key_bytes()
    records = np.arange(len(frame), dtype=np.uint64)
    if texts is not None:
        records = random_key.of_bytes(*texts)
    return masker.mask(table, records, random_key)


def naive_partners(uniforms, reach):
    partners = list(range(len(uniforms)))
    for j, u in enumerate(uniforms):
        free = [i for i in range(j + 1, reach[j] + 1) if partners[i] == i]
        if partners[j] == j and free:
            i = free[int(u * len(free))]
            partners[j], partners[i] = i, j
    return partners


def exact_law(n, reach):
    """Probability of each outcome, by following every choice."""
    outcomes = Counter()

    def follow(j, partners, probability):
        if j == n:
            outcomes[partners] += probability
            return
        free = [i for i in range(j + 1, reach[j] + 1) if partners[i] == i]
        if partners[j] != j or not free:
            follow(j + 1, partners, probability)
            return
        for i in free:
            swapped = list(partners)
            swapped[j], swapped[i] = i, j
            follow(j + 1, tuple(swapped), probability / len(free))

    follow(0, tuple(range(n)), Fraction(1))
    return outcomes


@given(
    uniforms=st.lists(st.floats(0.0, 1.0, exclude_max=True), min_size=1, max_size=60),
    window=st.integers(-1, 60),
)
def test_partners_are_those_of_the_definition_written_naively(uniforms, window):
    n = len(uniforms)
    reach = np.minimum(n - 1, np.arange(n) + window)

    partners = swap_partners(np.array(uniforms), reach)

    assert partners.tolist() == naive_partners(uniforms, reach)


def test_the_law_of_the_swaps_is_that_of_the_definition():
    n, draws = 6, 20_000
    reach = np.minimum(n - 1, np.arange(n) + 3)
    law = exact_law(n, reach)
    records = np.arange(draws * n, dtype=np.uint64)
    uniforms = RandomKey.new(7).uniforms(records, "test").reshape(draws, n)

    seen = Counter(tuple(swap_partners(row, reach).tolist()) for row in uniforms)

    assert set(seen) <= set(law)
    expected = [float(law[outcome] * draws) for outcome in law]
    assert chisquare([seen[outcome] for outcome in law], expected).pvalue > 1e-4


@given(
    cells=st.lists(st.integers(-5, 5), min_size=1, max_size=50),
    fraction=st.floats(0.0, 1.0),
    seed=st.integers(0, 100),
)
def test_without_tails_a_column_keeps_its_cells_and_moves_them_no_farther_than_told(
    cells, fraction, seed
):
    uniforms = RandomKey.new(seed).uniforms(np.arange(len(cells), dtype=np.uint64), "x")

    partners = swap_ranks(uniforms, fraction=fraction)
    masker = RankSwapping(fraction=fraction, tail_fraction=0.0, seed=seed)
    released = mask(masker, pd.DataFrame({"x": cells})).table.native()

    assert partners[partners].tolist() == list(range(len(cells)))
    assert np.abs(partners - np.arange(len(cells))).max() <= max(0, int(len(cells) * fraction))
    assert sorted(released["x"]) == sorted(cells)


@pytest.mark.parametrize("tail_fraction", [0.0, 0.2])
def test_swapped_cells_are_the_very_cells_also_where_floats_cannot_hold_them(tail_fraction):
    cells = [2**53 + i for i in range(20)] + [2**63 - 1 - i for i in range(20)]
    frame = pd.DataFrame({"x": np.array(cells)})
    masker = RankSwapping(fraction=0.5, tail_fraction=tail_fraction, seed=1)

    released = mask(masker, frame).table.native()["x"].tolist()

    tail = int(40 * tail_fraction)
    left = Counter(cells) - Counter(released)
    assert sum(left.values()) <= 2 * tail  # a mean may be one of the cells
    assert sum((Counter(released) - Counter(cells)).values()) <= 2 * tail


@pytest.mark.parametrize("fraction", [0.0, 1.0])
def test_the_cells_of_a_text_file_keep_their_spelling(fraction, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x\n1.50\n2.0\n+3\n4e0\n-9\n", encoding="utf-8")
    table = Table.read(path, Schema([Column("x", Numeric(), missing=("-9",))]))
    masker = RankSwapping(fraction=fraction, tail_fraction=0.0, seed=1)

    masked = masker.mask(table, np.arange(5, dtype=np.uint64), RandomKey.new(1)).table

    released = masked.native()["x"].to_pylist()
    assert sorted(released[:4]) == sorted(["1.50", "2.0", "+3", "4e0"])
    assert released[4] == "-9"
    assert (released[:4] == ["1.50", "2.0", "+3", "4e0"]) == (fraction == 0.0)


def test_a_tail_leaves_the_spelling_of_all_other_cells(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x\n1.50\n2.50\n3.50\n4.50\n", encoding="utf-8")
    masker = RankSwapping(fraction=0.0, tail_fraction=0.25, seed=1)

    released = masker.mask(Table.read(path), np.arange(4, dtype=np.uint64), RandomKey.new(1)).table

    assert released.native()["x"].to_pylist() == ["1.5", "2.50", "3.50", "4.5"]


def test_tails_are_replaced_by_their_means():
    frame = pd.DataFrame({"x": np.arange(40.0)})

    released = mask(RankSwapping(tail_fraction=0.1, seed=1), frame).table.native()

    assert released["x"].tolist()[:4] == [1.5] * 4
    assert released["x"].tolist()[-4:] == [37.5] * 4


def test_missing_cells_stay_where_they_are_and_take_no_rank():
    frame = pd.DataFrame({"x": [5.0, np.nan, 1.0, 3.0, np.nan, 2.0]})

    released = mask(RankSwapping(fraction=1.0, tail_fraction=0.0, seed=2), frame).table.native()

    assert released["x"].isna().tolist() == frame["x"].isna().tolist()
    assert sorted(released["x"].dropna()) == [1.0, 2.0, 3.0, 5.0]


def test_integers_stay_integers():
    frame = pd.DataFrame({"age": np.arange(60)})

    released = mask(RankSwapping(seed=3), frame).table.native()

    assert released["age"].dtype == frame["age"].dtype


def test_with_a_key_the_order_of_the_rows_has_no_influence():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"id": rng.permutation(90), "x": rng.integers(0, 5, 90) / 4})
    moved = frame.sample(frac=1, random_state=4)
    masker = RankSwapping(seed=5)

    first = mask(masker, frame, key="id").table.native().set_index("id")
    second = mask(masker, moved, key="id").table.native().set_index("id")

    pd.testing.assert_frame_equal(first, second.loc[first.index])


def test_a_column_added_does_not_change_the_others():
    frame = pd.DataFrame({"x": np.arange(50.0), "y": np.arange(50.0)[::-1]})
    masker = RankSwapping(seed=6)

    alone = mask(masker, frame[["x"]]).table.native()
    together = mask(masker, frame).table.native()

    assert alone["x"].tolist() == together["x"].tolist()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"fraction": 15}, r"fraction must be .* between 0 and 1, got 15; did you mean 0.15\?"),
        ({"fraction": -0.1}, "fraction must be a fraction between 0 and 1, got -0.1$"),
        ({"fraction": float("nan")}, "fraction must be a fraction between 0 and 1, got nan"),
        ({"fraction": "0.5"}, "fraction must be a fraction between 0 and 1, got '0.5'"),
        ({"tail_fraction": 5}, r"tail_fraction must be .* between 0 and 0.5, got 5; .* 0.05\?"),
        ({"columns": "x"}, r"columns must be a list of column names, got the text 'x'"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        RankSwapping(**parameters).check()


@needs_reference
@pytest.mark.parametrize("fraction", [0.15, 0.3, 0.45])
def test_sdcmicro_is_met_within_monte_carlo_error(fraction):
    # A mean may differ by 4 standard errors. Should the random stream change, a correct program
    # fails with a chance below 1 in 1000 (15 comparisons of normal means over all fractions). That
    # a wrong fraction or tail is rejected is shown by the statistical tests of the paper's figures.
    reference = json.loads((REFERENCE / "sdc" / "sdcmicro.json").read_text())
    stored = reference["results"]["bodyfat"][f"rankSwap_P{fraction}_fraction"]
    original = Table.from_frame(pd.read_csv(REFERENCE / "bodyfat.csv"))
    names = {
        "dcr_mean": "dcr_orig_raw",
        "dcr_mean_scaled": "dcr_orig_minmax",
        "sdid": "dRisk_k1",
        "il1s_per_cell": "IL1s_per_cell",
        "correlation_mad": "cor_mad",
    }
    repetitions = 20
    figures = {name: [] for name in names}

    for seed in range(repetitions):
        masker = RankSwapping(fraction=fraction, seed=seed)
        released = mask(masker, original.native()).table
        outcome = evaluate(original, released)
        for name in names:
            figures[name].append({**outcome.risk, **outcome.utility}[name])

    for name, theirs in names.items():
        error = stored["sd"][theirs] * np.sqrt(1 / repetitions + 1 / stored["n_seeds"])
        assert abs(np.mean(figures[name]) - stored["mean"][theirs]) < 4 * error, name
