"""What every metric does, and the metrics that have a name."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from vicinage.errors import ParameterError
from vicinage.neighbors.metrics.gower import Gower
from vicinage.neighbors.metrics.min_max import MinMax
from vicinage.neighbors.metrics.standard import Standard
from vicinage.neighbors.space import Space
from vicinage.neighbors.variable import Variable

__all__ = ["Metric", "metric_of"]

_NAMED: dict[str, type[MinMax | Standard | Gower]] = {
    "minmax": MinMax,
    "standard": Standard,
    "gower": Gower,
}


@runtime_checkable
class Metric(Protocol):
    """Places records as points: any object with this method is a metric."""

    def space(self, variables: Sequence[Variable]) -> Space:
        """Return the coordinates of the records described by `variables`."""


def metric_of(metric: str | Metric) -> Metric:
    """Return the metric of a name, or the metric itself.

    Examples
    --------
    >>> metric_of("gower")
    Gower()
    """
    if isinstance(metric, str) and metric in _NAMED:
        return _NAMED[metric]()
    if isinstance(metric, Metric) and not isinstance(metric, str):
        return metric
    names = ", ".join(repr(name) for name in _NAMED)
    raise ParameterError(f"metric must be one of {names} or a Metric, got {metric!r}")
