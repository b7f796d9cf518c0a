"""What a reader of an answer must know, in sentences that hold no data."""

import math
from collections.abc import Iterator
from typing import Any

from vicinage.outliers.measurement import Measurement
from vicinage.outliers.metric import CategoryMetric
from vicinage.privacy import ZCDP, ApproxDP, Loss, exact_sum
from vicinage.schema import Schema

__all__ = ["metric_notes", "metric_settings", "schema_notes"]


def schema_notes(schema: Schema) -> Iterator[str]:
    """Say when nobody has declared the bounds public."""
    if not schema.public:
        yield (
            "The schema is not marked public: the guarantee holds only if its bounds were chosen "
            "without looking at the data."
        )


def metric_settings(
    metric: CategoryMetric | None, measurement: Measurement
) -> dict[str, Any] | None:
    """Return what a record says of a metric: how many coordinates, and what they cost."""
    if metric is None:
        return None
    points = measurement.category_points
    return {
        "coordinates": {name: places.shape[1] for name, places in points.items()},
        "loss": None if metric.loss is None else metric.loss.as_dict(),
        "public_records": metric.public,
    }


def metric_notes(
    metric: CategoryMetric | None, measurement: Measurement, loss: Loss
) -> Iterator[str]:
    """Say how far a radius reaches with a metric, and what the metric itself cost."""
    if metric is None:
        return
    reach = measurement.radius * math.sqrt(measurement.n_coordinates)
    yield (
        f"The columns have {measurement.n_coordinates} coordinates together: records are "
        f"neighbours up to {reach:.3g} apart, the root of the sum of squared differences."
    )
    learned = f"The distances of {', '.join(measurement.category_points)} were learned"
    if metric.loss is None:
        yield f"{learned} from public records, as the caller states, and cost nothing."
        return
    yield (
        f"{learned} with differential privacy at {_text(metric.loss)}, which this cost does not "
        f"include: learned from the same records, {_together(metric.loss, loss)}."
    )


def _together(metric_loss: Loss, loss: Loss) -> str:
    if isinstance(metric_loss, ZCDP) or isinstance(loss, ZCDP):
        return f"they add up to {_text(metric_loss)} and {_text(loss)}"
    deltas = [each.delta for each in (metric_loss, loss) if isinstance(each, ApproxDP)]
    total = f"epsilon {exact_sum([metric_loss.epsilon, loss.epsilon]):f}"
    if deltas:
        total += f", delta {exact_sum(deltas):f}"
    return f"both cost {total} by basic composition"


def _text(loss: Loss) -> str:
    return ", ".join(f"{name} {value}" for name, value in loss.as_dict().items())
