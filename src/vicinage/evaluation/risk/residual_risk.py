"""The excess of an attack's success over that on records that were held out."""

import math

from vicinage.evaluation.risk.trials import Trials

__all__ = ["residual_interval", "residual_risk"]


def residual_risk(main: Trials, control: Trials) -> float:
    """Return ``(main - control) / (1 - control)`` for the two rates; 0 if that is negative.

    Of the attacks that would have failed on somebody held out, the share that succeeded.

    Parameters
    ----------
    main, control : Trials
        The control must not always succeed.

    Examples
    --------
    >>> residual_risk(Trials(attacks=20, successes=15), Trials(attacks=20, successes=10))
    0.5
    """
    return max(0.0, (main.rate - control.rate) / (1.0 - control.rate))


def residual_interval(main: Trials, control: Trials, confidence: float) -> tuple[float, float]:
    """Return the confidence interval of the residual risk.

    The risk is 1 less the ratio of the two rates of failure. Wilson's intervals of both are
    combined (MOVER), which takes the attacks as independent.

    References
    ----------
    A. Donner, G. Y. Zou, "Closed-form confidence intervals for functions of the normal mean and
    standard deviation", Statistical Methods in Medical Research 21 (2012).

    Examples
    --------
    >>> copy, others = Trials(attacks=500, successes=500), Trials(attacks=500, successes=50)
    >>> [round(limit, 4) for limit in residual_interval(copy, others, 0.95)]
    [0.9915, 1.0]
    """
    p, q = 1.0 - main.rate, 1.0 - control.rate
    p_low, p_high = (1.0 - limit for limit in reversed(main.interval(confidence)))
    q_low, q_high = (1.0 - limit for limit in reversed(control.interval(confidence)))
    part = p_low * (2 * p - p_low)
    root = math.sqrt(max(0.0, (p * q) ** 2 - part * q_high * (2 * q - q_high)))
    least = part / (p * q + root) if part > 0 else 0.0
    whole = q_low * (2 * q - q_low)
    root = math.sqrt(max(0.0, (p * q) ** 2 - p_high * (2 * p - p_high) * whole))
    most = (p * q + root) / whole if whole > 0 else math.inf
    return max(0.0, 1 - most), max(0.0, 1 - least)
