"""Steps, rules and households from the shell."""

import csv
import json

import pytest

TABLE = """home,rent,age,start,end
1,500,34,2020-01-17,2021-01-01
1,500,36,2020-02-05,2021-01-01
2,700,71,2019-05-05,2019-05-04
3,710,44,2018-01-01,2020-01-01
4,650,66,2017-01-01,2017-12-31
5,520,25,2020-01-01,2020-07-01
"""
SCHEMA = """
rules = ["start <= end"]
together = [["start", "end"]]
[columns.home]
kind = "text"
role = "household"
[columns.rent]
kind = "numeric"
level = "household"
[columns.age]
kind = "numeric"
lower = 0
upper = 120
role = "quasi-identifier"
[columns.start]
kind = "date"
[columns.end]
kind = "date"
[[before]]
step = "recode-numbers"
column = "age"
breaks = [40]
labels = ["young", "old"]
[[after]]
step = "suppress"
columns = ["age"]
k = 2
"""


@pytest.fixture
def files(tmp_path):
    table, schema = tmp_path / "t.csv", tmp_path / "s.toml"
    table.write_text(TABLE, encoding="utf-8")
    schema.write_text(SCHEMA, encoding="utf-8")
    return table, schema


def test_a_release_is_recoded_suppressed_and_judged(run, files, tmp_path):
    table, schema = files
    out, page = tmp_path / "out.csv", tmp_path / "page.html"
    options = ["--method", "rwn", "-k", 2, "--seed", 1, "-o", out, "--report", page]

    code, printed, _ = run("release", table, "--schema", schema, *options)

    assert code == 0
    ages = [row["age"] for row in csv.DictReader(out.read_text(encoding="utf-8").splitlines())]
    assert set(ages) <= {"young", "old", ""}
    assert all(ages.count(age) >= 2 for age in ages)
    assert "Rule start <= end: broken by 1 records before" in printed
    assert "k_strict_released" in printed
    assert page.exists()
    code, printed, _ = run("evaluate", table, out, "--schema", schema, "--json")
    assert code == 0
    assert json.loads(printed)["risk"]["k_strict_released"] >= 2


def test_exact_counts_are_for_the_steward_and_stay_out_of_the_record(run, files, tmp_path):
    table, schema = files
    out = tmp_path / "out.csv"

    code, printed, _ = run(
        "release", table, "--schema", schema, "--method", "rwn", "-k", 2, "-o", out, "--json"
    )

    told = json.loads(printed)
    assert code == 0
    assert told["rules"][0]["before"] == 1
    assert {effect["column"] for effect in told["steps"]} == {"age"}
    record = json.loads(out.with_name("out.csv.record.json").read_text(encoding="utf-8"))
    assert "rules" not in record
    assert any(note.startswith("Rule start <= end: ") for note in record["notes"])
    assert any("suppressed until k = 2" in note for note in record["notes"])


def test_check_lists_the_records_that_break_a_rule(run, files):
    table, schema = files

    code, printed, _ = run("check", table, "--schema", schema)

    assert code == 1
    assert "error: line 4, column 'start' must keep the rule start <= end" in printed


def test_check_lists_the_members_that_differ_from_their_household(run, files):
    table, schema = files
    table.write_text(TABLE.replace("1,500,36", "1,501,36"), encoding="utf-8")

    _, printed, _ = run("check", table, "--schema", schema)

    reason = "must be the same for all members of a household"
    assert f"error: line 3, column 'rent' {reason}, got '501'" in printed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('step = "suppress"', 'step = "supress"'), 'did you mean "suppress"?'),
        (("k = 2", "k = 1"), "k must be a whole number of at least 2, got 1"),
        (("start <= end", "start <= ende"), 'did you mean "end"?'),
        (("start <= end", "__import__('os')"), "expression must consist of"),
        (('column = "age"', 'column = "start"'), "column must be numeric"),
        (("breaks = [40]", "breaks = [40, 30]"), "breaks must increase"),
        (("breaks = [40]\n", ""), "key must be given: breaks"),
        (('column = "age"', 'column = "home"'), "must not be one whose role is household"),
        (("k = 2", "k = 20"), "k must be at most the number of records, got k = 20 for n = 6"),
        (("[[after]]", "[[before]]"), "before must leave out suppress"),
    ],
)
def test_what_cannot_be_done_is_refused_before_any_work(run, files, tmp_path, change, message):
    table, schema = files
    schema.write_text(SCHEMA.replace(*change, 1), encoding="utf-8")
    out = tmp_path / "out.csv"

    code, _, error = run(
        "release", table, "--schema", schema, "--method", "rwn", "-k", 2, "-o", out
    )

    assert code == 1
    assert message in " ".join(error.split())
    assert not out.exists()
