"""Statistics from sums and positions against NumPy on the resampled values themselves."""

import numpy as np
import pytest

from support.awkward_columns import awkward_columns
from support.naive_statistics import NAMES, naive_statistic
from vicinage.errors import ParameterError
from vicinage.integral.questions import ask
from vicinage.integral.resampler import Resampler
from vicinage.integral.settings import Settings
from vicinage.integral.statistic import parse_statistics
from vicinage.privacy import RandomKey


def settings(statistics, resampling="half", input_groups=None):
    return Settings(
        statistics=parse_statistics(statistics),
        k=10,
        n_resamples=60,
        resampling=resampling,
        condition="absence",
        resolution="auto",
        input_groups=input_groups,
        selection="private",
        joint=False,
    )


@pytest.mark.parametrize("resampling", ["half", "bootstrap"])
def test_statistics_equal_those_of_numpy_on_the_same_resamples(resampling):
    key = RandomKey.new(0)
    columns = [(name, x) for name, x, _ in awkward_columns(30)]
    columns.append(("large", np.random.default_rng(0).gamma(2, 3, 5000)))
    for name, column in columns:
        values = np.sort(column)
        questions, _ = ask([column], [None], settings(NAMES, resampling), key)
        family = Resampler(key=key, n=values.size, resampling=resampling)
        # Cancellation in sums around zero is measured against the values that are summed.
        scale = np.abs(values).max()
        for b in (0, 1, 59):
            drawn = np.repeat(values, family.counts(b))
            for question in questions:
                kind = question.statistic.name
                naive = naive_statistic(kind, drawn, values.size)
                unit = {"variance": scale**2, "sum": scale * values.size}.get(kind, scale)
                tolerance = 1e-11 * abs(naive) + 1e-14 * unit
                if name in ("far from zero", "outliers"):  # where NumPy itself cancels
                    tolerance += 1e-8 * abs(naive)
                assert abs(question.values[b] - naive) <= tolerance + 1e-300, (name, kind)


def test_large_columns_agree_to_eleven_digits():
    column = np.random.default_rng(3).normal(5, 2, 50_000)
    key = RandomKey.new(1)
    questions, _ = ask([column], [None], settings(NAMES), key)
    drawn = np.repeat(np.sort(column), Resampler(key=key, n=50_000, resampling="half").counts(7))

    for question in questions:
        naive = naive_statistic(question.statistic.name, drawn, 50_000)
        assert question.values[7] == pytest.approx(naive, rel=1e-11), question.statistic.name


def test_the_truth_is_the_statistic_of_the_whole_column():
    column = np.random.default_rng(3).normal(5, 2, 501)
    questions, _ = ask([column], [None], settings([*NAMES, np.ptp]), RandomKey.new(1))

    for question in questions[:-1]:
        assert question.truth == pytest.approx(
            naive_statistic(question.statistic.name, column, 501)
        )
    assert questions[-1].truth == np.ptp(column)


def test_a_users_function_gets_the_sorted_values_of_each_resample():
    column = np.random.default_rng(3).normal(5, 2, 101)
    own = lambda x: float((x[1:] >= x[:-1]).all()) * len(x)  # noqa: E731
    questions, _ = ask([column], [None], settings([own], "bootstrap"), RandomKey.new(1))

    assert set(questions[0].values) == {101.0}


def test_several_columns_come_from_the_same_resamples():
    rng = np.random.default_rng(3)
    one = rng.integers(0, 5, 300).astype(float)
    columns = [one, 7.0 - one, rng.normal(size=300)]
    questions, _ = ask(columns, [None] * 3, settings(["mean", "max", len]), RandomKey.new(1))
    answers = {(q.column, q.statistic.name): q.values for q in questions}

    assert answers[0, "mean"] + answers[1, "mean"] == pytest.approx(np.full(60, 7.0))
    assert np.ptp(answers[2, "mean"]) > 0


def test_the_order_of_records_changes_nothing():
    rng = np.random.default_rng(3)
    columns = [rng.integers(0, 4, 90).astype(float), rng.normal(size=90).round(1)]
    shuffled = rng.permutation(90)
    for groups in (None, 3):
        asked = settings(["mean", "variance", 0.3, np.ptp], input_groups=groups)
        one, _ = ask(columns, [None] * 2, asked, RandomKey.new(1))
        other, _ = ask([c[shuffled] for c in columns], [None] * 2, asked, RandomKey.new(1))

        for a, b in zip(one, other, strict=True):
            assert a.values.tolist() == b.values.tolist()


def test_input_groups_discretise_each_column_first():
    column = np.array([1.0, 2.0] * 10 + [50.0, 60.0] * 10)
    questions, _ = ask([column], [None], settings(["max"], input_groups=20), RandomKey.new(1))

    assert set(questions[0].values) == {55.0}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("mean", r"statistics must be a list of statistics, got 'mean'; did you mean \['mean'\]\?"),
        ([], "statistics must name at least one, got none"),
        (["mean", "mean"], "statistics must name each once, got 'mean' twice"),
        (["medain"], "got 'medain'; did you mean \"median\"?"),
        (["quantile:1.5"], "a number from 0 to 1 or a function, got 'quantile:1.5'"),
        ([True], "a number from 0 to 1 or a function, got True"),
        ([float("nan")], "a number from 0 to 1 or a function, got nan"),
    ],
)
def test_unknown_statistics_are_refused_with_what_is_possible(options, message):
    with pytest.raises(ParameterError, match=message):
        parse_statistics(options)
