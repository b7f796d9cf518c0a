"""CSV text cut into records: slow, but with line numbers and with the quotes still on."""

import re
from collections.abc import Iterator

__all__ = ["is_well_quoted", "split_records", "without_quotes"]


def split_records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    r"""Yield each record with the line on which it begins, from 1; a blank line is ``[""]``.

    Cells keep their quotes. A quotation mark that is never closed is a plain character.

    Examples
    --------
    >>> list(split_records('a,b\n"x\ny",2\n3,4', ","))
    [(1, ['a', 'b']), (2, ['"x\ny"', '2']), (4, ['3', '4'])]
    """
    sign = re.escape(delimiter)
    cell = re.compile(f'("[^"]*(?:""[^"]*)*"|[^{sign}\r\n]*)({sign}|\r\n|\n|\r|$)')
    line, position = 1, 0
    record: list[str] = []
    breaks = 0
    # After a final delimiter one more cell is due, though no character of it is left.
    while position < len(text) or record:
        found = cell.match(text, position)
        if found is None:  # text after a closing quote that holds a delimiter: no usual dialect
            return
        token, end = found.groups()
        record.append(token)
        breaks += len(token.splitlines()) - 1 if "\n" in token or "\r" in token else 0
        position = found.end()
        if end != delimiter:
            yield line, record
            line, breaks, record = line + breaks + 1, 0, []


def is_well_quoted(token: str) -> bool:
    """Say whether a cell that begins with a quotation mark ends with its closing one.

    Examples
    --------
    >>> is_well_quoted('"a ""b"" c"'), is_well_quoted('"a'), is_well_quoted('a"')
    (True, False, True)
    """
    if not token.startswith('"'):
        return True
    return len(token) > 1 and token.endswith('"') and '"' not in token[1:-1].replace('""', "")


def without_quotes(token: str) -> str:
    """Return what a cell says.

    Examples
    --------
    >>> without_quotes('"a ""b"" c"')
    'a "b" c'
    """
    if token.startswith('"') and is_well_quoted(token):
        return token[1:-1].replace('""', '"')
    return token
