import pandas as pd
import pyarrow as pa
import pytest

from vicinage.errors import TableError
from vicinage.schema import Categorical, Column, FileFormat, Numeric, Schema, Text
from vicinage.table import Table, check_table


def frame(*homes):
    return pa.table({"home": homes, "pay": list(range(len(homes)))})


def schema(kind, role="household", **options):
    return Schema([Column("home", kind, role), Column("pay", Numeric())], **options)


@pytest.mark.parametrize("kind", [Text(), Numeric(integer=True), Categorical()])
@pytest.mark.parametrize("role", ["household", "stratum"])
def test_a_number_spelled_in_two_ways_is_refused_where_it_tells_records_apart(kind, role):
    table = frame("1", "2", "1.0", "2", "1.0")

    problems = check_table(table, schema(kind, role))

    found = [problem for problem in problems if "in one way" in problem.reason]
    assert [(problem.row, problem.cell) for problem in found] == [(3, "1.0"), (5, "1.0")]
    with pytest.raises(TableError, match=f"'home' must spell each {role} in one way"):
        Table.of(table, schema(kind, role))


def test_blanks_around_a_household_are_refused_and_codes_with_zeros_are_not():
    assert any("one way" in p.reason for p in check_table(frame("h1", "h1 "), schema(Text())))
    assert not any("one way" in p.reason for p in check_table(frame("1", "01"), schema(Text())))
    long = ("9007199254740993", "9007199254740992")
    assert not any("one way" in p.reason for p in check_table(frame(*long), schema(Text())))


def test_missing_codes_and_columns_without_such_a_role_are_left_alone():
    codes = Schema([Column("home", Text(), "household", missing=("-1", "-1.0"))])
    table = pa.table({"home": ["-1", "-1.0", "h"]})

    assert not any("one way" in problem.reason for problem in check_table(table, codes))
    ignored = schema(Text(), "ignored")
    assert not any("one way" in p.reason for p in check_table(frame("1", "1.0"), ignored))


def test_the_decimal_sign_of_the_file_counts():
    german = schema(Text(), file=FileFormat(decimal=","))

    assert any("one way" in p.reason for p in check_table(frame("1", "1,0"), german))
    assert not any("one way" in p.reason for p in check_table(frame("1", "1.0"), german))


def test_integers_and_floats_of_typed_frames_are_the_same_households():
    whole = pd.DataFrame({"home": [1, 1, 2], "pay": [1, 2, 3]})
    floats = whole.astype({"home": "float64"})

    codes = [Table.of(data, schema(Numeric())).codes("home").tolist() for data in (whole, floats)]

    assert codes == [[0, 0, 1], [0, 0, 1]]
    assert Table.of(floats, schema(Numeric())).cells("home").cast("string").to_pylist() == [
        "1", "1", "2",
    ]  # fmt: skip
