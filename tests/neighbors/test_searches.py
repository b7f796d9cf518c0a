import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

from vicinage.errors import ParameterError
from vicinage.neighbors import Space, kth_distances, nearest_distances, radius_counts

POINTS = np.random.default_rng(3).random((700, 6))


def test_kth_distances_agree_with_scikit_learn():
    oracle = NearestNeighbors(n_neighbors=9, algorithm="brute").fit(POINTS)
    expected = oracle.kneighbors(POINTS)[0][:, 8]  # the record itself comes first

    np.testing.assert_allclose(kth_distances(Space.of_numbers(POINTS), 8), expected, rtol=1e-12)


def test_radius_counts_agree_with_scikit_learn():
    oracle = NearestNeighbors(radius=0.4, algorithm="brute").fit(POINTS)
    balls = oracle.radius_neighbors(POINTS, return_distance=False)

    counts = radius_counts(Space.of_numbers(POINTS), 0.4)

    assert counts.tolist() == [len(ball) - 1 for ball in balls]


def test_the_nearest_of_another_table_comes_with_its_ties():
    points = Space.of_numbers([[0.0], [2.0], [2.0], [9.0]])

    distances, ties = nearest_distances(Space.of_numbers([[1.0], [2.0], [8.5]]), points)

    assert distances.tolist() == [1.0, 0.0, 0.5]
    assert ties.tolist() == [3, 2, 1]


@pytest.mark.parametrize("k", [0, 3, -1])
def test_k_outside_its_range_is_refused(k):
    with pytest.raises(ParameterError, match=r"k must be a whole number from 1 to n - 1 = 2"):
        kth_distances(Space.of_numbers([[0.0], [1.0], [2.0]]), k)
