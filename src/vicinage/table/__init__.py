"""Private data bound to a schema: readers, writers, checks, and cells as numbers."""

from vicinage.table.table import Table

__all__ = ["Table"]
