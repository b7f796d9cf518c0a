"""Private data bound to a schema: readers, writers, checks, and cells as numbers."""

from vicinage.table.check import check_table
from vicinage.table.draft import draft_schema
from vicinage.table.problem import Problem
from vicinage.table.table import Table
from vicinage.table.writers import check_writable

__all__ = ["Problem", "Table", "check_table", "check_writable", "draft_schema"]
