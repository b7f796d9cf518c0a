"""The task that draws for the records of small strata."""

from dataclasses import dataclass

import numpy as np

from vicinage.engines import Partition, write_partition
from vicinage.masking.out_of_core.draw import Draw
from vicinage.masking.out_of_core.drawn import Drawn
from vicinage.neighbors import Tree
from vicinage.table import joined, one_batch

__all__ = ["DrawPack"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPack:
    """Draws for the records of small strata, each by itself."""

    draw: Draw

    def __call__(self, partition: Partition) -> Drawn:
        """Write the released rows of one shard."""
        draw, encoding = self.draw, self.draw.encoding
        rows = joined([partition.read()])
        table = encoding.table(rows)
        records, space = encoding.records(rows, table), encoding.space(table)
        names, stratum = encoding.strata(table)
        donors = np.empty((len(draw.tied), rows.num_rows), np.int64)
        for number in range(len(names)):
            here = np.flatnonzero(stratum == number)
            here = here[encoding.in_order(records[here])]
            part = space.take(here)
            tree = Tree.of_leaves(part, *draw.locality.leaves(part))
            drawn = draw.donors(tree, records[here])
            donors[:, here] = np.where(drawn < 0, -1, here[drawn])
        released = draw.released(rows, rows, donors)
        changed = draw.changed(rows, released)
        finished, broken = draw.finished(released)
        name = f"drawn-{partition.path.stem}"
        partition = write_partition(draw.folder, name, [one_batch(finished)])
        return Drawn(partition=partition, changed=changed, broken=broken, n_read=rows.num_rows)
