import pickle

import numpy as np
import pyarrow as pa
import pytest

from vicinage.engines import write_numbers, write_partition
from vicinage.errors import ParameterError


def batches(*sizes):
    return [pa.record_batch({"x": np.arange(size)}) for size in sizes]


def test_a_partition_is_small_and_its_rows_come_back(tmp_path):
    part = write_partition(tmp_path, "part", batches(3, 0, 100_000))

    assert len(pickle.dumps(part)) < 500
    assert part.n_rows == 100_003
    assert part.read()["x"].to_pylist()[:5] == [0, 1, 2, 0, 1]
    assert [path.name for path in tmp_path.iterdir()] == ["part.arrow"]


def test_no_rows_still_have_columns(tmp_path):
    part = write_partition(tmp_path, "part", batches(0))

    assert part.n_rows == 0
    assert part.read().column_names == ["x"]
    with pytest.raises(ParameterError, match="batches must hold at least one batch, got none"):
        write_partition(tmp_path, "none", [])


def test_what_fails_half_way_leaves_what_was_there(tmp_path):
    before = write_partition(tmp_path, "part", batches(3))

    def broken():
        yield from batches(5)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_partition(tmp_path, "part", broken())
    assert before.read().num_rows == 3
    assert [path.name for path in tmp_path.iterdir()] == ["part.arrow"]


def test_a_file_that_is_read_may_be_replaced(tmp_path):
    rows = write_partition(tmp_path, "part", batches(3)).read()
    write_partition(tmp_path, "part", batches(0))

    assert rows["x"].to_pylist() == [0, 1, 2]


def test_numbers_come_back_bit_by_bit(tmp_path):
    numbers = np.array([0.1, -0.0, 1e300, 5e-324])
    part = write_numbers(tmp_path, "numbers", {"x": numbers, "n": np.arange(4)})

    assert part.numbers("x").tobytes() == numbers.tobytes()
    assert part.numbers("n").dtype == np.int64
    part.numbers("x")[0] = 7  # an array of its own
    assert part.numbers("x")[0] == 0.1
