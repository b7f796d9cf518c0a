"""Evaluation: the risk and the utility of a release, side by side."""

from vicinage.evaluation.evaluate import evaluate
from vicinage.evaluation.evaluation import Evaluation

__all__ = ["Evaluation", "evaluate"]
