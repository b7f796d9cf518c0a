"""Counts of outliers with distances between categories."""

import math
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from support.places import Places
from vicinage import Dilca, DPDilca, Ledger, OutlierCount, Schema, SubspaceDiscovery
from vicinage.categorical import LearnedMetric
from vicinage.errors import ParameterError
from vicinage.outliers import exact_outlier_counts
from vicinage.privacy import ZCDP, ApproxDP, PureDP
from vicinage.schema import Categorical, Column, Numeric, Ordinal
from vicinage.table import QueryTable
from vicinage.testing import SimulatedOutlierCount

JOBS = ("cook", "driver", "nurse")
SCHEMA = Schema(
    {
        "job": Categorical(JOBS),
        "sector": Categorical(("food", "health", "transport")),
        "age": Numeric(0, 100),
    },
    public=True,
)
PEOPLE = pa.table(
    {
        "job": ["cook", "driver", "nurse", "cook", "driver", "nurse", "cook", "cook"],
        "sector": ["food", "transport", "health", "food", "food", "health", "food", "food"],
        "age": [20, 30, 40, 22, 35, 90, 21, 24],
    }
)
POINTS = {"job": {"cook": (0.0, 0.0), "driver": (0.3, 0.4), "nurse": (0.6, 0.0)}}
PUBLIC = Places(POINTS)


def counter(**changed):
    settings = {
        "columns": ["job", "age"],
        "min_neighbors": 2,
        "radius": 0.05,
        "epsilon": "0.5",
        "metric": PUBLIC,
        "ledger": Ledger.unlimited(),
    }
    return OutlierCount(**settings | changed)


@pytest.fixture
def ledger(tmp_path):
    made = Ledger.create(tmp_path / "budget.db")
    digest = QueryTable.of(PEOPLE, SCHEMA).digest(made.data_set_key)
    made.register("people", digest, epsilon="2", delta="0.01")
    return made


# What is counted.


@pytest.mark.parametrize("radius", [0.03, 0.1, 0.2887, 0.35])
@pytest.mark.parametrize("columns", [["job"], ["job", "age"], ["age", "job"]])
def test_counts_are_those_of_a_naive_loop_over_all_coordinates(columns, radius):
    blocks = {
        "job": np.array([POINTS["job"][job] for job in PEOPLE["job"].to_pylist()]),
        "age": np.array(PEOPLE["age"].to_pylist())[:, None] / 100,
    }
    points = np.hstack([blocks[name] for name in columns])
    squares = ((points[:, None] - points) ** 2).sum(axis=2)
    near = (squares <= points.shape[1] * radius**2 * (1 + 1e-6)).sum(axis=1) - 1

    counts = exact_outlier_counts(
        PEOPLE, SCHEMA, columns=columns, min_neighbors=[1, 3], radius=radius, metric=PUBLIC
    )

    assert counts == [(near < 1).sum(), (near < 3).sum()]


def test_missing_and_undeclared_categories_are_null_records():
    frame = pa.table({"job": ["cook", "cook", None, "pilot"], "sector": ["food"] * 4,
        "age": [20] * 4})  # fmt: skip
    one_place = Places({"sector": dict.fromkeys(("food", "health", "transport"), ())})

    by_job = exact_outlier_counts(
        frame, SCHEMA, columns=["job"], min_neighbors=[1, 2], metric=PUBLIC
    )
    absent = pa.table({**{name: frame[name] for name in ("job", "age")},
        "sector": ["food", None, None, "food"]})  # fmt: skip
    by_age = exact_outlier_counts(
        absent, SCHEMA, columns=["sector", "age"], min_neighbors=[1, 2], metric=one_place
    )

    assert by_job == [0, 2]
    assert by_age == [0, 2]  # the nulls of a column without coordinates are nulls all the same


def test_a_column_without_coordinates_is_taken_beside_others_and_not_alone():
    metric = Places({"job": dict.fromkeys(JOBS, ())})

    counts = exact_outlier_counts(
        PEOPLE, SCHEMA, columns=["job", "age"], min_neighbors=3, metric=metric
    )

    assert counts == exact_outlier_counts(PEOPLE, SCHEMA, columns=["age"], min_neighbors=3)
    with pytest.raises(ParameterError, match="that the metric tells apart, got \\['job'\\]"):
        counter(columns=["job"], metric=metric).fit(PEOPLE, schema=SCHEMA)


def test_ordinals_are_ranks_whatever_the_metric():
    schema = SCHEMA.replace(Column("sector", Ordinal(("food", "health", "transport"))))

    counts = exact_outlier_counts(
        PEOPLE, schema, columns=["job", "sector"], min_neighbors=1, radius=0.1, metric=PUBLIC
    )

    assert counts == [2]  # the drivers, half a range apart in `sector`


def test_simulations_count_with_the_metric_too():
    simulation = SimulatedOutlierCount(
        columns=["job", "age"], min_neighbors=2, radius=0.05, epsilon=40, metric=PUBLIC
    )

    draws = simulation.draw(PEOPLE, SCHEMA, np.random.default_rng(5), size=20)

    exact = exact_outlier_counts(
        PEOPLE, SCHEMA, columns=["job", "age"], min_neighbors=2, radius=0.05, metric=PUBLIC
    )
    assert [round(draws.mean())] == exact


# What may be given as a metric, and what an answer says of it.


def test_exact_distances_of_private_records_are_for_the_steward_only(ledger):
    exact = Dilca(columns=["job", "sector"], context="K", k=1).fit(PEOPLE, SCHEMA)

    with pytest.raises(ParameterError, match=r"must be paid for or public .*DPDilca.*of_public"):
        counter(metric=LearnedMetric.of(exact), ledger=ledger).fit(PEOPLE, schema=SCHEMA)
    assert ledger.remaining("people").epsilon == 2

    counts = exact_outlier_counts(
        PEOPLE, SCHEMA, columns=["job"], min_neighbors=2, metric=LearnedMetric.of(exact)
    )
    public = LearnedMetric.of_public_records(exact)
    answer = counter(metric=public, columns=["job"], ledger=ledger).fit(PEOPLE, schema=SCHEMA)
    assert len(counts) == 1
    assert any("from public records, as the caller states" in n for n in answer.record_["notes"])


def test_paid_distances_and_a_count_are_two_charges_and_the_record_adds_them(ledger):
    learner = DPDilca(epsilon=1, delta="1e-6", columns=["job", "sector"], ledger=ledger)
    metric = LearnedMetric.of(learner.fit(PEOPLE, schema=SCHEMA))

    answer = counter(metric=metric, ledger=ledger).fit(PEOPLE, schema=SCHEMA)

    assert ledger.remaining("people").epsilon == Decimal("0.5")
    assert answer.record_["loss"] == {"epsilon": "0.5"}
    settings = answer.record_["parameters"]["metric"]
    assert settings["loss"] == {"epsilon": "1", "delta": "0.000001"}
    m = settings["coordinates"]["job"] + 1
    reach, cost = answer.record_["notes"]
    assert f"{m} coordinates together: records are neighbours up to {0.05 * math.sqrt(m):.3g}" in (
        reach
    )
    assert cost == (
        "The distances of job were learned with differential privacy at epsilon 1, delta 0.000001, "
        "which this cost does not include: learned from the same records, both cost epsilon 1.5, "
        "delta 0.000001 by basic composition."
    )


@pytest.mark.parametrize(
    ("loss", "told"),
    [
        (PureDP(1), "both cost epsilon 1.5 by basic composition"),
        (ZCDP("0.02"), "they add up to rho 0.02 and epsilon 0.5"),
        (ApproxDP(50, "0.9"), "both cost epsilon 50.5, delta 0.9"),
        (PureDP("1e-30"), "both cost epsilon 0.500000000000000000000000000001 by"),
    ],
)
def test_every_kind_of_cost_of_a_metric_is_told(loss, told):
    metric = Places(POINTS, loss=loss, public=False)

    answer = counter(metric=metric).fit(PEOPLE, schema=SCHEMA)

    assert told in answer.record_["notes"][-1]


def test_deltas_may_add_up_to_anything():
    metric = Places(POINTS, loss=ApproxDP(1, "0.9"), public=False)

    answer = counter(metric=metric, mechanism="smooth", delta="0.5").fit(PEOPLE, schema=SCHEMA)

    assert "both cost epsilon 1.5, delta 1.4 by" in answer.record_["notes"][-1]


REFUSALS = {
    "no metric": ({"metric": None}, "leave out 'job', which is categorical: .* give a metric"),
    "a name": ({"metric": "minmax"}, "metric must have loss, public and category_points"),
    "a class": ({"metric": LearnedMetric}, "metric must have loss, public and category_points"),
    "in units": ({"scaling": "none"}, "scaling must be 'bounds' with a metric, got 'none'"),
    "numbers only": ({"columns": ["age"]}, "metric must be left out without a categorical column"),
    "other columns": ({"columns": ["sector"]}, "metric must have points for 'sector'"),
    "far": ({"metric": Places({"job": {j: (i,) for i, j in enumerate(JOBS)}})}, "from -1 to 1"),
    "nan": ({"metric": Places({"job": dict.fromkeys(JOBS, (math.nan,))})}, "from -1 to 1"),
    "flat": ({"metric": Places({"job": dict.fromkeys(JOBS, 0.5)})}, "one point for each category"),
    "many": (
        {"metric": Places({"job": dict.fromkeys(JOBS, (0.0,) * 128)})},
        "columns must have at most 128 coordinates with a metric, got 129",
    ),
    "tiny radius": ({"radius": 1e-7}, "radius must be at least 1e-06"),
}  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), REFUSALS.values(), ids=REFUSALS)
def test_what_does_not_fit_is_refused_before_any_charge(changed, message, ledger):
    asked = counter(**{"ledger": ledger, **changed})

    for ask in (asked.quote, asked.fit):
        with pytest.raises(ParameterError, match=message):
            ask(PEOPLE, schema=SCHEMA)
    assert ledger.remaining("people").epsilon == 2
    assert [entry.kind for entry in ledger.entries()] == ["register"]


def test_a_declared_category_without_distances_is_refused_before_any_charge(ledger):
    exact = Dilca(columns=["job", "sector"], context="K", k=1).fit(PEOPLE, SCHEMA)
    metric = LearnedMetric.of_public_records(exact)
    wider = SCHEMA.replace(Column("job", Categorical((*JOBS, "pilot"))))

    with pytest.raises(ParameterError, match="labels of 'job' must be those that distances"):
        counter(metric=metric, ledger=ledger).fit(PEOPLE, schema=wider)
    assert ledger.remaining("people").epsilon == 2


def test_a_category_that_is_a_key_stays_out_and_subspaces_take_no_categories():
    keyed = SCHEMA.replace(Column("job", Categorical(JOBS), role="key"))

    with pytest.raises(ParameterError, match="leave out 'job', whose role is key"):
        counter().fit(PEOPLE, schema=keyed)
    with pytest.raises(ParameterError, match="leave out 'job', which is categorical"):
        SubspaceDiscovery(
            columns=["job", "age"], min_neighbors=2, epsilon=1, ledger=Ledger.unlimited()
        ).fit(PEOPLE, schema=SCHEMA)
