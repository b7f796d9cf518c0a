"""``vicinage ledger``: make a ledger, and look into it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from cyclopts import Parameter

import vicinage
from vicinage.cli.answer_lines import cost_text
from vicinage.cli.json_output import AsJSON, json_text

__all__ = ["create", "quote", "remaining_dict", "show", "verify"]

LedgerName = Annotated[str, Parameter(name="--ledger")]
"""A file or the address of a data base, by its place or by name."""


def create(
    path: LedgerName,
    *,
    composition: Literal["basic", "zcdp"] = "basic",
    as_json: AsJSON = False,
) -> None:
    """Make a ledger and its key.

    Parameters
    ----------
    path
        A new file, or postgresql://USER@HOST:PORT/DATABASE. The key goes to the same place with
        .key at the end (of a data base: to ~/.vicinage), or where the environment variable
        VICINAGE_LEDGER_KEY says.
    composition
        How charges add up, for ever: basic adds epsilons; zcdp adds their squares, which leaves
        more for many small questions, and needs a delta in every budget.
    as_json
        Print one JSON object instead of lines.
    """
    vicinage.ledger.Ledger.create(path, composition=composition)
    *_, key = vicinage.ledger.Ledger.files(path)
    if as_json:
        print(json_text({"composition": composition, "key": str(key)}))
        return
    shown = "a ledger in the data base" if "://" in path else path
    print(f"Made {shown} and its key, {key}.")
    print("Keep a copy of each, in two places; publish neither.")


def show(path: LedgerName, *, as_json: AsJSON = False) -> None:
    """Print the budgets and the entries.

    Parameters
    ----------
    path
        The ledger: a file, or the address of a data base.
    as_json
        Print one JSON object instead of lines.
    """
    ledger = vicinage.ledger.Ledger.open(path)
    head = ledger.verify()
    entries = ledger.entries()
    left = {
        entry.content["name"]: _left_of(ledger, entry)
        for entry in entries
        if entry.kind == "register"
    }
    if as_json:
        content = {
            "composition": ledger.composition,
            "budgets": left,
            "entries": [dataclasses.asdict(entry) for entry in entries],
            "head": head,
        }
        print(json_text(content))
        return
    _print_lines(left, entries)
    print(f"{len(entries) or 'no'} entries, none changed; head {head}")
    print(
        "Data sets of one lineage share a budget, and what was charged is never given back. The "
        "head sums up all entries:\nkeep it elsewhere, and `vicinage ledger verify --head` notices "
        "an older copy of the ledger."
    )


def verify(
    path: LedgerName,
    *,
    head: str | None = None,
    as_json: AsJSON = False,
) -> None:
    """Check all entries and balances, and print the head: keep it elsewhere.

    Parameters
    ----------
    path
        The ledger: a file, or the address of a data base.
    head
        A head that was printed before. Without it an old copy, put back, is not noticed.
    as_json
        Print one JSON object instead of lines.
    """
    now = vicinage.ledger.Ledger.open(path).verify(head)
    if as_json:
        print(json_text({"verified": True, "compared": head is not None, "head": now}))
        return
    print("No entry or balance was changed, and nothing removed before the last entry.")
    if head is None:
        print("Give --head with a head that was kept elsewhere to notice an old copy.")
    print(now)


def quote(
    path: LedgerName,
    *,
    name: str,
    epsilon: str,
    delta: str | None = None,
    analyst: str | None = None,
    as_json: AsJSON = False,
) -> None:
    """Say what a question would cost, or refuse as the question would be.

    Parameters
    ----------
    path
        The ledger: a file, or the address of a data base.
    name
        The registered data set.
    epsilon
        What the whole answer would cost.
    delta
        The same of its delta, if it has one. With zcdp, Gaussian noise costs less than any other
        of the same epsilon and delta: the question's own --dry-run says how much.
    analyst
        For whom the answer would be.
    as_json
        Print one JSON object instead of lines.
    """
    quoted = vicinage.ledger.Ledger.open(path).quote(
        name, epsilon=epsilon, delta=delta, analyst=analyst
    )
    left = remaining_dict(quoted.remaining)
    if as_json:
        print(json_text({"counted": dict(quoted.counted), "remaining": left}))
        return
    print(
        f"Would be charged {cost_text(quoted.counted)}; then left: {cost_text(left)}. Nothing was "
        "charged."
    )


def remaining_dict(left: vicinage.ledger.Remaining) -> dict[str, str]:
    """Return what is left as text; amounts that a budget does not have are left out."""
    amounts = {"epsilon": left.epsilon, "delta": left.delta, "rho": left.rho}
    return {name: f"{value:f}" for name, value in amounts.items() if value is not None}


def _left_of(ledger: vicinage.ledger.Ledger, entry: vicinage.ledger.Entry) -> dict[str, Any]:
    content = entry.content
    name = content["name"]
    analysts = {
        analyst: remaining_dict(ledger.remaining(name, analyst)) for analyst in content["analysts"]
    }
    budget = {key: content[key] for key in ("epsilon", "delta") if content[key] is not None}
    return {
        "lineage": content["lineage"],
        "budget": budget,
        "remaining": remaining_dict(ledger.remaining(name)),
        "analysts": analysts,
    }


def _print_lines(
    budgets: Mapping[str, Mapping[str, Any]], entries: tuple[vicinage.ledger.Entry, ...]
) -> None:
    for name, budget in budgets.items():
        print(
            f"{name} (lineage {budget['lineage']})  budget {cost_text(budget['budget'])}  "
            f"left {cost_text(budget['remaining'])}"
        )
        for analyst, left in budget["analysts"].items():
            print(f"  {analyst}  left {cost_text(left)}")
    releases = [entry for entry in entries if entry.kind == "release"]
    for entry in entries:
        if entry not in releases:
            print(_line(entry))
    if releases:
        print("Without differential privacy, and in no budget:")
    for entry in releases:
        print(_line(entry))


def _line(entry: vicinage.ledger.Entry) -> str:
    return f"{entry.number}  {entry.at}  data set {entry.data_set}  {_event(entry)}"


def _event(entry: vicinage.ledger.Entry) -> str:
    content = entry.content
    if entry.kind == "release":
        return f"release by {content.get('method', 'another method')}"
    if entry.kind == "register":
        return f"registered as {content['name']}"
    if entry.kind == "charge":
        whose = f" for {content['analyst']}" if content["analyst"] else ""
        method = content["request"].get("method", "a question")
        return f"charged {cost_text(content['loss'])} by {method}{whose}"
    return f"answered request {content['request_id']}"
