import pandas as pd
import pytest

from vicinage.errors import ParameterError
from vicinage.masking.column_choice import distance_columns, perturbed_columns
from vicinage.schema import Categorical, Column, Numeric, Role, Schema, Text
from vicinage.table import Table

SPECIAL = [Role.KEY, Role.IDENTIFIER, Role.STRATUM, Role.WEIGHT, Role.HOUSEHOLD, Role.IGNORED]


def table(*columns):
    cells = {"age": [30, 40], "pay": [1.5, 2.5], "sex": ["F", "M"], "n": [1, 2]}
    return Table.from_frame(
        pd.DataFrame({column.name: cells[column.name] for column in columns}), Schema(columns)
    )


AGE, PAY = Column("age", Numeric(), role="quasi-identifier"), Column("pay", Numeric())
SEX = Column("sex", Categorical())


@pytest.mark.parametrize("role", SPECIAL)
def test_all_numeric_columns_without_a_special_role_are_perturbed(role):
    special = Column("n", Numeric(), role=role)

    assert perturbed_columns(table(special, PAY, SEX, AGE), None, numeric=True) == ("pay", "age")


@pytest.mark.parametrize("role", SPECIAL)
def test_a_column_with_a_special_role_cannot_be_named(role):
    special = Column("n", Numeric(), role=role)

    with pytest.raises(ParameterError, match=f"leave out 'n', whose role is {role}; .*: pay"):
        perturbed_columns(table(special, PAY), ["n"], numeric=True)


def test_named_columns_come_in_the_order_of_the_table():
    assert perturbed_columns(table(AGE, SEX, PAY), ["pay", "age"], numeric=True) == ("age", "pay")


def test_a_column_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ParameterError, match=r"got 'wage'; .* can be perturbed: age, pay"):
        perturbed_columns(table(AGE, SEX, PAY), ["wage"], numeric=True)


def test_a_column_that_is_not_numeric_is_refused():
    with pytest.raises(ParameterError, match="leave out 'sex', which is categorical"):
        perturbed_columns(table(AGE, SEX), ["sex"], numeric=True)


def test_a_table_without_a_numeric_column_is_refused():
    with pytest.raises(ParameterError, match=r"must leave at least one column, got none of sex"):
        perturbed_columns(table(SEX), None, numeric=True)


def test_every_kind_of_column_can_be_perturbed_where_the_method_allows():
    assert perturbed_columns(table(AGE, SEX, PAY), None) == ("age", "sex", "pay")


def test_distance_leaves_special_roles_out_unless_they_are_named():
    weight = Column("n", Numeric(), role=Role.WEIGHT)

    assert distance_columns(table(AGE, weight), None) == ("age",)
    assert distance_columns(table(AGE, weight), ["n"]) == ("n",)


def test_distance_never_uses_texts_or_keys():
    note, key = Column("sex", Text(), role="ignored"), Column("n", Numeric(), role="key")

    with pytest.raises(ParameterError, match="must leave out 'sex', whose role is ignored"):
        distance_columns(table(AGE, note), ["sex"])
    with pytest.raises(ParameterError, match="must leave out 'n', whose role is key"):
        distance_columns(table(AGE, key), ["n"])
