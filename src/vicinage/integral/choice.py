"""Which result was chosen."""

from dataclasses import dataclass

__all__ = ["Choice"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A rung, and on it a cell for each statistic."""

    rung: int
    cells: tuple[float, ...]
