"""Separate types for what is exact and for what may be published."""

from dataclasses import dataclass
from typing import Generic, NoReturn, SupportsIndex, TypeVar

from vicinage.privacy.loss import Loss

__all__ = ["Exact", "Released"]

T = TypeVar("T")


class Exact(Generic[T]):
    """A value computed from private rows; only ``vicinage.mechanisms`` may reveal it.

    It shows its value to no log, traceback, comparison or ``dataclasses.asdict``, and it refuses to
    be copied or pickled, so that no cache and no other process gets it unawares.

    Examples
    --------
    >>> Exact(41)
    Exact()
    """

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Exact()"

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError("an Exact value must stay where it was computed: no copy, no pickle")

    def reveal(self) -> T:
        """Return the exact value. A test lists who calls this."""
        return self._value


@dataclass(frozen=True, slots=True)
class Released(Generic[T]):
    """The output of a mechanism, with what it cost."""

    value: T
    loss: Loss
