"""What a statistics program knows about one column."""

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["ColumnLabels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnLabels:
    """Labels, user-missing codes and the format of a column; no cell.

    Parameters
    ----------
    label : str
        What the column is about.
    values : mapping of code to label
        Codes are numbers, or texts in a column of texts and for the tagged missing values of Stata
        and SAS (``"a"`` to ``"z"``).
    missing : tuple of pairs
        Ranges of codes that mean missing, both ends included; a single code is a range of one.
    tags : tuple of str
        The tagged missing values that occur.
    form : str
        How the program shows the cells, such as F8.2, DATE11 or %td.
    measure : str
        nominal, ordinal, scale or unknown.
    width : int
        Of the column on the screen; 0 where it is not known.
    """

    label: str = ""
    values: Mapping[float | str, str] = field(default_factory=dict)
    missing: tuple[tuple[float | str, float | str], ...] = ()
    tags: tuple[str, ...] = ()
    form: str = ""
    measure: str = "unknown"
    width: int = 0
