"""The answers about one group of records."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vicinage.engines import Engine
from vicinage.errors import FailedError
from vicinage.integral.choice import Choice
from vicinage.integral.columns import Bounds, Floats
from vicinage.integral.questions import Question, ask, recurrence_of
from vicinage.integral.recurrence import Recurrence
from vicinage.integral.result import IntegralResult
from vicinage.integral.settings import Settings
from vicinage.integral.statements import UNPROTECTED_COUNT
from vicinage.privacy import RandomKey

__all__ = ["Answer", "answer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The results of one table or group, and the private recurrences that they come from.

    Parameters
    ----------
    results : tuple of dict of statistic to IntegralResult
        One of each column; may be published.
    recurrences : tuple of (questions, Recurrence, Choice)
        For the steward only.
    """

    results: tuple[dict[str, IntegralResult], ...]
    recurrences: tuple[tuple[tuple[Question, ...], Recurrence, Choice], ...]


def answer(
    columns: Sequence[Floats],
    bounds: Sequence[Bounds],
    settings: Settings,
    key: RandomKey,
    engine: Engine | None = None,
) -> Answer:
    """Ask every statistic of every column, and choose what to publish.

    Raises
    ------
    FailedError
        If no result at a fixed resolution fulfils the condition.
    """
    questions, condition = ask(columns, bounds, settings, key, engine)
    together = [tuple(questions)] if settings.joint else [(question,) for question in questions]
    found: dict[tuple[int, str], IntegralResult] = {}
    recurrences = []
    for group in filter(None, together):
        recurrence = recurrence_of(group, condition)
        truth = np.array([question.truth for question in group])
        choice = recurrence.choose(truth if settings.selection == "accurate" else None)
        if choice is None:
            raise _nothing_recurs(group, settings)
        recurrences.append((group, recurrence, choice))
        for question, cell in zip(group, choice.cells, strict=True):
            rung = recurrence.rung_of(question.ladder, choice.rung)
            place = question.column, question.statistic.name
            found[place] = _result(question, cell, rung, settings)
    count = _count(columns[0].size, settings)
    results = tuple(
        {one.name: found.get((c, one.name), count) for one in settings.statistics}
        for c in range(len(columns))
    )
    return Answer(results=results, recurrences=tuple(recurrences))


def _result(question: Question, cell: float, rung: int, settings: Settings) -> IntegralResult:
    low, high = question.ladder.interval(cell, rung)
    vague = question.ladder.tells_nothing(cell, rung)
    return IntegralResult(
        statistic=question.statistic.name,
        value=question.ladder.value(cell, rung),
        resolution=question.ladder.width(cell, rung),
        cell=(low, high),
        note="no information: no finer result qualifies" if vague else "",
        k=settings.k,
        n_resamples=settings.n_resamples,
        resampling=settings.resampling,
        condition=settings.condition,
        selection=settings.selection,
    )


def _count(n: int, settings: Settings) -> IntegralResult:
    return IntegralResult(
        statistic="count",
        value=float(n),
        resolution=0.0,
        cell=(float(n), float(n)),
        note=UNPROTECTED_COUNT,
        k=settings.k,
        n_resamples=settings.n_resamples,
        resampling=settings.resampling,
        condition=settings.condition,
        selection=settings.selection,
    )


def _nothing_recurs(group: Sequence[Question], settings: Settings) -> FailedError:
    names = " and ".join(question.statistic.name for question in group)
    return FailedError(
        f"resolution must be coarse enough for a result to recur, got {settings.resolution} for "
        f"{names} with k = {settings.k} and the condition {settings.condition!r}; "
        "resolution='auto' finds one that is"
    )
