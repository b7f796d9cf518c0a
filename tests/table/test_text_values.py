import datetime

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vicinage.schema import Column, Numeric
from vicinage.table.calendar_days import date_of
from vicinage.table.numbers_to_cells import cells_of_numbers
from vicinage.table.text_values import days_of_texts, numbers_of_texts


@pytest.mark.parametrize("text", ["0", "-0.5", "+1.50", ".5", "5.", "1e3", "1E-3", " 7 ", "-0"])
def test_numbers_are_read_as_python_reads_them(text):
    assert numbers_of_texts(pa.array([text]), ".").tolist() == [float(text)]


@pytest.mark.parametrize(
    "text", ["007", "-01", "00", "1,5", "1.2.3", "", " ", "x", "1_000", "0x1F", "nan", "1 2", "--1"]
)
def test_codes_and_words_are_no_numbers(text):
    assert np.isnan(numbers_of_texts(pa.array([text]), ".")).all()


@pytest.mark.parametrize("text", ["inf", "-inf", "Infinity", "+INF", "1e400"])
def test_infinity_is_read_as_such(text):
    assert np.isinf(numbers_of_texts(pa.array([text]), ".")).all()


def test_with_a_decimal_comma_a_point_makes_no_number():
    found = numbers_of_texts(pa.array(["1,5", "1.5", "1.000,5", None]), ",")

    np.testing.assert_array_equal(found, [1.5, np.nan, np.nan, np.nan])


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(
    numbers=arrays(np.float64, st.integers(1, 20), elements=finite), decimal=st.sampled_from(".,")
)
def test_a_computed_number_is_spelled_so_that_it_reads_back_the_same(numbers, decimal):
    cells = pa.array(["1"] * numbers.size)

    spelled = cells_of_numbers(
        numbers, cells, Column("x", Numeric()), decimal=decimal, keep_integers=True
    )

    np.testing.assert_array_equal(numbers_of_texts(spelled, decimal), numbers)
    lengths = [len(repr(number).removesuffix(".0")) for number in numbers + 0.0]
    assert all(len(text) <= n for text, n in zip(spelled.to_pylist(), lengths, strict=True))


@given(day=st.dates(datetime.date(1000, 1, 1)))
@pytest.mark.parametrize("form", ["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d %H:%M"])
def test_dates_are_read_in_every_spelling_and_come_back(form, day):
    days = days_of_texts(pa.array([f"{day:{form}}"]), form)

    assert days.tolist() == [day.toordinal() - datetime.date(1970, 1, 1).toordinal()]
    assert date_of(days[0]) == day


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("1970-01-02", "%Y-%m-%d", 1),
        ("1969-12-31", "%Y-%m-%d", -1),
        ("2021-02-30", "%Y-%m-%d", np.nan),
        ("2021-02-30", "%Y-%m-%d %H", np.nan),
        ("02.01.1970 06:00", "%d.%m.%Y %H:%M", 1.25),
        ("1970-01-02T06:00:00+06:00", "%Y-%m-%dT%H:%M:%S%z", 1),
    ],
)
def test_days_are_counted_from_1970_in_utc(text, form, expected):
    np.testing.assert_array_equal(days_of_texts(pa.array([text, "x"]), form), [expected, np.nan])
