"""What one request may spend, and how it is shared among its parts."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Self

from vicinage.errors import ParameterError
from vicinage.parameters import check_flag
from vicinage.privacy.amount import Amount, amount
from vicinage.privacy.loss import ApproxDP, PureDP

__all__ = ["Budget", "even_shares"]

_LARGEST = 50
_HINT = '"0.5" is usual, and allow_large_epsilon=True asks for more, which promises nothing'
_EXTRA_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """A total epsilon, and a delta where one is allowed.

    Parameters
    ----------
    epsilon : Decimal
    delta : Decimal or None
    """

    epsilon: Decimal
    delta: Decimal | None = None

    @classmethod
    def of(cls, epsilon: Amount, delta: Amount | None, *, allow_large_epsilon: bool) -> Self:
        """Read the arguments of an estimator.

        Raises
        ------
        ParameterError
            If epsilon is not a number above 0, or above 50 without `allow_large_epsilon`; if
            delta is not between 0 and 1; if `allow_large_epsilon` is no flag.

        Examples
        --------
        >>> Budget.of(1000, None, allow_large_epsilon=False)
        Traceback (most recent call last):
        ...
        vicinage.errors.ParameterError: epsilon must be a number above 0 and at most 50, got \
1000; "0.5" is usual, and allow_large_epsilon=True asks for more, which promises nothing
        """
        check_flag("allow_large_epsilon", allow_large_epsilon)
        if allow_large_epsilon:
            number = amount("epsilon", epsilon)
        else:
            number = amount("epsilon", epsilon, at_most=_LARGEST, hint=_HINT)
        if delta is None:
            return cls(epsilon=number)
        return cls(epsilon=number, delta=ApproxDP(number, delta).delta)

    @property
    def pure(self) -> PureDP:
        """The loss of a mechanism that needs no delta."""
        return PureDP(self.epsilon)

    @property
    def approximate(self) -> ApproxDP:
        """The loss of a mechanism that needs the delta."""
        if self.delta is None:
            raise ParameterError("delta must be given, got None")
        return ApproxDP(self.epsilon, self.delta)

    def notes(self, n_rows: int) -> Iterator[str]:
        """Say when the delta allows to expose somebody; it holds no data but the public n."""
        if self.delta is not None and self.delta * n_rows > 1:
            yield (
                f"WARNING: delta {self.delta:f} is above one over the number of rows: it would "
                "allow to publish a whole record of somebody."
            )

    def shares(self, parts: int) -> tuple[Self, ...]:
        """Split evenly into parts whose exact sum is the budget."""
        epsilons = even_shares(self.epsilon, parts)
        deltas = [None] * parts if self.delta is None else even_shares(self.delta, parts)
        return tuple(
            type(self)(epsilon=epsilon, delta=delta)
            for epsilon, delta in zip(epsilons, deltas, strict=True)
        )


def even_shares(total: Decimal, parts: int) -> tuple[Decimal, ...]:
    """Split an amount into equal decimals, of which the first few are larger by one last digit.

    Examples
    --------
    >>> even_shares(Decimal("0.9"), 3)
    (Decimal('0.3'), Decimal('0.3'), Decimal('0.3'))
    >>> even_shares(Decimal(1), 3)
    (Decimal('0.333333333334'), Decimal('0.333333333333'), Decimal('0.333333333333'))
    """
    _, _, exponent = total.as_tuple()
    own = max(0, -int(exponent))
    for digits in range(own, own + _EXTRA_DIGITS + 1):
        units = int(Fraction(total) * 10**digits)  # exact: `total` has no more digits
        if units % parts == 0:
            break
    share, rest = divmod(units, parts)
    return tuple(Decimal(f"{share + (part < rest)}E-{digits}") for part in range(parts))
