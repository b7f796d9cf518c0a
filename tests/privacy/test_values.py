import copy
import dataclasses
import pickle

import pytest

from vicinage.privacy import Exact

HIDDEN = Exact(987_654_321)


@dataclasses.dataclass
class Holder:
    value: Exact[int]


@pytest.mark.parametrize(
    "show",
    [
        repr,
        str,
        "{}".format,
        lambda value: repr([value]),
        lambda value: repr(Holder(value)),
        lambda value: repr(getattr(value, "__dict__", None)),
    ],
)
def test_an_exact_value_does_not_show(show):
    assert "987" not in show(HIDDEN)


def test_equal_exact_values_do_not_compare_equal():
    assert Exact(987_654_321) != HIDDEN
    assert hash(HIDDEN) != hash(Exact(987_654_321))


@pytest.mark.parametrize("duplicate", [pickle.dumps, copy.copy, copy.deepcopy])
def test_an_exact_value_is_neither_pickled_nor_copied(duplicate):
    with pytest.raises(
        TypeError, match="an Exact value must stay where it was computed"
    ) as refusal:
        duplicate(HIDDEN)

    assert "987" not in str(refusal.value)


def test_a_dataclass_that_holds_an_exact_value_does_not_unpack_it():
    with pytest.raises(TypeError):
        dataclasses.asdict(HIDDEN)
    with pytest.raises(TypeError, match="an Exact value must stay where it was computed"):
        dataclasses.asdict(Holder(HIDDEN))


def test_a_pattern_does_not_unpack_it():
    assert not hasattr(Exact, "__match_args__")
