"""What a schema declares for private queries: fill, other and edges."""

import datetime

import pytest

from vicinage.errors import SchemaError
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Schema, Text

TOML = """
[columns.age]
kind = "numeric"
lower = 0
upper = 120
edges = [18, 65.5]
fill = "40"
[columns.job]
kind = "categorical"
categories = ["clerk", "nurse", "other"]
other = "other"
fill = "clerk"
[columns.born]
kind = "date"
format = "%d.%m.%Y"
fill = "31.12.1999"
"""


def schema_of(kind, **column):
    return Schema([Column("x", kind, **column)])


def test_they_are_read_and_written():
    schema = Schema.from_toml(TOML)

    assert schema["age"] == Column("age", Numeric(0, 120, edges=(18, 65.5)), fill="40")
    assert schema["job"].kind.other == "other"
    assert schema["born"].fill == "31.12.1999"
    assert Schema.from_toml(schema.to_toml()) == schema


@pytest.mark.parametrize(
    ("kind", "fill", "expected"),
    [
        (Numeric(0, 9), "ten", "fill must be a number with a decimal point, got 'ten'"),
        (Numeric(0, 9), "inf", "fill must be a number"),
        (Numeric(0, 9), "10", "fill must be within the bounds, got fill='10', lower=0, upper=9"),
        (Numeric(lower=0), "-1", "fill must be within the bounds"),
        (Numeric(integer=True), "1.5", "fill must be a whole number, got '1.5'"),
        (Numeric(0, 9), 5, 'fill must be a string, got 5; write it in quotes: "5"'),
        (Date(), "1.1.2000", "fill must be a date of the form %Y-%m-%d, got '1.1.2000'"),
        (Date(upper=datetime.date(2000, 1, 1)), "2000-01-02", "fill must be within the bounds"),
        (Categorical(("a", "b")), "c", "fill must be one of the declared categories, got 'c'"),
        (Categorical(), "c", "fill must be one of the declared categories"),
        (Ordinal(("a", "b")), "c", "fill must be one of the declared levels"),
        (Text(), "c", "fill must not be given for a column of text"),
    ],
)
def test_a_fill_must_be_a_value_of_the_column(kind, fill, expected):
    with pytest.raises(SchemaError) as caught:
        Column("x", kind, fill=fill)

    assert expected in str(caught.value)


def test_other_must_be_a_category():
    with pytest.raises(SchemaError, match="other must be one of the declared categories, got 'c'"):
        Categorical(("a", "b"), other="c")


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ((3, 2), "edges must increase"),
        ((2, 2), "edges must increase"),
        ((0, 2), "without touching them, got edges=[0, 2], lower=0, upper=9"),
        ((2, 9), "edges must increase"),
        ((float("nan"),), "edges must be finite"),
        (("2",), "edges must be a number, got '2'"),
        ("23", "edges must be a list of numbers"),
    ],
)
def test_edges_must_cut_the_interval(edges, expected):
    with pytest.raises(SchemaError) as caught:
        Numeric(0, 9, edges=edges)

    assert expected in str(caught.value)


def test_mistakes_of_a_file_are_named_once_each():
    with pytest.raises(SchemaError) as caught:
        Schema.from_toml(
            '[columns.a]\nkind = "numeric"\nlower = 5\nupper = 9\nedges = [4]\n'
            '[columns.b]\nkind = "categorical"\ncategories = ["x"]\nother = "y"\n'
            '[columns.c]\nkind = "ordinal"\nlevels = ["x"]\nfill = "y"\n'
            '[columns.d]\nkind = "numeri"\nfill = "4"\n'
        )

    lines = str(caught.value).splitlines()
    assert len(lines) == 5
    expected = ("edges", "other", "fill", "kind")
    assert all(text in line for text, line in zip(expected, lines[1:], strict=True))


def test_the_fingerprint_of_a_schema_without_them_is_what_it_was():
    schema = Schema(
        [
            Column("a", Numeric(0, 120, True, "y"), "quasi-identifier", ("", "-9")),
            Column("b", Categorical(("x", "y"))),
            Column("c", Ordinal(("l", "h"))),
            Column("d", Date(datetime.date(2000, 1, 1))),
            Column("e", Text(), "key"),
            Column("f", Categorical()),
        ],
        public=True,
    )

    expected = "96555fccc5e6bf7fc37878e10ca87caf89ea3b8fdcc36595146b7825359510cf"
    assert schema.fingerprint() == expected


def test_they_are_part_of_the_fingerprint_and_their_spelling_is_not():
    plain = schema_of(Numeric(0, 9))

    assert plain.fingerprint() != schema_of(Numeric(0, 9, edges=(2,))).fingerprint()
    assert plain.fingerprint() != schema_of(Numeric(0, 9), fill="2").fingerprint()
    labels = ("a", "b")
    assert (
        schema_of(Categorical(labels)).fingerprint()
        != schema_of(Categorical(labels, other="a")).fingerprint()
    )
    assert (
        schema_of(Numeric(0, 9, edges=(2,)), fill="2").fingerprint()
        == schema_of(Numeric(0, 9, edges=(2.0,)), fill="2.0").fingerprint()
    )
