"""Resamples of a table, drawn from a key whenever they are needed, and never stored."""

import functools
from dataclasses import dataclass
from decimal import Decimal, localcontext

import numpy as np
import numpy.typing as npt

from vicinage._kernels import threads
from vicinage.integral._kernels import half_survey, multiplicities, supports, survey
from vicinage.privacy import RandomKey

__all__ = ["RESAMPLINGS", "Resampler"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]

RESAMPLINGS = ("half", "bootstrap")

_ENDS = 1024
_SCREEN = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampler:
    """A family of resamples: number b is a function of the key and b alone.

    So it does not matter how many threads there are, or in which order resamples are drawn, and
    a resample that was looked at once can be looked at again.

    Parameters
    ----------
    key : RandomKey
        Secret.
    n : int
        Number of records, 2 to 2^32 - 1.
    resampling : str
        "half": sets of floor(n / 2) records, all equally likely. "bootstrap": n draws with
        replacement.

    Notes
    -----
    The random words are those of ChaCha8 with the 128 bits of the key, the number b in the nonce.
    Half-samples are uniform, and bootstrap counts multinomial, exactly, but for the law of a
    Poisson number, of which chances below 2^-80 are left out.

    References
    ----------
    D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008; J.-P. Aumasson, "Too Much Crypto", 2019,
    on 8 rounds.

    Examples
    --------
    >>> half = Resampler(key=RandomKey.new(seed=1), n=20, resampling="half")
    >>> half.size, int(half.counts(0).sum()), int(half.counts(0).max())
    (10, 10, 1)
    """

    key: RandomKey
    n: int
    resampling: str

    @property
    def size(self) -> int:
        """The number of draws in a resample; public."""
        return self.n if self.resampling == "bootstrap" else self.n // 2

    @property
    def absence(self) -> float:
        """The chance that a record is absent from a resample; public."""
        if self.resampling == "bootstrap":
            return float((1.0 - 1.0 / self.n) ** self.n)
        return 1.0 - self.size / self.n

    def counts(self, number: int) -> npt.NDArray[np.uint8]:
        """Return how often each record occurs in a resample; private."""
        counts = np.empty(self.n, np.uint8)
        # Rounded up to whole runs of 16 blocks of the cipher.
        room = np.empty(-(-self.n // 8192) * 128, np.uint64)
        multiplicities(counts, room, *self._law, *self._halves, np.uint64(number))
        return counts

    def supports(self, numbers: Whole) -> Bits:
        """Return which records occur in each of some resamples, 64 to a word; private.

        Returns
        -------
        ndarray of uint64 of shape (n_numbers, ceil(n / 64))
            Bit i of word w is record 64 w + i.
        """
        drawn: Bits = supports(self._law, self._halves, self.n, numbers)
        return drawn

    def screen(self) -> Whole:
        """Return the records on which conditions are tried first: all, or some at most 4096.

        The ends of the column and an even choice between: the positions are public, whom they
        hold is private.
        """
        if self.n <= _SCREEN:
            return np.arange(self.n)
        between = np.linspace(_ENDS, self.n - _ENDS - 1, _SCREEN - 2 * _ENDS).astype(np.int64)
        ends = np.arange(_ENDS)
        return np.concatenate([ends, between, self.n - _ENDS + ends])

    def survey(
        self, numbers: range, values: Floats, centres: Floats, orders: Whole, ranks: Whole
    ) -> tuple[Floats, Whole, Bits, Bits]:
        """Draw resamples once, and return what statistics and conditions need of them.

        Parameters
        ----------
        numbers : range
            Of the resamples, one after the other.
        values : ndarray of shape (n_columns, n)
            Each column sorted.
        centres : ndarray of shape (n_columns,)
            A value near the mean of each, taken off before sums are made.
        orders : ndarray of int64 of shape (n_columns, n), or (0, n)
            Which record has the i-th value of a column; none when there is one column, whose
            records are numbered in its order.
        ranks : ndarray of int64
            Increasing, below `size`.

        Returns
        -------
        sums : ndarray of shape (n_columns, n_numbers, 2)
            Sums of centred values and of their squares.
        positions : ndarray of int64 of shape (n_columns, n_numbers, n_ranks)
            Places in the sorted column of the values with these ranks in the resample.
        screened : ndarray of uint64 of shape (n_numbers, n_words)
            Which records of the screen occur, 64 to a word.
        fingerprints : ndarray of uint64 of shape (n_numbers,)
            Different fingerprints mean different resamples.
        """
        drawn: tuple[Floats, Whole, Bits, Bits]
        several = (self._halves, numbers.start, len(numbers), min(threads(), len(numbers)))
        if self.resampling == "half" and len(values) == 1:
            column = (values[0], centres[0])
            drawn = half_survey(self.size, *several, column, ranks, self.screen())
        else:
            columns = (values, centres, orders)
            drawn = survey(self._law, *several, columns, ranks, self.screen())
        return drawn

    @property
    def _law(self) -> tuple[bool, int, tuple[npt.NDArray[np.uint16], Bits]]:
        return self.resampling == "bootstrap", self.size, _poisson_bounds()

    @property
    def _halves(self) -> tuple[np.uint64, np.uint64]:
        return self.key.k0, self.key.k1


@functools.cache
def _poisson_bounds() -> tuple[npt.NDArray[np.uint16], Bits]:
    """Return how 16 bits, and 64 more where they do not decide, make a number of Poisson's law.

    Returns
    -------
    bounds : ndarray of uint16
        ``floor(2^16 P(X > j))`` for each j, X of the law with mean 1: a word of 16 bits makes the
        number of those that exceed it, if it equals none. Seven differ; those that follow are 0.
    fractions : ndarray of uint64
        2^64 times what was cut off from each.
    """
    wholes, fractions = [], []
    with localcontext(prec=60):
        chance = Decimal(-1).exp()
        tail, j = 1 - chance, 0
        while tail * 2**80 >= 1:
            whole, fraction = divmod(tail * 2**16, 1)
            wholes.append(int(whole))
            fractions.append(int(fraction * 2**64))
            j += 1
            chance /= j
            tail -= chance
    return np.array(wholes, np.uint16), np.array(fractions, np.uint64)
