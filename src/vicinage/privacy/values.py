"""Separate types for what is exact and for what may be published."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from vicinage.privacy.loss import Loss

__all__ = ["Exact", "Released"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Exact(Generic[T]):
    """A value computed from private rows; only ``vicinage.mechanisms`` may reveal it.

    Examples
    --------
    >>> Exact(41)
    Exact()
    """

    _value: T = field(repr=False)  # so that no log or traceback shows it

    def reveal(self) -> T:
        """Return the exact value. A test lists who calls this."""
        return self._value


@dataclass(frozen=True, slots=True)
class Released(Generic[T]):
    """The output of a mechanism, with what it cost."""

    value: T
    loss: Loss
