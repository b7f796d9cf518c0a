"""Something about a table that its steward should look at."""

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Problem"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem of one cell or column. It shows a cell: for the steward only.

    Parameters
    ----------
    severity : "error" or "note"
    column : str
    reason : str
        What must hold, or what is worth knowing.
    line : int or None
        Line of a text file on which the row begins; the header begins on line 1.
    row : int or None
        Row of any other table, from 1.
    refuses : bool
        Whether a release of the table is refused for it. A value outside the declared bounds is an
        error to look at, but is taken at the bound.
    cell : str or None
        The cell as it is written; None when it is empty, or the column as a whole is meant.

    Examples
    --------
    >>> print(Problem(severity="error", column="age", reason="must be a number", line=5, cell="x"))
    error: line 5, column 'age' must be a number, got 'x'
    """

    severity: Literal["error", "note"]
    column: str
    reason: str
    line: int | None = None
    row: int | None = None
    cell: str | None = None
    refuses: bool = field(default=True, compare=False)

    def __str__(self) -> str:
        place = f"row {self.row}, " if self.row is not None else ""
        place = f"line {self.line}, " if self.line is not None else place
        got = f", got {self.cell!r}" if self.cell is not None else ""
        return f"{self.severity}: {place}column {self.column!r} {self.reason}{got}"
