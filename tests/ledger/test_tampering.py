import shutil
from pathlib import Path

import pytest

from vicinage.errors import LedgerError


@pytest.fixture
def ledger(home):
    ledger = home.create()
    ledger.register("people", b"digest", epsilon=2, delta="1e-6", analysts={"ann": 1})
    reservation = ledger.reserve("people", epsilon="0.5", request={}, analyst="ann")
    ledger.settle(reservation, {"answer": 1})
    ledger.note_release(b"digest", {"method": "RWN"})
    ledger.reserve("people", epsilon="0.25", request={}, analyst="ann")
    return ledger


ENTRY = "was changed or removed; put back a copy"
BALANCE = "balances must be what its entries make"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("UPDATE entry SET at = '2020-01-01T00:00:00+00:00' WHERE number = 2", ENTRY),
        ("UPDATE entry SET kind = 'release' WHERE number = 2", ENTRY),
        ("UPDATE entry SET content = replace(content, '0.5', '0.1') WHERE number = 2", ENTRY),
        ("UPDATE entry SET content = replace(content, '2', '9') WHERE number = 1", ENTRY),
        ("UPDATE entry SET data_set = seal WHERE number = 4", ENTRY),
        ("UPDATE entry SET seal = data_set WHERE number = 5", ENTRY),
        ("UPDATE entry SET number = 9 WHERE number = 5", ENTRY),
        ("DELETE FROM entry WHERE number = 1", ENTRY),
        ("DELETE FROM entry WHERE number = 3", ENTRY),
        ("DELETE FROM entry WHERE number = 5", BALANCE),
        ("DELETE FROM entry", BALANCE),
        ("UPDATE account SET spent = 0", BALANCE),
        ("UPDATE account SET spent = 0 WHERE analyst = 'ann'", BALANCE),
        ("UPDATE account SET cap = cap + 1 WHERE analyst = ''", BALANCE),
        ("UPDATE account SET delta_cap = delta_cap + 1", BALANCE),
        ("UPDATE account SET delta_spent = delta_spent + 1 WHERE analyst = ''", BALANCE),
        ("UPDATE account SET places = 0", BALANCE),
        ("UPDATE account SET lineage = 'other'", BALANCE),
        ("UPDATE account SET analyst = 'eve' WHERE analyst = 'ann'", BALANCE),
        ("DELETE FROM account WHERE analyst = 'ann'", BALANCE),
        ("UPDATE data_set SET name = 'other'", BALANCE),
        ("UPDATE data_set SET lineage = 'other'", BALANCE),
        ("UPDATE data_set SET digest = (SELECT seal FROM entry WHERE number = 1)", BALANCE),
        ("DELETE FROM data_set", BALANCE),
        ("UPDATE charge SET request_id = 'other' WHERE number = 2", BALANCE),
        ("UPDATE charge SET answer = NULL", BALANCE),
        ("UPDATE charge SET number = 4 WHERE number = 2", BALANCE),
        ("DELETE FROM charge WHERE number = 2", BALANCE),
    ],
)
def test_a_change_of_any_field_is_noticed(ledger, home, change, message):
    ledger.verify()
    (changed,) = home.change(change)

    assert changed
    with pytest.raises(LedgerError, match=message):
        home.open().verify()


def test_entries_in_another_order_are_noticed(ledger, home):
    home.change(
        "UPDATE entry SET number = 99 WHERE number = 3",
        "UPDATE entry SET number = 3 WHERE number = 2",
        "UPDATE entry SET number = 2 WHERE number = 99",
    )

    with pytest.raises(LedgerError, match="entry 2 was changed or removed"):
        ledger.verify()


def test_a_charge_taken_back_with_its_balance_is_noticed_by_a_head_kept_elsewhere(ledger, home):
    head = ledger.verify()
    home.change(
        "DELETE FROM entry WHERE number = 5",
        "DELETE FROM charge WHERE number = 5",
        "UPDATE account SET spent = spent - 250000000000, places = 1",
    )

    ledger.verify()
    with pytest.raises(LedgerError, match="an old copy was put back"):
        ledger.verify(head)


def test_an_old_copy_put_back_is_noticed_by_a_head_kept_elsewhere(sqlite_home, tmp_path):
    ledger = sqlite_home.create()
    ledger.register("people", b"digest", epsilon=1)
    shutil.copy(sqlite_home.address, tmp_path / "old")
    old = ledger.verify()
    ledger.reserve("people", epsilon=1, request={})
    head = ledger.verify(old)

    shutil.copy(tmp_path / "old", sqlite_home.address)

    assert sqlite_home.open().verify() == old
    with pytest.raises(LedgerError, match="must contain the entry of the given head"):
        sqlite_home.open().verify(head)


def test_a_head_may_come_with_the_end_of_its_line(ledger):
    head = ledger.verify()

    assert ledger.verify(f"{head}\n") == head


@pytest.mark.parametrize("head", ["", "7", "1-", "2-00", "nonsense"])
def test_a_head_that_never_was_is_refused(ledger, head):
    with pytest.raises(LedgerError, match="must contain the entry of the given head"):
        ledger.verify(head)


@pytest.mark.parametrize("change", ["DROP TABLE account", "DELETE FROM meta"])
def test_a_ledger_without_its_parts_is_refused_in_our_words(ledger, home, change):
    home.change(change)

    with pytest.raises(LedgerError, match="must be a file that vicinage made") as caught:
        home.open().reserve("people", epsilon=1, request={}, analyst="ann")
    assert "SELECT" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_ledger_without_its_balances_is_refused_in_our_words(ledger, home):
    home.change("DELETE FROM account WHERE analyst = ''")

    with pytest.raises(LedgerError, match="must be a file that vicinage made"):
        home.open().remaining("people", "ann")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE account SET spent = x'00'",
        "UPDATE account SET spent = 'abc'",
        "UPDATE account SET spent = 0.5",
    ],
)
def test_a_balance_that_is_no_number_is_refused_in_our_words(sqlite_home, change):
    ledger = sqlite_home.create()
    ledger.register("people", b"digest", epsilon=1)
    sqlite_home.change("PRAGMA ignore_check_constraints = 1", change)

    with pytest.raises(LedgerError):
        ledger.reserve("people", epsilon=1, request={})
    with pytest.raises(LedgerError):
        ledger.verify()


def test_a_damaged_index_is_noticed_although_all_rows_can_be_read(sqlite_home):
    ledger = sqlite_home.create()
    ledger.register("people", b"digest", epsilon=1)
    ledger.verify()
    [(page,)], [(size,)] = sqlite_home.change(
        "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'charge'",
        "PRAGMA page_size",
    )
    with Path(sqlite_home.address).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))

    with pytest.raises(LedgerError, match="must be an undamaged file"):
        ledger.verify()
