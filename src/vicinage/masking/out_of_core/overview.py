"""What the first pass has found, over all rows."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.engines import Partition
from vicinage.errors import TableError
from vicinage.masking.out_of_core.encoding import Encoding, Stratum
from vicinage.masking.out_of_core.seen import Seen
from vicinage.schema import Role, Schema
from vicinage.table import joined

__all__ = ["Overview"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """What is known of a table once all of its rows have been looked at; private.

    Parameters
    ----------
    encoding : Encoding
        With what is known of all rows.
    partitions : list of Partition
        The rows, after the steps before masking.
    strata : Counter of Stratum
        How many records each has.
    sample : pyarrow.Table
        The stored rows that blocks are learned from.
    broken : Counter of str
        How many of the original rows break each rule.
    """

    encoding: Encoding
    partitions: list[Partition]
    strata: Counter[Stratum]
    sample: Any
    broken: Counter[str]

    @classmethod
    def of(cls, encoding: Encoding, parts: Iterable[Seen]) -> Self:
        """Add up what all parts of the rows showed.

        Raises
        ------
        TableError
            If some rows break the schema, or two have one key.
        """
        seen = list(parts)
        n_rows = sum(part.partition.n_rows for part in seen)
        survey = encoding.survey.after([part.examination for part in seen], n_rows)
        _check_keys([part.keys for part in seen if part.keys is not None], survey.given)
        sample = joined([part.sample for part in seen])
        known = replace(encoding, survey=survey)
        numbered = survey.look(known.cells(sample, survey.given.names)).numbered
        survey.examination.numbered.extend(numbered)
        strata: Counter[Stratum] = Counter()
        broken: Counter[str] = Counter()
        for part in seen:
            strata.update(part.strata)
            broken.update(part.broken)
        return cls(
            encoding=known,
            partitions=[part.partition for part in seen],
            strata=strata,
            sample=sample,
            broken=broken,
        )


def _check_keys(keys: list[npt.NDArray[np.uint64]], schema: Schema) -> None:
    if not keys:
        return
    words = np.sort(np.concatenate(keys))
    if (words[1:] == words[:-1]).any():
        (name,) = schema.with_role(Role.KEY)
        raise TableError(f"column {name!r} must be different in every row, as it is the key")
