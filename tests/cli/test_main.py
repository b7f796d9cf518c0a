import json
import subprocess
import sys

import pytest

from vicinage.cli.main import app
from vicinage.schema import Schema


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,sex\n34,F\n71,M\n50,F\n", encoding="utf-8")
    return path


def test_a_draft_is_printed_and_is_a_schema(run, people):
    code, out, err = run("schema", people)

    assert (code, err) == (0, "")
    assert Schema.from_toml(out).names == ("age", "sex")


def test_a_draft_is_never_written_over_a_file_without_force(run, people, tmp_path):
    output = tmp_path / "people.toml"

    assert run("schema", people, "-o", output) == (0, "", "")
    edited = output.read_text(encoding="utf-8") + "# edited\n"
    output.write_text(edited, encoding="utf-8")
    code, _, err = run("schema", people, "-o", output)

    assert code == 1
    assert "output must be a new file" in err
    assert "--force" in err
    assert output.read_text(encoding="utf-8") == edited
    assert run("schema", people, "-o", output, "--force")[0] == 0
    assert "# edited" not in output.read_text(encoding="utf-8")


def test_a_draft_that_cannot_be_written_is_refused_before_the_table_is_read(run, tmp_path):
    code, _, err = run("schema", "none.csv", "-o", tmp_path / "none" / "people.toml")

    assert code == 1
    assert "output must be in a folder that exists" in err


def test_a_draft_may_not_be_written_over_its_own_table(run, people):
    code, _, err = run("schema", people, "-o", people, "--force")

    assert code == 1
    assert "output must be another file than the original" in err
    assert people.read_text(encoding="utf-8").startswith("age,sex")


def test_a_file_in_another_encoding_is_drafted_when_the_encoding_is_named(run, tmp_path):
    path = tmp_path / "towns.csv"
    path.write_bytes("Ort,n\nÅmål,1\n".encode("latin-1"))

    assert "in line 2" in run("schema", path)[2]
    code, out, _ = run("schema", path, "--encoding", "latin-1")
    assert code == 0
    assert Schema.from_toml(out).file.encoding == "latin-1"


def test_check_lists_every_problem_and_ends_with_one(run, people, tmp_path):
    schema = tmp_path / "people.toml"
    schema.write_text(
        '[columns.age]\nkind = "numeric"\nupper = 60\n[columns.sex]\nkind = "numeric"\n',
        encoding="utf-8",
    )

    code, out, err = run("check", people, "--schema", schema)

    assert code == 1
    assert "line 3, column 'age' must be within the declared bounds (open to 60), got '71'" in out
    assert "3 cells of column 'sex'" in out
    assert out.splitlines()[-1] == f"{people}: 4 errors, no notes"
    assert "steward only" in err


def test_check_of_a_good_table_ends_with_zero(run, people):
    assert run("check", people) == (0, f"{people}: no errors, no notes\n", "")


def test_check_prints_json_for_machines(run, people, tmp_path):
    people.write_text("age\n34\nx\n", encoding="utf-8")
    schema = tmp_path / "people.toml"
    schema.write_text('[columns.age]\nkind = "numeric"\n', encoding="utf-8")

    code, out, _ = run("check", people, "--schema", schema, "--json")

    found = json.loads(out)
    assert (code, found["errors"]) == (1, 1)
    assert found["problems"][0] | {"reason": ""} == {
        "severity": "error",
        "column": "age",
        "reason": "",
        "line": 3,
        "row": None,
        "cell": "x",
        "refuses": True,
    }


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (["check", "none.csv"], 1, "none.csv: No such file"),
        (["chek", "x.csv"], 2, 'Did you mean "check"'),
        (["check"], 2, "FILE must be given"),
        (["report", "x.csv", "y.csv", "-o", "x.html"], 2, "--record must be given, got none"),
        (["check", "x.csv", "--schema"], 2, "--schema requires an argument"),
        (["check", "x.csv", "--what"], 2, "--what"),
        (["statistics", "x.csv", "--column", "a\nb"], 2, "line break in quotes"),
    ],
)
def test_refusals_and_wrong_usage_have_their_exit_codes(run, arguments, code, expected):
    found, out, err = run(*arguments)

    assert (found, out) == (code, "")
    assert expected in err


@pytest.mark.parametrize(
    "command", [[], ["schema"], ["check"], ["release"], ["evaluate"], ["demo"], ["ledger"]]
)
def test_help_ends_with_an_example(run, command):
    code, out, _ = run(*command, "--help")

    assert code == 0
    assert (
        out.strip()
        .splitlines()[-1]
        .startswith(f"Example: vicinage {'' if not command else command[0]}")
    )


def commands(parent):
    for name in parent:
        if not name.startswith("-"):
            yield from commands(parent[name])
            if parent[name].default_command:
                yield parent[name]


def test_every_option_of_every_command_says_what_it_is():
    options = [
        (command.name, option)
        for command in commands(app)
        for option in command.assemble_argument_collection(parse_docstring=True)
        if option.show
    ]

    assert len(options) > 200
    assert [name for name, option in options if not option.parameter.help] == []


@pytest.mark.parametrize("command", [["tune"], ["ledger", "register"], ["release"]])
def test_no_option_is_the_empty_list_of_another(run, command):
    assert "--empty-" not in run(*command, "--help")[1]


def test_help_loads_no_heavy_package():
    script = (
        "import sys; from vicinage.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'pyarrow', 'scipy', 'altair'} & set(sys.modules)"
    )

    assert "Usage" in in_a_process_of_its_own("-c", script)


def test_the_package_can_be_run_as_a_module():
    assert in_a_process_of_its_own("-m", "vicinage", "--version").strip()[0].isdigit()


def in_a_process_of_its_own(*arguments):
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
