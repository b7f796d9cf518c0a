"""How every kernel is compiled: strict arithmetic, and kept in the user's cache folder."""

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs

__all__ = ["compiled", "is_prepared", "threads", "use_threads"]


@functools.cache
def _cache_folder() -> str:
    """Name a folder for the compiled form of exactly these sources.

    numba notices a change of a function, but not one of the functions that it calls.
    """
    package = Path(__file__).parent
    sources = sorted([*package.glob("**/_kernels.py"), *package.glob("**/_kernels/*.py")])
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    return str(Path(platformdirs.user_cache_dir("vicinage")) / digest.hexdigest()[:16])


def compiled(**options: Any) -> Callable[[Any], Any]:
    """Compile a function when it is first called, and keep the result for later processes.

    The folder is set for our own functions only: a program that imports us may use numba too.
    """

    def decorate(function: Any) -> Any:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = before or _cache_folder()
        try:
            return numba.njit(cache=True, **options)(function)
        finally:
            numba.config.CACHE_DIR = before

    return decorate


def threads() -> int:
    """Return the number of threads that parallel kernels use; it never changes a result."""
    return int(numba.get_num_threads())


def use_threads(count: int) -> None:
    """Let parallel kernels use `count` threads, or as many as there are if that is less."""
    numba.set_num_threads(min(count, numba.config.NUMBA_NUM_THREADS))


def is_prepared() -> bool:
    """Say whether kernels of this version were compiled before, on this machine by this user."""
    return any(Path(numba.config.CACHE_DIR or _cache_folder()).glob("**/*.nbi"))
