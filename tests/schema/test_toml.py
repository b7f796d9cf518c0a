import datetime
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import SchemaError
from vicinage.schema import (
    Categorical,
    Column,
    Date,
    FileFormat,
    Numeric,
    Ordinal,
    Role,
    Schema,
    Text,
)

EXAMPLE = """
# a comment
public = true
[file]
encoding = "latin-1"
delimiter = ";"
decimal = ","
[columns.age]
kind = "numeric"
lower = 0
upper = 120
integer = true
unit = "years"
role = "quasi-identifier"
missing = ["", "-9"]
[columns."Größe "]
kind = "numeric"
[columns."a.b"]
kind = "ordinal"
levels = ["low", "high"]
[columns.'say "x"']
kind = "date"
lower = 1900-01-01
upper = "2024-12-31"
format = "%d.%m.%Y"
[columns.note]
kind = "text"
role = "identifier"
"""


def refused(text):
    with pytest.raises(SchemaError) as caught:
        Schema.from_toml(text)
    return str(caught.value)


def test_a_file_becomes_columns_in_its_order():
    schema = Schema.from_toml(EXAMPLE)

    assert schema.public
    assert schema.file == FileFormat("latin-1", ";", ",")
    assert schema.columns == (
        Column("age", Numeric(0, 120, True, "years"), Role.QUASI_IDENTIFIER, ("", "-9")),
        Column("Größe ", Numeric()),
        Column("a.b", Ordinal(("low", "high"))),
        Column(
            'say "x"',
            Date(datetime.date(1900, 1, 1), datetime.date(2024, 12, 31), "%d.%m.%Y"),
        ),
        Column("note", Text(), Role.IDENTIFIER),
    )


def test_the_fingerprint_ignores_comments_and_every_order_but_that_of_levels():
    one = Schema.from_toml(
        '[columns.a]\nkind = "numeric"\nlower = 0\nupper = 1\n'
        '[columns.b]\nkind = "categorical"\ncategories = ["x", "y"]'
    )
    two = Schema.from_toml(
        '# later\n[columns.b]\ncategories = ["y", "x"]\nkind = "categorical"\n'
        '[columns.a]\nupper = 1.0\nkind = "numeric"\nlower = 0.0'
    )
    low = Schema({"a": Ordinal(("x", "y"))})
    high = Schema({"a": Ordinal(("y", "x"))})

    assert one.fingerprint() == two.fingerprint()
    assert low.fingerprint() != high.fingerprint()
    assert len(one.fingerprint()) == 64


def test_every_mistake_is_listed_at_once():
    message = refused(
        """
publik = true
[file]
encoding = "utf9"
[columns.age]
kind = "numerc"
rolle = "key"
[columns.b]
kind = "numeric"
lower = "x"
upper = "y"
role = "identifer"
[columns.c]
kind = "categorical"
categories = ["a", "a"]
[columns.d]
lower = 1
[columns.e]
kind = "date"
lower = 2020-01-01
upper = 2019-01-01
[columns.f]
kind = "ordinal"
"""
    )
    lines = message.splitlines()

    assert lines[0] == "schema has 11 mistakes:"
    for line, *parts in [
        (1, "publik", 'did you mean "public"'),
        (2, "[file]", "utf9"),
        (3, '"age"', "numerc", 'did you mean "numeric"'),
        (4, '"age"', "rolle", 'did you mean "role"'),
        (5, '"b"', "lower must be a number"),
        (6, '"b"', "upper must be a number"),
        (7, '"b"', 'did you mean "identifier"'),
        (8, '"c"', 'categories must be different, got "a"'),
        (9, '"d"', "kind must be one of", "got none"),
        (10, '"e"', "lower must be before upper"),
        (11, '"f"', "levels"),
    ]:
        assert all(part in lines[line] for part in parts), lines[line]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = = 1", "valid TOML"),
        ("public = yes", "true and false, in lower case"),
        ("[columns.a]\nkind = 'numeric'\ninteger = True  # ages", "true and false, in lower"),
        ("columns = 3", "columns must have one table"),
        ("public = 1\n[columns.a]\nkind = 'text'", "public must be true or false"),
        ("[columns.a]\nkind = 'numeric'\nlower = 3\nupper = 3", "lower must be below upper"),
        ("[columns.a]\nkind = 'numeric'\nlower = nan", "lower must be finite"),
        ("[columns.a]\nkind = 'numeric'\nlower = " + "9" * 400, "lower must be finite"),
        ("[columns.a]\nkind = 'numeric'\nlower = " + "9" * 5000, "valid TOML"),
        ("[columns.a]\nkind = 'numeric'\ncategories = ['x']", 'got "categories"'),
        ("[columns.a]\nkind = 'numeric'\nmissing = [-9]", 'write it in quotes: "-9"'),
        ("[columns.a]\nkind = 'numeric'\nmissing = '-9'", "missing must be a list of strings"),
        ("[columns.a]\nkind = 'date'\nlower = 'May'", "lower must be a date"),
        ("[columns.a]\nkind = 'date'\nformat = '%d %m'", "format must spell year, month and day"),
        ("[columns.a]\nkind = 'categorical'\ncategories = ['x']\nmissing = ['x']", "not name a"),
        ("[columns.a.b]\nkind = 'text'", "kind must be one of"),
        ("[columns]\na = 'text'", 'column "a" must be a table'),
        ("[columns.a]\nkind='text'\nrole='key'\n[columns.b]\nkind='text'\nrole='key'", "role key"),
        ("[columns.a]\nkind='text'\nrole='weight'", "kind must be numeric for a weight"),
        ("[columns.'']\nkind='text'", "name must be"),
    ],
)
def test_a_mistake_is_named(text, expected):
    assert expected in refused(text)


def test_a_file_that_is_not_utf8_is_refused_with_the_line(tmp_path):
    path = tmp_path / "s.toml"
    path.write_bytes('[columns.a]\nkind = "text"\n[columns.Größe]\nkind = "text"'.encode("latin-1"))

    with pytest.raises(SchemaError, match=r"s\.toml: a schema must be UTF-8 text.*line 3"):
        Schema.from_toml(path)


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(SchemaError, match=r"none\.toml"):
        Schema.from_toml(tmp_path / "none.toml")


def test_a_file_saved_with_a_byte_order_mark_and_windows_line_ends_is_read(tmp_path):
    path = tmp_path / "s.toml"
    path.write_bytes(b'\xef\xbb\xbf[columns.a]\r\nkind = "text"\r\n')

    assert Schema.from_toml(path).names == ("a",)


labels = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
kinds = st.one_of(
    st.builds(Numeric, st.integers(-9, 0), st.floats(1, 9), st.booleans(), labels),
    st.builds(Categorical, st.lists(labels.filter(bool), unique=True)),
    st.builds(Ordinal, st.lists(labels.filter(bool), min_size=1, unique=True)),
    st.builds(Date, st.dates(max_value=datetime.date(2000, 1, 1)), st.none()),
    st.just(Text()),
)


@given(
    columns=st.dictionaries(labels.filter(bool), kinds, min_size=1, max_size=5),
    role=st.sampled_from([None, Role.IGNORED, Role.STRATUM]),
    public=st.booleans(),
    file=st.builds(FileFormat, st.just("cp1252"), st.sampled_from([None, ";", "\t"])),
)
def test_writing_and_reading_a_schema_gives_it_back(columns, role, public, file):
    listed = [Column(name, kind, role, missing=()) for name, kind in columns.items()]
    schema = Schema(listed, public=public, file=file)

    again = Schema.from_toml(schema.to_toml())

    assert again == schema
    assert again.fingerprint() == schema.fingerprint()


keys = st.sampled_from(["kind", "lower", "levels", "role", "missing", "unit", "format", "x"])
values = st.one_of(
    st.sampled_from(['"numeric"', '"date"', '"ordinal"', '"key"', "[]", "[1]", '["a", "a"]', "{}"]),
    st.sampled_from(["nan", "-inf", "1", "2020-01-01", "2020-01-01T00:00:00Z", "07:00:00", "true"]),
    st.text(string.printable, max_size=6),
)
tables = st.sampled_from(["[columns.a]", "[columns.b]", "[file]", "", "[[columns.a]]"])


@given(st.lists(st.tuples(tables, st.lists(st.tuples(keys, values))), max_size=4))
def test_random_schema_files_are_refused_or_are_schemas_that_can_be_written_again(parts):
    text = "\n".join(
        "\n".join([table, *(f"{key} = {value}" for key, value in lines)]) for table, lines in parts
    )
    try:
        schema = Schema.from_toml(text + "\n")
    except SchemaError:
        return

    assert Schema.from_toml(schema.to_toml()) == schema


def test_paths_are_told_from_texts_by_the_equals_sign(tmp_path):
    path = tmp_path / "people.toml"
    path.write_text('[columns.a]\nkind = "text"', encoding="utf-8")

    assert Schema.from_toml(str(path)) == Schema.from_toml(Path(path))
