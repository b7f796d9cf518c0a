"""How losses add up, and what a budget allows: two filters, proven in composition.proof.md."""

import decimal
import math
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from vicinage.errors import ParameterError
from vicinage.ledger.cost import Cost
from vicinage.ledger.units import (
    AMOUNT_PLACES,
    DELTA_PLACES,
    decimal_of,
    places_of,
    units_down,
    units_up,
)
from vicinage.privacy import ZCDP, Loss, PureDP

__all__ = ["Composition"]

_DIGITS = 60
_SAFE = 1 - Decimal("1e-40")
"""Far more than all rounding at 60 digits, and far less than a unit."""


class Composition(StrEnum):
    """How the losses of several answers are counted together; fixed when a ledger is made.

    ``basic`` adds epsilons and adds deltas. ``zcdp`` adds rho, where an epsilon counts as
    ``epsilon**2 / 2``, and adds deltas: many small answers then cost less. Both hold when each
    question is chosen after the answers before it (R. Rogers, A. Roth, J. Ullman, S. Vadhan,
    "Privacy Odometers and Filters", NeurIPS 2016; J. Whitehouse, A. Ramdas, R. Rogers, Z. S. Wu,
    "Fully-Adaptive Composition in Differential Privacy", ICML 2023, theorem 1).

    Examples
    --------
    >>> Composition.BASIC.cost(PureDP("0.5")).amount, Composition.ZCDP.cost(PureDP("0.5")).amount
    (500000000000, 125000000000)
    """

    BASIC = "basic"
    ZCDP = "zcdp"

    @property
    def unit(self) -> str:
        """What is counted: "epsilon" or "rho"."""
        return "epsilon" if self is Composition.BASIC else "rho"

    def cost(self, loss: Loss) -> Cost:
        """Return what a loss counts, rounded up.

        Raises
        ------
        ParameterError
            If it cannot be counted: a zCDP loss under basic composition implies no epsilon until a
            delta is chosen, and that choice is the caller's.
        """
        if self is Composition.BASIC and isinstance(loss, ZCDP):
            raise ParameterError(
                "loss must be PureDP or ApproxDP in a ledger of basic composition, got ZCDP; give "
                "the (epsilon, delta) that it implies, or use a ledger of zcdp composition"
            )
        given = None if isinstance(loss, PureDP) else loss.delta
        delta = 0 if given is None else units_up(given, DELTA_PLACES)
        if isinstance(loss, ZCDP):
            amount = loss.rho
        elif self is Composition.ZCDP:
            return Cost(_half_square_up(loss.epsilon), delta, 0)
        else:
            amount = loss.epsilon
        places = places_of(amount, AMOUNT_PLACES)
        return Cost(units_up(amount, AMOUNT_PLACES), delta, places)

    def cap(self, epsilon: Decimal, delta: Decimal | None) -> Cost:
        """Return what a budget allows to be counted, rounded down.

        Under ``zcdp``, one half of delta is for the deltas of the answers and one half for the way
        back from rho to epsilon.

        Raises
        ------
        ParameterError
            If nothing would be allowed, or a ``zcdp`` budget has no delta.
        """
        if self is Composition.BASIC:
            amount = units_down(epsilon, AMOUNT_PLACES)
            places = places_of(epsilon, AMOUNT_PLACES)
            spare = delta
        elif delta is None:
            raise ParameterError(
                "delta must be given for a budget of zcdp composition, got None; rho says nothing "
                'about epsilon without one, such as "1e-9"'
            )
        else:
            spare = _half(delta)
            amount, places = units_down(_rho(epsilon, spare), AMOUNT_PLACES), 0
        if not amount:
            raise ParameterError(
                f"epsilon must be enough to count in steps of 1e-{AMOUNT_PLACES}, got {epsilon}"
            )
        return Cost(amount, 0 if spare is None else units_down(spare, DELTA_PLACES), places)

    def shown(self, cost: Cost) -> dict[str, str]:
        """Return a cost as text, in the unit that is counted."""
        amounts = {self.unit: f"{decimal_of(cost.amount, AMOUNT_PLACES, cost.places):f}"}
        if cost.delta:
            amounts["delta"] = f"{decimal_of(cost.delta, DELTA_PLACES, 1):f}"
        return amounts

    def epsilon_of(self, amount: int, places: int) -> Decimal:
        """Return the largest epsilon whose cost is at most `amount` units."""
        if self is Composition.BASIC:
            return decimal_of(amount, AMOUNT_PLACES, places)
        return decimal_of(math.isqrt(2 * amount * 10**AMOUNT_PLACES), AMOUNT_PLACES, 1)


def _half_square_up(epsilon: Decimal) -> int:
    # An epsilon below a unit counts as a unit first: its square is far below one anyway.
    exact = Fraction(max(epsilon, Decimal(1).scaleb(-AMOUNT_PLACES)))
    return math.ceil(exact * exact * Fraction(10) ** AMOUNT_PLACES / 2)


def _half(delta: Decimal) -> Decimal:
    with decimal.localcontext(prec=_DIGITS, rounding=decimal.ROUND_FLOOR):
        return delta / 2


def _rho(epsilon: Decimal, delta: Decimal) -> Decimal:
    """Return a rho, rounded down, with ``rho + 2 sqrt(rho ln(1 / delta)) <= epsilon``."""
    with decimal.localcontext(prec=_DIGITS):
        log = -delta.ln()
        root = epsilon / ((log + epsilon).sqrt() + log.sqrt())
        return root * root * _SAFE
