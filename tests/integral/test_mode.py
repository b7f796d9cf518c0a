"""The most frequent category."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest

from vicinage import IntegralStatistics, Schema
from vicinage.errors import ParameterError
from vicinage.integral.diagnostics import fit_and_diagnose
from vicinage.integral.release import _of_group
from vicinage.integral.resampler import Resampler
from vicinage.privacy import RandomKey
from vicinage.schema import Categorical, Numeric, Ordinal

JOBS = ("cook", "driver", "nurse")
GRADES = ("low", "high")
SCHEMA = Schema(
    {"job": Categorical(JOBS), "grade": Ordinal(GRADES), "age": Numeric(0, 100)}, public=True
)


def staff(n, shares=(0.5, 0.3, 0.2), seed=3):
    rng = np.random.default_rng(seed)
    return pa.table(
        {
            "job": rng.choice(JOBS, n, p=shares),
            "grade": rng.choice(GRADES, n),
            "age": rng.integers(0, 100, n),
        }
    )


def mode_of(frame, name, **settings):
    asked = IntegralStatistics(**{"statistics": ["mode"], "columns": [name], "seed": 1, **settings})
    return asked.fit(frame, SCHEMA).results_["mode"]


def drawn_modes(frame, name, labels, resampling):
    """Each resample and its most frequent label, in the plainest way."""
    cells = sorted(frame[name].to_pylist(), key=labels.index)
    family = Resampler(key=_of_group(RandomKey.new(1), ""), n=len(cells), resampling=resampling)
    for number in range(1000):
        counts = family.counts(number)
        votes = Counter(
            {
                label: sum(int(c) for c, cell in zip(counts, cells, strict=True) if cell == label)
                for label in labels
            }
        )
        yield counts, max(labels, key=lambda label: votes[label])  # the first of several


@pytest.mark.parametrize("resampling", ["half", "bootstrap"])
@pytest.mark.parametrize(("name", "labels"), [("job", JOBS), ("grade", GRADES)])
def test_the_mode_is_what_most_resamples_say_and_fulfils_its_condition(name, labels, resampling):
    frame = staff(60)

    result = mode_of(frame, name, resampling=resampling)

    found = list(drawn_modes(frame, name, labels, resampling))
    votes = Counter(label for _, label in found)
    assert result.value == max(labels, key=lambda label: votes[label])
    assert result.cell == (result.value,)
    generators = {counts.tobytes() for counts, label in found if label == result.value}
    absent = sum(np.frombuffer(one, np.uint8) == 0 for one in generators)
    assert len(generators) >= 10
    assert absent.min() >= 10


def test_of_equally_frequent_categories_a_resample_says_the_first():
    two = pa.table({"job": ["nurse", "driver"] * 10, "grade": ["low"] * 20, "age": [1] * 20})

    votes = Counter(label for _, label in drawn_modes(two, "job", JOBS, "half"))
    tables = fit_and_diagnose(
        IntegralStatistics(statistics=["mode"], columns=["job"], seed=1), two, SCHEMA
    )

    assert {row["value"]: row["frequency"] for row in tables[0].rows} == votes
    assert votes["driver"] > votes["nurse"]


def test_where_no_category_recurs_enough_the_answer_says_so_and_nothing_fails():
    labels = tuple(f"v{i}" for i in range(400))
    schema = Schema({"x": Categorical(labels)})
    frame = pa.table({"x": labels})
    asked = IntegralStatistics(statistics=["mode"], columns=["x"], seed=1, k=25)

    (table,) = fit_and_diagnose(asked, frame, schema)

    result = asked.results_["mode"]
    assert (result.value, result.cell) == (None, ())
    assert result.note == "no information: no finer result qualifies"
    assert result.as_dict()["value"] is None
    assert "mode = any" in repr(result)
    assert "released" not in {row["status"] for row in table.rows}


def test_a_missing_cell_takes_no_part_and_groups_answer_by_themselves():
    frame = staff(200)
    jobs = frame["job"].to_pylist()
    jobs[:5] = [None] * 5
    frame = frame.set_column(0, "job", pa.array(jobs))

    plain = IntegralStatistics(statistics=["mode", "count"], columns=["job"], seed=1)
    grouped = IntegralStatistics(statistics=["mode"], columns=["job"], by="grade", seed=1)

    assert plain.fit(frame, SCHEMA).results_["count"].value == 195
    assert plain.results_["mode"].value == "cook"
    assert set(grouped.fit(frame, SCHEMA).results_) == set(GRADES)
    assert {one["mode"].value for one in grouped.results_.values()} == {"cook"}


def test_joint_modes_are_those_of_one_set_of_resamples():
    asked = IntegralStatistics(statistics=["mode"], columns=["job", "grade"], joint=True, seed=1)

    results = asked.fit(staff(300, shares=(0.8, 0.1, 0.1)), SCHEMA).results_

    assert results["job"]["mode"].value == "cook"
    assert results["grade"]["mode"].value in GRADES


def test_the_order_of_records_has_no_influence():
    frame = staff(100, shares=(0.34, 0.33, 0.33))
    shuffled = frame.take(np.random.default_rng(1).permutation(100))

    tables = [
        fit_and_diagnose(
            IntegralStatistics(statistics=["mode"], columns=["job"], seed=1), each, SCHEMA
        )
        for each in (frame, shuffled)
    ]

    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"statistics": ["mode", "mean"]}, "statistics must be of one kind, got the mode .* mean"),
        ({"columns": ["age"]}, "must be categorical or ordinal for the mode, got 'age', .*numeric"),
        ({"resolution": 0.1}, "resolution must be 'auto' for the mode, got 0.1"),
        ({"select": "accurate"}, "select must be 'private' for the mode"),
        ({"input_groups": 2}, "input_groups must be None for the mode"),
        ({"bounds": (0, 1)}, "bounds must be None for the mode"),
        ({"statistics": ["mean"]}, "must be numeric or dates, got 'job', .*ask for its mode"),
    ],
)
def test_what_has_no_meaning_for_categories_is_refused(settings, message):
    asked = {"statistics": ["mode"], "columns": ["job"], **settings}

    with pytest.raises(ParameterError, match=message):
        IntegralStatistics(**asked).fit(staff(50), SCHEMA)


def test_an_array_has_no_categories():
    with pytest.raises(ParameterError, match="must be one of a frame or a file for the mode"):
        IntegralStatistics(statistics=["mode"]).fit(np.arange(40))
