"""What is done to a column besides masking it, as a schema declares it."""

from typing import TypeAlias

from vicinage.schema.steps.bottom_coding import BottomCoding
from vicinage.schema.steps.local_suppression import LocalSuppression
from vicinage.schema.steps.recode_dates import RecodeDates
from vicinage.schema.steps.recode_labels import RecodeLabels
from vicinage.schema.steps.recode_numbers import RecodeNumbers
from vicinage.schema.steps.rounding import Rounding
from vicinage.schema.steps.top_coding import TopCoding

__all__ = [
    "STEPS",
    "BottomCoding",
    "LocalSuppression",
    "RecodeDates",
    "RecodeLabels",
    "RecodeNumbers",
    "Rounding",
    "Step",
    "TopCoding",
]

Step: TypeAlias = (
    RecodeNumbers
    | RecodeLabels
    | RecodeDates
    | TopCoding
    | BottomCoding
    | Rounding
    | LocalSuppression
)

STEPS: dict[str, type[Step]] = {
    cls.label: cls
    for cls in (
        RecodeNumbers,
        RecodeLabels,
        RecodeDates,
        TopCoding,
        BottomCoding,
        Rounding,
        LocalSuppression,
    )
}
