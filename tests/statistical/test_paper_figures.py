"""The figures of the RWN paper on bodyfat, from few releases.

A mean of 12 releases may differ by 4 standard errors from that of 100 releases of an independent
re-implementation. Should the random stream change, a correct program fails with a chance below
1 in 1000 (9 comparisons of normal means); with the seeds as they are, it does not.
"""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

from support.reference import REFERENCE, needs_reference
from vicinage import RWN, Microaggregation, RankSwapping
from vicinage.neighbors import MinMax, Space, Variable, kth_distances, neighborhood_sizes

RELEASES = 12

# DCR, SDID, correlation MAD: means and standard deviations of the re-implementation.
RWN_035 = [9.6409, 0.1587, 0.0616], [0.1160, 0.0227, 0.0053]
RWN_070 = [12.3117, 0.0018, 0.2708], [0.2018, 0.0025, 0.0126]
SWAP_030 = [11.1883, 0.6947, 0.1258], [0.1750, 0.0282, 0.0068]
MDAV_5 = [10.2306, 0.5519, 0.0990]

pytestmark = needs_reference


class Unscaled:
    """The mistake to be caught: columns compared in their own units."""

    def space(self, variables):
        return Space.of_numbers(np.column_stack([variable.values for variable in variables]))


@pytest.fixture(scope="module")
def bodyfat():
    return pd.read_csv(REFERENCE / "bodyfat.csv").astype(float)


@pytest.fixture(scope="module")
def space(bodyfat):
    columns = {name: bodyfat[name].to_numpy() for name in bodyfat}
    return MinMax().space(
        [Variable(name=n, values=x, lower=x.min(), upper=x.max()) for n, x in columns.items()]
    )


def measures(original, released):
    x, y = original.to_numpy(), released.to_numpy()
    gaps = np.corrcoef(x.T) - np.corrcoef(y.T)
    return [
        cdist(x, y).min(axis=1).mean(),
        (np.abs(x - y) <= y.std(axis=0, ddof=1)).all(axis=1).mean(),
        np.abs(gaps[np.triu_indices_from(gaps, k=1)]).mean(),
    ]


def standard_errors(bodyfat, masker, published):
    means, sds = np.array(published)
    ours = [
        measures(bodyfat, masker.set_params(seed=seed).fit_transform(bodyfat))
        for seed in range(RELEASES)
    ]
    return np.abs(np.mean(ours, axis=0) - means) / (sds * np.sqrt(1 / RELEASES + 1 / 100))


def test_nearest_distances_are_those_of_figure_1(space):
    nearest = np.sort(kth_distances(space, 1)).round(3).tolist()

    assert nearest[0] == 0.123
    assert nearest[-6:] == [0.52, 0.575, 0.616, 0.632, 0.722, 1.197]


@pytest.mark.parametrize(
    ("radius", "largest"), [(0.4, 68), (0.6, 161), (0.8, 215), (1.0, 234), (1.2, 239)]
)
def test_the_largest_neighbourhood_is_that_of_figure_1(space, radius, largest):
    assert neighborhood_sizes(space, n_neighbors=5, radius=radius).max() == largest


def test_the_extreme_record_keeps_five_neighbours(space):
    assert neighborhood_sizes(space, n_neighbors=5, radius=1.2)[36] == 5


@pytest.mark.parametrize(("radius", "published"), [(0.35, RWN_035), (0.7, RWN_070)])
def test_rwn_meets_the_published_curves(bodyfat, radius, published):
    assert (standard_errors(bodyfat, RWN(radius=radius), published) < 4).all()


@pytest.mark.parametrize("metric", ["standard", Unscaled()], ids=["standard", "unscaled"])
def test_a_distance_on_another_scale_misses_the_published_curves(bodyfat, metric):
    assert (standard_errors(bodyfat, RWN(radius=0.7, metric=metric), RWN_070) > 4).any()


def test_rank_swapping_meets_the_published_curves(bodyfat):
    assert (standard_errors(bodyfat, RankSwapping(fraction=0.3), SWAP_030) < 4).all()


@pytest.mark.parametrize("wrong", [{"fraction": 0.27}, {"tail_fraction": 0.0}], ids=str)
def test_rank_swapping_by_another_rule_misses_the_published_curves(bodyfat, wrong):
    masker = RankSwapping(fraction=0.3).set_params(**wrong)

    assert (standard_errors(bodyfat, masker, SWAP_030) > 4).any()


def test_microaggregation_meets_the_published_figures_to_the_last_digit(bodyfat):
    released = Microaggregation(group_size=5).fit_transform(bodyfat)

    np.testing.assert_allclose(measures(bodyfat, released), MDAV_5, rtol=0, atol=6e-5)
