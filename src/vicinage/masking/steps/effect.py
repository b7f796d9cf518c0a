"""What a step has done to a column."""

from dataclasses import dataclass

__all__ = ["StepEffect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEffect:
    """How many cells of a column a step has changed: its price. For the steward only.

    Parameters
    ----------
    step : str
        The step in words, as :class:`str` gives it.
    column : str
    cells : int
        Private.

    Examples
    --------
    >>> print(StepEffect(step="income rounded to multiples of 500", column="income", cells=7))
    income rounded to multiples of 500: 7 cells of income changed
    """

    step: str
    column: str
    cells: int

    def __str__(self) -> str:
        return f"{self.step}: {self.cells} cells of {self.column} changed"
