import json

import pytest


@pytest.fixture
def checking(run, tmp_path):
    def check(text, schema, *options):
        file, declared = tmp_path / "people.csv", tmp_path / "people.toml"
        file.write_text(text, encoding="utf-8")
        declared.write_text(schema, encoding="utf-8")
        return run("check", file, "--schema", declared, *options)

    return check


PAY = '[columns.pay]\nkind = "numeric"\n\n[columns.sex]\nkind = "categorical"\n'
PAY += 'categories = ["f", "m"]\n'


def test_a_rule_that_many_cells_break_is_one_line_with_examples_and_a_hint(checking):
    rows = "".join(f'"{pay},5",f\n' for pay in range(200))

    code, out, _ = checking("pay,sex\n" + rows, PAY)

    lines = out.splitlines()
    assert code == 1
    assert lines[0] == (
        "error: 200 cells of column 'pay' must be a number with the decimal sign \".\"; "
        "the first 5:"
    )
    assert lines[1] == "  line 2 '0,5', line 3 '1,5', line 4 '2,5', line 5 '3,5', line 6 '4,5'"
    assert lines[2] == '  hint: decimal commas? declare decimal = "," under [file]'
    assert lines[-1].endswith("people.csv: 200 errors, 1 note")


def test_all_rules_that_are_broken_are_listed_in_one_run(checking):
    code, out, _ = checking("pay,sex\n1,F\nNA,m\nNA,x\n", PAY)

    assert code == 1
    assert "error: 2 cells of column 'pay' must be a number with the decimal sign \".\":" in out
    assert 'hint: missing? declare missing = ["", "NA"]' in out
    assert "error: 2 cells of column 'sex' must be one of the declared categories:" in out
    assert 'hint: another spelling? "F" for "f"' in out


def test_machines_get_every_cell(checking):
    out = checking("pay,sex\n" + "?,f\n" * 30, PAY, "--json")[1]

    problems = json.loads(out)["problems"]
    assert [p["line"] for p in problems if p["column"] == "pay"] == list(range(2, 32))


@pytest.mark.parametrize(("pay", "shown"), [("?", "show cells of"), ("", "say what is in")])
def test_the_warning_says_whether_cells_were_shown(checking, pay, shown):
    rows = f"{pay},f\n" + "".join(f"{i % 3},m\n" for i in range(9))

    assert f"the lines above {shown} the table." in checking("pay,sex\n" + rows, PAY)[2]
