"""The public value that stands for a missing cell in private queries."""

import datetime
import math

from vicinage.errors import SchemaError
from vicinage.schema.categorical import Categorical
from vicinage.schema.date import Date
from vicinage.schema.numeric import Numeric
from vicinage.schema.ordinal import Ordinal
from vicinage.schema.text import Text

__all__ = ["fill_value"]


def fill_value(
    kind: Numeric | Categorical | Ordinal | Date | Text, fill: str
) -> float | datetime.datetime | int:
    """Return what the text of a fill means in a column of a kind.

    Parameters
    ----------
    kind : Numeric, Categorical, Ordinal, Date or Text
    fill : str
        A number with a decimal point, a date in the format of the kind, or a label.

    Returns
    -------
    float, datetime or int
        The number, the moment, or the position of the label.

    Raises
    ------
    SchemaError
        If it is no value of the kind, or lies outside its bounds or labels.

    Examples
    --------
    >>> fill_value(Numeric(0, 120), "40"), fill_value(Ordinal(("low", "high")), "high")
    (40.0, 1)
    """
    if not isinstance(fill, str):
        raise SchemaError(f'fill must be a string, got {fill!r}; write it in quotes: "{fill}"')
    if isinstance(kind, Text):
        raise SchemaError(f"fill must not be given for a column of text, got {fill!r}")
    if isinstance(kind, Numeric):
        return _number(kind, fill)
    if isinstance(kind, Date):
        return _moment(kind, fill)
    labels = kind.categories if isinstance(kind, Categorical) else kind.levels
    if fill not in labels:
        what = "categories" if isinstance(kind, Categorical) else "levels"
        raise SchemaError(f"fill must be one of the declared {what}, got {fill!r}")
    return labels.index(fill)


def _number(kind: Numeric, fill: str) -> float:
    try:
        number = float(fill)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SchemaError(f"fill must be a number with a decimal point, got {fill!r}")
    if kind.integer and not number.is_integer():
        raise SchemaError(f"fill must be a whole number, got {fill!r}")
    lower = -math.inf if kind.lower is None else kind.lower
    upper = math.inf if kind.upper is None else kind.upper
    if not lower <= number <= upper:
        raise SchemaError(
            f"fill must be within the bounds, got fill={fill!r}, lower={kind.lower}, "
            f"upper={kind.upper}"
        )
    return number


def _moment(kind: Date, fill: str) -> datetime.datetime:
    try:
        moment = datetime.datetime.strptime(fill, kind.format)
    except ValueError:
        raise SchemaError(f"fill must be a date of the form {kind.format}, got {fill!r}") from None
    too_early = kind.lower is not None and moment.date() < kind.lower
    too_late = kind.upper is not None and moment.date() > kind.upper
    if too_early or too_late:
        raise SchemaError(
            f"fill must be within the bounds, got fill={fill!r}, lower={kind.lower}, "
            f"upper={kind.upper}"
        )
    return moment
