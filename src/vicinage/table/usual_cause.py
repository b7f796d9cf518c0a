"""What usually lies behind cells that break a rule of their column."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, labels_of
from vicinage.table.observe import DATE_FORMATS, DAY_OR_MONTH_FIRST, MISSING_TEXTS, USUAL_CODES
from vicinage.table.text_values import days_of_texts, is_grouped, numbers_of_texts

__all__ = ["usual_cause"]

_MOST = 3
_TRIED = 1000  # dates are read slowly
_OTHER_SIGN = {".": ",", ",": "."}
_LEADING_ZERO = re.compile("[+-]?0[0-9]")


def usual_cause(column: Column, decimal: str, cells: Collection[str]) -> str:
    """Say what cells that break a rule may be after all, and what to declare or correct then.

    Parameters
    ----------
    column : Column
        As it is declared.
    decimal : str
        Decimal sign of the numbers in texts.
    cells : collection of str
        All cells of the column that break one rule, as they are written. Private.

    Returns
    -------
    str
        For the steward only, since it shows cells; empty when nothing is recognised.

    Examples
    --------
    >>> usual_cause(Column("pay", Numeric()), ".", ["3,5", "12,25"])
    'decimal commas? declare decimal = "," under [file]'
    >>> usual_cause(Column("sex", Categorical(("f", "m"))), ".", ["F", "M ", "?"])
    'another spelling? "F" for "f", "M " for "m"; missing? declare missing = ["", "?"]'
    """
    different = sorted(set(cells))
    kind = column.kind
    if not different:
        return ""
    if isinstance(kind, Numeric):
        hints = _of_numbers(column, kind, decimal, different)
    elif isinstance(kind, Date):
        hints = _of_dates(column, kind, different)
    elif isinstance(kind, Categorical | Ordinal):
        hints = _of_labels(column, labels_of(kind), different)
    else:
        return ""
    return "; ".join(hints)


def _of_numbers(column: Column, kind: Numeric, decimal: str, cells: list[str]) -> Iterator[str]:
    numbers = numbers_of_texts(pa.array(cells), decimal)
    texts = [cell for cell, none in zip(cells, np.isnan(numbers), strict=True) if none]
    other = _OTHER_SIGN[decimal]
    grouped = {text for text in texts if is_grouped(text, decimal)}
    read = ~np.isnan(numbers_of_texts(pa.array(texts, pa.string()), other))
    swapped = {text for text, number in zip(texts, read, strict=True) if number}
    if grouped and not swapped - grouped:
        yield "thousands separators? write the numbers without them"
    if swapped and (swapped - grouped or grouped <= swapped):  # "1.308" may be either
        name = "commas" if other == "," else "points"
        yield f'decimal {name}? declare decimal = "{other}" under [file]'
    padded = {text for text in texts if _LEADING_ZERO.match(text.strip())}
    if padded:
        yield (
            'leading zeros? such cells are codes and no numbers: declare kind = "categorical", or '
            "write the numbers without them"
        )
    known = swapped | grouped | padded
    rest = [text for text in texts if text not in known]
    yield from _codes(column, rest, few=True)
    outside = [
        cell
        for cell, number in zip(cells, numbers.tolist(), strict=True)
        if number in USUAL_CODES and not _within(kind, number)
    ]
    yield from _codes(column, outside, few=False)


def _within(kind: Numeric, number: float) -> bool:
    above = kind.lower is None or number >= kind.lower
    return above and (kind.upper is None or number <= kind.upper)


def _of_dates(column: Column, kind: Date, cells: list[str]) -> Iterator[str]:
    unread = np.isnan(days_of_texts(pa.array(cells), kind.format))
    texts = [cell for cell, none in zip(cells, unread, strict=True) if none]
    codes = [text for text in texts if text.lower() in MISSING_TEXTS]
    rest = [text for text in texts if text.lower() not in MISSING_TEXTS]
    sample = rest[:: 1 + len(rest) // _TRIED]
    for form in (*DATE_FORMATS, *DAY_OR_MONTH_FIRST):
        if sample and _are_dates(sample, form).mean() >= 0.5:
            yield f'dates of another form? declare format = "{form}" where all are so'
            dates = _are_dates(rest, form)
            rest = [text for text, date in zip(rest, dates, strict=True) if not date]
            break
    yield from _codes(column, codes + rest, few=True)


def _are_dates(texts: list[str], form: str) -> npt.NDArray[np.bool_]:
    return ~np.isnan(days_of_texts(pa.array(texts, pa.string()), form))


def _of_labels(column: Column, labels: Sequence[str], cells: list[str]) -> Iterator[str]:
    declared = {_plainly(label): label for label in labels}
    known = set(labels)
    unknown = [cell for cell in cells if cell not in known]
    alike = {cell: declared[_plainly(cell)] for cell in unknown if _plainly(cell) in declared}
    if alike:
        shown = ", ".join(f'"{cell}" for "{label}"' for cell, label in islice(alike.items(), _MOST))
        yield f"another spelling? {shown}"
    yield from _codes(column, [cell for cell in unknown if cell not in alike], few=False)


def _plainly(label: str) -> str:
    """Spell a label without what people and programs change unawares."""
    return " ".join(label.casefold().split()).removesuffix(".0")


def _codes(column: Column, texts: list[str], *, few: bool) -> Iterator[str]:
    """Propose texts as missing codes: those that often are, and others where they are few."""
    usual = [text for text in texts if _is_usual(text)]
    codes = texts if few and len(texts) <= _MOST else usual
    if codes:
        listed = ", ".join(f'"{code}"' for code in dict.fromkeys((*column.missing, *codes)))
        yield f"missing? declare missing = [{listed}]"


def _is_usual(text: str) -> bool:
    return text.lower() in MISSING_TEXTS or text.removesuffix(".0") in map(str, USUAL_CODES)
