"""What a release writes and says."""

import csv
import hashlib
import json
import os
import subprocess
import sys

import pytest

from vicinage._kernels import use_threads

HEADS = "gene,eye,wing\n"  # invented
EXAMPLE = "a,2,3\nb,2,3\nc,2,3\nd,8,9\ne,9,9\nf,8,10\n"


@pytest.fixture(autouse=True)
def _all_threads_again():
    yield
    use_threads(1000)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(HEADS + EXAMPLE, encoding="utf-8")
    return path


@pytest.fixture
def out(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    return folder / "protected.csv"


def rows(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def record(path):
    return json.loads(path.with_name(path.name + ".record.json").read_text(encoding="utf-8"))


def test_duplicates_are_neighbours_and_nobody_is_his_own(run, table, out):
    seen = []
    for seed in range(60):
        options = ["--method", "rwn", "-k", 2, "--key", "gene", "--seed", seed]
        code, printed, _ = run(
            "release", table, *options, "-o", out, "--force", "--quiet", "--no-evaluate"
        )
        assert (code, printed) == (0, "")
        seen.append([(row["eye"], row["wing"]) for row in rows(out)])

    assert all(released[:3] == [("2", "3")] * 3 for released in seen)
    assert {released[3][0] for released in seen} == {"8", "9"}
    assert {released[4][0] for released in seen} == {"8"}
    assert {released[5][1] for released in seen} == {"9"}
    assert {cell for released in seen for row in released[3:] for cell in row} == {"8", "9", "10"}


def test_the_key_is_dropped_unless_it_is_asked_for(run, table, out):
    options = ["--method", "rwn", "-k", 2, "--key", "gene"]

    run("release", table, *options, "-o", out)
    assert list(rows(out)[0]) == ["eye", "wing"]
    assert "Dropped: gene." in record(out)["notes"]
    run("release", table, *options, "-o", out, "--force", "--keep-key")
    assert [row["gene"] for row in rows(out)] == list("abcdef")


@pytest.mark.parametrize("method", ["rwn", "rank-swapping", "microaggregation", "noise-addition"])
def test_keeping_the_key_of_a_table_without_one_is_refused(run, out, tmp_path, method):
    table = tmp_path / "keyless.csv"
    table.write_text("eye,wing\n" + "1,2\n3,5\n2,7\n" * 4, encoding="utf-8")

    code, _, err = run("release", table, "--method", method, "--keep-key", "-o", out)

    assert code == 1
    assert "--keep-key must go with a key column, got a table without one" in err
    assert not out.exists()


@pytest.mark.parametrize("option", ["--nearest-partitions", "--block-size"])
def test_what_only_partitions_have_is_refused_without_them(run, table, out, option):
    code, _, err = run("release", table, "--method", "rwn", option, 300, "-o", out)

    assert code == 2
    assert f"{option} must go with --partition-size; without it the search is exact" in err
    assert not out.exists()


def test_a_record_with_partitions_is_repeated_with_others_of_the_nearest(run, table, out, tmp_path):
    options = ["--method", "rwn", "-k", 1, "--key", "gene", "--partition-size", 2]
    run("release", table, *options, "-o", out)
    again = tmp_path / "again.csv"

    code, _, err = run(
        "release", table, "--from-record", f"{out}.record.json", "--nearest-partitions", 1,
        "-o", again,
    )  # fmt: skip

    assert (code, err) == (0, "")
    parameters = record(again)["parameters"]
    assert (parameters["partition_size"], parameters["nearest_partitions"]) == (2, 1)


def test_methods_without_a_key_parameter_take_it_from_the_schema(run, table, out, tmp_path):
    schema = tmp_path / "schema.toml"
    schema.write_text(
        '[columns.gene]\nkind = "text"\nrole = "key"\n'
        '[columns.eye]\nkind = "numeric"\n[columns.wing]\nkind = "numeric"\n',
        encoding="utf-8",
    )

    code, _, _ = run(
        "release",
        table,
        "--schema",
        schema,
        "--method",
        "microaggregation",
        "--keep-key",
        "-o",
        out,
    )

    assert code == 0
    assert [row["gene"] for row in rows(out)] == list("abcdef")


def test_identical_rows_come_back_and_this_is_said_loudly(run, out, tmp_path):
    table = tmp_path / "same.csv"
    table.write_text("age,sex\n" + "31,M\n" * 7, encoding="utf-8")

    code, printed, _ = run("release", table, "--method", "rwn", "-k", 2, "-o", out)

    assert code == 0
    assert out.read_bytes() == table.read_bytes()
    assert "NO PERTURBATION TOOK PLACE" in printed
    assert "Changed: 0.0 % of the cells." in printed
    assert "nan" not in printed
    assert "not defined: constant" in printed
    assert any("NO PERTURBATION TOOK PLACE" in note for note in record(out)["notes"])


SCHEMA = """
[file]
encoding = "{encoding}"
delimiter = ";"
decimal = ","
[columns.Gemeinde]
kind = "categorical"
[columns.PLZ]
kind = "text"
role = "quasi-identifier"
[columns.Lohn]
kind = "numeric"
[columns.Kinder]
kind = "numeric"
integer = true
[columns."Größe "]
kind = "numeric"
"""
DIALECT = """Gemeinde;PLZ;Lohn;Kinder;Größe \r
Köniz;03098;99,5;3;1,90\r
Visp;3930;7,0;;1,60\r
Ås;00111;8,25;0;1,50\r
"""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1"])
def test_a_release_with_chance_zero_is_the_file_byte_by_byte(run, out, tmp_path, encoding):
    table, schema = tmp_path / "gemeinden.csv", tmp_path / "schema.toml"
    table.write_bytes(DIALECT.encode(encoding))
    schema.write_text(SCHEMA.format(encoding=encoding.removesuffix("-sig")), encoding="utf-8")

    code, printed, _ = run(
        "release", table, "--schema", schema, "--method", "rwn", "-k", 2, "-q", 0, "-o", out
    )

    assert code == 0
    assert out.read_bytes() == table.read_bytes()
    assert "Changed: 0.0 % of the cells." in printed


def test_a_dialect_may_be_given_without_a_schema(run, out, tmp_path):
    table = tmp_path / "table.csv"
    table.write_bytes("Höhe|n\n1,5|1\n2,5|2\n".encode("latin-1"))
    dialect = ["--encoding", "latin-1", "--delimiter", "|", "--decimal", ","]

    code, _, _ = run(
        "release", table, *dialect, "--method", "microaggregation", "--group-size", 2, "-o", out
    )

    assert code == 0
    assert out.read_bytes() == "Höhe|n\n2|1,5\n2|1,5\n".encode("latin-1")


PEOPLE = [f"p{i},{i % 5},{i * i % 11}" for i in range(8)]


@pytest.mark.parametrize("order", [range(8), [5, 0, 7, 2, 1, 6, 3, 4]])
def test_a_seeded_release_is_the_same_for_files_orders_and_threads(run, tmp_path, order):
    lines = [PEOPLE[i] for i in order]
    split = [lines[:3], lines[3:6], lines[6:]]
    parts = [("a.csv", lines), *((f"b{i}.csv", part) for i, part in enumerate(split))]
    for name, part in parts:
        tmp_path.joinpath(name).write_text("\n".join(["key,x,y", *part, ""]), encoding="utf-8")
    options = ["--method", "rwn", "-k", 2, "--key", "key", "--keep-key", "--no-evaluate", "--force"]

    def released(names, seed=7, threads=1):
        output = tmp_path / "out.csv"
        paths = [tmp_path / name for name in names]
        extra = ["--seed", seed, "--threads", threads]
        assert run("release", *paths, *options, *extra, "-o", output)[0] == 0
        return sorted(map(tuple, (row.values() for row in rows(output))))

    one = released(["a.csv"])

    assert released(["b0.csv", "b1.csv", "b2.csv"]) == one
    assert released(["a.csv"], threads=4) == one
    assert released(["a.csv"], seed=8) != one
    assert record(tmp_path / "out.csv")["seeded"] is True
    tmp_path.joinpath("straight.csv").write_text(
        "\n".join(["key,x,y", *PEOPLE, ""]), encoding="utf-8"
    )
    assert released(["straight.csv"]) == one


def test_the_number_of_threads_of_the_machine_has_no_influence(table, tmp_path):
    outputs = []
    for threads in ("1", "4"):
        output = tmp_path / f"{threads}.csv"
        options = ["--method", "rwn", "-k", "2", "--key", "gene", "--seed", "7", "--no-evaluate"]
        command = [sys.executable, "-m", "vicinage", "release", table, *options, "-o", output]
        environment = os.environ | {"NUMBA_NUM_THREADS": threads}
        subprocess.run(command, check=True, env=environment, capture_output=True)
        outputs.append(output.read_bytes())

    assert outputs[0] == outputs[1]


def test_dates_keep_their_spelling_and_blanks_are_counted(run, out, tmp_path):
    table, schema = tmp_path / "visits.csv", tmp_path / "schema.toml"
    lines = [
        "id,birth,visit",
        "1,1992-02-29,2025-05-01",
        "2,1992-03-01,",
        "3,1993-11-30,2025-05-09",
    ]
    schema.write_text(
        '[columns.id]\nkind = "numeric"\nrole = "key"\n'
        '[columns.birth]\nkind = "date"\n[columns.visit]\nkind = "date"\n',
        encoding="utf-8",
    )
    options = [
        "--schema",
        schema,
        "--method",
        "rwn",
        "-k",
        1,
        "--columns",
        "birth,visit",
        "-o",
        out,
    ]

    table.write_text("\n".join([*lines, "4,2023-02-30,2025-05-02", ""]), encoding="utf-8")
    assert "line 5, column 'birth'" in run("check", table, "--schema", schema)[1]
    assert run("release", table, *options)[0] == 1
    assert not out.exists()
    table.write_text("\n".join([*lines, ""]), encoding="utf-8")
    code, printed, _ = run("release", table, *options)

    assert code == 0
    spelled = {cell for line in lines[1:] for cell in line.split(",")[1:]}
    assert {cell for row in rows(out) for cell in row.values()} <= spelled
    blanks = sum(row["visit"] == "" for row in rows(out))
    assert f"Missing cells: visit 1 before, {blanks} after." in printed


def test_the_record_holds_the_hash_of_the_output_and_no_data(run, out, tmp_path):
    table = tmp_path / "secret-place.csv"
    lines = [f"canary{i % 3},{8675309 + i},{i}.4375" for i in range(40)]
    table.write_text("\n".join(["who,number,size", *lines, ""]), encoding="utf-8")

    run("release", table, "--method", "rwn", "--metric", "gower", "-o", out)
    text = out.with_name("protected.csv.record.json").read_text(encoding="utf-8")

    content = json.loads(text)
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    assert content["output"] == {"file": "protected.csv", "sha256": digest}
    assert (content["method"], content["guarantee"], content["schema"]) == ("RWN", "none", None)
    assert content["parameters"]["metric"] == "gower"
    for private in ("canary", "86753", ".4375", "secret", str(tmp_path)):
        assert private not in text


def test_the_record_holds_no_figure_that_could_be_solved_for_the_last_record(run, table, out):
    run("release", table, "--method", "rwn", "-k", 2, "--key", "gene", "-o", out)

    parts = {"method", "parameters", "columns", "guarantee", "schema", "schema_source", "seeded"}
    assert set(record(out)) == parts | {"notes", "version", "output"}


def test_json_holds_record_and_figures(run, table, out):
    code, printed, err = run(
        "release", table, "--method", "rwn", "-k", 2, "--key", "gene", "-o", out, "--json"
    )

    found = json.loads(printed)
    assert (code, err) == (0, "")
    assert found["output"]["file"] == "protected.csv"
    assert 0 <= found["evaluation"]["risk"]["changed_cell_share"] <= 1


def test_a_release_repeats_a_record(run, table, out, tmp_path):
    first = ["--method", "rwn", "-k", 2, "--key", "gene", "--columns", "eye", "--seed", 3]
    run("release", table, *first, "-o", out)
    second = tmp_path / "again.csv"

    code, _, _ = run("release", table, "--from-record", f"{out}.record.json", "-o", second)

    assert code == 0
    assert second.read_bytes() == out.read_bytes()
    assert record(second)["parameters"] == record(out)["parameters"]
    run("release", table, "--from-record", f"{out}.record.json", "-k", 3, "-o", second, "--force")
    assert record(second)["parameters"] == record(out)["parameters"] | {"n_neighbors": 3}


@pytest.mark.parametrize(
    ("options", "parameters"),
    [
        (
            "--method rwn -k 1 -r 0.5 -q 0.5 --metric gower --columns eye --seed 1 --keep-key "
            "--distance-columns wing --within part --key gene --partition-size 3 --block-size 40 "
            "--nearest-partitions 2",
            {
                "n_neighbors": 1, "radius": 0.5, "probability": 0.5, "metric": "gower",
                "columns": ["eye"], "distance_columns": ["wing"], "within": ["part"],
                "key": "gene", "keep_key": True, "partition_size": 3,
                "block_size": 40, "nearest_partitions": 2, "seed": 1,
            },
        ),
        (
            "--method rank-swapping --fraction 0.5 --tail-fraction 0 --columns eye,wing --seed 1",
            {
                "fraction": 0.5, "tail_fraction": 0, "columns": ["eye", "wing"], "seed": 1,
                "keep_key": False,
            },
        ),
        (
            "--method microaggregation --group-size 2 --columns eye --keep-key",
            {"group_size": 2, "columns": ["eye"], "keep_key": True},
        ),
        (
            "--method noise-addition --scale 2 --correlated --columns eye --seed 1",
            {"scale": 2, "correlated": True, "columns": ["eye"], "seed": 1, "keep_key": False},
        ),
    ],
)  # fmt: skip
def test_every_parameter_of_every_method_is_an_option(run, out, tmp_path, options, parameters):
    table = tmp_path / "table.csv"
    lines = [f"{line},{'uv'[i // 4]}" for i, line in enumerate(PEOPLE)]
    table.write_text("\n".join(["gene,eye,wing,part", *lines, ""]), encoding="utf-8")
    schema = tmp_path / "schema.toml"
    kinds = {"gene": "text", "eye": "numeric", "wing": "numeric", "part": "categorical"}
    columns = [f'[columns.{name}]\nkind = "{kind}"' for name, kind in kinds.items()]
    columns[0] += '\nrole = "key"'
    schema.write_text("\n".join(columns), encoding="utf-8")

    code, _, err = run("release", table, "--schema", schema, *options.split(), "-o", out)

    assert (code, err) == (0, "")
    assert record(out)["parameters"] == parameters


def test_a_page_with_pictures_may_be_asked_for(run, table, out, tmp_path):
    page = tmp_path / "page.html"

    code, printed, _ = run(
        "release", table, "--method", "rwn", "-k", 2, "--key", "gene", "-o", out, "--report", page
    )

    assert code == 0
    assert f"Wrote {page}" in " ".join(printed.split())
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") > 3
