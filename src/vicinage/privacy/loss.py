"""What a release costs: the parameters of its guarantee."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from vicinage.errors import ParameterError
from vicinage.privacy.amount import Amount, amount, positive_decimal

__all__ = ["ZCDP", "ApproxDP", "Loss", "PureDP", "loss_of"]

RELATION = "replace-one"
"""The neighbouring relation of every guarantee here: one record is replaced by any other, and the
number of records is public."""


@dataclass(frozen=True, slots=True)
class PureDP:
    """Epsilon-differential privacy: no output becomes more than e^epsilon times as likely.

    Parameters
    ----------
    epsilon : Decimal, str, int or float
        Above 0; kept as an exact decimal.

    Examples
    --------
    >>> PureDP(0.1)
    PureDP(epsilon=Decimal('0.1'))
    """

    epsilon: Decimal

    def __init__(self, epsilon: Amount) -> None:
        object.__setattr__(self, "epsilon", amount("epsilon", epsilon))

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as text, ready for JSON."""
        return {"epsilon": format(self.epsilon, "f")}


@dataclass(frozen=True, slots=True)
class ApproxDP:
    """(epsilon, delta)-differential privacy.

    Parameters
    ----------
    epsilon : Decimal, str, int or float
        Above 0; kept as an exact decimal.
    delta : Decimal, str, int or float
        Above 0 and below 1: all that may happen outside the bound of epsilon.
    """

    epsilon: Decimal
    delta: Decimal

    def __init__(self, epsilon: Amount, delta: Amount) -> None:
        object.__setattr__(self, "epsilon", amount("epsilon", epsilon))
        object.__setattr__(self, "delta", _delta(delta))

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as text, ready for JSON."""
        return {"epsilon": format(self.epsilon, "f"), "delta": format(self.delta, "f")}


@dataclass(frozen=True, slots=True)
class ZCDP:
    """Zero-concentrated differential privacy, delta-approximate where a delta is given.

    Parameters
    ----------
    rho : Decimal, str, int or float
        Above 0; kept as an exact decimal.
    delta : Decimal, str, int or float, optional
        Below 1. None: no such share.

    References
    ----------
    M. Bun, T. Steinke, "Concentrated Differential Privacy", TCC 2016, definitions 1.1 and 8.1.
    """

    rho: Decimal
    delta: Decimal | None

    def __init__(self, rho: Amount, delta: Amount | None = None) -> None:
        object.__setattr__(self, "rho", amount("rho", rho))
        object.__setattr__(self, "delta", None if delta is None else _delta(delta))

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as text, ready for JSON."""
        cost = {"rho": format(self.rho, "f")}
        return cost if self.delta is None else {**cost, "delta": format(self.delta, "f")}


Loss: TypeAlias = PureDP | ApproxDP | ZCDP


def loss_of(cost: Mapping[str, Any]) -> Loss:
    """Return the loss that ``as_dict`` wrote.

    Raises
    ------
    ParameterError
        If it holds neither epsilon nor rho, or no amounts.

    Examples
    --------
    >>> loss_of({"epsilon": "0.5"})
    PureDP(epsilon=Decimal('0.5'))
    """
    delta = cost.get("delta")
    if cost.keys() == {"rho"} | (cost.keys() & {"delta"}):
        return ZCDP(cost["rho"], delta)
    if cost.keys() == {"epsilon"} | (cost.keys() & {"delta"}):
        return PureDP(cost["epsilon"]) if delta is None else ApproxDP(cost["epsilon"], delta)
    raise ParameterError(f"loss must hold epsilon or rho, and may hold delta, got {cost!r}")


def _delta(value: Amount) -> Decimal:
    number = positive_decimal(value)
    if number is None or number >= 1:
        raise ParameterError(
            f"delta must be above 0 and below 1, got {value!r}; a delta far below 1 / n_rows, such "
            'as "1e-9", is usual'
        )
    return number
