"""Public description of a table: kinds, bounds, roles, codes, and what is done to it."""

from vicinage.schema.categorical import Categorical
from vicinage.schema.column import Column, Kind, labels_of
from vicinage.schema.date import Date
from vicinage.schema.expression import Expression, column_of
from vicinage.schema.file_format import FileFormat
from vicinage.schema.fill import fill_value
from vicinage.schema.numeric import Numeric
from vicinage.schema.ordinal import Ordinal
from vicinage.schema.role import Role
from vicinage.schema.schema import Schema
from vicinage.schema.steps import (
    BottomCoding,
    LocalSuppression,
    RecodeDates,
    RecodeLabels,
    RecodeNumbers,
    Rounding,
    Step,
    TopCoding,
)
from vicinage.schema.text import Text
from vicinage.schema.treatment import Treatment

__all__ = [
    "BottomCoding",
    "Categorical",
    "Column",
    "Date",
    "Expression",
    "FileFormat",
    "Kind",
    "LocalSuppression",
    "Numeric",
    "Ordinal",
    "RecodeDates",
    "RecodeLabels",
    "RecodeNumbers",
    "Role",
    "Rounding",
    "Schema",
    "Step",
    "Text",
    "TopCoding",
    "Treatment",
    "column_of",
    "fill_value",
    "labels_of",
]
