"""Every exception that Vicinage raises on purpose.

A message names the parameter or column, what was wrong, the allowed range and the fix. Messages
of :class:`SchemaError` and :class:`TableError` that may show cells are raised only on paths that
the steward runs on her own data, and say "line" or "row".
"""

__all__ = [
    "BudgetError",
    "FailedError",
    "LedgerError",
    "OutputError",
    "ParameterError",
    "SchemaError",
    "TableError",
    "VicinageError",
]


class VicinageError(Exception):
    """The base of all refusals; the command line turns it into one line and exit code 1."""


class ParameterError(VicinageError, ValueError):
    """An argument is outside its allowed range."""


class SchemaError(VicinageError):
    """A schema contradicts itself, or does not fit the table."""


class TableError(VicinageError):
    """A table cannot be read, or holds what its schema forbids."""


class OutputError(VicinageError):
    """A result cannot be written where it was asked for."""


class FailedError(VicinageError):
    """Work began and could not be finished; the command line ends with exit code 3."""


class LedgerError(VicinageError):
    """A ledger cannot be opened, or refuses an entry."""


class BudgetError(LedgerError):
    """A charge does not fit into what is left of a budget."""
