"""Whatever is refused leaves nothing behind."""

import json

import pytest

from vicinage.errors import OutputError


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("x,y\n5,6\n6,5\n7,7\n8,8\n", encoding="utf-8")
    return path


@pytest.fixture
def refused(run, tmp_path):
    """Run a release that must fail; nothing may have changed in the folder afterwards."""

    def refused(*arguments):
        before = contents(tmp_path)
        code, out, err = run("release", *arguments, "-o", tmp_path / "out.csv")
        assert out == ""
        assert err.startswith("vicinage: ")
        assert "Traceback" not in err
        assert contents(tmp_path) == before
        return code, err

    return refused


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("-q 50", "probability must be a fraction between 0 and 1, got 50; did you mean 0.5?"),
        ("-q -0.1", "probability must be a fraction between 0 and 1, got -0.1"),
        ("-q nan", "probability must be a fraction between 0 and 1, got nan"),
        ("-k 0 -r 0", "--radius must be above 0 when --n-neighbors is 0, got 0"),
        ("-k 2.5", "--n-neighbors must be a whole number of at least 0, got 2.5"),
        ("-k -1", "--n-neighbors must be a whole number of at least 0, got -1"),
        ("-r inf", "radius must be a finite number of at least 0, got inf"),
        ("-r 1e400", "radius must be a finite number of at least 0, got inf"),
        ("--metric manhattan", "metric must be one of 'minmax', 'standard', 'gower'"),
        ("-k 2 --columns z", "columns must name columns of the table, got 'z'"),
        ("-k 2 --columns x,x", "columns must name each column once"),
        ("-k 2 --threads 0", "threads must be a whole number of at least 1, got 0"),
        ("-k 4", "--n-neighbors = 4 for n = 4; the largest possible is 3"),
    ],
)
def test_parameters_outside_their_range_are_refused(refused, table, options, expected):
    code, err = refused(table, "--method", "rwn", *options.split())

    assert code == 1
    assert expected in err


def test_the_largest_possible_number_of_neighbours_is_possible(run, table, tmp_path):
    assert run("release", table, "--method", "rwn", "-k", 3, "-o", tmp_path / "out.csv")[0] == 0


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--method rwn --group-size 3", "--group-size must go with --method microaggregation"),
        ("--method microaggregation --seed 1", "rwn or rank-swapping or noise-addition, got"),
        ("--method rwn -k five", "-k must be a number, got 'five'"),
        ("--method rwn --seed x", "--seed must be a number, got 'x'"),
        ("--method rwm", "--method must be one of rwn, rank-swapping, microaggregation, noise"),
        ("", "--method must be one of rwn, rank-swapping, microaggregation, noise-addition"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(refused, table, options, expected):
    code, err = refused(table, *options.split())

    assert code == 2
    assert expected in err


def test_a_dialect_is_not_given_twice(refused, table, tmp_path):
    schema = tmp_path / "schema.toml"
    schema.write_text('[columns.x]\nkind = "numeric"\n', encoding="utf-8")

    code, err = refused(table, "--method", "rwn", "--schema", schema, "--decimal", ",")

    assert code == 2
    assert "--decimal must go without --schema" in err


def test_identifiers_are_refused_until_they_have_a_role(refused, run, tmp_path):
    table, schema, out = (tmp_path / name for name in ("ward.csv", "schema.toml", "out.csv"))
    people = [
        "Q11,Gil,C,51",
        "Q12,Hal,C,52",
        "Q13,Ida,C,53",
        "Q14,Jon,D,21",
        "Q15,Kim,D,22",
        "Q16,Lea,D,23",
    ]
    table.write_text("\n".join(["code,name,ward,age", *people, ""]), encoding="utf-8")

    code, err = refused(table, "--method", "rwn", "-k", 2)
    assert code == 1
    assert "code" in err
    assert "name" in err
    assert "role" in err
    assert "'code'" in run("check", table)[1]
    roles = {"code": "identifier", "name": "identifier", "ward": None, "age": None}
    kinds = {"code": "text", "name": "text", "ward": "categorical", "age": "numeric"}
    schema.write_text(
        "\n".join(
            f'[columns.{name}]\nkind = "{kinds[name]}"' + (f'\nrole = "{role}"' if role else "")
            for name, role in roles.items()
        ),
        encoding="utf-8",
    )
    code, _, _ = run("release", table, "--schema", schema, "--method", "rwn", "-k", 2, "-o", out)

    assert code == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("ward,age\n")
    assert "Q1" not in text


def test_rows_of_another_length_are_refused(refused, run, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("u,v,w,\n7,8,9\n4,4,5\n", encoding="utf-8")

    for code, err in (refused(table, "--method", "rwn", "-k", 1), run("check", table)[::2]):
        assert code == 1
        assert "line 2" in err
        assert "4" in err
        assert "3" in err


def test_a_wrong_encoding_is_refused_with_the_line(refused, tmp_path):
    table = tmp_path / "table.csv"
    table.write_bytes("Ort,n\nVisp,1\nKöniz,2\n".encode("latin-1"))

    code, err = refused(table, "--method", "rwn", "-k", 1)

    assert code == 1
    assert "line 3" in err


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("none/out.csv", "output must be in a folder that exists"),
        ("out.xls", "output must end in one of .csv"),
        ("folder.csv", "output must be a file"),
        ("/proc/out.csv", "output must be a place to write to"),
        ("table.csv", "output must be another file than the original"),
    ],
)
def test_outputs_that_cannot_be_written_are_refused_before_reading(
    run, table, tmp_path, output, expected
):
    tmp_path.joinpath("folder.csv").mkdir()
    table.write_text("no table at all", encoding="utf-8")
    before = contents(tmp_path)

    code, out, err = run("release", table, "--method", "rwn", "-o", tmp_path / output, "--force")

    assert (code, out) == (1, "")
    assert expected in err
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ("none/page.html", "report must be in a folder that exists"),
        ("table.csv", "report must be another file than the original"),
        ("out.csv", "report must be another file than the output"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_by_its_own_name(
    refused, table, tmp_path, report, expected
):
    code, err = refused(table, "--method", "rwn", "-k", 2, "--report", tmp_path / report, "--force")

    assert code == 1
    assert expected in err


@pytest.mark.parametrize("existing", ["out.csv", "out.csv.record.json"])
def test_nothing_is_written_over_without_force(refused, run, table, tmp_path, existing):
    tmp_path.joinpath(existing).write_text("mine", encoding="utf-8")

    code, err = refused(table, "--method", "rwn", "-k", 2)

    assert code == 1
    assert "--force writes over it" in err
    options = ["--method", "rwn", "-k", 2, "-o", tmp_path / "out.csv", "--force"]
    assert run("release", table, *options)[0] == 0


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "must be the record of a release"),
        ("[1]", "must be the record of a release"),
        ('{"method": "PRAM", "parameters": {}}', "must name one of the methods RWN, RankSwapping"),
        (
            '{"method": "RWN", "parameters": {"n_neighbours": 3}}',
            "must hold parameters of RWN, got 'n_neighbours'; did you mean \"n_neighbors\"?",
        ),
        ('{"method": "RWN", "parameters": {"probability": 7}}', "probability must be a fraction"),
    ],
)
def test_a_record_that_is_none_or_of_something_unknown_is_refused(
    refused, table, tmp_path, content, expected
):
    record = tmp_path / "x.record.json"
    record.write_text(content, encoding="utf-8")

    code, err = refused(table, "--from-record", record)

    assert code == 1
    assert expected in err


def test_a_record_of_another_method_is_refused(refused, table, tmp_path):
    record = tmp_path / "x.record.json"
    record.write_text('{"method": "RWN", "parameters": {}}', encoding="utf-8")

    code, err = refused(table, "--from-record", record, "--method", "microaggregation")

    assert code == 1
    assert "method must be that of the record, rwn, got microaggregation" in err
    assert "No such file" in refused(table, "--from-record", tmp_path / "none.json")[1]


def test_an_unforeseen_error_is_one_line_without_data_and_code_3(refused, table, monkeypatch):
    def broken(*_arguments, **_options):
        raise ValueError("cell 8675309")

    monkeypatch.setattr("vicinage.masking.release_table", broken)

    code, err = refused(table, "--method", "rwn", "-k", 2)

    assert code == 3
    assert err.startswith("vicinage: failed: ValueError in cli/release_job.py, line ")
    assert "8675309" not in err


def test_a_release_whose_record_cannot_be_written_is_not_kept(run, table, tmp_path, monkeypatch):
    def full(_path):
        raise OutputError("path must be a place to write to: No space left on device")

    monkeypatch.setattr("vicinage.table.replacing", full)

    code, _, err = run("release", table, "--method", "rwn", "-k", 2, "-o", tmp_path / "out.csv")

    assert code == 3
    assert "No space left on device; nothing of this release was kept" in err
    assert not tmp_path.joinpath("out.csv").exists()


@pytest.mark.parametrize("report", ["out.csv", "out.csv.record.json", "l.db", "l.db.key"])
def test_a_report_never_takes_the_place_of_another_file(run, table, tmp_path, report):
    run("ledger", "create", tmp_path / "l.db")
    key = tmp_path.joinpath("l.db.key").read_bytes()
    options = ["--method", "rwn", "-k", 2, "--ledger", tmp_path / "l.db", "--force"]

    code, _, err = run(
        "release", table, *options, "-o", tmp_path / "out.csv", "--report", tmp_path / report
    )

    assert code == 1
    assert "report must be" in err
    assert tmp_path.joinpath("l.db.key").read_bytes() == key
    assert not tmp_path.joinpath("out.csv").exists()


def test_a_missing_ledger_is_refused_before_any_work(refused, table, tmp_path):
    code, err = refused(table, "--method", "rwn", "--ledger", tmp_path / "releases.db")

    assert code == 1
    assert "`vicinage ledger create" in err


def test_a_refused_release_leaves_no_trace_in_the_ledger(run, refused, table, tmp_path):
    ledger = tmp_path / "releases.db"
    run("ledger", "create", ledger)

    code, _ = refused(table, "--method", "rwn", "-k", 9, "--ledger", ledger)

    assert code == 1
    assert json.loads(run("ledger", "show", ledger, "--json")[1])["entries"] == []
