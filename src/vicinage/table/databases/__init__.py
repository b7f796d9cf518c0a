"""Tables in databases: read in batches from one snapshot, written in one transaction."""

from vicinage.table.databases.access import check_target, is_same_table, reading, writing
from vicinage.table.databases.address import DatabaseTable, Place, PlaceLike, place_of
from vicinage.table.databases.spool import spooled

__all__ = [
    "DatabaseTable",
    "Place",
    "PlaceLike",
    "check_target",
    "is_same_table",
    "place_of",
    "reading",
    "spooled",
    "writing",
]
