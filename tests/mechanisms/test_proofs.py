import ast
import hashlib
from pathlib import Path

import pytest

import vicinage

PACKAGE = Path(vicinage.__file__).parent
PROOFS = sorted(PACKAGE.rglob("*.proof.md"))


def fingerprint(module):
    """Hash the code alone, so that comments and layout may change freely."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return hashlib.sha256(repr(parts(tree)).encode()).hexdigest()[:12]


def parts(node):
    """Return the tree without empty fields, of which newer versions of Python have more."""
    if isinstance(node, list):
        return [parts(child) for child in node]
    if not isinstance(node, ast.AST):
        return node
    fields = ((name, parts(value)) for name, value in ast.iter_fields(node))
    return (
        type(node).__name__,
        *((name, value) for name, value in fields if value not in (None, [])),
    )


@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.stem)
def test_a_proof_is_about_the_code_it_lies_beside(proof):
    module = proof.with_name(proof.name.replace(".proof.md", ".py"))
    stated = proof.read_text(encoding="utf-8").splitlines()[0]

    assert stated == f"<!-- proves {module.name} at {fingerprint(module)} -->", (
        "the code changed: read the proof again, then write the new fingerprint"
    )


def test_every_mechanism_has_a_proof():
    no_claims = {"__init__", "_opendp", "revealed", "rounding", "permute_and_flip"}

    for module in (PACKAGE / "mechanisms").glob("*.py"):
        if module.stem not in no_claims:
            assert module.with_name(f"{module.stem}.proof.md") in PROOFS, module.stem
