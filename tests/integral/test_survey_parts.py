import numpy as np
import pyarrow as pa
import pytest

from vicinage import IntegralStatistics
from vicinage.engines import LocalEngine

PEOPLE = pa.table(
    {
        "age": np.random.default_rng(1).normal(40, 10, 700),
        "income": np.random.default_rng(2).exponential(1000, 700),
    }
)


@pytest.fixture(scope="module")
def workers():
    with LocalEngine(n_workers=2) as engine:
        yield engine


@pytest.mark.parametrize("resampling", ["half", "bootstrap"])
@pytest.mark.parametrize("columns", [["age"], ["age", "income"]])
def test_results_do_not_depend_on_who_draws_the_resamples(resampling, columns, workers):
    statistics = IntegralStatistics(
        statistics=["mean", "median", "sd", 0.9],
        columns=columns,
        resampling=resampling,
        n_resamples=150,
        k=5,
        seed=1,
    )
    expected = statistics.fit(PEOPLE).results_

    for engine in (LocalEngine(), workers):
        assert statistics.fit(PEOPLE, engine=engine).results_ == expected
