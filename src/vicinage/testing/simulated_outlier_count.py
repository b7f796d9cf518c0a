"""What a private count of outliers would answer, again and again, on a table of no one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from vicinage.mechanisms import IntegerLaplace, SmoothLaplace
from vicinage.outliers.count_mechanism import MECHANISMS, CountMechanism
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.measurement import Measurement, check_columns, check_measurement
from vicinage.outliers.metric import CategoryMetric, check_metric
from vicinage.outliers.parameters import check_below
from vicinage.outliers.profile import exact_profile
from vicinage.parameters import check_choice, check_whole_number
from vicinage.privacy import Amount, Budget
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["SimulatedOutlierCount"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedOutlierCount:
    """Draw from the law of :class:`vicinage.OutlierCount` with a generator of your own.

    For experiments on synthetic or public tables: the draws can be repeated, so they protect
    nobody. It knows no ledger and makes plain numbers, nothing that may be published.

    Parameters
    ----------
    columns, epsilon, min_neighbors, radius, delta, mechanism, scaling
        As of :class:`vicinage.OutlierCount`; one `min_neighbors` only.
    metric, allow_large_epsilon
        As there too.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Numeric, Schema
    >>> from numpy.random import default_rng
    >>> table = pa.table({"x": [1, 1, 1, 1, 1, 9]})
    >>> simulation = SimulatedOutlierCount(columns=["x"], min_neighbors=2, epsilon=4)
    >>> draws = simulation.draw(table, Schema({"x": Numeric(0, 10)}), default_rng(7), size=1000)
    >>> round(draws.mean())
    1
    """

    columns: Sequence[str]
    epsilon: Amount
    min_neighbors: int = 10
    radius: float = 0.1
    delta: Amount | None = None
    mechanism: str = "auto"
    scaling: str = "bounds"
    metric: CategoryMetric | None = None
    allow_large_epsilon: bool = False

    def draw(
        self, frame: Any, schema: Schema, generator: Generator, *, size: int
    ) -> npt.NDArray[np.int64]:
        """Return `size` answers that the estimator could have given.

        Parameters
        ----------
        frame, schema
            As of :meth:`vicinage.OutlierCount.fit`.
        generator : numpy.random.Generator
        size : int
        """
        budget = Budget.of(self.epsilon, self.delta, allow_large_epsilon=self.allow_large_epsilon)
        check_choice("mechanism", self.mechanism, MECHANISMS)
        check_whole_number("min_neighbors", self.min_neighbors)
        check_measurement(self.radius, self.scaling)
        check_metric(self.metric, self.scaling, private=False)
        table = QueryTable.of(frame, schema)
        check_below("min_neighbors", self.min_neighbors, table.n_rows)
        columns = check_columns(table.schema, self.columns, self.metric)
        measurement = Measurement.of(
            table, columns, radius=self.radius, scaling=self.scaling, metric=self.metric
        )
        mechanism = CountMechanism.of(
            self.mechanism,
            k=self.min_neighbors,
            n_coordinates=measurement.n_coordinates,
            n_rows=table.n_rows,
            budget=budget,
        )
        return _draws(mechanism, measurement.points(table), measurement.reach, generator, size)


def _draws(
    mechanism: CountMechanism,
    points: npt.NDArray[np.float64],
    radius: float,
    generator: Generator,
    size: int,
) -> npt.NDArray[np.int64]:
    noise, k = mechanism.noise, mechanism.k
    if isinstance(noise, IntegerLaplace):
        count = count_of(degrees(points, radius, cap=k), k)
        return count + _integer_laplace(noise.scale, generator, size)
    t_max = noise.t_max(mechanism.sensitivity)
    count, profile = exact_profile(points, radius, k, t_max=t_max)
    if isinstance(noise, SmoothLaplace):
        return count + _integer_laplace(noise.scale(profile), generator, size)
    law = noise.distribution(count, profile)
    return generator.choice(law.size, size=size, p=law / law.sum()).astype(np.int64)


def _integer_laplace(scale: float, generator: Generator, size: int) -> npt.NDArray[np.int64]:
    """Draw the difference of two geometric numbers, which has the discrete Laplace law."""
    success = -math.expm1(-1 / scale)
    return generator.geometric(success, size) - generator.geometric(success, size)
