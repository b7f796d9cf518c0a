"""What the first pass over the rows finds."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.engines import Partition
from vicinage.masking.out_of_core.encoding import Stratum
from vicinage.table import Examination

__all__ = ["Seen"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one part of the rows showed; private.

    Parameters
    ----------
    examination : Examination
        After the steps before masking.
    partition : Partition
        Where the rows are, after these steps.
    broken : Counter of str
        How many of them broke each rule before.
    strata : Counter of Stratum
        How many records each has.
    sample : pyarrow.Table
        The stored rows that blocks are learned from.
    keys : ndarray of uint64
        The words of all records, when a column is the key; they must differ.
    """

    examination: Examination
    partition: Partition
    broken: Counter[str] = field(default_factory=Counter)
    strata: Counter[Stratum] = field(default_factory=Counter)
    sample: Any = None
    keys: npt.NDArray[np.uint64] | None = None
