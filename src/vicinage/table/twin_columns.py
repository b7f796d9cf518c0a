"""Columns that tell the same in every row."""

import hashlib
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from vicinage.schema import Schema
from vicinage.table.cells import as_floats, plain_cells, text_bytes
from vicinage.table.finding import Finding
from vicinage.table.frames import Frame

__all__ = ["twin_columns"]

_FEW_ROWS = 20  # by chance, so few rows may look alike


def twin_columns(frame: Frame, schema: Schema, faulty: Collection[str]) -> Iterator[Finding]:
    """Find columns of which each gives away the other: copies, and codes beside their labels.

    Two columns are twins when whichever rows agree in one agree in the other. Where all rows
    differ, that says nothing, and only copies are twins. One pass that holds a column at a time.

    Parameters
    ----------
    frame : Frame
    schema : Schema
    faulty : collection of str
        Columns that cannot be read; nothing is said of them.
    """
    if frame.n_rows < _FEW_ROWS:
        return
    first: dict[bytes, str] = {}
    for name in schema.names:
        if name in faulty or name not in frame.names:
            continue
        pattern = _pattern(plain_cells(frame, name))
        if pattern is None:
            continue
        other = first.setdefault(pattern, name)
        if other != name:
            reason = (
                f"tells in every row the same as column {other!r}; drop one of them, or treat "
                "both alike, since each gives away the other"
            )
            yield Finding(column=name, reason=reason, severity="note", refuses=False)


def _pattern(cells: Any) -> bytes | None:
    """Return a digest of which rows agree; None where all do."""
    encoded = cells.dictionary_encode("encode")
    labels, codes = encoded.dictionary, encoded.indices.to_numpy()
    if len(labels) < 2:
        return None
    pattern = hashlib.blake2b(codes.astype(np.int64).tobytes(), digest_size=16)
    if len(labels) == len(cells):
        if pa.types.is_integer(labels.type) or pa.types.is_floating(labels.type):
            pattern.update(as_floats(labels).tobytes())
        else:
            pattern.update(text_bytes(labels)[0].tobytes())
    return pattern.digest()
