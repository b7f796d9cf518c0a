import pytest

from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Text
from vicinage.table import usual_cause

NUMBER = Column("x", Numeric())
SHARE = Column("x", Numeric(0, 50))
DAY = Column("x", Date())
LABEL = Column("x", Categorical(("1", "2")))


@pytest.mark.parametrize(
    ("column", "decimal", "cells", "cause"),
    [
        (NUMBER, ".", ["3,5", "1.200,00"], 'decimal commas? declare decimal = "," under [file]'),
        (NUMBER, ",", ["3.5"], 'decimal points? declare decimal = "." under [file]'),
        (NUMBER, ".", ["3,500", "1 200.5"], "thousands separators? write the numbers without them"),
        (NUMBER, ",", ["3.500"], "thousands separators? write the numbers without them"),
        (NUMBER, ".", ["unknown"] * 9, 'missing? declare missing = ["", "unknown"]'),
        (NUMBER, ".", list("abcd"), ""),
        (NUMBER, ".", ["01", "007"], "leading zeros? such cells are codes and no numbers"),
        (SHARE, ".", ["999", "60"], 'missing? declare missing = ["", "999"]'),
        (SHARE, ".", ["9", "60"], ""),
        (DAY, ".", ["31.12.2020"], 'dates of another form? declare format = "%d.%m.%Y" where'),
        (DAY, ".", ["12/31/2020"], 'dates of another form? declare format = "%m/%d/%Y" where'),
        (DAY, ".", ["n/a"], 'missing? declare missing = ["", "n/a"]'),
        (LABEL, ".", ["1.0", " 2"], 'another spelling? " 2" for "2", "1.0" for "1"'),
        (LABEL, ".", ["3", "-9"], 'missing? declare missing = ["", "-9"]'),
        (Column("x", Ordinal(("low", "high"))), ".", ["High"], 'another spelling? "High" for'),
        (Column("x", Text(), role="key"), ".", ["a", "a"], ""),
        (NUMBER, ".", [], ""),
    ],
)
def test_the_usual_cause_is_recognised(column, decimal, cells, cause):
    found = usual_cause(column, decimal, cells)

    assert found.startswith(cause) if cause else found == ""


def test_cells_of_three_digits_behind_the_sign_may_be_decimals_after_all():
    assert usual_cause(NUMBER, ",", ["1.308", "0.600"]).endswith(
        '; decimal points? declare decimal = "." under [file]'
    )
    assert "decimal" not in usual_cause(NUMBER, ".", ["3,500", "1 200.5"])


def test_several_causes_are_told_together():
    found = usual_cause(NUMBER, ".", ["1,5", "NA"])

    assert "decimal commas?" in found
    assert 'missing = ["", "NA"]' in found


@pytest.mark.parametrize(
    ("column", "spelling", "cause"),
    [
        (NUMBER, "{},5", "decimal commas?"),
        (DAY, "1.1.{:04}", "dates of another form?"),
        (LABEL, "x{}", ""),
    ],
)
def test_very_many_cells_are_no_obstacle(column, spelling, cause):
    # Work that grows with the square of their number would take minutes.
    cells = [spelling.format(number) for number in range(1, 9000)] * 5

    assert usual_cause(column, ".", cells).startswith(cause)
