"""What every masker must keep to."""

import json
import math
from collections.abc import Sequence
from typing import Any

import narwhals as nw
from sklearn.base import clone

from vicinage.errors import ParameterError
from vicinage.schema import Numeric, Role, Schema
from vicinage.table import Table

__all__ = ["check_masker"]

_DROPPED = (Role.KEY, Role.IDENTIFIER)


def check_masker(masker: Any, frame: Any, schema: Schema | None = None) -> None:
    """Run a masker on a frame in every way that its interface promises.

    Parameters
    ----------
    masker : masker
        It is cloned, never changed. Its settings must change some cell of `frame`.
    frame : frame of pandas, polars or pyarrow
        Small, and with cells that pandas, polars and pyarrow hold alike. pandas, polars and
        pyarrow must be installed.
    schema : Schema, optional
        With a key column, independence of the row order is checked too.

    Raises
    ------
    AssertionError
        With a sentence that says which promise was broken.

    Examples
    --------
    >>> import pandas as pd
    >>> from vicinage import Microaggregation
    >>> check_masker(Microaggregation(group_size=2), pd.DataFrame({"age": [20, 30, 40, 50]}))
    """
    _check_parameters(masker, schema)
    _check_shape(masker, frame, schema)
    _check_untouched(masker, frame, schema)
    _check_randomness(masker, frame, schema)
    _check_record(masker, frame, schema)
    _check_libraries(masker, frame, schema)
    if schema is not None and schema.with_role(Role.KEY):
        _check_row_order(masker, frame, schema)


def _check_parameters(masker: Any, schema: Schema | None) -> None:
    _require(masker.guarantee is None, "a masker must state that it gives no formal guarantee")
    masker.check()
    wrong = {"columns": "not a list", "keep_key": "no", "seed": "x"}
    for name in wrong.keys() & masker.get_params().keys():
        unfit = clone(masker).set_params(**{name: wrong[name]})
        try:
            unfit.fit_transform(object(), schema)  # whatever looks at this frame fails otherwise
        except ParameterError:
            continue
        except Exception as error:
            raise AssertionError(f"{name} must be refused before the frame is looked at") from error
        raise AssertionError(f"{name}={wrong[name]!r} must be refused")


def _check_shape(masker: Any, frame: Any, schema: Schema | None) -> None:
    before = _cells(frame)
    types = nw.from_native(frame).schema
    fresh = clone(masker)
    released = fresh.fit_transform(frame, schema)
    _require(fresh.get_params() == masker.get_params(), "parameters must not be changed")
    _require(_cells(frame) == before, "the frame that came in must not be modified")
    _require(type(released) is type(frame), "the kind of frame that came in must come out")
    _require(
        list(_cells(released)) == _kept(frame, schema),
        "column names and their order must stay; only keys and identifiers are dropped",
    )
    _require(len(nw.from_native(released)) == len(nw.from_native(frame)), "rows must stay")
    for name, kind in nw.from_native(released).schema.items():
        same = kind == types[name] or (
            schema is None and types[name].is_integer() and kind.is_float()
        )
        _require(same, f"column {name!r} must keep its type {types[name]}, got {kind}")


def _check_untouched(masker: Any, frame: Any, schema: Schema | None) -> None:
    numeric = [
        column.name
        for column in Table.from_frame(frame, schema).schema
        if isinstance(column.kind, Numeric) and column.role is None
    ]
    before = _cells(frame)
    for columns in (masker.columns, numeric[:1]):
        fresh = clone(masker).set_params(columns=columns)
        for name, cells in _cells(fresh.fit_transform(frame, schema)).items():
            _require(
                name in fresh.record_.columns or cells == before[name],
                f"column {name!r} must stay as it is, as the record does not name it",
            )
    _require(
        list(fresh.record_.columns) == numeric[:1],
        "the record must name the columns that were asked for",
    )


def _check_randomness(masker: Any, frame: Any, schema: Schema | None) -> None:
    def release(**parameters: Any) -> dict[str, list[Any]]:
        return _cells(clone(masker).set_params(**parameters).fit_transform(frame, schema))

    if "seed" not in masker.get_params():
        _require(release() == release(), "a masker without a seed must be deterministic")
        return
    _require(release(seed=1) == release(seed=1), "the same seed must give the same release")
    _require(release(seed=1) != release(seed=2), "another seed must give another release")
    _require(release(seed=None) != release(seed=None), "without a seed two releases must differ")


def _check_record(masker: Any, frame: Any, schema: Schema | None) -> None:
    for seed in (None, 1):
        fresh = clone(masker)
        if "seed" in fresh.get_params():
            fresh.set_params(seed=seed)
        elif seed is not None:
            continue
        fresh.fit_transform(frame, schema)
        record = fresh.record_
        _require(record.guarantee is None, "the record must say that there is no guarantee")
        _require(record.seeded is (seed is not None), "the record must say if a seed was given")
        _require(record.parameters == fresh.get_params(), "the record must hold the parameters")
        _require(_fits_json(record.as_dict()), "the record must be fit for JSON")


def _check_libraries(masker: Any, frame: Any, schema: Schema | None) -> None:
    fixed = clone(masker)
    if "seed" in fixed.get_params():
        fixed.set_params(seed=1)
    expected = _cells(fixed.fit_transform(frame, schema))
    wrapped = nw.from_native(frame)
    for library, other in (
        ("pandas", wrapped.to_pandas()),
        ("polars", wrapped.to_polars()),
        ("pyarrow", wrapped.to_arrow()),
    ):
        released = fixed.fit_transform(other, schema)
        _require(type(released) is type(other), f"a frame of {library} must give one of {library}")
        _require(_cells(released) == expected, f"a frame of {library} must give the same cells")


def _check_row_order(masker: Any, frame: Any, schema: Schema) -> None:
    fixed = clone(masker)
    if "seed" in fixed.get_params():
        fixed.set_params(seed=1)
    wrapped = nw.from_native(frame)
    order = sorted(range(len(wrapped)), key=lambda row: (row % 3, -row))
    moved = _cells(fixed.fit_transform(wrapped[order].to_native(), schema))
    for name, cells in _cells(fixed.fit_transform(frame, schema)).items():
        _require(
            moved[name] == [cells[row] for row in order],
            f"column {name!r} must not depend on the order of the rows, as a key is declared",
        )


def _require(kept: bool, promise: str) -> None:
    if not kept:  # not an assert statement, which python -O leaves out
        raise AssertionError(promise)


def _fits_json(record: dict[str, Any]) -> bool:
    try:
        json.dumps(record, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _kept(frame: Any, schema: Schema | None) -> Sequence[str]:
    names = nw.from_native(frame).columns
    return [name for name in names if schema is None or schema[name].role not in _DROPPED]


def _cells(frame: Any) -> dict[str, list[Any]]:
    """Return the cells by column, as Python values, missing ones as None."""
    columns = nw.from_native(frame).to_arrow().to_pydict()
    return {
        name: [None if isinstance(cell, float) and math.isnan(cell) else cell for cell in cells]
        for name, cells in columns.items()
    }
