import datetime

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.schema import Categorical, Column, Date, FileFormat, Numeric, Schema
from vicinage.table import Table, table_digest

KEY = b"a secret"
ROWS = st.lists(st.tuples(st.integers(-3, 3), st.sampled_from("FM")), min_size=1, max_size=8)


def digest(columns, schema=None):
    return table_digest(Table.from_frame(pa.table(columns), schema), KEY)


@given(rows=ROWS, data=st.data())
def test_equal_multisets_of_rows_and_only_they_have_equal_digests(rows, data):
    others = data.draw(st.one_of(st.permutations(rows), ROWS))

    def of(rows):
        return digest({"x": [x for x, _ in rows], "sex": [sex for _, sex in rows]})

    assert (of(rows) == of(others)) == (sorted(rows) == sorted(others))


def test_the_digest_is_that_of_the_key():
    table = Table.from_frame(pa.table({"x": [1, 2]}))

    assert table_digest(table, b"one") != table_digest(table, b"another")


def test_how_often_a_row_occurs_matters_even_when_rows_cancel():
    assert digest({"x": [1, 2, 2]}) != digest({"x": [1, 1, 2]})


def test_cells_do_not_run_into_one_another():
    assert digest({"x": ["a", "b"], "y": ["bc", "b"]}) != digest(
        {"x": ["ab", "b"], "y": ["c", "b"]}
    )


def test_column_names_belong_to_the_identity_and_their_order_does_not():
    assert digest({"x": [1], "y": [2]}) == digest({"y": [2], "x": [1]})
    assert digest({"x": [1], "y": [2]}) != digest({"x": [1], "z": [2]})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_dialect_encoding_and_kind_of_file_do_not_matter(tmp_path, encoding):
    path = tmp_path / "towns.csv"
    path.write_bytes("Ort;Größe;n\nÅmål;1,50;3\nZürich;-0,0;\n".encode(encoding))
    table = Table.read(path, file_format=FileFormat(encoding.replace("-sig", ""), ";", ","))
    typed = {"n": [None, 3], "Ort": ["Zürich", "Åmål"], "Größe": [0.0, 1.5]}

    assert table_digest(table, KEY) == digest(typed)


def test_long_whole_numbers_stay_apart():
    assert digest({"n": [2**53]}) != digest({"n": [2**53 + 1]})
    assert digest({"n": [str(10**30), "x"]}) != digest({"n": [str(10**30 + 1), "x"]})


def test_dates_are_compared_as_days():
    days = [datetime.date(2024, 2, 29), None]
    midnights = [datetime.datetime(2024, 2, 29), None]

    assert digest({"day": days}) == digest({"day": ["29.02.2024", ""]})
    assert digest({"day": days}) == digest({"day": midnights})


def test_moments_are_compared_in_whatever_unit_and_zone_they_are_stored():
    moment = datetime.datetime(2024, 2, 29, 12, 30)
    types = [pa.timestamp(unit, zone) for unit in ("s", "ns") for zone in (None, "Europe/Paris")]
    texts = ["2024-02-29T12:30", "2024-02-29 12:30:00.0", "2024-02-29T14:30+02:00"]

    found = {digest({"at": pa.array([moment], kind)}) for kind in types}
    found |= {digest({"at": [text]}) for text in texts}

    assert len(found) == 1


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (Column("c", Numeric(), missing=("", "-9")), "c\n1\n-9\n2\n"),
        (Column("c", Date(format="%d/%m/%Y"), missing=("none",)), "c\n01/02/2024\nnone\n"),
        (Column("c", Date(format="%d/%m/%Y")), "c\n01/02/2024\n03/02/2024\n"),
        (Column("c", Categorical(), missing=("99",)), "c\n1\n99\n1\n"),
    ],
)
def test_the_schema_has_no_influence(column, text, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")

    bare, declared = Table.read(path), Table.read(path, Schema([column]))

    assert table_digest(bare, KEY) == table_digest(declared, KEY)


def test_a_declared_decimal_comma_has_no_influence(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('c\n"1,5"\n"2,25"\n', encoding="utf-8")
    comma = Schema([Column("c", Numeric())], file=FileFormat(decimal=","))

    assert table_digest(Table.read(path), KEY) == table_digest(Table.read(path, comma), KEY)


def test_a_table_is_known_again_after_pandas_has_read_and_stored_it(tmp_path):
    path, typed = tmp_path / "t.csv", tmp_path / "t.parquet"
    path.write_text(
        "postcode,ill,pay,n,place,born,gone\n"
        "01067,True,1.50,12345678901234567,São,2001-02-03,NA\n"
        "10115,False,2e3,2,Rio ,1999-12-31,\n"
        "00001,True,0.12345678901,+3,,1970-01-01,7\n",
        encoding="utf-8",
    )
    pd.read_csv(path, parse_dates=["born"]).to_parquet(typed)

    assert table_digest(Table.read(path), KEY) == table_digest(Table.read(typed), KEY)


def test_rows_of_several_blocks_are_hashed_like_those_of_one(monkeypatch):
    whole = digest({"x": list(range(10))})
    monkeypatch.setattr("vicinage.table.digest._BLOCK", 3)

    assert digest({"x": list(range(10))}) == whole
