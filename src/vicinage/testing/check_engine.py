"""What every engine must keep to."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice, pairwise
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from vicinage.engines import Engine, fold, repartition
from vicinage.engines.trial_tasks import (
    N_ROWS,
    draw,
    kill,
    kill_once,
    part_of,
    process,
    refuse,
    rows_between,
    sleep,
    square,
    write_rows,
)
from vicinage.errors import FailedError, ParameterError
from vicinage.privacy import RandomKey

__all__ = ["check_engine"]

_MANY = 50
_AHEAD = 8  # parts for each worker that may be taken before a result is asked for
_N_PARTS = 4


def check_engine(engine: Engine, folder: Path | str) -> None:
    """Run small tasks on an engine in every way that the contract promises.

    Parameters
    ----------
    engine : Engine
        Some of its workers are killed, if they are other processes than this; it stays usable.
    folder : Path or str
        Empty, and seen by all workers under this name.

    Raises
    ------
    AssertionError
        With a sentence that says which promise was broken.

    Examples
    --------
    >>> import tempfile
    >>> from vicinage.engines import LocalEngine
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     check_engine(LocalEngine(), folder)
    """
    folder = Path(folder)
    _check_order(engine)
    _check_taken(engine)
    _check_errors(engine)
    _check_streams(engine)
    _check_repartition(engine, folder)
    if os.getpid() not in set(engine.map(process, range(_MANY))):
        _check_lost_worker(engine, folder)
        _check_deadly_part(engine)


def _check_order(engine: Engine) -> None:
    _require(engine.n_workers >= 1, "an engine must have at least one worker")
    _require(list(engine.map(square, [])) == [], "no parts must give no results")
    delays = [0.02 * (number % 3 == 0) for number in range(_MANY)]
    _require(list(engine.map(sleep, delays)) == delays, "results must be in the order of the parts")
    total = fold(engine, square, range(_MANY), add)
    _require(total == sum(map(square, range(_MANY))), "a fold must be the sum of all results")


def _check_taken(engine: Engine) -> None:
    taken = _Taken(count())
    results = engine.map(square, taken)
    _require(
        list(islice(results, 10)) == list(map(square, range(10))), "parts may come without an end"
    )
    most = 10 + _AHEAD * engine.n_workers
    _require(taken.number <= most, "only a few parts may be taken ahead of the results")
    del results
    _require(list(engine.map(square, [3])) == [9], "results that nobody takes must do no harm")


def _check_errors(engine: Engine) -> None:
    for number, kind in ((7, ParameterError), (8, FailedError), (9, KeyError)):
        try:
            list(engine.map(partial(refuse, number, kind), range(_MANY)))
        except kind as error:
            _require(error.args == (f"part {number}",), "an error must keep what it says")
        except Exception as error:
            raise AssertionError("an error of a task must keep its type") from error
        else:
            raise AssertionError("an error of a task must be raised")
        _require(list(engine.map(square, [3])) == [9], "after an error an engine must work on")


def _check_streams(engine: Engine) -> None:
    words = partial(draw, RandomKey.new(seed=1))
    drawn = np.concatenate(list(engine.map(words, range(5))))
    here = np.concatenate(list(map(words, range(5))))
    _require(bool((drawn == here).all()), "one random key must draw the same on all workers")


def _check_repartition(engine: Engine, folder: Path) -> None:
    rows = rows_between(0, N_ROWS)
    expected = [_of_part(rows, part) for part in range(_N_PARTS)]
    for n_inputs in (1, 2, 7):
        cuts = np.linspace(0, N_ROWS, n_inputs + 1).astype(int)
        inputs = list(engine.map(partial(write_rows, folder), pairwise(cuts.tolist())))
        _require(
            [row for part in inputs for row in part.read().to_pylist()] == rows.to_pylist(),
            "the caller must see what workers wrote",
        )
        parts = repartition(engine, inputs, part_of, _N_PARTS, folder)
        _require(
            [part.read().to_pylist() for part in parts] == expected
            and [part.n_rows for part in parts] == [len(part) for part in expected],
            "parts must not depend on how the rows came",
        )


def _check_lost_worker(engine: Engine, folder: Path) -> None:
    results = list(engine.map(partial(kill_once, 5, folder / "killed"), range(10)))
    _require(
        results == list(map(square, range(10))),
        "what a lost worker had begun must be done again, with the same results",
    )


def _check_deadly_part(engine: Engine) -> None:
    try:
        list(engine.map(kill, [1]))
    except FailedError:
        _require(list(engine.map(square, [3])) == [9], "lost workers must be replaced")
    else:
        raise AssertionError("a part that kills every worker must fail")


@dataclass(slots=True)
class _Taken:
    """Parts, and how many of them were taken."""

    parts: Iterable[int]
    number: int = 0

    def __iter__(self) -> Iterator[int]:
        for part in self.parts:
            self.number += 1
            yield part


def _of_part(rows: Any, part: int) -> list[dict[str, Any]]:
    chosen: list[dict[str, Any]] = rows.filter(pa.array(part_of(rows) == part)).to_pylist()
    return chosen


def _require(kept: bool, promise: str) -> None:
    if not kept:  # not an assert statement, which python -O leaves out
        raise AssertionError(promise)
