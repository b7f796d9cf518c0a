"""What only PostgreSQL has."""

import datetime
from decimal import Decimal

import pyarrow as pa
import pytest

from vicinage.errors import OutputError, TableError
from vicinage.table import databases, place_of


def read(postgres, table):
    with databases.reading(place_of(postgres.address(table))) as rows:
        return rows.reader.read_all(), rows.order


def write(postgres, name, table, *, replace=False):
    with databases.writing(place_of(postgres.address(name)), table.schema, replace=replace) as add:
        add(table)


def test_its_own_types_are_read_as_what_they_mean(postgres):
    postgres(
        "CREATE TYPE mood AS ENUM ('sad', 'ok')",
        "CREATE DOMAIN share AS numeric(5, 4)",
        "CREATE TABLE t (m mood, u uuid, c char(3), v varchar(9), s share, n numeric, x int2)",
        "INSERT INTO t VALUES ('ok', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a', ' b ', 0.5, "
        "12345678901234567890.05, 7), (NULL, NULL, NULL, NULL, 'NaN', 'NaN', NULL)",
    )

    table, order = read(postgres, "t")

    assert order == "as the database stores them"
    assert table.to_pydict() == {
        "m": ["ok", None],
        "u": ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", None],
        "c": ["a  ", None],
        "v": [" b ", None],
        "s": [Decimal("0.5000"), None],
        "n": [Decimal("12345678901234567890.05"), None],
        "x": [7, None],
    }
    assert table.schema.field("s").type == pa.decimal128(5, 4)
    assert table.schema.field("n").type == pa.decimal128(22, 2)


def test_decimals_keep_every_digit_both_ways(postgres):
    cells = [Decimal("1" * 30 + ".12345678"), Decimal("-0.00000001"), None]
    table = pa.table({"n": pa.array(cells, pa.decimal128(38, 8))})

    write(postgres, "t", table)

    assert read(postgres, "t")[0].equals(table)
    assert postgres("SELECT max(n)::text FROM t") == [("1" * 30 + ".12345678",)]


@pytest.mark.parametrize(
    ("declared", "cell", "message"),
    [
        ("date", "'infinity'", "column 'x' must hold dates of the years 1 to 9999"),
        ("date", "'0044-03-15 BC'", "column 'x' must hold dates of the years 1 to 9999"),
        ("timestamptz", "'-infinity'", "column 'x' must hold dates of the years 1 to 9999"),
        ("numeric", "'Infinity'", "column 'x' must hold finite decimals"),
        ("numeric", "1e50", "column 'x' must hold decimals of at most 38 digits, got 51"),
        ("numeric(50, 2)", "1", "column 'x' must hold decimals of at most 38 digits, got 50"),
        ("bytea", "'a'", "got 'x' of type bytea"),
        ("int[]", "'{1}'", "got 'x' of type _int4"),
        ("interval", "'1 day'", "got 'x' of type interval"),
        ("jsonb", "'{}'", "got 'x' of type jsonb"),
        ("money", "'1'", "got 'x' of type money"),
    ],
)
def test_what_no_table_can_have_is_refused_by_name(postgres, declared, cell, message):
    postgres(f"CREATE TABLE t (ok int, x {declared})")
    postgres(f"INSERT INTO t VALUES (1, {cell})")  # noqa: S608 - of this test

    with pytest.raises(TableError, match=message) as caught:
        read(postgres, "t")

    assert "44" not in str(caught.value)


def test_the_primary_key_decides_the_order(postgres):
    postgres(
        "CREATE TABLE t (b int, a int, x int, PRIMARY KEY (a, b))",
        "INSERT INTO t SELECT i % 3, (7 * i) % 10, i FROM generate_series(1, 30) i",
        "UPDATE t SET x = x + 100 WHERE x < 9",  # which moves the rows
    )

    table, order = read(postgres, "t")

    assert order == "primary key"
    keys = list(zip(table["a"].to_pylist(), table["b"].to_pylist(), strict=True))
    assert keys == sorted(keys)


def test_a_schema_is_named_and_a_view_is_read(postgres):
    postgres(
        "CREATE SCHEMA raw",
        "CREATE TABLE raw.people (x int)",
        "CREATE TABLE people (y int)",
        "INSERT INTO raw.people VALUES (5)",
        "CREATE VIEW safe AS SELECT x + 1 AS x FROM raw.people",
    )

    assert read(postgres, "raw.people")[0].to_pydict() == {"x": [5]}
    assert read(postgres, "people")[0].column_names == ["y"]
    table, order = read(postgres, "safe")
    assert table.to_pydict() == {"x": [6]}
    assert order == "as the database gives them, which may change"

    write(postgres, "raw.out", table)
    assert postgres("SELECT x FROM raw.out") == [(6,)]


def test_a_name_that_the_server_would_cut_is_refused(postgres):
    table = pa.table({"ä" * 32: [1]})

    with pytest.raises(OutputError, match="at most 63 bytes"):
        write(postgres, "t", table)
    with pytest.raises(OutputError, match="at most 63 bytes"):
        write(postgres, "t" * 64, pa.table({"x": [1]}))


def test_a_view_or_what_it_stands_on_is_never_replaced(postgres):
    table = pa.table({"x": [1]})
    postgres(
        "CREATE TABLE t (x int)", "INSERT INTO t VALUES (5)", "CREATE VIEW v AS SELECT x FROM t"
    )

    with pytest.raises(OutputError, match="something else depends on the table"):
        write(postgres, "t", table, replace=True)
    with pytest.raises(OutputError, match="what is to be replaced is no table"):
        write(postgres, "v", table, replace=True)

    assert postgres("SELECT x FROM v") == [(5,)]


def test_a_cell_that_the_server_refuses_leaves_nothing_and_is_not_told(postgres):
    table = pa.table({"x": ["fine", "secret\0cell"]})

    with pytest.raises(OutputError, match="holds no null character in a text") as caught:
        write(postgres, "t", table)

    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__
    databases.check_target(place_of(postgres.address("t")))


def test_what_is_read_is_one_snapshot(postgres):
    postgres("CREATE TABLE t AS SELECT i AS x FROM generate_series(1, 1000) i")

    with databases.reading(place_of(postgres.address("t"))) as rows:
        postgres("DELETE FROM t WHERE x > 10", "INSERT INTO t VALUES (-1)")
        found = rows.reader.read_all().column("x").to_pylist()

    assert found == list(range(1, 1001))


def test_a_server_in_another_encoding_gives_the_same_texts(postgres, server):
    postgres(
        "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    )
    try:
        place = place_of(f"{server}/latin/t")
        with databases.writing(place, pa.schema({"x": pa.string()})) as add:
            add(pa.table({"x": ["Åse", "ß"]}))
        with databases.reading(place) as rows:
            assert rows.reader.read_all().to_pydict() == {"x": ["Åse", "ß"]}
        with (
            pytest.raises(OutputError, match="must be one that can be written to"),
            databases.writing(place_of(f"{server}/latin/u"), pa.schema({"x": pa.string()})) as add,
        ):
            add(pa.table({"x": ["表"]}))
    finally:
        postgres("DROP DATABASE latin")


def test_one_writer_wins_and_the_other_is_refused(postgres):
    table = pa.table({"x": [datetime.date(2024, 1, 1)]})

    with databases.writing(place_of(postgres.address("t")), table.schema) as add:
        add(table)
        postgres("SET lock_timeout = 1")
        databases.check_target(place_of(postgres.address("t")))  # not there yet for others

    with pytest.raises(OutputError, match="there is a table of that name already"):
        write(postgres, "t", table)
