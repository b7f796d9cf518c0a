"""Budgets from the shell; the cells are invented."""

import json

import pytest

CSV = "person,income\n1,1100\n2,2300\n3,3200\n4,4600\n5,5900\n"
TOML = (
    'public = true\n[columns.person]\nkind = "text"\nrole = "identifier"\n'
    '[columns.income]\nkind = "numeric"\nlower = 0\nupper = 10000\n'
)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.delenv("VICINAGE_LEDGER_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "people.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "people.toml").write_text(TOML, encoding="utf-8")
    return tmp_path


def register(run, *options, epsilon="1.0", file="people.csv"):
    arguments = ["--schema", "people.toml", "--name", "people", "--epsilon", epsilon]
    return run("ledger", "register", file, *arguments, "--ledger", "budget.db", *options)


def left(run):
    content = json.loads(run("ledger", "show", "budget.db", "--json")[1])
    return content["budgets"]["people"]["remaining"]["epsilon"]


def test_a_quote_equals_the_charge_of_the_whole_request(run, files):
    run("ledger", "create", "budget.db")
    assert "Registered people: 5 rows, epsilon 1.0 left." in register(run)[1]

    quoted = run("ledger", "quote", "budget.db", "--name", "people", "--epsilon", "0.9")
    options = ["--columns", "income", "-k", "1,2,3", "-r", "1500", "--scaling", "none"]
    question = ["count-outliers", "people.csv", "--schema", "people.toml", *options]
    dry = run(*question, "--epsilon", "0.9", "--ledger", "budget.db", "--dry-run")
    before = left(run)
    asked = run(*question, "--epsilon", "0.9", "--ledger", "budget.db")

    assert "Would be charged epsilon 0.9; then left: epsilon 0.1." in quoted[1]
    assert (dry[0], before) == (0, "1.0")
    assert (asked[0], left(run)) == (0, "0.1")
    code, out, err = run(*question, "--epsilon", "0.9", "--ledger", "budget.db")
    assert (code, out) == (1, "")
    assert "left of the budget of people, 0.1, got 0.9; nothing was charged" in err


@pytest.mark.parametrize("epsilon", ["0", "-1", "nan", "inf", "1e400", "", "abc"])
def test_an_epsilon_that_is_no_amount_changes_nothing(run, files, epsilon):
    run("ledger", "create", "budget.db")
    register(run)
    before = run("ledger", "verify", "budget.db")

    quoted = run("ledger", "quote", "budget.db", "--name", "people", f"--epsilon={epsilon}")

    assert quoted[0] == 1
    assert "epsilon must be a number above 0" in quoted[2]
    assert run("ledger", "verify", "budget.db") == before


def test_the_head_notices_an_old_copy(run, files):
    run("ledger", "create", "--ledger", "budget.db", "--composition", "basic")
    old = (files / "budget.db").read_bytes()
    register(run)
    head = json.loads(run("ledger", "verify", "budget.db", "--json")[1])["head"]
    assert run("ledger", "verify", "--ledger", "budget.db", "--head", head)[0] == 0

    (files / "budget.db").write_bytes(old)

    assert run("ledger", "verify", "budget.db")[0] == 0
    code, _, err = run("ledger", "verify", "budget.db", "--head", head)
    assert (code, "an old copy was put back" in err) == (1, True)


def test_a_schema_must_be_public(run, files):
    run("ledger", "create", "budget.db")
    (files / "people.toml").write_text(TOML.removeprefix("public = true\n"), encoding="utf-8")

    code, _, err = register(run)

    assert (code, "public must be true in people.toml, got false" in err) == (1, True)


def test_cells_that_break_the_schema_are_listed_and_need_consent(run, files):
    run("ledger", "create", "budget.db")
    (files / "people.csv").write_text(CSV + "6,many\n7,\n", encoding="utf-8")

    code, out, err = register(run)
    assert (code, out) == (1, "")
    assert "line 7, column 'income'" in err
    assert "For the steward only" in err
    assert "--accept-errors" in err
    code, out, err = register(run, "--accept-errors", "--json")
    assert code == 0
    assert json.loads(out)["rows"] == 7
    assert {problem["column"] for problem in json.loads(out)["problems"]} == {"income"}


def test_many_problems_are_summed_up(run, files):
    run("ledger", "create", "budget.db")
    lines = "".join(f"{number},many\n" for number in range(30))
    (files / "people.csv").write_text(CSV + lines, encoding="utf-8")

    code, _, err = register(run)

    assert code == 1
    assert err.count("line ") == 5
    assert "error: 30 cells of column 'income'" in err


def test_analysts_have_shares(run, files):
    run("ledger", "create", "budget.db")
    assert register(run, "--analyst", "ann=0.5", "--analyst", "bob=0.8")[0] == 0

    quote = ["ledger", "quote", "budget.db", "--name", "people", "--epsilon", "0.6"]
    assert run(*quote)[0] == 1
    assert "of ann in people, 0.5, got 0.6" in run(*quote, "--analyst", "ann")[2]
    code, out, _ = run(*quote, "--analyst", "bob", "--json")
    assert (code, json.loads(out)["counted"]) == (0, {"epsilon": "0.6"})
    shown = run("ledger", "show", "budget.db")[1]
    assert "people (lineage people)  budget epsilon 1.0  left epsilon 1.0" in shown
    assert "  bob  left epsilon 0.8" in shown
    assert "keep it elsewhere" in shown


@pytest.mark.parametrize("share", ["ann", "=1", "ann=1 --analyst ann=2"])
def test_a_share_that_cannot_be_read_is_wrong_usage(run, files, share):
    run("ledger", "create", "budget.db")

    options = [part for value in share.split(" --analyst ") for part in ("--analyst", value)]

    code, _, err = register(run, *options)
    assert (code, "--analyst must be NAME=EPSILON" in err) == (2, True)


def test_a_zcdp_ledger_says_what_it_counts(run, files):
    assert (
        '"composition": "zcdp"'
        in run("ledger", "create", "budget.db", "--composition", "zcdp", "--json")[1]
    )
    assert "delta must be given" in register(run)[2]
    assert register(run, "--delta", "1e-6")[0] == 0

    quote = run("ledger", "quote", "budget.db", "--name", "people", "--epsilon", "0.1")

    assert "Would be charged rho 0.005; then left: epsilon 0.15" in quote[1]


def test_a_text_file_is_no_ledger_and_a_password_is_not_repeated(run, files):
    assert "must be a file that vicinage made" in run("ledger", "verify", "people.csv")[2]
    address = "postgresql://steward:c0rrect-horse@127.0.0.1:1/budgets"
    for command in ("show", "verify", "create"):
        code, out, err = run("ledger", command, address)
        assert (code, out) == (1, "")
        assert "c0rrect" not in err
