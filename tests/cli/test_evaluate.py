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
