"""Public description of a table: kinds, bounds, categories, roles, missing codes."""

from vicinage.schema.categorical import Categorical
from vicinage.schema.column import Column, Kind, labels_of
from vicinage.schema.date import Date
from vicinage.schema.file_format import FileFormat
from vicinage.schema.fill import fill_value
from vicinage.schema.numeric import Numeric
from vicinage.schema.ordinal import Ordinal
from vicinage.schema.role import Role
from vicinage.schema.schema import Schema
from vicinage.schema.text import Text

__all__ = [
    "Categorical",
    "Column",
    "Date",
    "FileFormat",
    "Kind",
    "Numeric",
    "Ordinal",
    "Role",
    "Schema",
    "Text",
    "fill_value",
    "labels_of",
]
