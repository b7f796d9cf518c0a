"""Whatever steps are declared, on whatever cells: a release or a typed refusal."""

import math

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinage import NoiseAddition
from vicinage.errors import VicinageError
from vicinage.masking import release_table
from vicinage.schema import (
    BottomCoding,
    Categorical,
    Column,
    Date,
    LocalSuppression,
    Numeric,
    RecodeDates,
    RecodeLabels,
    RecodeNumbers,
    Rounding,
    Schema,
    TopCoding,
    Treatment,
)
from vicinage.table import Table

numbers = st.sampled_from([0.0, 1.0, -2.5, 3e9, 0.1]) | st.floats(-1e6, 1e6)
columns = st.sampled_from(["x", "c", "d"])
steps = st.one_of(
    st.builds(TopCoding, column=columns, threshold=numbers),
    st.builds(BottomCoding, column=columns, threshold=numbers),
    st.builds(Rounding, column=columns, base=st.sampled_from([0.1, 0.25, 3, 1000, 1e-7])),
    st.builds(RecodeDates, column=columns, period=st.sampled_from(["month", "quarter", "year"])),
    st.builds(
        RecodeNumbers, column=columns, breaks=numbers.map(lambda n: [n]), labels=st.just(["l", "h"])
    ),
    st.builds(
        RecodeLabels,
        column=columns,
        labels=st.dictionaries(st.sampled_from("abl"), st.sampled_from("bhz"), min_size=1),
    ),
)
suppression = st.builds(
    LocalSuppression,
    columns=st.permutations(["x", "c", "d"]).map(lambda names: names[:2]),
    k=st.integers(2, 3),
    missing=st.sampled_from(["strict", "wildcard"]),
)
rows = st.lists(
    st.tuples(
        st.sampled_from(["-9", "", "1", "0.10", "-70.5", "123456789"]),
        st.sampled_from(["a", "b", "", "z"]),
        st.sampled_from(["2024-02-29", "1969-12-31", "", "9999-12-31"]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60)
@given(rows, st.lists(steps, max_size=3), st.lists(steps | suppression, max_size=3))
def test_a_release_or_a_typed_refusal(cells, before, after):
    x, c, d = zip(*cells, strict=True)
    frame = pa.table({"x": x, "c": c, "d": d, "y": [float(i) for i in range(len(x))]})
    try:
        schema = Schema(
            [
                Column("x", Numeric(), not_applicable=("-9",)),
                Column("c", Categorical()),
                Column("d", Date()),
                Column("y", Numeric()),
            ],
            treatment=Treatment(before=before, after=after, rules=["x >= 0", 'c == "a" or y > 1']),
        )
        release = release_table(
            NoiseAddition(scale=1.0, columns=["y"], seed=0), Table.of(frame, schema)
        )
    except VicinageError:
        return

    released = release.table.native()
    assert released.num_rows == len(x)
    # What does not apply stays so, unless it is suppressed.
    for old, new in zip(x, released["x"].to_pylist(), strict=True):
        assert old != "-9" or new in {"-9", "", None}
    # The release obeys the schema that was promised.
    again = Table.of(released, schema.released())
    assert not any(math.isinf(value) for value in again.values("y"))
