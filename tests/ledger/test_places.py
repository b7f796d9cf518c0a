"""Where ledgers are: what belongs to them, what they say when they cannot be reached."""

import hmac
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from vicinage.errors import BudgetError, LedgerError
from vicinage.ledger import Ledger

SECRET = "c0rrect-horse"  # noqa: S105 - looked for in messages


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://steward:{SECRET}@127.0.0.1:1/budgets",
        f"postgresql://steward:{SECRET}@127.0.0.1:1/",
        f"postgresql://steward:{SECRET}@127.0.0.1:port/budgets",
        f"mysql://steward:{SECRET}@127.0.0.1/budgets",
        f"://{SECRET}",
    ],
)
def test_no_password_is_repeated(address):
    for make in (Ledger.open, Ledger.create):
        with pytest.raises(LedgerError) as caught:
            make(address)

        assert SECRET not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_an_open_ledger_shows_neither_password_nor_key(postgres_home):
    ledger = postgres_home.create()

    assert "not-a-secret" not in repr(ledger)
    assert ledger.data_set_key.hex() not in repr(ledger)


def test_the_key_of_a_data_base_is_in_the_home_by_default(server, tmp_path, monkeypatch):
    monkeypatch.delenv("VICINAGE_LEDGER_KEY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))

    (key,) = Ledger.files("postgresql://steward@db.example:6543/budgets")

    assert key == tmp_path / ".vicinage" / "db.example-6543-budgets.key"


def test_a_data_base_without_a_ledger_is_refused_and_a_failed_one_leaves_no_key(
    postgres_home, tmp_path, monkeypatch
):
    with pytest.raises(LedgerError, match="must be a file that vicinage made"):
        postgres_home.open()

    monkeypatch.setattr("vicinage.ledger.store.VERSION", None)
    with pytest.raises(LedgerError):
        postgres_home.create()
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()


@pytest.mark.parametrize("level", ["read committed", "repeatable read", "serializable"])
def test_charges_at_the_same_time_are_all_seen_whatever_the_data_base_isolates(
    postgres_home, level
):
    ledger = postgres_home.create()
    ledger.register("people", b"digest", epsilon=1)
    name = sa.make_url(postgres_home.address).database
    postgres_home.change(f"ALTER DATABASE {name} SET default_transaction_isolation = '{level}'")

    def charge(_):
        try:
            return postgres_home.open().reserve("people", epsilon="0.05") is not None
        except BudgetError:
            return False

    with ThreadPoolExecutor(8) as pool:
        granted = list(pool.map(charge, range(24)))

    assert sum(granted) == 20
    assert len(ledger.entries()) == 21
    ledger.verify()


def test_a_role_that_may_only_read_can_look_and_not_charge(postgres_home):
    ledger = postgres_home.create()
    ledger.register("people", b"digest", epsilon=1)
    role = f"reader_{secrets.token_hex(6)}"
    postgres_home.change(
        f"CREATE ROLE {role} LOGIN PASSWORD '{SECRET}'",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}",
    )
    address = sa.make_url(postgres_home.address).set(username=role, password=SECRET)
    reader = Ledger.open(address.render_as_string(hide_password=False))

    assert reader.remaining("people").epsilon == 1
    for write in (
        lambda: reader.reserve("people", epsilon="0.1"),
        lambda: reader.register("more", b"other", epsilon=1),
        lambda: reader.note_release(b"digest", {}),
    ):
        with pytest.raises(LedgerError, match="may write to") as caught:
            write()
        assert SECRET not in str(caught.value)
        assert role not in str(caught.value)
    assert ledger.remaining("people").epsilon == 1


def test_a_ledger_of_the_first_version_is_brought_up_to_date(sqlite_home):
    ledger = sqlite_home.create()
    ledger.note_release(b"digest", {"method": "RWN"})
    key = ledger._key
    sqlite_home.change(
        "DROP TABLE account",
        "DROP TABLE charge",
        "DROP TABLE data_set",
        "ALTER TABLE meta DROP COLUMN composition",
        "UPDATE meta SET version = 1",
    )
    old_check = first_check(key)
    connection = sqlite3.connect(sqlite_home.address)
    with connection:
        connection.execute("UPDATE meta SET key_check = ?", (old_check,))
    connection.close()

    opened = sqlite_home.open()

    assert [entry.content for entry in opened.entries()] == [{"method": "RWN"}]
    assert opened.note_release(b"digest", {"method": "RWN"}) == 1
    opened.register("people", b"digest", epsilon=1)
    sqlite_home.open().verify()


def first_check(key):
    return hmac.digest(key, b"vicinage ledger: check", "sha256")


def test_a_ledger_of_the_first_version_with_a_foreign_key_is_refused(sqlite_home):
    sqlite_home.create()
    sqlite_home.change("UPDATE meta SET version = 1")

    with pytest.raises(LedgerError, match="must be of version 2, got 1"):
        sqlite_home.open()
