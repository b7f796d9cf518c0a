"""What can be read and written of a ledger in one transaction."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from vicinage.ledger.account import Account
from vicinage.ledger.books import Books
from vicinage.ledger.row import Row
from vicinage.ledger.tables import ACCOUNT, CHARGE, DATA_SET, ENTRY

__all__ = ["Transaction"]


@dataclass(frozen=True, slots=True)
class Transaction:
    """One transaction of a :class:`~vicinage.ledger.store.Store`.

    No method reads all entries but :meth:`rows` and :meth:`books`, so that a charge costs the same
    however many there are.
    """

    _connection: sa.Connection

    def last(self) -> Row | None:
        """Return the newest entry."""
        newest = sa.select(ENTRY).order_by(ENTRY.c.number.desc()).limit(1)
        row = self._connection.execute(newest).first()
        return Row(**row._asdict()) if row else None

    def rows(self) -> Iterator[Row]:
        """Yield all entries, oldest first."""
        for row in self._connection.execute(sa.select(ENTRY).order_by(ENTRY.c.number)):
            yield Row(**row._asdict())

    def append(self, row: Row) -> None:
        """Add an entry."""
        self._connection.execute(ENTRY.insert().values(asdict(row)))

    def n_releases(self, digest: bytes) -> int:
        """Return how many releases of a data set were noted."""
        same = sa.select(sa.func.count()).where(
            ENTRY.c.data_set == digest, ENTRY.c.kind == "release"
        )
        return int(self._connection.execute(same).scalar_one())

    def data_set(self, key: bytes | str) -> tuple[str, bytes, str] | None:
        """Return (name, digest, lineage) of what is registered under a digest or a name."""
        column = DATA_SET.c.digest if isinstance(key, bytes) else DATA_SET.c.name
        row = self._connection.execute(sa.select(DATA_SET).where(column == key)).first()
        return (row.name, bytes(row.digest), row.lineage) if row else None

    def accounts(self, lineage: str) -> dict[str, Account]:
        """Return the accounts of a lineage by analyst, that of all together under ""."""
        found = self._connection.execute(sa.select(ACCOUNT).where(ACCOUNT.c.lineage == lineage))
        return {row.analyst: Account(**row._asdict()) for row in found}

    def charge(self, request_id: str) -> tuple[int, int | None] | None:
        """Return the entries of a charge and of its answer."""
        found = sa.select(CHARGE.c.number, CHARGE.c.answer).where(CHARGE.c.request_id == request_id)
        row = self._connection.execute(found).first()
        return (row.number, row.answer) if row else None

    def digest_of(self, number: int) -> bytes:
        """Return which data set an entry is about."""
        found = sa.select(ENTRY.c.data_set).where(ENTRY.c.number == number)
        return bytes(self._connection.execute(found).scalar_one())

    def add_data_set(self, name: str, digest: bytes, lineage: str) -> None:
        """Register a data set."""
        values = {"name": name, "digest": digest, "lineage": lineage}
        self._connection.execute(DATA_SET.insert().values(values))

    def add_accounts(self, accounts: Iterable[Account]) -> None:
        """Open accounts."""
        self._connection.execute(ACCOUNT.insert(), [asdict(account) for account in accounts])

    def keep_account(self, account: Account) -> None:
        """Write what an account has become."""
        mine = (ACCOUNT.c.lineage == account.lineage) & (ACCOUNT.c.analyst == account.analyst)
        self._connection.execute(ACCOUNT.update().where(mine).values(asdict(account)))

    def add_charge(self, request_id: str, number: int) -> None:
        """Remember which entry is a charge."""
        self._connection.execute(CHARGE.insert().values(request_id=request_id, number=number))

    def keep_answer(self, request_id: str, number: int) -> None:
        """Remember which entry is the answer to a charge."""
        mine = CHARGE.c.request_id == request_id
        self._connection.execute(CHARGE.update().where(mine).values(answer=number))

    def books(self) -> Books:
        """Return all that stands beside the entries."""
        accounts = [
            Account(**row._asdict()) for row in self._connection.execute(sa.select(ACCOUNT))
        ]
        return Books(
            accounts={(account.lineage, account.analyst): account for account in accounts},
            data_sets={
                row.name: (bytes(row.digest), row.lineage)
                for row in self._connection.execute(sa.select(DATA_SET))
            },
            charges={
                row.request_id: (row.number, row.answer)
                for row in self._connection.execute(sa.select(CHARGE))
            },
        )
