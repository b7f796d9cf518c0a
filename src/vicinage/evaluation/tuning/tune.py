"""Sweep the parameters of maskers, and keep what was finished."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from vicinage._kernels import use_threads
from vicinage._version import __version__
from vicinage.errors import FailedError, ParameterError
from vicinage.evaluation.evaluate import evaluate
from vicinage.evaluation.sentences import RISK, UTILITY
from vicinage.evaluation.tuning.direction import lower_is_better
from vicinage.evaluation.tuning.journal import Journal
from vicinage.evaluation.tuning.point import Point
from vicinage.evaluation.tuning.sweep import maskers_of, sweeps_of
from vicinage.evaluation.tuning.tuning import Tuning
from vicinage.masking import Masker, as_released, release_table
from vicinage.names import first_repeated
from vicinage.parameters import check_number, check_seed, check_whole_number
from vicinage.schema import Schema
from vicinage.table import Table, table_digest

__all__ = ["tune"]

Sweep = Mapping[str, Sequence[Any]]


def tune(
    frame: Any,
    schema: Schema | None = None,
    *,
    masker: Masker | Sequence[Masker],
    sweep: Sweep | None = None,
    repetitions: int = 10,
    risk: str = "linkage_distance",
    limit: float,
    utility: str = "correlation_mad",
    folder: Path | str | None = None,
    jobs: int = 1,
    seed: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tuning:
    """Try settings of one or more maskers, and weigh risk against utility.

    For the steward: figures are exact functions of the original table, and no release is kept.

    Parameters
    ----------
    frame : frame, path or Table
        Private.
    schema : Schema, optional
    masker : masker or sequence of maskers
        Their parameters hold where the sweep sets none.
    sweep : mapping of str to sequence, optional
        Values by parameter; every combination is tried. Of several maskers each takes the
        parameters that it has. One that has none of them, and every one where nothing is said,
        is swept as in :data:`~vicinage.evaluation.tuning.DEFAULT_SWEEPS`.
    repetitions : int, default 10
        Releases of each setting; one for a masker that draws nothing.
    risk, utility : str
        Figures of :func:`vicinage.evaluate` that are best when low or when high.
    limit : float
        The risk that is accepted; there is no default, since it is the steward's to decide.
    folder : Path, optional
        Keeps each finished setting; the same call goes on where a killed one was. Other figures
        and limits can be asked of the same folder at no cost. Parameters must then be numbers,
        texts or lists of them: of a metric of one's own nobody could say later which it was.
    jobs : int, default 1
        Processes at work. One process uses all threads, several use one each.
    seed : int, optional
        For experiments only: makes the sweep repeatable, whatever the number of jobs.
    progress : callable, optional
        Is told after each setting how many are finished and how many there are.

    Raises
    ------
    ParameterError
        If a parameter is outside its range, does not fit the table, or the folder belongs to
        another table, schema or sweep.
    OutputError
        If `folder` cannot be written, or another sweep is writing to it.
    FailedError
        If a process ended before its work; finished settings are kept in `folder`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Microaggregation
    >>> people = pa.table({"age": [20, 25, 30, 60, 61, 69], "pay": [1.0, 2, 4, 7, 8, 12]})
    >>> tuning = tune(people, masker=Microaggregation(), sweep={"group_size": [1, 2, 3]}, limit=0.5)
    >>> tuning.recommended.label
    'Microaggregation, group_size = 2'
    """
    lower_is_better("risk", risk, RISK)
    lower_is_better("utility", utility, UTILITY)
    check_number("limit", limit, zero=True)
    check_whole_number("repetitions", repetitions)
    check_whole_number("jobs", jobs)
    check_seed(seed)
    if folder is not None and not isinstance(folder, str | Path):
        raise ParameterError(f"folder must be a path or None, got {folder!r}")
    if progress is not None and not callable(progress):
        raise ParameterError(f"progress must be a function or None, got {progress!r}")
    trials = _trials(masker, sweep, repetitions, seed)
    table = frame if isinstance(frame, Table) else Table.of(frame, schema)
    if folder is None:
        finished = _finished(table, trials, jobs, kept=[], keep=lambda _: None, progress=progress)
    else:
        with Journal(Path(folder), _identity(table, trials)) as journal:
            finished = _finished(
                table, trials, jobs, kept=journal.points, keep=journal.keep, progress=progress
            )
    ordered = tuple(finished[trial.key] for trial in trials)
    return Tuning(points=ordered, risk=risk, utility=utility, limit=limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """A setting that is to be tried, with a masker for each repetition."""

    setting: Mapping[str, Any]
    maskers: tuple[Masker, ...]

    @property
    def method(self) -> str:
        return type(self.maskers[0]).__name__

    @property
    def key(self) -> str:
        return Point(method=self.method, setting=self.setting, risk={}, utility={}).key

    def point(self, table: Table) -> Point:
        original = as_released(table)
        judged = [evaluate(original, release_table(one, table).table) for one in self.maskers]
        return Point.of(self.method, self.setting, judged)


def _finished(
    table: Table,
    trials: Sequence[_Trial],
    jobs: int,
    *,
    kept: Sequence[Point],
    keep: Callable[[Point], None],
    progress: Callable[[int, int], None] | None,
) -> dict[str, Point]:
    """Try what was not kept of an earlier run, and return all points by their key."""
    finished = {point.key: point for point in kept}
    left = [trial for trial in trials if trial.key not in finished]
    for done, point in enumerate(_points(table, left, jobs), start=len(finished) + 1):
        keep(point)
        finished[point.key] = point
        if progress is not None:
            progress(done, len(trials))
    return finished


def _trials(
    masker: Masker | Sequence[Masker], sweep: Sweep | None, repetitions: int, seed: int | None
) -> list[_Trial]:
    maskers: list[Masker] = list(masker) if isinstance(masker, Sequence) else [masker]
    if not maskers:
        raise ParameterError("masker must be a masker or several, got none; name one")
    for one in maskers:
        if isinstance(one, type) or not hasattr(one, "mask"):
            raise ParameterError(f"masker must be a masker such as RWN(), or several, got {one!r}")
    trials = []
    for one, values in zip(maskers, sweeps_of(maskers, sweep), strict=True):
        trials += [
            _Trial(setting=setting, maskers=_repeated(made, setting, repetitions, seed))
            for setting, made in maskers_of(one, values)
        ]
    twice = first_repeated(trial.key for trial in trials)
    if twice is not None:
        raise ParameterError(
            f"sweep must try each setting once, got {twice} twice; sweep what two maskers of one "
            "method differ in"
        )
    return trials


def _repeated(
    masker: Masker, setting: Mapping[str, Any], repetitions: int, seed: int | None
) -> tuple[Masker, ...]:
    """Give each repetition a masker, with a seed of its own where there is one."""
    parameters = masker.get_params()
    if "seed" not in parameters:
        return (masker,)
    if seed is None:
        return (masker,) * repetitions
    place = f"{seed} {type(masker).__name__} {sorted(setting.items())}"
    seeds = (
        int.from_bytes(hashlib.sha256(f"{place} {i}".encode()).digest()[:4], "big")
        for i in range(repetitions)
    )
    return tuple(type(masker)(**(parameters | {"seed": one})) for one in seeds)


def _identity(table: Table, trials: Sequence[_Trial]) -> dict[str, str]:
    """Say what the points depend on, in hashes; they stay in the steward's folder."""
    sweep = [[trial.method, *(one.get_params() for one in trial.maskers)] for trial in trials]
    try:
        text = json.dumps(sweep, sort_keys=True, default=np.generic.item)
    except TypeError:
        raise ParameterError(
            "folder must be left out where a masker has a parameter that is no number, text or "
            "list of them, such as a metric of its own: what is finished could not be told from "
            "that of another one"
        ) from None
    return {
        "table": table_digest(table, b"vicinage tuning").hex(),
        "schema": table.schema.fingerprint(),
        "sweep": hashlib.sha256(text.encode()).hexdigest(),
        "version": __version__,
    }


def _points(table: Table, trials: Sequence[_Trial], jobs: int) -> Iterator[Point]:
    """Yield points as they are finished."""
    if jobs == 1 or len(trials) < 2:
        yield from (trial.point(table) for trial in trials)
        return
    # Not forked: threads of compiled loops do not outlive a fork.
    pool = ProcessPoolExecutor(
        min(jobs, len(trials)), get_context("spawn"), initializer=_begin, initargs=(table,)
    )
    try:
        for future in as_completed([pool.submit(_point_of, trial) for trial in trials]):
            yield future.result()
    except BrokenProcessPool:
        raise FailedError(
            "a process of the sweep ended before its work was done, perhaps for want of memory; "
            "finished settings were kept where a folder was named: try again with fewer jobs"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


_tables: list[Table] = []  # of a worker process: the one table that it tries settings on


def _begin(table: Table) -> None:
    use_threads(1)
    _tables.append(table)


def _point_of(trial: _Trial) -> Point:
    return trial.point(_tables[0])
