"""The file beside a release: its record, the output's hash, and rounded figures."""

import hashlib
from pathlib import Path
from typing import Any

from vicinage.evaluation import Evaluation
from vicinage.privacy import ReleaseRecord

__all__ = ["public_record", "record_path"]

# Means over many records only: quantiles are cells, and a largest value is somebody's.
_SHARES = ("changed_cell_share", "exact_match_share", "sdid", "linkage_distance")
_MEANS = ("correlation_mad", "eigenvalue_difference", "il1s_per_cell")
_LEAST = 10  # a share that stands for fewer records, or for all but fewer, is not given exactly


def record_path(output: Path) -> Path:
    """Return where the record of an output goes."""
    return output.with_name(output.name + ".record.json")


def public_record(
    record: ReleaseRecord, output: Path, evaluation: Evaluation | None, n_rows: int
) -> dict[str, Any]:
    """Return what may be published beside the output, which has been written.

    Parameters
    ----------
    record : ReleaseRecord
    output : Path
        Only its name and its hash are told.
    evaluation : Evaluation or None
    n_rows : int
        Rows of the release, a public number.
    """
    with output.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    content = record.as_dict() | {"output": {"file": output.name, "sha256": digest}}
    if evaluation is not None:
        content["evaluation"] = _aggregates(evaluation, n_rows)
    return content


def _aggregates(evaluation: Evaluation, n_rows: int) -> dict[str, Any]:
    warnings = list(evaluation.warnings)
    if n_rows < 2 * _LEAST:
        return {"figures": "not given: too few records", "warnings": warnings}
    risk = {name: _share(evaluation.risk[name], n_rows) for name in _SHARES}
    utility = {name: _rounded(evaluation.utility[name]) for name in _MEANS}
    return {"risk": risk, "utility": utility, "warnings": warnings}


def _share(share: Any, n_rows: int) -> Any:
    """Round a share of records, or give a bound where it would tell of a few.

    Examples
    --------
    >>> _share(0.12345, 1000), _share(0.002, 1000), _share(0.999, 1000)
    (0.123, 'below 0.01', 'above 0.99')
    """
    few = _LEAST / n_rows
    if isinstance(share, float) and share < few:
        return f"below {few:.3g}"
    if isinstance(share, float) and share > 1 - few:
        return f"above {1 - few:.3g}"
    return _rounded(share)


def _rounded(figure: Any) -> Any:
    return round(figure, 3) if isinstance(figure, float) else figure
