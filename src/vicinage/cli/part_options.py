"""How a table that is larger than the memory is worked on, from the shell."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Annotated

from cyclopts import Group, Parameter

from vicinage.cli.usage_error import UsageError
from vicinage.engines import DaskEngine, Engine, LocalEngine

__all__ = ["PartOptions"]

_GROUP = Group("Tables larger than the memory", sort_key=2)

_Text = Annotated[str | None, Parameter(group=_GROUP)]
_Flag = Annotated[bool, Parameter(group=_GROUP, negative=())]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOptions:
    """Who works on the parts of a table, and what they may take.

    Parameters
    ----------
    memory
        Read and protect the table in parts, within this much memory of all processes together,
        such as 4GB; with --method rwn, --schema and --partition-size.
    workers
        How many parts are worked on at the same time. [default: 1, with all threads]
    engine
        local, dask (workers on this machine), or the address of a Dask scheduler.
        [default: local]
    dry_run
        Say how much memory, disk and time it would take, and do nothing.
    """

    memory: _Text = None
    workers: Annotated[int | None, Parameter(group=_GROUP)] = None
    engine: _Text = None
    dry_run: _Flag = False

    @property
    def asked(self) -> bool:
        """Whether the table is to be read in parts."""
        if self.memory is None:
            for field in fields(self):
                if field.name != "memory" and getattr(self, field.name):
                    raise UsageError(
                        f"--{field.name.replace('_', '-')} must go with --memory, such as 4GB"
                    )
        return self.memory is not None

    @property
    def n_workers(self) -> int:
        """How many workers a plan counts with; those of a cluster that runs are not known yet."""
        return self.workers or 1

    @contextmanager
    def opened(self) -> Iterator[Engine]:
        """Start the workers, and end them afterwards."""
        place = self.engine or "local"
        if place not in ("local", "dask") and self.workers is not None:
            raise UsageError(
                "--workers must go without the address of a cluster, which has its own"
            )
        if place == "local":
            with LocalEngine(self.n_workers) as local:
                yield local
            return
        dask = DaskEngine(n_workers=self.n_workers) if place == "dask" else DaskEngine(place)
        with dask as cluster:
            yield cluster
