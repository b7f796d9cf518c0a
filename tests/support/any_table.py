"""Random schemas with tables that fit them more or less, for tests that anything may come in."""

import datetime
import math

import pandas as pd
from hypothesis import strategies as st

from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Role, Schema, Text

NAMES = st.one_of(
    st.sampled_from(["x", "y", "income (EUR)", "a ", "größe", "None", 'say "x"', "a;b", "a,b"]),
    st.text(
        st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=4
    ),
)
LABELS = ("F", "M", "other", "ä", "NA", "0", "x y")
DAYS = st.dates(datetime.date(1950, 1, 1), datetime.date(2030, 12, 31))
MISSING = st.sampled_from([None, None, math.nan])


@st.composite
def columns(draw, name, n_rows):
    """Return a column of a schema, and cells most of which fit it."""
    make = draw(st.sampled_from([_numbers, _whole_numbers, _labels, _levels, _dates, _texts]))
    kind, cells = make(draw)
    role = draw(st.sampled_from([None, None, None, *Role])) if draw(st.booleans()) else None
    if role is Role.WEIGHT and not isinstance(kind, Numeric):
        role = None
    gaps = draw(st.sampled_from([0, 0, 1]))
    cells = st.one_of(*[cells] * 4, *[st.none()] * gaps)
    constant = draw(st.integers(0, 7)) == 0
    values = [draw(cells)] * n_rows if constant else draw(_lists(cells, n_rows))
    return Column(name, kind, role=role), values


def _lists(cells, n_rows):
    return st.lists(cells, min_size=n_rows, max_size=n_rows)


def _numbers(draw):
    bounded = draw(st.booleans())
    cells = st.one_of(
        st.sampled_from([0.0, 1.0, 2.5, -3.0]),
        st.floats(allow_nan=False, allow_infinity=draw(st.integers(0, 9)) == 0),
    )
    if bounded:
        cells = st.one_of(st.floats(-5, 5), st.floats(-5, 5), cells)
    return Numeric(-5, 5) if bounded else Numeric(), cells


def _whole_numbers(draw):
    large = st.integers(-(2**63), 2**63 - 1)
    return Numeric(integer=True), st.one_of(
        st.integers(0, 3), large if draw(st.booleans()) else st.integers(0, 90)
    )


def _labels(draw):
    labels = draw(st.lists(st.sampled_from(LABELS), min_size=1, unique=True))
    declared = draw(st.booleans())
    strange = ["never declared"] if draw(st.integers(0, 9)) == 0 else []
    return Categorical(tuple(labels) if declared else ()), st.sampled_from([*labels, *strange])


def _levels(draw):
    labels = draw(st.lists(st.sampled_from(LABELS), min_size=1, unique=True))
    return Ordinal(tuple(labels)), st.sampled_from(labels)


def _dates(draw):
    bounds = (datetime.date(1900, 1, 1), datetime.date(2050, 1, 1))
    return (Date(*bounds) if draw(st.booleans()) else Date()), DAYS


def _texts(draw):
    return Text(), st.text(st.characters(codec="utf-8"), max_size=4)


@st.composite
def tables(draw, max_rows=12, max_columns=5):
    """Return a schema and a pandas frame of its columns."""
    n_rows = draw(st.integers(0, max_rows))
    names = draw(st.lists(NAMES, min_size=1, max_size=max_columns, unique=True))
    made = [draw(columns(name, n_rows)) for name in names]
    single = set()
    kept = []
    for column, values in made:
        if column.role in {Role.KEY, Role.WEIGHT, Role.HOUSEHOLD}:
            if column.role in single:
                continue
            single.add(column.role)
        kept.append((column, values))
    frame = pd.DataFrame({column.name: _series(column, values) for column, values in kept})
    return Schema([column for column, _ in kept], public=True), frame


def _series(column, values):
    if isinstance(column.kind, Numeric) and not column.kind.integer:
        return pd.Series(values, dtype="float64")
    if isinstance(column.kind, Numeric):
        return pd.Series(values, dtype="Int64")
    if isinstance(column.kind, Date):
        return pd.Series(pd.to_datetime(pd.Series(values, dtype="object")), dtype="datetime64[us]")
    return pd.Series(values, dtype="str")
