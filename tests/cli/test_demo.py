from vicinage.schema import Schema
from vicinage.table import check_table


def test_the_demonstration_releases_a_real_table_and_names_its_files(run, tmp_path):
    folder = tmp_path / "demo"
    folder.mkdir()
    folder.joinpath("protected.csv").write_text("of an earlier demonstration", encoding="utf-8")

    code, out, err = run("demo", "-o", folder)

    assert (code, err) == (0, "")
    names = {
        "original.csv",
        "schema.toml",
        "protected.csv",
        "protected.csv.record.json",
        "picture.html",
    }
    assert {path.name for path in folder.iterdir()} == names
    assert all(str(folder / name) in out for name in names)
    assert "20,190 rows" in out
    assert "Formal guarantee: none" in out
    assert "<svg" in (folder / "picture.html").read_text(encoding="utf-8")
    schema = Schema.from_toml(folder / "schema.toml")
    assert schema.public
    for file in ("original.csv", "protected.csv"):
        problems = check_table(folder / file, schema)
        assert [problem for problem in problems if problem.severity == "error"] == []


def test_a_place_that_cannot_be_written_is_refused(run, tmp_path):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")

    for place in (file, "/proc/demo"):
        code, out, err = run("demo", "-o", place)
        assert (code, out) == (1, "")
        assert "output must be a folder that can be made" in err
