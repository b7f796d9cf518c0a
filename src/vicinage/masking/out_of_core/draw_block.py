"""The task that draws for the records of a block."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vicinage.engines import write_partition
from vicinage.masking.out_of_core.arranged_block import ArrangedBlock
from vicinage.masking.out_of_core.draw import Draw
from vicinage.masking.out_of_core.drawn import Drawn
from vicinage.masking.out_of_core.surroundings import Surroundings
from vicinage.neighbors import Tree, lanes_for
from vicinage.table import one_batch

__all__ = ["DrawBlock"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBlock:
    """Draws for the records of a block, among those of the blocks of its stratum.

    Parameters
    ----------
    draw : Draw
    family : tuple of ArrangedBlock
        All blocks of the stratum.
    most : int
        How many records may be read at a time, if a single leaf does not need more.
    """

    draw: Draw
    family: tuple[ArrangedBlock, ...]
    most: int

    def __call__(self, number: int) -> Drawn:
        """Write the released rows of one block."""
        around = Surroundings.of(self.family, number, self.draw.encoding.masker.nearest_partitions)
        stride = lanes_for(max(block.largest_leaf for block in self.family))
        parts, changed, broken, n_read = [], frozenset[str](), Counter[str](), 0
        for near in around.batches(self.most):
            order = np.arange(near.n_rows, dtype=np.int32)
            tree = Tree.of_leaves(near.space(), order, near.starts, stride=stride)
            drawn = self.draw.donors(tree, near.records(), near.own_leaves)
            start, stop = near.own_rows
            own = near.rows.slice(start, stop - start)
            donors = drawn[:, start:stop].astype(np.int64)
            released = self.draw.released(own, near.rows, donors)
            changed |= self.draw.changed(own, released)
            finished, breaking = self.draw.finished(released)
            broken.update(breaking)
            n_read += near.n_rows
            parts.append(one_batch(finished))
        folder, name = self.draw.folder, self.family[number].partition.path.stem
        partition = write_partition(folder, f"drawn-{name}", parts)
        return Drawn(partition=partition, changed=changed, broken=broken, n_read=n_read)
