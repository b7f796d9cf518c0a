from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinage.categorical import selection_first
from vicinage.categorical.design_choice import chosen_design, chosen_score
from vicinage.categorical.domain import Domain
from vicinage.categorical.noisy_tables import (
    NoisyTables,
    margin_mechanisms,
    share_of,
    table_mechanisms,
)
from vicinage.categorical.per_attribute import PerAttribute
from vicinage.categorical.selection_first import SelectionFirst
from vicinage.categorical.smoothing import expected_margins, smoothed_tables
from vicinage.categorical.two_stage import TwoStage
from vicinage.mechanisms import IntegerGaussian, IntegerLaplace, NoisyMax
from vicinage.privacy import ZCDP, PureDP

LEVELS = {"a": 2, "b": 3, "c": 4, "d": 2, "e": 6}
DOMAIN = Domain(levels=LEVELS, nullable=frozenset({"b"}))


def records(n, seed=5):
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 2, n)
    return {
        name: np.where(rng.random(n) < 0.7, first, rng.integers(0, count, n))
        for name, count in LEVELS.items()
    }


@pytest.fixture
def released_with(monkeypatch):
    """All mechanisms that drew noise for tables, call by call."""
    calls = []
    release = NoisyTables.release.__func__

    def spy(cls, counts, mechanisms):
        calls.append(mechanisms)
        return release(cls, counts, mechanisms)

    monkeypatch.setattr(NoisyTables, "release", classmethod(spy))
    return calls


def pure_cost(mechanisms):
    # A replaced record moves two cells of each table by one.
    return sum(2 / Fraction(mechanism.scale) for mechanism in mechanisms.values())


def zcdp_cost(mechanisms):
    return sum(2 / (2 * Fraction(mechanism.scale) ** 2) for mechanism in mechanisms.values())


def test_replacing_a_record_moves_two_cells_of_each_table_by_one():
    codes = records(40)
    codes["b"][3] = -1
    before = DOMAIN.count(codes)
    for name, count in LEVELS.items():
        codes[name][3] = (codes[name][3] + 1) % count
    after = DOMAIN.count(codes)

    for pair in DOMAIN.pairs:
        change = after.tables[pair] - before.tables[pair]
        assert np.abs(change).sum() == 2
        assert (change**2).sum() == 2


def test_every_record_is_in_one_cell_of_every_table_nulls_included():
    codes = records(30)
    codes["b"][:7] = -1

    counts = DOMAIN.count(codes)

    assert {table.sum() for table in counts.tables.values()} == {30}
    assert counts.table("b", "a")[3].sum() == 7
    assert DOMAIN.labelled(counts.tables).table("b", "a").shape == (3, 2)


@pytest.mark.parametrize("first_share", [Fraction(1, 2), Fraction(7, 10)])
def test_both_stages_together_cost_the_loss_and_hardly_less(released_with, first_share):
    design = TwoStage(domain=DOMAIN, n_rows=500, k=2, loss=ZCDP("0.03"), first_share=first_share)

    design.release(DOMAIN.count(records(500)))

    stages = [zcdp_cost(mechanisms) for mechanisms in released_with]
    assert [type(m) for m in released_with[0].values()] == [IntegerGaussian] * 10
    assert float(stages[0]) == pytest.approx(0.03 * float(first_share))
    assert sum(stages) <= Fraction("0.03")
    assert float(sum(stages)) == pytest.approx(0.03, rel=1e-9)


def test_one_stage_takes_all_where_there_is_nothing_to_choose(released_with):
    design = TwoStage(domain=DOMAIN, n_rows=500, k=4, loss=PureDP(1), first_share=Fraction(1, 2))

    answer = design.release(DOMAIN.count(records(500)))

    assert len(released_with) == 1
    assert Fraction(1) >= pure_cost(released_with[0]) > Fraction("0.999999999")
    assert answer["a"].context == ("b", "c", "d", "e")


@pytest.mark.parametrize(("loss", "cost"), [(PureDP(2), pure_cost), (ZCDP("0.1"), zcdp_cost)])
def test_selection_and_tables_together_cost_the_loss(released_with, monkeypatch, loss, cost):
    rounds = []
    for mechanism_class in (selection_first.NoisyMax, selection_first.GumbelMax):
        release = mechanism_class.release

        def spy(self, scores, release=release):
            rounds.append(self)
            return release(self, scores)

        monkeypatch.setattr(mechanism_class, "release", spy)
    design = SelectionFirst(
        domain=DOMAIN,
        n_rows=500,
        k=2,
        loss=loss,
        selection_share=Fraction(3, 10),
        score="l1",
        targets=tuple(LEVELS),
    )

    answer = design.release(DOMAIN.count(records(500)))

    assert len(rounds) == 2 * 5
    # Permute-and-flip at scale s costs 2 * 6 / s; the exponential mechanism, bounded in its range
    # by that number, an eighth of its square in zCDP.
    scales = [Fraction(mechanism.scale) for mechanism in rounds]
    pure = isinstance(loss, PureDP)
    selected = sum(12 / s if pure else (12 / s) ** 2 / 8 for s in scales)
    total = Fraction(loss.epsilon if pure else loss.rho)
    assert float(selected) == pytest.approx(0.3 * float(total))
    assert selected + cost(released_with[0]) <= total
    assert float(selected + cost(released_with[0])) == pytest.approx(float(total), rel=1e-9)
    measured = {DOMAIN.pair(x, y) for x, part in answer.items() for y in part.context}
    assert set(released_with[0]) == measured
    assert all(len(part.context) == 2 for part in answer.values())


def test_noise_is_spread_such_that_its_total_variance_is_least():
    pairs = DOMAIN.pairs

    def total(mechanisms):
        return sum(DOMAIN.cells(p) * mechanisms[p].scale ** 2 for p in pairs)

    for loss, make in (
        (PureDP(1), lambda x: IntegerLaplace(sensitivity=2, loss=PureDP(x))),
        (ZCDP("0.5"), lambda x: IntegerGaussian(squared_sensitivity=2, loss=ZCDP(x))),
    ):
        chosen = table_mechanisms(DOMAIN, pairs, loss)
        for more, less in combinations(pairs, 2):
            amounts = {p: Decimal(next(iter(m.loss.as_dict().values()))) for p, m in chosen.items()}
            step = min(amounts.values()) / 10
            other = {**chosen, more: make(amounts[more] + step), less: make(amounts[less] - step)}
            assert total(chosen) < total(other)


@given(st.fractions(min_value="1e-6", max_value=1), st.decimals("1e-6", 50, places=6))
def test_a_share_is_rounded_down_by_less_than_a_part_in_a_thousand_million(share, epsilon):
    part = share_of(PureDP(epsilon), share)

    exact = Fraction(epsilon) * share
    assert exact * (1 - Fraction(1, 10**9)) < Fraction(part.epsilon) <= exact


def test_measurements_are_averaged_by_inverse_variances():
    pair = ("a", "b")
    first = NoisyTables(tables={pair: np.array([[10.0]])}, variances={pair: 4.0})
    second = NoisyTables(tables={pair: np.array([[20.0]])}, variances={pair: 1.0})

    both = first.with_more(second)

    assert both.tables[pair].item() == pytest.approx(18.0)
    assert both.variances[pair] == pytest.approx(0.8)


@given(st.integers(0, 2**32), st.sampled_from([1, 6, 1000, 10**7]), st.floats(0.01, 1e12))
def test_smoothed_tables_are_finite_and_not_negative_whatever_the_noise(seed, n_rows, scale):
    rng = np.random.default_rng(seed)
    sizes = DOMAIN.sizes
    noisy = NoisyTables(
        tables={
            (x, y): np.rint(rng.normal(0, scale, (sizes[x], sizes[y]))) for x, y in DOMAIN.pairs
        },
        variances=dict.fromkeys(DOMAIN.pairs, scale**2),
    )

    margins = expected_margins(noisy, DOMAIN, n_rows)
    smoothed = smoothed_tables(noisy, DOMAIN, n_rows)

    for margin in margins.values():
        assert margin.min() > 0
        assert margin.sum() == pytest.approx(n_rows)
    for table in smoothed.values():
        assert np.isfinite(table).all()
        assert table.min() >= 0


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("scale", [1e-6, 0.3, 10.0, 1e6, 1e18])
@given(seed=st.integers(0, 2**32), n_rows=st.integers(1, 5000))
@settings(max_examples=40)
def test_margins_are_found_for_one_value_and_for_any_noise(size, scale, seed, n_rows):
    domain = Domain(levels={"x": size, "y": 1})
    counts = np.zeros((size, 1))
    counts[0] = n_rows
    noise = np.random.default_rng(seed).normal(0, scale, (size, 1))
    noisy = NoisyTables(tables={("x", "y"): counts + noise}, variances={("x", "y"): scale**2})

    margins = expected_margins(noisy, domain, n_rows)

    assert margins["x"].sum() == pytest.approx(n_rows)
    assert margins["y"] == pytest.approx(n_rows)


def test_smoothing_keeps_tables_that_have_hardly_any_noise():
    counts = DOMAIN.count(records(20_000))
    noisy = NoisyTables(
        tables={pair: table.astype(float) for pair, table in counts.tables.items()},
        variances=dict.fromkeys(DOMAIN.pairs, 1e-4),
    )

    for pair, table in smoothed_tables(noisy, DOMAIN, 20_000).items():
        np.testing.assert_allclose(table, counts.tables[pair], atol=0.1)


def test_smoothing_brings_noisy_tables_nearer_to_the_counts():
    rng = np.random.default_rng(8)
    counts = DOMAIN.count(records(2000))
    noisy = NoisyTables(
        tables={p: t + rng.normal(0, 40, t.shape) for p, t in counts.tables.items()},
        variances=dict.fromkeys(DOMAIN.pairs, 1600.0),
    )

    def error(tables):
        return sum(((tables[p] - t) ** 2).sum() for p, t in counts.tables.items())

    # The noise alone has an expected error of 1600 a cell: chance hardly takes a tenth of it off.
    assert error(smoothed_tables(noisy, DOMAIN, 2000)) < 0.5 * error(noisy.tables)


@pytest.mark.parametrize(
    ("loss", "n_rows", "per_attribute", "expected"),
    [
        (ZCDP("0.02"), 10_000, False, TwoStage),
        (ZCDP("0.02"), 60, False, SelectionFirst),
        (PureDP(1), 10_000, False, SelectionFirst),
        (PureDP(1), 10_000, True, PerAttribute),
    ],
)
def test_the_design_follows_from_public_numbers(loss, n_rows, per_attribute, expected):
    design = chosen_design(
        DOMAIN,
        n_rows=n_rows,
        k=2,
        loss=loss,
        share=None,
        score="auto",
        per_attribute=per_attribute,
    )

    assert isinstance(design, expected)


@pytest.mark.parametrize(("loss", "cost"), [(PureDP("0.01"), pure_cost), (ZCDP("1e-5"), zcdp_cost)])
def test_where_tables_drown_in_noise_most_goes_to_the_margins(
    released_with, monkeypatch, loss, cost
):
    measured = []
    with_margins = NoisyTables.with_margins

    def spy(self, counts, mechanisms):
        measured.append(mechanisms)
        return with_margins(self, counts, mechanisms)

    monkeypatch.setattr(NoisyTables, "with_margins", spy)
    settings = {"n_rows": 500, "k": 2, "share": None, "score": "auto", "per_attribute": False}
    design = chosen_design(DOMAIN, loss=loss, **settings)

    design.release(DOMAIN.count(records(500)))

    total = Fraction(loss.epsilon if isinstance(loss, PureDP) else loss.rho)
    assert design.margin_share == Fraction(8, 10)
    assert design.selection_share == Fraction(1, 10)
    assert float(cost(measured[0])) == pytest.approx(0.8 * float(total))
    assert float(cost(released_with[0])) == pytest.approx(0.1 * float(total))
    assert cost(measured[0]) + cost(released_with[0]) <= total * Fraction(9, 10)


def test_measured_margins_join_the_sums_of_tables():
    counts = DOMAIN.count(records(5000))
    loud = table_mechanisms(DOMAIN, DOMAIN.pairs, PureDP("0.001"))
    noisy = NoisyTables.release(counts, loud)

    better = noisy.with_margins(counts, margin_mechanisms(DOMAIN, PureDP(100)))

    for name, margin in expected_margins(better, DOMAIN, 5000).items():
        other = next(column for column in LEVELS if column != name)
        np.testing.assert_allclose(margin, counts.table(name, other).sum(axis=1), atol=3)


def test_entropies_are_the_score_only_where_a_round_has_a_large_budget():
    assert chosen_score("auto", PureDP(1), Fraction(1, 10), 10_000) == "conditional_entropy"
    assert chosen_score("auto", PureDP(1), Fraction(1, 100), 10_000) == "l1"
    assert chosen_score("conditional_entropy", PureDP(1), Fraction(1, 100), 10) != "l1"


def test_each_column_by_itself_costs_the_loss_of_one_query_each(released_with):
    design = chosen_design(
        DOMAIN,
        n_rows=500,
        k=2,
        loss=PureDP(1),
        share=None,
        score="l1",
        per_attribute=True,
    )

    answer = design.release(DOMAIN.count(records(500)))

    assert len(released_with) == 5
    for mechanisms in released_with:
        assert len(mechanisms) == 2
        assert float(pure_cost(mechanisms)) == pytest.approx(0.7)
    selector = design.queries[0]._selector()
    assert isinstance(selector, NoisyMax)
    assert 12 / selector.scale == pytest.approx(0.15)
    assert list(answer) == list(LEVELS)
