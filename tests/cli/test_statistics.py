import json

import numpy as np
import pytest

from vicinage import IntegralStatistics, Ledger, Schema
from vicinage.integral.statements import STATEMENT_OF_SEED, STATEMENTS


@pytest.fixture
def people(tmp_path):
    rng = np.random.default_rng(0)
    path, schema = tmp_path / "people.csv", tmp_path / "people.toml"
    rows = zip(rng.integers(0, 400, 90) / 4, rng.integers(18, 90, 90), "NS" * 45, strict=True)
    lines = ["income,age,region", *(f"{i},{a},{r}" for i, a, r in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    schema.write_text(
        'public = true\n[columns.income]\nkind = "numeric"\nlower = 0\nupper = 100\n'
        '[columns.age]\nkind = "numeric"\nlower = 0\nupper = 128\ninteger = true\n'
        '[columns.region]\nkind = "categorical"\ncategories = ["N", "S"]\n',
        encoding="utf-8",
    )
    return path, "--schema", schema, "--seed", 1, "--n-resamples", 200


def test_results_are_printed_with_what_must_be_said(run, people):
    code, out, err = run(
        "statistics", *people, "--column", "income,age", "--statistics", "mean,iqr"
    )

    assert (code, err) == (0, "")
    shown = " ".join(out.split())
    assert "income mean" in shown
    assert "age iqr" in shown
    assert "In plain words: each result is one that many random samples" in shown
    assert "Guarantee: integral privacy, k = 10; not differential privacy." in shown
    for statement in STATEMENTS:
        assert statement in shown
    assert STATEMENT_OF_SEED in shown


def test_without_a_seed_there_is_none_to_keep_secret(run, people):
    file, option, schema, *_ = people

    out = run("statistics", file, option, schema, "--column", "income")[1]

    assert STATEMENT_OF_SEED not in " ".join(out.split())


def test_the_command_is_the_shadow_of_the_library(run, people):
    options = ["-k", 5, "--resampling", "bootstrap", "--condition", "intersection"]
    options += ["--select", "accurate", "--resolution", 0.5, "--input-groups", 2, "--by", "region"]
    out = run("statistics", *people, "--column", "income", *options, "--json")[1]

    ours = IntegralStatistics(
        columns=["income"], k=5, resampling="bootstrap", condition="intersection",
        select="accurate", resolution=0.5, input_groups=2, by="region", seed=1, n_resamples=200,
    ).fit(people[0], Schema.from_toml(people[2]))  # fmt: skip
    printed = json.loads(out)
    assert printed["record"] == ours.record_.as_dict()
    results = {tuple(row.pop("of")): row for row in printed["results"]}
    assert results["N", "mean"] == ours.results_["N"]["mean"].as_dict()
    assert len(results) == 4


def test_bounds_and_joint_results_can_be_asked_for(run, people, tmp_path):
    alone = tmp_path / "alone.csv"
    alone.write_text("x\n" + "\n".join(map(str, range(50))) + "\n", encoding="utf-8")
    out = run("statistics", alone, "--bounds", "0,64", "--joint", "--json", "--seed", 2)[1]

    parameters = json.loads(out)["record"]["parameters"]
    assert (parameters["bounds"], parameters["joint"]) == ([0, 64], True)


def test_the_release_goes_into_the_ledger(run, people, tmp_path):
    ledger = Ledger.create(tmp_path / "budget.db")
    code = run("statistics", *people, "--column", "age", "--ledger", tmp_path / "budget.db")[0]

    assert code == 0
    assert [entry.content["method"] for entry in ledger.entries()] == ["IntegralStatistics"]


@pytest.mark.parametrize(("name", "start"), [("plot.svg", "<svg"), ("plot.html", "<!doctype")])
def test_the_steward_gets_a_picture_of_the_same_results(run, people, tmp_path, name, start):
    plain = run("statistics", *people, "--column", "age")[1]
    code, out, _ = run("statistics", *people, "--column", "age", "--plot", tmp_path / name)

    assert code == 0
    assert out == plain
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    code, _, err = run("statistics", *people, "--column", "age", "--plot", tmp_path / name)
    assert code == 1
    assert "plot" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--column", "agee"], "columns must be in the table, got 'agee'; did you mean \"age\"?"),
        (["--column", "age", "-k", 1], "k must be a whole number of at least 2, got 1"),
        (["--column", "age", "-k", 60], "column must hold at least max(20, 2k) = 120 records"),
        (["--column", "age", "--plot", "x.png"], "plot must end in .svg or .html, got x.png"),
        (["--column", "age", "--statistics", "modus"], "statistics must be count, sum, mean"),
    ],
)
def test_what_is_refused_is_one_message_and_exit_code_1(run, people, options, message):
    code, out, err = run("statistics", *people, *options)

    assert (code, out) == (1, "")
    assert message in " ".join(err.split())


def test_a_resolution_at_which_nothing_recurs_ends_with_exit_code_3(run, people):
    code, out, err = run("statistics", *people, "--column", "income", "--resolution", "1e-9")

    assert (code, out) == (3, "")
    assert "--resolution auto finds one" in " ".join(err.split())


def test_the_mode_of_categories_is_printed_drawn_and_given_as_json(run, people, tmp_path):
    ask = ("statistics", *people, "--column", "region", "--statistics", "mode,count")

    code, out, _ = run(*ask, "--plot", tmp_path / "mode.svg")
    machine = json.loads(run(*ask, "--json")[1])

    assert code == 0
    assert "No bounds were declared" not in out
    mode, count = machine["results"]
    assert mode["value"] in {"N", "S"}
    assert mode["cell"] == [mode["value"]]
    assert f"mode   {mode['value']}" in out
    assert count["value"] == 90
    assert ">N<" in (tmp_path / "mode.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(("option", "value"), [("--resolution", "fine"), ("--bounds", "0,much")])
def test_what_is_no_number_is_wrong_usage(run, tmp_path, option, value):
    code, out, err = run("statistics", tmp_path / "pay.csv", option, value)

    assert (code, out) == (2, "")
    assert f"{option} must be a number" in err
