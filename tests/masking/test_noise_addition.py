import numpy as np
import pandas as pd
import pytest
from scipy.stats import kstest

from vicinage.errors import ParameterError
from vicinage.masking.noise_addition import NoiseAddition, noise_factor
from vicinage.privacy import RandomKey
from vicinage.table import Table


def mask(masker, frame, key=None):
    table = Table.from_frame(frame, key=key)
    random_key = RandomKey.new(masker.seed)
    texts = table.key_bytes()
    records = np.arange(len(frame), dtype=np.uint64)
    if texts is not None:
        records = random_key.of_bytes(*texts)
    return masker.mask(table, records, random_key).table.native()


def correlated_frame(n):
    rng = np.random.default_rng(1)
    x = rng.gamma(2.0, 10.0, n)
    return pd.DataFrame({"x": x, "y": -0.5 * x + rng.normal(0, 2, n), "z": rng.normal(5, 1, n)})


def test_noise_is_normal_with_the_scale_in_standard_deviations():
    frame = correlated_frame(20_000)

    noise = mask(NoiseAddition(scale=0.3, seed=1), frame) - frame

    for name in frame:
        assert kstest(noise[name] / (0.3 * frame[name].std()), "norm").pvalue > 1e-3
    assert np.abs(np.corrcoef(noise.T) - np.eye(3)).max() < 0.03


def test_correlated_noise_has_the_covariance_of_the_columns():
    frame = correlated_frame(50_000)

    noise = mask(NoiseAddition(scale=0.2, correlated=True, seed=2), frame) - frame

    wanted = 0.04 * np.cov(frame.T)
    spread = np.sqrt(np.diag(wanted))
    assert np.abs((np.cov(noise.T) - wanted) / np.outer(spread, spread)).max() < 0.03


def test_correlated_noise_keeps_a_linear_relation_between_columns():
    frame = correlated_frame(500)
    frame["sum"] = frame["x"] + frame["y"]

    released = mask(NoiseAddition(correlated=True, seed=3), frame)

    np.testing.assert_allclose(released["sum"], released["x"] + released["y"], atol=1e-5)


def test_the_factor_of_correlated_noise_multiplies_to_the_covariance():
    values = correlated_frame(200).to_numpy()

    factor = noise_factor(values, correlated=True)

    np.testing.assert_allclose(factor @ factor.T, np.cov(values.T), rtol=1e-9)


@pytest.mark.parametrize("correlated", [False, True])
def test_missing_constant_and_integer_columns_are_respected(correlated):
    frame = pd.DataFrame(
        {
            "gone": [1.0, np.nan, 3.0, 4.0],
            "same": [5.0] * 4,
            "whole": [1, 20, 30, 40],
            "empty": [np.nan] * 4,
        }
    )

    released = mask(NoiseAddition(scale=0.5, correlated=correlated, seed=4), frame)

    assert released["gone"].isna().tolist() == [False, True, False, False]
    assert released["same"].tolist() == [5.0] * 4
    assert released["whole"].dtype == np.int64
    assert released["empty"].isna().all()
    assert (released["gone"] != frame["gone"]).all()


@pytest.mark.parametrize("correlated", [False, True])
def test_with_a_key_the_order_of_the_rows_has_no_influence(correlated):
    frame = correlated_frame(300)
    frame.insert(0, "id", np.arange(300))
    moved = frame.sample(frac=1, random_state=4)
    masker = NoiseAddition(correlated=correlated, seed=5)

    first = mask(masker, frame, key="id").set_index("id")
    second = mask(masker, moved, key="id").set_index("id")

    pd.testing.assert_frame_equal(first, second.loc[first.index], check_exact=True)


def test_one_record_gets_no_noise_and_no_warning():
    frame = pd.DataFrame({"x": [1.5], "y": [2.5]})

    assert mask(NoiseAddition(seed=1), frame).equals(frame)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint64", "int64", "float32"])
def test_a_number_beyond_the_type_of_its_column_is_set_to_the_nearest_one_within(dtype):
    info = np.finfo(dtype) if dtype.startswith("f") else np.iinfo(dtype)
    frame = pd.DataFrame({"x": np.array([info.min, 0, info.max] * 20, dtype), "y": np.arange(60)})
    masker = NoiseAddition(scale=0.5, seed=1)

    masked = masker.mask(Table.from_frame(frame), np.arange(60, dtype=np.uint64), RandomKey.new(1))

    released = masked.table.native()["x"]
    assert released.dtype == dtype
    assert np.isfinite(released.astype(float)).all()
    assert released.max() > 0.999 * float(info.max)
    assert masked.notes == ("Set to the nearest number that the type of the column holds: x.",)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"scale": 0}, "scale must be a finite number above 0, got 0"),
        ({"scale": float("inf")}, "scale must be a finite number above 0, got inf"),
        ({"scale": float("nan")}, "scale must be a finite number above 0, got nan"),
        ({"scale": True}, "scale must be a finite number above 0, got True"),
        ({"correlated": 1}, "correlated must be True or False, got 1"),
        ({"columns": []}, "columns must name each column once, and at least one"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        NoiseAddition(**parameters).check()
