"""Where heavy loops run: here, or on a cluster; the work itself is the same.

A table that is too large for the memory lies in a folder as :class:`Partition` files. An
:class:`Engine` has one function, ``map``; :func:`repartition` and :func:`fold` are built on it, and
so is every job of the methods, so a job is written once.
"""

from vicinage.engines.cut_file import cut_file, write_parts
from vicinage.engines.dask import DaskEngine
from vicinage.engines.engine import Engine
from vicinage.engines.fold import fold
from vicinage.engines.local import LocalEngine
from vicinage.engines.partition import Partition, write_numbers, write_partition
from vicinage.engines.query_parts import QueryParts, file_parts, open_query
from vicinage.engines.repartition import repartition
from vicinage.engines.work_folder import work_folder

__all__ = [
    "DaskEngine",
    "Engine",
    "LocalEngine",
    "Partition",
    "QueryParts",
    "cut_file",
    "file_parts",
    "fold",
    "open_query",
    "repartition",
    "work_folder",
    "write_numbers",
    "write_partition",
    "write_parts",
]
