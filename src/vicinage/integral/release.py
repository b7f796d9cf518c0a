"""From parameters and data to published results and their record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vicinage._version import __version__
from vicinage.engines import Engine
from vicinage.errors import ParameterError
from vicinage.integral.answers import Answer, answer
from vicinage.integral.columns import Columns, read_columns
from vicinage.integral.condition import CONDITIONS
from vicinage.integral.parameters import check_bounds, check_mode, check_resolution
from vicinage.integral.recurrence import SELECTIONS
from vicinage.integral.resampler import RESAMPLINGS
from vicinage.integral.result import IntegralResult
from vicinage.integral.settings import Settings, check_records
from vicinage.integral.statements import STATEMENT_OF_SEED, STATEMENTS
from vicinage.integral.statistic import COUNT, MODE, parse_statistics
from vicinage.ledger import Ledger
from vicinage.parameters import (
    check_choice,
    check_flag,
    check_names,
    check_seed,
    check_whole_number,
)
from vicinage.privacy import RandomKey, ReleaseRecord
from vicinage.schema import Schema
from vicinage.table import table_digest

__all__ = ["StatisticsRelease", "release_statistics"]

_COMPLETE_RECORDS = "Records with a missing cell in the columns asked for take no part."
_CLAMPED = "Values outside the declared bounds count as the bound there."
_GROUPED = (
    "Values were first replaced by means of neighbours from the whole table, so every result "
    "depends on records that are in none of its generators too."
)
_MARGINAL = "Each statistic fulfils the condition by itself, not all of them together."
_NO_BOUNDS = "No bounds were declared: cells are those of powers of ten."
_DRAFT = "The bounds are those of a schema that is not declared public."
_SHOWN = (
    "k",
    "n_resamples",
    "resampling",
    "condition",
    "resolution",
    "input_groups",
    "select",
    "bounds",
    "by",
    "joint",
)
_SEEDED = "Drawn from a seed: for experiments, not for publication."


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsRelease:
    """Results, their record, and what the steward alone may see.

    Parameters
    ----------
    results : dict
        As :attr:`vicinage.integral.IntegralStatistics.results_`.
    record : ReleaseRecord
    names : tuple of str
        The columns.
    labels : tuple of tuple of str
        What codes stand for, column by column.
    answers : dict of group to Answer
        Private, but for the results in them.
    """

    results: dict[str, Any]
    record: ReleaseRecord
    names: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    answers: Mapping[str, Answer]


def release_statistics(
    parameters: Mapping[str, Any],
    source: Any,
    schema: Schema | None,
    engine: Engine | None = None,
) -> StatisticsRelease:
    """Check everything, answer, and note the release in the ledger.

    Parameters
    ----------
    parameters : mapping
        Of :class:`vicinage.integral.IntegralStatistics`, by name.
    source, schema, engine
        See :meth:`vicinage.integral.IntegralStatistics.fit`.
    """
    settings = _settings(parameters)
    bounds = check_bounds("bounds", parameters["bounds"])
    by, ledger = parameters["by"], parameters["ledger"]
    data = read_columns(
        source,
        schema,
        columns=parameters["columns"],
        by=by,
        bounds=bounds,
        kind=_kind(settings),
    )
    if ledger is not None and data.table is None:
        raise ParameterError(
            "ledger must go with a frame or a file, got an array, which has no identity"
        )
    groups = data.by_group()
    for size in [columns[0].size for columns in groups.values()] or [0]:
        check_records(settings, size, by)
    key = RandomKey.new(parameters["seed"])
    answers = {
        label: answer(columns, data.bounds, settings, _of_group(key, label), engine)
        for label, columns in groups.items()
    }
    record = _record(parameters, settings, data, seeded=key.seeded)
    if ledger is not None and data.table is not None:
        ledger.note_release(table_digest(data.table, ledger.data_set_key), record.as_dict())
    return StatisticsRelease(
        results=_shaped(answers, data, settings),
        record=record,
        names=data.names,
        labels=data.labels,
        answers=answers,
    )


def _settings(parameters: Mapping[str, Any]) -> Settings:
    """Refuse parameters outside their range, before any data are looked at."""
    check_whole_number("k", parameters["k"], at_least=2)
    check_whole_number("n_resamples", parameters["n_resamples"], at_least=1)
    if parameters["n_resamples"] < parameters["k"]:
        raise ParameterError(
            f"n_resamples must be at least k, got {parameters['n_resamples']} for "
            f"k = {parameters['k']}; 1000 is usual"
        )
    check_choice("resampling", parameters["resampling"], RESAMPLINGS)
    check_choice("condition", parameters["condition"], CONDITIONS)
    check_choice("select", parameters["select"], SELECTIONS)
    check_resolution(parameters["resolution"])
    if parameters["input_groups"] is not None:
        check_whole_number("input_groups", parameters["input_groups"], at_least=1)
    check_names("columns", parameters["columns"])
    check_names("by", None if parameters["by"] is None else [parameters["by"]])
    check_flag("joint", parameters["joint"])
    check_seed(parameters["seed"])
    if parameters["ledger"] is not None and not isinstance(parameters["ledger"], Ledger):
        raise ParameterError(f"ledger must be a Ledger or None, got {parameters['ledger']!r}")
    statistics = parse_statistics(parameters["statistics"])
    if MODE in statistics:
        check_mode(statistics, parameters)
    return Settings(
        statistics=statistics,
        k=int(parameters["k"]),
        n_resamples=int(parameters["n_resamples"]),
        resampling=parameters["resampling"],
        condition=parameters["condition"],
        resolution=parameters["resolution"],
        input_groups=parameters["input_groups"],
        selection=parameters["select"],
        joint=parameters["joint"],
    )


def _shaped(answers: Mapping[str, Answer], data: Columns, settings: Settings) -> dict[str, Any]:
    """Show days as dates; leave out the levels of groups and columns where there is but one."""
    located = {one.name for one in settings.statistics if one.located}
    shaped: dict[str, Any] = {}
    for label, one in answers.items():
        by_column = {
            column: {
                name: _readable(result, labels, dated=dates and name in located)
                for name, result in results.items()
            }
            for column, dates, labels, results in zip(
                data.names, data.dates, data.labels, one.results, strict=True
            )
        }
        shaped[label] = by_column if len(data.names) > 1 else by_column[data.names[0]]
    return shaped[""] if data.groups is None else shaped


def _kind(settings: Settings) -> str:
    if MODE in settings.statistics:
        return "labels"
    return "cells" if settings.statistics == (COUNT,) else "numbers"


def _readable(result: IntegralResult, labels: tuple[str, ...], *, dated: bool) -> IntegralResult:
    if result.statistic == MODE.name and labels:
        return result.labelled(labels)
    return result.dated() if dated else result


def _record(
    parameters: Mapping[str, Any], settings: Settings, data: Columns, *, seeded: bool
) -> ReleaseRecord:
    declared = data.table.declared if data.table is not None else None
    shown = {"statistics": [one.name for one in settings.statistics]}
    shown |= {name: parameters[name] for name in _SHOWN}
    notes = [*STATEMENTS]
    notes += [] if settings.joint else [_MARGINAL]
    notes += [] if settings.input_groups in (None, 1) else [_GROUPED]
    notes += [_COMPLETE_RECORDS] if data.table is not None else []
    numbers = _kind(settings) == "numbers"
    notes += [_CLAMPED] if numbers and any(data.bounds) else []
    notes += [_NO_BOUNDS] if numbers and not all(data.bounds) else []
    notes += [_DRAFT] if declared is not None and not declared.public else []
    notes += [STATEMENT_OF_SEED, _SEEDED] if seeded else []
    return ReleaseRecord(
        method="IntegralStatistics",
        parameters=shown,
        columns=tuple(name or "column" for name in data.names),
        guarantee=f"integral privacy, k = {settings.k}; not differential privacy",
        schema=None if declared is None else declared.fingerprint(),
        schema_source=_source(declared),
        seeded=seeded,
        notes=tuple(notes),
        version=__version__,
    )


def _source(declared: Schema | None) -> str:
    if declared is None:
        return "observed"
    return "declared" if declared.public else "draft"


def _of_group(key: RandomKey, label: str) -> RandomKey:
    """Return a key of its own for each group, which no other group changes."""
    first, second = (key.of_name(f"resamples {half} of {label}") for half in (0, 1))
    return RandomKey(first, second, key.seeded)
