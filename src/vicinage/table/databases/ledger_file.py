"""Ledgers are kept in SQLite files too, and a table has no business there."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

__all__ = ["is_ledger"]

# Columns that a ledger of any version has; see vicinage.ledger.tables.
_SIGNS = {("meta", "key_check"), ("meta", "composition"), ("entry", "seal")}


def is_ledger(path: Path) -> bool:
    """Say whether a file is a ledger of privacy budgets.

    Parameters
    ----------
    path : Path
        Need not exist, nor be a file of SQLite.
    """
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"file:{quote(path.as_posix())}?mode=ro", uri=True)) as file:
            found = file.execute(
                "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c "
                "WHERE t.type = 'table'"
            ).fetchall()
    except sqlite3.Error:  # another kind of file, or one that cannot be read
        return False
    return set(found) >= _SIGNS
