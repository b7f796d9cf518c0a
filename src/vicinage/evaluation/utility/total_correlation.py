"""How much the columns tell about one another, all together."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.unit_scale import in_units
from vicinage.table.record_codes import codes_of, joint_codes

__all__ = ["total_correlation"]

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


def total_correlation(pair: Pair) -> dict[str, float | str]:
    """Return the total correlation (multi-information) of original and release, in nats.

    It is the sum of the columns' entropies less their joint entropy, of the empirical
    distribution. Numbers and dates are cut into ``floor(n ** (1/3))`` bins of equal width over
    the range of their table, as R's infotheo does; a missing cell is a value of its own. Records
    count alike, whatever their weights: the number of bins is that of records.

    Returns
    -------
    dict
        ``total_correlation_original`` and ``total_correlation_released``. Columns that are
        constant share nothing; where fewer than two vary, neither is defined.
    """
    names = ("total_correlation_original", "total_correlation_released")
    binned = {*pair.numeric, *pair.dates}
    bins = int(np.floor(pair.n_rows ** (1 / 3) + 1e-9))
    return {
        name: _shared(
            [
                _bins(cells[side], bins) if column in binned else codes_of(cells[side])
                for column, cells in pair.cells.items()
            ]
        )
        for side, name in enumerate(names)
    }


def _shared(columns: list[Codes]) -> float | str:
    columns = [codes for codes in columns if (codes != codes[:1]).any()]
    if len(columns) < 2:
        return "not defined: fewer than two columns vary, numbers cut into bins"
    total = sum(_entropy(codes) for codes in columns)
    return max(0.0, total - _entropy(joint_codes(columns)))  # below 0 only by rounding


def _entropy(codes: Codes) -> float:
    shares = np.bincount(codes) / codes.size
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())


def _bins(values: Floats, bins: int) -> Codes:
    values = in_units(values)
    present = ~np.isnan(values)
    codes = np.full(values.size, bins, dtype=np.int64)
    if present.any():
        lower, upper = values[present].min(), values[present].max()
        width = (upper - lower) / bins
        places = np.zeros(values.size) if width == 0 else (values - lower) / width
        codes[present] = np.minimum(places[present].astype(np.int64), bins - 1)
    return codes
