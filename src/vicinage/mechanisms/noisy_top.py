"""The best candidates in order. Proof: ``noisy_top.proof.md``, beside this file."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import draw_exponential_max
from vicinage.mechanisms.permute_and_flip import permute_and_flip_law
from vicinage.mechanisms.revealed import revealed_scores
from vicinage.mechanisms.rounding import positive, round_up, whole
from vicinage.privacy import Exact, PureDP, Released

__all__ = ["NoisyTop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyTop:
    """Release the positions of the `count` largest scores, by peeling with permute-and-flip.

    Parameters
    ----------
    sensitivity : int, float, Fraction or Decimal
        Largest change of any one score between neighbouring tables, the rounding of the scores
        included. Above 0.
    count : int
        How many are chosen, each at an equal share of epsilon. At least 1.
    loss : PureDP
        What all the choices cost together.

    Attributes
    ----------
    scale : float
        Public: ``2 sensitivity count / epsilon``, rounded up; the mean of the noise of a round.

    Raises
    ------
    ParameterError
        If a parameter is outside its range.

    Examples
    --------
    >>> mechanism = NoisyTop(sensitivity=1, count=2, loss=PureDP(2))
    >>> mechanism.release(Exact(np.array([0.0, 500.0, 1000.0]))).value
    (2, 1)
    >>> round(mechanism.distribution(np.array([0.0, 1.0, 2.0]))[2, 1], 4)
    0.4091
    """

    sensitivity: Fraction | float
    count: int
    loss: PureDP
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.loss, PureDP):
            raise ParameterError(f"loss must be a PureDP, got {type(self.loss).__name__}")
        rounds = whole("count", self.count)
        exact = 2 * rounds * positive("sensitivity", self.sensitivity) / Fraction(self.loss.epsilon)
        object.__setattr__(self, "scale", round_up(exact))

    def release(self, scores: Exact[npt.NDArray[np.float64]]) -> Released[tuple[int, ...]]:
        """Return the positions of `count` candidates, the best first, counted from 0."""
        rest = revealed_scores(scores)
        self._check_number(rest.size)
        places = np.arange(rest.size)
        chosen = []
        for _ in range(self.count):
            winner = draw_exponential_max(rest, self.scale)
            chosen.append(int(places[winner]))
            rest, places = np.delete(rest, winner), np.delete(places, winner)
        return Released(tuple(chosen), self.loss)

    def distribution(self, scores: npt.NDArray[np.float64]) -> dict[tuple[int, ...], float]:
        """Return the probability of each ordered choice; their number grows fast with `count`."""
        self._check_number(len(scores))
        law: dict[tuple[int, ...], float] = {(): 1.0}
        for _ in range(self.count):
            law = {
                (*chosen, place): before * share
                for chosen, before in law.items()
                for place, share in self._next(np.asarray(scores, dtype=np.float64), chosen)
            }
        return law

    def _next(
        self, scores: npt.NDArray[np.float64], chosen: tuple[int, ...]
    ) -> list[tuple[int, float]]:
        places = np.delete(np.arange(scores.size), list(chosen))
        shares = permute_and_flip_law(scores[places], self.scale)
        return list(zip(places.tolist(), shares.tolist(), strict=True))

    def _check_number(self, n_candidates: int) -> None:
        if n_candidates < self.count:
            raise ParameterError(
                f"count must be at most the number of candidates {n_candidates}, got {self.count}"
            )
