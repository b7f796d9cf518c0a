"""One spelling for cells that mean the same, found by looking at the cell alone."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.observe import MISSING_TEXTS

__all__ = ["canonical_texts"]

# These are spelled as they shall be, however long.
_WHOLE = r"^(0|-?[1-9][0-9]*)$"
# Leading zeros may be gone in the other file, as after reading postcodes with pandas.
_NUMBER = r"^[+-]?([0-9]+[.,]?[0-9]*|[.,][0-9]+)([eE][+-]?[0-9]+)?$"
_MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}"
_DATES_TO_ISO = (
    (r"^([0-9]{2})\.([0-9]{2})\.([0-9]{4})", r"\3-\2-\1"),
    (r"^([0-9]{4})/([0-9]{2})/([0-9]{2})", r"\1-\2-\3"),
)


def canonical_texts(texts: Any) -> Any:
    """Spell alike what is equal, or could be in another file of the same table.

    The rule is for recognising a table again: that two different tables are taken for one is
    harmless, as it only brings a warning too many; that one is not recognised is not. So a text
    is read in every way in which some program could have read it, whatever the schema says:

    - null, NaN, the empty text, and what often stands for missing ("NA", "-", ...) are one;
    - a number has one spelling: 1, 1.0, 1e0, "+1", "01" and "1,0" are one. Point and comma are
      both decimal signs. Whole numbers are exact (large ones stay those of their shortest
      spelling as a float, if they are floats), others are those of 64-bit floats;
    - true and false, in any capitals;
    - a date is spelled as in ISO 8601, also from 29.02.2024 and 2024/02/29 (with the month first
      or last between slashes it stays as it is). A date with a time is in UTC where it has a
      zone, to the microsecond; midnight is the date alone;
    - anything else is the text itself, without blanks at the ends, in Unicode's form NFC.

    Parameters
    ----------
    texts : pyarrow.Array of strings

    Returns
    -------
    pyarrow.Array of large strings, none null

    Examples
    --------
    >>> cells = [None, "NA", "1,50", "1e16", "007", "True", "29.02.2024", "2024-02-29T00:00", " a"]
    >>> canonical_texts(pa.array(cells)).to_pylist()
    ['', '', '1.5', '10000000000000000', '7', 'true', '2024-02-29', '2024-02-29', 'a']
    """
    texts = pc.utf8_normalize(pc.utf8_trim_whitespace(texts.cast(pa.large_string())), form="NFC")
    lower = pc.utf8_lower(texts)
    known = pc.is_in(lower, value_set=pa.array(["true", "false"], pa.large_string()))
    texts = pc.if_else(known, lower, texts)
    missing = pc.is_in(lower, value_set=pa.array(MISSING_TEXTS, pa.large_string()))
    texts = pc.if_else(missing, "", texts).fill_null("")
    return _with_dates(_with_numbers(texts))


def _with_numbers(texts: Any) -> Any:
    number = pc.and_not(
        pc.match_substring_regex(texts, _NUMBER), pc.match_substring_regex(texts, _WHOLE)
    )
    spelled = pc.replace_substring(texts.filter(number), ",", ".")
    # The shortest text that reads back the same; adding zero turns -0 into 0.
    short = pc.add(spelled.cast(pa.float64()), 0.0).cast(pa.large_string())
    # Arrow writes 1e+10, and the float may not be exact.
    large = pc.match_substring(short, "e+")
    exact = [_large_number(text) for text in spelled.filter(large).to_pylist()]
    short = pc.replace_with_mask(short, large, pa.array(exact, pa.large_string()))
    return pc.replace_with_mask(texts, number, short)


def _large_number(text: str) -> str:
    """Spell a large number without an exponent.

    Examples
    --------
    >>> _large_number("1.5e16"), _large_number("12345678901234567890.0"), _large_number("1e10")
    ('15000000000000000', '12345678901234567890', '10000000000')
    """
    exact, number = Decimal(text), float(text)
    if exact == exact.to_integral_value():
        return str(int(exact))
    return str(int(number)) if number.is_integer() else repr(number)


def _with_dates(texts: Any) -> Any:
    for form, iso in _DATES_TO_ISO:
        texts = pc.replace_substring_regex(texts, form, iso)
    moment = pc.match_substring_regex(texts, _MOMENT)
    spelled = [_moment(text) for text in texts.filter(moment).to_pylist()]
    return pc.replace_with_mask(texts, moment, pa.array(spelled, pa.large_string()))


def _moment(text: str) -> str:
    """Spell a date with a time of day; what is none stays as it is.

    Examples
    --------
    >>> _moment("2024-02-29T13:00:00.0+01:00"), _moment("2024-02-29 00:00Z")
    ('2024-02-29 12:00:00', '2024-02-29')
    """
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return text
    return moment.isoformat(sep=" ").removesuffix(" 00:00:00")
