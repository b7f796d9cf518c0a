"""One rule that a column of a table breaks."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

__all__ = ["Finding"]


def _whole_column() -> npt.NDArray[np.int64]:
    return np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A rule, and the rows that break it.

    Parameters
    ----------
    column : str
    reason : str
        What must hold, in words that show no cell: "must be a number".
    severity : "error" or "note"
    refuses : bool
        Whether the table cannot be used. A value outside the declared bounds is an error to the
        steward who checks, but is taken at the bound in use.
    rows : ndarray of int64
        Private. Empty when the column as a whole is meant.
    """

    column: str
    reason: str
    severity: Literal["error", "note"] = "error"
    refuses: bool = True
    rows: npt.NDArray[np.int64] = field(default_factory=_whole_column, repr=False)
