"""How a release is judged, from the shell."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Group, Parameter

import vicinage
from vicinage.cli.option_values import read_names, read_number
from vicinage.cli.option_words import option_of
from vicinage.cli.usage_error import UsageError
from vicinage.schema import Schema

__all__ = ["JudgeOptions"]

_GROUP = Group("Judgement", sort_key=1)

_Text = Annotated[str | None, Parameter(group=_GROUP)]
_Names = Annotated[
    list[str] | None, Parameter(group=_GROUP, converter=read_names, n_tokens=1, negative=())
]
_Number = Annotated[Any, Parameter(group=_GROUP, converter=read_number, n_tokens=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """What is measured, and what an attacker knows.

    Parameters
    ----------
    formula
        A linear model to fit to both tables, such as "pay ~ age".
    crossed
        Columns whose two-way tables are compared, between commas.
    quasi_identifiers
        Columns that an outsider may know, between commas; without it, those of the schema.
    suppression_mark
        How a suppressed cell is written. [default: *]
    holdout
        Records like the original's that had no part in the release: attacks are tried on both.
    secrets
        Columns that an attacker would like to infer, between commas; without it, the confidential
        ones of the schema.
    n_attacks
        Attacks of each kind. [default: 1000]
    confidence
        Confidence of the attacks' intervals. [default: 0.95]
    """

    formula: _Text = None
    crossed: _Names = None
    quasi_identifiers: _Names = None
    suppression_mark: _Text = None
    holdout: Annotated[Path | None, Parameter(group=_GROUP)] = None
    secrets: _Names = None
    n_attacks: _Number = None
    confidence: _Number = None

    def judge(
        self, original: Any, released: Any, schema: Schema | None
    ) -> vicinage.evaluation.Evaluation:
        """Judge a release, given as paths or tables."""
        self._check()
        return vicinage.evaluation.evaluate(original, released, schema, **self._given())

    def judge_several(
        self, original: Any, releases: list[Any], schema: Schema | None
    ) -> vicinage.evaluation.Spread:
        """Judge several releases of one table."""
        self._check()
        return vicinage.evaluation.evaluate_releases(original, releases, schema, **self._given())

    def refuse_all(self) -> None:
        """Refuse every option where nothing is judged."""
        for name in self._given():
            raise UsageError(f"{option_of(name)} must go without --no-evaluate")

    def _given(self) -> dict[str, Any]:
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in every.items() if value is not None}

    def _check(self) -> None:
        for name in ("secrets", "n_attacks", "confidence"):
            if getattr(self, name) is not None and self.holdout is None:
                raise UsageError(
                    f"{option_of(name)} must go with --holdout, a file of records that had no "
                    "part in the release; attacks need a control"
                )
