"""Everything that is measured of a release's utility."""

from collections.abc import Sequence

from vicinage.evaluation.figure import Figure
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.utility.contingency import contingency_figures
from vicinage.evaluation.utility.correlation import correlation_figures
from vicinage.evaluation.utility.distributions import column_figures, total_variation
from vicinage.evaluation.utility.information_loss import information_loss
from vicinage.evaluation.utility.propensity import propensity_figures
from vicinage.evaluation.utility.total_correlation import total_correlation

__all__ = ["utility_figures"]


def utility_figures(pair: Pair, crossed: Sequence[str] | None = None) -> dict[str, Figure]:
    """Return all figures of utility but those of a model of the user's own.

    Parameters
    ----------
    pair : Pair
        Records of weight 0 stand for nobody and are left out.
    crossed : sequence of str, optional
        See :func:`~vicinage.evaluation.utility.contingency.contingency_figures`.

    Raises
    ------
    ParameterError
        If a column to be crossed is not compared.
    """
    persons = pair.of_persons()
    return {
        **correlation_figures(persons),
        **information_loss(persons),
        **total_correlation(persons),
        **propensity_figures(persons),
        **contingency_figures(persons, crossed),
        **column_figures(persons),
        "total_variation": total_variation(persons),
    }
