"""Formulas and rules are read, and nothing but formulas and rules."""

import copy
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vicinage.errors import SchemaError
from vicinage.schema import (
    Categorical,
    Column,
    Date,
    Expression,
    Numeric,
    Ordinal,
    Schema,
    Treatment,
)
from vicinage.schema.expression_type import type_of

COLUMNS = {
    column.name: column
    for column in (
        Column("a", Numeric()),
        Column("b", Numeric()),
        Column("Pay (EUR)", Numeric()),
        Column("start", Date()),
        Column("end", Date()),
        Column("job", Categorical()),
        Column("rank", Ordinal(("low", "high"))),
    )
}


@pytest.mark.parametrize(
    "text",
    [
        "a <= b",
        "0 <= a < 10 != b",
        "a + 2 * b == -a / (b - 1)",
        'column("Pay (EUR)") > 0',
        "end - start >= 7",
        "start <= end",
        'job == "cook"',
        'rank in ("low", "high") and job not in ("x", "y")',
        'not (a > 1 or job != "cook")',
        'a >= 0 if job == "cook"',
        "round(a, 2) == b",
    ],
)
def test_rules_of_every_form_are_read(text):
    assert type_of(Expression(text).tree, COLUMNS) == "truth"
    assert copy.deepcopy(Expression(text)) == Expression(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a <=",
        "__import__('os').system('x')",
        "a.real > 0",
        "a[0] > 0",
        "a ** 9999 > 0",
        "a // b > 0",
        "(lambda: 1)() > 0",
        "[x for x in a]",
        "f'{a}' == 'x'",
        "a if a > 0 else b",
        "round(a) > 0",
        "round(a, ndigits=2) > 0",
        "column(a) > 0",
        "column('a', 'b') > 0",
        "a := 1",
        "a is b",
        "None",
        "b'x' == a",
        "-" * 400 + "a > 0",
        "a" * 1001,
        "a\x00",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(SchemaError, match="expression must"):
        Expression(text)


@pytest.mark.parametrize(
    "text",
    [
        "a < start",
        'a == "x"',
        "job < rank",
        "start + end > 0",
        "start - 1 > 0",
        "job + 1 > 0",
        "a and b",
        "not a",
        "a > 1e999",
        'a in ("x", "y")',
        'job in ("x", 1)',
        "unknown > 0",
        "a > 0 if a",
    ],
)
def test_what_cannot_be_combined_is_refused(text):
    with pytest.raises(SchemaError, match="expression must"):
        type_of(Expression(text).tree, COLUMNS)


def test_a_value_is_no_rule_and_a_rule_no_formula():
    with pytest.raises(SchemaError, match="'a' must be a comparison, got a number"):
        Schema({"a": Numeric()}, treatment=Treatment(rules=["a"]))
    with pytest.raises(SchemaError, match="formula of 'c': 'a > 1' must be a number, got a truth"):
        Schema({"a": Numeric(), "c": Column("c", Numeric(), formula="a > 1")})


@given(st.text(max_size=60) | st.text("abjob<>=()+-*/,.\"' 01if notinand", max_size=40))
@example("a if")
@example("(" * 200)
@example('column("")')
@example("column()")
def test_any_text_is_an_expression_or_a_schema_error(text):
    with suppress(SchemaError):
        type_of(Expression(text).tree, COLUMNS)
        assert set(Expression(text).columns) <= set(COLUMNS)
