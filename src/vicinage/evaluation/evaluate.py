"""Judge a release: what it still discloses, and what it is still good for."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from vicinage.errors import ParameterError
from vicinage.evaluation import utility
from vicinage.evaluation.evaluation import Evaluation
from vicinage.evaluation.figure import Figure, finite
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.risk.against_holdout import against_holdout
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.risk.closest_record import closest_record
from vicinage.evaluation.risk.equivalence_classes import anonymity
from vicinage.evaluation.risk.exact_match import exact_match
from vicinage.evaluation.risk.interval import interval_disclosure
from vicinage.evaluation.risk.rank_linkage import rank_linkage
from vicinage.evaluation.risk.robust_interval import robust_interval_disclosure
from vicinage.evaluation.utility.utility_figures import utility_figures
from vicinage.parameters import check_names
from vicinage.schema import Role, Schema
from vicinage.table import Table, naming_table

__all__ = ["evaluate"]

_NO_MODEL = dict.fromkeys(
    ("regression_coef_mad", "r2_original", "r2_released"), "not defined: no formula was given"
)


def evaluate(
    original: Any,
    released: Any,
    schema: Schema | None = None,
    *,
    formula: str | None = None,
    crossed: Sequence[str] | None = None,
    quasi_identifiers: Sequence[str] | None = None,
    suppression_mark: str = "*",
    holdout: Any = None,
    secrets: Sequence[str] | None = None,
    n_attacks: int = 1000,
    confidence: float = 0.95,
    seed: int | None = 0,
) -> Evaluation:
    """Measure the risk and the utility of a masked release.

    For the steward: the figures are exact functions of the original table and must not be
    published with all their digits.

    Parameters
    ----------
    original, released : frame, path or Table
        Row i of `released` is the release of row i of `original`. Columns with the role key or
        identifier may be absent from the release; they are never measured, nor are weights,
        households and ignored columns. The original's weights say how many persons a record
        stands for in figures of utility; the propensity score and the total correlation, like
        all figures of risk, are of records.
    schema : Schema, optional
        Of both tables. Without one the kinds of the columns are observed in the tables.
    formula : str, optional
        A linear model such as ``"pay ~ age"`` to fit to both tables. None: its figures are not
        defined.
    crossed : sequence of str, optional
        Columns whose two-way tables are compared. None: all that are not constant, up to 32.
    quasi_identifiers : sequence of str, optional
        Columns that an outsider may know. None: those with that role in the schema.
    suppression_mark : str
        How suppressed cells are written. A row of them in all quasi-identifiers is counted apart.
    holdout : frame, path or Table, optional
        Records that were drawn like the original's but had no part in the release. With them,
        attacks are tried (singling out, linkability, attribute inference), and the distance to
        the closest record is compared; the more records, the narrower the intervals.
    secrets : sequence of str, optional
        Columns that an attacker would like to infer. None: the confidential ones of the schema,
        else every column that is no quasi-identifier, up to ten.
    n_attacks : int
        Of each kind; of linking and inference fewer above 200,000 records, but 250.
    confidence : float
        Of the intervals of the attacks.
    seed : int or None
        Which records and queries are tried: the same seed gives the same figures. None: others
        each time.

    Returns
    -------
    Evaluation
        With the mappings `risk` and `utility`. A figure that does not exist is a text that
        begins with "not defined"; no figure is NaN or infinite.

    Raises
    ------
    ParameterError
        If the formula cannot be fitted, a quasi-identifier is no column of both tables, a secret
        is not measured, or there are secrets without a hold-out.
    TableError, SchemaError
        If a table cannot be read or does not fit the schema, or if rows, columns or kinds of
        the two differ, or columns or kinds of the hold-out do; or if many of the records held
        out are in the original.

    Examples
    --------
    >>> import pandas as pd
    >>> original = pd.DataFrame({"age": [20, 30, 40], "pay": [1.0, 2.0, 4.0]})
    >>> released = pd.DataFrame({"age": [30, 20, 40], "pay": [1.0, 2.0, 4.0]})
    >>> judgement = evaluate(original, released)
    >>> round(judgement.risk["changed_cell_share"], 3), judgement.utility["ks"]["age"]
    (0.333, 0.0)
    """
    settings = AttackSettings.of(n_attacks=n_attacks, confidence=confidence, seed=seed)
    check_names("secrets", secrets)
    for name, names in (("crossed", crossed), ("quasi_identifiers", quasi_identifiers)):
        if isinstance(names, str) or not isinstance(names, Iterable):  # may be empty, or an Index
            check_names(name, names)
    if formula is not None and not isinstance(formula, str):
        raise ParameterError(f'formula must be a text such as "pay ~ age", got {formula!r}')
    if holdout is None and secrets is not None:
        raise ParameterError("secrets must go with a holdout, got none; attacks need a control")
    before = _table("original", original, schema)
    after = _table("released", released, schema, may_lack=_droppable(schema))
    pair = Pair.of(before, after)
    keys = before.schema.with_role(Role.QUASI_IDENTIFIER)
    keys = keys if quasi_identifiers is None else tuple(quasi_identifiers)
    classes: dict[str, Figure] = {**anonymity(before, after, keys, mark=suppression_mark)}
    attacks: tuple[AttackOutcome, ...] = ()
    if holdout is not None:
        held = _table("holdout", holdout, schema, may_lack=_droppable(schema))
        compared, attacks = against_holdout(
            before, after, held, settings, known=keys, secrets=secrets, mark=suppression_mark
        )
        classes |= compared
    with np.errstate(all="ignore"):  # what becomes infinite is no figure
        useful = _finite({**utility_figures(pair, crossed), **_NO_MODEL})
        if formula:
            useful |= _finite(utility.regression_figures(before, after, formula, pair.weights))
        risk = _finite(_risk(pair)) | classes
    return Evaluation(risk=risk, utility=useful, attacks=attacks, warnings=_warnings(pair, risk))


def _finite(figures: Mapping[str, Figure]) -> dict[str, Figure]:
    return {name: finite(figure) for name, figure in figures.items()}


def _risk(pair: Pair) -> dict[str, Figure]:
    return {
        **closest_record(pair),
        **exact_match(pair),
        "linkage_rank": rank_linkage(pair),
        **interval_disclosure(pair),
        **robust_interval_disclosure(pair),
    }


def _table(
    which: str, data: Any, schema: Schema | None, *, may_lack: Collection[str] = ()
) -> Table:
    if isinstance(data, Table):
        return data
    with naming_table(which, data):
        return Table.of(data, schema, may_lack=may_lack)


def _droppable(schema: Schema | None) -> tuple[str, ...]:
    """Name the columns that a release may come without."""
    if schema is None:
        return ()
    return (*schema.with_role(Role.KEY), *schema.with_role(Role.IDENTIFIER))


def _warnings(pair: Pair, risk: dict[str, Figure]) -> tuple[str, ...]:
    warnings = []
    if risk["changed_cell_share"] == 0.0:
        warnings.append("no perturbation took place: 0 % of the cells changed")
    if pair.skipped:
        warnings.append(
            "constant or empty columns, which no figure rests on: " + ", ".join(pair.skipped)
        )
    return tuple(warnings)
