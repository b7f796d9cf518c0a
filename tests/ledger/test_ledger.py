import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from vicinage.errors import LedgerError, ParameterError
from vicinage.ledger import Ledger

RECORD = {"method": "RWN", "parameters": {"n_neighbors": 5}}


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.delenv("VICINAGE_LEDGER_KEY", raising=False)
    return tmp_path / "releases.db"


def test_a_ledger_counts_the_earlier_releases_of_each_data_set(path):
    ledger = Ledger.create(path)

    counts = [ledger.note_release(data_set, RECORD) for data_set in (b"a", b"b", b"a", b"a")]

    assert counts == [0, 0, 1, 2]


def test_entries_outlive_the_program_and_show_no_digest(path):
    Ledger.create(path).note_release(b"hash of the rows", RECORD)

    (entry,) = Ledger.open(path).entries()

    assert (entry.number, entry.kind, entry.data_set, entry.content) == (1, "release", 1, RECORD)
    assert entry.at.endswith("+00:00")
    assert b"hash".hex() not in repr(entry)


def test_ledger_and_key_are_for_their_owner_only(path):
    Ledger.create(path)

    key = path.with_name("releases.db.key")

    assert [stat.S_IMODE(file.stat().st_mode) for file in (path, key)] == [0o600, 0o600]
    assert key.read_text().strip() not in repr(Ledger.open(path))
    assert "key_check" not in repr(Ledger.open(path))


@pytest.mark.parametrize("name", ["q?x.db", "q%41.db", "q#x.db", ":memory:", "q?mode=memory"])
def test_the_file_has_exactly_the_name_that_was_asked_for(name, tmp_path, monkeypatch):
    monkeypatch.delenv("VICINAGE_LEDGER_KEY", raising=False)
    monkeypatch.chdir(tmp_path)

    Ledger.create(name).note_release(b"a", RECORD)

    assert len(Ledger.open(name).entries()) == 1
    assert {file.name for file in tmp_path.iterdir()} == {name, f"{name}.key"}
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_the_key_may_be_elsewhere(path, tmp_path, monkeypatch):
    monkeypatch.setenv("VICINAGE_LEDGER_KEY", str(tmp_path / "safe.key"))

    one = Ledger.create(path)
    other = Ledger.create(tmp_path / "other.db")

    assert one.data_set_key == other.data_set_key == Ledger.open(path).data_set_key
    assert not path.with_name("releases.db.key").exists()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entry SET content = replace(content, '5', '6') WHERE number = 2",
        "UPDATE entry SET data_set = x'00' WHERE number = 1",
        "DELETE FROM entry WHERE number = 1",
        "DELETE FROM entry WHERE number = 2",
    ],
)
def test_a_changed_or_removed_entry_is_noticed(path, change):
    ledger = Ledger.create(path)
    for data_set in (b"a", b"b", b"c"):
        ledger.note_release(data_set, RECORD)
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()

    with pytest.raises(LedgerError, match="was changed or removed; put back a copy"):
        ledger.entries()


def test_a_missing_ledger_is_refused_with_the_command_that_makes_one(path):
    with pytest.raises(LedgerError, match=r"must exist, got .*`vicinage ledger create .*` makes"):
        Ledger.open(path)


@pytest.mark.parametrize("content", [b"", b"not a data base, but long enough to look at" * 50])
def test_a_file_that_is_no_ledger_is_refused(path, content):
    path.write_bytes(content)
    path.with_name("releases.db.key").write_text("00" * 32)

    with pytest.raises(LedgerError, match="must be a file that vicinage made"):
        Ledger.open(path)


def test_a_ledger_of_a_later_version_is_refused(path):
    Ledger.create(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET version = 99")
    connection.close()

    with pytest.raises(LedgerError, match="must be of version 2, got 99"):
        Ledger.open(path)


def test_a_missing_a_damaged_and_a_foreign_key_are_refused(path):
    Ledger.create(path)
    key = path.with_name("releases.db.key")

    key.write_text("ff" * 32)
    with pytest.raises(LedgerError, match=r"key must be the one made with .*, got another"):
        Ledger.open(path)
    key.write_text("no key")
    with pytest.raises(LedgerError, match="must be 64 hexadecimal digits"):
        Ledger.open(path)
    key.unlink()
    with pytest.raises(LedgerError, match=r"No such file.*VICINAGE_LEDGER_KEY"):
        Ledger.open(path)


def test_nothing_is_created_over_a_ledger_or_a_key(path, tmp_path):
    Ledger.create(path)

    with pytest.raises(LedgerError, match="must be a new file"):
        Ledger.create(path)
    path.unlink()
    with pytest.raises(LedgerError, match=r"must have a new key, but .* exists"):
        Ledger.create(path)
    with pytest.raises(LedgerError, match="folder that exists"):
        Ledger.create(tmp_path / "none" / "releases.db")


@pytest.mark.parametrize("place", ["/proc/releases.db", "x" * 252, "x" * 300])
def test_a_ledger_that_cannot_be_written_leaves_no_key(place, tmp_path, monkeypatch):
    monkeypatch.setenv("VICINAGE_LEDGER_KEY", str(tmp_path / "safe.key"))
    if place == "x" * 252:  # the ledger's name is not too long, that of the key is
        monkeypatch.delenv("VICINAGE_LEDGER_KEY")

    with pytest.raises(LedgerError, match="must be in a place to write to"):
        Ledger.create(tmp_path / place)
    assert not list(tmp_path.iterdir())


def test_a_ledger_that_fails_half_way_leaves_nothing(path, tmp_path, monkeypatch):
    monkeypatch.setattr("vicinage.ledger.store.VERSION", None)

    with pytest.raises(LedgerError, match="must be a file that vicinage made"):
        Ledger.create(path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("data_set", ["no hex", b"", None, 3])
def test_a_release_is_noted_of_a_digest_only(path, data_set):
    ledger = Ledger.create(path)

    with pytest.raises(ParameterError, match="digest must be bytes or hexadecimal text"):
        ledger.note_release(data_set, RECORD)
    assert ledger.entries() == ()


def test_notes_made_at_the_same_time_are_all_kept(path):
    Ledger.create(path)

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda _: Ledger.open(path).note_release(b"a", RECORD), range(24)))

    assert sorted(counts) == list(range(24))
    assert len(Ledger.open(path).entries()) == 24
