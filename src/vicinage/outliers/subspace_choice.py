"""The choice among subspaces by one score."""

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms import (
    NoisyTop,
    dampened_scores,
    dampened_t_max,
    generalized_scores,
)
from vicinage.outliers.many_subspaces import subspace_counts
from vicinage.outliers.profile import family_profile
from vicinage.outliers.sensitivity import global_sensitivity
from vicinage.privacy import Exact, PureDP, Released, even_shares

__all__ = ["SCORES", "SubspaceChoice"]

SCORES = ("dampened", "count", "gem")
_CHANCE_OF_ERROR = 0.05
_LARGEST_GENERALIZED = 2**21


@dataclass(frozen=True, slots=True, kw_only=True)
class SubspaceChoice:
    """How subspaces are chosen; all of it is public.

    Parameters
    ----------
    score : {"dampened", "count", "gem"}
    k : int
        A record with fewer neighbours is an outlier.
    members : tuple of tuples of int
        The candidates, as increasing positions of columns.
    n_rows, top : int
    loss : PureDP
        Of the whole choice.

    Raises
    ------
    ParameterError
        If the score cannot hold so large a sensitivity.
    """

    score: str
    k: int
    members: tuple[tuple[int, ...], ...]
    n_rows: int
    top: int
    loss: PureDP
    selection: NoisyTop = field(init=False)

    def __post_init__(self) -> None:
        if self.score == "gem" and self.largest_sensitivity > _LARGEST_GENERALIZED:
            raise ParameterError(
                f"score must be 'count' or 'dampened' for sensitivities above "
                f"{_LARGEST_GENERALIZED}, got 'gem'"
            )
        sensitivity = self.largest_sensitivity if self.score == "count" else 1
        selection = NoisyTop(sensitivity=sensitivity, count=self.top, loss=self.loss)
        object.__setattr__(self, "selection", selection)

    def release(self, points: npt.NDArray[np.float64], radius: float) -> Released[tuple[int, ...]]:
        """Choose `top` positions in `members`, the best first, for private points."""
        return self.selection.release(self.scores(points, radius))

    def scores(
        self, points: npt.NDArray[np.float64], radius: float
    ) -> Exact[npt.NDArray[np.float64]]:
        """Score every candidate; private points of shape (n_rows, n_columns)."""
        if self.score == "dampened":
            t_max = dampened_t_max(self.largest_sensitivity, largest=self.n_rows)
            counts, profile = family_profile(points, self.members, radius, self.k, t_max=t_max)
            return dampened_scores(counts, profile)
        exact = subspace_counts(points, self.members, radius, self.k)
        if self.score == "gem":
            return generalized_scores(Exact(exact), self.sensitivities, loss=self._round)
        return Exact(exact.astype(np.float64))

    @property
    def sensitivities(self) -> npt.NDArray[np.int64]:
        """Largest change of each count between neighbouring tables."""
        bounds = [global_sensitivity(len(member), self.k, self.n_rows) for member in self.members]
        return np.array(bounds, np.int64)

    @property
    def largest_sensitivity(self) -> int:
        """Largest change of any count between neighbouring tables."""
        return int(self.sensitivities.max())

    @property
    def description(self) -> str:
        """The mechanism in words."""
        return (
            f"permute-and-flip among {len(self.members)} subspaces, a round for each one named, by "
            f"the score {self.score}"
        )

    @property
    def accuracy(self) -> str | None:
        """A statement from public numbers; None where the accuracy depends on the data."""
        if self.score != "count":
            return None
        short = math.ceil(
            self.selection.scale * math.log(len(self.members) * self.top / _CHANCE_OF_ERROR)
        )
        return (
            f"each has at most {short} outliers fewer than the best one not yet named, with a "
            "chance of at least 95 %"
        )

    @property
    def _round(self) -> PureDP:
        """What one of the rounds costs at least; it sets a public handicap only."""
        return PureDP(even_shares(self.loss.epsilon, self.top)[-1])
