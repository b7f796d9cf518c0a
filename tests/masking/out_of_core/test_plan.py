import pytest

from vicinage import RWN
from vicinage.errors import ParameterError
from vicinage.masking.out_of_core import Plan, memory_bytes


def plan(**changed):
    size = {
        "n_rows": 10**7, "n_columns": 10, "row_bytes": 80, "n_coordinates": 10,
        "memory": 4 * 2**30, "n_workers": 1,
    }  # fmt: skip
    return Plan.of_size(RWN(partition_size=128), **size | changed)


@pytest.mark.parametrize(
    ("text", "size"),
    [("4GB", 2**32), ("1.5 gb", 3 * 2**29), ("800MB", 800 * 2**20), (12345, 12345)],
)
def test_sizes_of_memory_are_read(text, size):
    assert memory_bytes(text) == size


@pytest.mark.parametrize("text", ["", "4", "GB", "-1GB", "much", 0, True, None, "infGB", "nanGB"])
def test_what_is_no_size_of_memory_is_refused(text):
    with pytest.raises(ParameterError, match="memory must be a size such as 4GB"):
        memory_bytes(text)


def test_a_plan_counts_blocks_and_partitions_of_the_method():
    assert (plan().n_blocks, plan().n_partitions) == (39, 78125)


def test_time_and_disk_grow_with_the_rows_and_memory_does_not():
    small, large = plan(), plan(n_rows=10**9)

    assert 100 * small.seconds < large.seconds < 200 * small.seconds
    assert large.disk == 100 * small.disk
    assert large.needed_memory == small.needed_memory


def test_more_workers_need_more_memory_and_a_ceiling_that_is_too_low_is_refused():
    assert plan(n_workers=4).needed_memory > plan().needed_memory
    plan(memory=plan().needed_memory).check()
    with pytest.raises(ParameterError, match=r"memory must be at least .*GB .*fewer workers"):
        plan(n_workers=8).check()


def test_a_smaller_ceiling_means_smaller_parts():
    tight = plan(memory=plan().needed_memory)

    assert tight.chunk_bytes < plan().chunk_bytes
    assert tight.most_rows < plan().most_rows


@pytest.mark.parametrize(("n_rows", "seconds"), [(10**5, 1.1), (10**6, 10.4), (10**7, 123.4)])
def test_the_estimated_time_is_what_was_measured_within_a_quarter(n_rows, seconds):
    assert plan(n_rows=n_rows).seconds == pytest.approx(seconds, rel=0.25)


def test_a_file_without_rows_has_a_plan():
    assert plan(n_rows=0).n_blocks == 1
