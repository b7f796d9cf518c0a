from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate

HUGE = np.finfo(float).max


def tables(seed):
    rng = np.random.default_rng(seed)
    return [
        pd.DataFrame({"x": rng.integers(0, 90, 80), "c": rng.choice(list("abcdefghijklmnop"), 80)})
        for _ in range(3)
    ]


def rare(released):
    """Every value of one released record, and the ends of the numbers where one has them."""
    for name in released:
        counts = released[name].value_counts()
        yield from ((name, "==", value) for value in counts[counts == 1].index)
    for relation, end in (("<=", released["x"].min()), (">=", released["x"].max())):
        if (released["x"] == end).sum() == 1:
            yield ("x", relation, end)


def matches(frame, query):
    name, relation, value = query
    column = frame[name]
    return int(
        {"==": column == value, "<=": column <= value, ">=": column >= value}[relation].sum()
    )


@pytest.mark.parametrize("seed", range(5))
def test_successes_of_univariate_queries_are_those_counted_by_hand(seed):
    original, released, holdout = tables(seed)
    queries = list(rare(released))

    outcome = evaluate(original, released, holdout=holdout, n_attacks=10_000).attacks[0]

    assert outcome.main.attacks == len(queries)
    assert outcome.main.successes == sum(matches(original, query) == 1 for query in queries)
    # As many records were held out, so nothing is extrapolated.
    held = sum(matches(holdout, query) == 1 for query in queries)
    assert outcome.control.successes == pytest.approx(held)


def mixed(seed):
    rng = np.random.default_rng(seed)
    return [
        pd.DataFrame(
            {
                "x": rng.integers(0, 40, 30),
                "y": rng.choice([1.0, 2.0, 3.0, np.nan], 30),
                "c": rng.choice([*"abcd", None], 30),
                "d": rng.choice(["e", "f"], 30),
            }
        )
        for _ in range(3)
    ]


def described(released):
    """Every record by every three columns: numbers of the upper half at least, others at most."""
    middles = {name: sorted(released[name].dropna())[(released[name].count() - 1) // 2]
               for name in "xy"}  # fmt: skip
    for names in combinations(released, 3):
        for record in released[list(names)].dropna().to_dict("records"):
            relations = {
                name: "==" if name in "cd" else ">=" if value > middles[name] else "<="
                for name, value in record.items()
            }
            yield tuple((name, relations[name], value) for name, value in record.items())


def matches_all(frame, query):
    left = frame
    for name, relation, value in query:
        cells = left[name]
        met = {"==": cells == value, "<=": cells <= value, ">=": cells >= value}[relation]
        left = left[met]
    return len(left)


@pytest.mark.parametrize("seed", range(3))
def test_successes_of_multivariate_queries_are_those_counted_by_hand(seed):
    original, released, holdout = mixed(seed)
    queries = {query for query in described(released) if matches_all(released, query) == 1}

    # 120 descriptions are drawn 6,000 times: that one never is has a chance below 1e-19.
    outcome = evaluate(original, released, holdout=holdout, n_attacks=200).attacks[1]

    assert outcome.main.attacks == len(queries) > 20
    assert outcome.main.successes == sum(matches_all(original, query) == 1 for query in queries)
    held = sum(matches_all(holdout, query) == 1 for query in queries)
    assert outcome.control.successes == pytest.approx(held)


def test_between_the_two_largest_numbers_there_is_a_middle():
    tables = [
        pd.DataFrame({"x": HUGE * share * np.array([1, 0.99, 0.98, 0]), "c": list(labels)})
        for share, labels in ((1, "abca"), (0.9, "abcb"), (0.95, "abcc"))
    ]

    outcome = evaluate(tables[0], tables[1], holdout=tables[2])

    assert outcome.attacks[1].main.attacks > 0


def test_what_no_released_record_has_alone_is_no_attack():
    original, _, holdout = tables(9)
    twice = pd.concat([original.head(40), original.head(40)], ignore_index=True)

    outcome = evaluate(original, twice, holdout=holdout)

    for attack in outcome.attacks[:2]:
        assert attack.main.attacks == 0
        assert attack.risk == "not measured: fewer than 100 attacks could be made on the original"
