"""Whatever file comes in: a whole answer, or one typed refusal that leaves nothing behind."""

import contextlib
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from support.any_table import tables
from vicinage.cli.main import main
from vicinage.errors import SchemaError
from vicinage.schema import Schema

CELLS = st.sampled_from(
    [
        "",
        "1",
        "2.5",
        "-3",
        "1,5",
        "1e400",
        "nan",
        "NA",
        "007",
        "x",
        "ä",
        '"',
        '"a"',
        '"a\nb"',
        " ",
        "2020-02-30",
        "\x00",
    ]
)
NUMBERS = st.sampled_from(["1", "2.5", "-3", "40", "5e3", "007", ""])
ROWS = st.one_of(
    st.lists(st.lists(NUMBERS, min_size=2, max_size=2), min_size=6, max_size=9),
    st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=9),
    st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=8),
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def csv_files(draw):
    """Return bytes that look like a CSV file, or do not."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.binary(max_size=40))
    delimiter, end = draw(st.sampled_from([",", ";", "\t"])), draw(ENDS)
    text = end.join(delimiter.join(row) for row in [["a", "b"], *draw(ROWS)])
    return (text + draw(st.sampled_from(["", end]))).encode(
        draw(st.sampled_from(["utf-8", "latin-1", "utf-16"]))
    )


def run(*arguments):
    """Run a command as a shell would; return its exit code and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as caught,
    ):
        main([str(argument) for argument in arguments])
    return caught.value.code or 0, out.getvalue(), err.getvalue()


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@given(csv_files(), st.sampled_from(["rwn", "rank-swapping", "microaggregation", "noise-addition"]))
@settings(max_examples=80)
@example(b"a,b\n1,2\n3,4\n5,6\n7,8\n9,9\n2,3\n", "rwn")
def test_a_release_of_any_file_is_whole_or_refused(content, method):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.csv").write_bytes(content)

        code, _, err = run(
            "release", folder / "in.csv", "--method", method, "-o", folder / "out.csv"
        )

        event(f"exit code {code}")
        left = files(folder)
        assert left["in.csv"] == content
        assert code in {0, 1}, err
        if code:
            assert list(left) == ["in.csv"]
            assert err.startswith("vicinage: ")
        else:
            released = left["out.csv"].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            original = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            assert released.splitlines()[:1] == original.splitlines()[:1]


@given(csv_files())
@settings(max_examples=80)
def test_a_drafted_schema_can_be_read_again(content):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.csv").write_bytes(content)

        code, _, err = run("schema", folder / "in.csv", "-o", folder / "schema.toml")

        assert code in {0, 1}, err
        assert (folder / "schema.toml").exists() == (code == 0)
        if code == 0:
            Schema.from_toml(folder / "schema.toml")
            assert run("check", folder / "in.csv", "--schema", folder / "schema.toml")[0] in {0, 1}


@given(tables(max_rows=0))
def test_a_schema_comes_back_from_its_text(world):
    schema, _ = world

    again = Schema.from_toml(schema.to_toml())

    assert again == schema
    assert again.fingerprint() == schema.fingerprint()


@given(tables(max_rows=0), st.data())
@settings(max_examples=200)
def test_a_damaged_schema_is_refused_with_a_typed_error(world, data):
    text = world[0].to_toml()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    damaged = text[:start] + data.draw(st.text(max_size=6)) + text[end:]

    with contextlib.suppress(SchemaError):
        assert Schema.from_toml(damaged + "\n").names


@given(st.binary(max_size=60))
def test_a_schema_of_any_bytes_is_refused_with_a_typed_error(content):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "schema.toml"
        path.write_bytes(content)

        with contextlib.suppress(SchemaError):
            assert Schema.from_toml(path).names
