"""The cells of one column as a single Arrow array of a type that can be computed with."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import TableError
from vicinage.table.frames import Frame

__all__ = [
    "as_floats",
    "as_mask",
    "is_missing",
    "is_text",
    "is_utf8",
    "plain_cells",
    "plain_type",
    "stored_cells",
    "text_bytes",
    "texts_of",
]

_LONGEST_STRING_ARRAY = 2**31 - 1


def plain_cells(frame: Frame, name: str) -> Any:
    """Return a column as one Arrow array of numbers, booleans, texts, dates or timestamps.

    Raises
    ------
    TableError
        If the column is nested, binary, a duration or a time of day.
    """
    cells = frame.cells(name)
    kind = plain_type(name, cells.type)
    if pa.types.is_string(kind) and cells.nbytes > _LONGEST_STRING_ARRAY:
        kind = pa.large_string()  # the offsets of one string array have 32 bits
    if cells.type != kind:
        cells = cells.cast(kind)
    return cells.combine_chunks() if isinstance(cells, pa.ChunkedArray) else cells


def stored_cells(frame: Frame, name: str) -> Any:
    """Return a column as :func:`plain_cells` does, but leave an Arrow dictionary one.

    What is asked of each cell alone is then asked of its different labels only.
    """
    cells = frame.cells(name)
    if not pa.types.is_dictionary(cells.type):
        return plain_cells(frame, name)
    if isinstance(cells, pa.ChunkedArray):
        cells = cells.unify_dictionaries().combine_chunks()
    labels = cells.dictionary.cast(plain_type(name, cells.type))
    return pa.DictionaryArray.from_arrays(cells.indices, labels)


def plain_type(name: str, kind: Any) -> Any:
    """Return the type in which :func:`plain_cells` gives a column that is stored in another.

    Raises
    ------
    TableError
        As :func:`plain_cells`.
    """
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_null(kind):
        return pa.string()
    if pa.types.is_string_view(kind):
        return pa.large_string()
    if pa.types.is_float16(kind):
        return pa.float32()
    if not _is_supported(kind):
        raise TableError(
            f"column {name!r} must hold numbers, texts, dates or booleans, got {kind}; "
            "convert or drop it"
        )
    return kind


def _is_supported(kind: Any) -> bool:
    tests = (
        pa.types.is_boolean,
        pa.types.is_integer,
        pa.types.is_floating,
        pa.types.is_decimal,
        pa.types.is_date,
        pa.types.is_timestamp,
    )
    return is_text(kind) or any(test(kind) for test in tests)


def is_text(kind: Any) -> bool:
    """Say whether an Arrow type holds texts."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def is_utf8(texts: Any) -> bool:
    """Say whether the bytes of all texts are UTF-8, which typed files do not ensure."""
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def texts_of(cells: Any) -> Any:
    """Return the cells as texts: a whole number without a decimal point, a date as ISO."""
    return cells if is_text(cells.type) else cells.cast(pa.string())


def text_bytes(cells: Any) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the UTF-8 bytes of the cells as texts, one after the other, and where each starts.

    Examples
    --------
    >>> data, offsets = text_bytes(pa.array(["a", "bc"]))
    >>> data.tobytes(), offsets.tolist()
    (b'abc', [0, 1, 3])
    """
    texts = texts_of(cells).cast(pa.large_string())
    _, offsets, data = texts.buffers()
    starts = np.frombuffer(offsets, np.int64, count=len(texts) + 1, offset=8 * texts.offset)
    return np.frombuffer(data, np.uint8)[starts[0] : starts[-1]], starts - starts[0]


def is_missing(cells: Any, codes: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Say which cells are missing: null, NaN, or equal to one of the codes."""
    kind = cells.type
    missing = as_mask(cells.is_null(nan_is_null=True))
    if is_text(kind):
        found = pc.is_in(cells, value_set=pa.array(codes, kind))
        return missing | as_mask(found)
    if pa.types.is_boolean(kind) or set(codes) <= {""}:
        return missing
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return missing | as_mask(pc.is_in(texts_of(cells), value_set=pa.array(codes, pa.string())))
    numbers = [number for number in map(_number, codes) if not math.isnan(number)]
    return missing | np.isin(as_floats(cells), numbers)


def as_mask(booleans: Any) -> npt.NDArray[np.bool_]:
    """Return an Arrow array of booleans as a numpy mask; null counts as false."""
    filled = pc.fill_null(booleans, False)
    mask: npt.NDArray[np.bool_] = filled.to_numpy(zero_copy_only=False)
    return mask


def as_floats(cells: Any) -> npt.NDArray[np.float64]:
    """Return an Arrow array of numbers as float64; null becomes NaN."""
    if pa.types.is_decimal(cells.type) or pa.types.is_boolean(cells.type):
        cells = cells.cast(pa.float64())
    numbers: npt.NDArray[np.float64] = cells.to_numpy(zero_copy_only=False)
    return numbers.astype(np.float64, copy=False)


def _number(code: str) -> float:
    try:
        return float(code)
    except ValueError:
        return math.nan
