"""What a release tells of the original's people, beyond what it tells of others."""

from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.evaluation.figure import Figure
from vicinage.evaluation.risk.attack_data import AttackData
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.risk.attribute_inference import infer_secret
from vicinage.evaluation.risk.closeness_share import closeness_share
from vicinage.evaluation.risk.linkability import link_records
from vicinage.evaluation.risk.overlap import refuse_overlap
from vicinage.evaluation.risk.scenario import suggested_scenarios
from vicinage.evaluation.risk.singling_out import single_out
from vicinage.names import did_you_mean
from vicinage.schema import Role
from vicinage.table import Table

__all__ = ["against_holdout"]

_ATTACKS = {
    "singling_out_univariate": single_out,
    "singling_out_multivariate": single_out,
    "linkability": link_records,
    "attribute_inference": infer_secret,
}


def against_holdout(
    original: Table,
    released: Table,
    holdout: Table,
    settings: AttackSettings,
    *,
    known: Sequence[str],
    secrets: Sequence[str] | None,
    mark: str,
) -> tuple[dict[str, Figure], tuple[AttackOutcome, ...]]:
    """Compare distances, and try attacks, on the original and on records held out.

    Parameters
    ----------
    original, released, holdout : Table
    settings : AttackSettings
    known : sequence of str
        Quasi-identifiers.
    secrets : sequence of str or None
        None: the columns with the role confidential.
    mark : str
        How a suppressed cell is written.

    Returns
    -------
    dict
        The figures of :func:`~vicinage.evaluation.risk.closeness_share.closeness_share`, and the
        risk of each attack.
    tuple of AttackOutcome

    Raises
    ------
    TableError
        If the hold-out has other columns than the original, or many of the same records.
    ParameterError
        If a secret is not measured.
    """
    data = AttackData.of(original, released, holdout, mark=mark)
    wanted = _secrets(original, data, secrets)
    refuse_overlap(data)
    outcomes = tuple(
        _ATTACKS[scenario.attack](data, scenario, settings)
        for scenario in suggested_scenarios(data.columns, known=known, secrets=wanted)
    )
    return {**closeness_share(data, settings), **_figures(outcomes)}, outcomes


def _secrets(original: Table, data: AttackData, secrets: Sequence[str] | None) -> Sequence[str]:
    if secrets is None:
        confidential = original.schema.with_role(Role.CONFIDENTIAL)
        return [name for name in confidential if name in data.original]
    strange = [name for name in secrets if name not in data.original]
    if strange:
        raise ParameterError(
            f"secrets must be columns that are measured, got {strange}"
            f"{did_you_mean(strange[0], data.original)}; texts, keys and ignored columns are not"
        )
    return secrets


def _figures(outcomes: Sequence[AttackOutcome]) -> dict[str, Figure]:
    """Return the risks by attack; those of inference by secret."""
    figures: dict[str, Figure] = {}
    inferred: dict[str, float | str] = {}
    for outcome in outcomes:
        if outcome.scenario.attack == "attribute_inference":
            inferred[outcome.scenario.sought[0]] = outcome.risk
        else:
            figures[outcome.scenario.attack] = outcome.risk
    return figures | {"attribute_inference": inferred}
