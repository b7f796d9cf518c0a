import tempfile
from dataclasses import dataclass
from operator import add
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.engines import LocalEngine, fold, repartition, write_partition
from vicinage.errors import ParameterError


def written(folder, columns):
    return [
        write_partition(folder, f"in-{number}", [pa.record_batch({"part": np.array(column, int)})])
        for number, column in enumerate(columns)
    ]


@given(inputs=st.lists(st.lists(st.integers(0, 3)), min_size=1, max_size=5))
def test_every_row_is_in_its_part_once_and_in_order(inputs):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [
            write_partition(
                folder,
                f"in-{number}",
                [pa.record_batch({"part": np.array(rows, int), "row": np.arange(len(rows))})],
            )
            for number, rows in enumerate(inputs)
        ]
        parts = repartition(LocalEngine(), files, lambda rows: rows["part"].to_numpy(), 4, folder)
        for part, rows in enumerate(partition.read() for partition in parts):
            expected = [row for rows in inputs for row, own in enumerate(rows) if own == part]
            assert rows["row"].to_pylist() == expected
            assert parts[part].n_rows == len(expected)


def test_only_the_parts_remain_in_a_folder_for_its_owner_alone(tmp_path):
    files = written(tmp_path, [[0, 1], [1]])

    parts = repartition(LocalEngine(), files, lambda rows: rows["part"].to_numpy(), 2, tmp_path)

    (folder,) = {part.path.parent for part in parts}
    assert sorted(folder.iterdir()) == [part.path for part in parts]
    assert folder.stat().st_mode & 0o077 == 0


@dataclass(frozen=True)
class Answer:
    answer: object

    def __call__(self, _):
        return self.answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (np.array([0, 2]), "assign must give numbers from 0 to 1, got 0 to 2"),
        (np.array([-1, 0]), "assign must give numbers from 0 to 1, got -1 to 0"),
        (np.array([0]), "assign must give one whole number for each of 2 rows"),
        (np.array([0.0, 1.0]), "assign must give one whole number for each of 2 rows"),
    ],
)
def test_a_rule_that_is_none_is_refused(tmp_path, answer, message):
    with pytest.raises(ParameterError, match=message):
        repartition(LocalEngine(), written(tmp_path, [[0, 1]]), Answer(answer), 2, tmp_path)


def test_there_must_be_something_to_deal_out_or_add_up(tmp_path):
    with pytest.raises(ParameterError, match="partitions must hold at least one partition"):
        repartition(LocalEngine(), [], Answer(None), 2, tmp_path)
    with pytest.raises(ParameterError, match="n_parts must be a whole number of at least 1"):
        repartition(LocalEngine(), written(tmp_path, [[0]]), Answer(None), 0, tmp_path)
    with pytest.raises(ParameterError, match="parts must hold at least one part, got none"):
        fold(LocalEngine(), len, [], add)
