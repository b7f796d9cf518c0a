"""Files that were read with another delimiter or encoding than they were written with."""

import pandas as pd
import pytest

from vicinage.errors import TableError
from vicinage.schema import Categorical, FileFormat, Numeric, Schema
from vicinage.table import QueryTable, Table, check_table, draft_schema
from vicinage.table.misread import misread_names

CITIES = "city,pay\nZürich,3\nGenève,4\n„Spaß“,5\nBern,6\n"
DELIMITER = 'if ";" is the delimiter of the file, declare delimiter = ";" under [file]'


@pytest.fixture
def write(tmp_path):
    def write(text, encoding="utf-8"):
        path = tmp_path / "in.csv"
        path.write_bytes(text.encode(encoding))
        return path

    return write


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_utf8_that_was_read_as_latin1_is_noticed_cell_by_cell(write, encoding):
    path = write(CITIES.replace("„Spaß“", "Åsa"))
    schema = Schema({"city": Categorical(), "pay": Numeric()}, file=FileFormat(encoding))

    found = check_table(path, schema)

    assert {problem.severity for problem in found} == {"note"}
    assert [problem.line for problem in found] == [2, 3, 4]
    assert 'declare encoding = "utf-8" under [file]' in found[0].reason
    assert "# The column may hold text that was read in another encoding" in draft_schema(
        path, file_format=FileFormat(encoding)
    )


def test_cities_in_their_right_encoding_are_not_noticed(write):
    assert check_table(write(CITIES)) == []
    assert (
        check_table(
            write(CITIES, "cp1252"),
            Schema.from_toml(
                draft_schema(write(CITIES, "cp1252"), file_format=FileFormat("cp1252"))
            ),
        )
        == []
    )


def test_characters_that_were_lost_before_are_told_apart(write):
    (found,) = check_table(write("city,pay\nZ\ufffdrich,3\nBern,4\n"))

    assert (found.line, found.cell) == (2, "Z\ufffdrich")
    assert "export the table again, in UTF-8" in found.reason


def test_a_garbled_name_is_told_with_the_refusal(write):
    schema = Schema({"Größe": Numeric()}, file=FileFormat("latin-1"))

    with pytest.raises(TableError, match='declare encoding = "utf-8" under'):
        Table.read(write("Größe\n3\n4\n"), schema)


def test_the_delimiter_is_named_wherever_a_table_of_one_column_is_refused(write):
    path = write("age;pay\n1;2\n3;4\n5;6\n")
    schema = Schema({"age": Numeric(), "pay": Numeric()}, file=FileFormat(delimiter=","))

    assert DELIMITER in check_table(path, schema)[-1].reason
    with pytest.raises(TableError) as refused:
        Table.read(path, schema)
    assert DELIMITER in str(refused.value)
    with pytest.raises(TableError) as refused:
        QueryTable.of(path, Schema(schema.columns, public=True, file=schema.file))
    assert DELIMITER in str(refused.value)


def test_a_delimiter_that_nobody_guesses_is_pointed_out_in_a_draft(write):
    path = write("a:b:c\n" + "".join(f"{i}:2:3\n" for i in range(9)))

    assert 'declare delimiter = ":" under [file]' in draft_schema(path)
    read = Schema.from_toml(draft_schema(path, file_format=FileFormat(delimiter=":")))
    assert read.names == ("a", "b", "c")


def test_a_table_of_several_columns_or_of_one_with_a_plain_name_is_left_alone():
    frame = pd.DataFrame({"a;b": [1, 2], "c": [1, 2]})

    assert [found.severity for found in check_table(frame) if "delimiter" in found.reason] == []
    assert list(misread_names(["age in years"], FileFormat(), refused=True)) == []
    (told,) = misread_names(["a\tb"], FileFormat(), refused=False)
    assert 'delimiter = "\\t"' in told.reason
    assert not told.refuses
