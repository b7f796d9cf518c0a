"""Evaluation: the risk and the utility of a release, side by side."""

from vicinage.evaluation.evaluate import evaluate
from vicinage.evaluation.evaluate_releases import evaluate_releases
from vicinage.evaluation.evaluation import Evaluation
from vicinage.evaluation.figure import figure_text, percent_text
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.spread import Spread

__all__ = [
    "AttackOutcome",
    "Evaluation",
    "Spread",
    "evaluate",
    "evaluate_releases",
    "figure_text",
    "percent_text",
]
