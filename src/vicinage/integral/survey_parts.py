"""The survey of all resamples: here, or shared among workers."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.engines import Engine, Partition, work_folder, write_numbers
from vicinage.integral.resampler import Resampler

__all__ = ["survey"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]
Survey = tuple[Floats, Whole, Bits, Bits]

_PART = 64  # resamples


def survey(
    engine: Engine | None,
    resampler: Resampler,
    n_resamples: int,
    *,
    values: Floats,
    centres: Floats,
    orders: Whole,
    ranks: Whole,
) -> Survey:
    """Return :meth:`Resampler.survey` of the first resamples, whoever draws them.

    A resample is a function of the key and its number, so workers need only be told the key; the
    columns reach them in a file of the temporary folder, which on several machines all must see
    under one name.

    Parameters
    ----------
    engine : Engine or None
    resampler : Resampler
    n_resamples : int
    values, centres, orders, ranks
        See :meth:`Resampler.survey`.
    """
    numbers = range(n_resamples)
    if engine is None:
        return resampler.survey(numbers, values, centres, orders, ranks)
    with work_folder() as folder:
        named = {f"values {c}": column for c, column in enumerate(values)}
        named |= {f"order {c}": order for c, order in enumerate(orders)}
        task = _SurveyPart(
            resampler, write_numbers(folder, "columns", named), centres, len(orders), ranks
        )
        parts = [numbers[start : start + _PART] for start in range(0, n_resamples, _PART)]
        found = list(engine.map(task, parts))
    sums, positions, screened, fingerprints = zip(*found, strict=True)
    return (
        np.concatenate(sums, axis=1),
        np.concatenate(positions, axis=1),
        np.concatenate(screened),
        np.concatenate(fingerprints),
    )


@dataclass(frozen=True, slots=True)
class _SurveyPart:
    resampler: Resampler
    columns: Partition
    centres: Floats
    n_orders: int
    ranks: Whole

    def __call__(self, numbers: range) -> Survey:
        read = self.columns.numbers
        values = np.array([read(f"values {c}") for c in range(self.centres.size)])
        orders = np.array([read(f"order {c}") for c in range(self.n_orders)], np.int64)
        orders = orders.reshape(self.n_orders, self.resampler.n)
        return self.resampler.survey(numbers, values, self.centres, orders, self.ranks)
