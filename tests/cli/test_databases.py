"""Every command takes the address of a table, and no message tells a password."""

import csv
import json
import os
from pathlib import Path
from urllib.parse import quote

import pyarrow as pa
import pytest

from support.databases import PLANTED
from vicinage._kernels import use_threads
from vicinage.table import Table, databases, place_of

ROWS = 40
TABLE = pa.table(
    {
        "person": pa.array(range(ROWS), pa.int32()),
        "age": pa.array([20 + (7 * i) % 41 for i in range(ROWS)], pa.int32()),
        "pay": pa.array([1000.5 + 13 * ((11 * i) % 37) for i in range(ROWS)]),
        "job": pa.array(["clerk" if i % 3 else "cook" for i in range(ROWS)]),
    }
)
SCHEMA = """
public = true
[columns.person]
kind = "numeric"
integer = true
role = "key"
[columns.age]
kind = "numeric"
lower = 0
upper = 120
integer = true
[columns.pay]
kind = "numeric"
lower = 0
upper = 2000
[columns.job]
kind = "categorical"
categories = ["clerk", "cook"]
"""
RWN = ["--method", "rwn", "-k", 3, "--seed", 7, "--keep-key", "--quiet", "--no-evaluate"]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith("PG")]:
        monkeypatch.delenv(name)
    yield
    use_threads(1000)


@pytest.fixture
def schema(tmp_path):
    path = tmp_path / "people.toml"
    path.write_text(SCHEMA, encoding="utf-8")
    return path


@pytest.fixture
def people(address):
    put(address("people"), TABLE)
    return address("people")


def put(address, table):
    with databases.writing(place_of(address), table.schema) as write:
        write(table)


def get(address):
    with databases.reading(place_of(address)) as rows:
        return rows.reader.read_all()


def test_a_release_goes_from_one_table_into_another(run, people, address, schema, tmp_path):
    target = address("people_protected")

    code, out, err = run("release", people, "--schema", schema, *RWN, "-o", target)

    assert (code, out, err) == (0, "", "")
    released = get(target)
    assert released.schema.names == TABLE.schema.names
    assert [field.type for field in released.schema] == [field.type for field in TABLE.schema]
    assert released.column("person").to_pylist() == list(range(ROWS))
    assert released.column("age") != TABLE.column("age")
    record = json.loads((tmp_path / "here/people_protected.record.json").read_text())
    assert record["output"]["table"] == "people_protected"
    assert len(record["output"]["rows_sha256"]) == 64


def test_the_same_table_gives_the_same_release_wherever_it_is(
    run, people, address, schema, tmp_path
):
    run("release", people, "--schema", schema, *RWN, "-o", tmp_path / "of_database.csv")
    sources = {"csv": "a.csv", "parquet": "a.parquet", "sav": "a.sav", "dta": "a.dta"}
    for kind, name in sources.items():
        Table.from_frame(TABLE, key="person").write(tmp_path / name)
        out = tmp_path / f"of_{kind}.csv"
        code, _, err = run("release", tmp_path / name, "--schema", schema, *RWN, "-o", out)
        assert code == 0, err

    expected = numbers(tmp_path / "of_database.csv")
    assert len(expected) == ROWS
    for kind in sources:
        assert numbers(tmp_path / f"of_{kind}.csv") == expected, kind


def numbers(path):
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return [(int(r["person"]), int(r["age"]), float(r["pay"]), r["job"]) for r in rows]


def test_without_a_key_the_record_says_what_ordered_the_rows(run, people, tmp_path):
    out = tmp_path / "out.csv"

    run("release", people, *RWN[:6], "--quiet", "--no-evaluate", "-o", out)

    notes = json.loads((tmp_path / "out.csv.record.json").read_text())["notes"]
    assert any("Order of rows: as the database stores them." in note for note in notes)


def test_a_release_in_parts_of_a_table_is_that_of_the_whole(run, people, schema, tmp_path):
    schema.write_text(SCHEMA.replace('role = "key"\n', 'role = "ignored"\n'), encoding="utf-8")
    options = [str(o) for o in ("--schema", schema, *RWN, "--partition-size", 8)]
    options.remove("--keep-key")
    whole, parts = tmp_path / "whole.parquet", tmp_path / "parts.parquet"
    run("release", people, *options, "-o", whole)

    code, _, err = run("release", people, *options, "--memory", "2GB", "-o", parts)

    assert (code, err) == (0, "")
    assert Table.read(parts).frame.arrow().equals(Table.read(whole).frame.arrow())
    records = [json.loads(path.with_name(f"{path.name}.record.json").read_text())
               for path in (whole, parts)]  # fmt: skip
    assert records[0]["notes"] == records[1]["notes"]
    assert any("Order of rows: as the database stores them." in n for n in records[1]["notes"])
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(".")} == set()


def test_a_release_in_parts_into_a_database_is_refused(run, people, address, schema):
    options = ("--schema", schema, *RWN, "--partition-size", 8, "--memory", "2GB")

    code, _, err = run("release", people, *options, "-o", address("other"))

    assert code != 0
    assert "--memory must go with a file as --output" in " ".join(err.split())


def test_a_table_that_is_there_stays_unless_forced(run, people, address, schema):
    target = address("people_protected")
    arguments = ["release", people, "--schema", schema, *RWN, "-o", target]
    put(target, pa.table({"old": [1]}))

    code, _, err = run(*arguments)
    assert code == 1
    assert "output must be a new table" in err
    assert get(target).column_names == ["old"]
    assert not list(os.scandir("."))

    code, _, err = run(*arguments, "--force")
    assert (code, err) == (0, "")
    assert get(target).num_rows == ROWS


def test_the_original_is_never_the_target(run, people, schema):
    code, _, err = run("release", people, "--schema", schema, *RWN, "-o", people, "--force")

    assert code == 1
    assert "must be another table than the original" in err
    assert get(people).equals(TABLE)


def test_a_record_that_is_there_stays_and_so_does_the_database(
    run, people, address, schema, tmp_path
):
    record = tmp_path / "kept.json"
    record.write_text("mine")
    target = address("people_protected")

    code, _, err = run(
        "release", people, "--schema", schema, *RWN, "-o", target, "--record", record
    )

    assert code == 1
    assert "record must be a new file" in err
    assert record.read_text() == "mine"
    databases.check_target(place_of(target))


def test_a_failed_write_keeps_neither_table_nor_record(run, people, address, tmp_path):
    put(address("wide"), TABLE.rename_columns(["person", "age", "pay", "é" * 20]))
    target = f"sqlite:///{tmp_path}/x.db#sqlite_reserved"

    code, _, err = run("release", people, *RWN[:6], "--quiet", "--no-evaluate", "-o", target)

    assert code == 3
    assert "nothing of this release was kept" in err
    assert not list(os.scandir("."))
    assert not (tmp_path / "x.db").exists()


def test_a_table_of_a_ledger_is_no_target(run, people, tmp_path, schema):
    ledger = tmp_path / "budget.db"
    run("ledger", "create", ledger)

    code, _, err = run(
        "release",
        people,
        "--schema",
        schema,
        *RWN,
        "--ledger",
        ledger,
        "-o",
        f"sqlite:///{ledger}#people",
    )

    assert code == 1
    assert "must be another file than the original" in err


@pytest.mark.parametrize("option", [(), ("--force",)])
def test_a_ledger_that_the_command_does_not_use_is_no_target_either(
    run, people, tmp_path, schema, option
):
    ledger = tmp_path / "budget.db"
    run("ledger", "create", ledger)
    before = ledger.read_bytes()

    code, _, err = run(
        "release", people, "--schema", schema, *RWN, "-o", f"sqlite:///{ledger}#people", *option
    )

    assert code == 1
    assert "--output must be in another file than a ledger" in err
    assert ledger.read_bytes() == before


def test_every_command_takes_an_address(run, people, address, schema, tmp_path):
    ledger = tmp_path / "budget.db"
    target = address("safe")
    run("ledger", "create", ledger)
    run("release", people, "--schema", schema, *RWN, "-o", target)
    budget = ["--epsilon", "0.5", "--ledger", ledger]
    shown = ["--schema", schema]
    commands = [
        ["schema", people],
        ["check", people, *shown],
        ["evaluate", people, target, *shown],
        ["report", people, target, *shown, "--record", "safe.record.json", "-o", "page.html"],
        ["tune", people, *shown, "--method", "noise-addition", "--sweep", "scale=0.1,0.2",
         "--repetitions", 2, "--limit", "0.9", "-o", tmp_path / "tuning", "--quiet"],
        ["statistics", people, *shown, "--column", "age", "--n-resamples", 200],
        ["ledger", "register", people, *shown, "--name", "people", "--epsilon", "9",
         "--ledger", ledger],
        ["count-outliers", people, *shown, "--columns", "age,pay", *budget],
        ["find-subspaces", people, *shown, "--top", 1, "--max-size", 1, *budget],
        ["distances", people, *shown, "--columns", "job,age", *budget, "-o", "d.json"],
    ]  # fmt: skip
    for command in commands:
        code, out, err = run(*command)
        assert code == 0, (command[0], err)
        told(out, err)
    for path in [*Path().iterdir(), ledger, *(tmp_path / "tuning").iterdir()]:
        told(path.read_bytes().decode("utf-8", "replace"))


def told(*texts):
    """Fail if a text holds the password that every address of the server has."""
    for text in texts:
        assert PLANTED not in text
        assert quote(PLANTED, safe="") not in text


def test_a_record_of_another_table_is_refused(run, people, address, schema):
    for name in ("one", "other"):
        run("release", people, "--schema", schema, *RWN[:4], "--quiet", "--keep-key",
            "--no-evaluate", "-o", address(name))  # fmt: skip

    code, _, err = run("report", people, address("one"), "--schema", schema,
                       "--record", "other.record.json", "-o", "page.html")  # fmt: skip

    assert code == 1
    assert "which is of another one" in err


def test_no_failure_tells_the_password(run, postgres, server, schema):
    people = postgres.address("people")
    put(people, TABLE)
    postgres(
        "CREATE TABLE odd (x bytea)",
        "CREATE TABLE late (d date)",
        "INSERT INTO late VALUES ('infinity')",
        "CREATE TABLE huge (n numeric)",
        "INSERT INTO huge VALUES (1e60)",
        "CREATE TABLE base (x int)",
        "CREATE VIEW upon AS SELECT * FROM base",
        "CREATE ROLE nobody LOGIN",
    )
    pw = quote(PLANTED, safe="")
    host = server.partition("@")[2]
    database = people.rpartition("/")[0].rpartition("/")[2]
    release = ["release", people, "--schema", schema, *RWN, "-o"]
    commands = [
        ["check", f"postgresql://steward:{pw}@127.0.0.1:1/d/t"],
        ["check", f"postgresql://steward:{pw}@nowhere.invalid/d/t"],
        ["check", f"postgresql://stranger:{pw}@{host}/{database}/people"],
        ["check", f"{server}/no_such_database/people"],
        ["check", postgres.address("no_such_table")],
        ["check", postgres.address("no_such_schema.people")],
        ["check", postgres.address("odd")],
        ["check", postgres.address("late")],
        ["check", postgres.address("huge")],
        ["check", f"{people}/more"],
        ["check", f"{people}?password={pw}"],
        ["check", f"{people}?options=-c%20password={pw}"],
        ["check", f"postgresql://steward:{PLANTED}@{host}/{database}/people"],
        ["check", people, people],  # two, where one is taken
        ["check", people, "--nonsense", people],
        ["check", people, "--schema", people],
        ["tune", people, "--method", people, "--limit", 1, "-o", "t"],
        ["tune", people, "--method", "rwn", "--limit", people, "-o", "t"],
        ["release", people],
        ["release", people, "--method", people, "-o", postgres.address("x")],
        ["release", people, *RWN, "-o", "x.csv", "--report", people],
        ["release", people, *RWN, "-o", "x.csv", "--threads", people],
        [*release, postgres.address("people")],
        [*release, postgres.address("base")],
        [*release, postgres.address("base"), "--force"],
        [*release, postgres.address("upon"), "--force"],
        [*release, postgres.address("no_schema.t")],
        [*release, postgres.address("t" * 70)],
        [*release, f"postgresql://nobody:{pw}@{host}/{database}/t"],
        [*release, f"postgresql://steward:{pw}@127.0.0.1:1/d/t"],
        ["ledger", "register", people, "--schema", people, "--name", "p", "--epsilon", 1,
         "--ledger", people],
        ["count-outliers", people, "--schema", schema, "--columns", "age", "--epsilon", people,
         "--ledger", people],
    ]  # fmt: skip
    for command in commands:
        code, out, err = run(*command)
        assert code in (1, 2, 3), command[:1]
        assert err, command
        assert "Traceback" not in err
        flat = "".join(
            character for text in (out, err) for character in text if character not in "│ \n"
        )
        told(out, err, flat)
    assert not [entry for entry in os.scandir(".") if entry.name != "t"]
    databases.check_target(place_of(postgres.address("t")))
