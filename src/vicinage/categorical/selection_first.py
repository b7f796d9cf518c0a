"""Contexts selected first, then their tables. Proof: ``selection_first.proof.md``, beside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from vicinage.categorical.context_tables import ContextTables
from vicinage.categorical.domain import Domain
from vicinage.categorical.noisy_tables import (
    NoisyTables,
    margin_mechanisms,
    share_of,
    table_mechanisms,
)
from vicinage.categorical.pair_counts import PairCounts
from vicinage.categorical.selection import (
    conditional_entropy_score,
    l1_score,
    score_sensitivity,
)
from vicinage.categorical.smoothing import smoothed_tables
from vicinage.mechanisms import GumbelMax, NoisyMax
from vicinage.privacy import ZCDP, Exact, PureDP

__all__ = ["SelectionFirst"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionFirst:
    """Select the context of each target in `k` rounds, then release the tables that it needs.

    Rounds are by permute-and-flip under a pure loss, and by the exponential mechanism under
    zCDP. The tables of all targets are measured together, each pair once.

    Parameters
    ----------
    domain : Domain
    n_rows : int
    k : int
        How many columns a context has; all others, without a selection, where there are not more.
    loss : PureDP or ZCDP
        The total of all rounds and tables.
    selection_share : Fraction
        What the rounds take of the loss, above 0 and below 1.
    score : {"l1", "conditional_entropy"}
    targets : tuple of str
    margin_share : Fraction
        What the margins of all columns take of the loss; 0 measures none, and relies on the sums
        of tables.
    """

    domain: Domain
    n_rows: int
    k: int
    loss: PureDP | ZCDP
    selection_share: Fraction
    score: str
    targets: tuple[str, ...]
    margin_share: Fraction = Fraction(0)

    def release(self, counts: PairCounts) -> Mapping[str, ContextTables]:
        """Spend the loss; the result is safe to publish."""
        contexts = {target: self._context(counts, target) for target in self.targets}
        # The number of tables is known from the released contexts: whatever it is, they share
        # one fixed loss.
        chosen = sorted(
            {self.domain.pair(x, y) for x, context in contexts.items() for y in context},
            key=self.domain.pairs.index,
        )
        noisy = NoisyTables.release(counts, table_mechanisms(self.domain, chosen, self._rest))
        if self.margin_share:
            share = share_of(self.loss, self.margin_share)
            noisy = noisy.with_margins(counts, margin_mechanisms(self.domain, share))
        tables = self.domain.labelled(smoothed_tables(noisy, self.domain, self.n_rows))
        return {
            target: ContextTables(context=context, tables=tables)
            for target, context in contexts.items()
        }

    @property
    def largest_scale(self) -> float:
        """The largest scale of noise in the tables, if no two contexts share a pair."""
        pairs = self.domain.pairs
        most = sorted(pairs, key=self.domain.cells)[-len(self.targets) * self.k :]
        mechanisms = table_mechanisms(self.domain, most, self._rest)
        return max(mechanism.scale for mechanism in mechanisms.values())

    @property
    def description(self) -> str:
        """The mechanisms in words."""
        noise = "integer Laplace" if isinstance(self.loss, PureDP) else "integer Gaussian"
        more = ", and all margins" if self.margin_share else ""
        if not self._chooses:
            return f"tables of all pairs{more} with {noise} noise"
        choice = "permute-and-flip" if isinstance(self.loss, PureDP) else "exponential mechanism"
        return (
            f"contexts by the {choice} on {self.score}, then their tables{more} with {noise} noise"
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the public settings, fit for JSON."""
        settings: dict[str, Any] = {
            "design": "selection_first",
            "loss": self.loss.as_dict(),
            "margin_share": float(self.margin_share),
        }
        if self._chooses:
            settings |= {
                "selection_share": float(self.selection_share),
                "score": self.score,
                "score_sensitivity": score_sensitivity(self.score, self.n_rows),
                "selection_scale": self._selector().scale,
            }
        return settings

    @property
    def _rest(self) -> PureDP | ZCDP:
        """What selection and margins leave for the tables."""
        selection = self.selection_share if self._chooses else Fraction(0)
        return share_of(self.loss, 1 - selection - self.margin_share)

    @property
    def _chooses(self) -> bool:
        return len(self.domain.levels) - 1 > self.k

    def _selector(self) -> NoisyMax | GumbelMax:
        rounds = len(self.targets) * self.k
        loss = share_of(self.loss, self.selection_share / rounds)
        sensitivity = score_sensitivity(self.score, self.n_rows)
        if isinstance(loss, PureDP):
            return NoisyMax(sensitivity=sensitivity, loss=loss)
        return GumbelMax(sensitivity=sensitivity, loss=loss)

    def _context(self, counts: PairCounts, target: str) -> tuple[str, ...]:
        others = [name for name in self.domain.levels if name != target]
        if not self._chooses:
            return tuple(others)
        selector, scores = self._selector(), self._scores(counts, target, others)
        chosen: list[str] = []
        for _ in range(self.k):
            left = [name for name in others if name not in chosen]
            exact = Exact(np.array([scores[name] for name in left], dtype=np.float64))
            chosen.append(left[selector.release(exact).value])
        return tuple(name for name in others if name in chosen)

    def _scores(self, counts: PairCounts, target: str, others: Sequence[str]) -> dict[str, int]:
        measure = l1_score if self.score == "l1" else conditional_entropy_score
        return {name: measure(counts.table(target, name)) for name in others}
