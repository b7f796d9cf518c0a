import numpy as np
import pandas as pd
import pytest

RNG = np.random.default_rng(5)
PEOPLE = pd.DataFrame({"x": RNG.normal(size=60), "y": RNG.normal(size=60)})


@pytest.fixture
def released(run, tmp_path):
    original, protected = tmp_path / "people.csv", tmp_path / "protected.csv"
    PEOPLE.to_csv(original, index=False)
    code, _, _ = run("release", original, "--method", "rwn", "-o", protected, "--quiet")
    assert code == 0
    return original, protected, tmp_path / "protected.csv.record.json"


def test_a_page_for_the_steward_and_one_for_everybody(run, released, tmp_path):
    *tables, record = released
    steward, public = tmp_path / "steward.html", tmp_path / "public.html"

    assert run("report", *tables, "--record", record, "-o", steward)[0] == 0
    code, out, err = run("report", *tables, "--record", record, "--public", "-o", public)

    assert (code, err) == (0, "")
    assert "for everybody" in out
    texts = [page.read_text(encoding="utf-8") for page in (steward, public)]
    assert "For the steward" in texts[0]
    assert "For everybody" in texts[1]
    assert [text.count("SHA-256") for text in texts] == [2, 1]


def test_a_record_of_another_file_is_refused(run, released, tmp_path):
    original, protected, record = released
    protected.write_text(protected.read_text().replace("x,y", "x,y", 1) + "1,2\n")

    code, _, err = run("report", original, protected, "--record", record, "-o", tmp_path / "p.html")

    assert code == 1
    assert "record must be that of the released file" in err


def test_what_is_judged_is_refused_where_nothing_is(run, released, tmp_path):
    *tables, record = released

    code, _, err = run(
        "report", *tables, "--record", record, "-o", tmp_path / "p.html", "--no-evaluate",
        "--quasi-identifiers", "x",
    )  # fmt: skip

    assert code == 2
    assert "--quasi-identifiers must go without --no-evaluate" in err


def test_what_is_no_record_is_refused(run, released, tmp_path):
    original, protected, _ = released

    for wrong in (original, tmp_path / "absent.json"):
        code, _, err = run("report", original, protected, "--record", wrong, "-o", tmp_path / "p")
        assert code == 1
        assert "record must be the record of a release" in err


def test_a_page_is_never_written_over_a_table(run, released):
    original, protected, record = released

    code, _, err = run("report", original, protected, "--record", record, "-o", original, "--force")

    assert code == 1
    assert "output must be another file than the original" in err


def test_a_page_shows_attacks_when_records_were_held_out(run, released, tmp_path):
    *tables, record = released
    holdout, page = tmp_path / "holdout.csv", tmp_path / "page.html"
    pd.DataFrame({"x": RNG.normal(size=60), "y": RNG.normal(size=60)}).to_csv(holdout, index=False)

    code, _, err = run("report", *tables, "--record", record, "--holdout", holdout, "-o", page)

    assert (code, err) == (0, "")
    assert "Linking two files" in page.read_text(encoding="utf-8")
