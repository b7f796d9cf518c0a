"""From (epsilon, delta) to a budget of zCDP. Proof: ``conversion.proof.md``, beside this file."""

from decimal import ROUND_DOWN, Context, Decimal, localcontext

import numpy as np

from vicinage.errors import ParameterError
from vicinage.privacy import ZCDP, ApproxDP

__all__ = ["rho_of"]

_DIGITS = 12


def rho_of(loss: ApproxDP) -> ZCDP:
    """Return the largest rho, to 12 digits, of which rho-zCDP implies `loss`.

    Parameters
    ----------
    loss : ApproxDP

    Raises
    ------
    ParameterError
        If `loss` is no ApproxDP.

    References
    ----------
    C. Canonne, G. Kamath, T. Steinke, "The Discrete Gaussian for Differential Privacy",
    NeurIPS 2020, corollary 13.

    Examples
    --------
    >>> rho_of(ApproxDP(1, "1e-6"))
    ZCDP(rho=Decimal('0.0243559703592'), delta=None)
    """
    if not isinstance(loss, ApproxDP):
        raise ParameterError(f"loss must be an ApproxDP, got {type(loss).__name__}")
    excess = _best_excess(float(loss.epsilon), float(loss.delta.ln()))
    with localcontext(Context(prec=60)):
        rho = _rho_at(Decimal(excess), loss) - Decimal("1e-45")
    return ZCDP(Context(prec=_DIGITS, rounding=ROUND_DOWN).create_decimal(rho))


def _best_excess(epsilon: float, log_delta: float) -> float:
    """Return by how much the best order exceeds 1, about: every order gives a valid rho."""
    excess = np.geomspace(1e-6, 1e18, 1501)
    for _ in range(3):
        gain = epsilon + np.log1p(1 / excess) + (np.log1p(excess) + log_delta) / excess
        best = int(np.argmax(gain / (1 + excess)))
        low, high = excess[max(best - 1, 0)], excess[min(best + 1, excess.size - 1)]
        excess = np.geomspace(low, high, 101)
    return float(excess[50])


def _rho_at(excess: Decimal, loss: ApproxDP) -> Decimal:
    order = 1 + excess
    gain = loss.epsilon - excess.ln() + (order * order.ln() + loss.delta.ln()) / excess
    return gain / order
