"""The command ``vicinage``.

Exit codes: 0 done; 1 refused, with one message on the standard error; 2 wrong usage; 3 failed
after the work began.
"""

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError
from rich.console import Console

import vicinage
from vicinage.errors import VicinageError

__all__ = ["app", "main"]

REFUSED = 1
WRONG_USAGE = 2
FAILED = 3

_EXIT_CODES = "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 failed after the work began."

app = App(
    name="vicinage",
    help="Privacy for tables, by neighbourhoods.",
    help_epilogue=f"{_EXIT_CODES}\n\nExample: vicinage schema people.csv -o people.toml",
    help_format="markdown",
    version=vicinage.__version__,
    error_console=Console(stderr=True),
)
# Named by their import path: a command is imported when it is run, so that help is fast.
app.command(
    "vicinage.cli.schema:draft",
    name="schema",
    help="""Draft a schema from a table, for you to correct.

    For the steward only: the draft shows values of the table. Bounds and categories taken from
    data are not public until you have checked them and declared them so.
    """,
    help_epilogue=f"{_EXIT_CODES}\n\nExample: vicinage schema people.csv -o people.toml",
)
app.command(
    "vicinage.cli.check:check",
    name="check",
    help="""List every problem of a table, with line and cell.

    For the steward only: the list shows cells of the table. A table with an error is refused
    (exit code 1); notes are worth knowing.
    """,
    help_epilogue=f"{_EXIT_CODES}\n\nExample: vicinage check people.csv --schema people.toml",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command, and end the process with its exit code."""
    try:
        code = app(arguments, exit_on_error=False, result_action="return_value")
    except CycloptsError:  # already printed
        sys.exit(WRONG_USAGE)
    except VicinageError as error:
        print(f"vicinage: {error}", file=sys.stderr)
        sys.exit(REFUSED)
    except (OSError, MemoryError) as error:
        print(f"vicinage: failed: {error}", file=sys.stderr)
        sys.exit(FAILED)
    sys.exit(code or 0)
