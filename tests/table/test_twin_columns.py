import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.table import check_table, draft_schema

N = 30
AREA = ["a", "b", None] * 10


def twins(**columns):
    notes = (problem for problem in check_table(pa.table(columns)) if "tells in" in problem.reason)
    return {problem.column: problem.reason.split("'")[1] for problem in notes}


def test_a_copy_and_a_code_beside_its_label_are_noted():
    codes = [1, 2, None] * 10
    years = [2000 - age for age in range(N)]

    assert twins(area=AREA, code=codes, copy=AREA) == {"code": "area", "copy": "area"}
    assert twins(age=[float(age) for age in range(N)], again=list(range(N))) == {"again": "age"}
    assert twins(age=list(range(N)), born=years) == {}


def test_constant_columns_and_columns_that_differ_somewhere_are_no_twins():
    other = ["b", *AREA[1:]]

    assert twins(one=["x"] * N, two=[7] * N, none=[None] * N) == {}
    assert twins(area=AREA, other=other) == {}
    assert twins(area=AREA[:12], copy=AREA[:12]) == {}


@given(st.lists(st.sampled_from("pqr"), min_size=20, max_size=40), st.permutations("pqr"))
def test_twins_are_the_columns_whose_rows_agree_alike(cells, letters):
    renamed = [dict(zip("pqr", letters, strict=True))[cell] for cell in cells]
    changed = [*renamed[:-1], "s"]

    together = np.unique(cells).size > 1
    assert twins(cells=cells, renamed=renamed) == ({"renamed": "cells"} if together else {})
    alone = cells.count(cells[-1]) == 1
    assert (twins(cells=cells, changed=changed) == {"changed": "cells"}) == alone


def test_a_draft_says_which_columns_tell_the_same_are_constant_or_number_people():
    table = pa.table(
        {"area": AREA, "code": [1, 2, None] * 10, "wave": ["w"] * N, "no": list(range(N))}
    )

    text = draft_schema(table)

    assert "# The column tells in every row the same as column 'area'" in text
    assert "# The column has the same value in every row." in text
    assert "# The column has a different number in every row; if it is an identifier" in text


@pytest.mark.parametrize("numbers", [range(7, 7 + N), [float(n) for n in range(N)]])
def test_whole_numbers_that_all_differ_may_be_identifiers_of_any_type(numbers):
    problems = check_table(pa.table({"no": list(numbers)}))

    assert [problem.reason.split(";")[0] for problem in problems] == [
        "has a different number in every row"
    ]
