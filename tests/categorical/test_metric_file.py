import json

import numpy as np
import pyarrow as pa
import pytest

from vicinage import Dilca, DPDilca, Ledger, Schema
from vicinage.categorical import LearnedMetric, read_metric
from vicinage.errors import ParameterError
from vicinage.privacy import ApproxDP
from vicinage.schema import Categorical, Numeric

SCHEMA = Schema(
    {
        "pet": Categorical(("bird", "cat", "dog")),
        "home": Categorical(("boat", "flat", "house")),
        "here": Categorical(("yes",)),
        "age": Numeric(0, 100),
    }
)
PEOPLE = pa.table(
    {
        "pet": ["cat", "cat", "dog", "dog", "bird", "bird"],
        "home": ["flat", "flat", "house", "house", "house", "boat"],
        "here": ["yes"] * 6,
        "age": [0.0, 10.0, 20.0, 30.0, 40.0, 50.0],
    }
)


def written(estimator, path):
    path.write_text(json.dumps(estimator.as_dict()), encoding="utf-8")
    return path


def test_a_metric_comes_back_as_it_was_with_what_was_paid(tmp_path):
    learner = DPDilca(epsilon=1, delta="1e-6", ledger=Ledger.unlimited()).fit(PEOPLE, SCHEMA)

    metric = read_metric(written(learner, tmp_path / "distances.json"))

    original = LearnedMetric.of(learner)
    assert metric.loss == ApproxDP(1, "1e-6")
    assert list(metric.columns) == ["pet", "home", "here"]
    assert repr(metric) == repr(original)
    for name, column in original.columns.items():
        assert np.array_equal(metric.columns[name].coordinates, column.coordinates)
        np.testing.assert_allclose(metric.columns[name].distances, column.distances, atol=1e-12)
        assert metric.columns[name].coding == column.coding


def test_exact_distances_are_public_only_where_that_is_stated(tmp_path):
    path = written(Dilca().fit(PEOPLE, SCHEMA), tmp_path / "exact.json")

    assert (read_metric(path).loss, read_metric(path).public) == (None, False)
    assert read_metric(path, public_records=True).public


def test_distances_that_were_paid_for_cannot_be_called_public(tmp_path):
    learner = DPDilca(epsilon=1, ledger=Ledger.unlimited()).fit(PEOPLE, SCHEMA)
    path = written(learner, tmp_path / "distances.json")

    with pytest.raises(ParameterError, match="public must be False for distances that were paid"):
        read_metric(path, public_records=True)
    with pytest.raises(ParameterError, match="public must be False for distances that were paid"):
        LearnedMetric.of_public_records(learner)


def test_what_was_paid_for_is_not_exact_without_its_price(tmp_path):
    learned = DPDilca(epsilon=1, ledger=Ledger.unlimited()).fit(PEOPLE, SCHEMA).as_dict()
    del learned["record"]["loss"]
    path = tmp_path / "distances.json"
    path.write_text(json.dumps(learned), encoding="utf-8")

    with pytest.raises(ParameterError, match="metric must be a file that `vicinage distances`"):
        read_metric(path, public_records=True)


def content(**changed):
    column = {"categories": ["a", "b"], "context": ["y"], "coordinates": [[0.5], [-0.5]]}
    return json.dumps({"record": {"guarantee": "none"}, "columns": {"x": {**column, **changed}}})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it holds something else"),
        ("[1, 2]", "it holds something else"),
        ("{}", "it holds something else"),
        ('{"record": {}, "columns": []}', "it holds something else"),
        ('{"record": {"loss": {"sigma": 1}}, "columns": {}}', "loss must hold epsilon or rho"),
        ('{"record": {"loss": {"epsilon": "nan"}}, "columns": {}}', "epsilon must be a number"),
        ('{"record": {"loss": 3}, "columns": {}}', "it holds something else"),
        ('{"record": {}, "columns": {}}', "it holds something else"),
        ('{"record": {"guarantee": "none", "loss": 1}, "columns": {}}', "it holds something else"),
        ("[" * 100_000, "it holds something else"),
        (content(coordinates=[[0.5]]), "'x' has not one point for each category"),
        (content(coordinates=[[0.5], [0.1, 0.2]]), "it holds something else"),
        (content(coordinates=[[0.5], [float("nan")]]), "the coordinates of 'x' are not all finite"),
        (content(coordinates=[[10**400], [0]]), "it holds something else"),
        (content(coordinates=[["a"], ["b"]]), "it holds something else"),
        (content(categories=["a", "a"]), "'x' has not one point for each category"),
        (content(categories=["a", 2]), "the categories of 'x' are not all texts"),
    ],
)
def test_a_file_that_is_no_metric_is_refused_with_its_name(text, reason, tmp_path):
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ParameterError, match=f"metric must be a file .*odd.json': .*{reason}"):
        read_metric(path)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ParameterError, match=r"none\.json': No such file"):
        read_metric(tmp_path / "none.json")


def test_a_column_of_one_category_has_no_coordinates(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(content(categories=["a"], coordinates=[[]]), encoding="utf-8")

    assert read_metric(path).category_points("x", ("a",)).shape == (1, 0)
