"""What only SQLite has: types that belong to cells."""

import datetime
import sqlite3
from decimal import Decimal

import pyarrow as pa
import pytest

from vicinage.errors import OutputError, TableError
from vicinage.table import databases, place_of


@pytest.fixture
def sqlite(tmp_path):
    """A function of statements, and of the name of a table to be read."""
    path = tmp_path / "tables.db"

    def run(*statements):
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(*statement) if isinstance(statement, tuple) else connection.execute(
                statement
            )
        connection.commit()
        connection.close()

    def read(table="t"):
        with databases.reading(place_of(f"sqlite:///{path}#{table}")) as rows:
            return rows.reader.read_all(), rows.order

    run.read, run.path = read, path
    return run


def column(sqlite, declared, *cells):
    rows = [("INSERT INTO t VALUES (?)", (cell,)) for cell in cells]
    sqlite(f"CREATE TABLE t (x {declared})", *rows)
    return sqlite.read()[0].column("x")


def test_a_type_is_found_behind_any_number_of_nulls(sqlite):
    found = column(sqlite, "", *[None] * 1100, "text")

    assert found.type == pa.string()
    assert found.to_pylist()[-1] == "text"


@pytest.mark.parametrize(
    ("declared", "cells", "kind", "expected"),
    [
        ("INTEGER", [1, None], pa.int64(), [1, None]),
        ("REAL", [1, 2.5], pa.float64(), [1.0, 2.5]),
        ("", [1, 2.5], pa.float64(), [1.0, 2.5]),
        ("NUMERIC", [1, 2], pa.int64(), [1, 2]),
        ("BOOLEAN", [0, 1, None], pa.bool_(), [False, True, None]),
        ("BOOLEAN", [0, 2], pa.int64(), [0, 2]),
        ("DATE", ["2024-02-29"], pa.date32(), [datetime.date(2024, 2, 29)]),
        ("DATE", ["2024-02-29", "2024-02-30"], pa.string(), ["2024-02-29", "2024-02-30"]),
        ("DATE", ["29.02.2024"], pa.string(), ["29.02.2024"]),
        ("DATETIME", ["2024-02-29 10:00:00"], pa.timestamp("us"),
         [datetime.datetime(2024, 2, 29, 10)]),
        ("DATETIME", ["2024-02-29T10:00:00"], pa.string(), ["2024-02-29T10:00:00"]),
        ("DATETIME", ["2024-02-30 10:00:00"], pa.string(), ["2024-02-30 10:00:00"]),
        ("DATETIME", ["2024-02-29 25:00:00"], pa.string(), ["2024-02-29 25:00:00"]),
        ("DECIMAL(5, 2)", [1.1, 2, None], pa.decimal128(5, 2),
         [Decimal("1.10"), Decimal("2.00"), None]),
        ("DECIMAL(5, 2)", [1.005], pa.float64(), [1.005]),
        ("DECIMAL(30, 2)", [1.5], pa.float64(), [1.5]),
        ("TEXT", ["1", " "], pa.string(), ["1", " "]),
        ("TEXT", [None], pa.string(), [None]),
        ("REAL", [None], pa.float64(), [None]),
        ("BIGINT", [2**63 - 1, -(2**63)], pa.int64(), [2**63 - 1, -(2**63)]),
    ],
)  # fmt: skip
def test_a_column_is_what_all_its_cells_are(sqlite, declared, cells, kind, expected):
    found = column(sqlite, declared, *cells)

    assert found.type == kind
    assert found.to_pylist() == expected


@pytest.mark.parametrize(
    ("cells", "got"),
    [
        ([1, "secret"], "integer and text"),
        ([1.5, "secret"], "real and text"),
        ([b"secret"], "blob"),
        (["a", b"secret"], "text and blob"),
        ([2**53 + 1, 0.5], r"integer and real and integers beyond 2\*\*53"),
    ],
)
def test_mixed_cells_are_refused_by_column_and_not_told(sqlite, cells, got):
    with pytest.raises(TableError, match=f"column 'x' must hold .*, got {got}") as caught:
        column(sqlite, "", *cells)

    assert "secret" not in str(caught.value)


def test_a_text_in_no_encoding_is_refused_and_not_told(sqlite):
    sqlite("CREATE TABLE t (x TEXT)", "INSERT INTO t VALUES (CAST(x'736563726574ff' AS TEXT))")

    with pytest.raises(TableError, match="must be one that can be read from") as caught:
        sqlite.read()

    assert "secret" not in str(caught.value)


def test_rows_come_by_primary_key_else_by_row_number(sqlite):
    sqlite(
        "CREATE TABLE t (rowid TEXT, _rowid_ TEXT)",
        "INSERT INTO t VALUES ('b', 'x'), ('a', 'y')",
        "CREATE TABLE k (x INT PRIMARY KEY) WITHOUT ROWID",
        "INSERT INTO k VALUES (2), (1)",
        "CREATE VIEW v AS SELECT x FROM k",
        "CREATE TABLE g (x INT, y INT GENERATED ALWAYS AS (x + 1))",
        "INSERT INTO g (x) VALUES (1)",
    )

    assert sqlite.read()[0].to_pydict() == {"rowid": ["b", "a"], "_rowid_": ["x", "y"]}
    assert sqlite.read("k")[0].to_pydict() == {"x": [1, 2]}
    assert sqlite.read("k")[1] == "primary key"
    assert sqlite.read("v")[1] == "as the database gives them, which may change"
    assert sqlite.read("g")[0].to_pydict() == {"x": [1], "y": [2]}


def test_decimals_that_it_would_round_are_refused(sqlite):
    table = pa.table({"x": pa.array([Decimal("1.5")], pa.decimal128(16, 2))})

    with (
        pytest.raises(OutputError, match="decimals of at most 15 digits"),
        databases.writing(place_of(f"sqlite:///{sqlite.path}#t"), table.schema) as add,
    ):
        add(table)


def test_names_that_differ_by_capitals_only_are_refused(sqlite):
    table = pa.table({"x": [1], "X": [2]})

    with (
        pytest.raises(OutputError, match="must differ by more than capitals"),
        databases.writing(place_of(f"sqlite:///{sqlite.path}#t"), table.schema) as add,
    ):
        add(table)


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_a_file_that_is_no_database_is_refused_and_stays(tmp_path, kind):
    path = tmp_path / "people.csv"
    path.write_text("a,b\n" * 500)
    place = place_of(f"{kind}:///{path}#t")

    with pytest.raises(TableError, match="must be one that can be read from"):
        databases.reading(place).__enter__()
    with pytest.raises(OutputError, match="must be one that can be"):
        databases.check_target(place, replace=True)
    with pytest.raises(TableError, match="must be in a file that exists"):
        databases.reading(place_of(f"{kind}:///{tmp_path}/none.db#t")).__enter__()

    assert path.read_text() == "a,b\n" * 500
