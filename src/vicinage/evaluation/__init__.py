"""Evaluation: the risk and the utility of a release, side by side."""

from vicinage.evaluation.evaluate import evaluate
from vicinage.evaluation.evaluation import Evaluation
from vicinage.evaluation.figure import figure_text, percent_text
from vicinage.evaluation.risk.attack_outcome import AttackOutcome

__all__ = ["AttackOutcome", "Evaluation", "evaluate", "figure_text", "percent_text"]
