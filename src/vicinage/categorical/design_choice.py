"""Which design spends a budget best, by public numbers only."""

from dataclasses import replace
from fractions import Fraction

from vicinage.categorical.design import Design
from vicinage.categorical.domain import Domain
from vicinage.categorical.per_attribute import PerAttribute
from vicinage.categorical.selection_first import SelectionFirst
from vicinage.categorical.two_stage import TwoStage
from vicinage.privacy import ZCDP, PureDP

__all__ = ["chosen_design", "chosen_score"]

_FIRST = Fraction(1, 2)
_SELECTION = Fraction(3, 10)
# Two bounds found by measurement (docs/decisions/0011-dp-dilca-designs.md): with less noise than
# this share of the records, tables of all pairs show the contexts better than a selection does;
# and from this product of a round's epsilon and n on, entropies rank better than l1.
_BEARABLE = Fraction(1, 2)
_ENOUGH = 500
# Where the noise of tables would exceed this share of the records, most goes to the margins.
_LEGIBLE = Fraction(1, 8)
_POOR_SELECTION = Fraction(1, 10)
_MARGINS = Fraction(8, 9)  # of what the selection leaves


def chosen_design(
    domain: Domain,
    *,
    n_rows: int,
    k: int,
    loss: PureDP | ZCDP,
    share: Fraction | None,
    score: str,
    per_attribute: bool,
) -> Design:
    """Return the design for one total loss; for each column's loss where `per_attribute`.

    Parameters
    ----------
    domain : Domain
    n_rows, k : int
    loss : PureDP or ZCDP
    share : Fraction or None
        What the choice of contexts may take: None is 0.5 for two stages, and 0.3 for a selection.
    score : {"auto", "l1", "conditional_entropy"}
    per_attribute : bool
    """
    targets = tuple(domain.levels)
    if not per_attribute and isinstance(loss, ZCDP):
        two_stage = TwoStage(
            domain=domain, n_rows=n_rows, k=k, loss=loss, first_share=share or _FIRST
        )
        if two_stage.largest_scale <= _BEARABLE * n_rows:
            return two_stage
    n_rounds = k * (1 if per_attribute else len(targets))
    selection = share or _SELECTION
    whole = SelectionFirst(
        domain=domain,
        n_rows=n_rows,
        k=k,
        loss=loss,
        selection_share=selection,
        score=chosen_score(score, loss, selection / n_rounds, n_rows),
        targets=targets,
    )
    if per_attribute:
        return PerAttribute(queries=tuple(replace(whole, targets=(name,)) for name in targets))
    if whole.largest_scale <= _LEGIBLE * n_rows:
        return whole
    selection = share or _POOR_SELECTION
    return replace(whole, selection_share=selection, margin_share=(1 - selection) * _MARGINS)


def chosen_score(score: str, loss: PureDP | ZCDP, round_share: Fraction, n_rows: int) -> str:
    """Return the score itself, or for "auto" the one that ranks best at this loss of a round."""
    if score != "auto":
        return score
    if isinstance(loss, ZCDP):
        return "l1"
    enough = Fraction(loss.epsilon) * round_share * n_rows >= _ENOUGH
    return "conditional_entropy" if enough else "l1"
