import numpy as np
import pyarrow as pa
import pytest

from vicinage import RWN, Dilca, Schema
from vicinage.categorical import LearnedMetric
from vicinage.errors import ParameterError
from vicinage.neighbors import Metric, Variable
from vicinage.privacy import PureDP, QueryRecord
from vicinage.schema import Categorical, Numeric

PEOPLE = pa.table(
    {
        "pet": ["cat", "cat", "dog", "dog", "bird", "bird"],
        "home": ["flat", "flat", "house", "house", "house", "boat"],
        "age": [0.0, 10.0, 20.0, 30.0, 40.0, 50.0],
    }
)
PETS = ("bird", "cat", "dog")
SCHEMA = Schema(
    {
        "pet": Categorical(PETS),
        "home": Categorical(("boat", "flat", "house")),
        "age": Numeric(0, 100),
    }
)


@pytest.fixture
def dilca():
    return Dilca(columns=["pet", "home"]).fit(PEOPLE, SCHEMA)


def variable(name, values, labels=None, lower=0.0, upper=100.0):
    return Variable(
        name=name, values=np.array(values, float), lower=lower, upper=upper, labels=labels
    )


def test_distances_of_records_add_up_over_categories_and_scaled_numbers(dilca):
    metric = LearnedMetric.of(dilca)
    ages, pets = [0.0, 10.0, 20.0, 30.0], [1, 1, 2, 0]

    space = metric.space([variable("age", ages), variable("pet", pets, PETS)])

    learned = dilca.distances_["pet"]
    expected = [
        np.hypot((ages[i] - ages[0]) / 100, learned[pets[i], pets[0]]) for i in range(len(ages))
    ]
    assert isinstance(metric, Metric)
    np.testing.assert_allclose(space.distances_from(0), expected, atol=1e-12)
    assert np.all(space.weights == 0)


def test_labels_are_matched_by_name_and_not_by_place(dilca):
    metric = LearnedMetric.of(dilca)

    here = metric.space([variable("pet", [0, 1, 2], PETS)])
    there = metric.space([variable("pet", [2, 1, 0], PETS[::-1])])

    assert np.array_equal(here.coordinates, there.coordinates)


def test_a_missing_category_is_in_the_middle_and_away_from_all(dilca):
    metric = LearnedMetric.of(dilca)

    space = metric.space([variable("pet", [0, 1, 2, np.nan, np.nan], PETS)])

    distances = space.distances_from(3)
    radii = np.linalg.norm(dilca.columns_["pet"].coordinates, axis=1)
    np.testing.assert_allclose(distances[:3], np.hypot(radii, 1.0))
    assert distances[4] == 0.0


def test_a_missing_number_is_in_the_middle_and_away_from_all(dilca):
    space = LearnedMetric.of(dilca).space([variable("age", [50.0, 0.0, np.nan])])

    assert space.distances_from(2)[0] == 1.0


def test_columns_that_cannot_separate_records_are_skipped(dilca):
    space = LearnedMetric.of(dilca).space(
        [variable("age", [5.0, 5.0], lower=5.0, upper=5.0), variable("pet", [0, 1], PETS)]
    )

    assert space.skipped == ("age",)


def test_a_category_without_distances_is_refused_by_name(dilca):
    metric = LearnedMetric.of(dilca)

    with pytest.raises(ParameterError, match="metric must have learned distances for 'job', got"):
        metric.space([variable("job", [0, 1], ("a", "b"))])
    with pytest.raises(ParameterError, match="labels of 'pet' must be those that distances"):
        metric.space([variable("pet", [0, 1], ("cat", "llama"))])


def test_masking_finds_neighbours_with_similar_categories(dilca):
    # Cat and bird share no home: the only near neighbour of a bird in a boat keeps a dog or bird.
    released = RWN(n_neighbors=1, metric=LearnedMetric.of(dilca), columns=["pet"], seed=1)

    frame = released.fit_transform(PEOPLE, SCHEMA)

    assert frame["pet"].to_pylist()[:2] == ["cat", "cat"]
    assert released.record_.as_dict()["parameters"]["metric"] == (
        "LearnedMetric(pet, home; exact, not private)"
    )


def test_what_was_paid_for_a_metric_is_said(dilca):
    dilca.record_ = QueryRecord(
        method="Other",
        parameters={},
        mechanism="",
        loss=PureDP("0.5"),
        n_rows=6,
        schema="",
        version="0",
    )

    metric = LearnedMetric.of(dilca)

    assert metric.loss == PureDP("0.5")
    assert repr(metric) == "LearnedMetric(pet, home; epsilon = 0.5)"


def test_labels_lie_where_their_distances_say_in_the_order_asked(dilca):
    points = LearnedMetric.of(dilca).category_points("pet", ("dog", "bird"))

    apart = np.linalg.norm(points[0] - points[1])
    assert apart == pytest.approx(dilca.distances_["pet"][2, 0])
    with pytest.raises(ParameterError, match="labels of 'pet'"):
        LearnedMetric.of(dilca).category_points("pet", (*PETS, "llama"))
    with pytest.raises(ParameterError, match="learned distances for 'job', got"):
        LearnedMetric.of(dilca).category_points("job", ("cook",))


def test_exact_distances_of_public_records_are_called_so(dilca):
    metric = LearnedMetric.of_public_records(dilca)

    assert metric.public
    assert repr(metric) == "LearnedMetric(pet, home; exact, of public records)"


def test_columns_learned_in_bins_are_numbers_for_the_metric():
    binned = Dilca().fit(PEOPLE, SCHEMA)

    metric = LearnedMetric.of(binned)

    assert list(metric.columns) == ["pet", "home"]
