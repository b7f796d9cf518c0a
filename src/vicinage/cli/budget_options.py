"""Which budget a private answer is charged to, from the shell."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any, Protocol

from cyclopts import Group, Parameter

import vicinage
from vicinage.cli.answer_lines import print_quote
from vicinage.cli.option_words import option_of
from vicinage.cli.usage_error import UsageError

__all__ = ["BudgetOptions"]

_GROUP = Group("Budget", sort_key=1)

_Text = Annotated[str | None, Parameter(group=_GROUP)]
_Flag = Annotated[bool, Parameter(group=_GROUP, negative=())]


class _Question(Protocol):
    """An estimator that is charged for its answer."""

    ledger: vicinage.ledger.PrivacyLedger

    def quote(self, frame: Any) -> vicinage.privacy.Loss:
        """Return what the answer would cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetOptions:
    """What an answer may cost, and who is charged.

    Parameters
    ----------
    epsilon
        What the whole answer may cost, as a decimal such as 0.5.
    ledger
        The ledger that is charged: a file, or the address of a database.
    without_ledger
        Answer without a budget: nothing counts what is spent.
    analyst
        For whom the answer is; with a budget of his or her own, that is charged too.
    dry_run
        Say what the answer would cost, and answer nothing. It costs nothing.
    allow_large_epsilon
        Allow an epsilon above 50, which promises nothing.
    seed
        Refused: the noise of a private answer cannot be repeated.
    """

    epsilon: _Text = None
    ledger: _Text = None
    without_ledger: _Flag = False
    analyst: _Text = None
    dry_run: _Flag = False
    allow_large_epsilon: _Flag = False
    seed: _Text = None

    def check_exact(self, **private: Any) -> None:
        """Refuse to mix an exact answer with the price, or the noise, of a private one.

        Parameters
        ----------
        private
            Other options that have a meaning for a private answer only; None, False or "auto"
            where they were not given.
        """
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in {**own, **private}.items():
            if value not in (None, False, "auto"):
                raise UsageError(
                    f"--exact must go without {option_of(name)}; an exact answer is not "
                    "private, and has neither price nor noise"
                )

    def settings(self) -> dict[str, Any]:
        """Return the arguments of an estimator."""
        if self.epsilon is None:
            raise UsageError("--epsilon must be given, got none; what to spend is your decision")
        return {
            "epsilon": self.epsilon,
            "ledger": self.opened(),
            "analyst": self.analyst,
            "allow_large_epsilon": self.allow_large_epsilon,
            "seed": self.seed,
        }

    def opened(self) -> vicinage.ledger.PrivacyLedger:
        """Open the ledger, or the one that counts nothing where that was asked for by name."""
        if (self.ledger is None) != self.without_ledger:
            raise UsageError(
                "--ledger must be given, or --without-ledger, and not both; without a ledger "
                "nothing counts what is spent"
            )
        if self.ledger is None:
            return vicinage.ledger.Ledger.unlimited()
        return vicinage.ledger.Ledger.open(self.ledger)

    def print_quote(
        self,
        question: _Question,
        table: vicinage.table.QueryTable | vicinage.engines.QueryParts,
        *,
        as_json: bool,
    ) -> None:
        """Print what an answer would cost, or refuse as the charge would be; nothing is charged."""
        loss, ledger = question.quote(table), question.ledger
        if isinstance(ledger, vicinage.ledger.Ledger):
            ledger.quote(table.digest(ledger.data_set_key), loss, analyst=self.analyst)
        print_quote(loss.as_dict(), self.left(ledger, table), as_json=as_json)

    def left(
        self,
        ledger: vicinage.ledger.PrivacyLedger,
        table: vicinage.table.QueryTable | vicinage.engines.QueryParts,
    ) -> dict[str, str] | None:
        """Return what is left for the table, and for the analyst; None where nothing is counted."""
        left = ledger.remaining(table.digest(ledger.data_set_key), self.analyst)
        if not left.epsilon.is_finite():
            return None
        delta = {} if left.delta is None else {"delta": format(left.delta, "f")}
        return {"epsilon": format(left.epsilon, "f"), **delta}
