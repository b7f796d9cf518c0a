import pickle
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone

from vicinage import Dilca, DPDilca, Ledger, Schema
from vicinage.categorical import LearnedMetric
from vicinage.errors import BudgetError, FailedError, ParameterError, TableError
from vicinage.mechanisms import IntegerLaplace, rho_of
from vicinage.privacy import ApproxDP, PureDP
from vicinage.schema import Categorical, Column, Numeric, Ordinal, Role, Text
from vicinage.table import QueryTable

JOBS = ("cook", "driver", "nurse")
SCHEMA = Schema(
    [
        Column("id", Text(), role=Role.KEY),
        Column("job", Categorical(JOBS)),
        Column("sector", Categorical(("food", "health", "transport", "other"), other="other")),
        Column("grade", Ordinal(("low", "middle", "high"))),
        Column("age", Numeric(0, 120, edges=(30, 60)), fill="40"),
        Column("country", Categorical(("here",))),
        Column("note", Text(), role=Role.IGNORED),
    ],
    public=True,
)


def staff(n, seed=3):
    rng = np.random.default_rng(seed)
    job = rng.integers(0, 3, n)
    sector = np.where(rng.random(n) < 0.8, job, rng.integers(0, 4, n))
    return pa.table(
        {
            "id": [f"p{i}" for i in range(n)],
            "job": [JOBS[j] for j in job],
            "sector": [("food", "transport", "health", "other")[s] for s in sector],
            "grade": [("low", "middle", "high")[g] for g in rng.integers(0, 3, n)],
            "age": (20 + 20 * job + rng.integers(0, 20, n)).tolist(),
            "country": ["here"] * n,
            "note": ["hm"] * n,
        }
    )


class Witness:
    """A ledger that allows everything, and remembers what it was asked in which order."""

    data_set_key = bytes(32)
    composition = "basic"

    def __init__(self):
        self.reserved, self.settled = [], []

    def reserve(self, data_set, loss, *, request, analyst=None):
        self.reserved.append((data_set, loss, request, analyst))
        return len(self.reserved)

    def settle(self, reservation, record):
        self.settled.append((reservation, record))

    def remaining(self, data_set, analyst=None):
        return Ledger.unlimited().remaining(data_set, analyst)


def learner(**settings):
    return DPDilca(**{"epsilon": 1, "ledger": Witness(), **settings})


def assert_distances(estimator):
    for matrix in estimator.distances_.values():
        assert np.isfinite(matrix).all()
        assert (matrix == matrix.T).all()
        assert (np.diag(matrix) == 0).all()
        assert matrix.min() >= 0
        assert matrix.max() <= 1
        detours = (matrix[:, :, None] + matrix[None, :, :]).min(axis=1)
        assert (matrix <= detours + 1e-12).all()


@pytest.mark.parametrize(
    ("settings", "runs"), [({}, 200), ({"delta": "1e-6"}, 200), ({"per_attribute": True}, 40)]
)
def test_six_records_at_a_tenth_give_distances_every_time(settings, runs):
    frame = staff(6)
    for _ in range(runs):
        assert_distances(learner(epsilon="0.1", k=2, **settings).fit(frame, SCHEMA))


@pytest.mark.parametrize("settings", [{}, {"delta": "1e-6"}, {"k": 9}, {"per_attribute": True}])
def test_the_ledger_is_charged_the_whole_loss_before_the_answer(settings):
    ledger = Witness()
    answer = learner(ledger=ledger, analyst="ann", **settings).fit(staff(300), SCHEMA)

    (_, loss, request, analyst), *more = ledger.reserved
    expected = PureDP(5) if "per_attribute" in settings else PureDP(1)
    assert loss == (ApproxDP(1, "1e-6") if "delta" in settings else expected)
    assert not more
    assert loss == answer.loss_ == answer.record_.loss
    assert analyst == "ann"
    assert request["parameters"] == dict(answer.record_.parameters)
    ((reservation, record),) = ledger.settled
    assert reservation == 1
    assert record["answer"]["job"]["context"] == answer.contexts_["job"]


def test_a_refused_charge_leaves_nothing_computed(monkeypatch):
    class Empty(Witness):
        def reserve(self, *_arguments, **_named):
            raise BudgetError("epsilon 1 was asked, 0 is left")

    def forbidden(*_arguments):
        raise AssertionError

    monkeypatch.setattr(IntegerLaplace, "release_vector", forbidden)
    refused = learner(ledger=Empty())

    with pytest.raises(BudgetError):
        refused.fit(staff(30), SCHEMA)
    assert not hasattr(refused, "columns_")


def test_a_failure_after_the_charge_keeps_it_and_tells_no_cell(monkeypatch):
    def broken(*_arguments):
        raise ValueError("cell p7 is odd")

    monkeypatch.setattr(IntegerLaplace, "release_vector", broken)
    ledger = Witness()

    with pytest.raises(FailedError) as caught:
        learner(ledger=ledger).fit(staff(30), SCHEMA)

    assert "p7" not in str(caught.value)
    assert len(ledger.reserved) == 1
    assert not ledger.settled


def test_a_quote_equals_the_charge_and_charges_nothing():
    ledger = Witness()
    estimator = learner(ledger=ledger, delta="1e-6")

    assert estimator.quote(staff(30), SCHEMA) == ApproxDP(1, "1e-6")
    assert not ledger.reserved


@pytest.mark.parametrize("delta", [None, "1e-9"])
def test_without_noise_to_speak_of_the_distances_are_the_exact_ones(delta):
    frame, columns = staff(3000), ["job", "sector", "age"]
    kinds = {
        "job": Categorical(JOBS),
        "sector": SCHEMA["sector"].kind,
        "age": Numeric(0, 120, edges=(30, 60)),
    }
    exact = Dilca(context="K", k=2).fit(frame.select(columns), Schema(kinds))

    private = learner(epsilon=10**5, allow_large_epsilon=True, delta=delta, columns=columns, k=2)
    private.fit(frame, SCHEMA)

    for name in columns:
        assert private.contexts_[name] == exact.contexts_[name]
        np.testing.assert_allclose(private.distances_[name], exact.distances_[name], atol=0.005)


def test_null_cells_have_a_place_of_their_own_and_no_distance():
    frame = staff(3000).to_pandas()
    frame.loc[: len(frame) // 2, "job"] = None
    frame.loc[10:20, "grade"] = "never declared"
    exact = Dilca(context="K", k=1).fit(
        frame[["job", "sector"]],
        Schema({"job": Categorical(JOBS), "sector": SCHEMA["sector"].kind}),
    )

    private = learner(epsilon=10**5, allow_large_epsilon=True, columns=["job", "sector"], k=1).fit(
        frame, SCHEMA
    )

    assert private.categories_["job"] == list(JOBS)
    np.testing.assert_allclose(private.distances_["job"], exact.distances_["job"], atol=0.005)


def test_cells_that_do_not_apply_are_nulls_also_where_missing_ones_are_filled():
    schema = Schema(
        [
            Column("job", Categorical(JOBS, other=JOBS[0]), fill=JOBS[0], not_applicable=("none",)),
            Column("pay", Numeric(0, 9), fill="5", not_applicable=("-9",)),
        ]
    )
    frame = pa.table({"job": ["none", *JOBS, "spy"], "pay": [-9, -9, *range(len(JOBS))]})

    answer = learner(columns=["job", "pay"], k=1).fit(frame, schema)

    assert answer.categories_["job"] == list(JOBS)


def test_the_charge_of_many_digits_is_the_sum_of_all_of_them():
    epsilon = "0.1000000000000000000000000000000000001"

    answer = learner(epsilon=epsilon, per_attribute=True, columns=["job", "sector"]).fit(
        staff(40), SCHEMA
    )

    assert answer.loss_.as_dict() == {"epsilon": "0.2000000000000000000000000000000000002"}


def test_whatever_the_cells_are_form_charge_and_record_are_the_same():
    plain = staff(40)
    plain = plain.set_column(4, "age", plain["age"].cast(pa.string()))
    odd = pa.table({name: ["?"] * 40 for name in plain.column_names})
    odd = odd.set_column(1, "job", pa.array([None] * 40, pa.string()))
    ledgers = [Witness(), Witness()]

    first, second = (
        learner(ledger=ledger).fit(frame, SCHEMA)
        for ledger, frame in zip(ledgers, (plain, odd), strict=True)
    )

    assert first.record_ == second.record_
    assert first.categories_ == second.categories_
    assert ledgers[0].reserved[0][1:] == ledgers[1].reserved[0][1:]
    assert_distances(second)


def test_constant_identical_and_never_seen_values_are_like_any_other():
    frame = pa.table(
        {"x": ["a", "b"] * 20, "y": ["a", "b"] * 20, "one": ["a"] * 40, "z": ["a", "b"] * 20}
    )
    schema = Schema(
        {
            "x": Categorical(("a", "b", "never")),
            "y": Categorical(("a", "b")),
            "one": Categorical(("a",)),
            "z": Categorical(("a", "b")),
        }
    )

    for settings in ({}, {"delta": "1e-6"}):
        answer = learner(k=2, **settings).fit(frame, schema)
        assert_distances(answer)
        assert answer.distances_["one"].tolist() == [[0.0]]
        assert answer.distances_["x"].shape == (3, 3)


def test_a_thousand_levels_are_learned_and_ten_thousand_refused_before_the_charge():
    levels = tuple(f"v{i}" for i in range(1000))
    frame = pa.table({"x": ["v3", "v5"], "y": ["a", "b"], "z": ["a", "b"]})
    two = Categorical(("a", "b"))
    ledger = Witness()

    answer = learner(delta="1e-6").fit(
        frame, Schema({"x": Categorical(levels), "y": two, "z": two})
    )
    many = Categorical(tuple(f"v{i}" for i in range(10_000)))

    assert answer.distances_["x"].shape == (1000, 1000)
    with pytest.raises(ParameterError, match="columns must have at most 2000 levels, got 'x'"):
        learner(ledger=ledger).fit(frame, Schema({"x": many, "y": two, "z": two}))
    assert not ledger.reserved


def test_the_record_says_which_columns_were_left_out_and_that_nothing_is_hidden():
    answer = learner().fit(staff(50), SCHEMA)
    record = answer.as_dict()["record"]

    assert record["parameters"]["columns"] == ["job", "sector", "grade", "age", "country"]
    assert record["parameters"]["left_out"] == ["id", "note"]
    assert record["guarantee"] == "differential privacy"
    assert record["n_rows"] == 50
    assert record["schema"] == SCHEMA.fingerprint()
    assert "Left out, by role, kind or choice: id, note." in record["notes"]


def test_notes_warn_of_a_large_delta_and_of_a_schema_that_nobody_declared_public():
    private = Schema({"x": Categorical(("a", "b")), "y": Categorical(("a", "b"))})
    frame = pa.table({"x": ["a", "b"] * 50, "y": ["a", "b"] * 50})

    notes = " ".join(learner(delta="0.1").fit(frame, private).record_.notes)

    assert "not marked public" in notes
    assert "WARNING: delta 0.1 is above one over the number of rows" in notes


def test_a_fitted_estimator_keeps_no_record():
    frame = staff(50).set_column(6, "note", pa.array(["canary-8675309"] * 50))
    answer = learner(ledger=None)
    answer.ledger = Witness()

    saved = pickle.dumps(answer.fit(frame, SCHEMA))

    assert b"canary" not in saved
    assert b"p49" not in saved


def test_frames_of_every_kind_are_read_the_same():
    table, large = staff(500), {"epsilon": 10**6, "allow_large_epsilon": True}
    answers = [
        learner(**large).fit(frame, SCHEMA)
        for frame in (table, table.to_pandas(), pl.from_arrow(table))
    ]

    assert isinstance(table.to_pandas(), pd.DataFrame)
    for other in answers[1:]:
        for name, matrix in answers[0].distances_.items():
            np.testing.assert_allclose(other.distances_[name], matrix, atol=0.01)


def test_points_of_records_have_the_learned_distances():
    frame = staff(30)
    answer = learner().fit(frame, SCHEMA)

    points = answer.transform(frame)

    jobs = [answer.categories_["job"].index(job) for job in frame["job"].to_pylist()]
    width = answer.columns_["job"].coordinates.shape[1]
    gap = np.linalg.norm(points[0, :width] - points[1, :width])
    assert gap == pytest.approx(answer.distances_["job"][jobs[0], jobs[1]])


def test_transform_does_not_look_at_columns_that_were_not_learned():
    frame = staff(30).append_column("extra", pa.array(["?"] * 30))
    answer = learner(columns=["job", "age"]).fit(frame, SCHEMA)
    odd = frame.set_column(3, "grade", pa.array(["never declared"] * 30))

    assert np.array_equal(answer.transform(odd), answer.transform(frame))
    assert np.array_equal(answer.transform(frame.select(["age", "job"])), answer.transform(frame))


def test_transform_reads_cells_as_fit_does_and_matches_labels_by_name():
    answer = learner(columns=["job", "sector"]).fit(staff(30), SCHEMA)
    newcomers = pa.table({"job": ["nurse", "pilot"], "sector": ["other", "space"]})
    turned = Schema({"job": Categorical(JOBS[::-1]), "sector": SCHEMA["sector"].kind}, public=True)

    points = answer.transform(newcomers)

    width = answer.columns_["job"].coordinates.shape[1]
    assert np.array_equal(points[0, :width], answer.columns_["job"].coordinates[2])
    assert not points[1, :width].any()  # no `other` among the jobs: the mean of all
    assert np.array_equal(points[0, width:], points[1, width:])
    assert np.array_equal(answer.transform(newcomers, turned), points)


def test_a_ledger_that_counts_in_zcdp_is_charged_the_rho_that_is_spent(tmp_path):
    frame = staff(300)
    ledger = Ledger.create(tmp_path / "tight.db", composition="zcdp")
    digest = QueryTable.of(frame, SCHEMA).digest(ledger.data_set_key)
    ledger.register("staff", digest, epsilon=1, delta="1e-6")
    estimator = learner(epsilon="0.5", delta="1e-7", ledger=ledger)
    spent = rho_of(ApproxDP("0.5", "1e-7"))

    before = ledger.remaining("staff").rho
    assert estimator.quote(frame, SCHEMA) == spent
    answer = estimator.fit(frame, SCHEMA)

    assert answer.loss_ == answer.record_.loss == spent
    charged = before - ledger.remaining("staff").rho
    assert 0 <= charged - spent.rho < Decimal("1e-11")
    assert answer.record_.notes[-1].endswith("implies epsilon 0.5 at delta 0.0000001.")
    assert LearnedMetric.of(answer).loss == spent


def test_without_a_delta_a_ledger_that_counts_in_zcdp_is_charged_epsilon(tmp_path):
    ledger = Ledger.create(tmp_path / "tight.db", composition="zcdp")

    assert learner(ledger=ledger).quote(staff(9), SCHEMA) == PureDP(1)


def test_a_metric_made_of_it_tells_what_was_paid():
    metric = LearnedMetric.of(learner(delta="1e-6").fit(staff(30), SCHEMA))

    assert metric.loss == ApproxDP(1, "1e-6")


def test_parameters_are_stored_as_they_came():
    estimator = learner(delta="1e-6", columns=["job", "age"], k=2)

    assert estimator.get_params()["delta"] == "1e-6"
    assert clone(estimator).get_params()["columns"] == ["job", "age"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"epsilon": 0}, "epsilon must be a number above 0"),
        ({"epsilon": "nan"}, "epsilon must be a number above 0"),
        ({"epsilon": "1e-300"}, "epsilon must be at least 1E-12 for distances, got 1E-300"),
        ({"epsilon": 51}, "a number above 0 and at most 50, got 51; .*allow_large_epsilon"),
        ({"delta": 1}, "delta must be above 0 and below 1"),
        ({"k": 0}, "k must be a whole number of at least 1, got 0"),
        ({"n_bins": True}, "n_bins must be a whole number"),
        ({"n_bins": 10**30}, "n_bins must be at most 10,000, got 10000000000"),
        ({"selection_share": 1}, "selection_share must be above 0 and below 1, got 1"),
        ({"noise": "gauss"}, "noise must be one of auto, laplace, gaussian, got 'gauss'"),
        ({"noise": "gaussian"}, "delta must be given for noise='gaussian'"),
        ({"noise": "laplace", "delta": "1e-6"}, "delta must be left out for noise='laplace'"),
        ({"per_attribute": True, "delta": "1e-6"}, "delta must be left out for per_attribute"),
        ({"score": "su"}, "score must be one of auto, conditional_entropy, l1, got 'su'"),
        ({"per_attribute": 1}, "per_attribute must be True or False"),
        ({"allow_large": "no"}, "allow_large must be True or False"),
        ({"seed": 7}, "seed must be left out, got 7.*vicinage.testing"),
        ({"ledger": None}, r"ledger must be a Ledger, got None; Ledger.unlimited\(\)"),
        ({"columns": "job"}, "columns must be a list of column names"),
        ({"columns": ["job", "note"]}, "columns must leave out 'note', which is text"),
        ({"columns": ["job", "id"]}, "columns must leave out 'id', whose role is key"),
        ({"columns": ["job", "jobs"]}, "columns must name columns of the table, got 'jobs'"),
    ],
)
def test_refusals_come_before_the_charge_and_say_what_to_do(settings, message):
    ledger = Witness()

    with pytest.raises(ParameterError, match=message):
        DPDilca(**{"epsilon": 1, "ledger": ledger, **settings}).fit(staff(20), SCHEMA)

    assert not ledger.reserved


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Categorical(), "column 'x' must have declared categories or levels"),
        (Numeric(0, None), "column 'x' must have declared bounds, got no upper"),
    ],
)
def test_columns_without_a_public_domain_are_refused_with_the_fix(kind, message):
    frame = pa.table({"x": [1, 2], "y": ["a", "b"]})
    if isinstance(kind, Categorical):
        frame = frame.set_column(0, "x", pa.array(["1", "2"]))

    with pytest.raises(ParameterError, match=message):
        learner().fit(frame, Schema({"x": kind, "y": Categorical(("a", "b"))}))


def test_a_schema_is_required():
    with pytest.raises(ParameterError, match="schema must be declared for a private query"):
        learner().fit(staff(5))


def test_a_table_without_rows_is_refused():
    with pytest.raises(TableError, match="frame must have at least one column and one row"):
        learner().fit(staff(3).slice(0, 0), SCHEMA)


def test_amounts_are_exact_decimals():
    answer = learner(epsilon=0.1, per_attribute=True).fit(staff(20), SCHEMA)

    assert answer.loss_.epsilon == Decimal("0.5")
