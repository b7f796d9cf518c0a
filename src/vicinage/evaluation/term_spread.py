"""One coefficient of the user's model in several releases."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, ClassVar, Self

__all__ = ["TermSpread"]

_EXACT = "not defined: the model fits exactly"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermSpread:
    """Estimates and standard errors of one term.

    Parameters
    ----------
    estimate_original, error_original : float
        Of the original table.
    estimate : float
        Mean of the releases' estimates.
    error_within : float
        Root of the mean square of the releases' standard errors.
    sd_between : float
        Standard deviation of the estimates between the releases: what the masking's own chance
        adds. Where it is much larger than `error_within`, one release alone misleads.
    error : float
        Of the mean of m releases, ``sqrt(error_within^2 + sd_between^2 / m)``.
    growth : float
        `error` over `error_original`.
    overlap : float
        Mean overlap of the 95 % confidence intervals with the original's, as a share of their
        lengths.

    References
    ----------
    J. Reiter, "Inference for partially synthetic, public use microdata sets", Survey Methodology
    29 (2003), for `error`.

    Examples
    --------
    >>> fits = [dict(estimate_original=2.0, error_original=0.5, estimate_released=estimate,
    ...     error_released=0.6, overlap=0.8) for estimate in (1.5, 2.5)]
    >>> term = TermSpread.of(fits)
    >>> term.estimate, round(term.sd_between, 3), round(term.error, 3), round(term.growth, 3)
    (2.0, 0.707, 0.781, 1.562)
    """

    HEADS: ClassVar = (
        "term", "original", "its error", "releases", "within", "between", "error", "growth",
        "overlap",
    )  # fmt: skip

    estimate_original: float
    error_original: float
    estimate: float
    error_within: float
    sd_between: float
    error: float
    growth: float | str
    overlap: float | str

    @classmethod
    def of(cls, fits: Sequence[Mapping[str, Any]]) -> Self:
        """Gather one term of ``regression_terms`` of at least two releases."""
        estimates = [fit["estimate_released"] for fit in fits]
        within = sqrt(statistics.fmean(fit["error_released"] ** 2 for fit in fits))
        between = statistics.stdev(estimates)
        overlaps = [fit["overlap"] for fit in fits]
        error, original = sqrt(within**2 + between**2 / len(fits)), fits[0]["error_original"]
        return cls(
            estimate_original=fits[0]["estimate_original"],
            error_original=original,
            estimate=statistics.fmean(estimates),
            error_within=within,
            sd_between=between,
            error=error,
            growth=error / original if original > 0 else _EXACT,
            overlap=_EXACT if _EXACT in overlaps else statistics.fmean(overlaps),
        )
