"""Contingency tables with noise. Proof of what they cost: ``noisy_tables.proof.md``, beside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.categorical.domain import Domain, Pair
from vicinage.categorical.pair_counts import PairCounts
from vicinage.errors import ParameterError
from vicinage.mechanisms import IntegerGaussian, IntegerLaplace
from vicinage.privacy import ZCDP, Exact, PureDP

__all__ = ["NoisyTables", "margin_mechanisms", "share_of", "table_mechanisms"]

Floats = npt.NDArray[np.float64]
Mechanism = IntegerLaplace | IntegerGaussian

_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyTables:
    """Tables of pairs of columns that may be published; cells may be negative.

    Parameters
    ----------
    tables : mapping of (str, str) to ndarray of float64
    variances : mapping of (str, str) to float
        Of the noise in each cell of a table; public.
    margins : mapping of str to (ndarray of float64, float)
        Counts of single columns, with the variance of their noise, where they were measured too.
    """

    tables: Mapping[Pair, Floats]
    variances: Mapping[Pair, float]
    margins: Mapping[str, tuple[Floats, float]] = field(default_factory=dict)

    @classmethod
    def release(cls, counts: PairCounts, mechanisms: Mapping[Pair, Mechanism]) -> Self:
        """Draw noise for the tables that have a mechanism."""
        tables: dict[Pair, Floats] = {}
        for pair, mechanism in mechanisms.items():
            exact = Exact(counts.tables[pair].astype(np.int64))
            tables[pair] = mechanism.release_vector(exact).value.astype(np.float64)
        return cls(
            tables=tables,
            variances={pair: _variance(mechanism) for pair, mechanism in mechanisms.items()},
        )

    def with_margins(self, counts: PairCounts, mechanisms: Mapping[str, Mechanism]) -> Self:
        """Draw noise for the margins that have a mechanism."""
        margins = {}
        for name, mechanism in mechanisms.items():
            other = next(column for column in counts.levels if column != name)
            exact = Exact(counts.table(name, other).sum(axis=1).astype(np.int64))
            noisy = mechanism.release_vector(exact).value.astype(np.float64)
            margins[name] = (noisy, _variance(mechanism))
        return replace(self, margins=margins)

    def with_more(self, other: Self) -> Self:
        """Average with another measurement of some of the tables, by inverse variances."""
        tables, variances = dict(self.tables), dict(self.variances)
        for pair, table in other.tables.items():
            weight, more = 1 / self.variances[pair], 1 / other.variances[pair]
            variances[pair] = 1 / (weight + more)
            tables[pair] = (self.tables[pair] * weight + table * more) * variances[pair]
        return replace(self, tables=tables, variances=variances)


def table_mechanisms(
    domain: Domain, pairs: Sequence[Pair], loss: PureDP | ZCDP
) -> dict[Pair, Mechanism]:
    """Share a loss among tables such that the sum of all variances of cells is least.

    Parameters
    ----------
    domain : Domain
    pairs : sequence of (str, str)
    loss : PureDP or ZCDP
        Of all tables together.

    Returns
    -------
    dict of (str, str) to IntegerLaplace or IntegerGaussian

    Notes
    -----
    With noise of variance ``c / share^2`` (Laplace) or ``c / share`` (Gaussian) in each of d
    cells, the best shares are as ``d^(1/3)`` and ``d^(1/2)``.

    Examples
    --------
    >>> domain = Domain(levels={"a": 2, "b": 2, "c": 8})
    >>> mechanisms = table_mechanisms(domain, domain.pairs, ZCDP("0.5"))
    >>> {pair: mechanism.loss.rho for pair, mechanism in mechanisms.items()}
    {('a', 'b'): Decimal('0.1'), ('a', 'c'): Decimal('0.2'), ('b', 'c'): Decimal('0.2')}
    """
    return dict(zip(pairs, _mechanisms([domain.cells(pair) for pair in pairs], loss), strict=True))


def margin_mechanisms(domain: Domain, loss: PureDP | ZCDP) -> dict[str, Mechanism]:
    """Share a loss among the margins of all columns, in the same manner."""
    sizes = domain.sizes
    return dict(zip(sizes, _mechanisms(list(sizes.values()), loss), strict=True))


def _mechanisms(cells: Sequence[int], loss: PureDP | ZCDP) -> list[Mechanism]:
    power = 1 / 3 if isinstance(loss, PureDP) else 1 / 2
    weights = [Fraction(count**power) for count in cells]
    shares = [share_of(loss, weight / sum(weights)) for weight in weights]
    # Replacing a record moves two cells of a table by one: 2 in L1, and 2 in squared L2.
    return [
        IntegerLaplace(sensitivity=2, loss=share)
        if isinstance(share, PureDP)
        else IntegerGaussian(squared_sensitivity=2, loss=share)
        for share in shares
    ]


def share_of(loss: PureDP | ZCDP, share: Fraction) -> PureDP | ZCDP:
    """Return a part of a loss, rounded down to 12 digits.

    Raises
    ------
    ParameterError
        If the share is not above 0 and at most 1.

    Examples
    --------
    >>> share_of(PureDP(1), Fraction(1, 3))
    PureDP(epsilon=Decimal('0.333333333333'))
    """
    if not 0 < share <= 1:
        raise ParameterError(f"share must be above 0 and at most 1, got {share}")
    whole = loss.epsilon if isinstance(loss, PureDP) else loss.rho
    part = Fraction(whole) * share
    context = Context(prec=_DIGITS, rounding=ROUND_DOWN)
    amount = context.divide(Decimal(part.numerator), Decimal(part.denominator))
    return PureDP(amount) if isinstance(loss, PureDP) else ZCDP(amount)


def _variance(mechanism: Mechanism) -> float:
    factor = 2 if isinstance(mechanism, IntegerLaplace) else 1
    return factor * mechanism.scale**2
