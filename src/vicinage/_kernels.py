"""How every kernel is compiled: strict arithmetic, and kept in the user's cache folder."""

import functools
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs

__all__ = ["compiled", "inner", "is_prepared", "threads", "use_threads"]


_PACKAGE = Path(__file__).parent
_USES = re.compile(r"^from vicinage\.(\w+)\._kernels", re.MULTILINE)


@functools.cache
def _cache_folder(part: str) -> str:
    """Name a folder for the compiled form of exactly these sources of a part of the house.

    numba notices a change of a function, but not one of the functions that it calls, which may
    lie in the kernels of other parts.
    """
    sources: dict[str, bytes] = {}
    parts = [part]
    while parts:
        folder = _PACKAGE / parts.pop()
        for source in sorted([*folder.glob("_kernels.py"), *folder.glob("_kernels/*.py")]):
            if str(source) not in sources:
                sources[str(source)] = source.read_bytes()
                parts += _USES.findall(sources[str(source)].decode())
    digest = hashlib.sha256(b"".join(sources.values()))
    cache = Path(platformdirs.user_cache_dir("vicinage"))
    return str(cache / f"{part}-{digest.hexdigest()[:16]}")


def compiled(**options: Any) -> Callable[[Any], Any]:
    """Compile a function when it is first called, and keep the result for later processes.

    The folder is set for our own functions only: a program that imports us may use numba too.
    """

    def decorate(function: Any) -> Any:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = before or _cache_folder(function.__module__.split(".")[1])
        try:
            return numba.njit(cache=True, **options)(function)
        finally:
            numba.config.CACHE_DIR = before

    return decorate


def inner(**options: Any) -> Callable[[Any], Any]:
    """Compile a function that only other kernels call, and that makes no array.

    Without wrappers for Python it compiles sooner, and without counts of references it runs
    sooner: they are atomic, and cost more than measuring a few records.
    """
    return compiled(_nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


def threads() -> int:
    """Return the number of threads that parallel kernels use; it never changes a result."""
    return int(numba.get_num_threads())


def use_threads(count: int) -> None:
    """Let parallel kernels use `count` threads, or as many as there are if that is less."""
    numba.set_num_threads(min(count, numba.config.NUMBA_NUM_THREADS))


def is_prepared(part: str) -> bool:
    """Say whether kernels of a part were compiled before, on this machine by this user."""
    return any(Path(numba.config.CACHE_DIR or _cache_folder(part)).glob("**/*.nbi"))
