import json

import pytest

SCHEMA = """
public = true

[columns.x]
kind = "numeric"
lower = 0
upper = 100
"""


@pytest.fixture
def people(tmp_path):
    table, schema = tmp_path / "people.csv", tmp_path / "people.toml"
    cells = [*(40 + i % 5 for i in range(60)), 95]
    table.write_text("x\n" + "\n".join(str(cell) for cell in cells) + "\n", encoding="utf-8")
    schema.write_text(SCHEMA, encoding="utf-8")
    return table, schema


@pytest.fixture
def ledger(run, people, tmp_path):
    table, schema = people
    path = tmp_path / "budget.db"
    run("ledger", "create", path)
    registered = run(
        "ledger", "register", table, "--schema", schema, "--name", "people", "--epsilon", "1",
        "--ledger", path,
    )  # fmt: skip
    assert registered[0] == 0
    return path


@pytest.fixture
def ask(run, people):
    table, schema = people
    question = ["count-outliers", table, "--schema", schema, "--columns", "x", "-r", "0.1"]
    return lambda *options, k=3: run(*question, "-k", k, *options)


def left(ask, ledger):
    quote = ask("--epsilon", "0.1", "--ledger", ledger, "--dry-run", "--json")[1]
    return json.loads(quote)["remaining"]["epsilon"]


def test_the_answer_says_what_it_is_worth_and_what_it_cost(ask, ledger):
    code, out, err = ask("--epsilon", "0.5", "--ledger", ledger)

    assert (code, err) == (0, "")
    facts = [
        "Outliers (fewer than 3 neighbours): ",
        "cost        epsilon 0.5",
        "left        epsilon 0.5",
        "replace-one",
        "mechanism   smooth-inverse",
        "accuracy    not stated",
    ]
    for fact in facts:
        assert fact in out


def test_global_noise_states_a_public_accuracy(ask):
    out = ask("--epsilon", "0.5", "--mechanism", "global", "--without-ledger")[1]

    assert "left        not counted, without a ledger" in out
    assert "accuracy    within 42 of the exact count with a chance of at least 95 %" in out


def test_a_quote_equals_the_charge_and_costs_nothing(ask, ledger):
    options = ["--epsilon", "0.9", "--ledger", ledger]

    code, out, _ = ask(*options, "--dry-run", k="1,2,3")
    assert code == 0
    assert "Would cost epsilon 0.9; left now: epsilon 1" in out
    machine = json.loads(ask(*options, "--json", k="1,2,3")[1])

    assert machine["loss"] == {"epsilon": "0.9"}
    assert machine["remaining"]["epsilon"] == "0.1" == left(ask, ledger)
    assert [type(count) for count in machine["answer"]] == [int, int, int]


@pytest.mark.parametrize("epsilon", ["0", "-1", "nan", "inf", "1e400", "", "abc", "1000"])
def test_a_wrong_epsilon_is_refused_and_charges_nothing(epsilon, ask, ledger):
    code, out, err = ask("--epsilon", epsilon, "--ledger", ledger)

    assert (code, out) == (1, "")
    assert err.startswith("vicinage: --epsilon must be ")
    assert "above 0" in err
    assert left(ask, ledger) == "1"


@pytest.mark.parametrize("more", [[], ["--dry-run"]], ids=["asked", "quoted"])
def test_a_question_that_does_not_fit_is_refused(more, ask, ledger):
    code, out, err = ask("--epsilon", "1.5", "--ledger", ledger, *more)

    assert (code, out) == (1, "")
    assert "1.5" in err
    assert left(ask, ledger) == "1"


def test_a_seed_is_refused_with_the_place_of_simulations(ask, ledger):
    code, _, err = ask("--epsilon", "0.5", "--ledger", ledger, "--seed", "7")

    assert code == 1
    assert "seed must be left out" in err
    assert "vicinage.testing.SimulatedOutlierCount" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--epsilon", "1"], "--ledger must be given, or --without-ledger"),
        (["--without-ledger"], "--epsilon must be given, got none"),
        (["--exact", "--epsilon", "1"], "--exact must go without --epsilon"),
        (["--exact", "--seed", "1"], "--exact must go without --seed"),
        (["--exact", "--delta", "1e-6"], "--exact must go without --delta"),
        (["--exact", "--mechanism", "global"], "--exact must go without --mechanism"),
        (["--exact", "--clamp"], "--exact must go without --clamp"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(options, message, ask):
    code, out, err = ask(*options)

    assert (code, out) == (2, "")
    assert message in err


def test_the_exact_count_says_that_it_is_for_the_steward(ask):
    assert ask("--exact")[1] == (
        "Outliers (fewer than 3 neighbours): 1\nFor the steward only: exact, not private.\n"
    )
    assert json.loads(ask("--exact", "--json")[1])["exact"] == [1]


def test_a_large_delta_is_warned_about(ask):
    options = ["--epsilon", "1", "--mechanism", "smooth", "--delta", "0.1", "--without-ledger"]

    code, out, err = ask(*options)

    assert code == 0
    assert "cost        epsilon 1, delta 0.1" in out
    assert err.startswith("WARNING: delta 0.1 is above one over the number of rows")


def test_a_large_epsilon_and_a_cut_answer_can_be_asked_for(ask):
    options = ["--epsilon", "1000000", "--allow-large-epsilon", "--clamp", "--without-ledger"]

    code, out, _ = ask(*options, "--mechanism", "global")

    assert code == 0
    assert "Outliers (fewer than 3 neighbours): 1\n" in out
    assert "which biases the" in out


# Categories, by a file of distances.

STAFF_SCHEMA = """
public = true

[columns.job]
kind = "categorical"
categories = ["cook", "driver", "nurse"]

[columns.sector]
kind = "categorical"
categories = ["food", "health", "transport"]
"""


@pytest.fixture
def staff(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = ["nurse,health", "cook,food", "cook,food", "driver,food", "driver,transport"] * 8
    (tmp_path / "staff.csv").write_text("job,sector\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "staff.toml").write_text(STAFF_SCHEMA, encoding="utf-8")
    run("ledger", "create", "budget.db")
    run(
        "ledger", "register", "staff.csv", "--schema", "staff.toml", "--name", "staff",
        "--epsilon", "2", "--ledger", "budget.db",
    )  # fmt: skip
    files = ["staff.csv", "--schema", "staff.toml"]
    count = ["count-outliers", *files, "--columns", "job,sector", "-k", 3, "-r", 0.05]
    return (
        lambda *options: run("distances", *files, *options),
        lambda *options: run(*count, *options),
    )


def test_distances_of_one_answer_are_the_metric_of_the_next(staff):
    learn, count = staff
    budget = ["--ledger", "budget.db"]
    assert learn("--epsilon", "1", *budget, "-o", "distances.json")[0] == 0

    code, out, err = count("--epsilon", "0.5", *budget, "--metric", "distances.json")

    assert (code, err) == (0, "")
    assert "cost        epsilon 0.5" in out
    assert "left        epsilon 0.5" in out
    assert "both cost epsilon 1.5 by basic composition" in " ".join(out.split())
    plain = json.loads(
        count("--epsilon", "0.1", *budget, "--metric", "distances.json", "--json")[1]
    )
    assert plain["parameters"]["metric"]["loss"] == {"epsilon": "1"}
    assert plain["remaining"]["epsilon"] == "0.4"


def test_exact_distances_are_refused_until_they_are_stated_to_be_public(staff):
    learn, count = staff
    learn("--exact", "-o", "exact.json")
    ask = ["--epsilon", "0.5", "--ledger", "budget.db", "--metric", "exact.json"]

    code, out, err = count(*ask)
    assert (code, out) == (1, "")
    assert "metric must be paid for or public" in err
    assert "--metric-from-public-records" in err
    code, out, _ = count(*ask, "--metric-from-public-records")

    assert code == 0
    assert "left        epsilon 1.5" in out
    assert count("--exact", "--metric", "exact.json")[0] == 0


def test_a_wrong_use_of_metrics_is_refused(staff):
    _, count = staff
    ask = ["--epsilon", "0.5", "--without-ledger"]

    alone = count(*ask, "--metric-from-public-records")
    absent = count(*ask, "--metric", "none.json")
    without = count(*ask)

    assert alone[0] == 2
    assert "--metric-from-public-records must go with --metric" in alone[2]
    assert absent[0] == without[0] == 1
    assert "metric must be a file that `vicinage distances` wrote, got 'none.json'" in absent[2]
    assert "'job', which is categorical" in without[2]
