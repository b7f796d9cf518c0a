import pickle
import time

import pytest

from vicinage.errors import SchemaError
from vicinage.schema import Categorical, Column, Numeric, Role, Schema, Text


def test_a_mapping_gives_names_to_kinds_and_columns():
    schema = Schema({"age": Numeric(0, 120), "id": Column("x", Text(), role="key")})

    assert schema.names == ("age", "id")
    assert schema["id"] == Column("id", Text(), Role.KEY)
    assert schema.with_role("key") == ("id",)
    assert "age" in schema
    assert "x" not in schema


def test_an_unknown_column_is_named_with_the_closest_one():
    with pytest.raises(SchemaError, match="got 'agee'; did you mean \"age\""):
        Schema({"age": Numeric()})["agee"]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ([], "at least one column"),
        ([Column("a", Text()), Column("a", Text())], "different names"),
        (["a"], "columns must be Column objects"),
        ([Column("a", Text(), "key"), Column("b", Text(), "key")], "role key"),
    ],
)
def test_columns_that_contradict_one_another_are_refused(columns, expected):
    with pytest.raises(SchemaError, match=expected):
        Schema(columns)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Numeric(lower=True), "lower must be a number"),
        (lambda: Numeric(lower=float("inf")), "lower must be finite"),
        (lambda: Numeric(1, 1), "lower must be below upper"),
        (lambda: Numeric(integer="yes"), "integer must be true or false"),
        (lambda: Categorical("ab"), "categories must be a list"),
        (lambda: Categorical(("a", "a")), "categories must be different"),
        (lambda: Categorical(("",)), "empty cell is a missing cell"),
        (lambda: Column("a", "numeric"), "kind must be one of"),
        (lambda: Column("a", Text(), role="keys"), 'did you mean "key"'),
    ],
)
def test_a_wrong_part_is_refused(make, expected):
    with pytest.raises(SchemaError, match=expected):
        make()


def test_replacing_and_dropping_keep_the_order_of_columns():
    schema = Schema({"a": Numeric(), "b": Text(), "c": Text()}, public=True)

    changed = schema.replace(Column("b", Numeric(), Role.STRATUM)).drop(["a"])

    assert changed == Schema([Column("b", Numeric(), "stratum"), Column("c", Text())], public=True)


def test_a_column_of_a_wide_schema_is_found_at_once():
    schema = Schema({f"v{j}": Numeric() for j in range(20_000)})

    start = time.perf_counter()
    assert all(schema[name].name == name and name in schema for name in schema.names)
    assert time.perf_counter() - start < 1
    assert schema == pickle.loads(pickle.dumps(schema))  # noqa: S301
