"""Fixtures: a PostgreSQL server with a password, and tables in all three kinds of databases."""

import os
import secrets
from urllib.parse import quote

import adbc_driver_postgresql.dbapi
import pytest

from support.postgres_server import REQUIRED, missing_reason, postgres_server
from vicinage.table import place_of

PLANTED = "s3cr:t/#@%?pw"  # a password with everything that an address may stumble over


@pytest.fixture(scope="session")
def server():
    reason = missing_reason()
    if reason is not None:
        if os.environ.get(REQUIRED):
            pytest.fail(reason)
        pytest.skip(reason)
    with postgres_server() as address:
        yield address.replace("not-a-secret", quote(PLANTED, safe=""))


@pytest.fixture
def postgres(server):
    """A data base of its own, as a function of a statement and of a name of a table."""
    name = f"tables_{secrets.token_hex(6)}"

    def run(*statements, database=name):
        address = f"{server}/{database}"
        with (
            adbc_driver_postgresql.dbapi.connect(address, autocommit=True) as connection,
            connection.cursor() as cursor,
        ):
            for statement in statements:
                cursor.execute(statement)
            return cursor.fetchall() if cursor.description else None

    run(f"CREATE DATABASE {name}", database="postgres")
    run.address = lambda table: f"{server}/{name}/{table}"
    yield run
    run(f"DROP DATABASE {name}", database="postgres")


@pytest.fixture(params=["postgresql", "sqlite", "duckdb"])
def address(request, tmp_path):
    """A function of the name of a table, in a database of each kind."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").address
    return lambda table: f"{request.param}:///{tmp_path}/tables.db#{table}"


@pytest.fixture
def place(address):
    return lambda table: place_of(address(table))
