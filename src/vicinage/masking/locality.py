"""How a large table is cut into blocks and leaves of near records: part of the method RWN.

A table of more than `block_size` records in one stratum is first cut into blocks, by splits that
are learned from a sample; every block is then halved down to leaves of about `partition_size`. The
sample, and the side of equal records, are functions of the random key and the record keys alone. So
the leaves are those of the table, the parameters and the key, however and wherever they are made.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.neighbors import Blocks, Space, arranged
from vicinage.privacy import RandomKey

__all__ = ["Locality"]

Words = npt.NDArray[np.uint64]

# Records of the sample for each block: then the largest block is rarely a fifth too large.
_SAMPLE = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Locality:
    """The rule by which records are put into blocks and leaves.

    Parameters
    ----------
    block_size : int
        Records of a block, about.
    leaf_size : int
        Records of a leaf, about.
    least : int
        Smallest size of a leaf.
    key : RandomKey
    n_rows : int
        Of the whole table, which decides how large a sample is.
    """

    block_size: int
    leaf_size: int
    least: int
    key: RandomKey
    n_rows: int

    def sampled(self, records: Words) -> npt.NDArray[np.bool_]:
        """Say which records, given by their keys, splits are learned from."""
        share = min(1.0, _SAMPLE * self.n_blocks(self.n_rows) / self.n_rows)
        return self.key.uniforms(records, "sample of blocks") < share

    def n_blocks(self, n_records: int) -> int:
        """Return how many blocks a stratum of so many records has."""
        return -(-n_records // self.block_size)

    def learn(self, space: Space, records: Words, n_records: int) -> Blocks:
        """Learn the blocks of a stratum of `n_records` from the sampled ones among them.

        Parameters
        ----------
        space : Space
            Of the sampled records.
        records : ndarray of uint64
            Their keys. Their order does not matter.
        n_records : int
        """
        order = np.argsort(records)
        sides = self._sides(records[order])
        return Blocks.learn(space.take(order), sides, self.n_blocks(n_records))

    def assign(self, blocks: Blocks, space: Space, records: Words) -> npt.NDArray[np.int32]:
        """Return the block of each record."""
        return blocks.assign(space, self._sides(records))

    def leaves(self, space: Space) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Arrange the records of one block; return the rows leaf by leaf and where leaves begin."""
        return arranged(space, leaf_size=self.leaf_size, least=self.least)

    def all_leaves(
        self, space: Space, records: Words
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Arrange the records of a stratum, block by block, as :meth:`leaves` does one block."""
        if self.n_blocks(records.size) == 1:
            return self.leaves(space)
        chosen = np.flatnonzero(self.sampled(records))
        blocks = self.learn(space.take(chosen), records[chosen], records.size)
        numbers = self.assign(blocks, space, records)
        ends = np.cumsum(np.bincount(numbers, minlength=blocks.n_blocks))
        orders, starts = [], [np.zeros(1, np.int64)]
        for rows in np.split(np.argsort(numbers, kind="stable"), ends[:-1]):
            order, first = self.leaves(space.take(rows))
            orders.append(rows[order].astype(np.int32))
            starts.append(starts[-1][-1] + first[1:])
        return np.concatenate(orders), np.concatenate(starts)

    def _sides(self, records: Words) -> Words:
        return self.key.words(records, "sides of blocks")
