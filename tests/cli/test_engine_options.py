"""Questions that are answered in parts are the same questions, at the same price."""

import json
import tempfile

import numpy as np
import pytest

from vicinage import Ledger, Schema
from vicinage.table import QueryTable

SCHEMA = """
public = true
[columns.age]
kind = "numeric"
lower = 0
upper = 128
[columns.job]
kind = "categorical"
categories = ["baker", "fitter", "tailor"]
[columns.sector]
kind = "categorical"
categories = ["food", "metal", "trade"]
"""
DISTANCES = ("distances", "--columns", "job,sector", "-k", 1, "--json")
OUTLIERS = ("count-outliers", "--columns", "age", "-k", "2,5", "-r", 0.01, "--json")
STATISTICS = ("statistics", "--column", "age", "--seed", 1, "--n-resamples", 200, "--json")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A table of 300 people in one file and in two; temporary folders are made in `work`."""
    rng = np.random.default_rng(0)
    jobs = rng.integers(0, 3, 300)
    sectors = np.where(rng.random(300) < 0.7, jobs, rng.integers(0, 3, 300))
    ages = rng.normal(50, 15, 300).clip(0, 128).round(1)
    labels = (["baker", "fitter", "tailor"], ["food", "metal", "trade"])
    rows = [
        f"{age},{labels[0][job]},{labels[1][sector]}\n"
        for age, job, sector in zip(ages, jobs, sectors, strict=True)
    ]
    for name, part in (("all", rows), ("one", rows[:100]), ("two", rows[100:])):
        (tmp_path / f"{name}.csv").write_text("age,job,sector\n" + "".join(part))
    (tmp_path / "schema.toml").write_text(SCHEMA)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "work"))
    return tmp_path


@pytest.fixture
def budget(folder):
    ledger = Ledger.create(folder / "budget.db")
    table = QueryTable.of(folder / "all.csv", Schema.from_toml(folder / "schema.toml"))
    ledger.register("people", table.digest(ledger.data_set_key), epsilon="1.5")
    return ledger


@pytest.fixture
def ask(run):
    def ask(command, files, *options):
        name, *rest = command
        return run(name, *files, "--schema", "schema.toml", *rest, *options)

    return ask


@pytest.mark.parametrize(
    "command",
    [(*DISTANCES, "--exact", "--context", "K"), (*OUTLIERS, "--exact"), STATISTICS],
    ids=lambda c: c[0],
)
@pytest.mark.parametrize("files", [["all.csv"], ["one.csv", "two.csv"]], ids=["one", "two"])
def test_exact_answers_do_not_depend_on_parts(ask, folder, command, files):
    whole = ask(command, ["all.csv"])

    assert whole[0] == 0
    assert ask(command, files, "--engine", "local") == whole
    assert list((folder / "work").iterdir()) == []


@pytest.mark.parametrize("command", [DISTANCES, OUTLIERS], ids=lambda c: c[0])
@pytest.mark.parametrize("files", [["all.csv"], ["one.csv", "two.csv"]], ids=["one", "two"])
def test_private_answers_in_parts_are_charged_once_to_the_same_table(ask, budget, command, files):
    options = ("--epsilon", 0.5, "--ledger", "budget.db")
    whole = json.loads(ask(command, ["all.csv"], *options)[1])
    quote = json.loads(ask(command, files, *options, "--dry-run", "--workers", 1)[1])

    code, out, err = ask(command, files, *options, "--workers", 1)

    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert quote["remaining"] == whole["remaining"] == {"epsilon": "1.0"}
    assert answer["remaining"] == {"epsilon": "0.5"}
    assert budget.remaining("people").epsilon == 0.5
    assert _facts(answer) == _facts(whole)


def _facts(answer):
    """What is told of an answer, but for the noise."""
    record = answer.get("record", answer)
    return {name: record[name] for name in ("method", "parameters", "loss", "n_rows", "schema")}


def test_several_workers_answer_too(ask):
    command = (*DISTANCES, "--exact", "--context", "K")

    assert ask(command, ["one.csv", "two.csv"], "--workers", 2) == ask(command, ["all.csv"])


@pytest.mark.parametrize("command", [DISTANCES, OUTLIERS], ids=lambda c: c[0])
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("all.csv", "--workers", 0), "workers must be a whole number of at least 1, got 0"),
        (("all.csv", "--engine", "tcp://far:1"), "must begin with tls://"),
        (("all.csv", "--engine", "tls://far:1", "--workers", 2), "--workers must go without"),
        (("all.xlsx", "--workers", 1), "must be a CSV, Parquet or Arrow file"),
        (("sqlite:///a.db#t", "one.csv", "--workers", 1), "got a table in a database"),
        (("one.csv", "none.csv", "--workers", 1), "none.csv"),
    ],
)
def test_what_is_not_possible_is_refused_before_any_charge(
    ask, budget, folder, *, command, asked, message
):
    code, out, err = ask(command, asked, "--epsilon", 1, "--ledger", "budget.db")

    assert code in (1, 2)
    assert out == ""
    assert message in " ".join(err.split())
    assert budget.remaining("people").epsilon == 1.5
    assert list((folder / "work").iterdir()) == []
