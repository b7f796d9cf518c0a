"""Columns of dates."""

import datetime
from dataclasses import dataclass
from typing import ClassVar

from vicinage.errors import SchemaError

__all__ = ["Date"]


@dataclass(frozen=True, slots=True)
class Date:
    """A column of calendar dates, or of dates with a time of day.

    Parameters
    ----------
    lower, upper : datetime.date or None
        Declared bounds, both days included. None: the range found in the table is used.
    format : str
        How a text cell spells a date, in the codes of :meth:`datetime.datetime.strptime`. Cells
        of a date type do not need it.

    Raises
    ------
    SchemaError
        If a bound is not a date, `lower` is not before `upper`, or `format` has no year.

    Examples
    --------
    >>> Date(format="%d.%m.%Y").format
    '%d.%m.%Y'
    """

    label: ClassVar[str] = "date"

    lower: datetime.date | None = None
    upper: datetime.date | None = None
    format: str = "%Y-%m-%d"

    def __post_init__(self) -> None:
        """Reject bounds that do not define an interval, and formats that lose the date."""
        for name, bound in (("lower", self.lower), ("upper", self.upper)):
            # A datetime is a date to isinstance, but does not compare with one.
            if bound is not None and type(bound) is not datetime.date:
                raise SchemaError(f"{name} must be a date, got {bound!r}")
        if self.lower is not None and self.upper is not None and self.lower >= self.upper:
            raise SchemaError(
                f"lower must be before upper, got lower={self.lower}, upper={self.upper}"
            )
        self._check_format()

    def _check_format(self) -> None:
        if not isinstance(self.format, str):
            raise SchemaError(f"format must be a string, got {self.format!r}")
        # Days that differ only in year, month or day must be spelled differently.
        days = [
            datetime.datetime(*day)
            for day in ((2001, 2, 3), (2002, 2, 3), (2001, 3, 3), (2001, 2, 4))
        ]
        spelled = {f"{day:{self.format}}" for day in days}
        try:
            # Newer Pythons warn of a format without a year, so it is not tried.
            whole = len(spelled) == len(days)
            read = {datetime.datetime.strptime(text, self.format) for text in spelled if whole}
        except ValueError:
            read = set()
        if len(read) < len(days):
            raise SchemaError(
                f"format must spell year, month and day, got {self.format!r}; "
                'for example "%Y-%m-%d" or "%d.%m.%Y"'
            )
