"""The private counterparts of the statistics."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from vicinage import Column, Ledger, Numeric, Schema
from vicinage.errors import BudgetError, LedgerError, ParameterError
from vicinage.integral import DPStatistics, dp_answers
from vicinage.integral.dp_answers import PrivateColumn
from vicinage.mechanisms import IntegerLaplace, NoisyMax
from vicinage.privacy import PureDP, Released
from vicinage.schema import Categorical
from vicinage.table import QueryTable

ALL = ["sum", "mean", "median", "variance", "sd", "iqr", "min", "max", "quantile:0.9"]
SCHEMA = Schema([Column("age", Numeric(0, 120), fill="40"), Column("job", Categorical(("a",)))],
    public=True)  # fmt: skip
AGES = np.random.default_rng(4).normal(45, 15, 4000).clip(0, 120)
PEOPLE = pa.table({"age": AGES, "job": ["a"] * AGES.size})


def asked(**changed):
    settings = {
        "statistics": ALL,
        "column": "age",
        "epsilon": "0.9",
        "ledger": Ledger.unlimited(),
    }
    return DPStatistics(**settings | changed)


# The guarantee, on every table of a small world.

PLACES = (0.0, 0.3, 0.5, 0.501, 1.0)


def worlds(rows):
    return list(itertools.combinations_with_replacement(PLACES, rows))


def neighbours(rows):
    for table in worlds(rows):
        for i, place in itertools.product(range(rows), PLACES):
            other = tuple(sorted((*table[:i], place, *table[i + 1 :])))
            if other > table:
                yield table, other


def column_of(table):
    return PrivateColumn.of(np.array(table), 0.0, 1.0)


@pytest.mark.parametrize("rows", [2, 3, 5])
@pytest.mark.parametrize("name", ["mean", "variance"])
def test_no_replacement_moves_what_gets_noise_by_more_than_the_sensitivity(name, rows, monkeypatch):
    handed = []

    class Witness(IntegerLaplace):
        def release(self, count):
            handed.append((count.reveal(), self.sensitivity))
            return Released(0, self.loss)

    monkeypatch.setattr(dp_answers, "IntegerLaplace", Witness)
    found = {}
    for table in worlds(rows):
        getattr(column_of(table), name)(PureDP(1))
        found[table] = handed.pop()

    moves = [abs(found[a][0] - found[b][0]) for a, b in neighbours(rows)]
    (sensitivity,) = {sensitivity for _, sensitivity in found.values()}
    assert max(moves) <= sensitivity
    assert max(moves) >= sensitivity - 1  # reached, but for rounding down
    # The noise starts from the statistic itself.
    for table, (exact, _) in found.items():
        expected = np.mean(table) if name == "mean" else np.var(table, ddof=1)
        assert exact / (2**20 * rows) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_the_laws_of_a_quantile_for_neighbouring_tables_are_within_its_loss(share):
    mechanism = NoisyMax(sensitivity=1, loss=PureDP(1))
    laws = {
        table: mechanism.distribution(column_of(table)._closeness(share)) for table in worlds(4)
    }

    checked = 0
    for a, b in neighbours(4):
        for one, other in ((laws[a], laws[b]), (laws[b], laws[a])):
            assert (one <= math.e * other * (1 + 1e-9)).all()
            checked += 1
    assert checked > 300
    assert max(abs(laws[a] - laws[b]).max() for a, b in neighbours(4)) > 1e-4


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 0.5, 0.7, 0.9, 1.0])
@pytest.mark.parametrize("rows", [1, 7, 10, 30])
def test_the_cell_of_the_order_statistic_scores_best(share, rows):
    values = np.random.default_rng(rows).random(rows)
    rank = max(1, math.ceil(Fraction(str(share)) * rows))

    scores = column_of(values)._closeness(share)

    best = np.sort(values)[rank - 1]
    assert np.flatnonzero(scores == 0).tolist() == [min(int(round(best * 2**20) // 1024), 1023)]


# Answers.


def test_with_much_to_spend_the_answers_are_those_of_the_plain_statistics():
    sure = asked(epsilon=10**6, allow_large_epsilon=True)

    results = sure.fit(PEOPLE, SCHEMA).results_

    cell = 120 / 1024
    assert results["mean"] == pytest.approx(AGES.mean(), abs=1e-3)
    assert results["sum"] == pytest.approx(AGES.sum(), rel=1e-4)
    assert results["variance"] == pytest.approx(AGES.var(ddof=1), abs=0.01)
    assert results["sd"] == pytest.approx(AGES.std(ddof=1), abs=1e-3)
    quantiles = {"median": 0.5, "min": 0, "max": 1, "quantile:0.9": 0.9}
    for name, share in quantiles.items():
        exact = np.quantile(AGES, share, method="inverted_cdf")
        assert results[name] == pytest.approx(exact, abs=cell / 2 + 1e-3)
    assert results["iqr"] == pytest.approx(np.subtract(*np.quantile(AGES, [0.75, 0.25])), abs=cell)


def test_many_records_have_squares_that_are_added_exactly():
    values = np.tile([0.0, 1.0], 2**20 + 5)  # more than one chunk

    assert column_of(values).variance(PureDP(50)) == pytest.approx(0.25, abs=1e-4)


def test_at_a_usual_price_means_are_near_and_scatter_as_their_noise():
    # Integer Laplace noise of scale 120 / (4000 epsilon) has a standard deviation of sqrt(2) of it.
    # The mean of 1000 draws leaves 4 standard errors in 1 of 16,000 runs. The standard deviation
    # of heavy tails has a standard error of 3.5 %: 20 % is left about as rarely, and a scale that
    # is wrong by a half or more is never taken.
    column = PrivateColumn.of(AGES, 0.0, 120.0)
    draws = np.array([column.mean(PureDP("0.1")) for _ in range(1000)])

    noise = math.sqrt(2) * 120 / (4000 * 0.1)
    assert abs(draws.mean() - AGES.mean()) <= 4 * noise / math.sqrt(1000)
    assert 0.8 * noise < draws.std() < 1.2 * noise


def test_one_request_is_one_charge_whose_shares_add_up(tmp_path):
    ledger = Ledger.create(tmp_path / "budget.db")
    table = QueryTable.of(PEOPLE, SCHEMA)
    ledger.register("people", table.digest(ledger.data_set_key), epsilon=1)

    answer = asked(ledger=ledger).fit(PEOPLE, schema=SCHEMA)

    assert ledger.remaining("people").epsilon == Decimal("0.1")
    assert answer.loss_ == PureDP("0.9")
    record = answer.record_
    assert list(answer.results_) == record["parameters"]["statistics"] == ALL
    assert sum(Fraction(each["epsilon"]) for each in record["parameters"]["shares"]) == Fraction(
        9, 10
    )
    assert (record["relation"], record["n_rows"]) == ("replace-one", 4000)
    assert ledger.entries()[-1].content["record"]["answer"] == answer.results_
    with pytest.raises(BudgetError):
        asked(ledger=ledger).fit(PEOPLE, schema=SCHEMA)
    with pytest.raises(LedgerError, match="must be registered"):
        asked(ledger=ledger).fit(PEOPLE.slice(1), schema=SCHEMA)
    assert ledger.remaining("people").epsilon == Decimal("0.1")


HOSTILE = {
    "usual": [1, 2, 3, 4, 5, 90],
    "missing": [None] * 6,
    "infinite": [math.inf, -math.inf] * 3,
    "far outside": [1e308, -1e308] * 3,
    "text": ["seven", "", "x", "1", "-", "1e999"],
    "mixed": ["seven", 1, None, True, b"1", 10**40],
}


def test_no_cell_changes_the_form_of_the_answer():
    records = []
    for cells in HOSTILE.values():
        frame = pd.DataFrame({"age": pd.Series(cells, dtype=object), "job": ["a"] * 6})
        answer = asked().fit(frame, SCHEMA)
        assert all(
            type(value) is float and math.isfinite(value) for value in answer.results_.values()
        )
        records.append(answer.record_)

    assert all(record == records[0] for record in records)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"epsilon": 0}, "epsilon must be a number above 0"),
        (
            {"statistics": ["count"]},
            "statistics must be sum, .* got count; the number of",
        ),
        ({"statistics": [np.ptp]}, "statistics must be sum, .* got ptp; .* known sensitivity"),
        ({"statistics": ["mode"]}, "statistics must be sum, .* got mode"),
        ({"statistics": []}, "statistics must name at least one"),
        ({"column": "agee"}, "column must be in the schema, got 'agee'; did you mean \"age\""),
        ({"column": "job"}, "column must be numeric, got 'job', which is categorical"),
        ({"ledger": None}, "ledger must be a Ledger, got None"),
    ],
)
def test_wrong_parameters_are_refused(changed, message):
    with pytest.raises(ParameterError, match=message):
        asked(**changed).fit(PEOPLE, SCHEMA)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (Column("x", Numeric(0, 9)), "column must have a declared fill, got none for 'x'"),
        (Column("x", Numeric(), fill="1"), "must have declared bounds, got no lower and no upper"),
        (
            Column("x", Numeric(0, 9), fill="1", not_applicable=("-9",)),
            "column must have a value in every record, got 'x', which declares cells that do not",
        ),
        (Column("x", Numeric(0, 1e150), fill="1"), "bounds that are apart and below 1e[+]100"),
    ],
)
def test_a_column_that_declares_too_little_is_refused(column, message):
    with pytest.raises(ParameterError, match=message):
        asked(column="x").fit(pa.table({"x": [1.0, 2.0]}), Schema([column]))


def test_one_row_has_no_spread():
    with pytest.raises(ParameterError, match="frame must have at least 2 rows, got 1"):
        asked().fit(PEOPLE.slice(0, 1), SCHEMA)
