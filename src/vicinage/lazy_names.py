"""Names of a package that are loaded when they are first used."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["loaded_when_used"]


def loaded_when_used(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package some of whose modules are slow to load.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : mapping of str to str
        For each name, the module of the package in which it lies.

    Examples
    --------
    >>> resolve = loaded_when_used("vicinage", {"Schema": "schema"})
    >>> resolve("Schema").__name__
    'Schema'
    >>> resolve("Shema")
    Traceback (most recent call last):
    AttributeError: module 'vicinage' has no attribute 'Shema'
    """

    def resolve(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return resolve
