"""A release of a file, part by part."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from vicinage.engines import Engine, LocalEngine, work_folder
from vicinage.errors import OutputError
from vicinage.masking.out_of_core.plan import Plan, memory_bytes
from vicinage.masking.out_of_core.release_work import ReleaseWork
from vicinage.masking.out_of_core.request import Request
from vicinage.masking.rwn import RWN
from vicinage.privacy import ReleaseRecord
from vicinage.schema import Schema
from vicinage.table import PlaceLike, check_place

__all__ = ["release_file"]

Progress = Callable[[str], None]


def release_file(
    masker: RWN,
    source: PlaceLike | Sequence[PlaceLike],
    target: Path | str,
    schema: Schema,
    *,
    engine: Engine | None = None,
    memory: int | str = "4GB",
    record: Path | str | None = None,
    progress: Progress | None = None,
) -> ReleaseRecord:
    r"""Protect a file that may be larger than the memory, and write it with its record.

    The release is the one that :meth:`vicinage.RWN.fit_transform` would make of the whole table
    with the same key: it does not depend on the engine, its workers, the memory, or the files into
    which the table is cut.

    Parameters
    ----------
    masker : RWN
        With a `partition_size`, and the metric "minmax".
    source : Path, str, DatabaseTable, or sequence of them
        CSV, Parquet or Arrow files; several of one layout are one table, in the order given. A
        table of a database is copied first, beside the target.
    target : Path or str
        A CSV, Parquet or Arrow file. It appears whole, or not at all; one that is there is
        replaced.
    schema : Schema
        What may be known of the table. Bounds and categories may be left open. Its steps are done,
        but for local suppression; derived columns are computed anew, and rules are counted.
    engine : Engine, optional
        Who works on the parts; by default this process alone.
    memory : int or str, default "4GB"
        Bytes that all processes of this machine together may take.
    record : Path or str, optional
        Where its record goes. By default beside it, to ``<target>.record.json``.
    progress : callable, optional
        Is told the name of each stage as it begins.

    Returns
    -------
    ReleaseRecord

    Raises
    ------
    ParameterError
        If a parameter does not fit a table in parts, or the memory is too small for it.
    TableError
        If the table breaks its schema, or cannot be read in parts.
    OutputError
        If the target cannot be written, or the disk is too full.

    Notes
    -----
    **Cost.** The rows are written six times, and once more for steps before masking, to a folder
    beside the target, which is removed in any case; see :class:`Plan`. With a key column 8 bytes a
    record are held besides.

    Examples
    --------
    >>> import tempfile
    >>> from vicinage import Numeric
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     people, released = Path(folder) / "people.csv", Path(folder) / "released.csv"
    ...     _ = people.write_text("age\n20\n21\n60\n61\n")
    ...     masker = RWN(n_neighbors=1, partition_size=2, seed=1)
    ...     record = release_file(masker, people, released, Schema({"age": Numeric(0, 120)}))
    ...     released.read_text().split()
    ['age', '21', '20', '61', '60']
    """
    engine = engine or LocalEngine()
    place = Path(target).resolve()
    check_place(place)
    with work_folder(f".{place.name}.", place.parent) as folder:
        request = Request.of(masker, source, place, schema, record=record, copies=folder)
        plan = request.plan(memory=memory_bytes(memory), n_workers=engine.n_workers)
        plan.check()
        _check_disk(place, plan)
        return ReleaseWork(request, plan, engine, folder, progress or _quiet).run()


def _quiet(stage: str) -> None:
    """Tell nobody."""


def _check_disk(target: Path, plan: Plan) -> None:
    free = shutil.disk_usage(target.parent).free
    if free < plan.disk:
        raise OutputError(
            f"path must be on a disk with about {plan.disk / 2**30:.1f} GB free for the work, got "
            f"{target} with {free / 2**30:.1f} GB"
        )
