"""One published statistic."""

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["IntegralResult"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegralResult:
    """A statistic that at least k different resamples share, and all that may be said of it.

    How many resamples share it, which they are, and what the whole column gives is not kept.

    Parameters
    ----------
    statistic : str
    value : float
        The middle of the cell, or the multiple of a fixed resolution.
    resolution : float
        Width of the cell, in the unit of the statistic; 0 for the count.
    cell : (float, float)
        Results in this interval count as the same.
    k : int
    n_resamples : int
    resampling : str
    condition : str
        What the resamples that share it fulfil together.
    selection : str
        How it was chosen among those that do.
    note : str
        "no information: no finer result qualifies" when the cell is all that was declared.

    Examples
    --------
    >>> IntegralResult(statistic="mean", value=5.0, resolution=2.0, cell=(4.0, 6.0), k=10,
    ...     n_resamples=1000, resampling="half", condition="absence", selection="private")
    IntegralResult(mean = 5 +- 1; k = 10, absence)
    """

    statistic: str
    value: float
    resolution: float
    cell: tuple[float, float]
    k: int
    n_resamples: int
    resampling: str
    condition: str
    selection: str
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, ready for JSON."""
        return asdict(self) | {"cell": list(self.cell)}

    def __repr__(self) -> str:
        note = f"; {self.note}" if self.note else ""
        return (
            f"IntegralResult({self.statistic} = {self.value:.10g} +- {self.resolution / 2:.4g}; "
            f"k = {self.k}, {self.condition}{note})"
        )
