import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vicinage.errors import ParameterError, TableError
from vicinage.evaluation import evaluate
from vicinage.evaluation._kernels import guess_chances, link_chances
from vicinage.masking import RWN, Microaggregation, NoiseAddition, RankSwapping
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Schema, Text
from vicinage.table import Table

ATTACKS = ["singling_out_univariate", "singling_out_multivariate", "linkability"]


def people(n, seed=1):
    rng = np.random.default_rng(seed)
    size = rng.normal(size=n)
    return pd.DataFrame(
        {
            "age": rng.integers(18, 90, n),
            "pay": np.round(np.exp(7 + 0.5 * size + 0.3 * rng.normal(size=n)), 2),
            "tall": 170 + 8 * size + 3 * rng.normal(size=n),
            "town": rng.choice(list("ABCDEFGH"), n),
            "sex": rng.choice(["F", "M"], n),
        }
    )


ORIGINAL, HOLDOUT, FRESH = people(300), people(300, seed=2), people(300, seed=3)


def judged(released=FRESH, *, original=ORIGINAL, holdout=HOLDOUT, **options):
    return evaluate(original, released, holdout=holdout, **{"n_attacks": 200, **options})


def by_name(outcome):
    return {(one.scenario.attack, *one.scenario.sought[:1]): one for one in outcome.attacks}


# Few different cells, so that ties and missing cells are the rule.
small = st.sampled_from([0.0, 1.0, 2.0, math.nan])
sides = st.tuples(*(arrays(np.float64, (n, 3), elements=small) for n in (4, 6)))


def gower(query, point, numeric):
    gaps = [
        abs(a - b) if c < numeric else float(a != b)
        for c, (a, b) in enumerate(zip(query, point, strict=True))
        if not (math.isnan(a) or math.isnan(b))
    ]
    return sum(gaps) / len(gaps) if gaps else math.inf


def nearest(query, points, numeric):
    distances = [gower(query, point, numeric) for point in points]
    least = min(distances)
    return {j for j, d in enumerate(distances) if d == least and least < math.inf}


@settings(max_examples=60)
@given(first=sides, second=sides, numeric=st.integers(0, 3))
def test_links_are_those_of_all_pairs(first, second, numeric):
    expected = []
    for a, b in zip(first[0], second[0], strict=True):
        one, two = nearest(a, first[1], numeric), nearest(b, second[1], 1)
        expected.append(len(one & two) / (len(one) * len(two)) if one and two else 0.0)

    found = link_chances(first[0], first[1], numeric, second[0], second[1], 1)

    np.testing.assert_allclose(found, expected)


@settings(max_examples=60)
@given(cells=sides, answers=arrays(np.float64, 4, elements=st.sampled_from([0.0, 1.0])),
       secrets=arrays(np.float64, 6, elements=small), numeric=st.integers(0, 3))  # fmt: skip
def test_guesses_are_those_of_all_pairs(cells, answers, secrets, numeric):
    expected = []
    for query, answer in zip(cells[0], answers, strict=True):
        found = nearest(query, cells[1], numeric)
        right = [abs(secrets[j] - answer) <= 0.5 for j in found]
        expected.append(np.mean(right) if right else 0.0)

    found = guess_chances(cells[0], cells[1], numeric, answers, secrets, 0.5)

    np.testing.assert_allclose(found, expected)


def test_distances_that_differ_by_rounding_are_equal():
    query = np.array([[0.0, 0.0]])
    points = np.array([[0.3, 0.0], [0.1, 0.2], [0.9, 0.9]])  # 0.1 + 0.2 is above 0.3 in floats

    for rows in ([0, 1, 2], [1, 0, 2]):
        answers = np.array([1.0, 2.0, 3.0])[rows]
        guessed = guess_chances(query, points[rows], 2, np.array([2.0]), answers, 0.0)
        linked = link_chances(query, points[rows], 2, query, points[rows], 2)
        assert (guessed[0], linked[0]) == (0.5, 0.5)


def test_the_smallest_numbers_have_a_nearest_record_too():
    query, points = np.array([[5e-324, 0.0]]), np.zeros((1, 2))  # half of 5e-324 is 0 in floats

    assert guess_chances(query, points, 2, np.array([2.0]), np.array([2.0]), 0.0)[0] == 1.0
    assert link_chances(query, points, 2, query, points, 2)[0] == 1.0


def test_a_secret_that_only_one_person_has_needs_no_deviation():
    rest = [math.nan] * 5
    original = pd.DataFrame({"age": [20, 30, 40, 50, 60, 70], "pay": [7.0, *rest]})
    released = pd.DataFrame({"age": [20, 31, 41, 51, 61, 71], "pay": [7.0, *rest]})
    holdout = pd.DataFrame({"age": [25, 35, 45, 55, 65, 75], "pay": [8.0, *rest]})

    attack = by_name(judged(released, original=original, holdout=holdout))
    found = attack["attribute_inference", "pay"]

    assert (found.main.attacks, found.main.successes) == (1, 1.0)
    assert found.baseline.successes == pytest.approx(1 / 6)


def test_a_copy_is_at_full_risk():
    outcome = judged(ORIGINAL.copy())

    for one in outcome.attacks:
        assert one.main.successes == pytest.approx(one.main.attacks, rel=0.01)
        if not one.reason:
            assert one.risk == pytest.approx(1.0, abs=0.01)
            assert one.interval[1] == pytest.approx(1.0, abs=0.01)
    assert outcome.risk["singling_out_univariate"] == 1.0
    assert outcome.risk["attribute_inference"]["pay"] == 1.0
    assert outcome.risk["dcr_share"] == outcome.risk["dcr_share_upper"] == 1.0


def test_a_release_of_other_people_is_no_risk():
    """Seeds are fixed. For another seed, one of these 9 intervals misses 0 with chance 0.2."""
    outcome = judged()

    for one in outcome.attacks:
        assert one.reason or one.interval[0] == 0.0
    assert outcome.risk["dcr_share_lower"] < 0.5 < outcome.risk["dcr_share_upper"]


@pytest.mark.parametrize(
    "masker", [RWN(seed=1), RankSwapping(seed=1), Microaggregation(), NoiseAddition(seed=1)],
    ids=lambda masker: type(masker).__name__,
)  # fmt: skip
def test_every_masker_is_attacked_and_every_figure_is_a_number_or_a_reason(masker):
    outcome = judged(masker.fit_transform(ORIGINAL))

    names = {*ATTACKS, "attribute_inference", "dcr_share", "dcr_share_lower", "dcr_share_upper"}
    assert names <= set(outcome.risk)
    figures = [*(outcome.risk[name] for name in names - {"attribute_inference"})]
    figures += outcome.risk["attribute_inference"].values()
    for figure in figures:
        assert 0.0 <= figure <= 1.0 if isinstance(figure, float) else "not measured" in figure
    json.dumps(outcome.as_dict(), allow_nan=False)
    assert "linkability" in outcome.summary()


def test_constant_and_empty_columns_change_no_figure():
    more = {"same": 7.0, "one": "x", "gone": np.nan}
    released = RWN(seed=1, radius=0.3).fit_transform(ORIGINAL)

    plain = judged(released)
    wide = judged(
        released.assign(**more), original=ORIGINAL.assign(**more), holdout=HOLDOUT.assign(**more)
    )

    assert wide.risk == plain.risk
    assert wide.attacks == plain.attacks


def test_a_constant_secret_is_not_measured_and_nobody_calls_it_safe():
    frames = [frame.assign(flag="yes") for frame in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2], secrets=["flag", "age"])

    assert outcome.risk["attribute_inference"]["flag"].startswith("not measured: the secret is")
    assert isinstance(outcome.risk["attribute_inference"]["age"], float)


def test_few_attacks_are_not_measured():
    few = [frame.head(99) for frame in (ORIGINAL, FRESH)]

    outcome = judged(few[1], original=few[0])
    control = judged(holdout=HOLDOUT.head(99))

    assert outcome.risk["linkability"].startswith("not measured: fewer than 100 attacks")
    assert control.risk["linkability"].endswith("on the hold-out")
    assert by_name(outcome)[("linkability", "pay")].interval is None


def test_a_wide_interval_is_not_measured_and_says_how_wide_it_is():
    frames = [f.assign(low=f["age"] < 80) for f in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2], secrets=["low"],
                     quasi_identifiers=["age"])  # fmt: skip

    reason = outcome.risk["attribute_inference"]["low"]
    assert "wider than 0.25" in reason or "always succeeds" in reason


def test_more_attacks_than_records_are_as_many_as_records():
    outcome = judged(n_attacks=10_000)

    assert by_name(outcome)[("linkability", "pay")].main.attacks == 300
    assert by_name(outcome)[("attribute_inference", "age")].control.attacks == 300


def test_the_same_seed_gives_the_same_figures_and_another_does_not():
    first, again, other = judged(), judged(), judged(seed=5)

    assert first == again
    assert first.attacks != other.attacks


def test_names_of_columns_are_never_code():
    names = ["pay (cm)", "__import__('os').abort()", "ä ö", "x==1 or True", "pay"]
    frames = [f.set_axis(names, axis=1) for f in (ORIGINAL, ORIGINAL.copy(), HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2])

    assert outcome.risk["singling_out_univariate"] == 1.0
    assert set(outcome.risk["attribute_inference"]) == set(names)


def test_missing_cells_are_left_out_and_missing_secrets_are_not_attacked():
    rng = np.random.default_rng(4)
    frames = [frame.mask(rng.random(frame.shape) < 0.3) for frame in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2], n_attacks=1000)

    inference = by_name(outcome)[("attribute_inference", "pay")]
    assert inference.main.attacks == frames[0]["pay"].notna().sum()
    assert all(math.isfinite(one.main.successes) for one in outcome.attacks)


def test_suppressed_records_serve_no_attacker():
    names = ["town", "sex"]
    original = ORIGINAL[names].assign(mark=[f"m{i % 40}" for i in range(300)])
    holdout = HOLDOUT[names].assign(mark=[f"m{i % 40}" for i in range(300)])
    released = original.copy()
    released.loc[:149, :] = "*"

    half = judged(released, original=original, holdout=holdout, quasi_identifiers=["town", "mark"],
                  secrets=["sex"], n_attacks=300)  # fmt: skip

    # A suppressed record is nearest to nobody, and its mark is nobody's secret.
    inference = by_name(half)[("attribute_inference", "sex")]
    assert inference.baseline.rate < 0.3
    assert inference.main.successes > 150


def test_roles_say_what_is_known_and_what_is_secret():
    roles = {"age": "quasi-identifier", "town": "quasi-identifier", "pay": "confidential"}
    kinds = {"town": Categorical(tuple("ABCDEFGH")), "sex": Categorical(("F", "M"))}
    schema = Schema(
        [Column(name, kinds.get(name, Numeric()), role=roles.get(name)) for name in ORIGINAL]
    )

    outcome = evaluate(ORIGINAL, FRESH, schema, holdout=HOLDOUT, n_attacks=100)

    scenarios = {one.scenario.attack: one.scenario for one in outcome.attacks}
    assert scenarios["attribute_inference"].known == ("age", "town")
    assert scenarios["attribute_inference"].sought == ("pay",)
    assert scenarios["linkability"].sought == ("pay", "tall", "sex")


def test_keys_texts_and_identifiers_serve_no_attacker():
    schema = Schema(
        [
            Column("id", Numeric(), role="key"),
            Column("name", Text(), role="identifier"),
            Column("note", Text(), role="ignored"),
            Column("pay", Numeric()),
            Column("tall", Numeric()),
        ]
    )
    frames = [
        frame[["pay", "tall"]].assign(id=range(300), name=str(i), note="x")
        for i, frame in enumerate((ORIGINAL, FRESH, HOLDOUT))
    ]

    outcome = evaluate(frames[0], frames[1].drop(columns=["id", "name"]), schema, holdout=frames[2])

    assert all({*one.scenario.known, *one.scenario.sought} <= {"pay", "tall"}
               for one in outcome.attacks)  # fmt: skip


@pytest.mark.parametrize(
    ("holdout", "message"),
    [
        (ORIGINAL, "holdout must hold other records"),
        (ORIGINAL.sample(frac=1, random_state=0), "holdout must hold other records"),
        (pd.concat([HOLDOUT, ORIGINAL.head(60)]), "holdout must hold other records"),
        (HOLDOUT.rename(columns={"pay": "wage"}), "holdout must have the columns of original"),
        (HOLDOUT.assign(age="old"), "holdout must have columns of the kinds"),
    ],
    ids=["original", "shuffled", "overlapping", "renamed", "retyped"],
)
def test_what_was_not_held_out_is_refused(holdout, message):
    with pytest.raises(TableError, match=message):
        judged(holdout=holdout.reset_index(drop=True))


def test_a_hold_out_of_a_coarse_table_may_repeat_its_records():
    coarse = [frame[["town", "sex"]] for frame in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(coarse[1], original=coarse[0], holdout=coarse[2])

    assert outcome.risk["linkability"] < 0.1


def test_levels_of_a_hold_out_are_those_of_the_original():
    kinds = [Ordinal(("lo", "hi")), Ordinal(("hi", "lo"))]
    tables = [
        Table.of(pd.DataFrame({"x": ["lo", "hi"]}), Schema({"x": kind}))
        for kind in (kinds[0], kinds[0], kinds[1])
    ]

    with pytest.raises(TableError, match="holdout must have the levels of original in 'x'"):
        evaluate(tables[0], tables[1], holdout=tables[2])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_attacks": 0}, "n_attacks must be a whole number"),
        ({"confidence": 95}, "did you mean 0.95"),
        ({"confidence": 1.0}, "confidence must be above 0 and below 1"),
        ({"seed": "x"}, "seed must be"),
        ({"secrets": ["wage"]}, r"secrets must be columns that are measured, got \['wage'\]"),
        ({"secrets": "pay"}, "secrets must be a list"),
        ({"holdout": None, "secrets": ["pay"]}, "secrets must go with a holdout"),
    ],
)
def test_settings_are_checked_before_anything_is_tried(options, message):
    with pytest.raises(ParameterError, match=message):
        judged(**options)


def test_dates_are_guessed_as_numbers_are():
    schema = Schema({"day": Date(), "tall": Numeric()})
    frames = [
        pd.DataFrame({"day": pd.Timestamp("2020-01-01") + pd.to_timedelta(f["age"] * 50, "D"),
                      "tall": f["tall"]})
        for f in (ORIGINAL, ORIGINAL.assign(age=ORIGINAL["age"] + 1), HOLDOUT)
    ]  # fmt: skip

    outcome = evaluate(frames[0], frames[1], schema, holdout=frames[2], secrets=["day"])

    # Fifty days are less than a twentieth of the standard deviation.
    assert outcome.risk["attribute_inference"]["day"] == 1.0


@pytest.mark.parametrize("size", [1e300, 1e-300, 5e-324])
def test_no_number_is_too_large_or_too_small(size):
    frames = [f.assign(pay=f["age"] * size) for f in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2])

    json.dumps(outcome.as_dict()["attacks"], allow_nan=False)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_very_few_records_are_not_measured(n):
    frames = [frame.head(n) for frame in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2])

    assert all(one.reason for one in outcome.attacks)


def test_a_table_of_one_column_has_no_second_file_and_nothing_known():
    frames = [frame[["tall"]] for frame in (ORIGINAL, FRESH, HOLDOUT)]

    outcome = judged(frames[1], original=frames[0], holdout=frames[2])

    assert outcome.risk["linkability"] == "not measured: two columns that vary are needed"
    assert outcome.risk["attribute_inference"]["tall"].startswith("not measured: a known column")
