"""Evaluation: the risk and the utility of a release, side by side."""

from vicinage.evaluation.evaluate import evaluate
from vicinage.evaluation.evaluation import Evaluation
from vicinage.evaluation.figure import figure_text, percent_text

__all__ = ["Evaluation", "evaluate", "figure_text", "percent_text"]
