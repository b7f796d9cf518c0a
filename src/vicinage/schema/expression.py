"""Formulas of derived columns, and rules that records keep."""

import ast
from dataclasses import dataclass, field

from vicinage.errors import SchemaError

__all__ = ["Expression", "column_of"]

_ALLOWED = (
    "names of columns, numbers, texts in quotes, + - * /, round(x, digits), comparisons, "
    'in ("a", "b"), and, or, not, and "RULE if CONDITION"'
)
_LONGEST = 1000
_MOST_PARTS = 400  # so that no walk through a tree is deeper than Python allows
_NODES = (
    ast.Name,
    ast.Constant,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.Call,
    ast.IfExp,
    ast.Tuple,
)
_SIGNS = (
    ast.Load,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.USub,
    ast.Not,
    ast.And,
    ast.Or,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.Eq,
    ast.NotEq,
    ast.In,
    ast.NotIn,
)


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula such as ``pay / hours``, or a rule such as ``start <= end``.

    The text is parsed as a Python expression and kept as a tree of the few parts that are allowed;
    nothing of it is ever run as a program. A column whose name is no Python name is written
    ``column("Pay (EUR)")``. A rule for some records only is written ``pay >= 0 if job == "none"``.

    Parameters
    ----------
    text : str
        Up to 1,000 characters.

    Raises
    ------
    SchemaError
        If the text cannot be read or has a part that is not allowed.

    Examples
    --------
    >>> Expression('pay / column("Hours (week)")').columns
    ('pay', 'Hours (week)')
    """

    text: str
    tree: ast.expr = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Parse the text and refuse what is not allowed."""
        if not isinstance(self.text, str) or not 0 < len(self.text) <= _LONGEST:
            raise SchemaError(
                f"expression must be a text of up to {_LONGEST} characters, got {self.text!r:.80}"
            )
        tree = _parsed(self.text)
        nodes = list(ast.walk(tree))
        if len(nodes) > _MOST_PARTS:
            raise SchemaError(
                f"expression must be simple, got one of many parts: {self.text!r:.80}; "
                "write it as several rules"
            )
        for node in nodes:
            if not isinstance(node, _NODES + _SIGNS) or not _is_plain(node):
                part = ast.unparse(node) if isinstance(node, ast.expr) else type(node).__name__
                raise self._refused(part)
        object.__setattr__(self, "tree", tree)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it names, each once, in their order."""
        named = (column_of(node) for node in _inside(self.tree))
        return tuple(dict.fromkeys(name for name in named if name is not None))

    def _refused(self, part: str) -> SchemaError:
        return SchemaError(
            f"expression must consist of {_ALLOWED}, got {part!r:.80} in {self.text!r:.80}"
        )


def column_of(node: ast.AST) -> str | None:
    """Return the column that a node of a tree names; None for any other node.

    Examples
    --------
    >>> column_of(Expression('column("a b")').tree)
    'a b'
    """
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "column":
        name = node.args[0]
        return str(name.value) if isinstance(name, ast.Constant) else None
    return None


def _parsed(text: str) -> ast.expr:
    # "RULE if CONDITION" is no expression of Python: whoever does not meet the condition is right.
    for spelled in (text, f"{text} else True"):
        try:
            tree = ast.parse(spelled.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if spelled == text or isinstance(tree, ast.IfExp):
            return tree
    raise SchemaError(f"expression must be one that Python can read, got {text!r:.80}")


def _inside(tree: ast.expr) -> list[ast.AST]:
    """Return the nodes in the order of the text, without the names of functions."""
    found: list[ast.AST] = [tree]
    if isinstance(tree, ast.Call):
        children: list[ast.AST] = [] if column_of(tree) is not None else list(tree.args)
    else:
        children = list(ast.iter_child_nodes(tree))
    for child in children:
        if isinstance(child, ast.expr):
            found += _inside(child)
    return found


def _is_plain(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float | str) or node.value is True
    if isinstance(node, ast.Call):
        return _is_known_call(node)
    if isinstance(node, ast.IfExp):
        return isinstance(node.orelse, ast.Constant) and node.orelse.value is True
    return True


def _is_known_call(node: ast.Call) -> bool:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    last = node.args[-1].value if node.args and isinstance(node.args[-1], ast.Constant) else None
    if node.keywords:
        return False
    if name == "column":
        return len(node.args) == 1 and isinstance(last, str)
    return name == "round" and len(node.args) == 2 and type(last) is int and 0 <= last <= 15
