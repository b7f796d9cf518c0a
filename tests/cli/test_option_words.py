import ast
from pathlib import Path

import pytest

import vicinage
from vicinage.cli.main import app
from vicinage.cli.option_words import in_option_words

OPTIONS = ("--n-neighbors", "--columns", "--mechanism", "--allow-large-epsilon", "--max-size")


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("columns must be few, got 9 columns", "--columns must be few, got 9 columns"),
        ("epsilon must be above 0", "epsilon must be above 0"),
        ("take fewer, or a smaller n_neighbors", "take fewer, or a smaller --n-neighbors"),
        ("allow_large_epsilon=True asks for more", "--allow-large-epsilon asks for more"),
        ("mechanism='auto' needs none", "--mechanism auto needs none"),
        ("column 'max_size' must be a number", "column 'max_size' must be a number"),
        ("must be a file, got my/max_size", "must be a file, got my/max_size"),
        ("far below 1 / n_rows is usual", "far below 1 / the number of rows is usual"),
        ("learn them (DPDilca)", "learn them (`vicinage distances`)"),
    ],
)
def test_a_message_names_options_and_leaves_the_rest_as_it_is(message, words):
    assert in_option_words(message, OPTIONS) == words


def options(command):
    _, apps, _ = app.parse_commands(command.split())
    return {name for option in apps[-1].assemble_argument_collection() for name in option.names}


@pytest.mark.parametrize(
    ("command", "modules"),
    [
        ("release", ["masking"]),
        ("count-outliers", ["outliers/count.py", "outliers/metric.py", "privacy"]),
        ("find-subspaces", ["outliers/subspaces.py", "outliers/family.py", "privacy"]),
        ("statistics", ["integral/settings.py", "integral/discretisation.py"]),
        ("distances", ["categorical/limits.py", "categorical/parameters.py", "privacy/budget.py"]),
        ("tune", ["evaluation/tuning"]),
    ],
)
def test_every_parameter_that_begins_a_refusal_is_an_option_of_its_command(command, modules):
    """What the library refuses, the person at the shell must find among the options."""
    allowed = options(command)
    unknown = {
        opening
        for place in modules
        for text in refusals(Path(vicinage.__file__).parent / place)
        if "_" in (opening := in_option_words(text, allowed).split(" must ")[0])
    }

    assert unknown <= {"n_workers"}  # of an engine that is made in Python


def refusals(place):
    """Yield the fixed beginnings of the messages in a module, or in all of a package."""
    for path in place.rglob("*.py") if place.is_dir() else [place]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
            value = getattr(text, "value", None)
            if isinstance(value, str) and " must " in value.split("\n")[0]:
                yield value


def test_a_refusal_reaches_the_shell_in_its_words(run, tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("age,pay\n1,2\n3,4\n5,6\n", encoding="utf-8")

    code, _, err = run("release", table, "--method", "rwn", "-k", "5", "-o", tmp_path / "out.csv")

    assert code == 1
    assert err.startswith("vicinage: --n-neighbors must be below the number of records, got")


def test_a_large_epsilon_is_asked_for_by_its_option(run, tmp_path):
    (tmp_path / "p.toml").write_text(
        'public = true\n[columns.age]\nkind = "numeric"\nlower = 0\nupper = 9\n', encoding="utf-8"
    )
    (tmp_path / "p.csv").write_text("age\n1\n2\n3\n", encoding="utf-8")

    code, _, err = run(
        "count-outliers", tmp_path / "p.csv", "--schema", tmp_path / "p.toml", "--columns", "age",
        "--epsilon", "60", "--without-ledger",
    )  # fmt: skip

    assert code == 1
    assert err.startswith("vicinage: --epsilon must be")
    assert "--allow-large-epsilon asks for more" in err
    assert "allow_large_epsilon" not in err
