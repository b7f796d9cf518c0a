import dataclasses
import itertools
import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from support.places import Places
from vicinage import Categorical, Column, Ledger, Numeric, Ordinal, OutlierCount, Schema, Text
from vicinage.errors import BudgetError, FailedError, LedgerError, ParameterError
from vicinage.mechanisms import IntegerLaplace, SmoothLaplace
from vicinage.outliers import exact_outlier_counts
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.profile import sensitivity_profile
from vicinage.table import QueryTable

WIDE = Schema({"x": Numeric(0, 100), "y": Numeric(0, 100)}, public=True)
PEOPLE = pa.table({"x": [1, 2, 3, 1, 2, 3, 1, 2, 3, 90], "y": [5, 5, 5, 5, 5, 5, 5, 5, 5, 5]})


def counter(**changed):
    settings = {
        "columns": ["x"],
        "min_neighbors": 2,
        "radius": 0.05,
        "epsilon": "0.5",
        "ledger": Ledger.unlimited(),
    }
    return OutlierCount(**settings | changed)


@pytest.fixture
def ledger(tmp_path):
    made = Ledger.create(tmp_path / "budget.db")
    digest = QueryTable.of(PEOPLE, WIDE).digest(made.data_set_key)
    made.register("people", digest, epsilon="1", delta="0.01")
    return made


def left(ledger):
    return ledger.remaining("people").epsilon


# The charge.


def test_a_count_is_charged_once(ledger):
    answer = counter(ledger=ledger, epsilon="0.3").fit(PEOPLE, schema=WIDE)

    assert isinstance(answer.count_, int)
    assert left(ledger) == Decimal("0.7")
    assert answer.loss_.as_dict() == {"epsilon": "0.3"} == answer.record_["loss"]


def test_several_counts_in_one_request_share_its_total(ledger):
    several = counter(
        columns=["x"], min_neighbors=[1, 2, 3], radius=15, scaling="none", epsilon="0.9",
        ledger=ledger,
    )  # fmt: skip

    quoted = several.quote(PEOPLE, schema=WIDE)
    assert (quoted.epsilon, left(ledger)) == (Decimal("0.9"), 1)
    several.fit(PEOPLE, schema=WIDE)

    assert [type(count) for count in several.count_] == [int, int, int]
    assert left(ledger) == Decimal("0.1")
    assert several.record_["parameters"]["shares"] == [{"epsilon": "0.3"}] * 3


@pytest.mark.parametrize("parts", range(1, 8))
def test_shares_are_decimals_whose_sum_is_the_charge(parts):
    several = counter(min_neighbors=[2] * parts, epsilon="0.7").fit(PEOPLE, schema=WIDE)

    shares = [Fraction(share["epsilon"]) for share in several.record_["parameters"]["shares"]]
    assert sum(shares) == Fraction("0.7")
    assert max(shares) - min(shares) <= Fraction(1, 10**12)


def test_smooth_is_charged_its_delta_and_auto_leaves_it(ledger):
    smooth = counter(ledger=ledger, mechanism="smooth", delta="0.001", epsilon="0.25")
    smooth.fit(PEOPLE, schema=WIDE)
    assert ledger.remaining("people").delta == Decimal("0.009")

    pure = counter(ledger=ledger, delta="0.001", epsilon="0.25").fit(PEOPLE, schema=WIDE)

    assert ledger.remaining("people").delta == Decimal("0.009")
    assert any("delta was left unspent" in note for note in pure.record_["notes"])


def test_a_count_that_does_not_fit_is_refused_and_leaves_no_trace(ledger):
    before = ledger.entries()

    with pytest.raises(BudgetError):
        counter(ledger=ledger, epsilon="1.5").fit(PEOPLE, schema=WIDE)

    assert left(ledger) == 1
    assert ledger.entries() == before


def test_a_table_that_is_not_registered_is_refused(ledger):
    other = PEOPLE.slice(1)

    with pytest.raises(LedgerError, match="regist"):
        counter(ledger=ledger).fit(other, schema=WIDE)

    assert left(ledger) == 1


def test_a_failure_after_the_charge_stays_charged_and_tells_no_cell(ledger, monkeypatch):
    def broken(*_, **__):
        raise ValueError("8675309")

    monkeypatch.setattr("vicinage.outliers.count_mechanism.sensitivity_profile", broken)
    failing = counter(ledger=ledger, epsilon="0.3")

    with pytest.raises(FailedError, match=r"after its charge, which stays: ValueError$") as caught:
        failing.fit(PEOPLE, schema=WIDE)

    assert caught.value.__cause__ is None
    assert left(ledger) == Decimal("0.7")
    assert not hasattr(failing, "count_")


# What is refused, before any charge.

REFUSALS = {
    "epsilon 0": ({"epsilon": 0}, "epsilon must be a number above 0"),
    "epsilon negative": ({"epsilon": -1}, "epsilon must be a number above 0"),
    "epsilon nan": ({"epsilon": math.nan}, "epsilon must be a number above 0"),
    "epsilon inf": ({"epsilon": math.inf}, "epsilon must be a number above 0"),
    "epsilon beyond floats": ({"epsilon": "1e400"}, "epsilon must be a number above 0"),
    "epsilon empty": ({"epsilon": ""}, "epsilon must be a number above 0"),
    "epsilon word": ({"epsilon": "abc"}, "epsilon must be a number above 0"),
    "epsilon large by a word": ({"allow_large_epsilon": "no"}, "epsilon must be True or False"),
    "epsilon large": ({"epsilon": 1000}, "a number above 0 and at most 50, got 1000"),
    "delta for pure": ({"delta": 0.1, "mechanism": "global"}, "delta must be left out"),
    "delta missing": ({"mechanism": "smooth"}, "delta must be given for mechanism 'smooth'"),
    "delta 1": ({"delta": 1}, "delta must be above 0 and below 1"),
    "mechanism": ({"mechanism": "best"}, "mechanism must be one of auto, global, smooth, inverse"),
    "scaling": ({"scaling": "minmax"}, "scaling must be one of bounds, none, got 'minmax'"),
    "k 0": ({"min_neighbors": 0}, "min_neighbors must be a whole number of at least 1, got 0"),
    "k list": ({"min_neighbors": [2, 2.5]}, "min_neighbors must be a whole number"),
    "k empty": ({"min_neighbors": []}, "min_neighbors must be a whole number"),
    "k true": ({"min_neighbors": True}, "min_neighbors must be a whole number"),
    "k n": ({"min_neighbors": 10}, "min_neighbors must be below the number of rows, got .* n = 10"),
    "radius 0": ({"radius": 0}, "radius must be a finite number above 0, got 0"),
    "radius nan": ({"radius": math.nan}, "radius must be a finite number above 0"),
    "radius in percent": ({"radius": 5}, "radius must be at most 1 with scaling='bounds', got 5"),
    "radius tiny": ({"radius": 1e-7}, "radius must be at least 1e-06, a millionth"),
    "radius tiny in units": ({"radius": 5e-5, "scaling": "none"}, "radius must be at least 0.0001"),
    "radius huge": ({"radius": 1e200}, "radius must be from 1e-90 to 1e[+]90, got 1e[+]200"),
    "radius at the edge": ({"radius": 1e100}, "radius must be from 1e-90 to 1e[+]90"),
    "radius minute": ({"radius": 1e-111, "scaling": "none"}, "radius must be from 1e-90"),
    "radius no float": ({"radius": 10**400}, "radius must be a finite number above 0"),
    "columns nested": ({"columns": [["x"]]}, "columns must be a list of column names"),
    "columns text": ({"columns": "x"}, r"columns must be a list .* did you mean \['x'\]"),
    "columns none": ({"columns": []}, "columns must be a list of column names"),
    "columns twice": ({"columns": ["x", "x"]}, "columns must name each column once"),
    "columns typing": ({"columns": ["X"]}, 'columns must be in the schema, got \'X\'; .*mean "x"'),
    "clamp": ({"clamp": 1}, "clamp must be True or False, got 1"),
    "seed": ({"seed": 7}, "seed must be left out, got 7; .* vicinage.testing.Simulated"),
    "ledger": ({"ledger": None}, r"ledger must be a Ledger, got None; Ledger.unlimited\(\)"),
}  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), REFUSALS.values(), ids=REFUSALS)
def test_wrong_parameters_are_refused_before_anything(changed, message, ledger):
    refused = counter(**{"ledger": ledger, **changed})

    with pytest.raises(ParameterError, match=message):
        refused.fit(PEOPLE, schema=WIDE)

    assert left(ledger) == 1


@pytest.mark.parametrize("settings", [{}, {"mechanism": "smooth", "delta": "1e-6"}])
def test_an_epsilon_too_small_for_a_mechanism_is_refused_with_one_that_takes_it(settings, ledger):
    tiny = {"ledger": ledger, "epsilon": "1e-6", "min_neighbors": [1, 2], **settings}

    with pytest.raises(
        ParameterError, match=r"epsilon must be at least 0\.000001 for each count by "
    ):
        counter(**tiny).fit(PEOPLE, schema=WIDE)

    assert left(ledger) == 1
    taken = counter(**{**tiny, "mechanism": "global", "delta": None}).fit(PEOPLE, schema=WIDE)
    assert len(taken.count_) == 2


def test_a_large_epsilon_must_be_asked_for_by_name():
    answer = counter(epsilon=1000, allow_large_epsilon=True).fit(PEOPLE, schema=WIDE)

    assert answer.count_ == 1


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (Text(), "which is text: texts have no distance"),
        (Categorical(("a", "b")), "which is categorical: categories have no public distance"),
        (Numeric(), "must have declared bounds, got no lower and no upper; declare"),
        (Ordinal(("one",)), "must have more than one possible value, but 'z' has one level"),
    ],
    ids=["text", "categorical", "no bounds", "one level"],
)
def test_a_column_without_a_public_distance_is_refused_with_the_reason(kind, reason):
    number = isinstance(kind, Numeric)
    table = pa.table({"z": [1, 2, 3] if number else ["one", "a", "b"]})

    with pytest.raises(ParameterError, match=reason):
        counter(columns=["z"], min_neighbors=1).fit(table, schema=Schema({"z": kind}))


def test_bounds_that_no_share_can_divide_are_refused():
    table, schema = pa.table({"x": [0.0, 0.0, None]}), Schema({"x": Numeric(0, 5e-324)})

    with pytest.raises(ParameterError, match="'x' has bounds that halves cannot tell apart"):
        counter(min_neighbors=1).fit(table, schema=schema)


def test_a_key_and_a_missing_schema_are_refused():
    keyed = Schema([Column("x", Numeric(0, 100), role="key"), Column("y", Numeric(0, 100))])

    with pytest.raises(ParameterError, match="columns must leave out 'x', whose role is key"):
        counter().fit(PEOPLE, schema=keyed)
    with pytest.raises(ParameterError, match="schema must be declared"):
        counter().fit(PEOPLE)


# Exact values behind the noise.


def test_the_noise_lies_around_the_count_of_a_naive_loop():
    generator = np.random.default_rng(3)
    points = generator.integers(0, 12, size=(60, 2))
    table = pa.table({"x": points[:, 0], "y": points[:, 1]})
    naive = sum(
        sum(((a - b) ** 2).sum() <= 2 * 4 for j, b in enumerate(points) if j != i) < 6
        for i, a in enumerate(points)
    )
    settings = {"columns": ["x", "y"], "min_neighbors": 6, "radius": 2, "scaling": "none"}

    exact = exact_outlier_counts(table, WIDE, **settings)
    for mechanism in ("auto", "global", "inverse"):
        certain = counter(
            **settings, mechanism=mechanism, epsilon=10**6, allow_large_epsilon=True
        ).fit(table, schema=WIDE)
        assert certain.count_ == naive
    assert exact == [naive]
    assert 0 < naive < 60


def test_scaling_by_bounds_equals_units_divided_by_the_range():
    in_units = exact_outlier_counts(
        PEOPLE, WIDE, columns=["x"], min_neighbors=4, radius=1, scaling="none"
    )
    as_share = exact_outlier_counts(PEOPLE, WIDE, columns=["x"], min_neighbors=4, radius=0.01)

    assert in_units == as_share == [1]


@pytest.mark.parametrize("scaling", ["bounds", "none"])
def test_records_a_radius_apart_on_paper_are_neighbours_whatever_floats_say(scaling):
    tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]  # 0.4 - 0.3 > 0.1 in float64
    table, schema = pa.table({"x": tenths}), Schema({"x": Numeric(0, 1)})

    counts = exact_outlier_counts(
        table, schema, columns=["x"], min_neighbors=[1, 2, 3], radius=0.1, scaling=scaling
    )

    assert counts == [0, 2, 7]


def test_identical_rows_are_no_outliers():
    table = pa.table({"age": [40] * 6})

    counts = exact_outlier_counts(
        table, Schema({"age": Numeric(0, 120)}), columns=["age"], min_neighbors=2, radius=1,
        scaling="none",
    )  # fmt: skip

    assert counts == [0]


# The guarantee, computed exactly through the estimator's own steps.

ROWS, K = 5, 2
IN_UNITS = {"radius": 1, "scaling": "none"}
# Three jobs, of which two pairs are half a range apart, as two steps of the number are; with the
# number three coordinates, so that this is exactly the radius.
WITH_JOBS = {
    "radius": 0.5 / math.sqrt(3),
    "metric": Places({"job": {"cook": (0.0, 0.0), "driver": (0.3, 0.4), "nurse": (0.6, 0.0)}}),
}
GRIDS = {
    "one column": (
        Schema({"x": Numeric(0, 4)}), [(None,), (-3,), (1,), (2,), (3,), (9,)], ROWS, IN_UNITS,
    ),
    "two columns": (
        Schema({"x": Numeric(0, 4), "y": Numeric(0, 4)}),
        [(0, 0), (0, 1), (1, 1), (1, None), (2, 0), (4, 4)],
        4,
        IN_UNITS,
    ),
    "categories and a number": (
        Schema({"job": Categorical(("cook", "driver", "nurse")), "x": Numeric(0, 4)}),
        [("cook", 0), ("driver", 0), ("nurse", 0), ("cook", 2), ("pilot", 0), ("driver", 4)],
        4,
        WITH_JOBS,
    ),
    "categories alone": (
        Schema({"job": Categorical(("cook", "driver", "nurse"))}),
        [("cook",), ("driver",), ("nurse",), (None,)],
        6,
        {**WITH_JOBS, "radius": 0.5 / math.sqrt(2)},
    ),
}  # fmt: skip


def laws(schema, places, rows, settings):
    """The exact law of the answer for every table of a small world."""
    asked = counter(columns=list(schema.names), min_neighbors=K, **settings)
    types = [pa.string() if isinstance(c.kind, Categorical) else pa.int64() for c in schema]
    found = {}
    for table in itertools.combinations_with_replacement(range(len(places)), rows):
        cells = zip(*(places[place] for place in table), strict=True)
        columns = [pa.array(c, kind) for c, kind in zip(cells, types, strict=True)]
        frame = pa.table(columns, list(schema.names))
        private = QueryTable.of(frame, schema)
        measurement, (mechanism,) = asked._plan(private, asked._check())
        found[table] = law(mechanism, measurement.points(private), measurement.reach)
    return found


def law(mechanism, points, reach):
    support, noise = np.arange(-400, 401), mechanism.noise
    if isinstance(noise, IntegerLaplace):
        return noise.distribution(count_of(degrees(points, reach, cap=K), K), support)
    t_max = noise.t_max(mechanism.sensitivity)
    count, profile = (part.reveal() for part in sensitivity_profile(points, reach, K, t_max=t_max))
    if isinstance(noise, SmoothLaplace):
        return noise.distribution(count, profile, support)
    return noise.distribution(count, profile)


def neighbours(tables, n_places):
    for table in tables:
        for i, place in itertools.product(range(len(table)), range(n_places)):
            other = tuple(sorted((*table[:i], place, *table[i + 1 :])))
            if other != table:
                yield table, other


@pytest.mark.parametrize("world", GRIDS)
@pytest.mark.parametrize("mechanism", ["smooth-inverse", "inverse", "global", "smooth"])
def test_neighbouring_tables_give_laws_within_the_charge(mechanism, world):
    schema, places, rows, settings = GRIDS[world]
    epsilon, delta = 1.0, 0.01 if mechanism == "smooth" else 0.0

    settings = {**settings, "mechanism": mechanism, "epsilon": epsilon, "delta": delta or None}
    found = laws(schema, places, rows, settings)

    checked = 0
    for table, other in neighbours(found, len(places)):
        excess = np.maximum(found[table] - math.exp(epsilon) * found[other], 0)
        assert excess.sum() <= delta + 1e-12
        checked += 1
    assert checked > 700
    assert any(abs(found[a] - found[b]).sum() > 0.05 for a, b in itertools.pairwise(found))


# No oracle: whatever the cells are, the answer has the same form, charge and record.

HOSTILE = {
    "usual": [1, 2, 3, 1, 2, 3, 1, 2, 3, 90],
    "all null": [None] * 10,
    "infinite": [math.inf, -math.inf] * 5,
    "nan": [math.nan] * 10,
    "duplicates": [7] * 10,
    "far outside": [1e308, -1e308] * 5,
    "text": ["seven", "", "x", "1", "2", "3", "-", "?", "n/a", "1e999"],
    "mixed": ["seven", 1, None, 2.5, True, b"1", "", "1", 10**40, math.inf],
}


@pytest.mark.parametrize("mechanism", ["auto", "global", "smooth"])
def test_no_cell_changes_the_form_of_the_answer(mechanism):
    records = []
    for cells in HOSTILE.values():
        frame = pd.DataFrame({"x": pd.Series(cells, dtype=object), "y": [5.0] * 10})
        asked = counter(
            columns=["x", "y"], mechanism=mechanism, delta="0.01" if mechanism == "smooth" else None
        ).fit(frame, schema=WIDE)
        assert type(asked.count_) is int
        records.append(asked.record_)

    assert all(record == records[0] for record in records)


def test_null_rows_stay_in_n_and_are_never_outliers():
    table = pa.table({"x": [1, 2, 3, None, None], "y": [1, 1, 1, 1, 1]})

    counts = exact_outlier_counts(table, WIDE, columns=["x"], min_neighbors=[1, 3], radius=0.02)
    answer = counter(min_neighbors=1).fit(table, schema=WIDE)

    assert counts == [0, 3]
    assert answer.record_["n_rows"] == 5


def test_a_fitted_estimator_keeps_no_cell():
    canary = 8675.309
    schema = Schema({"x": Numeric(0, 10**4)})
    table = pa.table({"x": [canary] * 50})

    saved = pickle.dumps(counter(mechanism="global").fit(table, schema=schema))

    assert np.float64(canary).tobytes() not in saved
    assert np.array(canary, dtype=">f8").tobytes() not in saved
    assert b"8675" not in saved


# What an answer says.


def test_the_record_says_what_a_reader_needs(monkeypatch):
    answer = counter(mechanism="global", epsilon=1).fit(PEOPLE, schema=WIDE)

    record = answer.record_
    assert record["relation"] == "replace-one"
    assert record["parameters"]["bounds"] == {"x": [0.0, 100.0]}
    assert record["mechanism"] == "global: integer Laplace noise of scale 5"
    # 2 k + 1 = 5 at epsilon 1: the discrete Laplace law of scale 5 exceeds 15 with a chance of 4 %
    assert record["accuracy"] == "within 15 of the exact count with a chance of at least 95 %"
    assert record["notes"] == []


def test_mechanisms_whose_error_depends_on_the_data_state_no_accuracy():
    for settings in ({}, {"mechanism": "inverse"}, {"mechanism": "smooth", "delta": "0.01"}):
        assert counter(**settings).fit(PEOPLE, schema=WIDE).record_["accuracy"] is None


def test_a_delta_above_one_row_and_a_schema_that_is_not_public_are_noted():
    private = Schema(WIDE.columns)

    answer = counter(mechanism="smooth", delta="0.2").fit(PEOPLE, schema=private)

    notes = answer.record_["notes"]
    assert any(note.startswith("WARNING: delta 0.2 is above one over") for note in notes)
    assert any("not marked public" in note for note in notes)


def test_raw_answers_leave_the_range_of_counts_and_clamped_ones_do_not():
    table = pa.table({"x": [7, 8, 9, 9, 8, 7, 7, 8, 9, 8]})
    schema = Schema({"x": Numeric(0, 100)}, public=True)
    settings = {"min_neighbors": 2, "radius": 3, "scaling": "none", "epsilon": "0.2"}

    for mechanism, delta in (("global", None), ("smooth", "0.001")):
        asked = counter(**settings, mechanism=mechanism, delta=delta)
        raw = [asked.fit(table, schema=schema).count_ for _ in range(2000)]
        asked.set_params(clamp=True)
        clamped = [asked.fit(table, schema=schema).count_ for _ in range(100)]

        assert {type(count) for count in raw} == {int}
        assert min(raw) < 0
        assert max(raw) > 10
        # Four standard errors: a false alarm in 1 of 16,000 runs.
        assert abs(np.mean(raw)) <= 4 * np.std(raw) / math.sqrt(2000)
        assert 0 <= min(clamped) <= max(clamped) <= 10
        assert any("biases" in note for note in asked.record_["notes"])
    inverse = counter(**settings, mechanism="inverse")
    assert all(0 <= inverse.fit(table, schema=schema).count_ <= 10 for _ in range(200))


def test_parameters_are_those_of_scikit_learn():
    asked = counter(min_neighbors=[2, 3])

    assert asked.get_params()["min_neighbors"] == [2, 3]
    assert asked.set_params(radius=0.2).radius == 0.2
    assert dataclasses.is_dataclass(asked.fit(PEOPLE, schema=WIDE).loss_)
