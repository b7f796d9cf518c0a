"""Names of a package that are loaded when they are first used."""

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

__all__ = ["loaded_when_used"]


def loaded_when_used(
    package: str, homes: Mapping[str, str], parts: Collection[str] = ()
) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package some of whose modules are slow to load.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : mapping of str to str
        For each name, the module of the package in which it lies.
    parts : collection of str
        Modules of the package that are names of it themselves.

    Examples
    --------
    >>> resolve = loaded_when_used("vicinage", {"Schema": "schema"}, ["errors"])
    >>> resolve("Schema").__name__, resolve("errors").__name__
    ('Schema', 'vicinage.errors')
    >>> resolve("Shema")
    Traceback (most recent call last):
    AttributeError: module 'vicinage' has no attribute 'Shema'
    """

    def resolve(name: str) -> Any:
        if name in parts:
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return resolve
