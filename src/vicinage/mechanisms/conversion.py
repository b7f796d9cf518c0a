"""From (epsilon, delta) to a budget of zCDP. Proof: ``conversion.proof.md``, beside this file."""

import math
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
    ZCDP(rho=Decimal('0.0243559703594'), delta=None)
    """
    if not isinstance(loss, ApproxDP):
        raise ParameterError(f"loss must be an ApproxDP, got {type(loss).__name__}")
    order = _best_order(float(loss.epsilon), math.log(loss.delta))
    with localcontext(Context(prec=50)):
        rho = _rho_at(Decimal(order), loss)
        return ZCDP(rho=Context(prec=_DIGITS, rounding=ROUND_DOWN).create_decimal(rho))


def _best_order(epsilon: float, log_delta: float) -> float:
    """Return about the order at which the bound is largest; every order gives a valid one."""
    excess = np.geomspace(1e-6, 1e9, 1501)
    for _ in range(3):
        order = 1 + excess
        gain = epsilon - np.log(excess) + (order * np.log(order) + log_delta) / excess
        best = int(np.argmax(gain / order))
        low, high = excess[max(best - 1, 0)], excess[min(best + 1, excess.size - 1)]
        excess = np.geomspace(low, high, 101)
    return float(1 + excess[50])


def _rho_at(order: Decimal, loss: ApproxDP) -> Decimal:
    excess = order - 1
    gain = loss.epsilon - excess.ln() + (order * order.ln() + loss.delta.ln()) / excess
    return gain / order
