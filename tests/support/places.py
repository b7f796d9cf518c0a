"""A metric that somebody wrote down: the smallest object that OutlierCount takes as one."""

from dataclasses import dataclass

import numpy as np

from vicinage.errors import ParameterError


@dataclass(frozen=True)
class Places:
    """Points of labels by column, public unless a loss is given or `public` is False."""

    points: dict
    loss: object = None
    public: bool = True

    def category_points(self, name, labels):
        known = self.points.get(name, {})
        if any(label not in known for label in labels):
            raise ParameterError(f"metric must have points for {name!r}")
        return np.array([known[label] for label in labels], float)
