"""The task of the first pass: what rows break, what they hold, and a sample of them."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vicinage.engines import Partition
from vicinage.masking.locality import Locality
from vicinage.masking.out_of_core.encoding import Encoding
from vicinage.masking.out_of_core.seen import Seen

__all__ = ["FirstLook"]


@dataclass(frozen=True, slots=True)
class FirstLook:
    """Looks at the rows of a partition."""

    encoding: Encoding
    locality: Locality

    def __call__(self, partition: Partition) -> Seen:
        """Examine, count and sample; cells that break the schema end the look."""
        rows, encoding = partition.read(), self.encoding
        table = encoding.table(rows)
        examination = encoding.survey.look(encoding.cells(rows, table.names))
        if examination.findings:
            return Seen(examination=examination)
        records = encoding.records(rows, table)
        names, stratum = encoding.strata(table)
        sizes = np.bincount(stratum, minlength=len(names)).tolist()
        return Seen(
            examination=examination,
            strata=Counter(dict(zip(names, sizes, strict=True))),
            sample=rows.take(np.flatnonzero(self.locality.sampled(records))),
            keys=records if table.key_bytes() is not None else None,
        )
