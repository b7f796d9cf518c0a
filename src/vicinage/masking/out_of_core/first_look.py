"""The task of the first pass: what rows break, what they hold, and a sample of them."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vicinage.engines import Partition, write_partition
from vicinage.masking.locality import Locality
from vicinage.masking.out_of_core.encoding import Encoding
from vicinage.masking.out_of_core.seen import Seen
from vicinage.masking.out_of_core.treatment_of_rows import TreatmentOfRows
from vicinage.table import one_batch

__all__ = ["FirstLook"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """Looks at the rows of a partition, and does the steps before masking."""

    encoding: Encoding
    locality: Locality
    treatment: TreatmentOfRows
    folder: Path

    def __call__(self, partition: Partition) -> Seen:
        """Examine, prepare, count and sample; cells that break the schema end the look."""
        rows, encoding = partition.read(), self.encoding
        cells = encoding.cells(rows, encoding.survey.given.names)
        examination = self.treatment.original.look(cells)
        if examination.findings:
            return Seen(examination=examination, partition=partition)
        broken = self.treatment.broken_before(cells)
        if self.treatment.prepares:
            cells = self.treatment.prepare(cells, examination)
            rows = encoding.with_cells(rows, cells)
            name = f"prepared-{partition.path.stem}"
            partition = write_partition(self.folder, name, [one_batch(rows)])
            examination = encoding.survey.look(cells)
        table = encoding.table(rows)
        records = encoding.records(rows, table)
        names, stratum = encoding.strata(table)
        sizes = np.bincount(stratum, minlength=len(names)).tolist()
        return Seen(
            examination=examination,
            partition=partition,
            broken=broken,
            strata=Counter(dict(zip(names, sizes, strict=True))),
            sample=rows.take(np.flatnonzero(self.locality.sampled(records))),
            keys=records if table.key_bytes() is not None else None,
        )
