import codecs
import csv
import io
from contextlib import suppress

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from vicinage.errors import TableError, VicinageError
from vicinage.schema import Categorical, Column, Date, FileFormat, Numeric, Role, Schema, Text
from vicinage.table import Table, check_table, draft_schema
from vicinage.table.arrow_frame import ArrowFrame
from vicinage.table.csv_reader import read_csv, record_lines
from vicinage.table.csv_records import is_well_quoted, split_records
from vicinage.table.csv_writer import write_csv
from vicinage.table.dialect import Dialect
from vicinage.table.verbatim_frame import VerbatimFrame


def unchanged(path, **options):
    """Read a file and write it again; the bytes that come out."""
    table, dialect = read_csv(path, FileFormat(**options))
    out = path.with_name("out.csv")
    with out.open("wb") as stream:
        write_csv(table, dialect, stream)
    return out.read_bytes()


def texts_in(path, delimiter):
    """Read a file; what its cells say, without the quotes that they may have kept."""
    table, dialect = read_csv(path, FileFormat(delimiter=delimiter))
    return VerbatimFrame(ArrowFrame(table), dialect).arrow() if dialect.verbatim_header else table


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,x\n2,y\n",
        "a,b\n1,x\n2,y",
        "a,b\r\n1,x\r\n2,y\r\n",
        "a,b\r1,x\r2,y\r",
        "a;b\n1,5;x\n",
        "a\tb\n1\tx\n",
        "a|b\n1|x\n",
        '"a","b"\n1,"x"\n2,NA\n3,"y"\n',
        '"a","b"\n"1","x"\n"2",""\n',
        'a,b\n1,"x, y"\n2,"say ""hi"""\n3,z\n',
        'a,b\n1,"two\nlines"\n2,z\n',
        "a\n1\n\n3\n",
        "a\n\n\n",
        '"a"\n"x"\n"y"\n',
        "Größe ,b.c\n 007 ,\n+1.50,é\n",
        "a,b\n,\n,\n",
        "x\n9007199254740993\n",
        'a,b\n1,""\n2,\n3,"x"\n',
        'a,b\n"",1\n,2\n',
        'a,b\n1,p"q\n2,"p""q"\n',
        'a,b\n1,x\n2,"x"\n3,y\n',
        '"a",b\n1,x\n',
        'a,"b"\n"1","x, y"\n1,"two\nlines"\n',
        'a\n""\n\n"x"\nx\n',
        'a,b\n1, "x"\n2,x y"z\n',
        "a,b\n" + "1,x\n" * 300_000 + '2,"x"\n',
    ],
)
def test_an_unchanged_file_is_written_byte_by_byte(tmp_path, text):
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode())

    assert unchanged(path) == text.encode()


@pytest.mark.parametrize(
    ("encoding", "bom"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-8-sig", codecs.BOM_UTF8),
        ("latin-1", b""),
        ("cp1252", b""),
        ("utf-16", codecs.BOM_UTF16_LE),
        ("utf-16", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
    ],
)
def test_encodings_and_byte_order_marks_come_back(tmp_path, encoding, bom):
    text = "Größe,Stadt\n1,Zürich\n2,Åmål\n"
    codec = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}.get(bom, encoding)
    raw = bom + text.encode(codec.removesuffix("-sig"))
    path = tmp_path / "in.csv"
    path.write_bytes(raw)

    table, _ = read_csv(path, FileFormat(encoding=encoding))

    assert table.column_names == ["Größe", "Stadt"]
    assert table.column(1).to_pylist() == ["Zürich", "Åmål"]
    assert unchanged(path, encoding=encoding) == raw


@pytest.mark.parametrize("rows_before", [0, 5, 40_000])
def test_a_wrong_encoding_is_refused_with_the_line_and_the_fix(tmp_path, rows_before):
    path = tmp_path / "in.csv"
    path.write_bytes(b"city\n" + b"Bern\n" * rows_before + "Zürich\n".encode("latin-1"))

    with pytest.raises(
        TableError, match=rf"utf-8, got other bytes in line {rows_before + 2}; decl"
    ):
        Table.read(path)
    assert Table.read(path, file_format=FileFormat("latin-1")).labels("city")[-1] == "Zürich"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "got an empty file"),
        ("\n", "got an empty file"),
        ("a,b\n", "got a header only"),
        ("a,b", "got a header only"),
        ("a,b,c,\n1,2,3\n4,5,6\n", r"header has 4 fields \(the last empty\), line 2 has 3"),
        ("a,b\n1,2\n1,2,3\n", r"header has 2 fields, line 3 has 3"),
        ('a,b\n"1\n1",2\n\n1,2,3\n', r"header has 2 fields, line 5 has 3"),
        ('a,b\n1,"x\n2,y\n3,z\n', "must close each quotation mark.*in line 2"),
        ('a,b\n1,x\n2,"y', "must close each quotation mark.*in line 3"),
        ('a,b\n1,"x\n2,y\n3,"z\n', "must close each quotation mark.*in line 2"),
        ('a,b\n1,z\n2,"x"y\n', "must close each quotation mark at the end.*in line 3"),
        ('a,b\n1,"x"y"z"\n', "must close each quotation mark at the end.*in line 2"),
        ('a,b\n1,"" \n', "must close each quotation mark at the end.*in line 2"),
        ("a,,c\n1,2,3\n", "a name for each column, got none for column 2"),
        ("a,b,a\n1,2,3\n", "different column names, got 'a' more than once"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path, text, expected):
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode())

    with pytest.raises(TableError, match=expected):
        Table.read(path)


def test_a_missing_file_and_an_unknown_suffix_are_refused_by_name(tmp_path):
    with pytest.raises(TableError, match=r"none\.csv: No such file"):
        Table.read(tmp_path / "none.csv")
    with pytest.raises(TableError, match=r"must end in one of \.csv.*got .*people\.xls"):
        Table.read(tmp_path / "people.xls")
    with pytest.raises(TableError, match="sqlite:///FILE#TABLE"):
        Table.read(tmp_path / "people.db")


cells = st.text(st.sampled_from("ab 0,;\t|\"\n\r'äÅ.é€-"), max_size=6)
names = st.text(st.sampled_from('ab,;"\n äÅ'), min_size=1, max_size=4)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), n_columns=st.integers(1, 4), delimiter=st.sampled_from(",;\t|"))
def test_reading_what_was_written_gives_the_same_cells(tmp_path, data, n_columns, delimiter):
    header = data.draw(st.lists(names, min_size=n_columns, max_size=n_columns, unique=True))
    column = st.lists(cells, min_size=3, max_size=3)
    columns = {name: data.draw(column) for name in header}
    dialect = Dialect(
        delimiter=delimiter,
        newline=data.draw(st.sampled_from(["\n", "\r\n"])),
        final_newline=data.draw(st.booleans()),
        quoted_header=data.draw(st.booleans()),
        quoted=frozenset(data.draw(st.lists(st.sampled_from(header)))),
    )
    path = tmp_path / "in.csv"
    with path.open("wb") as stream:
        write_csv(pa.table(columns), dialect, stream)

    assert texts_in(path, delimiter).to_pydict() == columns


parts = st.sampled_from([*'a1 0,;|"\n\r.-é', "\r\n", "NA", '""', '",', "inf", "2024-01-01"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(parts, max_size=40).map("".join))
def test_random_files_raise_nothing_but_typed_errors(tmp_path, text):
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode())

    for use in (Table.read, check_table, draft_schema):
        with suppress(VicinageError):
            use(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(parts, max_size=40).map("".join))
def test_files_that_quote_well_are_read_as_python_reads_them(tmp_path, text):
    assume(all(is_well_quoted(cell) for _, row in split_records(text, ",") for cell in row))
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode())
    try:
        table = texts_in(path, ",")
    except TableError:
        return

    rows = list(csv.reader(io.StringIO(text, newline="")))
    rows = [row or [""] for row in rows if row or table.num_columns == 1]
    assert [table.column_names, *map(list, zip(*table.to_pydict().values(), strict=True))] == rows


def test_python_reads_what_we_write(tmp_path):
    rows = [["a,b", 'c"d'], ["x\ny", "1"], ["", "ä"]]
    path = tmp_path / "out.csv"
    columns = dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True))
    with path.open("wb") as stream:
        write_csv(pa.table({k: list(v) for k, v in columns.items()}), Dialect(), stream)

    with path.open(encoding="utf-8", newline="") as stream:
        assert list(csv.reader(stream)) == rows


def test_lines_of_rows_count_line_breaks_inside_cells_and_blank_lines(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(b'a,b\n1,"x\ny"\n\n2,z\n3,z\n')

    _, dialect = read_csv(path, FileFormat())

    assert record_lines(path, dialect, 3) == [2, 5, 6]


def test_lines_within_cells_may_end_otherwise_than_records(tmp_path):
    text = '"pay\n(EUR)",note\r\n1,"a\nb"\r\n2,c\r\n'
    path, copy = tmp_path / "excel.csv", tmp_path / "copy.csv"
    path.write_bytes(text.encode())

    table, dialect = read_csv(path, FileFormat())
    with copy.open("wb") as stream:
        write_csv(table, dialect, stream)

    assert copy.read_bytes() == path.read_bytes()
    assert list(record_lines(path, dialect, 2)) == [3, 5]


# Towns as a German spreadsheet writes them: byte order mark, semicolons, decimal comma, leading
# zeros, blanks.
TOWNS = (
    "Ort;PLZ;Lohn;Kinder;Höhe \nBülach;02040;3456,5;2;1,65\nSion;2040;20,0;;1,80\nÅs;00777;5;0;2\n"
)
TOWN_SCHEMA = Schema(
    [
        Column("Ort", Text(), Role.IDENTIFIER),
        Column("PLZ", Categorical()),
        Column("Lohn", Numeric()),
        Column("Kinder", Numeric(integer=True)),
        Column("Höhe ", Numeric()),
    ],
    file=FileFormat(decimal=","),
)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_towns_come_back_byte_by_byte_and_as_numbers(tmp_path, encoding):
    bom = codecs.BOM_UTF8 if encoding == "utf-8" else b""
    raw = bom + TOWNS.encode(encoding)
    path = tmp_path / "towns.csv"
    path.write_bytes(raw)
    schema = TOWN_SCHEMA.with_file(FileFormat(encoding, decimal=","))

    table = Table.read(path, schema)
    table.gather(dict.fromkeys(table.names, np.arange(3))).write(tmp_path / "out.csv")

    assert (tmp_path / "out.csv").read_bytes() == raw
    assert table.names[0] == "Ort"
    assert table.names[-1] == "Höhe "
    np.testing.assert_array_equal(table.values("Kinder"), [2, np.nan, 0])
    np.testing.assert_array_equal(table.values("Lohn"), [3456.5, 20, 5])
    assert table.labels("PLZ") == ["02040", "2040", "00777"]


def test_towns_in_the_wrong_encoding_are_refused_with_the_line(tmp_path):
    path = tmp_path / "towns.csv"
    path.write_bytes(TOWNS.encode("latin-1"))

    with pytest.raises(TableError, match="encoding utf-8, got other bytes in line 1"):
        Table.read(path, TOWN_SCHEMA)


def test_without_a_schema_the_decimal_comma_and_the_codes_are_found(tmp_path):
    path = tmp_path / "towns.csv"
    path.write_bytes(TOWNS.encode())

    schema = Table.read(path).schema

    assert schema.file == FileFormat(delimiter=";", decimal=",")
    assert schema["PLZ"].kind.label == "categorical"
    assert schema["Lohn"].kind == Numeric(5, 3456.5)
    assert schema["Kinder"].kind == Numeric(0, 2, integer=True)


def test_computed_numbers_are_written_shortest_with_the_decimal_sign_of_the_file(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(b"a;b;c\n1,50;2;x\n;3;y\n2,25;4;x\n")
    table = Table.read(path)
    third = np.array([1 / 3, np.nan, -0.0])

    table.replace({"a": third, "b": np.array([2.5, 3.5, 1e6])}).write(tmp_path / "out.csv")

    text = (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert text == "a;b;c\n0,3333333333333333;2;x\n;4;y\n0;1000000;x\n"


def test_missing_cells_keep_their_code_and_new_ones_take_the_empty_or_first_code(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(b"a,b\nNA,-9\n1,2\n3,4\n")
    schema = Schema(
        [Column("a", Numeric(), missing=("NA",)), Column("b", Numeric(), None, ("", "-9"))]
    )
    table = Table.read(path, schema)

    gathered = table.gather(dict.fromkeys("ab", np.array([0, -1, 1]))).native().to_pydict()
    computed = (
        table.replace(dict.fromkeys("ab", np.array([np.nan, np.nan, 1]))).native().to_pydict()
    )

    assert gathered == {"a": ["NA", "NA", "1"], "b": ["-9", "", "2"]}
    assert computed == {"a": ["NA", "NA", "1"], "b": ["-9", "", "1"]}


def test_a_column_without_a_missing_code_refuses_a_missing_cell(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes(b"a\n1\n2\n")
    table = Table.read(path, Schema([Column("a", Numeric(), missing=())]))

    with pytest.raises(TableError, match=r"'a' must be able to hold a missing cell.*declare one"):
        table.gather({"a": np.array([-1, 0])})


def test_several_files_of_one_layout_are_one_table(tmp_path):
    for name, text in [("1.csv", "a,b\n1,x\n"), ("2.csv", "a,b\n2,y\n"), ("3.csv", "b,a\n2,y\n")]:
        (tmp_path / name).write_text(text, encoding="utf-8")

    table = Table.read([tmp_path / "1.csv", str(tmp_path / "2.csv")])

    assert table.values("a").tolist() == [1, 2]
    with pytest.raises(TableError, match=r"3\.csv must have the columns and types of"):
        Table.read([tmp_path / "1.csv", tmp_path / "3.csv"])


# Visits: ISO dates, blanks, an impossible date.
VISITS = "id,birth,visit\n1,1996-02-29,2025-06-10\n2,1996-03-01,\n3,1998-10-31,2025-06-12\n"


def test_dates_are_days_and_keep_their_spelling(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text(VISITS, encoding="utf-8")
    schema = Schema({"id": Column("id", Text(), "key"), "birth": Date(), "visit": Date()})

    table = Table.read(path, schema)
    swapped = table.gather({"birth": np.array([1, 0, 2]), "visit": np.array([1, 2, 0])})

    assert table.values("birth")[1] - table.values("birth")[0] == 1
    assert np.isnan(table.values("visit")).tolist() == [False, True, False]
    assert swapped.native().column("visit").to_pylist() == ["", "2025-06-12", "2025-06-10"]


def test_an_impossible_date_is_refused_without_showing_it(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text(VISITS + "4,2022-02-30,2025-06-11\n", encoding="utf-8")
    schema = Schema({"id": Column("id", Text(), "key"), "birth": Date(), "visit": Date()})

    with pytest.raises(TableError, match="'birth' must be a date of the form %Y-%m-%d") as caught:
        Table.read(path, schema)
    assert "2022" not in str(caught.value)


@pytest.mark.parametrize(
    ("column", "kind", "missing"),
    [
        (["1", "", "2"], Numeric(1, 2, integer=True), ("",)),
        (["1", "NA", "2.5"], Numeric(1, 2.5), ("", "NA")),
        (["0", "0.5", "-0.5"], Numeric(-0.5, 0.5), ("",)),
        (["007", "10", "11"], Categorical(("007", "10", "11")), ("",)),
        (["NA", "b", "c"], Categorical(("NA", "b", "c")), ("",)),
        (["2024-01-31", "?", "2024-01-01"], "%Y-%m-%d", ("", "?")),
        (["31.12.2024", "01.01.2024", ""], "%d.%m.%Y", ("",)),
        (["31/12/2024", "01/01/2024", ""], "%d/%m/%Y", ("",)),
        (["12/31/2024", "01/01/2024", ""], "%m/%d/%Y", ("",)),
        (["01/02/2024", "01/01/2024", ""], Categorical(("01/01/2024", "01/02/2024")), ("",)),
        (["2024-01-01 10:00:00", "2024-01-01 12:30:00", ""], "%Y-%m-%d %H:%M:%S", ("",)),
        (["", "", ""], Categorical(()), ("",)),
        (["1e3", "5", "6"], Numeric(5, 1000), ("",)),
    ],
)
def test_kinds_and_missing_codes_are_observed_in_texts(tmp_path, column, kind, missing):
    path = tmp_path / "in.csv"
    path.write_text("x,y\n" + "".join(f"{cell},1\n" for cell in column), encoding="utf-8")

    observed = Table.read(path).schema["x"]

    assert (observed.kind.format if isinstance(kind, str) else observed.kind) == kind
    assert observed.missing == missing


def test_infinity_in_a_file_is_refused_unless_it_is_a_missing_code(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("x\n1\ninf\n-Infinity\n1e999\n", encoding="utf-8")
    codes = ("inf", "-Infinity", "1e999")

    with pytest.raises(TableError, match="'x' must be finite, or declared as a missing code"):
        Table.read(path)
    table = Table.read(path, Schema([Column("x", Numeric(), missing=codes)]))
    assert np.isnan(table.values("x")).tolist() == [False, True, True, True]


def test_integers_beyond_two_to_the_53_keep_their_text(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("x\n9007199254740993\n1\n", encoding="utf-8")

    table = Table.read(path).gather({"x": np.array([1, 0])})

    assert table.native().column("x").to_pylist() == ["1", "9007199254740993"]


def test_texts_of_a_typed_frame_are_never_taken_for_numbers():
    table = Table.from_frame(pl.DataFrame({"code": ["01", "02"]}))

    assert table.schema["code"].kind == Categorical(("01", "02"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(*[st.sampled_from(["", '""', "x", '"x"', 'p"q', '"p""q"', '"a,b"', "é"])] * 2),
        min_size=1,
    ),
    st.randoms(use_true_random=False),
)
def test_every_cell_of_a_release_is_written_as_its_donor_was(tmp_path, rows, random):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in rows), encoding="utf-8")
    schema = Schema({"a": Categorical(), "b": Categorical()})
    donors = {name: np.array([random.randrange(len(rows)) for _ in rows]) for name in "ab"}

    Table.read(path, schema).gather(donors).write(out)

    pairs = zip(donors["a"], donors["b"], strict=True)
    expected = "".join(f"{rows[i][0]},{rows[j][1]}\n" for i, j in pairs)
    assert out.read_text(encoding="utf-8") == "a,b\n" + expected


def test_cells_that_keep_their_quotes_say_the_same_to_computation(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text('n,c\n"1",x\n2,"x"\n"",y\n,"y""z"\n', encoding="utf-8")

    table = Table.read(path)
    computed = table.replace({"n": np.array([1, 5, np.nan, np.nan])})
    emptied = table.gather({"c": np.array([-1, 1, 2, 3])})
    computed.write(tmp_path / "computed.csv")
    emptied.write(tmp_path / "emptied.csv")
    table.drop(["n"]).write(tmp_path / "dropped.csv")
    table.write(tmp_path / "typed.parquet")

    np.testing.assert_array_equal(table.values("n"), [1, 2, np.nan, np.nan])
    assert table.labels("c") == ["x", "x", "y", 'y"z']
    assert table.native().to_pydict() == {"n": ["1", "2", "", ""], "c": ["x", "x", "y", 'y"z']}
    assert Table.read(tmp_path / "typed.parquet").labels("c") == table.labels("c")
    texts = {name: (tmp_path / f"{name}.csv").read_text() for name in ("computed", "emptied")}
    assert texts["computed"] == 'n,c\n"1",x\n"5","x"\n"",y\n,"y""z"\n'
    assert texts["emptied"] == 'n,c\n"1",\n2,"x"\n"",y\n,"y""z"\n'
    assert (tmp_path / "dropped.csv").read_text() == 'c\nx\n"x"\ny\n"y""z"\n'


def test_files_that_quote_by_different_rules_are_one_table_with_their_quotes(tmp_path):
    (tmp_path / "1.csv").write_text('a,b\n1,"x"\n', encoding="utf-8")
    (tmp_path / "2.csv").write_text("a,b\n2,x\n", encoding="utf-8")

    table = Table.read([tmp_path / "1.csv", tmp_path / "2.csv"])
    table.gather({"b": np.array([1, 0])}).write(tmp_path / "out.csv")

    assert table.labels("b") == ["x", "x"]
    assert (tmp_path / "out.csv").read_text() == 'a,b\n1,x\n2,"x"\n'
