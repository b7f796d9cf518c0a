"""The task that arranges a block."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.engines import Partition, write_partition
from vicinage.masking.locality import Locality
from vicinage.masking.out_of_core.arranged_block import RECORD, ArrangedBlock, coordinate
from vicinage.masking.out_of_core.encoding import Encoding
from vicinage.table import extended, one_batch

__all__ = ["Arrange"]


@dataclass(frozen=True, slots=True)
class Arrange:
    """Arranges the rows of a block in leaves."""

    encoding: Encoding
    locality: Locality
    folder: Path

    def __call__(self, numbered: tuple[int, Partition]) -> ArrangedBlock:
        """Write the block anew, in the order of its leaves."""
        number, partition = numbered
        rows, encoding = partition.read(), self.encoding
        table = encoding.table(rows)
        records = encoding.records(rows, table)
        order = encoding.in_order(records)
        space = encoding.space(table).take(order)
        arranged, starts = self.locality.leaves(space)
        points = space.coordinates[arranged]
        order = order[arranged]
        more: dict[str, npt.NDArray[Any]] = {RECORD: records[order]}
        more |= {coordinate(d): points[:, d] for d in range(points.shape[1])}
        name = f"block-{number:06d}"
        stored = write_partition(self.folder, name, [one_batch(extended(rows.take(order), more))])
        lower = np.minimum.reduceat(points, starts[:-1])
        upper = np.maximum.reduceat(points, starts[:-1])
        index = self.folder / f"{name}.npz"
        np.savez(index, starts=starts, lower=lower, upper=upper)
        return ArrangedBlock(
            partition=stored,
            index=index,
            lower=lower.min(axis=0),
            upper=upper.max(axis=0),
            largest_leaf=int(np.diff(starts).max()),
            weights=space.weights,
        )
