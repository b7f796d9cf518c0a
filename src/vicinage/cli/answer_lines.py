"""A private answer in lines: what it says, and what a reader must know of it."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from vicinage.cli.json_output import json_text
from vicinage.cli.layout import fitted

__all__ = ["cost_text", "print_answer", "print_quote"]

_RELATIONS = {"replace-one": "one record replaced by any other; the number of rows is public"}


def cost_text(loss: Mapping[str, str]) -> str:
    """Return a loss as a person would write it.

    Examples
    --------
    >>> cost_text({"delta": "0.000001", "epsilon": "0.5"})
    'epsilon 0.5, delta 0.000001'
    """
    first = sorted(loss, key=lambda name: name != "epsilon")
    return ", ".join(f"{name} {loss[name]}" for name in first)


def print_quote(
    loss: Mapping[str, str], left: Mapping[str, str] | None, *, as_json: bool = False
) -> None:
    """Print what a question would cost, and what is left before it; nothing was charged."""
    if as_json:
        print(json_text({"quote": dict(loss), "remaining": left}))
        return
    print(f"Would cost {cost_text(loss)}; left now: {_left_text(left)}. Nothing was charged.")


def print_answer(
    lines: Sequence[str], record: Mapping[str, Any], left: Mapping[str, str] | None
) -> None:
    """Print the answer on the standard output, and warnings on the standard error.

    Parameters
    ----------
    lines : sequence of str
        The answer itself.
    record : mapping
        Of a :class:`vicinage.privacy.QueryRecord`.
    left : mapping or None
        What is left of the budget; None where nothing counts it.
    """
    warnings = [note for note in record["notes"] if note.startswith("WARNING")]
    others = [note for note in record["notes"] if note not in warnings]
    relation = record["relation"]
    facts = [
        ("cost", cost_text(record["loss"])),
        ("left", _left_text(left)),
        ("guarantee", f"differential privacy, {relation}: {_RELATIONS.get(relation, relation)}"),
        ("mechanism", record["mechanism"]),
        ("accuracy", record["accuracy"] or "not stated: it depends on the data"),
        *(("note", note) for note in others),
    ]
    body = [f"  {name:<10}  {text}" for name, text in facts]
    print(fitted("\n".join([*lines, *body])))
    for warning in warnings:
        print(fitted(warning), file=sys.stderr)


def _left_text(left: Mapping[str, str] | None) -> str:
    return "not counted, without a ledger" if left is None else cost_text(left)
