"""Formulas and rules, computed on the cells of a table."""

import ast
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.schema import Categorical, Expression, Ordinal, Schema, Text, column_of
from vicinage.table.cells import is_missing, plain_cells, stored_cells, texts_of
from vicinage.table.cells_to_numbers import parse
from vicinage.table.frames import Frame

__all__ = ["broken_rows", "formula_values"]

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Truth: TypeAlias = tuple[Flags, Flags]

# Sums of decimal fractions are not exact in binary ones.
_ROUNDING = 1e-9


def formula_values(formula: Expression, frame: Frame, schema: Schema) -> Floats:
    """Compute a formula for every row.

    Returns
    -------
    ndarray of float64 of shape (n_rows,)
        Private. NaN, which means missing, where an operand has no value, a divisor is zero, or the
        result is too large for a number.

    Examples
    --------
    >>> from vicinage.schema import Numeric
    >>> from vicinage.table.frames import open_frame
    >>> frame = open_frame(pa.table({"pay": [9.0, 5.0], "hours": [2.0, 0.0]}))
    >>> schema = Schema({"pay": Numeric(), "hours": Numeric()})
    >>> formula_values(Expression("pay / hours"), frame, schema)
    array([4.5, nan])
    """
    with np.errstate(all="ignore"):
        values = _Rows(frame, schema).numbers(formula.tree)
    return np.where(np.isfinite(values), values, np.nan)


def broken_rows(rule: Expression, frame: Frame, schema: Schema) -> Flags:
    """Say which rows break a rule.

    A comparison with a cell that has no value is neither true nor false, and a row breaks a rule
    only where it is false. Numbers are equal if they differ by no more than a billionth.

    Returns
    -------
    ndarray of bool of shape (n_rows,)
        Private.
    """
    with np.errstate(all="ignore"):
        return _Rows(frame, schema).truth(rule.tree)[1]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a table, as operands; truth is a pair: where it is true, where it is false."""

    frame: Frame
    schema: Schema

    def numbers(self, node: ast.expr) -> Floats:
        """Return a number or a day for each row; NaN where there is none."""
        name = column_of(node)
        if name is not None:
            cells = stored_cells(self.frame, name)
            return parse(cells, self.schema[name], self.schema.file.decimal).values
        match node:
            case ast.Constant(value=int() | float() as number):
                return np.full(self.frame.n_rows, float(number))
            case ast.Call(args=[inner, ast.Constant(value=int() as digits)]):
                return np.round(self.numbers(inner), digits)
            case ast.UnaryOp(operand=inner):
                return -self.numbers(inner)
            case ast.BinOp(left=left, op=sign, right=right):
                return _combined(self.numbers(left), sign, self.numbers(right))
        raise TypeError(ast.dump(node))  # the type of an expression is checked by the schema

    def truth(self, node: ast.expr) -> Truth:
        """Return where a condition is true and where it is false; elsewhere it is unknown."""
        match node:
            case ast.BoolOp(op=sign, values=parts):
                found = [self.truth(part) for part in parts]
                if isinstance(sign, ast.And):
                    return _all(found)
                return _all([pair[::-1] for pair in found])[::-1]
            case ast.UnaryOp(operand=part):
                true, false = self.truth(part)
                return false, true
            case ast.IfExp(test=test, body=body):
                meets, lacks = self.truth(test)
                true, false = self.truth(body)
                return lacks | true, meets & false
            case ast.Compare(left=left, ops=signs, comparators=others):
                sides = zip(signs, [left, *others], others, strict=False)
                return _all([self._compared(one, sign, other) for sign, one, other in sides])
        return np.ones(self.frame.n_rows, np.bool_), np.zeros(self.frame.n_rows, np.bool_)

    def _compared(self, one: ast.expr, sign: ast.cmpop, other: ast.expr) -> Truth:
        if isinstance(sign, ast.In | ast.NotIn) or self._is_label(one):
            holds, known = self._same_labels(one, other)
        else:
            left, right = self.numbers(one), self.numbers(other)
            known = ~(np.isnan(left) | np.isnan(right))
            holds = _related(left, sign, right)
        if isinstance(sign, ast.NotIn | ast.NotEq):
            holds = ~holds
        return holds & known, ~holds & known

    def _same_labels(self, one: ast.expr, other: ast.expr) -> tuple[Flags, Flags]:
        texts, known = self._labels(one)
        if isinstance(other, ast.Tuple):
            found = [self._same_labels(one, element) for element in other.elts]
            return (
                np.logical_or.reduce([same for same, _ in found]),
                np.logical_and.reduce([both for _, both in found]),
            )
        others, also_known = self._labels(other)
        same = pc.fill_null(pc.equal(texts, others), False)
        return np.asarray(same.to_numpy(zero_copy_only=False), np.bool_), known & also_known

    def _is_label(self, node: ast.expr) -> bool:
        name = column_of(node)
        if name is None:
            return isinstance(node, ast.Constant) and isinstance(node.value, str)
        return isinstance(self.schema[name].kind, Categorical | Ordinal | Text)

    def _labels(self, node: ast.expr) -> tuple[pa.Array, Flags]:
        name = column_of(node)
        if name is None:
            text = node.value if isinstance(node, ast.Constant) else ""
            n_rows = self.frame.n_rows
            return pa.repeat(pa.scalar(text, pa.large_string()), n_rows), np.ones(n_rows, np.bool_)
        cells = plain_cells(self.frame, name)
        texts = texts_of(cells).cast(pa.large_string())
        return texts, ~is_missing(cells, self.schema[name].missing)


def _all(found: list[Truth]) -> Truth:
    """Join truths by "and": false where one is, true where all are."""
    return (
        np.logical_and.reduce([true for true, _ in found]),
        np.logical_or.reduce([false for _, false in found]),
    )


def _combined(left: Floats, sign: ast.operator, right: Floats) -> Floats:
    match sign:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
    ratio: Floats = np.divide(left, right, out=np.full(left.size, np.nan), where=right != 0)
    return ratio


def _related(left: Floats, sign: ast.cmpop, right: Floats) -> Flags:
    size = np.maximum(np.maximum(np.abs(left), np.abs(right)), 1.0)
    equal = np.abs(left - right) <= _ROUNDING * size
    match sign:
        case ast.Lt():
            return (left < right) & ~equal
        case ast.LtE():
            return (left < right) | equal
        case ast.Gt():
            return (left > right) & ~equal
        case ast.GtE():
            return (left > right) | equal
    return equal
