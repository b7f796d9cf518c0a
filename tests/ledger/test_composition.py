"""Amounts are exact, and the budgets that they are counted against are what they promise."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import BudgetError, ParameterError
from vicinage.ledger import Ledger
from vicinage.ledger.composition import Composition
from vicinage.ledger.units import AMOUNT_PLACES, DELTA_PLACES, units_down, units_up
from vicinage.privacy import ZCDP, ApproxDP, PureDP

BASIC, TIGHT = Composition.BASIC, Composition.ZCDP

amounts = st.decimals("1e-20", "1000000", allow_nan=False, places=None).filter(lambda x: x > 0)
deltas = st.decimals("1e-15", "0.9", places=16).filter(lambda x: x > 0)


@pytest.mark.parametrize(("step", "count", "left"), [("0.01", 100, "0.00"), ("0.1", 10, "0.0")])
def test_small_charges_fill_a_budget_exactly(sqlite_home, step, count, left):
    ledger = sqlite_home.create()
    ledger.register("x", b"digest", epsilon="1.0")

    for _ in range(count):
        ledger.reserve("x", epsilon=step, request={})

    for opened in (ledger, sqlite_home.open()):
        assert str(opened.remaining("x").epsilon) == left
        for tiny in ("0.000000000001", "5e-324", 5e-324):
            with pytest.raises(BudgetError, match=rf"{left}, got 0\.000000000001"):
                opened.reserve("x", epsilon=tiny, request={})


@pytest.mark.parametrize("tiny", ["5e-324", "1e-13"])
def test_nothing_is_free(sqlite_home, tiny):
    ledger = sqlite_home.create()
    ledger.register("x", b"digest", epsilon="1")

    assert ledger.reserve("x", epsilon=tiny, request={}).remaining.epsilon == Decimal(
        "0.999999999999"
    )


@pytest.mark.parametrize("half", [0.5, "0.5", Decimal("0.50"), Fraction(1, 2)])
def test_a_number_means_the_decimal_that_is_written(sqlite_home, half):
    ledger = sqlite_home.create()
    ledger.register("x", b"digest", epsilon=1)

    if isinstance(half, Fraction):
        with pytest.raises(ParameterError, match="epsilon must be a number above 0"):
            ledger.reserve("x", epsilon=half, request={})
    else:
        assert ledger.reserve("x", epsilon=half, request={}).remaining.epsilon == Decimal("0.5")


def test_exactness_does_not_depend_on_the_decimal_context(sqlite_home):
    ledger = sqlite_home.create()
    ledger.register("x", b"digest", epsilon="1000000")

    with localcontext(prec=3):
        ledger.reserve("x", epsilon="999999.999999999999", request={})
        assert format(ledger.remaining("x").epsilon, "f") == "0.000000000001"


@given(value=amounts)
def test_amounts_are_rounded_against_the_caller_by_less_than_a_unit(value):
    unit = Fraction(1, 10**AMOUNT_PLACES)

    up, down = units_up(value, AMOUNT_PLACES), units_down(value, AMOUNT_PLACES)

    assert 0 <= up * unit - Fraction(value) < unit
    assert 0 <= Fraction(value) - down * unit < unit
    assert up > 0


@given(epsilon=amounts, delta=deltas)
def test_a_zcdp_budget_implies_the_epsilon_and_delta_it_was_given(epsilon, delta):
    try:
        cap = TIGHT.cap(epsilon, delta)
    except ParameterError:
        assert epsilon < Decimal("1e-4")  # no unit of rho fits
        return

    with localcontext(prec=80):
        rho = Decimal(cap.amount).scaleb(-AMOUNT_PLACES)
        spare = delta - Decimal(cap.delta).scaleb(-DELTA_PLACES)
        assert cap.delta <= units_down(delta, DELTA_PLACES)
        assert rho + 2 * (-rho * spare.ln()).sqrt() <= epsilon
        more = rho + 2 * Decimal(10) ** -AMOUNT_PLACES
        half = delta / 2
        assert more + 2 * (-more * half.ln()).sqrt() > epsilon  # and nothing is given away


@given(epsilon=amounts)
def test_an_epsilon_counts_as_at_least_half_its_square(epsilon):
    counted = Fraction(TIGHT.cost(PureDP(epsilon)).amount, 10**AMOUNT_PLACES)

    assert counted >= Fraction(epsilon) ** 2 / 2
    assert counted - Fraction(epsilon) ** 2 / 2 <= Fraction(1, 10**AMOUNT_PLACES)


@given(left=st.integers(1, 10**18))
def test_the_epsilon_that_is_left_fits_and_a_larger_one_does_not(left):
    epsilon = TIGHT.epsilon_of(left, 0)
    step = Decimal("1e-11")  # the square of one unit more may still round into the same cost

    assert epsilon == 0 or TIGHT.cost(PureDP(epsilon)).amount <= left
    with localcontext(prec=60):
        larger = epsilon + step + epsilon * Decimal("1e-11")
    assert Fraction(larger) ** 2 / 2 * 10**AMOUNT_PLACES > left


def test_what_each_loss_counts():
    assert BASIC.shown(BASIC.cost(ApproxDP("0.5", "1e-9"))) == {
        "epsilon": "0.5",
        "delta": "0.000000001",
    }
    assert TIGHT.shown(TIGHT.cost(ApproxDP("0.2", "1e-9"))) == {
        "rho": "0.02",
        "delta": "0.000000001",
    }
    assert TIGHT.shown(TIGHT.cost(ZCDP("0.3"))) == {"rho": "0.3"}
    assert TIGHT.shown(TIGHT.cost(ZCDP("0.3", "1e-9")))["delta"] == "0.000000001"


def test_a_zcdp_budget_needs_a_delta(sqlite_home):
    ledger = sqlite_home.create(composition="zcdp")

    with pytest.raises(ParameterError, match="delta must be given for a budget of zcdp"):
        ledger.register("x", b"digest", epsilon=1)


def test_many_small_charges_cost_less_under_zcdp(home):
    ledger = home.create(composition="zcdp")
    ledger.register("x", b"digest", epsilon=1, delta="1e-6", analysts={"ann": "0.5"})
    fitting = TIGHT.cap(Decimal("0.5"), Decimal("1e-6")).amount // TIGHT.cost(PureDP("0.01")).amount

    for _ in range(fitting):
        ledger.reserve("x", epsilon="0.01", request={}, analyst="ann")
    with pytest.raises(BudgetError, match="rho must fit into what is left of the budget of ann"):
        ledger.reserve("x", epsilon="0.01", request={}, analyst="ann")

    assert fitting > 0.5 / 0.01
    assert 0 <= ledger.remaining("x", "ann").epsilon < Decimal("0.01")
    ledger.verify()


def test_randomised_responses_up_to_the_cap_keep_the_promise_exactly():
    """Compose k randomised responses exactly; their delta at the cap's epsilon is within delta."""
    epsilon, delta = Decimal(1), Decimal("1e-6")
    cap = TIGHT.cap(epsilon, delta).amount
    for each in ("0.01", "0.05", "0.1"):
        k = cap // TIGHT.cost(PureDP(each)).amount
        rate = math.exp(float(each)) / (1 + math.exp(float(each)))
        exact = 0.0
        for ones in range(k + 1):
            log = math.lgamma(k + 1) - math.lgamma(ones + 1) - math.lgamma(k - ones + 1)
            p = math.exp(log + ones * math.log(rate) + (k - ones) * math.log1p(-rate))
            q = math.exp(log + (k - ones) * math.log(rate) + ones * math.log1p(-rate))
            exact += max(0.0, p - math.exp(float(epsilon)) * q)
        assert k > 0
        assert 0 <= exact <= float(delta) / 2


def test_an_unlimited_ledger_counts_nothing():
    assert Ledger.unlimited().remaining("x").epsilon == math.inf
    assert Ledger.unlimited().quote("x", PureDP(3)) == PureDP(3)
