"""Settings of maskers that are tried one after another."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vicinage.errors import ParameterError
from vicinage.masking import RWN, Masker, Microaggregation, NoiseAddition, RankSwapping
from vicinage.names import did_you_mean

__all__ = ["DEFAULT_SWEEPS", "maskers_of", "sweeps_of"]

DEFAULT_SWEEPS: Mapping[type[Any], Mapping[str, Sequence[Any]]] = {
    RWN: {"radius": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0), "n_neighbors": (5, 10)},
    RankSwapping: {"fraction": (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9)},
    Microaggregation: {"group_size": (2, 3, 4, 5, 7, 10, 15)},
    NoiseAddition: {"scale": (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)},
}
"""What is tried of a method when nothing is said."""


def sweeps_of(
    maskers: Sequence[Masker], sweep: Mapping[str, Sequence[Any]] | None
) -> list[Mapping[str, Sequence[Any]]]:
    """Return what is swept of each masker: its own part of `sweep`, else its default.

    Raises
    ------
    ParameterError
        If a parameter belongs to none of several maskers. (Of one, :func:`maskers_of` says so.)

    Examples
    --------
    >>> sweeps_of([RWN(), Microaggregation()], {"radius": [0.1, 0.2]})
    [{'radius': [0.1, 0.2]}, {'group_size': (2, 3, 4, 5, 7, 10, 15)}]
    """
    if sweep is not None and not isinstance(sweep, Mapping):
        raise ParameterError(
            f'sweep must name parameters with their values, such as {{"radius": [0.1, 0.2]}}, got '
            f"{sweep!r}"
        )
    if sweep is not None and len(maskers) == 1:
        return [sweep]
    named = sweep or {}
    own = [set(masker.get_params()) - {"seed"} for masker in maskers]
    known = sorted(set().union(*own))
    for name in named:
        if name not in known:
            raise ParameterError(
                f"sweep must name parameters of the maskers, got {name!r}"
                f"{did_you_mean(name, known)}; they are {', '.join(known)}"
            )
    return [
        {name: values for name, values in named.items() if name in parameters}
        or DEFAULT_SWEEPS.get(type(masker), {})
        for masker, parameters in zip(maskers, own, strict=True)
    ]


def maskers_of(
    masker: Masker, sweep: Mapping[str, Sequence[Any]]
) -> list[tuple[dict[str, Any], Masker]]:
    """Return every combination of the swept values, with a masker of each.

    The other parameters are those of `masker`. Parameters are checked here, before any work.

    Raises
    ------
    ParameterError
        If a parameter is none of the masker's, has no value, or has one outside its range.

    Examples
    --------
    >>> [setting for setting, _ in maskers_of(RWN(), {"radius": [0.1, 0.2], "n_neighbors": [5]})]
    [{'radius': 0.1, 'n_neighbors': 5}, {'radius': 0.2, 'n_neighbors': 5}]
    """
    own = masker.get_params()
    for name, values in sweep.items():
        if name not in own or name == "seed":
            known = [parameter for parameter in own if parameter != "seed"]
            raise ParameterError(
                f"sweep must name parameters of {type(masker).__name__}, got {name!r}"
                f"{did_you_mean(name, known)}; they are {', '.join(known)}"
            )
        if isinstance(values, str) or not hasattr(values, "__len__") or len(values) == 0:
            raise ParameterError(
                f"sweep must give a list of values for {name}, got {values!r}; one value is a "
                "list too"
            )
    made = []
    for values in itertools.product(*(map(_plain, values) for values in sweep.values())):
        setting = dict(zip(sweep, values, strict=True))
        one: Masker = type(masker)(**(own | setting))
        one.check()
        made.append((setting, one))
    return made


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
