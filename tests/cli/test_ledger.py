import json


def test_a_second_release_of_the_same_table_is_warned_about(run, tmp_path):
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text("canary,y\n8675309,6\n6,5\n7,7\n8,8\n", encoding="utf-8")
    other.write_text("y;canary\n8;8\n5;6\n7;7\n6;8675309\n", encoding="utf-8")  # in another order
    ledger = tmp_path / "releases.db"
    options = ["--method", "rwn", "-k", 2, "--ledger", ledger]

    assert "Keep a copy of each" in run("ledger", "create", ledger)[1]
    first = run("release", one, *options, "-o", tmp_path / "out1.csv")
    second = run("release", other, *options, "-o", tmp_path / "out2.csv")
    third = run("release", one, *options, "-o", tmp_path / "out3.csv", "--json")

    assert "WARNING" not in first[1]
    assert "WARNING: this table was released once before. Draws average out" in second[1]
    assert json.loads(third[1])["earlier_releases"] == 2
    code, shown, _ = run("ledger", "show", ledger)
    assert (code, shown.count("data set 1  release by RWN")) == (0, 3)
    assert b"8675309" not in ledger.read_bytes()


def test_a_damaged_ledger_is_refused_with_one_line(run, tmp_path):
    ledger = tmp_path / "releases.db"
    ledger.write_bytes(b"something else")

    code, out, err = run("ledger", "show", ledger)

    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "must be a file that vicinage made" in err


def test_the_entries_are_printed_for_machines(run, tmp_path):
    ledger = tmp_path / "releases.db"
    run("ledger", "create", ledger)
    table = tmp_path / "table.csv"
    table.write_text("x\n5\n6\n7\n", encoding="utf-8")
    run(
        "release", table, "--method", "rwn", "-k", 1, "--ledger", ledger, "-o", tmp_path / "out.csv"
    )

    (entry,) = json.loads(run("ledger", "show", ledger, "--json")[1])["entries"]

    assert (entry["number"], entry["data_set"], entry["content"]["method"]) == (1, 1, "RWN")


def test_a_schema_between_two_releases_of_a_file_hides_nothing(run, tmp_path):
    table, schema = tmp_path / "t.csv", tmp_path / "t.toml"
    table.write_text("x,ill\n5,True\n6,False\n-9,True\n8,False\n", encoding="utf-8")
    schema.write_text(
        '[columns.x]\nkind = "numeric"\nmissing = ["", "-9"]\n'
        '[columns.ill]\nkind = "categorical"\n',
        encoding="utf-8",
    )
    ledger = tmp_path / "q?x.db"
    options = ["--method", "noise-addition", "--ledger", ledger, "--json"]

    run("ledger", "create", ledger)
    first = run("release", table, *options, "-o", tmp_path / "out1.csv")
    second = run("release", table, *options, "--schema", schema, "-o", tmp_path / "out2.csv")

    counts = [json.loads(printed)["earlier_releases"] for _, printed, _ in (first, second)]
    assert counts == [0, 1]
    assert ledger.stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "q").exists()
