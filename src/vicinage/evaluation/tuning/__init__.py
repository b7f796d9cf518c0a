"""Tuning: which setting of which masker serves best under a limit of risk."""

from vicinage.evaluation.tuning.point import Point
from vicinage.evaluation.tuning.sweep import DEFAULT_SWEEPS
from vicinage.evaluation.tuning.tune import tune
from vicinage.evaluation.tuning.tuning import Tuning

__all__ = ["DEFAULT_SWEEPS", "Point", "Tuning", "tune"]
