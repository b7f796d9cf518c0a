import json

import pytest

SCHEMA = """
public = true

[columns.age]
kind = "numeric"
lower = 0
upper = 100

[columns.sex]
kind = "categorical"
categories = ["F", "M"]
"""


@pytest.fixture
def registering(run, tmp_path):
    (tmp_path / "people.toml").write_text(SCHEMA, encoding="utf-8")
    ledger = tmp_path / "budget.db"
    run("ledger", "create", ledger)

    def register(text, *options):
        file = tmp_path / "people.csv"
        file.write_text(text, encoding="utf-8")
        return run(
            "ledger", "register", file, "--schema", tmp_path / "people.toml", "--name", "people",
            "--epsilon", "1.0", "--ledger", ledger, *options,
        )  # fmt: skip

    register.ledger = ledger
    return register


def test_numbers_outside_the_bounds_are_listed_and_the_table_is_registered(registering, run):
    code, out, err = registering("age,sex\n20,F\n130,M\n")

    assert code == 0
    assert "line 3, column 'age' must be within the declared bounds (0 to 100), got '130'" in err
    assert out == "Registered people: 2 rows, epsilon 1.0 left.\n"
    budgets = json.loads(run("ledger", "show", registering.ledger, "--json")[1])["budgets"]
    assert list(budgets) == ["people"]


def test_all_that_is_left_is_told(registering):
    out = registering("age,sex\n20,F\n", "--delta", "1e-6")[1]

    assert out == "Registered people: 1 rows, epsilon 1.0, delta 0.000001 left.\n"


@pytest.mark.parametrize("row", ["old,F", "20,X"], ids=["unreadable", "outside the list"])
def test_cells_that_cannot_be_used_need_the_stewards_consent(registering, run, row):
    text = f"age,sex\n20,F\n{row}\n"

    code, out, err = registering(text)

    assert (code, out) == (1, "")
    assert "the table must obey its schema, got 1 cells or columns that do not" in err
    assert json.loads(run("ledger", "show", registering.ledger, "--json")[1])["entries"] == []
    assert registering(text, "--accept-errors")[0] == 0


def test_a_schema_that_is_not_public_is_refused(registering, tmp_path):
    (tmp_path / "people.toml").write_text(
        SCHEMA.replace("public = true", "public = false"), encoding="utf-8"
    )

    code, out, err = registering("age,sex\n20,F\n")

    assert (code, out) == (1, "")
    assert "public must be true" in err
