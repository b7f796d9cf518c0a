"""What the beginning of a CSV file shows of its dialect."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["Quoting", "find_delimiter", "find_newline", "find_quoting"]

_DELIMITERS = (",", ";", "\t", "|")
_ROWS = 1000


@dataclass(slots=True)
class Quoting:
    """Which cells are in quotes without need.

    Parameters
    ----------
    header : bool
    columns : set of int
        Positions of the columns whose cells are.
    bare : frozenset of str
        The cells in those columns that are not.
    """

    header: bool = False
    columns: set[int] = field(default_factory=set)
    bare: frozenset[str] = frozenset()


def find_delimiter(sample: str, suffix: str = "") -> str:
    r"""Return the delimiter with which all rows are as long as the header.

    When several fit, the one that gives more columns; when none does, the one that occurs most
    often in the header.

    Examples
    --------
    >>> find_delimiter("a;b\n1,5;2,5\n")
    ';'
    """
    if suffix == ".tsv":
        return "\t"
    best, delimiter = (False, 1), ","
    for candidate in _DELIMITERS:
        reader = csv.reader(io.StringIO(sample, newline=""), delimiter=candidate)
        lengths = [len(row) for row, _ in zip(reader, range(_ROWS), strict=False) if row]
        # The sample may end within a row.
        fits = len(set(lengths[:-1] if len(lengths) > 2 else lengths)) == 1
        if lengths[0] > 1 and (fits, lengths[0]) > best:
            best, delimiter = (fits, lengths[0]), candidate
    return delimiter


def find_newline(sample: str) -> str:
    r"""Return what ends the first line: "\n", "\r\n" or "\r"."""
    found = re.search("\r\n|\n|\r", sample)
    return found.group() if found else "\n"


def find_quoting(sample: str, delimiter: str, n_columns: int) -> Quoting:
    r"""Find out which cells are quoted without need, as R quotes texts and names.

    Examples
    --------
    >>> quoting = find_quoting('"a","b"\n1,"x"\n2,NA\n', ",", 2)
    >>> quoting.header, quoting.columns, sorted(quoting.bare)
    (True, {1}, ['NA'])
    """
    needs_quotes = re.compile(f'["\r\n{re.escape(delimiter)}]')
    quoted: list[set[str]] = [set() for _ in range(n_columns)]
    bare: list[set[str]] = [set() for _ in range(n_columns)]
    result = Quoting()
    for row, tokens in enumerate(_tokens(sample, delimiter, n_columns)):
        if row == 0:
            result.header = all(token.startswith('"') for token in tokens)
            continue
        for position, token in enumerate(tokens):
            if not token.startswith('"'):
                bare[position].add(token)
            elif not needs_quotes.search(token[1:-1]):
                quoted[position].add(token[1:-1])
    result.columns = {position for position in range(n_columns) if quoted[position]}
    result.bare = frozenset().union(*(bare[position] for position in result.columns))
    if result.header and result.columns and not any("NA" in cells for cells in quoted):
        result.bare |= {"NA"}  # R leaves it bare, and it may first occur after the sample
    return result


def _tokens(sample: str, delimiter: str, n_columns: int) -> Iterator[list[str]]:
    """Yield the cells of each whole row of the sample, with their quotes."""
    sign = re.escape(delimiter)
    token = re.compile(f'("(?:[^"]|"")*"|[^{sign}\r\n]*)({sign}|\r\n|\n|\r|$)')
    row: list[str] = []
    position, rows = 0, 0
    while position < len(sample) and rows <= _ROWS:
        found = token.match(sample, position)
        if found is None:  # a quotation mark inside a bare cell: not one of the usual dialects
            return
        row.append(found.group(1))
        position = found.end()
        if found.group(2) != delimiter:
            if len(row) == n_columns:
                yield row
            row, rows = [], rows + 1
