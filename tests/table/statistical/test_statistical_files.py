"""Files of SPSS, Stata and SAS: what comes in goes out again, with its labels."""

import datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pyreadstat
import pytest

from vicinage.errors import OutputError, TableError
from vicinage.schema import Categorical, FileFormat, Numeric, Ordinal, Schema
from vicinage.table import Table, draft_schema
from vicinage.table.frames import open_frame
from vicinage.table.readers import read_places
from vicinage.table.writers import write_frame

DAY = datetime.date(2024, 2, 29)


@pytest.fixture
def survey(tmp_path):
    """An invented survey as SPSS keeps it: numbers are floats, and some codes mean missing."""
    path = tmp_path / "survey.sav"
    seconds = (DAY - datetime.date(1582, 10, 14)).days * 86_400.0
    frame = pd.DataFrame(
        {
            "Id": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            "sex": [1.0, 2.0, 2.0, 9.0, None, 1.0],
            "mood": [1.0, 3.0, 2.0, 3.0, 1.0, 2.0],
            "age": [34.0, 99.0, 51.0, 98.0, 17.0, None],
            "pay": [1200.5, 0.1, -97.0, 3.0, None, 2.0],
            "town": ["Åre", "Köln", "", "Åre", "zz", "Köln"],
            "born": [seconds, seconds - 86_400, None, seconds, seconds, seconds],
        }
    )
    pyreadstat.write_sav(
        frame,
        path,
        file_label="Survey, invented",
        column_labels={"sex": "Sex of the person", "age": "Age in years"},
        variable_value_labels={
            "sex": {1: "male", 2: "female", 9: "refused"},
            "mood": {1: "low", 2: "middle", 3: "high"},
            "age": {99: "no answer"},
            "town": {"zz": "abroad"},
        },
        missing_ranges={
            "sex": [9],
            "age": [{"lo": 98, "hi": 99}],
            "pay": [{"lo": -99, "hi": -97}, 0.1],
            "town": ["zz"],
        },
        variable_measure={"sex": "nominal", "mood": "ordinal", "age": "scale"},
        variable_format={"born": "EDATE10", "pay": "F10.3", "Id": "F6.0"},
        variable_display_width={"sex": 12},
    )
    return path


def raw(path, **options):
    name = {"sav": "sav", "zsav": "sav", "dta": "dta", "xpt": "xport"}[path.suffix[1:]]
    if name != "xport":
        options["user_missing"] = True
    read = getattr(pyreadstat, f"read_{name}")
    return read(str(path), output_format="dict", disable_datetime_conversion=True, **options)


def test_whole_numbers_are_integers_and_dates_are_dates(survey):
    table = Table.read(survey).native()

    assert table.schema.field("Id").type == pa.int64()
    assert table.schema.field("pay").type == pa.float64()
    assert table.column("born").to_pylist()[:3] == [DAY, datetime.date(2024, 2, 28), None]
    assert table.column("sex").to_pylist() == [1, 2, 2, 9, None, 1]
    assert table.column("town").to_pylist()[1] == "Köln"


def test_labels_and_user_missing_codes_become_a_schema(survey):
    schema = Table.read(survey).schema

    assert schema["sex"].kind == Categorical(("1", "2"))
    assert schema["sex"].missing == ("", "9")
    assert schema["mood"].kind == Ordinal(("1", "2", "3"))
    assert schema["age"].kind == Numeric(17, 51, integer=True)
    assert schema["age"].missing == ("", "99", "98")
    assert schema["pay"].missing == ("", "-97", "0.1")
    assert schema["town"].missing == ("", "zz")


def test_the_draft_tells_the_labels_and_is_a_schema(survey, tmp_path):
    text = draft_schema(survey)

    assert "# Label: Sex of the person\n" in text
    assert '# Value labels: "1" = male, "2" = female, "9" = refused\n' in text
    assert "# User-missing in the file: 98 to 99\n" in text
    path = tmp_path / "survey.toml"
    path.write_text(text, encoding="utf-8")
    assert Table.read(survey, Schema.from_toml(path)).n_rows == 6


def test_a_label_cannot_write_into_the_draft(tmp_path):
    path = tmp_path / "hostile.sav"
    label = 'x\n[columns.y]\nkind = "numeric"\r\u2028public = true'
    pyreadstat.write_sav(
        pd.DataFrame({"x": [1.0, 2.0, 1.0]}),
        path,
        column_labels={"x": label},
        variable_value_labels={"x": {1: label, 2: "b"}},
    )
    draft = tmp_path / "hostile.toml"
    draft.write_text(draft_schema(path), encoding="utf-8")

    schema = Schema.from_toml(draft)

    assert schema.names == ("x",)
    assert not schema.public


def test_all_of_a_spss_file_comes_back(survey, tmp_path):
    out = tmp_path / "out.sav"

    Table.read(survey).write(out)

    (cells, meta), (again, kept) = raw(survey), raw(out)
    assert again == cells
    for name in (
        "file_label",
        "column_names_to_labels",
        "variable_value_labels",
        "variable_measure",
        "variable_display_width",
        "original_variable_types",
        "number_rows",
    ):
        assert getattr(kept, name) == getattr(meta, name), name
    for name, ranges in meta.missing_ranges.items():
        assert sorted(map(str, kept.missing_ranges[name])) == sorted(map(str, ranges))


def test_a_compressed_file_is_one_too(survey, tmp_path):
    out = tmp_path / "out.zsav"

    Table.read(survey).write(out)

    assert out.read_bytes()[:4] == b"$FL3"
    assert raw(out)[0] == raw(survey)[0]


def test_a_value_without_a_label_keeps_its_column_of_codes_open(tmp_path):
    path = tmp_path / "x.sav"
    frame = pd.DataFrame({"code": [1.0, 2.0, 7.0], "half": [1.5, 2.5, 1.5]})
    pyreadstat.write_sav(
        frame,
        path,
        variable_value_labels={"code": {1: "a", 2: "b"}, "half": {1.5: "one and a half"}},
        variable_measure={"code": "nominal", "half": "nominal"},
    )

    schema = Table.read(path).schema

    assert schema["code"].kind == Categorical(("1", "2", "7"))
    assert schema["half"].kind == Categorical(("1.5", "2.5"))


def test_a_date_may_mean_missing(tmp_path):
    path, out = tmp_path / "x.sav", tmp_path / "out.sav"
    seconds = (DAY - datetime.date(1582, 10, 14)).days * 86_400.0
    frame = pd.DataFrame({"d": [seconds, 86_400.0, seconds + 86_400, 172_800.0]})
    ranges = [{"lo": 0, "hi": 86_400}, 172_800]
    pyreadstat.write_sav(
        frame, path, missing_ranges={"d": ranges}, variable_format={"d": "SDATE10"}
    )

    table = Table.read(path)
    table.write(out)

    assert table.schema["d"].missing == ("", "1582-10-15", "1582-10-16")
    assert table.bounds("d")[0] == (DAY - datetime.date(1970, 1, 1)).days
    assert raw(out)[0] == raw(path)[0]
    assert len(raw(out)[1].missing_ranges["d"]) == 2


@pytest.fixture
def tagged(tmp_path):
    """Missing values of three kinds, as Stata tells them apart."""
    path = tmp_path / "tagged.dta"
    frame = pd.DataFrame(
        {
            "n": [1, "a", 2, "b", None],
            "x": [1.5, "a", None, 2.0, 1e-9],
            "s": ["a ", "b", "", "ö", "."],
            "whole": np.array([3, 2, 1, 100_000, -5], np.int32),
        }
    )
    pyreadstat.write_dta(
        frame,
        path,
        file_label="tags",
        column_labels={"n": "Number"},
        variable_value_labels={"n": {1: "one", "a": "refused"}},
        missing_user_values={"n": ["a", "b"], "x": ["a"]},
    )
    return path


def test_tagged_missing_values_of_stata_are_codes(tagged):
    table = Table.read(tagged)

    assert table.native().column("n").to_pylist() == ["1", ".a", "2", ".b", None]
    assert table.schema["n"].kind == Numeric(1, 2, integer=True)
    assert table.schema["n"].missing == ("", ".a", ".b")
    assert table.native().column("whole").type == pa.int32()


def test_all_of_a_stata_file_comes_back(tagged, tmp_path):
    out = tmp_path / "out.dta"

    Table.read(tagged).write(out)

    (cells, meta), (again, kept) = raw(tagged), raw(out)
    assert again == cells
    assert kept.variable_value_labels == meta.variable_value_labels
    assert kept.missing_user_values == meta.missing_user_values
    assert kept.column_names_to_labels == meta.column_names_to_labels
    assert kept.original_variable_types == meta.original_variable_types
    assert kept.file_label == meta.file_label


def test_a_sas_transport_file_comes_back(tmp_path):
    path, out = tmp_path / "in.xpt", tmp_path / "out.xpt"
    frame = pd.DataFrame({"X": [1.0, 2.5, None], "D": [19_000.0, 1.0, None], "S": ["å", "b", ""]})
    pyreadstat.write_xport(
        frame,
        path,
        file_format_version=5,
        variable_format={"D": "DATE9."},
        column_labels={"X": "What it is"},
        file_label="kept",
    )

    table = Table.read(path)
    table.write(out)

    assert table.native().column("D").to_pylist()[1] == datetime.date(1960, 1, 2)
    assert raw(out)[0] == raw(path)[0]
    assert raw(out)[1].original_variable_types["D"] == "DATE9"
    assert raw(out)[1].column_names_to_labels["X"] == "What it is"


TYPED = pa.table(
    {
        "i": pa.array([1, None, -3], pa.int32()),
        "f": [0.1, None, 1e300],
        "d": [DAY, None, datetime.date(1, 1, 1)],
        "t": [datetime.datetime(2024, 2, 29, 1, 2, 3), None, datetime.datetime(1960, 1, 1)],
        "s": ["ä", None, "x y"],
        "b": [True, None, False],
    }
)


@pytest.mark.parametrize("suffix", ["sav", "zsav", "dta", "xpt"])
def test_a_table_of_types_goes_into_each_kind_of_file(tmp_path, suffix):
    table = TYPED
    if suffix == "xpt":
        table = table.set_column(1, "f", pa.array([0.1, None, 1e30]))
    path = tmp_path / f"typed.{suffix}"

    Table.from_frame(table).write(path)

    found = Table.read(path).native()
    for name in ("i", "f", "d", "t"):
        assert found.column(name).to_pylist() == table.column(name).to_pylist(), name
    assert found.column("s").to_pylist() == ["ä", "", "x y"]
    assert found.column("b").to_pylist() == [1, None, 0]


@pytest.mark.parametrize("suffix", ["sav", "xpt"])
def test_what_a_file_would_change_is_refused(tmp_path, suffix):
    path = tmp_path / f"x.{suffix}"
    for cells in ([2**53 + 1, 1], [float("inf"), 1.0]):
        with pytest.raises(OutputError, match="column 'x' must hold finite numbers"):
            write_frame(open_frame(pa.table({"x": cells})), path)
    for text in ("a ", "a\0b"):
        with pytest.raises(OutputError, match="column 'x' must hold texts without a blank at the"):
            write_frame(open_frame(pa.table({"x": [text, "b"]})), path)
    with pytest.raises(OutputError, match="names must begin with a letter"):
        Table.from_frame(pa.table({"a b": [1.0, 2.0]})).write(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("suffix", "number"), [("dta", 1e308), ("xpt", 1e75), ("xpt", -1e-80), ("xpt", 1e-300)]
)
def test_a_number_that_the_program_has_not_is_refused(tmp_path, suffix, number):
    with pytest.raises(OutputError, match="column 'x' must hold finite numbers that"):
        write_frame(open_frame(pa.table({"x": [number, 1.0]})), tmp_path / f"x.{suffix}")


@pytest.mark.parametrize("suffix", ["sav", "dta", "xpt"])
@pytest.mark.parametrize(
    "cells",
    [
        pa.array([2**31 - 1, None, -(2**31)], pa.int32()),
        pa.array([2**53, None, -(2**53)]),
        pa.array([1 / 3, None, 4e74, -6e-79]),
        pa.array(["x" * 3000, "\n\t", " é😀"]),
        pa.array([datetime.datetime(2024, 1, 1, 1, 2, 3), datetime.datetime(1582, 10, 14)]),
    ],
    ids=["int32", "int64", "float", "text", "moment"],
)
def test_extremes_come_back(tmp_path, suffix, cells):
    path = tmp_path / f"x.{suffix}"

    write_frame(open_frame(pa.table({"x": cells})), path)

    assert read_places([path], FileFormat()).table.column("x").to_pylist() == cells.to_pylist()


def test_sas_data_files_are_read_only(tmp_path):
    with pytest.raises(OutputError, match=r"SAS files are read only, write to \.xpt"):
        Table.from_frame(pa.table({"x": [1.0, 2.0]})).write(tmp_path / "x.sas7bdat")


@pytest.mark.parametrize("suffix", ["sav", "zsav", "dta", "sas7bdat", "xpt"])
def test_a_damaged_file_is_refused(tmp_path, survey, suffix):
    junk = tmp_path / f"junk.{suffix}"
    junk.write_bytes(b"junk" * 200)
    with pytest.raises(TableError, match="must be a whole"):
        Table.read(junk)
    with pytest.raises(TableError, match="there is none"):
        Table.read(tmp_path / f"none.{suffix}")


def test_a_file_that_ends_too_early_is_refused(tmp_path, survey):
    cut = tmp_path / "cut.sav"
    cut.write_bytes(survey.read_bytes()[:-60])

    with pytest.raises(TableError, match="must be a whole SPSS file"):
        Table.read(cut)


def test_an_empty_file_is_refused(tmp_path):
    path = tmp_path / "empty.sav"
    pyreadstat.write_sav(pd.DataFrame({"x": pd.Series([], dtype=float)}), path)

    with pytest.raises(TableError, match="at least one"):
        Table.read(path)
