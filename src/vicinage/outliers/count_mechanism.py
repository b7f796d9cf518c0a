"""One count by one mechanism."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms import IntegerLaplace, InverseSensitivity, SmoothInverse, SmoothLaplace
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.profile import sensitivity_profile
from vicinage.outliers.sensitivity import global_sensitivity
from vicinage.outliers.slabs import Slabs
from vicinage.privacy import Budget, Exact, Released

__all__ = ["MECHANISMS", "CountMechanism"]

MECHANISMS = ("auto", "global", "smooth", "inverse", "smooth-inverse")

# The least expected error, or nearly, in every measurement of docs/benchmarks/outliers.md with few
# outliers, so that no public number has to choose.
_USUAL = "smooth-inverse"

_LEAST_EPSILON = Decimal("1e-6")  # of what is smooth: its arithmetic cannot hold less

Noise = IntegerLaplace | SmoothLaplace | InverseSensitivity | SmoothInverse


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMechanism:
    """How one count is released; all of it is public.

    Parameters
    ----------
    name : {"global", "smooth", "inverse", "smooth-inverse"}
    k : int
        A record with fewer neighbours is an outlier.
    sensitivity : int
        Largest change of the count between any two neighbouring tables.
    noise : IntegerLaplace, SmoothLaplace, InverseSensitivity or SmoothInverse
    """

    name: str
    k: int
    sensitivity: int
    noise: Noise

    @classmethod
    def of(cls, mechanism: str, *, k: int, n_coordinates: int, n_rows: int, budget: Budget) -> Self:
        """Make the mechanism of that name for a share of the budget; "auto" is "smooth-inverse".

        Raises
        ------
        ParameterError
            If the share is too small for the mechanism.

        Examples
        --------
        >>> half = Budget.of("0.5", None, allow_large_epsilon=False)
        >>> CountMechanism.of("auto", k=5, n_coordinates=1, n_rows=1000, budget=half).name
        'smooth-inverse'
        """
        name = _USUAL if mechanism == "auto" else mechanism
        if name.startswith("smooth") and budget.epsilon < _LEAST_EPSILON:
            raise ParameterError(
                f"epsilon must be at least {_LEAST_EPSILON} for each count by mechanism {name!r}, "
                f"got {budget.epsilon}; mechanism='global' takes less, and answers with noise alone"
            )
        sensitivity = global_sensitivity(n_coordinates, k, n_rows)
        noise: Noise
        if name == "global":
            noise = IntegerLaplace(sensitivity=sensitivity, loss=budget.pure)
        elif name == "smooth":
            noise = SmoothLaplace(loss=budget.approximate)
        elif name == "inverse":
            noise = InverseSensitivity(loss=budget.pure, largest=n_rows)
        else:
            noise = SmoothInverse(loss=budget.pure, largest=n_rows)
        return cls(name=name, k=k, sensitivity=sensitivity, noise=noise)

    def release(self, points: npt.NDArray[np.float64] | Slabs, radius: float) -> Released[int]:
        """Count the outliers among private points of shape (n_rows, n_coordinates), with noise."""
        if isinstance(self.noise, IntegerLaplace):
            if isinstance(points, Slabs):
                return self.noise.release(points.count(self.k))
            return self.noise.release(Exact(count_of(degrees(points, radius, cap=self.k), self.k)))
        t_max = self.noise.t_max(self.sensitivity)
        if isinstance(points, Slabs):
            return self.noise.release(*points.profile(self.k, t_max=t_max))
        return self.noise.release(*sensitivity_profile(points, radius, self.k, t_max=t_max))

    @property
    def description(self) -> str:
        """The mechanism in words, with its scale where that is public."""
        if isinstance(self.noise, IntegerLaplace):
            return f"global: integer Laplace noise of scale {self.noise.scale:g}"
        if isinstance(self.noise, SmoothLaplace):
            return "smooth: integer Laplace noise, whose scale depends on the data"
        return f"{self.name}: an answer from 0 to the number of rows, the likelier the nearer"

    @property
    def accuracy(self) -> str | None:
        """A statement from public numbers; None where the accuracy depends on the data."""
        if not isinstance(self.noise, IntegerLaplace):
            return None
        bound = self.noise.error_bound(0.95)
        return f"within {bound} of the exact count with a chance of at least 95 %"
