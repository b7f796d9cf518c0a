"""Linkability: whether two files about the same people come together through a release."""

import numpy as np

from vicinage.evaluation._kernels import link_chances
from vicinage.evaluation.risk.attack_data import AttackData, drawn_rows
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.risk.scenario import Scenario
from vicinage.evaluation.risk.trials import Trials

__all__ = ["link_records"]


def link_records(data: AttackData, scenario: Scenario, settings: AttackSettings) -> AttackOutcome:
    """Look for the released record nearest to a person in either half of the columns.

    The attack succeeds if it is the same record for both halves: it then links what two files
    say about the person. Among equally near records one is drawn, so the chance of success is
    counted. A guess takes any two released records.

    Notes
    -----
    Time grows as :meth:`~vicinage.evaluation.risk.attack_settings.AttackSettings.targets` times
    released records; memory as released records.

    References
    ----------
    M. Giomi, F. Boenisch, C. Wehmeyer, B. Tasnadi, "A unified framework for quantifying privacy
    risk in synthetic data", PoPETs 2023 (2); Gower's distance as there, but cells missing in
    either record are left out of that pair.
    """
    if not scenario.known or not scenario.sought:
        return AttackOutcome(
            scenario=scenario,
            confidence=settings.confidence,
            obstacle="two columns that vary are needed",
        )
    sizes = data.sizes
    count = settings.targets(sizes[1])
    targets = drawn_rows(settings, np.arange(sizes[0]), "linkability", count)
    controls = drawn_rows(settings, np.arange(sizes[2]), "linkability, held out", count)
    main, released, control, numeric = data.coordinates(scenario.known, targets, controls)
    others = data.coordinates(scenario.sought, targets, controls)
    chances = [
        link_chances(one, released, numeric, other, others[1], others[3])
        for one, other in ((main, others[0]), (control, others[2]))
    ]
    return AttackOutcome(
        scenario=scenario,
        main=Trials(attacks=targets.size, successes=float(chances[0].sum())),
        baseline=Trials(attacks=targets.size, successes=targets.size / max(1, sizes[1])),
        control=Trials(attacks=controls.size, successes=float(chances[1].sum())),
        confidence=settings.confidence,
    )
