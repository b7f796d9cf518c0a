import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import entropy as scipy_entropy
from sklearn.metrics import mutual_info_score

from vicinage.categorical.association import (
    conditional_entropy,
    entropy,
    mutual_information,
    symmetrical_uncertainty,
)

tables = arrays(
    np.int64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(0, 9)
).filter(lambda table: table.sum() > 0)


@given(tables)
def test_entropy_and_information_are_those_of_other_libraries(table):
    assert entropy(table) == pytest.approx(scipy_entropy(table.ravel(), base=2), abs=1e-12)
    nats = mutual_info_score(None, None, contingency=table)
    assert mutual_information(table) == pytest.approx(nats / np.log(2), abs=1e-9)


@given(tables)
def test_what_one_column_leaves_open_of_the_other_adds_up(table):
    known = mutual_information(table) + conditional_entropy(table)

    assert known == pytest.approx(entropy(table.sum(axis=1)), abs=1e-9)


@given(tables)
def test_uncertainty_is_symmetric_and_from_0_to_1(table):
    found = symmetrical_uncertainty(table)

    assert 0.0 <= found <= 1.0 + 1e-12
    assert found == pytest.approx(symmetrical_uncertainty(table.T), abs=1e-12)


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_values_does_not_show_even_in_the_last_digit(table, random):
    rows = list(range(table.shape[0]))
    random.shuffle(rows)

    assert mutual_information(table[rows]) == mutual_information(table)


def test_columns_of_one_value_are_associated_with_nothing():
    assert symmetrical_uncertainty(np.array([[7]])) == 0.0
    assert mutual_information(np.array([[3], [4]])) == 0.0
    assert symmetrical_uncertainty(np.zeros((2, 3))) == 0.0
