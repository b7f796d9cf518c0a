import numpy as np
import pytest

from vicinage.errors import ParameterError
from vicinage.neighbors import Gower, MinMax, Space, Standard, Variable, metric_of

NAN = np.nan


def number(name, values, lower=None, upper=None):
    values = np.array(values, float)
    lower = np.nanmin(values) if lower is None else lower
    upper = np.nanmax(values) if upper is None else upper
    return Variable(name=name, values=values, lower=lower, upper=upper)


def category(name, codes, labels):
    return Variable(
        name=name, values=np.array(codes, float), lower=0, upper=len(labels) - 1, labels=labels
    )


def pairs(space):
    return np.array([space.distances_from(row) for row in range(len(space.coordinates))])


def test_minmax_is_the_distance_between_indicator_variables():
    age = number("age", [0, 50, 100, 25])
    sex = category("sex", [0, 1, 1, 0], ("F", "M"))
    dummies = np.column_stack([age.values / 100, sex.values == 0, sex.values == 1]).astype(float)

    space = MinMax().space([sex, age])  # numbers come first, whatever the order of the columns

    expected = np.linalg.norm(dummies[:, None] - dummies[None], axis=2)
    np.testing.assert_allclose(pairs(space), expected, atol=1e-15)


def test_minmax_puts_a_missing_number_in_the_middle_and_apart():
    space = MinMax().space([number("x", [0, 10, NAN])])

    np.testing.assert_allclose(pairs(space)[2], [np.hypot(0.5, 1), np.hypot(0.5, 1), 0])


def test_minmax_takes_a_missing_category_for_one_of_its_own():
    space = MinMax().space([category("c", [0, NAN, NAN, 1], ("a", "b"))])

    assert pairs(space)[1].tolist() == [np.sqrt(2), 0, 0, np.sqrt(2)]


def test_declared_bounds_set_the_scale():
    space = MinMax().space([number("x", [0, 1], lower=0, upper=10)])

    assert pairs(space)[0, 1] == 0.1


@pytest.mark.parametrize("metric", [MinMax(), Standard(), Gower()])
def test_constant_and_empty_columns_are_skipped_and_named(metric):
    x = number("x", [1, 2, 4])
    with_more = metric.space(
        [number("const", [7, 7, 7]), x, number("empty", [NAN, NAN, NAN], 0, 1)]
    )

    assert with_more.skipped == ("const", "empty")
    assert (pairs(with_more) == pairs(metric.space([x]))).all()


def test_standard_counts_in_standard_deviations():
    x = number("x", [1, 2, 4, 9])

    space = Standard().space([x])

    scale = np.std(x.values, ddof=1)
    np.testing.assert_allclose(pairs(space)[0], (x.values - 1) / scale)


def test_gower_leaves_missing_cells_out_of_the_pair():
    age = number("age", [20, 20, 30])
    size = category("size", [0, 1, 0], ("big", "small"))
    grade = category("grade", [NAN, 0, 1], ("first", "second"))
    const = number("const", [7, 7, 7])

    space = Gower().space([age, size, grade, const])

    assert pairs(space).tolist() == [[0, 0.5, 0.5], [0.5, 0, 1], [0.5, 1, 0]]


def test_gower_pairs_without_a_common_cell_are_infinitely_far():
    space = Gower().space([number("x", [0, 1, NAN]), number("y", [NAN, 3, 5])])

    assert pairs(space)[0, 2] == np.inf


def test_gower_of_complete_numbers_is_the_mean_of_scaled_differences():
    rng = np.random.default_rng(0)
    columns = [number(str(j), rng.normal(size=30)) for j in range(4)]
    scaled = np.column_stack([column.scaled() for column in columns])

    expected = np.abs(scaled[:, None] - scaled[None]).mean(axis=2)

    np.testing.assert_allclose(pairs(Gower().space(columns)), expected, atol=1e-15)


def test_an_unknown_metric_is_refused_with_the_names_there_are():
    with pytest.raises(ParameterError, match="metric must be one of 'minmax', 'standard', 'gower'"):
        metric_of("euclid")


def test_any_object_with_a_space_is_a_metric():
    class Always:
        def space(self, variables):
            return Space.of_numbers(np.zeros((variables[0].values.size, 1)))

    metric = Always()

    assert metric_of(metric) is metric


def test_a_space_refuses_numeric_coordinates_after_nominal_ones():
    with pytest.raises(ParameterError, match="weights must be 0 for the leading coordinates"):
        Space(np.zeros((2, 2)), np.array([2.0, 0.0]))


def test_the_widest_range_there_is_still_scales():
    space = MinMax().space([number("x", [-1.7e308, 0.0, 1.7e308])])

    assert pairs(space)[0].tolist() == [0.0, 0.5, 1.0]


def test_coordinates_that_are_not_finite_are_refused():
    with pytest.raises(ParameterError, match="coordinates must be finite"):
        Space.of_numbers([[0.0], [np.nan]])


def test_standard_scores_of_very_large_values_do_not_overflow():
    large = Standard().space([number("x", [-1.7e308, 0.0, 1.7e308])])

    assert pairs(large)[0].tolist() == [0.0, 1.0, 2.0]
