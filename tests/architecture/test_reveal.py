import ast
from pathlib import Path

import vicinage

PACKAGE = Path(vicinage.__file__).parent


def test_only_mechanisms_reveal_exact_values():
    callers = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "reveal"
    }

    assert callers == {"mechanisms"}


def test_nothing_reaches_into_an_exact_value():
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "_value"
    }

    assert users == {"privacy/values.py"}
