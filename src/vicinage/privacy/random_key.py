"""The secret from which a masked release draws its randomness."""

import hashlib
import os
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.privacy._kernels import siphash_bytes, words

__all__ = ["RandomKey"]


@dataclass(frozen=True, slots=True)
class RandomKey:
    """A 128-bit key of the pseudo-random function SipHash-2-4.

    Every random word of a release is a function of (key, record key, column, attempt) alone.
    So a release does not depend on threads, chunks or workers, and what a column draws does not
    depend on which other columns are drawn.

    Parameters
    ----------
    k0, k1 : numpy.uint64
        The two halves of the key. Secret: whoever knows them can undo a release.
    seeded : bool
        Whether the key comes from a seed that somebody chose.

    References
    ----------
    J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012.
    """

    k0: np.uint64 = field(repr=False)
    k1: np.uint64 = field(repr=False)
    seeded: bool

    @classmethod
    def new(cls, seed: int | None = None) -> Self:
        """Draw a key from the operating system, or derive one from `seed` for experiments."""
        if seed is None:
            material = os.urandom(16)
        else:
            text = f"vicinage seed {seed}".encode()
            material = hashlib.blake2b(text, digest_size=16).digest()
        k0, k1 = np.frombuffer(material, dtype="<u8").astype(np.uint64)
        return cls(k0, k1, seeded=seed is not None)

    def of_name(self, name: str) -> np.uint64:
        """Return the word that stands for a column, or for a purpose, in the stream."""
        halves = np.array([self.k0, self.k1]).tobytes()
        digest = hashlib.blake2b(name.encode(), key=halves, digest_size=8).digest()
        return np.uint64(int.from_bytes(digest, "little"))

    def of_bytes(
        self, data: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.uint64]:
        """Hash each byte string ``data[offsets[i]:offsets[i + 1]]``."""
        hashes: npt.NDArray[np.uint64] = siphash_bytes(self.k0, self.k1, data, offsets)
        return hashes

    def words(self, records: npt.NDArray[np.uint64], name: str) -> npt.NDArray[np.uint64]:
        """Return one uniform 64-bit word for each record key."""
        drawn: npt.NDArray[np.uint64] = words(self.k0, self.k1, records, self.of_name(name))
        return drawn

    def uniforms(self, records: npt.NDArray[np.uint64], name: str) -> npt.NDArray[np.float64]:
        """Return one number for each record key, uniform on the open interval (0, 1)."""
        top = self.words(records, name) >> np.uint64(11)
        return (top.astype(np.float64) + 0.5) * 2.0**-53
