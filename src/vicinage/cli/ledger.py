"""``vicinage ledger``: make a ledger, and look into it."""

import dataclasses
from pathlib import Path

from vicinage.cli.json_output import AsJSON, json_text
from vicinage.ledger import Ledger

__all__ = ["create", "show"]


def create(path: Path, /) -> None:
    """Make a ledger and its key.

    Parameters
    ----------
    path
        A new file. The key goes to the same place with .key at the end, or where the environment
        variable VICINAGE_LEDGER_KEY says.
    """
    Ledger.create(path)
    print(f"Made {path} and its key. Keep a copy of each, in two places; publish neither.")


def show(
    path: Path,
    /,
    *,
    as_json: AsJSON = False,
) -> None:
    """Print the entries.

    Parameters
    ----------
    path
        The ledger.
    as_json
        Print one JSON object instead of lines.
    """
    entries = Ledger.open(path).entries()
    if as_json:
        print(json_text({"entries": [dataclasses.asdict(entry) for entry in entries]}))
        return
    for entry in entries:
        method = entry.content["method"]
        print(f"{entry.number}  {entry.at}  data set {entry.data_set}  {entry.kind} by {method}")
    print(f"{path}: {len(entries) or 'no'} entries, none changed")
