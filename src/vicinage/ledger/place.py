"""Where a ledger is kept."""

from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

__all__ = ["Place"]


class Place(Protocol):
    """A data base that may hold a ledger; it knows how its engine locks."""

    @property
    def shown(self) -> str:
        """Its name in messages, without a password."""

    @property
    def key_path(self) -> Path:
        """Where the key is kept."""

    @property
    def files(self) -> tuple[Path, ...]:
        """All files of this machine that belong to it, the key among them."""

    @property
    def engine(self) -> sa.Engine:
        """What connects to it."""

    def check_new(self) -> None:
        """Refuse where there is something already, or nothing can be."""

    def prepare(self) -> None:
        """Make what must be there before tables can be made, or refuse."""

    def check_exists(self) -> None:
        """Refuse where there is nothing to open."""

    def check_whole(self, connection: sa.Connection) -> None:
        """Refuse damage that reading the rows need not meet."""

    def discard(self) -> None:
        """Remove what :meth:`prepare` made."""

    def lock(self, connection: sa.Connection) -> None:
        """Keep others from writing until the transaction ends."""

    def snapshot(self, connection: sa.Connection) -> None:
        """Let the transaction see one state, whatever others write."""
