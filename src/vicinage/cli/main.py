"""The command ``vicinage``.

Exit codes: 0 done; 1 refused, with one message on the standard error; 2 wrong usage; 3 failed
after the work began.
"""

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from cyclopts import App, CycloptsError, CycloptsPanel, MissingArgumentError
from rich.console import Console

import vicinage
from vicinage.cli.option_words import in_option_words
from vicinage.cli.usage_error import UsageError
from vicinage.cli.without_passwords import without_passwords
from vicinage.errors import FailedError, VicinageError

__all__ = ["app", "main"]

REFUSED = 1
WRONG_USAGE = 2
FAILED = 3

_PACKAGE = Path(vicinage.__file__).parent
_EXIT_CODES = "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 failed after the work began."


def _epilogue(example: str) -> str:
    return f"{_EXIT_CODES}\n\nExample: vicinage {example}"


app = App(
    name="vicinage",
    help="Privacy for tables, by neighbourhoods.",
    help_epilogue=_epilogue("schema people.csv -o people.toml"),
    help_format="markdown",
    version=vicinage.__version__,
    error_console=Console(stderr=True),
    suppress_keyboard_interrupt=False,  # main says that the command was interrupted
)
# Named by their import path: a command is imported when it is run, so that help is fast.
app.command(
    "vicinage.cli.schema:draft",
    name="schema",
    help="""Draft a schema from a table, for you to correct.

    For the steward only: the draft shows values of the table. Bounds and categories taken from
    data are not public until you have checked them and declared them so.
    """,
    help_epilogue=_epilogue("schema people.csv -o people.toml"),
)
app.command(
    "vicinage.cli.check:check",
    name="check",
    help="""List every kind of problem of a table, with the first lines and cells.

    For the steward only: the list shows cells of the table. A table with an error is refused
    (exit code 1); notes are worth knowing. All cells are listed with --json.
    """,
    help_epilogue=_epilogue("check people.csv --schema people.toml"),
)
app.command(
    "vicinage.cli.release:release",
    name="release",
    help="""Protect a table, and write it with its record.

    Nothing is written when anything is refused. The record holds no data and may be published;
    the figures that are printed are for the steward.
    """,
    help_epilogue=_epilogue("release people.csv --method rwn -k 5 -o protected.csv"),
)
app.command(
    "vicinage.cli.evaluate:judge",
    name="evaluate",
    help="""Measure what a release still discloses, and what it is still good for.

    For the steward only: the figures are exact functions of the original table.
    """,
    help_epilogue=_epilogue("evaluate people.csv protected.csv --schema people.toml"),
)
app.command(
    "vicinage.cli.tune:tune_settings",
    name="tune",
    help="""Try many settings of one or more methods, and recommend one under a limit of risk.

    For the steward only: the figures are exact functions of the table. A killed run goes on where
    it was when the same command is given again.
    """,
    help_epilogue=_epilogue(
        "tune people.csv --schema people.toml --method rwn --sweep radius=0.1:0.9:0.1 "
        "--limit 0.1 -o tuning"
    ),
)
app.command(
    "vicinage.cli.report:report",
    name="report",
    help="""Show in one page what a release did to a table: for the steward, or for everybody.

    The page needs no other file and no network. The page for the steward shows exact figures; with
    --public, only rounded aggregates.
    """,
    help_epilogue=_epilogue(
        "report people.csv protected.csv --schema people.toml "
        "--record protected.csv.record.json -o report.html"
    ),
)
app.command(
    "vicinage.cli.count_outliers:count_outliers",
    name="count-outliers",
    help="""Count the outliers of a table with differential privacy.

    The data set must be registered in the ledger, which is charged before anything is computed.
    """,
    help_epilogue=_epilogue(
        "count-outliers people.csv --schema people.toml --columns age,income --min-neighbors 10 "
        "-r 0.1 --epsilon 0.5 --ledger budget.db"
    ),
)
app.command(
    "vicinage.cli.find_subspaces:find_subspaces",
    name="find-subspaces",
    help="""Find the sets of columns with the most outliers, with differential privacy.

    The data set must be registered in the ledger, which is charged before anything is computed.
    """,
    help_epilogue=_epilogue(
        "find-subspaces people.csv --schema people.toml --min-neighbors 10 -r 0.1 --top 3 "
        "--epsilon 0.5 --ledger budget.db"
    ),
)
app.command(
    "vicinage.cli.statistics:statistics",
    name="statistics",
    help="""Compute statistics that many different samples of the table would also give.

    This is integral privacy, which is not differential privacy; the answer says what it promises.
    """,
    help_epilogue=_epilogue(
        "statistics people.csv --schema people.toml --column income --statistics mean,median"
    ),
)
app.command(
    "vicinage.cli.distances:distances",
    name="distances",
    help="""Learn distances between the values of categorical columns, with differential privacy.

    The data set must be registered in the ledger, which is charged before anything is computed.
    """,
    help_epilogue=_epilogue(
        "distances people.csv --schema people.toml --epsilon 1 --ledger budget.db -o distances.json"
    ),
)
ledger = App(
    name="ledger",
    help="Keep the privacy budgets of data sets, and remember what was released.",
    help_epilogue=_epilogue("ledger create budget.db"),
    help_format="markdown",
)
app.command(ledger)
ledger.command(
    "vicinage.cli.ledger:create",
    name="create",
    help="Make a ledger, and its secret key in a file beside it.",
    help_epilogue=_epilogue("ledger create budget.db"),
)
ledger.command(
    "vicinage.cli.ledger_register:register",
    name="register",
    help="""Register a data set, with the budget for everybody's questions about it together.

    For the steward only: problems are listed with line and cell.
    """,
    help_epilogue=_epilogue(
        "ledger register people.csv --schema people.toml --name people --epsilon 2 "
        "--ledger budget.db"
    ),
)
ledger.command(
    "vicinage.cli.ledger:show",
    name="show",
    help="List budgets, charges and releases, after checking that no entry was changed.",
    help_epilogue=_epilogue("ledger show budget.db"),
)
ledger.command(
    "vicinage.cli.ledger:verify",
    name="verify",
    help="Check that no entry was changed or removed, and print the head of the chain.",
    help_epilogue=_epilogue("ledger verify budget.db --head HEAD"),
)
ledger.command(
    "vicinage.cli.ledger:quote",
    name="quote",
    help="Say what a question would cost and what would be left. It charges nothing.",
    help_epilogue=_epilogue("ledger quote budget.db --name people --epsilon 0.5"),
)
app.command(
    "vicinage.cli.demo:demo",
    name="demo",
    help="Protect a real table that comes with a dependency, and draw what happened.",
    help_epilogue=_epilogue("demo -o demo-output"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command, and end the process with its exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to stop is to interrupt: tidy up
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        app.error_console.print(CycloptsPanel(without_passwords(_wrong_usage(error))))
        sys.exit(WRONG_USAGE)
    except UsageError as error:
        print(f"vicinage: {without_passwords(str(error))}", file=sys.stderr)
        sys.exit(WRONG_USAGE)
    except VicinageError as error:
        message = in_option_words(str(error), _options_of(arguments))
        print(f"vicinage: {without_passwords(message)}", file=sys.stderr)
        sys.exit(FAILED if isinstance(error, FailedError) else REFUSED)
    except BrokenPipeError:  # whoever read the output has left; the work is done
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (Exception, KeyboardInterrupt) as error:
        print(f"vicinage: failed: {without_passwords(_place_of(error))}", file=sys.stderr)
        sys.exit(FAILED)
    sys.exit(code or 0)


def _wrong_usage(error: CycloptsError) -> str:
    """Say of what was left out that it must be given, not that it lacks an argument."""
    left_out = isinstance(error, MissingArgumentError) and error.keyword is None
    if not left_out or error.argument is None or error.argument.tokens:
        return str(error)
    command = " ".join(("vicinage", *(error.command_chain or ())))
    return f"{error.argument.name} must be given, got none; {command} --help says what it is"


def _options_of(arguments: Sequence[str] | None) -> set[str]:
    """Return the options of the command that was given."""
    _, apps, _ = app.parse_commands(arguments)
    return {name for option in apps[-1].assemble_argument_collection() for name in option.names}


def _place_of(error: BaseException) -> str:
    """Name an unforeseen error and where it happened; its own text may hold cells."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    if isinstance(error, OSError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    name = Path(own[-1].filename).relative_to(_PACKAGE)
    return f"{type(error).__name__} in {name}, line {own[-1].lineno}; please report this"
