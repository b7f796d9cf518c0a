"""One budget, and what was charged to it."""

from dataclasses import dataclass, replace
from typing import Self

from vicinage.errors import BudgetError
from vicinage.ledger.composition import Composition
from vicinage.ledger.cost import Cost
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.units import AMOUNT_PLACES, DELTA_PLACES, decimal_of

__all__ = ["Account"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The budget of a lineage over everybody, or that of one analyst in it.

    Parameters
    ----------
    lineage : str
    analyst : str
        Empty for everybody together. An analyst's account counts no delta: the lineage's does.
    cap, spent : int
        Epsilon or rho, in units.
    delta_cap, delta_spent : int
        In units.
    places : int
        Decimal places of the amount most finely written.
    """

    lineage: str
    analyst: str
    cap: int
    spent: int = 0
    delta_cap: int
    delta_spent: int = 0
    places: int

    def charged(self, cost: Cost, composition: Composition) -> Self:
        """Return the account after a charge.

        Raises
        ------
        BudgetError
            If the charge does not fit. The message holds budgets and charges only.
        """
        left = self.cap - self.spent
        if cost.amount > left:
            raise self._refused(composition.unit, cost.amount, left, AMOUNT_PLACES)
        delta = 0 if self.analyst else cost.delta
        if delta > self.delta_cap - self.delta_spent:
            delta_left = self.delta_cap - self.delta_spent
            raise self._refused("delta", delta, delta_left, DELTA_PLACES)
        return replace(
            self,
            spent=self.spent + cost.amount,
            delta_spent=self.delta_spent + delta,
            places=max(self.places, cost.places),
        )

    @property
    def terms(self) -> tuple[str, int, int]:
        """Whose it is and what it allows, whatever was spent."""
        return (self.analyst, self.cap, self.delta_cap)

    def remaining(self, composition: Composition, delta_of: "Account") -> Remaining:
        """Return what one more answer may cost at most; `delta_of` is the account of delta."""
        left = self.cap - self.spent
        return Remaining(
            epsilon=composition.epsilon_of(left, self.places),
            rho=(decimal_of(left, AMOUNT_PLACES, 1) if composition is Composition.ZCDP else None),
            delta=(
                decimal_of(delta_of.delta_cap - delta_of.delta_spent, DELTA_PLACES, 1)
                if delta_of.delta_cap
                else None
            ),
        )

    def _refused(self, what: str, asked: int, left: int, places: int) -> BudgetError:
        whose = f"of {self.analyst} in {self.lineage}" if self.analyst else f"of {self.lineage}"
        shown = self.places if places == AMOUNT_PLACES else 1
        return BudgetError(
            f"{what} must fit into what is left of the budget {whose}, "
            f"{decimal_of(left, places, shown):f}, got {decimal_of(asked, places, 1):f}; nothing "
            "was charged"
        )
