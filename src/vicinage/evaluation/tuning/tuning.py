"""The outcome of a sweep: the map of risk and utility, its frontier, and a recommendation."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from vicinage.evaluation.figure import figure_text
from vicinage.evaluation.sentences import RISK, UTILITY
from vicinage.evaluation.tuning.direction import lower_is_better
from vicinage.evaluation.tuning.point import Point

__all__ = ["Tuning"]

_ERRORS = 2.0  # a mean within the limit by less than this many standard errors may be luck


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What a sweep found. For the steward: its figures are exact.

    Parameters
    ----------
    points : tuple of Point
        In the order of the sweep.
    risk, utility : str
        The two figures that are weighed.
    limit : float
        The risk that the steward accepts. A setting keeps to it when its mean over the
        repetitions does, with two standard errors to spare.

    Examples
    --------
    >>> points = tuple(Point(method="RWN", setting={"radius": radius}, risk={"sdid": (risk,)},
    ...     utility={"correlation_mad": (loss,)})
    ...     for radius, risk, loss in [(0.1, 0.3, 0.1), (0.2, 0.2, 0.3), (0.3, 0.1, 0.2)])
    >>> tuning = Tuning(points=points, risk="sdid", utility="correlation_mad", limit=0.25)
    >>> [point.label for point in tuning.frontier]
    ['RWN, radius = 0.1', 'RWN, radius = 0.3']
    >>> print(tuning.reason)
    Take RWN, radius = 0.3: of the 2 settings (out of 3) that keep sdid within 0.25, it has the \
best correlation_mad (0.2, at sdid 0.1).
    """

    points: tuple[Point, ...]
    risk: str
    utility: str
    limit: float

    @property
    def measured(self) -> tuple[Point, ...]:
        """The points where both figures are defined."""
        return tuple(p for p in self.points if p.values(self.risk) and p.values(self.utility))

    @property
    def frontier(self) -> tuple[Point, ...]:
        """The points that no other beats in one figure without losing in the other.

        From the least safe to the safest.
        """
        best: list[Point] = []
        for point in sorted(self.measured, key=lambda p: (self._risk(p), self._loss(p))):
            if not best or self._loss(point) < self._loss(best[-1]):
                best.append(point)
        return tuple(reversed(best))

    @property
    def within_limit(self) -> tuple[Point, ...]:
        """The points that keep to the limit."""
        sign = self._sign(self.risk, RISK)
        return tuple(
            p
            for p in self.measured
            if self._risk(p) + _ERRORS * p.error(self.risk) <= sign * self.limit
        )

    @property
    def recommended(self) -> Point | None:
        """The point with the best utility within the limit; None if no setting meets it."""
        return self._best(self.within_limit)

    @property
    def by_method(self) -> dict[str, Point | None]:
        """The best point of each method within the limit: methods at equal risk."""
        kept = self.within_limit
        return {
            method: self._best(p for p in kept if p.method == method)
            for method in dict.fromkeys(point.method for point in self.points)
        }

    @property
    def reason(self) -> str:
        """The recommendation and why, in one sentence."""
        best = self.recommended
        side = "within" if lower_is_better("risk", self.risk, RISK) else "at or above"
        if best is None:
            return (
                f"No setting meets the limit: none of the {len(self.points)} keeps {self.risk} "
                f"{side} {self.limit:g}. {self._way_on()}"
            )
        loss, risk = (figure_text(best.mean(name) or 0.0) for name in (self.utility, self.risk))
        return (
            f"Take {best.label}: of the {len(self.within_limit)} settings (out of "
            f"{len(self.points)}) that keep {self.risk} {side} {self.limit:g}, it has the best "
            f"{self.utility} ({loss}, at {self.risk} {risk})."
        )

    def _way_on(self) -> str:
        """Say how near the limit the sweep came, and what to try next."""
        if not self.measured:
            names = (self.utility, self.risk)
            lacking = [name for name in names if not any(p.values(name) for p in self.points)]
            undefined = " and ".join(lacking or names)
            return f"{undefined} is not defined for them: weigh another figure."
        nearest = min(self.measured, key=lambda p: self._risk(p) + _ERRORS * p.error(self.risk))
        mean = nearest.mean(self.risk) or 0.0
        told = f"The nearest is {nearest.label}, at {self.risk} {figure_text(mean)}"
        if self._risk(nearest) <= self._sign(self.risk, RISK) * self.limit:
            return f"{told}, but less than two standard errors within it: try more repetitions."
        larger = [name for name, value in nearest.setting.items() if isinstance(value, int | float)]
        wider = f"larger values of {' or '.join(larger)}" if larger else "a sweep"
        return f"{told}. Try {wider}, another method, or a limit that you can accept instead."

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat dictionary a point, fit for a frame: setting, both means and errors."""
        frontier, kept, best = map(
            _identities, (self.frontier, self.within_limit, [self.recommended])
        )
        return [
            {
                "method": p.method,
                **p.setting,
                "risk": p.mean(self.risk),
                "risk_error": p.error(self.risk),
                "utility": p.mean(self.utility),
                "utility_error": p.error(self.utility),
                "within_limit": id(p) in kept,
                "on_frontier": id(p) in frontier,
                "recommended": id(p) in best,
            }
            for p in self.points
        ]

    def _best(self, points: Iterable[Point]) -> Point | None:
        return min(points, key=lambda p: (self._loss(p), self._risk(p)), default=None)

    def _risk(self, point: Point) -> float:
        return self._sign(self.risk, RISK) * (point.mean(self.risk) or 0.0)

    def _loss(self, point: Point) -> float:
        return self._sign(self.utility, UTILITY) * (point.mean(self.utility) or 0.0)

    def _sign(self, name: str, sentences: dict[str, str]) -> int:
        parameter = "risk" if sentences is RISK else "utility"
        return 1 if lower_is_better(parameter, name, sentences) else -1


def _identities(points: Iterable[Point | None]) -> set[int]:
    return {id(point) for point in points}
