"""When a result recurs often enough: the two conditions of integral privacy."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.integral._kernels import absorb
from vicinage.integral.resampler import Resampler

__all__ = ["CONDITIONS", "Condition"]

Whole = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]

CONDITIONS = ("absence", "intersection")

_BATCH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What the generators of a result must fulfil together.

    A generator is a resample as a multiset of records; generators that are equal count once.
    There must be at least k, and

    - "intersection": no record is in all of them (the paper's condition);
    - "absence": every record is absent from at least k of them.

    Parameters
    ----------
    name : str
    k : int
    resampler : Resampler
    screened : ndarray of uint64 of shape (B, n_words)
        The supports on the records of the resampler's screen; private.
    fingerprints : ndarray of uint64 of shape (B,)
        Resamples with equal fingerprints count as equal: if they are not, fewer are counted than
        there are, never more.

    Notes
    -----
    Sixty-four records are counted at a time, in bits. The screen comes first; resamples are drawn
    again from their key, a few at a time, only when all of its records pass, and only until every
    record does.
    """

    name: str
    k: int
    resampler: Resampler
    screened: Bits
    fingerprints: Bits

    def may_hold(self, members: Whole) -> bool:
        """Say whether the condition holds as far as the screen shows.

        Parameters
        ----------
        members : ndarray of int64
            Numbers of resamples with the same result.
        """
        if members.size < self.k:
            return False
        generators = self._different(members)
        if generators.size < self.k:
            return False
        n = self.resampler.screen().size
        return _absent_from(self._needed, n, iter([self.screened[generators]]))

    def holds(self, members: Whole) -> bool:
        """Say whether the condition holds for all records."""
        if not self.may_hold(members):
            return False
        if self.resampler.screen().size == self.resampler.n:
            return True
        return _absent_from(self._needed, self.resampler.n, self._drawn(self._different(members)))

    @property
    def _needed(self) -> int:
        return self.k if self.name == "absence" else 1

    def _different(self, members: Whole) -> Whole:
        _, first = np.unique(self.fingerprints[members], return_index=True)
        return members[np.sort(first)]

    def _drawn(self, generators: Whole) -> Iterator[Bits]:
        for start in range(0, generators.size, _BATCH):
            yield self.resampler.supports(generators[start : start + _BATCH])


def _absent_from(needed: int, n: int, batches: Iterator[Bits]) -> bool:
    """Say whether each of n records is absent from at least `needed` of the supports."""
    words = -(-n // 64)
    n_planes = needed.bit_length()
    start = 2**n_planes - needed
    planes = np.array(
        [[-(start >> plane & 1)] * words for plane in range(n_planes)], np.int64
    ).view(np.uint64)
    reached = np.zeros(words, np.uint64)
    if n % 64:
        reached[-1] = ~np.uint64(2 ** (n % 64) - 1)  # there are no such records
    return any(absorb(planes, reached, bits) for bits in batches)
