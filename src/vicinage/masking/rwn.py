"""Randomisation within neighbourhoods (RWN)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from vicinage.errors import ParameterError
from vicinage.masking.column_choice import distance_columns, perturbed_columns
from vicinage.masking.donor_rule import DonorRule
from vicinage.masking.level import units_at
from vicinage.masking.locality import Locality
from vicinage.masking.masked import Masked
from vicinage.masking.notes import skipped_note
from vicinage.masking.release import release_frame
from vicinage.masking.strata import strata_columns
from vicinage.masking.together import drawn_together
from vicinage.neighbors import Metric, metric_of
from vicinage.parameters import (
    check_flag,
    check_fraction,
    check_names,
    check_number,
    check_seed,
    check_whole_number,
)
from vicinage.privacy import RandomKey, ReleaseRecord
from vicinage.schema import Schema
from vicinage.table import Table

__all__ = ["RWN"]

Words = npt.NDArray[np.uint64]


class RWN(BaseEstimator):  # type: ignore[misc]
    """Replace each value by that of a random near neighbour.

    The neighbourhood of a record is the closed ball around it without the record itself, as far as
    `radius` or its `n_neighbors` nearest records, whichever is farther; records as far as the
    last of them all belong to it. In each perturbed column, independently, the cell is replaced
    with chance `probability` by the cell of a uniformly drawn member: a fresh one for each column.
    All draws look at the original table.

    Parameters
    ----------
    n_neighbors : int, default 5
        Least number of neighbours, from 0 to n - 1. With 0, a record without a neighbour within
        `radius` gets missing cells.
    radius : float, default 0.0
        In the unit of the metric: with "minmax" 1 is the whole range of one column, with
        "standard" it is one standard deviation, with "gower" it is the largest distance.
    probability : float, default 1.0
        Chance, from 0 to 1, that a cell is replaced.
    metric : {"minmax", "standard", "gower"} or Metric, default "minmax"
        How records are compared; see :mod:`vicinage.neighbors.metrics`.
    columns : sequence of str, optional
        Columns to perturb. By default all without a role that is left alone (key, identifier,
        stratum, weight, household, ignored).
    distance_columns : sequence of str, optional
        Columns to measure distance on. By default the same, without texts.
    within : str or sequence of str, optional
        Columns whose combinations are strata: neighbours come from the record's own stratum. By
        default the columns with the role "stratum".
    key : str, optional
        Column that tells records apart. It is neither drawn nor measured, and dropped. The release
        then does not depend on the order of the rows.
    keep_key : bool, default False
        Whether the release keeps the key column, as it is.
    partition_size : int, optional
        For tables of millions of records with many columns: group near records into partitions of
        about this size (more than `n_neighbors`), and seek neighbours in the own partition and the
        nearest others only. By default the search is exact.
    nearest_partitions : int, default 16
        How many other partitions are searched.
    block_size : int, default 262144
        With `partition_size`, strata of more records are first cut into blocks of about this many,
        each of which is then arranged in partitions by itself. Neighbours are sought across blocks
        too; so this decides little but how much memory a part of the work needs.
    seed : int, optional
        For experiments only: the same seed gives the same release, and the record says so. By
        default the random key comes from the operating system.

    Attributes
    ----------
    record_ : ReleaseRecord
        How the last release was made; publishable.

    Notes
    -----
    **Privacy.** RWN gives no formal guarantee: it is not differentially private. Judge each
    release with :func:`vicinage.evaluate`. Several releases of one table average out; do not
    publish more than one.

    **Households.** Where the schema gives a column ``level = "household"``, households draw it as a
    whole: neighbours are those alike in such columns, as far as distance is measured on them, and
    of like size. All other columns are drawn by records as usual. Columns that the schema declares
    together come from one donor.

    **Missing cells.** A drawn cell is taken as it is, missing or not. For the distance, see the
    metric.

    **Cost.** About O(n log n) with few columns, towards O(n^2) with many unrelated ones; memory
    about 8 bytes a coordinate (12 from 12 numeric ones on), 12 bytes a record and 4 bytes a
    perturbed cell over the table.

    References
    ----------
    N. Perry, N. Matloff, P. Tendick, "RWN: A Novel Neighborhood-Based Method for Statistical
    Disclosure Control", arXiv 2210.06687, section 5.

    Examples
    --------
    >>> import pyarrow as pa
    >>> people = pa.table({"age": [20, 21, 22, 60, 61, 62], "sex": list("FFFMMM")})
    >>> released = RWN(n_neighbors=2, seed=7).fit_transform(people)
    >>> released["sex"].to_pylist()
    ['F', 'F', 'F', 'M', 'M', 'M']
    """

    guarantee: ClassVar[str | None] = None
    record_: ReleaseRecord

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        radius: float = 0.0,
        probability: float = 1.0,
        metric: str | Metric = "minmax",
        columns: Sequence[str] | None = None,
        distance_columns: Sequence[str] | None = None,
        within: str | Sequence[str] | None = None,
        key: str | None = None,
        keep_key: bool = False,
        partition_size: int | None = None,
        nearest_partitions: int = 16,
        block_size: int = 2**18,
        seed: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.radius = radius
        self.probability = probability
        self.metric = metric
        self.columns = columns
        self.distance_columns = distance_columns
        self.within = within
        self.key = key
        self.keep_key = keep_key
        self.partition_size = partition_size
        self.nearest_partitions = nearest_partitions
        self.block_size = block_size
        self.seed = seed

    def fit_transform(self, frame: Any, schema: Schema | None = None) -> Any:
        """Return the protected frame, of the same kind; see :class:`RWN` for what is drawn.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, or path of a file
            Private.
        schema : Schema, optional
            Without one, ranges and levels are observed in the frame, and the record says so.

        Raises
        ------
        ParameterError
            If a parameter is outside its range or does not fit the table.
        TableError, SchemaError
            If the table cannot be read or breaks its schema.
        """
        return release_frame(self, frame, schema)

    def check(self) -> None:
        """Refuse parameters that no table could make right."""
        check_whole_number("n_neighbors", self.n_neighbors, at_least=0)
        check_number("radius", self.radius, zero=True)
        if self.n_neighbors == 0 and self.radius == 0:
            raise ParameterError(
                "radius must be above 0 when n_neighbors is 0, got 0; else nobody has a neighbour"
            )
        check_fraction("probability", self.probability)
        check_names("columns", self.columns)
        check_names("distance_columns", self.distance_columns)
        check_names("within", [self.within] if isinstance(self.within, str) else self.within)
        if self.partition_size is not None:
            check_whole_number("partition_size", self.partition_size, at_least=self.n_neighbors + 1)
        check_whole_number("nearest_partitions", self.nearest_partitions, at_least=0)
        least = max(self.partition_size or 1, 8 * (self.n_neighbors + 1))
        check_whole_number("block_size", self.block_size, at_least=least)
        metric_of(self.metric)
        check_names("key", None if self.key is None else [self.key])
        check_flag("keep_key", self.keep_key)
        check_seed(self.seed)

    def mask(self, table: Table, records: Words, key: RandomKey) -> Masked:
        """Draw a donor for every perturbed cell, and gather the donors' cells."""
        self._check_size(table.n_rows)
        perturbed = perturbed_columns(table, self.columns)
        blocks = drawn_together(table.schema, perturbed)
        donors: dict[str, npt.NDArray[Any]] = {}
        skipped: dict[str, None] = {}  # a set that keeps the order
        for level in ("record", "household"):
            tied = [block for block in blocks if table.schema[block[0]].level == level]
            if tied:
                found, constant = self._donors(level, table, tied, records, key)
                donors |= found
                skipped |= dict.fromkeys(constant)
        return Masked(
            table=table.gather(donors),
            columns=perturbed,
            together=table.schema.treatment.together,
            notes=skipped_note(tuple(skipped)),
        )

    def _donors(
        self,
        level: str,
        table: Table,
        blocks: list[tuple[str, ...]],
        records: Words,
        key: RandomKey,
    ) -> tuple[dict[str, npt.NDArray[Any]], tuple[str, ...]]:
        """Draw a row for each cell of some blocks of columns; name what distance has skipped."""
        units = units_at(
            level,
            table,
            [name for block in blocks for name in block],
            metric=metric_of(self.metric),
            measured=distance_columns(table, self.distance_columns),
            within=strata_columns(table, self.within),
            least=self.n_neighbors + 1,
            records=records,
            key=key,
        )
        words = np.array([key.of_name(block[0]) for block in blocks], np.uint64)
        partitioned = self.partition_size is not None
        rule = DonorRule(
            radius=float(self.radius),
            n_neighbors=self.n_neighbors,
            probability=self.probability,
            key=key,
            locality=self.locality(key, units.words.size) if partitioned else None,
            nearest_partitions=self.nearest_partitions,
        )
        drawn = rule.draw(units.space, units.groups, units.words, words)
        donors: dict[str, npt.NDArray[Any]] = {}
        for rows, block in zip(drawn, blocks, strict=True):
            donors |= dict.fromkeys(block, units.rows(rows))
        return donors, units.space.skipped

    def locality(self, key: RandomKey, n_rows: int) -> Locality:
        """Return the rule by which a table of so many rows is cut into blocks and partitions."""
        least = self.n_neighbors + 1
        return Locality(
            block_size=self.block_size,
            leaf_size=self.partition_size or least,
            least=least,
            key=key,
            n_rows=n_rows,
        )

    def _check_size(self, n: int) -> None:
        if n <= self.n_neighbors:
            raise ParameterError(
                f"n_neighbors must be below the number of records, got n_neighbors = "
                f"{self.n_neighbors} for n = {n}; the largest possible is {n - 1}"
            )
