import json

import pytest

SCHEMA = """
public = true
columns.x = {kind = "numeric", lower = 0, upper = 100}
columns.y = {kind = "numeric", lower = 0, upper = 100}
"""


@pytest.fixture
def search(run, tmp_path):
    table, schema = tmp_path / "table.csv", tmp_path / "schema.toml"
    rows = [*((50 + i % 3, 50 + i % 2) for i in range(40)), (5, 50), (95, 51), (20, 50)]
    table.write_text("x,y\n" + "".join(f"{x},{y}\n" for x, y in rows), encoding="utf-8")
    schema.write_text(SCHEMA, encoding="utf-8")
    question = ["find-subspaces", table, "--schema", schema, "-k", 5, "-r", "0.1"]
    return lambda *options: run(*question, *options)


def test_the_subspaces_are_named_in_order_with_their_cost(search):
    sure = ["--epsilon", "10000", "--allow-large-epsilon", "--without-ledger"]

    code, out, err = search("--top", 1, "--max-size", 1, *sure)

    assert (code, err) == (0, "")
    assert out.startswith("Subspaces with the most outliers:\n1. x\n")
    for fact in ("cost        epsilon 10000", "left        not counted", "replace-one", "dampened"):
        assert fact in out


def test_the_answer_for_machines_is_the_record_with_the_names(search):
    options = ["--epsilon", "1", "--without-ledger", "--score", "count", "--json"]

    machine = json.loads(search("--top", 3, *options)[1])

    assert sorted(machine["answer"]) == [["x"], ["x", "y"], ["y"]]
    assert machine["method"] == "SubspaceDiscovery"
    assert machine["parameters"]["n_subspaces"] == 3
    assert machine["remaining"] is None


def test_subspaces_can_be_given_one_by_one(search):
    options = ["--subspace", "y", "--subspace", "x,y", "--top", 2, "--epsilon", "1"]

    machine = json.loads(search(*options, "--without-ledger", "--json")[1])

    assert sorted(machine["answer"]) == [["x", "y"], ["y"]]


def test_a_quote_charges_nothing_and_draws_nothing(search):
    options = ["--epsilon", "0.3", "--without-ledger", "--dry-run"]

    assert "Would cost epsilon 0.3; left now: not counted" in search(*options)[1]


def test_the_exact_list_says_that_it_is_for_the_steward(search):
    code, out, _ = search("--exact")

    assert code == 0
    assert out.splitlines() == [
        "       3  x",
        "       3  x, y",
        "       0  y",
        "For the steward only: exact, not private.",
    ]
    first = json.loads(search("--exact", "--json")[1])["exact"][0]
    assert first == {"subspace": ["x"], "outliers": 3}


def test_the_exact_list_ends_where_it_is_told_to(search):
    assert search("--exact", "--top", 1)[1].splitlines() == [
        "       3  x",
        "For the steward only: exact, not private.",
    ]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--epsilon", "1", "--without-ledger", "--top", "9"], 1, "top must be at most the number"),
        (["--epsilon", "1", "--without-ledger", "--seed", "1"], 1, "seed must be left out"),
        (["--epsilon", "1"], 2, "--ledger must be given"),
        (["--exact", "--analyst", "ann"], 2, "--exact must go without --analyst"),
        (["--exact", "--top", "0"], 1, "--top must be a whole number of at least 1, got 0"),
        (["--exact", "--subspace", "x", "--max-size", "1"], 2, "--max-size must go without"),
    ],
    ids=["top", "seed", "no ledger", "exact", "exact top", "size of one subspace"],
)
def test_refusals_are_one_line(options, code, message, search):
    found, out, err = search(*options)

    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_as_many_subspaces_are_named_as_are_given_where_they_are_few(search):
    options = ["--epsilon", "1", "--without-ledger", "--json"]

    machine = json.loads(search("--subspace", "y", "--subspace", "x,y", *options)[1])
    _, _, err = search("--columns", "x", *options)

    assert machine["parameters"]["top"] == 2
    assert "--top must be at most the number of subspaces, got 3 for 1; set --top 1 or less" in err
