"""Formulas and rules on cells, against Python itself."""

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.schema import Categorical, Column, Date, Expression, Numeric, Schema
from vicinage.table.expression_values import broken_rows, formula_values
from vicinage.table.frames import open_frame

SCHEMA = Schema({"a": Numeric(), "b": Numeric()})
terms = st.recursive(
    st.sampled_from(["a", "b", "1", "2.5", "0"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner),
        st.builds("-{}".format, inner),
    ),
    max_leaves=6,
)
comparisons = st.builds(
    "{} {} {}".format, terms, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), terms
)
conditions = st.recursive(
    comparisons,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=4,
)
numbers = st.integers(-3, 3).map(float)
rows = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5)


def frame_of(cells):
    a, b = zip(*cells, strict=True)
    return open_frame(pa.table({"a": pa.array(a, pa.float64()), "b": pa.array(b, pa.float64())}))


def by_python(text, a, b):
    try:
        return eval(text, {"a": a, "b": b})  # noqa: S307  # the oracle, on texts made above
    except ZeroDivisionError:
        return math.nan


@given(terms, rows)
def test_formulas_are_those_of_python_and_division_by_zero_is_missing(text, cells):
    found = formula_values(Expression(text), frame_of(cells), SCHEMA)

    np.testing.assert_allclose(found, [by_python(text, a, b) for a, b in cells])


@given(conditions, rows)
def test_rules_are_those_of_python_where_everything_has_a_value(text, cells):
    broken = broken_rows(Expression(text), frame_of(cells), SCHEMA)

    for row, (a, b) in enumerate(cells):
        truth = by_python(text, a, b)
        if isinstance(truth, bool) and "/" not in text:
            assert broken[row] == (not truth)


def broken(text, cells, columns):
    return broken_rows(Expression(text), open_frame(pa.table(cells)), Schema(columns)).tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a > 1", False),
        ("not a > 1", False),
        ("a > 1 and b > 1", True),
        ("a > 1 or b > 1", False),
        ("a > 1 or b < 1", False),
        ("b > 1 if a > 1", False),
        ("b > 1 if b < 1", True),
        ("a > 1 if b < 1", False),
        ("0 < a < 1", False),
        ("1 < b < a", True),
    ],
)
def test_what_is_unknown_is_not_broken(text, expected):
    cells = {"a": pa.array([None], pa.float64()), "b": [0.0]}

    assert broken(text, cells, {"a": Numeric(), "b": Numeric()}) == [expected]


def test_sums_of_decimal_fractions_are_equal_to_what_they_should_be():
    kinds = dict.fromkeys("abc", Numeric())

    assert broken("a + b == c", {"a": [0.1], "b": [0.2], "c": [0.3]}, kinds) == [False]
    assert broken("a + b <= c", {"a": [0.1], "b": [0.2], "c": [0.3]}, kinds) == [False]
    assert broken("a + b < c", {"a": [0.1], "b": [0.2], "c": [0.3]}, kinds) == [True]
    assert broken("a + b != c", {"a": [0.1], "b": [0.2], "c": [0.3]}, kinds) == [True]


def test_labels_are_compared_as_texts_and_a_missing_one_is_unknown():
    cells = {"job": ["cook", "nurse", None, "-9"]}
    column = {"job": Column("job", Categorical(), not_applicable=("-9",))}

    assert broken('job == "cook"', cells, column) == [False, True, False, True]
    assert broken('job != "cook"', cells, column) == [True, False, False, False]
    assert broken('job in ("cook", "-9")', cells, column) == [False, True, False, False]
    assert broken('job not in ("cook",)', cells, column) == [True, False, False, False]


def test_dates_are_compared_and_their_difference_is_in_days():
    cells = {"start": ["2024-01-01", "2024-01-09", ""], "end": ["2024-01-08", "2024-01-08", "x"]}
    kinds = {"start": Date(), "end": Column("end", Date(), missing=("x",))}

    assert broken("start <= end", cells, kinds) == [False, True, False]
    assert broken("end - start == 7", cells, kinds) == [False, True, False]


def test_cells_that_do_not_apply_have_no_value():
    column = Column("pay", Numeric(), not_applicable=("-9",))

    assert broken("pay > 0", {"pay": [-9, -1, 1]}, {"pay": column}) == [False, True, False]
