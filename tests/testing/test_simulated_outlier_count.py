import math

import numpy as np
import pyarrow as pa
import pytest

from vicinage import Ledger, Numeric, OutlierCount, Schema
from vicinage.errors import ParameterError
from vicinage.testing import SimulatedOutlierCount

TABLE = pa.table({"x": [1, 2, 3, 1, 2, 3, 1, 2, 3, 90]})
SCHEMA = Schema({"x": Numeric(0, 100)})
SETTINGS = {"columns": ["x"], "min_neighbors": 2, "radius": 0.05, "epsilon": 1}


@pytest.mark.parametrize(
    ("mechanism", "delta"),
    [("auto", None), ("inverse", None), ("global", None), ("smooth", "0.01")],
)
def test_simulated_answers_have_the_mean_of_real_ones(mechanism, delta):
    settings = SETTINGS | {"mechanism": mechanism, "delta": delta}
    simulated = SimulatedOutlierCount(**settings).draw(
        TABLE, SCHEMA, np.random.default_rng(1), size=20_000
    )
    real = OutlierCount(**settings, ledger=Ledger.unlimited())
    answers = [real.fit(TABLE, schema=SCHEMA).count_ for _ in range(400)]

    # Four standard errors of the real mean: a false alarm in 1 of 16,000 runs.
    tolerance = 4 * simulated.std() / math.sqrt(400)
    assert abs(np.mean(answers) - simulated.mean()) <= tolerance
    # Noise of half the scale would be noticed.
    assert np.std(answers) > 0.7 * simulated.std()


def test_the_same_generator_gives_the_same_answers():
    simulation = SimulatedOutlierCount(**SETTINGS)

    first, second = (
        simulation.draw(TABLE, SCHEMA, np.random.default_rng(7), size=50) for _ in range(2)
    )

    assert first.tolist() == second.tolist()


def test_a_simulation_sees_no_ledger_and_refuses_as_the_estimator_does():
    with pytest.raises(TypeError, match="ledger"):
        SimulatedOutlierCount(**SETTINGS, ledger=Ledger.unlimited())
    with pytest.raises(ParameterError, match="min_neighbors must be below the number of rows"):
        SimulatedOutlierCount(**SETTINGS | {"min_neighbors": 10}).draw(
            TABLE, SCHEMA, np.random.default_rng(1), size=1
        )
