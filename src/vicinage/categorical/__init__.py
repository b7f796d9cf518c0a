"""Distances between the values of categorical columns, exact and differentially private."""

from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.dilca import Dilca
from vicinage.categorical.dp_dilca import DPDilca
from vicinage.categorical.learned_metric import LearnedMetric
from vicinage.categorical.metric_file import read_metric
from vicinage.categorical.pair_counts import PairCounts, count_pairs

__all__ = [
    "ColumnDistances",
    "DPDilca",
    "Dilca",
    "LearnedMetric",
    "PairCounts",
    "count_pairs",
    "read_metric",
]
