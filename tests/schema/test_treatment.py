"""What a schema declares besides its columns."""

import pytest

from vicinage.errors import SchemaError
from vicinage.schema import (
    BottomCoding,
    Categorical,
    Column,
    Date,
    LocalSuppression,
    Numeric,
    Ordinal,
    RecodeDates,
    RecodeLabels,
    RecodeNumbers,
    Role,
    Rounding,
    Schema,
    Text,
    TopCoding,
    Treatment,
)

TOML = """
rules = ["start <= end", "a + b == total"]
together = [["start", "end"]]
[columns.home]
kind = "text"
role = "household"
[columns.start]
kind = "date"
[columns.end]
kind = "date"
[columns.a]
kind = "numeric"
not_applicable = ["-9"]
level = "household"
[columns.b]
kind = "numeric"
[columns.total]
kind = "numeric"
formula = "a + b"
[columns."c d"]
kind = "categorical"
categories = ["x", "y", "z"]
[[before]]
step = "top-code"
column = "a"
threshold = 100
[[before]]
step = "recode-labels"
column = "c d"
labels = { x = "u", "y" = "u" }
[[after]]
step = "round"
column = "b"
base = 0.5
[[after]]
step = "suppress"
columns = ["c d", "b"]
k = 3
missing = "wildcard"
"""


def test_a_file_is_read_and_written():
    schema = Schema.from_toml(TOML)

    assert schema.treatment.before == (
        TopCoding(column="a", threshold=100),
        RecodeLabels(column="c d", labels={"x": "u", "y": "u"}),
    )
    assert schema.treatment.after[1] == LocalSuppression(
        columns=("c d", "b"), k=3, missing="wildcard"
    )
    again = Schema.from_toml(schema.to_toml())
    assert again == schema
    assert again.fingerprint() == schema.fingerprint()


def test_the_fingerprint_of_a_schema_without_them_is_what_it_was():
    schema = Schema({"age": Numeric(0, 120, integer=True), "sex": Categorical(("F", "M"))})

    assert (
        schema.fingerprint() == "44464179a5dd15af5a46af8fe9bf7c2d9c5e591e2e85ff25455ae0d95c34efa0"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("threshold = 100", "threshold = 101"),
        ("start <= end", "start < end"),
        ('[["start", "end"]]', '[["start", "end"], ["b", "c d"]]'),
        ('level = "household"', ""),
        ('not_applicable = ["-9"]', ""),
        ('formula = "a + b"', ""),
        ("k = 3", "k = 4"),
    ],
)
def test_every_part_counts_in_the_fingerprint(old, new):
    changed = TOML.replace(old, new)

    assert changed != TOML
    assert Schema.from_toml(changed).fingerprint() != Schema.from_toml(TOML).fingerprint()


def test_the_schema_of_the_release_is_known_without_data():
    schema = Schema.from_toml(TOML)

    assert schema.prepared()["a"].kind == Numeric(upper=100)
    assert schema.released()["c d"].kind == Categorical(("u", "z"))
    assert schema.released().treatment == Treatment(rules=["start <= end", "a + b == total"])


def test_a_schema_without_some_columns_keeps_what_it_can():
    schema = Schema.from_toml(TOML).drop(["a", "start", "home"])

    assert schema.treatment.rules == ()
    assert schema.treatment.together == ()
    assert schema["total"].formula is None
    assert [step.label for step in schema.treatment.before] == ["recode-labels"]


@pytest.mark.parametrize(
    ("step", "before", "after"),
    [
        (TopCoding(column="x", threshold=9), Numeric(0, 20), Numeric(0, 9)),
        (TopCoding(column="x", threshold=9, replacement=30), Numeric(0, 20), Numeric(0, 30)),
        (BottomCoding(column="x", threshold=5), Numeric(0, 20, edges=(3,)), Numeric(5, 20)),
        (Rounding(column="x", base=10), Numeric(-4, 99, integer=True), Numeric(0, 100, True)),
        (Rounding(column="x", base=0.1), Numeric(0.04, 0.26), Numeric(0.0, 0.3)),
        (RecodeNumbers(column="x", breaks=[1], labels=["a", "b"]), Numeric(), Ordinal(("a", "b"))),
        (
            RecodeLabels(column="x", labels={"b": "a"}),
            Ordinal(("a", "b", "c")),
            Ordinal(("a", "c")),
        ),
    ],
)
def test_bounds_and_labels_follow_a_step(step, before, after):
    assert step.column_after(Column("x", before)) == Column("x", after)


@pytest.mark.parametrize(
    ("treatment", "message"),
    [
        ({"before": [TopCoding(column="n", threshold=99)]}, "below the upper bound"),
        ({"before": [BottomCoding(column="n", threshold=-1)]}, "above the lower bound"),
        ({"before": [Rounding(column="n", base=1000)]}, "lower must be below upper"),
        ({"before": [Rounding(column="n", base=0.5)]}, "a whole number in a column of integers"),
        ({"before": [TopCoding(column="n", threshold=1.5)]}, "threshold must be a whole number"),
        ({"before": [RecodeLabels(column="o", labels={"a": "c"})]}, "levels must be different"),
        ({"before": [RecodeLabels(column="o", labels={"q": "c"})]}, "must name labels of 'o'"),
        ({"before": [RecodeLabels(column="o", labels={"a": "?"})]}, "missing must not name"),
        ({"before": [RecodeDates(column="n", period="year")]}, "column must be a date"),
        ({"before": [TopCoding(column="w", threshold=1)]}, "whose role is weight"),
        ({"before": [TopCoding(column="d", threshold=1)]}, "must not be one derived"),
        (
            {"after": [RecodeNumbers(column="n", breaks=[5], labels=["a", "b"])]},
            "formula of 'd' after the steps",
        ),
        ({"after": [LocalSuppression(columns=["n", "zz"], k=2)]}, "column must be in the schema"),
        ({"together": [["n", "o"], ["o", "w"]]}, "each column once, got 'o'"),
        ({"together": [["n"]]}, "two columns or more"),
        ({"together": [["n", "d"]]}, "must leave out derived columns"),
        ({"together": [["n", "s"]]}, "columns of one level"),
        (
            {"after": [LocalSuppression(columns=["o", "s"], k=2)]},
            "of level record to be suppressed, got 's'",
        ),
        ({"rules": "n > 0"}, "rules must be a list"),
    ],
)
def test_what_does_not_fit_the_columns_is_refused(treatment, message):
    columns = [
        Column("n", Numeric(0, 99, integer=True)),
        Column("o", Ordinal(("a", "b", "c")), missing=("?",)),
        Column("w", Numeric(), Role.WEIGHT),
        Column("h", Categorical(), Role.HOUSEHOLD),
        Column("s", Date(), level="household"),
        Column("d", Numeric(), formula="n + 1"),
    ]

    with pytest.raises(SchemaError, match=message):
        Schema(columns, treatment=Treatment(**treatment))


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ({"not_applicable": ("",)}, "not_applicable must be codes that mean nothing else"),
        ({"not_applicable": ("-9",), "missing": ("-9",)}, "which is missing or a category"),
        ({"formula": "1 +"}, "expression must be one that Python can read"),
        ({"level": "home"}, "level must be one of record, household"),
    ],
)
def test_a_column_that_contradicts_itself_is_refused(column, message):
    with pytest.raises(SchemaError, match=message):
        Column("x", Numeric(), **column)


def test_a_derived_column_must_be_numeric_and_not_chained():
    with pytest.raises(SchemaError, match="kind must be numeric with a formula"):
        Column("x", Categorical(), formula="a + 1")
    with pytest.raises(SchemaError, match="must use columns that are not derived, got 'b'"):
        Schema(
            [
                Column("a", Numeric()),
                Column("b", Numeric(), formula="a + 1"),
                Column("c", Numeric(), formula="b + 1"),
            ]
        )


def test_a_formula_of_a_household_must_not_use_what_persons_have():
    home = Column("home", Text(), "household")
    rooms = Column("rooms", Numeric(1, 9), level="household")
    age = Column("age", Numeric(0, 120))
    formula = {"level": "household", "formula": "rooms + age"}

    with pytest.raises(SchemaError, match=r"must use columns of level household.*got 'age'.*give"):
        Schema([home, rooms, age, Column("sum", Numeric(), **formula)])

    Schema([home, rooms, age, Column("sum", Numeric(), formula="rooms + age")])
    Schema([home, rooms, Column("twice", Numeric(), level="household", formula="2 * rooms")])
