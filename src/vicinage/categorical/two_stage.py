"""All pairs first, then those of the contexts again. Proof: ``two_stage.proof.md``, beside."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from vicinage.categorical.context_tables import ContextTables
from vicinage.categorical.design import strongest_contexts
from vicinage.categorical.domain import Domain, Pair
from vicinage.categorical.noisy_tables import NoisyTables, share_of, table_mechanisms
from vicinage.categorical.pair_counts import PairCounts
from vicinage.categorical.smoothing import smoothed_tables
from vicinage.mechanisms import IntegerGaussian, IntegerLaplace
from vicinage.privacy import ZCDP, PureDP

__all__ = ["TwoStage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoStage:
    """Release every pair table with noise, choose contexts from them, and measure those again.

    The choice costs nothing: it looks at released tables only. The second measurement is
    combined with the first.

    Parameters
    ----------
    domain : Domain
    n_rows : int
    k : int
        How many columns a context has; all others where there are not more.
    loss : PureDP or ZCDP
        The total of both stages.
    first_share : Fraction
        What the first stage takes of the loss, above 0 and below 1; all of it where there is
        nothing to choose.
    """

    domain: Domain
    n_rows: int
    k: int
    loss: PureDP | ZCDP
    first_share: Fraction

    def release(self, counts: PairCounts) -> Mapping[str, ContextTables]:
        """Spend the loss; the result is safe to publish."""
        first = table_mechanisms(self.domain, self.domain.pairs, self._first)
        noisy = NoisyTables.release(counts, first)
        contexts, tables = self._processed(noisy)
        if self._chooses:
            chosen = sorted(
                {self.domain.pair(x, y) for x, context in contexts.items() for y in context},
                key=self.domain.pairs.index,
            )
            rest = share_of(self.loss, 1 - self.first_share)
            again = table_mechanisms(self.domain, chosen, rest)
            noisy = noisy.with_more(NoisyTables.release(counts, again))
            contexts, tables = self._processed(noisy)
        return {name: ContextTables(context=contexts[name], tables=tables) for name in contexts}

    @property
    def largest_scale(self) -> float:
        """The largest scale of noise in the first stage."""
        return max(mechanism.scale for mechanism in self._mechanisms().values())

    @property
    def description(self) -> str:
        """The mechanisms in words."""
        again = ", then those of the contexts again" if self._chooses else ""
        return (
            f"tables of all pairs with {self._noise} noise of scales up to "
            f"{self.largest_scale:.4g}{again}"
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the public settings, fit for JSON."""
        return {
            "design": "two_stage",
            "noise": self._noise,
            "loss": self.loss.as_dict(),
            "first_share": float(self.first_share) if self._chooses else 1.0,
            "scales": {" x ".join(p): m.scale for p, m in self._mechanisms().items()},
        }

    def _mechanisms(self) -> Mapping[Pair, IntegerLaplace | IntegerGaussian]:
        return table_mechanisms(self.domain, self.domain.pairs, self._first)

    @property
    def _noise(self) -> str:
        return "integer Laplace" if isinstance(self.loss, PureDP) else "integer Gaussian"

    @property
    def _chooses(self) -> bool:
        return len(self.domain.levels) - 1 > self.k

    @property
    def _first(self) -> PureDP | ZCDP:
        return share_of(self.loss, self.first_share) if self._chooses else self.loss

    def _processed(self, noisy: NoisyTables) -> tuple[dict[str, tuple[str, ...]], PairCounts]:
        tables = self.domain.labelled(smoothed_tables(noisy, self.domain, self.n_rows))
        return strongest_contexts(tables, self.k), tables
