import math

import numpy as np
import pytest

from vicinage.errors import ParameterError
from vicinage.mechanisms import _opendp


@pytest.mark.parametrize("scale", [0.0, -1.0, math.inf, math.nan])
@pytest.mark.parametrize(
    ("draw", "values"),
    [
        (_opendp.add_integer_laplace, np.zeros(2, dtype=np.int64)),
        (_opendp.add_integer_gaussian, np.zeros(2, dtype=np.int64)),
        (_opendp.draw_exponential_max, np.zeros(2)),
        (_opendp.draw_gumbel_max, np.zeros(2)),
    ],
    ids=["laplace", "gaussian", "exponential", "gumbel"],
)
def test_a_scale_that_gives_no_noise_or_no_answer_is_refused(draw, values, scale):
    with pytest.raises(ParameterError, match="scale must be finite and above 0, got"):
        draw(values, scale)


def test_sums_beyond_64_bits_stop_at_the_ends():
    ends = np.array([np.iinfo(np.int64).max, np.iinfo(np.int64).min] * 50)

    noisy = _opendp.add_integer_laplace(ends, 1e6)

    assert (np.abs(noisy.astype(float)) > 9e18).all()
    assert (np.sign(noisy) == np.sign(ends)).all()


def test_the_exact_values_are_not_changed():
    values = np.arange(5)

    _opendp.add_integer_laplace(values, 10.0)

    assert values.tolist() == [0, 1, 2, 3, 4]
