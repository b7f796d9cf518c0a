import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate


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


def test_what_no_released_record_has_alone_is_no_attack():
    original, _, holdout = tables(9)
    twice = pd.concat([original.head(40), original.head(40)], ignore_index=True)

    outcome = evaluate(original, twice, holdout=holdout)

    for attack in outcome.attacks[:2]:
        assert attack.main.attacks == 0
        assert attack.risk == "not measured: fewer than 100 attacks could be made on the original"
