"""Metrics: how columns become coordinates."""

from vicinage.neighbors.metrics.gower import Gower
from vicinage.neighbors.metrics.metric import Metric, metric_of
from vicinage.neighbors.metrics.min_max import MinMax
from vicinage.neighbors.metrics.standard import Standard

__all__ = ["Gower", "Metric", "MinMax", "Standard", "metric_of"]
