"""What shows that a text file was read in another way than it was written."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.schema import FileFormat
from vicinage.table.cells import as_mask, is_text, is_utf8, plain_cells
from vicinage.table.finding import Finding
from vicinage.table.frames import Frame

__all__ = ["delimiter_hint", "misread_cells", "misread_names"]

_DELIMITERS = (";", "\t", "|", ",", ":", "~", "^")
_REPLACED = "\ufffd"  # what programs write for a character that they could not read
# UTF-8 that was read as Latin-1 has this; so have some other texts, which are looked at closer.
_CANDIDATE = f"[\u00c2-\u00f4][^\\x00-\\x7f]|{_REPLACED}"


def delimiter_hint(names: Sequence[str]) -> str:
    r"""Say how to declare the delimiter, where the name of an only column holds a usual one.

    Examples
    --------
    >>> delimiter_hint(["age;sex"])
    'if ";" is the delimiter of the file, declare delimiter = ";" under [file]'
    >>> delimiter_hint(["age;sex", "pay"])
    ''
    """
    for sign in _DELIMITERS:
        if len(names) == 1 and sign in names[0]:
            shown = '"\\t"' if sign == "\t" else f'"{sign}"'
            return (
                f"if {shown} is the delimiter of the file, declare delimiter = {shown} under [file]"
            )
    return ""


def misread_names(names: Sequence[str], file: FileFormat, *, refused: bool) -> Iterator[Finding]:
    """Find names of columns that show another delimiter or another encoding.

    Parameters
    ----------
    names : sequence of str
        Of the table.
    file : FileFormat
        As which it was read.
    refused : bool
        Whether the table is refused anyway: then this may be why, and is told with it.
    """
    reasons = [(name, _encoding_hint(file)) for name in names if _is_garbled(name)]
    hint = delimiter_hint(names)
    if hint:
        reasons.append((names[0], f"may be several columns: {hint}"))
    for name, reason in reasons:
        yield Finding(column=name, reason=reason, severity="note", refuses=refused)


def misread_cells(frame: Frame, file: FileFormat, faulty: Collection[str]) -> Iterator[Finding]:
    """Find cells that show another encoding.

    Parameters
    ----------
    frame : Frame
    file : FileFormat
        As which it was read.
    faulty : collection of str
        Columns that cannot be read; nothing is said of them.
    """
    for name in frame.names:
        cells = None if name in faulty else plain_cells(frame, name)
        if cells is None or not is_text(cells.type) or not is_utf8(cells):
            continue
        rows = np.flatnonzero(as_mask(pc.match_substring_regex(cells, _CANDIDATE)))
        texts = cells.take(pa.array(rows)).to_pylist()
        garbled = rows[[_is_garbled(text) for text in texts]] if texts else rows
        if garbled.size:
            reason = _encoding_hint(file)
            yield Finding(column=name, reason=reason, severity="note", refuses=False, rows=garbled)


def _encoding_hint(file: FileFormat) -> str:
    mended = (
        "export the table again, in UTF-8"
        if file.encoding == "utf-8"
        else 'declare encoding = "utf-8" under [file]'
    )
    return f"may hold text that was read in another encoding than it was written in; {mended}"


def _is_garbled(text: str) -> bool:
    """Say whether a text shows UTF-8 that was read as Latin-1, or characters that were lost.

    Examples
    --------
    >>> [_is_garbled(text) for text in ("Gen\u00c3\u00a8ve", "Gen\u00e8ve", "Geneve")]
    [True, False, False]
    """
    for encoding in ("latin-1", "cp1252"):
        try:
            return text.encode(encoding).decode() != text
        except UnicodeError:
            continue
    return _REPLACED in text
