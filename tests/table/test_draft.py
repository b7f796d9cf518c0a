import polars as pl
import pytest

from vicinage.errors import TableError
from vicinage.schema import Column, FileFormat, Numeric, Schema, Text
from vicinage.table import Table, draft_schema


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "in.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_draft_is_a_schema_that_the_table_obeys_once_identifiers_have_a_role(write):
    path = write(
        "name;code;area;wage;day;score\n"
        + "".join(
            f"n{i};{i};{i % 3};{i},5;{'NA' if i == 3 else f'0{i % 9 + 1}.01.2024'};"
            f"{-9 if i == 0 else i * i}\n"
            for i in range(40)
        )
    )

    draft = draft_schema(path)
    schema = Schema.from_toml(draft)

    assert not schema.public
    assert "NOT public" in draft
    assert schema.file == FileFormat(delimiter=";", decimal=",")
    assert schema["name"] == Column("name", Text())
    assert schema["wage"].kind == Numeric(0.5, 39.5)
    assert schema["day"].kind.format == "%d.%m.%Y"
    assert schema["day"].missing == ("", "NA")
    assert schema["score"].missing == ("",)
    for comment in (
        'role = "identifier" (dropped from a release)',
        "The column has a different number in every row; if it is an identifier, give it a role.",
        "categories = ['0', '1', '2']",
        "Proposed as missing codes: 'NA'.",
        'If "-9" means missing, declare it: missing = ["", "-9"]',
    ):
        assert comment in draft
    with pytest.raises(TableError, match="'name' must have a role"):
        Table.read(path, schema)
    named = schema.replace(Column("name", Text(), "identifier"))
    assert Table.read(path, named).n_rows == 40


def test_a_missing_code_is_proposed_as_the_cells_spell_it(write):
    path = write("bmi\n999.0\n999\n" + "".join(f"2{i}.5\n" for i in range(8)))
    proposed = 'missing = ["", "999.0", "999"]'

    assert f'If "999.0", "999" means missing, declare it: {proposed}' in draft_schema(path)

    declared = Schema.from_toml(f'[columns.bmi]\nkind = "numeric"\nupper = 60\n{proposed}\n')
    assert Table.read(path, declared).n_rows == 10


@pytest.mark.parametrize("pay", ["{}.500,25", "{}'500", "{} 000"])
def test_numbers_with_thousands_separators_are_not_taken_for_identifiers(write, pay):
    path = write("pay;age\n" + "".join(f"{pay.format(i)};{i % 7}\n" for i in range(1, 41)))

    draft = draft_schema(path)

    assert "These may be numbers with thousands separators: write them without" in draft
    assert "identifier: it needs a role" not in draft


def test_dates_that_may_be_read_in_two_ways_are_left_to_the_steward(write):
    draft = draft_schema(write("day\n01/02/2024\n03/04/2024\n"))

    assert 'kind = "categorical"' in draft
    assert 'format = "%d/%m/%Y" or "%m/%d/%Y"' in draft


def test_a_file_that_is_not_utf8_can_be_drafted(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes("Größe;Ort\n1,5;Åmål\n2;Bern\n".encode("latin-1"))

    schema = Schema.from_toml(draft_schema(path, file_format=FileFormat("latin-1")))

    assert schema.file == FileFormat("latin-1", ";", ",")
    assert schema["Größe"].kind == Numeric(1.5, 2)


def test_many_categories_are_left_open():
    frame = pl.DataFrame({"city": [f"city {i % 150}" for i in range(400)]})

    draft = draft_schema(frame)

    assert "More than 100 categories" in draft
    assert "city 7" not in draft
    assert Table.from_frame(frame, Schema.from_toml(draft)).bounds("city") == (0, 149)


def test_an_empty_and_a_constant_column_are_pointed_out(write):
    draft = draft_schema(write("a,b\n,7\n,7\n"))

    assert "# The column is missing in every row." in draft
    assert "# The column has the same value in every row." in draft
    assert Schema.from_toml(draft)["b"].kind == Numeric(integer=True)


def test_a_code_among_numbers_or_dates_is_pointed_out_with_what_to_declare(write):
    rows = "".join(f"{i},5;{i % 28 + 1:02}.01.2024;{i},25\n" for i in range(200))
    path = write(f"dose;day;cost\nk.A.;nie;1,5\n{rows}")

    draft = draft_schema(path)

    assert "# All but 'k.A.' are numbers. If these mean missing, declare" in draft
    assert "# kind = \"numeric\", missing = ['', 'k.A.']" in draft
    assert '# All but \'nie\' are dates: declare kind = "date", format = "%d.%m.%Y"' in draft
    assert "# and, if these codes mean missing, missing = ['', 'nie']" in draft


def test_texts_of_a_typed_table_that_are_dates_are_pointed_out_and_codes_of_areas_are_not():
    days = [f"{i % 28 + 1:02}.01.2024" for i in range(100)]
    draft = draft_schema(pl.DataFrame({"day": days, "area": ["01067", "80331"] * 50}))

    assert '# All are dates: declare kind = "date", format = "%d.%m.%Y"' in draft
    assert "numbers" not in draft


def test_numbers_with_the_other_decimal_sign_are_told(tmp_path):
    path = tmp_path / "pay.csv"
    path.write_text("pay;rate\n" + "".join(f'{n},5;"{n}.5"\n' for n in range(20)))

    text = draft_schema(path)

    assert '# All are numbers with the decimal sign ",".' in text
    assert '# and, under [file], decimal = ","' in text


def test_a_code_among_few_numbers_or_numbers_with_commas_is_pointed_out(write):
    commas = "".join(f"{i},5;\n" for i in range(30))

    draft = draft_schema(write(f"pay;note\n{commas}k.A.;\n"))
    few = draft_schema(write('score,dose\n1,"3,5"\n2,"4,5"\n3,"5,5"\nx,"7,5"\n2,"n/a"\n'))

    assert (
        "# All but 'k.A.' are numbers with the decimal sign \",\". If these mean missing" in draft
    )
    assert "looks like an identifier" not in draft
    assert "# All but 'x' are numbers. If these mean missing, declare" in few
    assert (
        "# kind = \"numeric\", missing = ['', 'n/a']\n# and, under [file], decimal = \",\"" in few
    )


def test_whole_numbers_in_texts_are_of_no_other_decimal_sign():
    draft = draft_schema(pl.DataFrame({"n": ["1", "2"] * 9, "size": ["S", "M", "38"] * 6}))

    assert draft.count("are numbers") == 1
    assert "# All are numbers. If they are no codes, declare" in draft
