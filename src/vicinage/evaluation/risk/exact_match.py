"""What was left as it was: cells and whole records."""

import numpy as np

from vicinage.evaluation.pair import Pair
from vicinage.table.record_codes import codes_of, joint_codes

__all__ = ["exact_match"]


def exact_match(pair: Pair) -> dict[str, float | str]:
    """Measure how much of the original can be read in the release.

    Returns
    -------
    dict
        ``exact_match_share``: share of originals that occur among the released records, in
        whatever row, with the same cell in every column. ``changed_cell_share``: share of the
        cells that differ from the original's, over the columns that a masker may change
        and that are not constant. Missing equals missing.
    """
    if not pair.cells:
        none = "not defined: no column to compare"
        return {"exact_match_share": none, "changed_cell_share": none}
    n = pair.n_rows
    records = joint_codes(codes_of(np.concatenate(cells)) for cells in pair.cells.values())
    changed = [_changed(*pair.cells[name]) for name in pair.perturbable if name not in pair.skipped]
    return {
        "exact_match_share": float(np.isin(records[:n], records[n:]).mean()),
        "changed_cell_share": float(np.mean(changed)) if changed else 0.0,
    }


def _changed(
    original: np.ndarray[tuple[int], np.dtype[np.float64]],
    released: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> float:
    same = (original == released) | (np.isnan(original) & np.isnan(released))
    return float(1.0 - same.mean())
