"""What attackers achieved, as a table for a report."""

from collections.abc import Sequence
from typing import Any

from vicinage.evaluation import AttackOutcome, percent_text
from vicinage.evaluation.risk.trials import Trials
from vicinage.evaluation.sentences import ATTACKS
from vicinage.report.coarse import coarse_percent

__all__ = ["attack_table"]

_TITLES = {
    "singling_out_univariate": "Singling out by one value",
    "singling_out_multivariate": "Singling out by three columns",
    "linkability": "Linking two files",
    "attribute_inference": "Inferring",
}


def attack_table(outcomes: Sequence[AttackOutcome], *, public: bool) -> list[dict[str, Any]]:
    """Write one row for each attack.

    Parameters
    ----------
    outcomes : sequence of AttackOutcome
    public : bool
        Shares in steps of 5 %, no interval, no count, and no reason why nothing was measured.

    Returns
    -------
    list of dict
        ``title``, ``sentence``, ``rates`` (on the original, on the hold-out, by guesses),
        ``risk``, ``reason`` (empty if measured) and ``limits``: the interval as numbers, for a
        picture, or None.
    """
    return [_row(outcome, public=public) for outcome in outcomes]


def _row(outcome: AttackOutcome, *, public: bool) -> dict[str, Any]:
    attack, sought = outcome.scenario.attack, outcome.scenario.sought
    title = _TITLES[attack]
    if attack == "attribute_inference":
        title += f" {sought[0]}"
    trials = (outcome.main, outcome.control, outcome.baseline)
    measured = isinstance(outcome.risk, float)
    return {
        "title": title,
        "sentence": ATTACKS[attack],
        "rates": [_rate(side, public=public) if measured else "-" for side in trials],
        "risk": _risk(outcome, public=public),
        "reason": "" if measured or public else outcome.reason,
        "limits": None if public or not measured else [outcome.risk, *(outcome.interval or ())],
    }


def _rate(side: Trials, *, public: bool) -> str:
    if not side.attacks:
        return "-"
    return coarse_percent(side.rate, side.attacks) if public else percent_text(side.rate)


def _risk(outcome: AttackOutcome, *, public: bool) -> str:
    if isinstance(outcome.risk, str):
        return "not measured"
    if public:
        return coarse_percent(outcome.risk, min(outcome.main.attacks, outcome.control.attacks))
    if outcome.interval is None:
        return percent_text(outcome.risk)
    ends = " to ".join(f"{limit:.3f}" for limit in outcome.interval)
    return f"{outcome.risk:.3f} ({ends})"
