"""What the beginning of a CSV file shows of its dialect."""

import itertools
import re
from collections.abc import Collection
from dataclasses import dataclass

from vicinage.table.csv_records import split_records, without_quotes

__all__ = ["Quoting", "find_delimiter", "find_newline", "find_quoting"]

_DELIMITERS = (",", ";", "\t", "|")
_DELIMITER_ROWS = 100
_QUOTING_ROWS = 1000


@dataclass(frozen=True, slots=True)
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

    header: bool
    columns: set[int]
    bare: frozenset[str]


def find_delimiter(sample: str, suffix: str = "", names: Collection[str] = ()) -> str:
    r"""Return the delimiter with which the header holds the names that are expected.

    When none does, that with which all rows are as long as the header. When several fit, the one
    that gives more columns; when none does, the one that occurs most often in the header.

    Examples
    --------
    >>> find_delimiter("a;b\n1,5;2,5\n")
    ';'
    """
    if suffix == ".tsv":
        return "\t"
    for candidate in _DELIMITERS if names else ():
        _, header = next(split_records(sample, candidate))
        if set(names) <= {without_quotes(token) for token in header}:
            return candidate
    best, delimiter = (False, 1), ","
    for candidate in _DELIMITERS:
        records = itertools.islice(split_records(sample, candidate), _DELIMITER_ROWS)
        lengths = [len(record) for _, record in records if record != [""]]
        # The sample may end within a row.
        fits = len(set(lengths[:-1] if len(lengths) > 2 else lengths)) == 1
        if lengths[0] > 1 and (fits, lengths[0]) > best:
            best, delimiter = (fits, lengths[0]), candidate
    return delimiter


def find_newline(sample: str) -> str:
    r"""Return what ends the header: "\n", "\r\n" or "\r"; a name in quotes may hold another.

    Examples
    --------
    >>> find_newline('"pay\n(EUR)",age\r\n1,2\r\n')
    '\r\n'
    """
    ending = "(\r\n|\n|\r)"
    # Where a quotation mark is a plain character, the first line ends with the first.
    found = re.match(f'(?:"[^"]*"|[^"\r\n])*{ending}', sample) or re.search(ending, sample)
    return found.group(1) if found else "\n"


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
    (_, header), *rows = itertools.islice(split_records(sample, delimiter), _QUOTING_ROWS)
    for _, row in rows:
        if len(row) != n_columns:
            continue  # a blank line, or the end of the sample
        for position, token in enumerate(row):
            if not token.startswith('"'):
                bare[position].add(token)
            elif not needs_quotes.search(token[1:-1]):
                quoted[position].add(token[1:-1])
    columns = {position for position in range(n_columns) if quoted[position]}
    names_quoted = all(token.startswith('"') for token in header)
    kept_bare = set().union(*(bare[position] for position in columns))
    if names_quoted and columns and not any("NA" in cells for cells in quoted):
        kept_bare.add("NA")  # R leaves it bare, and it may first occur after the sample
    return Quoting(names_quoted, columns, frozenset(kept_bare))
