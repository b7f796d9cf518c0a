"""Steps, rules and columns drawn together, from the document of a schema file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Literal

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.expression import Expression
from vicinage.schema.steps import STEPS, Step
from vicinage.schema.treatment import Treatment

__all__ = ["check_keys", "parse_treatment"]


def check_keys(
    table: Mapping[str, Any], allowed: Iterable[str], where: str, mistakes: list[str]
) -> None:
    """Note every key of a table that is not allowed, and which was probably meant."""
    mistakes += [
        f'{where}: key must be one of {", ".join(allowed)}, got "{key}"{did_you_mean(key, allowed)}'
        for key in table
        if key not in allowed
    ]


def parse_treatment(document: Mapping[str, Any], mistakes: list[str]) -> Treatment:
    """Read what is done to the table; what is wrong is noted, and left out."""
    before, after = (_steps(document, when, mistakes) for when in ("before", "after"))
    rules = []
    for number, text in enumerate(_list(document, "rules", mistakes), 1):
        try:
            rules.append(Expression(text))
        except SchemaError as error:
            mistakes.append(f"rules, rule {number}: {error}")
    together = _list(document, "together", mistakes)
    if not all(
        isinstance(block, list) and all(isinstance(n, str) for n in block) for block in together
    ):
        mistakes.append(
            'together must be a list of lists of columns, such as [["start", "end"]], got '
            f"{together!r}"
        )
        together = []
    try:
        return Treatment(
            before=before, after=after, rules=tuple(rules), together=tuple(map(tuple, together))
        )
    except SchemaError as error:
        mistakes.append(str(error))
        return Treatment()


def _steps(
    document: Mapping[str, Any], when: Literal["before", "after"], mistakes: list[str]
) -> tuple[Step, ...]:
    tables = _list(document, when, mistakes)
    read = (
        _step(table, f"{when}, step {number}", mistakes) for number, table in enumerate(tables, 1)
    )
    return tuple(step for step in read if step is not None)


def _step(table: object, where: str, mistakes: list[str]) -> Step | None:
    if not isinstance(table, Mapping):
        mistakes.append(f"{where} must be a table, got {table!r}; write [[before]] or [[after]]")
        return None
    name = table.get("step")
    if not isinstance(name, str) or name not in STEPS:
        got = f"{name!r}{did_you_mean(name, STEPS)}" if "step" in table else "none"
        mistakes.append(f"{where}: step must be one of {', '.join(STEPS)}, got {got}")
        return None
    parts = fields(STEPS[name])
    check_keys(table, ("step", *(part.name for part in parts)), where, mistakes)
    absent = [p.name for p in parts if p.default is MISSING and p.name not in table]
    if absent:
        mistakes.append(f"{where} ({name}): key must be given: {', '.join(absent)}")
        return None
    if not isinstance(table.get("column", ""), str):
        mistakes.append(f"{where} ({name}): column must be a text, got {table['column']!r}")
        return None
    make: Callable[..., Step] = STEPS[name]
    try:
        return make(**{part.name: table[part.name] for part in parts if part.name in table})
    except SchemaError as error:
        mistakes.append(f"{where} ({name}): {error}")
        return None


def _list(document: Mapping[str, Any], name: str, mistakes: list[str]) -> list[Any]:
    found = document.get(name, [])
    if isinstance(found, list):
        return found
    hint = f"write [[{name}]]" if name in ("before", "after") else "write it in brackets"
    mistakes.append(f"{name} must be a list, got {found!r}; {hint}")
    return []
