"""Private data bound to a schema: readers, writers, checks, and cells as numbers."""

from vicinage.table.table import Table
from vicinage.table.writers import check_writable

__all__ = ["Table", "check_writable"]
