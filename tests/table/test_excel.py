"""Sheets of Excel: what is read, and what is refused."""

import datetime
import zipfile

import openpyxl
import pyarrow as pa
import pytest

from vicinage.errors import OutputError, TableError
from vicinage.schema import Date, Numeric
from vicinage.table import Table, check_table, draft_schema

DAY = datetime.datetime(2024, 2, 29)
HEAD = ("id", "age", "pay", "born", "seen", "job", "ill", 2024)
ROWS = [
    (1, 34, 1200.5, DAY, DAY.replace(hour=9), "cook", True, "x"),
    (2, None, 3, None, None, None, None, None),
    (3, 51.0, 0.1, DAY, DAY, "clerk", False, " y"),
]


@pytest.fixture
def book(tmp_path):
    """A function that makes a workbook of sheets, which are lists of rows."""

    def make(*sheets, **named):
        workbook = openpyxl.Workbook()
        workbook.remove(workbook.active)
        for title, rows in [*((f"Sheet{i + 1}", s) for i, s in enumerate(sheets)), *named.items()]:
            sheet = workbook.create_sheet(title)
            for row in rows:
                sheet.append(row)
        path = tmp_path / "book.xlsx"
        workbook.save(path)
        return path

    return make


def test_a_sheet_is_a_table_of_types(book):
    table = Table.read(book([HEAD, *ROWS])).native()

    assert table.column_names == ["id", "age", "pay", "born", "seen", "job", "ill", "2024"]
    assert table.schema.field("age").type == pa.int64()
    assert table.column("age").to_pylist() == [34, None, 51]
    assert table.column("pay").to_pylist() == [1200.5, 3.0, 0.1]
    assert table.column("born").to_pylist() == [DAY.date(), None, DAY.date()]
    assert table.column("seen").to_pylist() == [DAY.replace(hour=9), None, DAY]
    assert table.column("ill").to_pylist() == [True, None, False]
    assert table.column("2024").to_pylist() == ["x", None, " y"]


def test_another_sheet_is_named_behind_the_path(book):
    path = book([["a"], [1]], **{"Data 2 #b": [["b"], [2], [3]]})

    assert Table.read(path).names == ("a",)
    assert Table.read(f"{path}#Data 2 #b").native().to_pydict() == {"b": [2, 3]}
    with pytest.raises(TableError, match=r"sheet must be one of 'Sheet1', 'Data 2 #b', got 'Data'"):
        Table.read(f"{path}#Data")


def test_numbers_beside_texts_are_read_as_in_a_text_file(book):
    rows = [[i, f"2024-02-{i + 10}"] for i in range(10)]
    path = book([["n", "d"], *rows, ["NA", DAY]])

    table = Table.read(path)

    assert table.schema["n"].kind == Numeric(0, 9, integer=True)
    assert table.schema["n"].missing == ("", "NA")
    assert isinstance(table.schema["d"].kind, Date)
    assert table.native().column("n").to_pylist()[-2:] == ["9", "NA"]


def test_empty_rows_and_columns_behind_the_table_are_left_out(book):
    path = book([["a", "b", None], [1, 2, None], [None, 3, None], [None] * 3, [None] * 3])

    assert Table.read(path).native().to_pydict() == {"a": [1, None], "b": [2, 3]}


def test_a_draft_and_a_check_take_a_sheet(book):
    path = book(people=[HEAD, *ROWS])

    assert "[columns.age]\n" in draft_schema(f"{path}#people")
    assert not [p for p in check_table(f"{path}#people") if p.severity == "error"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "got an empty sheet"),
        ([["a"]], "got a header only"),
        ([["a", None, "c"], [1, 2, 3]], "got none for column 2"),
        ([["a", "a"], [1, 2]], "got 'a' more than once"),
        ([["a", 1.5], [1, 2]], "got a float for column 2"),
        ([["title"], ["a", "b"], [1, 2]], "got none for column 2"),
        ([["a"], [1], [None], [2]], "no empty row inside the table, got row 3"),
        ([["a"], ["=1+1"]], "a value for each formula, got none in cell A2"),
        ([["a"], ["#N/A"]], "no cell with an error, got #N/A in cell A2"),
        ([["a"], [1], [DAY]], "column 'a' must hold one kind of cells, got date and numbers"),
        ([["a"], [datetime.time(9)]], "column 'a' must hold numbers, texts, dates or booleans"),
    ],
)
def test_what_is_no_table_is_refused(book, rows, message):
    with pytest.raises(TableError, match=message):
        Table.read(book(rows))


def test_merged_cells_are_refused(book):
    path = book([["a", "b"], [1, 2], [3, 4]])
    workbook = openpyxl.load_workbook(path)
    workbook.active.merge_cells("A2:A3")
    workbook.save(path)

    with pytest.raises(TableError, match="no merged cells, got A2:A3"):
        Table.read(path)


def test_a_formula_counts_by_the_value_that_was_stored_with_it(book, tmp_path):
    path = book([["a"], ["=1+1"], [5]])
    stored = tmp_path / "stored.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(stored, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                content = content.replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>2</v>")
                content = content.replace(b"<f>1+1</f><v/>", b"<f>1+1</f><v>2</v>")
                content = content.replace(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>2</v>")
            new.writestr(name, content)

    assert Table.read(stored).native().to_pydict() == {"a": [2, 5]}


@pytest.mark.parametrize("content", [b"", b"junk" * 100, b"PK\x03\x04junk"])
def test_a_damaged_workbook_is_refused(tmp_path, content):
    path = tmp_path / "x.xlsx"
    path.write_bytes(content)

    with pytest.raises(TableError, match="must be an Excel workbook"):
        Table.read(path)
    with pytest.raises(TableError, match="must be a file that can be read"):
        Table.read(tmp_path / "none.xlsx")


def test_excel_is_not_written(tmp_path):
    with pytest.raises(OutputError, match="Excel files are read only"):
        Table.from_frame(pa.table({"a": [1, 2]})).write(tmp_path / "x.xlsx")
