"""What the steward may see behind a release, and nobody else."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from vicinage.engines import Engine
from vicinage.integral.answers import Answer
from vicinage.integral.integral_statistics import IntegralStatistics
from vicinage.integral.release import release_statistics
from vicinage.integral.statistic import MODE
from vicinage.schema import Schema

__all__ = ["RecurrenceTable", "fit_and_diagnose"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurrenceTable:
    """How often each result of one statistic occurred, on the rung that was taken. Private.

    Parameters
    ----------
    group, column, statistic : str
        Empty where there are no groups, and for an array without a name.
    rows : list of dict
        In increasing order: "value", "low" and "high" of each cell, its "frequency" among the
        resamples, and its "status": "released", "candidate" (fulfils the condition) or "other".
        Jointly asked statistics have no other candidates.
    """

    group: str
    column: str
    statistic: str
    rows: list[dict[str, Any]]


def fit_and_diagnose(
    estimator: IntegralStatistics,
    column: Any,
    schema: Schema | None = None,
    *,
    engine: Engine | None = None,
) -> list[RecurrenceTable]:
    """Fit an estimator, and return the frequencies behind its results. For the steward only.

    A frequency alone tells an intruder who knows all other records which of two values the last
    one has: no table of these may leave the house.

    Parameters
    ----------
    estimator : IntegralStatistics
        Its ``results_`` and ``record_`` are set, as by its ``fit``.
    column, schema, engine
        See :meth:`vicinage.integral.IntegralStatistics.fit`.

    Examples
    --------
    >>> estimator = IntegralStatistics(statistics=["median"], bounds=(0, 64), seed=1)
    >>> (table,) = fit_and_diagnose(estimator, np.arange(64))
    >>> [row["value"] for row in table.rows if row["status"] == "released"]
    [31.53125]
    """
    release = release_statistics(estimator.get_params(deep=False), column, schema, engine)
    estimator.results_ = release.results
    estimator.record_ = release.record
    return [
        table
        for group, answer in release.answers.items()
        for table in _tables(group, release.names, release.labels, answer)
    ]


def _tables(
    group: str, names: tuple[str, ...], labels: tuple[tuple[str, ...], ...], answer: Answer
) -> list[RecurrenceTable]:
    tables = []
    for questions, recurrence, choice in answer.recurrences:
        for question, chosen in zip(questions, choice.cells, strict=True):
            ladder = question.ladder
            mode = question.statistic is MODE
            taken = recurrence.rung_of(ladder, choice.rung)
            rung = 0 if mode else taken  # categories are shown also where none qualified
            cells = ladder.cells(question.values, rung)
            rows = []
            for cell in np.unique(cells[~np.isnan(cells)]).tolist():
                members = np.flatnonzero(cells == cell)
                status = "released" if cell == chosen and rung == taken else "other"
                if status == "other" and len(questions) == 1:
                    status = "candidate" if recurrence.condition.holds(members) else "other"
                low, high = ladder.interval(cell, rung)
                value = ladder.value(cell, rung)
                rows.append(
                    {
                        "value": labels[question.column][int(cell)] if mode else value,
                        "low": low,
                        "high": high,
                        "frequency": members.size,
                        "status": status,
                    }
                )
            tables.append(
                RecurrenceTable(
                    group=group,
                    column=names[question.column],
                    statistic=question.statistic.name,
                    rows=rows,
                )
            )
    return tables
