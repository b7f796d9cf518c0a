"""Donors and the cells that they give: what is done alike for every part."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.masking.locality import Locality
from vicinage.masking.notes import same_cells
from vicinage.masking.out_of_core.encoding import ROW, Encoding
from vicinage.masking.out_of_core.treatment_of_rows import TreatmentOfRows
from vicinage.neighbors import Tree
from vicinage.table import Table, donated

__all__ = ["Draw"]

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What both tasks do alike.

    Parameters
    ----------
    encoding : Encoding
    locality : Locality
    tied : tuple of tuple of str
        Columns that take their cells from one donor, see
        :func:`vicinage.masking.together.drawn_together`.
    treatment : TreatmentOfRows
    kept : tuple of str
        Columns of the release, in their order.
    folder : Path
    """

    encoding: Encoding
    locality: Locality
    tied: tuple[tuple[str, ...], ...]
    treatment: TreatmentOfRows
    kept: tuple[str, ...]
    folder: Path

    def donors(
        self, tree: Tree, records: Words, leaves: tuple[int, int] | None = None
    ) -> npt.NDArray[np.int32]:
        """Draw, for each group of tied columns and each record, a row of the tree."""
        masker, key = self.encoding.masker, self.encoding.key
        return tree.draw(
            bound=masker.radius * masker.radius,
            k=masker.n_neighbors,
            columns=np.array([key.of_name(names[0]) for names in self.tied], np.uint64),
            probability=masker.probability,
            key=key,
            records=records,
            nearest_leaves=masker.nearest_partitions,
            leaves=leaves,
        )

    def released(self, own: Any, rows: Any, donors: npt.NDArray[np.int64]) -> Any:
        """Replace cells of the own rows by those of their donors among all rows."""
        out = own.select([*map(self.encoding.stored, self.encoding.survey.given.names), ROW])
        for names, drawn in zip(self.tied, donors, strict=True):
            for name in names:
                stored = self.encoding.stored(name)
                position = out.column_names.index(stored)
                cells = donated(rows, stored, drawn)
                out = out.set_column(position, out.schema.field(position), cells)
        return out

    def finished(self, released: Any) -> tuple[Any, Counter[str]]:
        """Return what of the rows is released, and count who breaks each rule."""
        encoding, broken = self.encoding, Counter[str]()
        if self.treatment.finishes:
            cells, broken = self.treatment.finish(encoding.table(released))
            released = encoding.with_cells(released, cells)
        return released.select([*map(encoding.stored, self.kept), ROW]), broken

    def changed(self, own: Any, released: Any) -> frozenset[str]:
        """Name the columns in which a value is another than before."""
        names = [name for tied in self.tied for name in tied]
        before, after = (self._bound(rows, names) for rows in (own, released))
        return frozenset(name for name in names if not same_cells(before, after, name))

    def _bound(self, rows: Any, names: list[str]) -> Table:
        return self.encoding.survey.bind(self.encoding.cells(rows, names))
