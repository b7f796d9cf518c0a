import json

import pytest


@pytest.fixture
def pair(tmp_path):
    original, released = tmp_path / "original.csv", tmp_path / "released.csv"
    original.write_text("x,y\n5,6\n6,5\n7,7\n8,8\n", encoding="utf-8")
    released.write_text("x,y\n6,6\n5,5\n7,8\n8,7\n", encoding="utf-8")
    return original, released


def test_the_figures_are_printed_with_what_they_mean(run, pair):
    code, out, err = run("evaluate", *pair)

    assert code == 0
    assert "changed_cell_share              0.5  share of cells that differ" in out
    assert "steward only" in err
    assert max(map(len, out.splitlines())) <= 100


def test_the_figures_are_printed_for_machines(run, pair):
    code, out, err = run("evaluate", *pair, "--json")

    assert (code, err) == (0, "")
    assert json.loads(out)["risk"]["changed_cell_share"] == 0.5


def test_a_key_may_be_missing_from_the_release_when_the_schema_says_so(run, pair, tmp_path):
    original, released = pair
    lines = original.read_text(encoding="utf-8").splitlines()
    keyed = [f"{key},{line}" for key, line in zip(["id", *"abcd"], lines, strict=True)]
    original.write_text("\n".join([*keyed, ""]), encoding="utf-8")
    schema = tmp_path / "schema.toml"
    schema.write_text(
        '[columns.id]\nkind = "text"\nrole = "key"\n'
        '[columns.x]\nkind = "numeric"\n[columns.y]\nkind = "numeric"\n',
        encoding="utf-8",
    )

    assert run("evaluate", original, released)[0] == 1
    assert run("evaluate", original, released, "--schema", schema)[0] == 0


def test_a_model_is_printed_term_by_term_and_columns_by_their_moments(run, pair):
    code, out, _ = run("evaluate", *pair, "--formula", "y ~ x", "--crossed", "x,y")

    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["x", "6.5", "6.5", "1.29", "1.29"] in lines
    assert ["estimate", "released", "error", "released", "overlap"] in lines
    assert any(line[0] == "Intercept" for line in lines)
    assert "contingency_l1" in out


def test_several_releases_are_judged_together(run, pair, tmp_path):
    original, released = pair
    other = tmp_path / "other.csv"
    other.write_text("x,y\n5,5\n6,7\n7,6\n8,8\n", encoding="utf-8")
    command = ("evaluate", original, released, other, "--formula", "y ~ x")

    code, out, err = run(*command)
    told = json.loads(run(*command, "--json")[1])

    assert code == 0
    assert "Mean and standard deviation over 2 releases" in out
    assert "between" in out
    assert "steward only" in err
    assert told["risk"]["changed_cell_share"] == {
        "mean": 0.4375,
        "sd": pytest.approx(0.0884, abs=1e-4),
    }
    assert set(told["model"]) == {"Intercept", "x"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--formula", "y ~ z"], "formula must be a model of columns"),
        (["--crossed", "x,z"], "crossed must be different columns"),
    ],
)
def test_what_cannot_be_measured_is_refused(run, pair, options, message):
    code, out, err = run("evaluate", *pair, *options)

    assert (code, out) == (1, "")
    assert message in err


def test_records_held_out_are_a_control_for_attacks(run, pair, tmp_path):
    holdout = tmp_path / "holdout.csv"
    holdout.write_text("x,y\n1,6\n9,2\n3,3\n", encoding="utf-8")

    code, out, _ = run("evaluate", *pair, "--holdout", holdout, "--json", "--secrets", "y")

    told = json.loads(out)
    assert code == 0
    assert told["attacks"][-1]["sought"] == ["y"]
    assert told["risk"]["linkability"].startswith("not measured: fewer than 100 attacks")
    assert 0 <= told["risk"]["dcr_share_lower"] <= told["risk"]["dcr_share_upper"] <= 1


def test_the_original_is_no_hold_out_of_itself(run, pair):
    code, _, err = run("evaluate", *pair, "--holdout", pair[0])

    assert code == 1
    assert "holdout must hold other records than original" in err


@pytest.mark.parametrize("option", [("--secrets", "y"), ("--n-attacks", 9), ("--confidence", 0.9)])
def test_what_attacks_need_is_refused_without_a_hold_out(run, pair, option):
    code, _, err = run("evaluate", *pair, *option)

    assert code == 2
    assert f"{option[0]} must go with --holdout" in err


def test_a_refusal_says_which_of_the_tables_does_not_fit(run, pair, tmp_path):
    original, released = pair
    schema, wrong = tmp_path / "schema.toml", tmp_path / "wrong.csv"
    schema.write_text(
        '[columns.x]\nkind = "numeric"\n[columns.y]\nkind = "numeric"\n', encoding="utf-8"
    )
    wrong.write_text("x,y\n6,6\n5,five\n7,8\n8,7\n", encoding="utf-8")

    for which, tables in {
        "original": (wrong, released),
        "released": (original, wrong),
        "released ": (original, released, wrong),
        "holdout": (original, released, "--holdout", wrong),
    }.items():
        code, out, err = run("evaluate", *tables, "--schema", schema)
        assert (code, out) == (1, "")
        assert f"vicinage: {which.strip()} table {wrong}: column 'y' must be a number" in err


def test_a_file_that_is_not_there_is_named_once(run, pair, tmp_path):
    _, _, err = run("evaluate", pair[0], tmp_path / "lost.csv")

    assert err.count("lost.csv") == 1
