import os
import subprocess
import sys
import time

import pytest

from support.engine_tasks import n_threads, process
from vicinage._kernels import threads
from vicinage.engines import LocalEngine
from vicinage.errors import ParameterError
from vicinage.testing import check_engine


def test_one_worker_keeps_the_contract(tmp_path):
    check_engine(LocalEngine(), tmp_path)


def test_several_workers_keep_the_contract(tmp_path):
    with LocalEngine(n_workers=2) as engine:
        check_engine(engine, tmp_path)


def test_one_worker_is_this_process():
    assert set(LocalEngine().map(process, range(3))) == {os.getpid()}


def test_workers_share_the_threads_and_stay_for_later_parts():
    with LocalEngine(n_workers=2) as engine:
        assert set(engine.map(n_threads, range(4))) == {max(1, threads() // 2)}
        first = set(engine.map(process, range(20)))
        assert len(first | set(engine.map(process, range(20)))) <= 2


def test_workers_end_when_the_process_that_they_work_for_is_killed(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import os, time\n"
        "from vicinage.engines import LocalEngine\n"
        "def process(part):\n"
        "    return os.getpid()\n"
        "if __name__ == '__main__':\n"
        "    print(*LocalEngine(n_workers=2).map(process, range(9)), flush=True)\n"
        "    time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True)
    workers = {int(word) for word in parent.stdout.readline().split()}

    parent.kill()
    parent.communicate()

    until = time.monotonic() + 20
    while any(lives(worker) for worker in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert workers
    assert not [worker for worker in workers if lives(worker)]


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("n_workers", [0, 1.5, "two", True])
def test_the_number_of_workers_is_a_whole_number(n_workers):
    with pytest.raises(ParameterError, match="n_workers must be a whole number of at least 1"):
        LocalEngine(n_workers=n_workers)
