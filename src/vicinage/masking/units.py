"""What neighbours are sought among: records, or households."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.masking.strata import strata
from vicinage.neighbors import Metric, Space, Variable
from vicinage.schema import Role
from vicinage.table import Table

__all__ = ["Units", "in_order_of", "points"]

Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Units:
    """Records or households with what is measured of them; private.

    Parameters
    ----------
    space : Space
        The units as points, see :func:`points`.
    groups : list of ndarray of int, or None
        The units of each stratum; None when all are one.
    words : ndarray of uint64 of shape (n_units,)
        What stands for each unit in the stream of random words.
    members : tuple of two ndarrays of int, or None
        The first record of each unit, and the unit of each record. None: units are records.
    """

    space: Space
    groups: list[Rows] | None
    words: Words
    members: tuple[Rows, Rows] | None = None

    @classmethod
    def of_records(
        cls,
        table: Table,
        space: Space,
        words: Words,
        *,
        within: tuple[str, ...],
        least: int,
    ) -> Self:
        """Take each record as a unit.

        Raises
        ------
        ParameterError
            If a stratum has fewer than `least` records.
        """
        groups = strata(table, within, least)
        if table.schema.with_role(Role.KEY):
            groups = in_order_of(words, groups)
        return cls(space=space, groups=groups, words=words)

    def rows(self, donors: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return, for each record, the row whose cell it gets; -1 where there is no donor."""
        if self.members is None:
            return donors
        first, unit = self.members
        rows = np.where(donors < 0, -1, first[donors]).astype(np.int32)
        return rows[unit]


def in_order_of(words: Words, groups: list[Rows] | None) -> list[Rows]:
    """Put units in the order of their words, so that the table's order does not matter."""
    if groups is None:
        return [np.argsort(words)]
    return [rows[np.argsort(words[rows])] for rows in groups]


def points(metric: Metric, variables: list[Variable], n_units: int) -> Space:
    """Return units as points, all in one place where no variable tells them apart.

    Parameters
    ----------
    metric : Metric
    variables : list of Variable
        With one value for each unit; they take as much memory as the space that is made of them.
    n_units : int
    """
    space = metric.space(variables) if variables else None
    if space is not None and space.weights.size:
        return space
    nowhere = Space.of_numbers(np.zeros((n_units, 1)))
    return nowhere if space is None else replace(nowhere, skipped=space.skipped)
