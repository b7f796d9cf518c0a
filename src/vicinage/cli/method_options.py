"""The parameters of all methods, as options."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from cyclopts import Group, Parameter

import vicinage
from vicinage.cli.option_values import read_names, read_number
from vicinage.cli.option_words import option_of
from vicinage.cli.usage_error import UsageError

__all__ = ["METHODS", "MethodOptions", "make_masker", "parameters_of", "plain_masker"]

METHODS = {
    "rwn": "RWN",
    "rank-swapping": "RankSwapping",
    "microaggregation": "Microaggregation",
    "noise-addition": "NoiseAddition",
}
"""The classes of :mod:`vicinage.masking`, by their names on the command line."""

_GROUP = Group("Parameters of the methods", sort_key=1)


def _option(*short: str, converter: Any = None) -> Parameter:
    return Parameter(alias=short, converter=converter, group=_GROUP, negative=())


_Number = Annotated[Any, _option(converter=read_number)]
_Names = Annotated[Any, _option(converter=read_names)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOptions:
    """Every parameter of every method under its own name; None where it was not given.

    Parameters
    ----------
    n_neighbors
        rwn: least number of neighbours. [default: 5]
    radius
        rwn: neighbours are at least all records within it; with minmax 1 is the range of one
        column, with standard one standard deviation, with gower the largest distance. [default: 0]
    probability
        rwn: chance that a cell is replaced, from 0 to 1. [default: 1]
    metric
        rwn: minmax, standard or gower. [default: minmax]
    columns
        all methods: columns to perturb, such as age,income. [default: all without a role that is
        left alone]
    distance_columns
        rwn: columns to measure distance on. [default: the same, without texts]
    within
        rwn: columns whose combinations are strata; neighbours come from the own stratum.
        [default: the role stratum]
    key
        rwn: column that tells records apart, so that the order of rows has no influence.
        [default: the role key]
    keep_key
        all methods: the release keeps the key column.
    partition_size
        rwn: seek neighbours in partitions of about this many records. [default: exact search]
    nearest_partitions
        rwn: how many other partitions are searched. [default: 16]
    block_size
        rwn: with partitions, larger tables are cut into blocks of about this many records.
        [default: 262144]
    fraction
        rank-swapping: how far apart in rank swapped cells may be, from 0 to 1. [default: 0.15]
    tail_fraction
        rank-swapping: fraction of cells at either end that become their mean, from 0 to 0.5.
        [default: 0.05]
    group_size
        microaggregation: records in a group. [default: 3]
    scale
        noise-addition: standard deviation of the noise, in those of the column. [default: 0.1]
    correlated
        noise-addition: noise that has the correlations of the columns.
    seed
        for experiments only: the same seed gives the same release, and the record says so.
        [default: the operating system's randomness]
    """

    n_neighbors: Annotated[Any, _option("-k", converter=read_number)] = None
    radius: Annotated[Any, _option("-r", converter=read_number)] = None
    probability: Annotated[Any, _option("-q", converter=read_number)] = None
    metric: Annotated[str | None, _option()] = None
    columns: _Names = None
    distance_columns: _Names = None
    within: _Names = None
    key: Annotated[str | None, _option()] = None
    keep_key: Annotated[bool | None, _option()] = None
    partition_size: _Number = None
    nearest_partitions: _Number = None
    block_size: _Number = None
    fraction: _Number = None
    tail_fraction: _Number = None
    group_size: _Number = None
    scale: _Number = None
    correlated: Annotated[bool | None, _option()] = None
    seed: _Number = None

    def given(self) -> dict[str, Any]:
        """Return the options that were given."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def parameters_of(method: str) -> dict[str, Any]:
    """Return the parameters that a method has, with their defaults."""
    defaults: dict[str, Any] = plain_masker(method).get_params()
    return defaults


def plain_masker(method: str) -> Any:
    """Return the masker of a method, with the defaults of its parameters."""
    return getattr(vicinage.masking, METHODS[method])()


def make_masker(method: str, parameters: dict[str, Any]) -> vicinage.masking.Masker:
    """Make a masker and check its parameters.

    Raises
    ------
    UsageError
        If a parameter belongs to other methods; the message names them.
    ParameterError
        If a parameter is outside its range.
    """
    own = parameters_of(method)
    for name in parameters:
        if name not in own:
            having = [other for other in METHODS if name in parameters_of(other)]
            raise UsageError(
                f"{option_of(name)} must go with --method {' or '.join(having)}, "
                f"got --method {method}"
            )
    masker: vicinage.masking.Masker = plain_masker(method).set_params(**parameters)
    masker.check()
    return masker
