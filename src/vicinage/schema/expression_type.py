"""What kind of value an expression has, given the columns that it names."""

import ast
import sys
from collections.abc import Mapping
from typing import Literal, TypeAlias

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.column import Column
from vicinage.schema.date import Date
from vicinage.schema.expression import Expression, column_of
from vicinage.schema.numeric import Numeric

__all__ = ["ValueType", "check_type", "type_of"]

ValueType: TypeAlias = Literal["number", "date", "label", "labels", "truth"]

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_MEMBERSHIP = (ast.In, ast.NotIn)


def check_type(
    expression: Expression, columns: Mapping[str, Column], wanted: Literal["number", "truth"]
) -> None:
    """Refuse an expression that has no value of the wanted type.

    Raises
    ------
    SchemaError
        If it names an unknown column, or combines what cannot be combined.

    Examples
    --------
    >>> check_type(Expression("age + 1"), {"age": Column("age", Numeric())}, "truth")
    Traceback (most recent call last):
    ...
    vicinage.errors.SchemaError: 'age + 1' must be a comparison, got a number
    """
    found = type_of(expression.tree, columns)
    if found != wanted:
        what = "a comparison" if wanted == "truth" else "a number"
        raise SchemaError(f"{expression.text!r} must be {what}, got a {found}")


def type_of(node: ast.expr, columns: Mapping[str, Column]) -> ValueType:  # noqa: PLR0911  # one return for each part of the grammar
    """Return the type of a part of an expression.

    Differences of dates are numbers of days; labels are texts, also those of ordinal columns.

    Raises
    ------
    SchemaError
    """
    name = column_of(node)
    if name is not None:
        return _of_column(name, columns)
    match node:
        case ast.Constant():
            return _of_constant(node)
        case ast.Tuple(elts=parts):
            return _all_of("label", parts, node, columns) and "labels"
        case ast.BinOp(left=left, right=right, op=sign):
            if isinstance(sign, ast.Sub) and type_of(left, columns) == "date":
                return _all_of("date", [left, right], node, columns) and "number"
            return _all_of("number", [left, right], node, columns)
        case ast.UnaryOp(op=ast.USub(), operand=part) | ast.Call(args=[part, *_]):
            return _all_of("number", [part], node, columns)
        case ast.Compare():
            return _of_comparison(node, columns)
    return _all_of("truth", _conditions(node), node, columns)


def _conditions(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BoolOp(values=parts):
            return parts
        case ast.IfExp(test=test, body=body):
            return [test, body]
    return [node.operand] if isinstance(node, ast.UnaryOp) else []


def _of_column(name: str, columns: Mapping[str, Column]) -> ValueType:
    if name not in columns:
        raise SchemaError(
            f"expression must name columns of the schema, got {name!r}{did_you_mean(name, columns)}"
        )
    kind = columns[name].kind
    if isinstance(kind, Numeric):
        return "number"
    return "date" if isinstance(kind, Date) else "label"


def _of_constant(node: ast.Constant) -> ValueType:
    if isinstance(node.value, str):
        return "label"
    if node.value is True:
        return "truth"
    number = node.value
    if not isinstance(number, int | float) or not abs(number) <= sys.float_info.max:
        raise SchemaError(f"expression must hold finite numbers, got {ast.unparse(node):.40}")
    return "number"


def _of_comparison(node: ast.Compare, columns: Mapping[str, Column]) -> ValueType:
    types = [type_of(part, columns) for part in (node.left, *node.comparators)]
    for sign, left, right in zip(node.ops, types, types[1:], strict=False):
        if isinstance(sign, _MEMBERSHIP):
            fits = (left, right) == ("label", "labels")
        else:
            allowed = (
                {"number", "date"} if isinstance(sign, _ORDER) else {"number", "date", "label"}
            )
            fits = left == right and left in allowed
        if not fits:
            raise SchemaError(
                "expression must compare numbers with numbers, dates with dates, and labels by "
                f"==, != and in, got {ast.unparse(node)!r:.80}, which is {left} and {right}"
            )
    return "truth"


def _all_of(
    wanted: ValueType, parts: list[ast.expr], node: ast.expr, columns: Mapping[str, Column]
) -> ValueType:
    found = [type_of(part, columns) for part in parts]
    if any(one != wanted for one in found):
        raise SchemaError(
            f"expression must combine each {wanted} with another one only, got "
            f"{ast.unparse(node)!r:.80}, which has {', '.join(found)}"
        )
    return wanted
