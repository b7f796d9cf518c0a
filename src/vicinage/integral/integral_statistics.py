"""Integrally private statistics of columns of numbers or dates."""

from collections.abc import Sequence
from typing import Any, Self

from sklearn.base import BaseEstimator

from vicinage.engines import Engine
from vicinage.integral.release import release_statistics
from vicinage.integral.statistic import StatisticOption
from vicinage.ledger import Ledger
from vicinage.schema import Schema

__all__ = ["IntegralStatistics"]


class IntegralStatistics(BaseEstimator):  # type: ignore[misc]  # scikit-learn is untyped
    """Statistics that at least k resamples of the table share, none of whose records they need.

    B resamples are drawn, each statistic is computed from each and put into a cell of a public
    resolution. A cell may be published when at least k different resamples (its generators) lie in
    it and no record is needed: see `condition`.

    Parameters
    ----------
    statistics : sequence of str, float or callable
        "count", "sum", "mean", "median", "variance" (divisor n - 1), "sd", "iqr", "min", "max",
        "quantile:0.9" or 0.9, or a function that takes the sorted values to a number. Of categories
        and levels: "mode", and "count".
    k : int
        Least number of generators, at least 2.
    n_resamples : int
        B, at least k; how many more are needed depends on k and is said when it is too few.
    resampling : str
        "half": half of the records, without replacement. "bootstrap": n draws with replacement, as
        in the paper.
    condition : str
        "absence": every record is absent from at least k generators. "intersection": no record is
        in all of them, as in the paper; nearly always true of k = 30 random resamples.
    resolution : "auto" or float
        A step, such as 0.1 for one decimal, in the unit of each statistic. "auto": the finest rung
        of a ladder that deserves it: halves of halves of the declared range down to 2^-10 of it,
        or powers of ten with at most three digits where no bounds are declared.
    input_groups : int or None
        First replace values by the means of groups of so many neighbours; the paper has 2 and 20.
    select : str
        "private": the most frequent candidate. "accurate": the one nearest to the statistic of the
        whole column, of which every record is then a part.
    bounds : (float, float) or None
        Public least and largest value of every column, where the schema declares none. Values
        outside count as the bound there. Not to be taken from the data.
    columns : sequence of str or None
        Of a frame or a file, numbers or dates, categories or levels for the mode, of any kind for
        the count alone; None: its only column.
    by : str or None
        Answer for each group of records that share a value of this column. The groups that occur
        are published.
    joint : bool
        Ask the condition of all statistics and columns together, not of each by itself: generators
        are those that lie in all chosen cells at once. Resolutions become much coarser.
    ledger : Ledger or None
        Note the release there, among those that are not differentially private.
    seed : int or None
        None: drawn from the operating system. A seed repeats an experiment exactly; keep it secret.

    Attributes
    ----------
    results_ : dict of statistic to IntegralResult
        With several `columns`: dict of column to such dicts. With `by`: dict of group to those.
    record_ : ReleaseRecord
        How the results were made. Both may be published.

    Notes
    -----
    **Privacy.** Integral privacy is not differential privacy: it bounds no inference by an
    intruder who knows the other records, and has no composition theorem. The generators are
    resamples of one table: the guarantee concerns which resample, not presence in the table. The
    count is constant under resampling and is released unprotected. Ties and constant columns
    satisfy the definition yet disclose the shared value. Keep a seed secret.

    Each statistic meets the condition by itself (see `joint`). In a frame or file, records with a
    missing cell in `columns` or `by` take no part; an array must have none. The order of the
    records has no influence.

    **Cost.** O(n B) time, about 1 ms per resample of a million records; 16 bytes a record, and 2
    bytes for each thread. Resamples are drawn from a key whenever they are needed, never stored.

    References
    ----------
    N. Senavirathne, V. Torra, "Integral Privacy Compliant Statistics Computation", DPM 2019. The
    condition "absence", half-samples and the ladder are not in the paper.

    Examples
    --------
    >>> import numpy as np
    >>> ages = np.random.default_rng(0).normal(40, 10, size=1000)
    >>> answer = IntegralStatistics(statistics=["mean", "iqr"], bounds=(0, 128), seed=1).fit(ages)
    >>> answer.results_["mean"]
    IntegralResult(mean = 39.5625 +- 0.0625; k = 10, absence)
    """

    def __init__(
        self,
        *,
        statistics: Sequence[StatisticOption] = ("mean", "median"),
        k: int = 10,
        n_resamples: int = 1000,
        resampling: str = "half",
        condition: str = "absence",
        resolution: str | float = "auto",
        input_groups: int | None = None,
        select: str = "private",
        bounds: tuple[float, float] | None = None,
        columns: Sequence[str] | None = None,
        by: str | None = None,
        joint: bool = False,
        ledger: Ledger | None = None,
        seed: int | None = None,
    ) -> None:
        self.statistics = statistics
        self.k = k
        self.n_resamples = n_resamples
        self.resampling = resampling
        self.condition = condition
        self.resolution = resolution
        self.input_groups = input_groups
        self.select = select
        self.bounds = bounds
        self.columns = columns
        self.by = by
        self.joint = joint
        self.ledger = ledger
        self.seed = seed

    def fit(
        self, column: Any, schema: Schema | None = None, *, engine: Engine | None = None
    ) -> Self:
        """Compute the statistics.

        Parameters
        ----------
        column : array, list or Series of numbers; frame of pandas, polars or pyarrow; path
        schema : Schema or None
            Its declared bounds come before `bounds`.
        engine : Engine or None
            Who draws the resamples, except for the mode and for functions. The column lies in a
            private file for that time, and in the memory here. No result depends on it.

        Raises
        ------
        ParameterError
            If a parameter is outside its range, there are fewer than max(20, 2k) records (in a
            group), or a column is not one of finite numbers; before anything is drawn.
        TableError
            If a frame or file breaks its schema.
        FailedError
            If no result of a fixed resolution fulfils the condition. That tells a little about
            the data too.
        """
        release = release_statistics(self.get_params(), column, schema, engine)
        self.results_ = release.results
        self.record_ = release.record
        return self
