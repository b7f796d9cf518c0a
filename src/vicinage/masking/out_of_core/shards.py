"""Which records are worked on together: a block of a large stratum, or some small strata."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.masking.locality import Locality
from vicinage.masking.out_of_core.encoding import Encoding, Stratum
from vicinage.neighbors import Blocks

__all__ = ["Shards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shards:
    """Deals rows out to shards.

    A stratum of more records than a block has one shard for each of its blocks; smaller ones share
    a shard, whole.

    Parameters
    ----------
    encoding : Encoding
    locality : Locality
    first : mapping of Stratum to int
        The shard of a stratum, or the first of its shards.
    blocks : mapping of Stratum to Blocks
        How the large strata are cut.
    n_shards : int
    """

    encoding: Encoding
    locality: Locality
    first: Mapping[Stratum, int]
    blocks: Mapping[Stratum, Blocks]
    n_shards: int

    @classmethod
    def of(
        cls, encoding: Encoding, locality: Locality, sizes: Counter[Stratum], sample: Any
    ) -> Self:
        """Make as many shards as strata of these sizes need.

        Parameters
        ----------
        encoding : Encoding
        locality : Locality
        sizes : Counter of Stratum
        sample : pyarrow.Table
            The stored rows that blocks are learned from.

        Raises
        ------
        ParameterError
            If a stratum is too small.
        """
        _check_sizes(sizes, locality.least)
        first: dict[Stratum, int] = {}
        blocks: dict[Stratum, Blocks] = {}
        shard, shared, room = 0, -1, 0
        for stratum in sorted(sizes, key=_sorting):
            size = sizes[stratum]
            if locality.n_blocks(size) > 1:
                blocks[stratum] = _learned(encoding, locality, stratum, size, sample)
                first[stratum], shard = shard, shard + blocks[stratum].n_blocks
            else:
                if size > room:
                    shared, room, shard = shard, locality.block_size, shard + 1
                first[stratum], room = shared, room - size
        return cls(encoding=encoding, locality=locality, first=first, blocks=blocks, n_shards=shard)

    def __call__(self, rows: Any) -> npt.NDArray[np.int64]:
        """Return the shard of each of some stored rows."""
        table = self.encoding.table(rows)
        names, stratum = self.encoding.strata(table)
        shards = np.array([self.first[name] for name in names], np.int64)[stratum]
        if self.blocks:
            space, records = self.encoding.space(table), self.encoding.records(rows, table)
            for number, name in enumerate(names):
                if name in self.blocks:
                    here = np.flatnonzero(stratum == number)
                    blocks, part = self.blocks[name], space.take(here)
                    shards[here] += self.locality.assign(blocks, part, records[here])
        return shards

    def families(self) -> list[range]:
        """Return, for each large stratum, the shards among which its neighbours are sought."""
        return [
            range(self.first[stratum], self.first[stratum] + blocks.n_blocks)
            for stratum, blocks in self.blocks.items()
        ]


def _learned(
    encoding: Encoding, locality: Locality, stratum: Stratum, size: int, sample: Any
) -> Blocks:
    table = encoding.table(sample)
    names, numbers = encoding.strata(table)
    here = np.flatnonzero(numbers == names.index(stratum))
    records = encoding.records(sample, table)[here]
    return locality.learn(encoding.space(table).take(here), records, size)


def _sorting(stratum: Stratum) -> tuple[tuple[bool, str], ...]:
    return tuple((label is not None, label or "") for label in stratum)


def _check_sizes(sizes: Counter[Stratum], least: int) -> None:
    small = [name for name in sorted(sizes, key=_sorting) if sizes[name] < least]
    if not small:
        return
    if small == [()]:
        raise ParameterError(
            f"n_neighbors must be below the number of records, got n_neighbors = {least - 1}"
        )
    shown = [" / ".join(label or "missing" for label in name) for name in small[:5]]
    more = ", ..." if len(small) > 5 else ""
    raise ParameterError(
        f"within must give strata of more than n_neighbors = {least - 1} records; too small: "
        f"{', '.join(shown)}{more}; join them with others, or choose a smaller n_neighbors"
    )
