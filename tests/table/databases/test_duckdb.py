"""What only DuckDB has."""

import datetime
from decimal import Decimal

import duckdb
import pyarrow as pa
import pytest

from vicinage.errors import OutputError, TableError
from vicinage.table import databases, place_of


@pytest.fixture
def duck(tmp_path):
    """A function of statements, with one to read a table."""
    path = tmp_path / "tables.duckdb"

    def run(*statements):
        with duckdb.connect(str(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            return connection.fetchall()

    def read(table="t"):
        with databases.reading(place_of(f"duckdb:///{path}#{table}")) as rows:
            return rows.reader.read_all(), rows.order

    run.read, run.path = read, path
    return run


def test_its_own_types_are_read_as_what_they_mean(duck):
    duck(
        "CREATE TABLE t (h HUGEINT, u UUID, e ENUM('a', 'b'), d DECIMAL(20, 3), n TIMESTAMP_NS)",
        "INSERT INTO t VALUES (2, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'b', 1.5, NULL)",
    )

    table, _ = duck.read()

    assert table.column("h").to_pylist() == [Decimal(2)]
    assert table.column("u").to_pylist() == ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"]
    assert table.column("e").to_pylist() == ["b"]
    assert table.column("d").to_pylist() == [Decimal("1.500")]


@pytest.mark.parametrize(
    ("declared", "cell", "message"),
    [
        ("DATE", "'infinity'", "column 'x' must hold dates of the years 1 to 9999"),
        ("TIMESTAMP", "'-infinity'", "column 'x' must hold dates of the years 1 to 9999"),
        ("BLOB", "'a'", "got 'x' of type BLOB"),
        ("INTEGER[]", "[1]", r"got 'x' of type INTEGER\[\]"),
        ("DECIMAL(5, 2)[]", "[1]", r"got 'x' of type DECIMAL\(5,2\)\[\]"),
        ("TIME", "'10:00'", "got 'x' of type TIME"),
        ("STRUCT(a INT)", "{'a': 1}", "got 'x' of type STRUCT"),
    ],
)
def test_what_no_table_can_have_is_refused_by_name(duck, declared, cell, message):
    duck(f"CREATE TABLE t (x {declared})", f"INSERT INTO t VALUES ({cell})")  # noqa: S608

    with pytest.raises(TableError, match=message):
        duck.read()


def test_schemas_views_and_keys(duck):
    duck(
        "CREATE SCHEMA raw",
        "CREATE TABLE raw.t (x INT PRIMARY KEY)",
        "INSERT INTO raw.t VALUES (3), (1), (2)",
        "CREATE VIEW v AS SELECT x + 1 AS x FROM raw.t WHERE x > 2",
    )

    assert duck.read("raw.t")[0].to_pydict() == {"x": [1, 2, 3]}
    assert duck.read("raw.t")[1] == "primary key"
    assert duck.read("v")[0].to_pydict() == {"x": [4]}


def test_a_view_is_never_replaced(duck):
    duck("CREATE TABLE t (x INT)", "CREATE VIEW v AS SELECT x FROM t")
    table = pa.table({"x": [1]})

    with (
        pytest.raises(OutputError, match="must be one that can be written to"),
        databases.writing(place_of(f"duckdb:///{duck.path}#v"), table.schema, replace=True) as add,
    ):
        add(table)

    assert duck("SELECT count(*) FROM v") == [(0,)]


def test_a_file_cannot_make_it_read_another_one(duck, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("x\nhidden\n")
    duck(f"CREATE VIEW v AS SELECT * FROM read_csv('{secret}')")  # noqa: S608 - of this test

    with pytest.raises(TableError, match="must be one that can be read from") as caught:
        duck.read("v")

    assert "hidden" not in str(caught.value)


def test_a_file_that_another_program_writes_is_refused(duck, tmp_path):
    duck("CREATE TABLE t (d DATE)", "INSERT INTO t VALUES ('2024-02-29')")

    with duckdb.connect(str(duck.path)), pytest.raises(TableError, match="can be read from"):
        duck.read()

    assert duck.read()[0].to_pydict() == {"d": [datetime.date(2024, 2, 29)]}
