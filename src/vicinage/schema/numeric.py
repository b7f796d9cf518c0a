"""Numeric columns."""

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.finite_number import check_finite

__all__ = ["Numeric"]


@dataclass(frozen=True, slots=True)
class Numeric:
    """A column of numbers.

    Parameters
    ----------
    lower, upper : float or None
        Declared bounds in the unit of the column, both included. Distances are scaled by them,
        and values outside count as the bound there. None: the range found in the table is used.
    integer : bool
        Whether every value is a whole number.
    unit : str
        For the reader only, such as "years" or "EUR".
    edges : tuple of float
        Public cut points between the bins into which private queries sort the numbers, increasing
        and inside the bounds. Empty: bins of equal width.

    Raises
    ------
    SchemaError
        If a bound or edge is not a finite number, `lower` is not below `upper`, or the edges do
        not increase from one bound to the other.

    Examples
    --------
    >>> Numeric(lower=0, upper=120, integer=True)
    Numeric(lower=0, upper=120, integer=True, unit='', edges=())
    """

    label: ClassVar[str] = "numeric"

    lower: float | None = None
    upper: float | None = None
    integer: bool = False
    unit: str = ""
    edges: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Reject bounds that do not define an interval."""
        for name, bound in (("lower", self.lower), ("upper", self.upper)):
            if bound is not None:
                check_finite(name, bound)
        if self.lower is not None and self.upper is not None and self.lower >= self.upper:
            raise SchemaError(
                f"lower must be below upper, got lower={self.lower}, upper={self.upper}"
            )
        if not isinstance(self.integer, bool):
            raise SchemaError(f"integer must be true or false, got {self.integer!r}")
        if not isinstance(self.unit, str):
            raise SchemaError(f"unit must be a string, got {self.unit!r}")
        self._check_edges()

    def _check_edges(self) -> None:
        if isinstance(self.edges, str) or not isinstance(self.edges, Iterable):
            raise SchemaError(f"edges must be a list of numbers, got {self.edges!r}")
        object.__setattr__(self, "edges", tuple(self.edges))
        for edge in self.edges:
            check_finite("edges", edge)
        bounded = (
            -math.inf if self.lower is None else self.lower,
            *self.edges,
            math.inf if self.upper is None else self.upper,
        )
        if any(one >= other for one, other in itertools.pairwise(bounded)):
            raise SchemaError(
                "edges must increase, and lie between the bounds without touching them, got "
                f"edges={list(self.edges)}, lower={self.lower}, upper={self.upper}"
            )
