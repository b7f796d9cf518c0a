"""What a count of outliers asks of distances between categories."""

from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.privacy import Loss

__all__ = ["CategoryMetric", "category_points", "check_metric"]

Floats = npt.NDArray[np.float64]

_LONGEST = 1 + 1e-9  # with room for the rounding of distances that are 1


@runtime_checkable
class CategoryMetric(Protocol):
    """Places the values of categorical columns as points, as far apart as they differ.

    The unit of length is the declared range of a number.
    :class:`vicinage.categorical.LearnedMetric` is such a metric.
    """

    @property
    def loss(self) -> Loss | None:
        """What was paid for the distances; None if they are exact."""

    @property
    def public(self) -> bool:
        """Whether exact distances were learned from public records, so that they cost nothing."""

    def category_points(self, name: str, labels: tuple[str, ...]) -> Floats:
        """Return the points of labels of a column, of shape (n_labels, n_coordinates).

        Raises
        ------
        ParameterError
            If the column, or one of the labels, has none.
        """


def check_metric(metric: object, scaling: str, *, private: bool) -> None:
    """Refuse what is no metric, or one that would tell of private records.

    Parameters
    ----------
    metric : CategoryMetric or None
    scaling : {"bounds", "none"}
    private : bool
        Whether the answer has to be private.
    """
    if metric is None:
        return
    if isinstance(metric, type) or not isinstance(metric, CategoryMetric):
        raise ParameterError(
            f"metric must have loss, public and category_points, as a LearnedMetric, got {metric!r}"
        )
    if scaling != "bounds":
        raise ParameterError(
            f"scaling must be 'bounds' with a metric, got {scaling!r}; distances between "
            "categories are measured against declared ranges"
        )
    if private and metric.loss is None and not metric.public:
        raise ParameterError(
            "metric must be paid for or public for a private answer, got exact distances; learn "
            "them with differential privacy (DPDilca), or state that they are of public records "
            "(LearnedMetric.of_public_records)"
        )


def category_points(metric: CategoryMetric, name: str, labels: tuple[str, ...]) -> Floats:
    """Return the points of the declared categories of a column, checked; public.

    Raises
    ------
    ParameterError
        If there are none for a category, or not one for each, or they are not from -1 to 1.
    """
    points = np.asarray(metric.category_points(name, labels), np.float64)
    if points.ndim != 2 or len(points) != len(labels):
        raise ParameterError(
            f"metric must give one point for each category of {name!r}, got an array of shape "
            f"{points.shape} for {len(labels)} categories"
        )
    if not (np.abs(points) <= _LONGEST).all():
        raise ParameterError(
            f"metric must give coordinates from -1 to 1, got others for {name!r}; the unit is the "
            "declared range of a number"
        )
    return points
