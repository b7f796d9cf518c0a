"""Local suppression reaches k, whatever the table."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vicinage import RWN, Schema
from vicinage.errors import ParameterError, TableError
from vicinage.masking.steps import apply_steps
from vicinage.masking.steps.suppress import suppressed_cells
from vicinage.schema import Categorical, LocalSuppression, Numeric, Treatment
from vicinage.table import Table

matrices = arrays(
    np.int64,
    st.tuples(st.integers(1, 25), st.integers(1, 4)),
    elements=st.integers(-1, 3),
)


def agreeing(one, other, strict):
    pairs = zip(one, other, strict=True)
    return all(a == b or (not strict and -1 in (a, b)) for a, b in pairs)


def smallest_class(cells, strict):
    return min(sum(agreeing(one, other, strict) for other in cells) for one in cells.tolist())


@given(matrices, st.integers(2, 6), st.booleans())
def test_every_record_hides_among_k_by_the_stated_rule(codes, k, strict):
    k = min(k, codes.shape[0])

    gone = suppressed_cells(codes, k, strict=strict)

    assert not (gone & (codes == -1)).any()
    assert smallest_class(np.where(gone, -1, codes), strict) >= k


@given(matrices, st.booleans())
def test_what_hides_already_is_left_alone(codes, strict):
    k = smallest_class(codes, strict)

    assert not suppressed_cells(codes, k, strict=strict).any()


@given(matrices, st.integers(2, 4), st.booleans(), st.randoms())
def test_the_choice_depends_on_cells_and_not_on_their_codes(codes, k, strict, random):
    k = min(k, codes.shape[0])
    names = random.sample(range(10), 4)
    renamed = np.where(codes < 0, -1, np.array([*names, -1])[codes])

    first = suppressed_cells(codes, k, strict=strict)

    assert smallest_class(np.where(first, -1, renamed), strict) >= k


def test_the_least_important_column_pays():
    codes = np.array([[0, 0, 0]] * 3 + [[0, 0, 1]] + [[0, 1, 0]])

    gone = suppressed_cells(codes, 2, strict=False)

    assert gone.sum(axis=0).tolist() == [0, 1, 1]
    assert gone[3].tolist() == [False, False, True]


def test_a_lone_record_is_joined_by_as_many_as_are_lacking():
    codes = np.array([[0, 0]] * 9 + [[0, 1]])

    gone = suppressed_cells(codes, 3, strict=True)

    assert gone.sum(axis=0).tolist() == [0, 3]


def test_a_matrix_without_any_common_cell_ends():
    codes = np.arange(12).reshape(3, 4)

    assert suppressed_cells(codes, 3, strict=True).all()
    assert suppressed_cells(codes, 3, strict=False).any()


def test_the_counts_are_the_cells_that_are_missing_afterwards():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({name: rng.choice(list("abcdef"), 300) for name in "xyz"})
    schema = Schema(dict.fromkeys("xyz", Categorical()))

    table, effects = apply_steps(
        Table.of(frame, schema), [LocalSuppression(columns=("x", "y", "z"), k=5)]
    )

    released = table.native()
    assert {e.column: e.cells for e in effects} == released.isna().sum().to_dict()
    assert released.groupby(list("xyz"), dropna=False).size().min() >= 5


def schema_of(kind, k=2):
    step = LocalSuppression(columns=("x",), k=k)
    return Schema({"x": kind, "y": Numeric()}, treatment=Treatment(after=[step]))


def test_too_few_records_are_refused():
    frame = pd.DataFrame({"x": list("ab"), "y": [1.0, 2.0]})

    with pytest.raises(ParameterError, match="k must be at most the number of records, got k = 3"):
        RWN(n_neighbors=1).fit_transform(frame, schema_of(Categorical(), k=3))


def test_a_type_that_holds_no_missing_cell_is_refused():
    frame = pd.DataFrame({"x": [1, 2, 3], "y": [1.0, 2.0, 3.0]})

    with pytest.raises(TableError, match="column 'x' must be able to hold a missing cell"):
        RWN(n_neighbors=1).fit_transform(frame, schema_of(Numeric()))
