"""Workers of Dask, on this machine or on a cluster that runs already."""

import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from logging import CRITICAL
from typing import Any, TypeVar

from vicinage._kernels import threads
from vicinage._version import __version__
from vicinage.engines.closing import Closing
from vicinage.engines.limited import Limited
from vicinage.errors import FailedError, ParameterError
from vicinage.parameters import check_whole_number

__all__ = ["DaskEngine"]

P = TypeVar("P")
R = TypeVar("R")

_AHEAD = 2  # parts in flight for each worker, so that none waits for its next
_PATIENCE, _WAITS = 20, 3  # seconds, and how many of them without any worker
_THIS_MACHINE = ("127.0.0.1", "[::1]", "localhost")
_SETTINGS: dict[str, Any] = {
    "distributed.scheduler.allowed-failures": 2,  # lost workers, for one part
    # No pages that anyone on this machine could read.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


class DaskEngine(Closing):
    """Run parts on workers of dask.distributed, one future for each part.

    Give either `address` or `n_workers`. It needs ``pip install 'vicinage[distributed]'``.

    Parameters
    ----------
    address : str, optional
        Of a scheduler that runs already, with workers of one thread each (``dask worker
        --nthreads 1``), this version of Vicinage, and the same files under the same names as here.
        ``tls://host:port``, with the certificates that Dask is configured for; ``tcp://`` to this
        machine only.
    n_workers : int, optional
        Start a scheduler and so many workers on this machine. They listen on 127.0.0.1 only, and
        serve nobody who lacks the certificate, which is made for this engine alone. A program that
        is run as a script must keep its work behind ``if __name__ == "__main__"``.

    Raises
    ------
    ParameterError
        If the extra is not installed, or the workers are not as they should be.
    FailedError
        If no scheduler answers.

    Notes
    -----
    **Privacy.** A scheduler runs any code that it is sent, so it must be as well kept as the data.
    Tasks travel to workers pickled and with them the random key of a release; rows never do, they
    are read from files. Logs of a scheduler name errors, but neither tasks nor parts.

    **Cost.** About 5 ms a part, and 2 s for the start of workers; ``close``, or the end of a
    ``with`` block, ends what was started.

    Examples
    --------
    >>> DaskEngine("tcp://10.0.0.1:8786")
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: address must begin with tls:// or be of this machine, got \
'tcp://10.0.0.1:8786'; without TLS anyone on the way could read random keys, and run programs
    """

    def __init__(self, address: str | None = None, *, n_workers: int | None = None) -> None:
        _check_place(address, n_workers)
        distributed = _import_distributed()
        self._cluster = None if n_workers is None else _start(distributed, n_workers)
        self._killed = distributed.KilledWorker
        self._cancelled = distributed.CancelledError
        try:
            self._client = distributed.Client(self._cluster or address, set_as_default=False)
        except OSError as error:  # a time-out too
            raise FailedError(
                f"address must be of a scheduler that runs, got {address!r}: {error}"
            ) from None
        try:
            n_slots = self._client.nthreads()
            _check_workers(n_slots, self._client.run(_version))
            self.n_workers = len(n_slots)
            self._n_threads = _share(self._client.run(threads))
        except BaseException:
            self.close()
            raise

    def map(self, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        """Apply a task to each part, and give the results in order; see :class:`Engine`."""
        limited = Limited(task, self._n_threads)
        waiting = iter(parts)
        flight: deque[Any] = deque()
        try:
            while True:
                for part in islice(waiting, _AHEAD * self.n_workers - len(flight)):
                    key = f"part-{secrets.token_hex(8)}"
                    flight.append(self._client.submit(_Call(limited, part), key=key, pure=False))
                if not flight:
                    return
                yield self._result(flight.popleft())
        finally:
            self._client.cancel(list(flight))

    def close(self) -> None:
        """Leave the scheduler; end the workers if this engine started them."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def _result(self, future: Any) -> Any:
        try:
            self._wait(future)
            return future.result()
        except self._killed:
            raise FailedError(
                "workers must live to the end of a part, but one part was lost with each of "
                "several, which is mostly a lack of memory; try smaller partitions, or fewer "
                "workers on a machine"
            ) from None
        except self._cancelled:
            raise FailedError("the scheduler must stay, but it was lost; start again") from None

    def _wait(self, future: Any) -> None:
        """Wait for a result, while there are workers or new ones may still start."""
        alone = 0
        while not future.done():
            try:
                future.exception(timeout=_PATIENCE)
            except TimeoutError:
                alone = 0 if self._client.nthreads() else alone + 1
            if alone == _WAITS:
                raise FailedError("workers must stay, but all were lost; start new ones")


@dataclass(frozen=True, slots=True, repr=False)
class _Call:
    """A part of a task, without arguments and without a name that logs could show."""

    task: Callable[[Any], Any]
    part: Any

    def __call__(self) -> Any:
        return self.task(self.part)


def _check_place(address: object, n_workers: object) -> None:
    if (address is None) == (n_workers is None):
        raise ParameterError(
            f"address or n_workers must be given, and not both, got {address!r} and {n_workers!r}"
        )
    if n_workers is not None:
        check_whole_number("n_workers", n_workers)
        return
    scheme, _, place = str(address).rpartition("://")
    if scheme != "tls" and place.rpartition(":")[0] not in _THIS_MACHINE:
        raise ParameterError(
            f"address must begin with tls:// or be of this machine, got {address!r}; without TLS "
            "anyone on the way could read random keys, and run programs"
        )


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ParameterError(
            "engine must be one whose package is installed, got Dask, which is not; "
            "pip install 'vicinage[distributed]'"
        ) from None
    return distributed


def _start(distributed: Any, n_workers: int) -> Any:
    import dask

    with dask.config.set(_SETTINGS):
        return distributed.LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            host="127.0.0.1",
            security=True,  # a certificate of its own: other users of this machine stay out
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # any port that is free
            memory_limit=0,  # mapped files would count, and stop workers without need
            silence_logs=CRITICAL,
        )


def _check_workers(n_slots: dict[str, int], versions: dict[str, str]) -> None:
    if not n_slots:
        raise ParameterError(
            "address must be of a scheduler with workers, got one with none; start some first"
        )
    if set(n_slots.values()) != {1}:
        raise ParameterError(
            f"workers must have one thread, got {max(n_slots.values())}; start them with "
            "--nthreads 1: kernels use threads of their own"
        )
    others = set(versions.values()) - {__version__}
    if others:
        raise ParameterError(
            f"workers must have Vicinage {__version__} as the caller has, got {others.pop()}"
        )


def _version() -> str:
    return __version__


def _share(n_threads: dict[str, int]) -> int:
    """Return how many threads each worker may use, where several share a machine."""
    hosts = Counter(address.rpartition(":")[0] for address in n_threads)
    return max(
        1, *(count // hosts[address.rpartition(":")[0]] for address, count in n_threads.items())
    )
