"""Released results against their condition, recomputed naively from the resamples themselves."""

import numpy as np
import pytest

from support.awkward_columns import awkward_columns
from support.naive_statistics import NAMES, naive_statistic
from vicinage.integral import IntegralStatistics
from vicinage.integral.release import _of_group
from vicinage.integral.resampler import Resampler
from vicinage.privacy import RandomKey


def resamples(values, *, seed, resampling, n_resamples):
    """Return the counts of all resamples of a column, on its sorted values."""
    key = _of_group(RandomKey.new(seed), "")
    family = Resampler(key=key, n=len(values), resampling=resampling)
    return [family.counts(b) for b in range(n_resamples)]


def generators_of(result, values, drawn):
    """Return the different resamples whose statistic lies in the published cell."""
    low, high = result.cell
    last_bits = 1e-12 * max(abs(low), abs(high))
    generators = set()
    for counts in drawn:
        answer = naive_statistic(result.statistic, np.repeat(values, counts), len(values))
        # Cells are open away from zero (or above, of declared bounds), and all-embracing at last.
        inside = low - last_bits <= answer < high - last_bits if high > 0 else low < answer <= high
        if inside or result.note:
            generators.add(counts.tobytes())
    return [np.frombuffer(counts, np.uint8) for counts in generators]


def fulfils(condition, generators, k):
    absences = sum(counts == 0 for counts in generators)
    needed = k if condition == "absence" else 1
    return len(generators) >= k and absences.min() >= needed


SETTINGS = [
    {},
    {"condition": "intersection"},
    {"resampling": "bootstrap"},
    {"select": "accurate", "k": 3},
    {"bounds": None},
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_each_released_result_fulfils_its_condition(setting):
    rng = np.random.default_rng(5)
    for column in (rng.normal(3, 2, 200), rng.integers(0, 9, 61) * 1.5, rng.lognormal(0, 1, 400)):
        estimator = IntegralStatistics(
            **{"statistics": NAMES, "bounds": (-10, 50), "n_resamples": 400, "seed": 9} | setting
        )
        results = estimator.fit(column).results_
        values = np.sort(np.clip(column, -10, 50))
        drawn = resamples(values, seed=9, resampling=estimator.resampling, n_resamples=400)

        for result in results.values():
            generators = generators_of(result, values, drawn)
            assert fulfils(estimator.condition, generators, estimator.k), result


def test_results_of_large_columns_fulfil_their_condition_beyond_the_screen():
    values = np.sort(np.random.default_rng(1).normal(size=6000))
    estimator = IntegralStatistics(
        statistics=["mean", "max"], bounds=(-8, 8), n_resamples=300, k=5, seed=2
    )

    results = estimator.fit(values).results_

    drawn = resamples(values, seed=2, resampling="half", n_resamples=300)
    for result in results.values():
        assert fulfils("absence", generators_of(result, values, drawn), 5), result


def test_a_rounded_result_fulfils_its_condition():
    values = np.sort(np.random.default_rng(1).normal(size=500))
    settings = {"resampling": "bootstrap", "condition": "intersection", "resolution": 0.1}
    estimator = IntegralStatistics(
        statistics=["mean", "sd"], select="accurate", seed=4, **settings
    ).fit(values)

    drawn = resamples(values, seed=4, resampling="bootstrap", n_resamples=1000)
    for result in estimator.results_.values():
        assert result.value == round(result.value, 1)
        assert abs(result.value - naive_statistic(result.statistic, values, 500)) <= 0.05
        assert fulfils("intersection", generators_of(result, values, drawn), 10)


def test_awkward_columns_never_fail_and_stay_near_the_truth():
    """200 columns, 9 statistics: always a result, none further off than its cell and its noise."""
    for i, (name, column, bounds) in enumerate(awkward_columns(200)):
        results = (
            IntegralStatistics(statistics=NAMES, bounds=bounds, n_resamples=300, seed=1)
            .fit(column)
            .results_
        )
        assert all(np.isfinite(result.value) for result in results.values()), name

        if i % 4:
            continue  # to save time: every kind of column comes up all the same
        values = np.sort(column)
        drawn = resamples(values, seed=1, resampling="half", n_resamples=300)
        for statistic in ("mean", "median", "max"):
            result = results[statistic]
            answers = np.array(
                [naive_statistic(statistic, np.repeat(values, c), values.size) for c in drawn]
            )
            assert fulfils("absence", generators_of(result, values, drawn), 10), (name, result)
            off = abs(result.value - np.median(answers))
            assert off <= 2 * answers.std() + result.resolution / 2 + 1e-9, (name, result)
