import pytest

from vicinage.errors import ParameterError
from vicinage.privacy import Budget


@pytest.mark.parametrize("epsilon", [0, -1, "nan", "inf", "1e400", "", "abc", None, True])
def test_an_epsilon_that_is_no_positive_number_is_refused(epsilon):
    with pytest.raises(ParameterError, match="epsilon must be a number above 0"):
        Budget.of(epsilon, None, allow_large_epsilon=True)


def test_a_large_epsilon_is_allowed_by_name_only():
    with pytest.raises(ParameterError, match="a number above 0 and at most 50, got 51"):
        Budget.of(51, None, allow_large_epsilon=False)
    assert Budget.of(51, None, allow_large_epsilon=True).pure.epsilon == 51


def test_a_delta_above_one_in_the_number_of_rows_is_noted():
    budget = Budget.of(1, "0.01", allow_large_epsilon=False)

    assert list(budget.notes(100)) == []
    assert [note.split(":")[0] for note in budget.notes(101)] == ["WARNING"]
