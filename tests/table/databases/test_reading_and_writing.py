"""Tables in and out of all three databases: types, names, order, and nothing half done."""

import datetime
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pytest

from vicinage.errors import OutputError, TableError
from vicinage.table import databases

DAY = datetime.date(2024, 2, 29)
MOMENT = datetime.datetime(2024, 2, 29, 10, 30, 1, 250_000)
TABLE = pa.table(
    {
        "small": pa.array([1, None, -3], pa.int16()),
        "count": pa.array([2**31 - 1, None, 0], pa.int32()),
        "id": pa.array([2**62, None, -(2**62)], pa.int64()),
        "share": pa.array([0.1, None, -1e300]),
        "pay": pa.array([Decimal("1.10"), None, Decimal("-93000000.05")], pa.decimal128(12, 2)),
        "name": pa.array(["Åsa 'x'; --", None, " "]),
        "day": pa.array([DAY, None, datetime.date(1, 1, 1)]),
        "moment": pa.array([MOMENT, None, datetime.datetime(1969, 1, 1)], pa.timestamp("us")),
        "utc": pa.array([MOMENT, None, MOMENT], pa.timestamp("us", "UTC")),
        "ill": pa.array([True, None, False]),
        "none": pa.array([None, None, None], pa.string()),
    }
)
AWKWARD = ['a "quoted" one', "semi;colon -- drop", "a ", "ÄÖ ß 表", "select", "%s ? $1 {x}", "1"]


def write(place, *tables, replace=False):
    with databases.writing(place, tables[0].schema, replace=replace) as add:
        for table in tables:
            add(table)


def fail_half_way(place, *, replace=False):
    with databases.writing(place, TABLE.schema, replace=replace) as add:
        add(TABLE)
        raise ZeroDivisionError


def read(place):
    with databases.reading(place) as rows:
        return rows.reader.read_all()


def read_order(place):
    with databases.reading(place) as rows:
        rows.reader.read_all()
        return rows.order


def test_every_type_comes_back_as_it_went(place):
    write(place("people"), TABLE)

    found = read(place("people"))

    assert [(f.name, f.type) for f in found.schema if f.name != "utc"] == [
        (f.name, f.type) for f in TABLE.schema if f.name != "utc"
    ]
    assert pa.types.is_timestamp(found.schema.field("utc").type)
    assert found.to_pydict() == TABLE.to_pydict()


def test_narrow_and_encoded_types_get_room_and_lose_nothing(place):
    table = pa.table(
        {
            "i8": pa.array([-128, None], pa.int8()),
            "u8": pa.array([255, None], pa.uint8()),
            "u16": pa.array([65_535, None], pa.uint16()),
            "u32": pa.array([2**32 - 1, None], pa.uint32()),
            "f16": pa.array([np.float16(0.5), None], pa.float16()),
            "sex": pa.array(["f", None]).dictionary_encode(),
            "long": pa.array(["x", None], pa.large_string()),
            "s": pa.array([1_700_000_000, None], pa.timestamp("s")),
        }
    )

    write(place("people"), table)

    assert read(place("people")).to_pydict() == table.to_pydict()


@pytest.mark.parametrize("name", AWKWARD)
def test_names_are_kept_byte_for_byte_and_never_become_code(place, address, name):
    target = place(quote(name, safe=""))
    table = pa.table({name: [1, 2], f"{name}'": ["a", "b"]})

    write(target, table)
    write(target, table, replace=True)

    assert target.table == name
    assert read(target).to_pydict() == table.to_pydict()


def test_a_table_in_several_batches_is_one_table(place):
    write(place("people"), TABLE, TABLE.slice(1), TABLE)

    assert read(place("people")).num_rows == 8


def test_a_table_that_is_there_is_refused_and_kept(place):
    write(place("people"), TABLE)

    with pytest.raises(OutputError, match="already"):
        write(place("people"), pa.table({"x": [1]}))
    with pytest.raises(
        OutputError, match=r"output must be a new table, got .*people, which exists"
    ):
        databases.check_target(place("people"))

    assert read(place("people")).num_rows == 3


def test_a_table_is_replaced_when_that_is_asked_for(place):
    write(place("people"), TABLE)
    databases.check_target(place("people"), replace=True)

    write(place("people"), pa.table({"x": [1]}), replace=True)

    assert read(place("people")).to_pydict() == {"x": [1]}


def test_a_failure_leaves_no_table_and_the_old_one(place):
    write(place("old"), TABLE)
    for name, replace in (("new", False), ("old", True)):
        with pytest.raises(ZeroDivisionError):
            fail_half_way(place(name), replace=replace)

    databases.check_target(place("new"))
    assert read(place("old")).num_rows == 3


def test_a_kill_leaves_no_table_and_the_old_one(place, address, tmp_path):
    write(place("old"), TABLE)
    program = (
        "import os, sys, time, pyarrow as pa\n"
        "from vicinage.table import databases, place_of\n"
        "t = pa.table({'x': list(range(10_000))})\n"
        "with databases.writing(place_of(sys.argv[1]), t.schema, replace=True) as add:\n"
        "    add(t)\n"
        "    print('loaded', flush=True)\n"
        "    time.sleep(60)\n"
    )
    for name in ("new", "old"):
        child = subprocess.Popen(
            [sys.executable, "-c", program, address(name)], stdout=subprocess.PIPE
        )
        assert child.stdout.readline() == b"loaded\n"
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        time.sleep(0.3)  # until the server has noticed

    databases.check_target(place("new"))
    assert read(place("old")).num_rows == 3


def test_a_file_that_was_not_there_is_not_there_after_a_failure(tmp_path):
    for kind in ("sqlite", "duckdb"):
        target = databases.place_of(f"{kind}:///{tmp_path}/new.db#people")
        with pytest.raises(ZeroDivisionError):
            fail_half_way(target)
        assert list(tmp_path.iterdir()) == []


def test_the_original_is_never_written_over(place):
    write(place("people"), TABLE)

    with pytest.raises(OutputError, match="must be another table than the original"):
        databases.check_target(place("people"), inputs=[place("people")], replace=True)


def test_what_is_not_there_is_refused(place):
    write(place("people"), TABLE)

    with pytest.raises(TableError, match="which is not there"):
        read(place("nobody"))


def test_rows_come_in_the_order_in_which_they_are_stored(place):
    table = pa.table({"x": [3, 1, 2] * 50_000})

    write(place("people"), table)

    assert read(place("people")).equals(table)
    assert read_order(place("people")) == "as the database stores them"


def test_a_copy_in_a_file_can_be_read_in_parts(place, tmp_path):
    write(place("people"), TABLE, TABLE)
    file = tmp_path / "copy.arrow"

    assert databases.spooled(place("people"), file) == "as the database stores them"

    assert pa.ipc.open_file(file).read_all().to_pydict() == read(place("people")).to_pydict()


def test_bytes_and_nested_cells_are_refused(place):
    for column in (pa.array([b"x"]), pa.array([[1]]), pa.array([datetime.time(1)])):
        with pytest.raises(OutputError, match="column 'x' must hold numbers, texts"):
            write(place("people"), pa.table({"x": column}))


def test_nanoseconds_are_refused_and_not_cut(place):
    table = pa.table({"x": pa.array([1], pa.timestamp("ns"))})

    with pytest.raises(OutputError, match="column 'x' must fit the type"):
        write(place("people"), table)
