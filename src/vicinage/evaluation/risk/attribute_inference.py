"""Attribute inference: what a release tells about a secret of somebody who is half known."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation._kernels import guess_chances
from vicinage.evaluation.risk.attack_data import AttackData, drawn_rows
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.risk.scenario import Scenario
from vicinage.evaluation.risk.trials import Trials
from vicinage.evaluation.unit_scale import exponents

__all__ = ["infer_secret"]

Floats = npt.NDArray[np.float64]

_NEAR = 0.05  # standard deviations


def infer_secret(data: AttackData, scenario: Scenario, settings: AttackSettings) -> AttackOutcome:
    """Take the secret of the released record that is nearest in the known columns.

    The attack succeeds if that is the person's own secret; a number or date may be off by a
    twentieth of the original column's standard deviation, the width that sdcMicro's ``dRisk``
    takes. Among equally near records one is drawn, so the chance of success is counted. A guess
    takes the secret of any released record. People whose secret is missing are not attacked.

    Notes
    -----
    Time grows as :meth:`~vicinage.evaluation.risk.attack_settings.AttackSettings.targets` times
    released records; memory as released records.

    References
    ----------
    M. Giomi, F. Boenisch, C. Wehmeyer, B. Tasnadi, "A unified framework for quantifying privacy
    risk in synthetic data", PoPETs 2023 (2).
    """
    (secret,) = scenario.sought
    obstacle = _obstacle(data, scenario)
    if obstacle:
        return AttackOutcome(scenario=scenario, confidence=settings.confidence, obstacle=obstacle)
    truths = [side[secret] for side in (data.original, data.released, data.holdout)]
    power = -int(exponents(np.concatenate(truths)))  # so that no square is too large
    truth, answers, control_truth = (np.ldexp(side, power) for side in truths)
    reach = _NEAR * _deviation(truth) if secret in data.continuous else 0.0
    count = settings.targets(data.sizes[1])
    targets, controls = (
        drawn_rows(
            settings, np.flatnonzero(~np.isnan(side)), f"inference of {secret}, {name}", count
        )
        for side, name in ((truth, "original"), (control_truth, "held out"))
    )
    main, points, control, numeric = data.coordinates(scenario.known, targets, controls)
    wanted = truth[targets], control_truth[controls]
    attacks = [
        Trials(
            attacks=asked.size,
            successes=float(guess_chances(queries, points, numeric, asked, answers, reach).sum()),
        )
        for queries, asked in zip((main, control), wanted, strict=True)
    ]
    guessed = float(_shares_near(answers, wanted[0], reach).sum())
    return AttackOutcome(
        scenario=scenario,
        main=attacks[0],
        baseline=Trials(attacks=targets.size, successes=guessed),
        control=attacks[1],
        confidence=settings.confidence,
    )


def _obstacle(data: AttackData, scenario: Scenario) -> str:
    if scenario.sought[0] not in data.columns:
        return "the secret is constant or missing throughout in the original: there is none"
    if not scenario.known:
        return "a known column that varies is needed"
    return ""


def _deviation(values: Floats) -> float:
    """Return the standard deviation of what is not missing; 0 of a single number."""
    present = values[~np.isnan(values)]
    return float(present.std(ddof=1)) if present.size > 1 else 0.0


def _shares_near(answers: Floats, wanted: Floats, reach: float) -> Floats:
    """Return for each wanted secret the share of the answers that are within reach.

    Examples
    --------
    >>> _shares_near(np.array([1.0, 2.0, 2.0, np.nan]), np.array([2.0, 9.0]), 0.5)
    array([0.5, 0. ])
    """
    ordered = np.sort(answers[~np.isnan(answers)])
    first = np.searchsorted(ordered, wanted - reach, side="left")
    last = np.searchsorted(ordered, wanted + reach, side="right")
    shares: Floats = (last - first) / max(1, answers.size)
    return shares
