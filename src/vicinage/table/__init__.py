"""Private data bound to a schema: readers, writers, checks, and cells as numbers."""

from vicinage.table.calendar_days import date_of
from vicinage.table.check import check_table
from vicinage.table.databases import DatabaseTable, place_of
from vicinage.table.digest import table_digest
from vicinage.table.draft import draft_schema
from vicinage.table.model_frame import model_frame
from vicinage.table.problem import Problem
from vicinage.table.query_table import QueryTable
from vicinage.table.table import Table
from vicinage.table.whole_file import check_place, replacing
from vicinage.table.writers import check_suffix

__all__ = [
    "DatabaseTable",
    "Problem",
    "QueryTable",
    "Table",
    "check_place",
    "check_suffix",
    "check_table",
    "date_of",
    "draft_schema",
    "place_of",
    "model_frame",
    "replacing",
    "table_digest",
]
