"""What a release within a ceiling of memory writes and says."""

import csv
import json

import pytest

SCHEMA = """
[columns.gene]
kind = "text"
role = "key"
[columns.eye]
kind = "numeric"
lower = 0
upper = 20
[columns.wing]
kind = "numeric"
"""
PARTS = ("--method", "rwn", "-k", 2, "--partition-size", 4, "--memory", "2GB")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("gene,eye,wing\n" + "".join(f"g{i},{i % 9},{i % 5}\n" for i in range(60)))
    (tmp_path / "table.toml").write_text(SCHEMA)
    return path


def test_a_table_in_parts_is_released_with_its_record(run, table, tmp_path):
    out, schema = tmp_path / "out.csv", ("--schema", tmp_path / "table.toml")
    at_once = tmp_path / "at_once.csv"

    code, printed, _ = run("release", table, *schema, *PARTS, "--seed", 1, "-o", out)
    run("release", table, *schema, *PARTS[:-2], "--seed", 1, "--no-evaluate", "-o", at_once)

    assert code == 0
    assert out.read_bytes() == at_once.read_bytes()
    record = json.loads(out.with_name("out.csv.record.json").read_text())
    assert record["parameters"]["partition_size"] == 4
    assert "Protected by RWN" in printed
    assert "Risk and utility were not measured." in printed
    with out.open() as stream:
        assert len(list(csv.reader(stream))) == 61


def test_a_dry_run_says_what_it_would_take_and_writes_nothing(run, table, tmp_path):
    options = ("--schema", tmp_path / "table.toml", *PARTS, "--dry-run")

    code, printed, _ = run("release", table, *options, "-o", tmp_path / "out.csv")

    assert code == 0
    assert "Rows: about 60 of 3 columns; 2 coordinates of distance." in printed
    assert "Method: 15 partitions in 1 blocks." in printed
    assert "Nothing was written." in printed
    assert {path.name for path in tmp_path.iterdir()} == {"table.csv", "table.toml"}


def test_the_record_of_a_release_in_parts_goes_where_it_is_wanted(run, table, tmp_path):
    wanted, schema = tmp_path / "wanted.json", ("--schema", tmp_path / "table.toml")

    code, printed, _ = run(
        "release", table, *schema, *PARTS, "--record", wanted, "-o", tmp_path / "out.csv"
    )

    assert code == 0
    assert f"Wrote {wanted}" in printed.replace("\n", "")
    assert json.loads(wanted.read_text())["output"]["file"] == "out.csv"
    assert not (tmp_path / "out.csv.record.json").exists()


def test_a_dry_run_without_a_ceiling_says_what_would_be_done(run, table, tmp_path):
    out, ledger = tmp_path / "out.csv", tmp_path / "book.db"
    options = ("--method", "rank-swapping", "--ledger", ledger, "--dry-run")

    code, printed, _ = run("release", table, *options, "-o", out)

    assert code == 0
    assert printed.startswith("To protect by RankSwapping (")
    assert f"To write {out}" in printed.replace("\n", "")
    assert {path.name for path in tmp_path.iterdir()} == {"table.csv", "table.toml"}
    out.write_text("before")
    code, _, error = run("release", table, *options, "-o", out)
    assert code != 0
    assert "which exists" in error


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--method", "rwn", "--workers", 2),
            "such as 4GB; a table that is read as a whole uses as many threads as --threads",
        ),
        (("--method", "rwn", "--workers", 0), "--workers must go with --memory"),
        ((*PARTS, "--workers", 0, "--dry-run", "--schema"), "workers must be a whole number of"),
        ((*PARTS, "--ledger", "book.db"), "--ledger must go without --memory"),
        ((*PARTS, "--report", "page.html"), "--report must go without --memory"),
        (("--method", "microaggregation", "--memory", "1GB"), "--method rwn"),
        (PARTS, "--memory must go with --schema"),
        (("--method", "rwn", "--memory", "1GB", "--schema"), "--partition-size must be given"),
        ((*PARTS[:-1], "100MB", "--schema"), "memory must be at least"),
        ((*PARTS, "--engine", "tcp://127.0.0.1:1", "--workers", 2, "--schema"), "--workers must"),
    ],
)
def test_what_does_not_go_together_is_refused(run, table, tmp_path, options, message):
    schema = (tmp_path / "table.toml",) if options[-1] == "--schema" else ()

    code, _, error = run("release", table, *options, *schema, "-o", tmp_path / "out.csv")

    assert code != 0
    assert message in " ".join(error.split())
    assert not (tmp_path / "out.csv").exists()
