import os
import secrets
from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from support.postgres_server import REQUIRED, missing_reason, postgres_server
from vicinage.ledger import Ledger


@dataclass(frozen=True)
class Home:
    """Where a test keeps its ledger."""

    address: str
    engine: str

    def create(self, **options):
        return Ledger.create(self.address, **options)

    def open(self):
        return Ledger.open(self.address)

    def change(self, *statements):
        """Write into the data base, as somebody without the key could."""
        url = sa.make_url(
            f"sqlite:///{self.address}"
            if self.engine == "sqlite"
            else self.address.replace("postgresql", "postgresql+psycopg", 1)
        )
        engine = sa.create_engine(url, poolclass=sa.NullPool)
        with engine.begin() as connection:
            return [
                result.rowcount if not result.returns_rows else result.all()
                for result in map(connection.exec_driver_sql, statements)
            ]


@pytest.fixture(scope="session")
def server():
    reason = missing_reason()
    if reason is not None:
        if os.environ.get(REQUIRED):
            pytest.fail(reason)
        pytest.skip(reason)
    with postgres_server() as address:
        yield address


@pytest.fixture
def sqlite_home(tmp_path, monkeypatch):
    monkeypatch.delenv("VICINAGE_LEDGER_KEY", raising=False)
    return Home(str(tmp_path / "budget.db"), "sqlite")


@pytest.fixture
def postgres_home(server, tmp_path, monkeypatch):
    monkeypatch.setenv("VICINAGE_LEDGER_KEY", str(tmp_path / "budget.key"))
    name = f"ledger_{secrets.token_hex(6)}"
    engine = sa.create_engine(
        f"{server}/postgres".replace("postgresql", "postgresql+psycopg", 1),
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
    )
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    return Home(f"{server}/{name}", "postgresql")


@pytest.fixture(params=["sqlite", "postgres"])
def home(request):
    return request.getfixturevalue(f"{request.param}_home")
