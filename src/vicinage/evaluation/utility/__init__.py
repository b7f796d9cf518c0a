"""Measures of what a release is still good for, one family a file.

The regression brings statsmodels with it, which takes as long to load as all the rest: it is
loaded when a formula is given.
"""

from typing import TYPE_CHECKING

from vicinage.lazy_names import loaded_when_used

if TYPE_CHECKING:
    from vicinage.evaluation.utility.regression import regression_figures

__all__ = ["regression_figures"]

__getattr__ = loaded_when_used(__name__, {"regression_figures": "regression"})
