"""A metric read back from the file that ``vicinage distances`` wrote."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vicinage.categorical.coding import Coding
from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.distances import distance_matrix
from vicinage.categorical.learned_metric import LearnedMetric
from vicinage.errors import ParameterError
from vicinage.privacy import Loss, loss_of

__all__ = ["read_metric"]


def read_metric(path: str | Path, *, public_records: bool = False) -> LearnedMetric:
    """Read learned distances, with what was paid for them.

    Parameters
    ----------
    path : str or Path
        A JSON file of ``vicinage distances``, or the ``as_dict`` of a fitted estimator.
    public_records : bool, default False
        State that exact distances were learned from public records; see
        :meth:`LearnedMetric.of_public_records`.

    Raises
    ------
    ParameterError
        If the file cannot be read, or holds something else; if distances that were paid for are
        said to be public.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        loss = _loss(content["record"])
        columns = {
            name: _column(name, column)
            for name, column in content["columns"].items()
            if "edges" not in column  # learned in bins: a number for the metric
        }
    except OSError as error:
        raise _refusal(path, error.strerror or type(error).__name__) from None
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        text = str(error) if isinstance(error, ParameterError) else "it holds something else"
        raise _refusal(path, text) from None
    return LearnedMetric(columns=columns, loss=loss, public=public_records)


def _refusal(path: str | Path, reason: str) -> ParameterError:
    return ParameterError(
        f"metric must be a file that `vicinage distances` wrote, got {str(path)!r}: {reason}"
    )


def _loss(record: Mapping[str, Any]) -> Loss | None:
    """Return what was paid: nothing, by the records that promise nothing."""
    if "loss" not in record and record["guarantee"] == "none":
        return None
    return loss_of(record["loss"])


def _column(name: str, column: Mapping[str, Any]) -> ColumnDistances:
    labels, context = tuple(column["categories"]), tuple(column["context"])
    if not all(isinstance(text, str) for text in (*labels, *context)):
        raise ParameterError(f"the categories of {name!r} are not all texts")
    rows = column["coordinates"]
    points = np.array(rows, np.float64).reshape(len(rows), -1 if any(rows) else 0)
    if len(points) != len(labels) or len(set(labels)) < len(labels):
        raise ParameterError(f"{name!r} has not one point for each category")
    if not np.isfinite(points).all():
        raise ParameterError(f"the coordinates of {name!r} are not all finite")
    return ColumnDistances(
        coding=Coding(labels=labels),
        context=context,
        distances=distance_matrix(points),
        coordinates=points,
    )
