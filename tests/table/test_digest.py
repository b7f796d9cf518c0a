import datetime

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.schema import Column, Date, FileFormat, Numeric, Schema
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


def test_codes_with_leading_zeros_and_long_whole_numbers_stay_apart():
    assert digest({"code": ["01000", "x"]}) != digest({"code": ["1000", "x"]})
    assert digest({"n": [2**53]}) != digest({"n": [2**53 + 1]})


def test_dates_are_compared_as_days():
    days = [datetime.date(2024, 2, 29), None]
    spelled = Schema({"day": Date(format="%d.%m.%Y")})
    midnights = [datetime.datetime(2024, 2, 29), None]

    assert digest({"day": days}) == digest({"day": ["29.02.2024", ""]}, spelled)
    assert digest({"day": days}) == digest({"day": midnights})


def test_declared_missing_codes_are_the_empty_cell():
    coded = Schema([Column("x", Numeric(), missing=("", "-9"))])

    assert digest({"x": [1, -9]}, coded) == digest({"x": [1, None]})


def test_rows_of_several_blocks_are_hashed_like_those_of_one(monkeypatch):
    whole = digest({"x": list(range(10))})
    monkeypatch.setattr("vicinage.table.digest._BLOCK", 3)

    assert digest({"x": list(range(10))}) == whole
