import json

import pytest

from vicinage import Ledger, Schema
from vicinage.table import QueryTable

# Seven invented people; the distances below are worked out from the formula by hand.
STAFF = """job,sector,sex
baker,food,F
baker,food,F
baker,trade,M
fitter,metal,M
fitter,metal,M
tailor,trade,F
tailor,metal,M
"""
SCHEMA = """
public = true

[columns.job]
kind = "categorical"
categories = ["baker", "fitter", "tailor"]

[columns.sector]
kind = "categorical"
categories = ["food", "metal", "trade"]

[columns.sex]
kind = "categorical"
categories = ["F", "M"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "staff.csv").write_text(STAFF)
    (tmp_path / "staff.toml").write_text(SCHEMA)
    return tmp_path


@pytest.fixture
def budget(folder):
    ledger = Ledger.create(folder / "budget.db")
    table = QueryTable.of(folder / "staff.csv", Schema.from_toml(folder / "staff.toml"))
    ledger.register("staff", table.digest(ledger.data_set_key), epsilon="1.5")
    return ledger


def files(folder):
    return sorted(path.name for path in folder.iterdir())


ASK = ("distances", "staff.csv", "--schema", "staff.toml")


def test_exact_distances_are_those_of_the_formula_and_are_marked_not_private(run, folder):
    code, out, _ = run(*ASK, "--exact", "--context", "K", "-o", "exact.json")

    written = json.loads((folder / "exact.json").read_text())
    job = written["columns"]["job"]["distances"]
    assert code == 0
    assert job[0][1] == pytest.approx(0.6635343, abs=1e-7)  # baker, fitter
    assert job[0][2] == pytest.approx(0.4944132, abs=1e-7)  # baker, tailor
    assert job[1][2] == pytest.approx(0.3270236, abs=1e-7)  # fitter, tailor
    assert written["columns"]["sex"]["distances"][0][1] == pytest.approx(0.7200823, abs=1e-7)
    assert "not private" in written["privacy"]
    assert "For the steward only: exact, not private." in out


@pytest.mark.parametrize(
    "option",
    [
        ("--analyst", "ann"),
        ("--epsilon", "1"),
        ("--dry-run",),
        ("--delta", "1e-6"),
        ("--noise", "laplace"),
        ("--score", "l1"),
        ("--selection-share", "0.2"),
        ("--per-attribute",),
    ],
)
def test_exact_distances_are_refused_to_analysts_and_have_no_price(run, folder, option):
    code, _, err = run(*ASK, "--exact", *option, "-o", "exact.json")

    assert code == 2
    assert f"--exact must go without {option[0]}" in err
    assert not (folder / "exact.json").exists()


def test_a_dry_run_refuses_what_the_budget_would_refuse(run, budget):
    code, out, err = run(*ASK, "--epsilon", "1.6", "--ledger", "budget.db", "--dry-run")

    assert code == 1
    assert "Would cost" not in out
    assert "1.5" in err
    assert budget.remaining("staff").epsilon == 1.5


@pytest.mark.parametrize("epsilon", ["0", "-1", "nan", "inf", "1e400", "", "abc"])
def test_an_epsilon_that_is_no_amount_charges_and_writes_nothing(run, budget, folder, epsilon):
    code, _, err = run(*ASK, f"--epsilon={epsilon}", "--ledger", "budget.db", "-o", "d.json")

    assert code != 0
    assert "epsilon must be" in err
    assert budget.remaining("staff").epsilon == 1.5
    assert not (folder / "d.json").exists()


def test_private_distances_are_charged_and_written_with_their_record(run, budget, folder):
    code, out, _ = run(*ASK, "--epsilon", "1", "--ledger", "budget.db", "-o", "distances.json")

    written = json.loads((folder / "distances.json").read_text())
    assert code == 0
    assert written["privacy"].startswith("differential privacy")
    assert written["record"]["loss"] == {"epsilon": "1"}
    assert written["columns"]["job"]["categories"] == ["baker", "fitter", "tailor"]
    assert "cost        epsilon 1" in out
    assert "left        epsilon 0.5" in out
    assert budget.remaining("staff").epsilon == 1 / 2


def test_a_dry_run_charges_and_writes_nothing(run, budget, folder):
    before = files(folder)
    code, out, _ = run(
        *ASK, "--epsilon", "1", "--delta", "1e-6", "--without-ledger", "--dry-run", "--json"
    )

    assert code == 0
    assert json.loads(out)["quote"] == {"epsilon": "1", "delta": "0.000001"}
    assert files(folder) == before
    assert budget.remaining("staff").epsilon == 3 / 2


def test_what_the_budget_does_not_allow_is_refused_and_writes_nothing(run, budget, folder):
    code, _, err = run(*ASK, "--epsilon", "2", "--ledger", "budget.db", "-o", "distances.json")

    assert code == 1
    assert "epsilon" in err
    assert not (folder / "distances.json").exists()
    assert budget.remaining("staff").epsilon == 3 / 2


def test_json_holds_the_answer_and_what_is_left(run, budget):
    code, out, _ = run(*ASK, "--epsilon", "0.5", "--ledger", "budget.db", "--json", "-k", "1")

    answer = json.loads(out)
    assert code == 0
    assert answer["remaining"]["epsilon"] in {"1", "1.0"}
    assert all(len(column["context"]) == 1 for column in answer["columns"].values())
    assert budget.remaining("staff").epsilon == 1


@pytest.mark.parametrize("taken", ["staff.csv", "staff.toml", "budget.db", "budget.db.key"])
def test_no_file_that_is_read_is_written_over(run, budget, folder, taken):
    before = (folder / taken).read_bytes()
    code, _, err = run(*ASK, "--epsilon", "1", "--ledger", "budget.db", "-o", taken, "--force")

    assert code == 1
    assert "--output must be another file" in err
    assert (folder / taken).read_bytes() == before
    assert budget.remaining("staff").epsilon == 3 / 2


def test_pictures_of_every_column_are_drawn_into_a_new_folder(run, folder):
    ask = (*ASK, "--epsilon", "1", "--without-ledger", "--json", "--pictures", "drawn")
    code, _, _ = run(*ask)

    names = [f"{number:02d}-{kind}.svg" for number in (1, 2, 3) for kind in ("heat-map", "tree")]
    assert code == 0
    assert files(folder / "drawn") == names
    assert (folder / "drawn" / "01-tree.svg").read_text().startswith("<svg")

    code, _, err = run(*ask)
    assert code == 1
    assert "--pictures must be a new or an empty folder, got drawn" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--without-ledger", "--json"), "--epsilon must be given"),
        (("--epsilon", "1", "--json"), "--ledger must be given, or --without-ledger"),
        (("--epsilon", "1", "--without-ledger"), "--output must be given, or --json"),
        (
            ("--epsilon", "1", "--without-ledger", "--json", "--context", "M"),
            "--context must go with --exact",
        ),
        (
            ("--epsilon", "1", "--without-ledger", "--json", "--sigma", "2"),
            "--sigma must go with --exact",
        ),
        (
            ("--exact", "--json", "--context", "RR", "--sigma", "2"),
            "--sigma must go with context M, got --context RR",
        ),
        (("--exact", "--json", "-k", "2"), "--k must go with context K or K_dep, got --context M"),
    ],
)
def test_wrong_usage_is_told_in_words(run, options, message):
    code, _, err = run(*ASK, *options)

    assert code == 2
    assert message in err
