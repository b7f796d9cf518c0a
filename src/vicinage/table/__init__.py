"""Private data bound to a schema: readers, writers, checks, and cells as numbers."""

from vicinage.table.calendar_days import date_of
from vicinage.table.check import check_table
from vicinage.table.digest import table_digest
from vicinage.table.draft import draft_schema
from vicinage.table.problem import Problem
from vicinage.table.query_table import QueryTable
from vicinage.table.table import Table
from vicinage.table.whole_file import check_place, replacing
from vicinage.table.writers import check_suffix

__all__ = [
    "Problem",
    "QueryTable",
    "Table",
    "check_place",
    "check_suffix",
    "check_table",
    "date_of",
    "draft_schema",
    "replacing",
    "table_digest",
]
