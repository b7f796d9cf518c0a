"""Who works on the parts of a table, from the shell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Group, Parameter

import vicinage
from vicinage.cli.usage_error import UsageError
from vicinage.parameters import check_whole_number
from vicinage.schema import Schema

__all__ = ["PARTS", "EngineOptions"]

PARTS = Group("Tables larger than the memory", sort_key=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """Who works on the parts of a table.

    Parameters
    ----------
    workers
        How many parts are worked on at the same time. [default: 1, with all threads]
    engine
        local, dask (workers on this machine), or the address of a Dask scheduler.
        [default: local]
    """

    workers: Annotated[int | None, Parameter(group=PARTS)] = None
    engine: Annotated[str | None, Parameter(group=PARTS)] = None

    @property
    def n_workers(self) -> int:
        """How many workers a plan counts with; those of a cluster that runs are not known yet."""
        if self.workers is None:
            return 1
        check_whole_number("workers", self.workers)
        return self.workers

    @contextmanager
    def opened(self) -> Iterator[vicinage.engines.Engine]:
        """Start the workers, and end them afterwards."""
        place = self.engine or "local"
        if place not in ("local", "dask") and self.workers is not None:
            raise UsageError(
                "--workers must go without the address of a cluster, which has its own"
            )
        if place == "local":
            with vicinage.engines.LocalEngine(self.n_workers) as local:
                yield local
            return
        dask = (
            vicinage.engines.DaskEngine(n_workers=self.n_workers)
            if place == "dask"
            else vicinage.engines.DaskEngine(place)
        )
        with dask as cluster:
            yield cluster

    @contextmanager
    def if_asked(self) -> Iterator[vicinage.engines.Engine | None]:
        """Start the workers where an option asks for them."""
        if self.workers is None and self.engine is None:
            yield None
            return
        with self.opened() as engine:
            yield engine

    @contextmanager
    def parts_of(
        self, files: Sequence[Any], schema: Schema
    ) -> Iterator[tuple[Any, vicinage.engines.Engine | None]]:
        """Start the workers where an option asks for them, and give them parts of a table.

        Several files are a part each. A single one is cut into parts, which lie in the temporary
        folder for this time.
        """
        with self.if_asked() as engine:
            if engine is None or len(files) > 1:
                yield files, engine
                return
            with vicinage.engines.work_folder() as folder:
                yield vicinage.engines.cut_file(files[0], schema, folder), engine
