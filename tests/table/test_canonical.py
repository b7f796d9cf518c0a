from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vicinage.table.canonical import canonical_texts


def canonical(*texts):
    return set(canonical_texts(pa.array(texts)).to_pylist())


@given(number=st.floats(allow_nan=False, allow_infinity=False))
@example(number=10_000_000_000.5)
def test_a_float_has_one_spelling_however_it_was_written(number):
    by_arrow = pa.array([number]).cast(pa.string())[0].as_py()

    (once,) = canonical(by_arrow, repr(number), f"{Decimal(repr(number)):f}")

    assert float(once) == number


@given(number=st.integers(-(10**40), 10**40))
def test_a_whole_number_is_exact_however_long(number):
    spelled = [str(number), f"{number}.0", f"{number}e0", f"{number},00", f" {number} "]

    assert canonical(*spelled) == {str(number)}


@pytest.mark.parametrize(
    "texts",
    [
        ("1", "1.0", "1.", "1,0", "+1", "01", "1e0", "10E-1"),
        ("0", "-0", "-0.0", ".0", "0e9"),
        ("", None, "NA", "n/a", "NaN", " ", "-", "null"),
        ("true", "True", "TRUE"),
        ("Å", "A\u030a", "\u212b"),
        ("2024-02-29", "29.02.2024", "2024/02/29", "2024-02-29 00:00:00", "2024-02-29T00:00Z"),
        ("2024-02-29 12:30:00", "29.02.2024 12:30", "2024-02-29T13:30:00.000+01:00"),
    ],
)
def test_what_means_the_same_is_spelled_alike(texts):
    assert len(canonical(*texts)) == 1


@pytest.mark.parametrize(
    "text",
    ["1 000", "1,000.5", "1e", "e5", "0x1F", "1_0", "2024-13-45 10:00", "0001-01-01 00:00+5"],
)
def test_what_is_no_number_and_no_moment_stays_as_it_is(text):
    assert canonical(text) == {text}


@given(text=st.text(max_size=8))
def test_a_canonical_text_is_its_own_canonical_text(text):
    once = canonical_texts(pa.array([text]))

    assert canonical_texts(once) == once
