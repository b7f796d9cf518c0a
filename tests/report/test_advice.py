import pandas as pd
import pytest

from vicinage import RWN, Categorical, Column, Microaggregation, NoiseAddition, Numeric, Schema
from vicinage.cli.main import main
from vicinage.masking import release_table
from vicinage.report import advice, render_page, summarize
from vicinage.schema.steps import STEPS
from vicinage.table import Table

FRAME = pd.DataFrame({"sex": list("FMFMFM"), "pay": [1.0, 2.0, 6.0, 7.0, 9.0, 30.0]})
PAY = Column("pay", Numeric(0, 100))
SEX = Column("sex", Categorical(("F", "M")), role="stratum")


def advised(masker, *columns):
    masker.fit_transform(FRAME[[column.name for column in columns]], Schema(columns, public=True))
    return advice(masker.record_.as_dict())


def test_a_release_that_left_nothing_alone_needs_no_advice():
    assert advised(RWN(n_neighbors=2), PAY) == ()


def test_what_can_be_done_about_a_column_that_is_not_perturbed_is_told():
    (line,) = advised(Microaggregation(), PAY, SEX)

    assert "name it with --columns, or take its role away" in line
    assert 'role = "identifier"' in line
    assert "take --method rwn where it does not hold numbers" in line
    steps = line.rpartition("(")[2].removesuffix(").").replace(" or ", ", ").split(", ")
    assert set(steps) <= set(STEPS)


def test_who_took_rwn_is_not_sent_there():
    (line,) = advised(RWN(n_neighbors=2), PAY, SEX)

    assert "name it with --columns" in line
    assert "rwn" not in line


@pytest.mark.parametrize(
    ("masker", "option"),
    [
        (RWN(n_neighbors=2, probability=0.0), "leave --probability at 1"),
        (NoiseAddition(scale=1e-300), "raise --scale"),
        (Microaggregation(group_size=1), "raise --group-size"),
    ],
)
def test_a_release_that_changed_nothing_names_the_options_that_do(masker, option):
    (line,) = advised(masker, PAY)

    assert option in line


@pytest.mark.parametrize("public", [False, True])
def test_advice_stands_on_the_page_of_the_steward_only(public):
    original = Table.from_frame(FRAME, Schema([SEX, PAY], public=True))
    release = release_table(Microaggregation(), original)

    told = summarize(original, release.table, None, release.record.as_dict(), public=public)

    assert ("To protect a column that is not perturbed" in render_page(told)) == (not public)


def test_the_summary_of_a_release_ends_its_notes_with_advice(tmp_path, capsys):
    file, schema = tmp_path / "people.csv", tmp_path / "people.toml"
    FRAME.to_csv(file, index=False)
    schema.write_text(Schema([SEX, PAY], public=True).to_toml(), encoding="utf-8")
    command = ["release", file, "--schema", schema, "--method", "microaggregation", "--no-evaluate"]

    with pytest.raises(SystemExit, match="0"):
        main([*map(str, command), "-o", str(tmp_path / "out.csv")])

    assert "ADVICE: To protect a column that is not perturbed" in capsys.readouterr().out


def test_categories_that_stay_and_missing_cells_that_go_are_mended_as_advised(tmp_path, capsys):
    """Two jobs among numbers; few records lack a number, so that their neighbours have one."""
    file, out = tmp_path / "people.csv", tmp_path / "out.csv"
    rows = [f"{'' if i % 50 == 0 else i % 97},{i % 89},{'ab'[i % 2]}" for i in range(400)]
    file.write_text("\n".join(["pay,age,job", *rows]), encoding="utf-8")
    command = ["release", str(file), "--method", "rwn", "-k", "30", "--seed", "3"]

    def told(*options):
        with pytest.raises(SystemExit, match="0"):
            main([*command, *options, "--no-evaluate", "--force", "-o", str(out)])
        return " ".join(capsys.readouterr().out.split())

    before = told()
    after = told("--distance-columns", "age")

    assert "not one cell changed in: job" in before
    assert "measure distance on numbers alone, named by --distance-columns" in before
    assert "1.41" not in before  # which is so by some metrics only
    assert "measure distance on other columns than pay, or on numbers alone" in before
    assert "ADVICE" not in after
    assert pd.read_csv(out)["pay"].isna().sum() >= 4
