"""An attack on a release, told in one line."""

from vicinage.evaluation.figure import FigureRow, figure_text, percent_text
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.sentences import ATTACKS

__all__ = ["attack_row"]


def attack_row(outcome: AttackOutcome) -> FigureRow:
    """Write the risk beside what was tried, the interval and the rates.

    Examples
    --------
    >>> from vicinage.evaluation.risk.scenario import Scenario
    >>> from vicinage.evaluation.risk.trials import Trials
    >>> row = attack_row(
    ...     AttackOutcome(
    ...         scenario=Scenario(attack="attribute_inference", known=("age",), sought=("pay",)),
    ...         main=Trials(attacks=1000, successes=400),
    ...         baseline=Trials(attacks=1000, successes=50),
    ...         control=Trials(attacks=1000, successes=250),
    ...         confidence=0.95,
    ...     )
    ... )
    >>> print(row.value, row.sentence)
    0.2 pay, guessed from the released record that is nearest in the columns known; lower is \
safer (95 % interval 0.149 to 0.248; successful in 40.0 % of 1,000 attacks, 25.0 % of 1,000 on the \
hold-out, 5.0 % of guesses)
    """
    sentence = ATTACKS[outcome.scenario.attack]
    if outcome.scenario.attack == "attribute_inference":
        sentence = f"{outcome.scenario.sought[0]}, {sentence}"
    if outcome.interval is None:
        return FigureRow.of(outcome.scenario.attack, outcome.risk, sentence)
    lower, upper = (figure_text(limit) for limit in outcome.interval)
    told = (
        f"{100 * outcome.confidence:g} % interval {lower} to {upper}; successful in "
        f"{percent_text(outcome.main.rate)} of {outcome.main.attacks:,} attacks, "
        f"{percent_text(outcome.control.rate)} of {outcome.control.attacks:,} on the hold-out, "
        f"{percent_text(outcome.baseline.rate)} of guesses"
    )
    if not outcome.beats_guessing:
        told += "; no better than guesses: it says little of better attacks"
    return FigureRow.of(outcome.scenario.attack, outcome.risk, f"{sentence} ({told})")
