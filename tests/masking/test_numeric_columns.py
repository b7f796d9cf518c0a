import pandas as pd
import pytest

from vicinage.errors import ParameterError
from vicinage.masking.numeric_columns import check_columns, numeric_columns
from vicinage.schema import Categorical, Column, Numeric, Role, Schema
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

    assert numeric_columns(table(special, PAY, SEX, AGE), None) == ("pay", "age")


@pytest.mark.parametrize("role", SPECIAL)
def test_a_column_with_a_special_role_cannot_be_named(role):
    special = Column("n", Numeric(), role=role)

    with pytest.raises(ParameterError, match=f"got 'n', whose role is {role}; .*: pay"):
        numeric_columns(table(special, PAY), ["n"])


def test_named_columns_come_in_the_order_of_the_table():
    assert numeric_columns(table(AGE, SEX, PAY), ["pay", "age"]) == ("age", "pay")


def test_a_column_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ParameterError, match=r"got 'wage'; .* can be perturbed: age, pay"):
        numeric_columns(table(AGE, SEX, PAY), ["wage"])


def test_a_column_that_is_not_numeric_is_refused():
    with pytest.raises(ParameterError, match="got 'sex', which is categorical"):
        numeric_columns(table(AGE, SEX), ["sex"])


def test_a_table_without_a_numeric_column_is_refused():
    with pytest.raises(ParameterError, match=r"must leave a numeric column .* columns are sex"):
        numeric_columns(table(SEX), None)


def test_a_column_named_twice_is_refused():
    with pytest.raises(ParameterError, match="must name each column once"):
        check_columns(["a", "a"])


def test_names_that_are_no_texts_are_refused():
    with pytest.raises(ParameterError, match="at least one column name and only names"):
        check_columns([3])
