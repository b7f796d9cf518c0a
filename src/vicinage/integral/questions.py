"""From columns to the results of their resamples, statistic by statistic."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.engines import Engine
from vicinage.errors import FailedError
from vicinage.integral.columns import Bounds
from vicinage.integral.condition import Condition
from vicinage.integral.decimal_ladder import DecimalLadder
from vicinage.integral.discretisation import microaggregate
from vicinage.integral.dyadic_ladder import DyadicLadder
from vicinage.integral.fixed_step import FixedStep
from vicinage.integral.label_ladder import LabelLadder
from vicinage.integral.ladder import Ladder
from vicinage.integral.parameters import LARGEST
from vicinage.integral.recurrence import Recurrence
from vicinage.integral.resampler import Resampler
from vicinage.integral.sample_summary import SampleSummary, centre_of, ranks_of
from vicinage.integral.settings import Settings
from vicinage.integral.statistic import COUNT, MODE, Statistic
from vicinage.integral.survey_parts import survey
from vicinage.privacy import RandomKey

__all__ = ["Question", "ask", "recurrence_of"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A statistic of a column: what each resample answers, and what the whole column would.

    Parameters
    ----------
    column : int
        Position of the column.
    statistic : Statistic
    values : ndarray of shape (B,)
        Private.
    truth : float
        Private.
    ladder : Ladder
    """

    column: int
    statistic: Statistic
    values: Floats
    truth: float
    ladder: Ladder


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sorted:
    """Columns in their own orders, and which record is where."""

    values: Floats
    orders: Whole

    def counts(self, resampler: Resampler, number: int, column: int) -> npt.NDArray[np.uint8]:
        """Return how often a resample holds each record, in the order of a column."""
        counts = resampler.counts(number)
        return counts[self.orders[column]] if self.orders.size else counts


def ask(
    columns: Sequence[Floats],
    bounds: Sequence[Bounds],
    settings: Settings,
    key: RandomKey,
    engine: Engine | None = None,
) -> tuple[list[Question], Condition]:
    """Draw all resamples once, and compute every statistic of every column from each.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n,)
        Finite; private. The order of the records has no influence.
    bounds : sequence of (lower, upper) or None
    settings : Settings
    key : RandomKey
    engine : Engine or None
        Who draws the resamples; those for the mode and for functions are drawn here.

    Returns
    -------
    questions : list of Question
        Column by column, except for the count, which is no question.
    condition : Condition
        On the resamples that were drawn.

    Raises
    ------
    FailedError
        If a user's function gives something that is no finite number.
    """
    resampler = Resampler(key=key, n=columns[0].size, resampling=settings.resampling)
    ordered = _sorted(columns, settings.input_groups)
    ranks = ranks_of((share for one in settings.statistics for share in one.shares), resampler.size)
    centres = np.array([centre_of(values) for values in ordered.values])
    sums, positions, screened, fingerprints = survey(
        engine,
        resampler,
        settings.n_resamples,
        values=ordered.values,
        centres=centres,
        orders=ordered.orders,
        ranks=ranks,
    )
    questions = []
    for c, values in enumerate(ordered.values):
        sample = SampleSummary(
            n=resampler.n,
            size=resampler.size,
            centre=float(centres[c]),
            sums=sums[c, :, 0],
            squares=sums[c, :, 1],
            ranks=ranks,
            ordered=values[positions[c]],
        )
        for statistic in settings.statistics:
            if statistic is COUNT:
                continue
            answers, truth = _answers(
                statistic, sample, ordered, c, resampler=resampler, n_resamples=settings.n_resamples
            )
            ladder = _ladder(statistic, settings.resolution, bounds[c], resampler)
            questions.append(
                Question(column=c, statistic=statistic, values=answers, truth=truth, ladder=ladder)
            )
    return questions, Condition(
        name=settings.condition,
        k=settings.k,
        resampler=resampler,
        screened=screened,
        fingerprints=fingerprints,
    )


def recurrence_of(questions: Sequence[Question], condition: Condition) -> Recurrence:
    """Return the joint results of some questions."""
    return Recurrence(
        values=np.column_stack([question.values for question in questions]),
        ladders=[question.ladder for question in questions],
        condition=condition,
    )


def _sorted(columns: Sequence[Floats], input_groups: int | None) -> _Sorted:
    """Sort each column, and number the records by their values alone."""
    n = columns[0].size
    if len(columns) == 1:
        values, orders = np.sort(columns[0])[None, :], np.empty((0, n), np.int64)
    else:
        # Records that agree in all columns cannot be told apart, so no order of rows is left.
        records = np.lexsort(columns[::-1])
        orders = np.array([np.argsort(column[records], kind="stable") for column in columns])
        values = np.array([np.sort(column) for column in columns])
    if input_groups is not None:
        values = np.array([microaggregate(column, input_groups) for column in values])
    return _Sorted(values=values, orders=orders)


def _answers(
    statistic: Statistic,
    sample: SampleSummary,
    ordered: _Sorted,
    column: int,
    *,
    resampler: Resampler,
    n_resamples: int,
) -> tuple[Floats, float]:
    """Return the answer of each resample, and that of the whole column."""
    if statistic is MODE:
        return _modes(resampler, n_resamples, ordered, column)
    if statistic.function is None:
        return _built_in(statistic, sample, ordered.values[column])
    return _users(statistic, resampler, n_resamples, ordered, column)


def _built_in(statistic: Statistic, sample: SampleSummary, values: Floats) -> tuple[Floats, float]:
    assert statistic.of is not None  # noqa: S101  # a statistic has `of` or `function`
    whole = SampleSummary.of_column(values, statistic.shares)
    return statistic.of(sample), float(statistic.of(whole)[0])


def _users(
    statistic: Statistic, resampler: Resampler, n_resamples: int, ordered: _Sorted, column: int
) -> tuple[Floats, float]:
    """Apply a user's function to the values of each resample."""
    values = ordered.values[column]
    answers = np.empty(n_resamples)
    for number in range(n_resamples):
        counts = ordered.counts(resampler, number, column)
        answers[number] = _applied(statistic, np.repeat(values, counts))
    return answers, _applied(statistic, values.copy())


def _modes(
    resampler: Resampler, n_resamples: int, ordered: _Sorted, column: int
) -> tuple[Floats, float]:
    """Return the most frequent code of each resample; of several the smallest."""
    codes, starts = np.unique(ordered.values[column], return_index=True)
    answers = np.empty(n_resamples)
    for number in range(n_resamples):
        counts = ordered.counts(resampler, number, column)
        answers[number] = codes[np.add.reduceat(counts, starts, dtype=np.int64).argmax()]
    whole = np.diff(starts, append=resampler.n)
    return answers, float(codes[whole.argmax()])


def _applied(statistic: Statistic, values: Floats) -> float:
    assert statistic.function is not None  # noqa: S101
    try:
        answer = statistic.function(values)
    except Exception as error:
        # Its own words may hold values.
        raise FailedError(
            f"statistics must give finite numbers, but {statistic.name} raised "
            f"{type(error).__name__}; try the function on an array of your own"
        ) from None
    try:
        number = float(answer)
    except (TypeError, ValueError):
        number = math.nan
    if not abs(number) < LARGEST**2:
        raise FailedError(
            f"statistics must give finite numbers, but {statistic.name} did not; let the function "
            "return a float for every array of values"
        )
    return number


def _ladder(
    statistic: Statistic, resolution: str | float, bounds: Bounds, resampler: Resampler
) -> Ladder:
    if statistic is MODE:
        return LabelLadder()
    if resolution != "auto":
        return FixedStep(float(resolution))
    if bounds is None or statistic.extent is None:
        return DecimalLadder()
    return DyadicLadder(*statistic.extent(*bounds, resampler.n, resampler.size))
