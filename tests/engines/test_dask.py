import json
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from support.engine_tasks import n_threads
from vicinage._kernels import threads
from vicinage.engines import DaskEngine
from vicinage.engines.dask import _Call
from vicinage.errors import FailedError, ParameterError
from vicinage.testing import check_engine

pytest.importorskip("distributed", reason="needs vicinage[distributed]")

DASK = [sys.executable, "-m", "dask"]


def listening():
    me = psutil.Process()
    return {
        connection.laddr.ip
        for process in [me, *me.children(recursive=True)]
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }


@pytest.fixture(scope="module")
def engine():
    with DaskEngine(n_workers=2) as engine:
        yield engine


def test_workers_of_dask_keep_the_contract(engine, tmp_path):
    check_engine(engine, tmp_path)


def test_they_listen_on_this_machine_only(engine):
    assert listening() == {"127.0.0.1"}


def test_they_share_the_threads(engine):
    assert set(engine.map(n_threads, range(4))) == {max(1, threads() // 2)}


def test_nobody_without_the_certificate_is_served(engine):
    address = engine._cluster.scheduler_address
    assert address.startswith("tls://127.0.0.1:")

    with pytest.raises((FailedError, RuntimeError)):
        DaskEngine("tcp" + address.removeprefix("tls"))


def test_all_processes_end_with_the_engine():
    before = set(psutil.Process().children(recursive=True))
    engine = DaskEngine(n_workers=1)
    started = set(psutil.Process().children(recursive=True)) - before

    engine.close()

    assert started
    assert psutil.wait_procs(started, timeout=20)[1] == []


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler that others started, its process, and that of two workers."""
    file = tmp_path / "scheduler.json"
    common = ["--scheduler-file", file, "--host", "127.0.0.1", "--no-dashboard"]
    worker = ["worker", *common, "--nthreads", "1", "--nworkers", "2", "--death-timeout", "60"]
    running = [
        psutil.Popen([*DASK, *command], cwd=tmp_path, stderr=subprocess.DEVNULL)
        for command in (["scheduler", *common, "--port", "0"], worker)
    ]
    try:
        yield address_in(file), *running
    finally:
        for process in reversed(running):  # workers first: they wait for a lost scheduler
            process.terminate()
            process.wait(20)


def address_in(file):
    until = time.monotonic() + 60
    while not Path(file).exists() and time.monotonic() < until:
        time.sleep(0.1)
    return json.loads(Path(file).read_text())["address"]


def test_a_cluster_that_runs_already_does_the_same_until_it_is_lost(cluster, monkeypatch):
    address, scheduler, workers = cluster
    monkeypatch.setattr("vicinage.engines.dask._PATIENCE", 0.5)

    with connected(address) as engine:
        assert list(engine.map(str, range(30))) == [str(part) for part in range(30)]
        for process in [workers, *workers.children(recursive=True)]:
            process.kill()
        with pytest.raises(FailedError, match="all were lost; start new ones"):
            list(engine.map(str, range(30)))
        results = engine.map(str, killing(range(30), scheduler))
        with pytest.raises(FailedError, match="the scheduler must stay"):
            list(results)


def killing(parts, process):
    yield next(iter(parts))
    process.kill()
    yield from parts


def connected(address):
    until = time.monotonic() + 60
    while True:
        try:
            return DaskEngine(address)
        except ParameterError:  # no worker is there yet
            assert time.monotonic() < until
            time.sleep(0.2)


@pytest.mark.parametrize("places", [{}, {"address": "tls://host:1", "n_workers": 2}])
def test_one_place_must_be_given(places):
    with pytest.raises(ParameterError, match="address or n_workers must be given, and not both"):
        DaskEngine(**places)


@pytest.mark.parametrize("address", ["tcp://host:8786", "host:8786", "tcp://127.0.0.1.host:1"])
def test_other_machines_are_reached_by_tls_only(address):
    with pytest.raises(ParameterError, match="address must begin with tls:// or be of this"):
        DaskEngine(address)


def test_without_the_package_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(ParameterError, match=r"pip install 'vicinage\[distributed\]'"):
        DaskEngine(n_workers=2)


def test_tasks_and_parts_have_no_representation_that_logs_could_show():
    assert "secret" not in repr(_Call("secret".__add__, "secret part"))
