import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator

from vicinage.masking.microaggregation import Microaggregation
from vicinage.masking.noise_addition import NoiseAddition
from vicinage.masking.rank_swapping import RankSwapping
from vicinage.masking.rwn import RWN
from vicinage.schema import Categorical, Column, Numeric, Schema
from vicinage.testing import check_masker

MASKERS = [
    Microaggregation(group_size=4),
    RankSwapping(fraction=0.4),
    NoiseAddition(scale=0.5),
    NoiseAddition(scale=0.5, correlated=True),
    RWN(n_neighbors=4),
]


def people():
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "id": rng.permutation(60) + 100,
            "age": rng.integers(18, 90, 60),
            "pay": np.where(rng.random(60) < 0.1, np.nan, rng.gamma(2.0, 900.0, 60)),
            "children": rng.integers(0, 3, 60),
            "sex": rng.choice(["F", "M"], 60),
        }
    )


SCHEMA = Schema(
    [
        Column("id", Numeric(integer=True), role="key"),
        Column("age", Numeric(0, 120, integer=True)),
        Column("pay", Numeric()),
        Column("children", Numeric(0, 9, integer=True)),
        Column("sex", Categorical(("F", "M"))),
    ]
)


@pytest.mark.parametrize("masker", MASKERS, ids=str)
def test_every_masker_keeps_its_promises_with_a_schema(masker):
    check_masker(masker, people(), SCHEMA)


@pytest.mark.parametrize("masker", MASKERS, ids=str)
def test_every_masker_keeps_its_promises_without_a_schema(masker):
    check_masker(masker, people().drop(columns="id"))


class Careless(BaseEstimator):
    """Looks at the frame first, and changes it."""

    guarantee = None

    def __init__(self, *, columns=None):
        self.columns = columns

    def check(self):
        pass

    def fit_transform(self, frame, schema=None):
        assert schema is not None
        frame["age"] = 0
        return frame.drop(columns="id")


def test_a_masker_that_checks_too_late_is_found():
    with pytest.raises(AssertionError, match="must be refused before the frame is looked at"):
        check_masker(Careless(), people(), SCHEMA)


def test_a_masker_that_changes_its_input_is_found():
    class Later(Careless):
        def fit_transform(self, frame, schema=None):
            Microaggregation(columns=self.columns).check()
            return super().fit_transform(frame, schema)

    with pytest.raises(AssertionError, match="the frame that came in must not be modified"):
        check_masker(Later(), people(), SCHEMA)
