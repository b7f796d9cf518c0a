"""Which results recur, and the choice of one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.integral.choice import Choice
from vicinage.integral.condition import Condition
from vicinage.integral.ladder import Ladder

__all__ = ["SELECTIONS", "Recurrence"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

SELECTIONS = ("private", "accurate")

_COVERAGE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """The results of B resamples: of one statistic, or of several as one joint result.

    Parameters
    ----------
    values : ndarray of shape (B, S)
        What each resample gives; private.
    ladders : sequence of S ladders
    condition : Condition
    """

    values: Floats
    ladders: Sequence[Ladder]
    condition: Condition

    def choose(self, truth: Floats | None) -> Choice | None:
        """Return the result to publish, on the finest rung that deserves it.

        On a ladder, a rung deserves it when the results that may fulfil the condition cover half
        of the resamples, so that a result far from the others is not taken because it recurs by
        chance. On a single rung every result is a candidate.

        Parameters
        ----------
        truth : ndarray of shape (S,) or None
            None: the most frequent candidate is taken, of several the smallest. Else the statistics
            of the whole column: the nearest candidate is taken, of several the most frequent, then
            the smallest.

        Returns
        -------
        Choice or None
            None when no result fulfils the condition.
        """
        for rung in range(self.n_rungs):
            for cells, members in self._candidates(rung, truth):
                if self.condition.holds(members):
                    return Choice(rung, cells)
        return None

    @property
    def n_rungs(self) -> int:
        """The rungs of the longest ladder; the others begin with their finest again and again."""
        return max(ladder.n_rungs for ladder in self.ladders)

    def rung_of(self, ladder: Ladder, rung: int) -> int:
        """Return which rung of one ladder goes with a rung of all."""
        return max(rung - (self.n_rungs - ladder.n_rungs), 0)

    def groups(self, rung: int) -> list[tuple[tuple[float, ...], Whole]]:
        """Return each result that recurs at least k times, with its resamples.

        The most frequent comes first, of equally frequent ones the smallest.
        """
        columns = [
            ladder.cells(self.values[:, s], self.rung_of(ladder, rung))
            for s, ladder in enumerate(self.ladders)
        ]
        cells = np.column_stack(columns)
        here = np.flatnonzero(~np.isnan(cells).any(axis=1))
        if here.size < self.condition.k:
            return []
        different, labels, sizes = np.unique(
            cells[here], axis=0, return_inverse=True, return_counts=True
        )
        order = np.argsort(-sizes, kind="stable")
        return [
            (tuple(different[group].tolist()), here[labels == group])
            for group in order[sizes[order] >= self.condition.k]
        ]

    def _candidates(
        self, rung: int, truth: Floats | None
    ) -> Iterator[tuple[tuple[float, ...], Whole]]:
        groups = self.groups(rung)
        if self.n_rungs > 1:
            if not self._covers(groups):
                return
            groups = [group for group in groups if self.condition.may_hold(group[1])]
            if not self._covers(groups):
                return
        if truth is not None:
            groups.sort(key=lambda group: self._distance(group[0], rung, truth))
        yield from groups

    def _covers(self, groups: list[tuple[tuple[float, ...], Whole]]) -> bool:
        covered = sum(len(members) for _, members in groups)
        return covered >= _COVERAGE * len(self.values)

    def _distance(self, cells: tuple[float, ...], rung: int, truth: Floats) -> float:
        """Return how far a result is from the truth: the largest difference, in cells."""
        worst = 0.0
        for s, (ladder, cell) in enumerate(zip(self.ladders, cells, strict=True)):
            own = self.rung_of(ladder, rung)
            off = abs(ladder.value(cell, own) - float(truth[s]))
            worst = max(worst, off / ladder.width(cell, own))
        return worst
