import polars as pl
import pyarrow as pa
import pytest

from vicinage.errors import TableError
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Schema, Text
from vicinage.table import Table, check_table


def lines(path, schema=None):
    return [str(problem) for problem in check_table(path, schema)]


@pytest.fixture
def write(tmp_path):
    def write(text, name="in.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_identifier_like_columns_are_named(write):
    path = write("no,who,unit,age\n" + "".join(f"N{i},w{i},u,{30 + i}\n" for i in range(6)))

    found = check_table(path)

    errors = [problem.column for problem in found if problem.severity == "error"]
    assert errors == ["no", "who"]
    assert all("looks like an identifier" in problem.reason for problem in found[:2])
    with pytest.raises(TableError, match=r"(?s)'no' must have a role.*'who' must have a role"):
        Table.read(path)


def test_a_header_longer_than_the_rows_is_refused(write):
    with pytest.raises(TableError, match=r"header has 4 fields \(the last empty\), line 2 has 3"):
        check_table(write("x,y,z,\n7,8,9\n"))


def test_an_impossible_date_is_shown_with_its_line(write):
    path = write("id,born\n1,2000-02-29\n2,\n3,2021-02-30\n")
    schema = Schema([Column("id", Text(), "key"), Column("born", Date())])

    assert lines(path, schema)[0] == (
        "error: line 4, column 'born' must be a date of the form %Y-%m-%d, got '2021-02-30'"
    )


def test_all_problems_are_listed_at_once(write):
    path = write(
        "id,age,sex,grade,w,note,const,empty,extra\n"
        "a,1,F,lo,1,x,7,,1\n"
        'a,200,"X\nY",hi,-1,y,7,,1\n'
        ",1.5,M,top,,z,7,,1\n"
        "d,old,F,lo,2,q,7,,1\n"
        "e,inf,F,lo,2,r,7,,1\n"
    )
    schema = Schema(
        [
            Column("id", Text(), "key"),
            Column("age", Numeric(0, 120, integer=True)),
            Column("sex", Categorical(("F", "M"))),
            Column("grade", Ordinal(("lo", "hi"))),
            Column("w", Numeric(), "weight"),
            Column("note", Text()),
            Column("const", Numeric()),
            Column("empty", Numeric()),
            Column("absent", Numeric()),
        ]
    )

    assert lines(path, schema) == [
        "error: column 'absent' must be in the table",
        "error: column 'extra' must be in the schema",
        "error: line 5, column 'id' must not be missing in a key",
        "error: line 3, column 'id' must be different in every row, as it is the key, got 'a'",
        "error: line 6, column 'age' must be a number with the decimal sign \".\", got 'old'",
        "error: line 7, column 'age' must be finite, or declared as a missing code, got 'inf'",
        "error: line 5, column 'age' must be a whole number, got '1.5'",
        "error: line 3, column 'age' must be within the declared bounds (0 to 120), got '200'",
        "error: line 3, column 'sex' must be one of the declared categories, got 'X\\nY'",
        "error: line 5, column 'grade' must be one of the declared levels, got 'top'",
        "error: line 5, column 'w' must not be missing in a weight",
        "error: line 3, column 'w' must not be negative in a weight, got '-1'",
        "error: column 'note' must have a role, since it looks like an identifier; for example "
        "identifier (dropped from a release), key or ignored",
        "note: column 'const' has the same value in every row",
        "note: column 'empty' is missing in every row",
    ]


def test_values_outside_bounds_are_listed_but_do_not_refuse(write):
    path = write("age\n1\n200\n")
    schema = Schema({"age": Numeric(0, 120)})

    assert len(lines(path, schema)) == 1
    assert Table.read(path, schema).clamped("age").tolist() == [1, 120]


def test_rows_of_a_frame_are_counted_from_one():
    frame = pl.DataFrame({"x": [1.0, float("inf")]})

    assert lines(frame) == [
        "error: row 2, column 'x' must be finite, or declared as a missing code, got 'inf'"
    ]


def test_every_wrong_cell_of_a_wide_table_is_listed(write):
    def cell(i, j):
        if j % 97 == 0:
            return ""
        return "4" if j % 10 == 0 else str(i * j % 13)

    header = ",".join(f"v{j}" for j in range(842))
    rows = "\n".join(",".join(cell(i, j) for j in range(842)) for i in range(500))
    path = write(f"{header}\n{rows}\nx{',5' * 841}\n")
    schema = Schema({f"v{j}": Numeric(0, 11) for j in range(842)})

    found = check_table(path, schema)

    assert found[0].line == 502
    assert sum(problem.severity == "error" for problem in found) > 20_000


def test_integers_that_all_differ_are_noted_until_they_have_a_role(write):
    numbers = [900_000_000 + 7919 * i * i for i in range(30)]
    path = write("no,age\n" + "".join(f"{no},{30 + i}\n" for i, no in enumerate(numbers)))
    schema = Schema(
        [
            Column("no", Numeric(integer=True), "identifier"),
            Column("age", Numeric(), "confidential"),
        ]
    )

    assert lines(path) == [
        f"note: column {name!r} has a different number in every row; if it is an identifier, "
        "give it a role"
        for name in ("no", "age")
    ]
    assert lines(path, schema) == []
    assert Table.read(path).numbered == ("no",)
    assert Table.read(path).drop(["no"]).numbered == ()
    assert Table.read(path, schema).numbered == ()


def test_long_integers_that_differ_in_the_last_digit_all_differ():
    numbers = [9_007_199_254_740_993 + i for i in (0, 1, 2, 3, 1000)]

    found = lines(pl.DataFrame({"x": numbers, "y": [1.5, 2.5, 3.5, 4.5, 5.5]}))

    assert len(found) == 1
    assert "'x' has a different number in every row" in found[0]


def test_missing_cells_without_a_fill_are_counted_where_a_schema_is_declared(write):
    path = write("a,b,c\n,1,\n2,,x\n5,3,\n")
    schema = Schema(
        [
            Column("a", Numeric()),
            Column("b", Numeric(0, 9), fill="4"),
            Column("c", Text(), "ignored"),
        ]
    )

    assert lines(path, schema) == [
        "note: column 'a' is missing in 1 of 3 rows; only private queries need to know: they "
        "take these as nulls, unless the schema declares a public fill"
    ]
    assert not any("nulls" in line for line in lines(path))


def test_texts_that_are_no_utf8_are_named():
    offsets, data = pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff")
    frame = pa.table({"x": pa.Array.from_buffers(pa.string(), 1, [None, offsets, data])})

    assert lines(frame, Schema({"x": Categorical()})) == [
        "error: column 'x' must hold texts in UTF-8, got other bytes"
    ]


def test_cells_that_do_not_apply_are_counted_apart_from_missing_ones():
    frame = pa.table({"pay": ["-9", "-9", "", "5", "7"], "x": list("abcde")})
    schema = Schema(
        [Column("pay", Numeric(0, 9), not_applicable=("-9",)), Column("x", Categorical())]
    )

    told = [str(problem) for problem in check_table(frame, schema)]

    assert "note: column 'pay' does not apply in 2 of 5 rows" in told
    assert any("'pay' is missing in 1 of 5 rows" in line for line in told)
    assert not any("declared bounds" in line for line in told)
