"""A release of a file, part by part."""

import hashlib
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage._version import __version__
from vicinage.engines import Engine, LocalEngine, Partition, repartition, write_partition
from vicinage.errors import OutputError, TableError
from vicinage.masking.locality import Locality
from vicinage.masking.masked import Masked
from vicinage.masking.notes import release_notes
from vicinage.masking.out_of_core.arrange import Arrange
from vicinage.masking.out_of_core.draw import Draw
from vicinage.masking.out_of_core.draw_block import DrawBlock
from vicinage.masking.out_of_core.draw_pack import DrawPack
from vicinage.masking.out_of_core.drawn import Drawn
from vicinage.masking.out_of_core.encoding import ROW, Encoding, Stratum
from vicinage.masking.out_of_core.first_look import FirstLook
from vicinage.masking.out_of_core.plan import OUTPUT_ROWS, Plan, memory_bytes
from vicinage.masking.out_of_core.request import Request
from vicinage.masking.release import schema_source
from vicinage.masking.rwn import RWN, skipped_note
from vicinage.privacy import RandomKey, ReleaseRecord
from vicinage.schema import Role, Schema
from vicinage.table import (
    Examination,
    dictionaries,
    different_texts,
    extended,
    joined,
    replacing,
    writing_chunks,
)

__all__ = ["release_file"]

Progress = Callable[[str], None]


def release_file(
    masker: RWN,
    source: Path | str | Sequence[Path | str],
    target: Path | str,
    schema: Schema,
    *,
    engine: Engine | None = None,
    memory: int | str = "4GB",
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
    source : Path, str, or sequence of them
        CSV, Parquet or Arrow files; several of one layout are one table, in the order given.
    target : Path or str
        A CSV, Parquet or Arrow file. It appears whole, or not at all; one that is there is
        replaced. The record goes beside it, to ``<target>.record.json``.
    schema : Schema
        What may be known of the table. Bounds and categories may be left open.
    engine : Engine, optional
        Who works on the parts; by default this process alone.
    memory : int or str, default "4GB"
        Bytes that all processes of this machine together may take.
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
    **Cost.** The rows are written six times to a folder beside the target, which is removed in any
    case; see :class:`Plan`. With a key column 8 bytes a record are held besides.

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
    request = Request.of(masker, source, target, schema)
    plan = request.plan(memory=memory_bytes(memory), n_workers=engine.n_workers)
    plan.check()
    _check_disk(request.target, plan)
    folder = Path(tempfile.mkdtemp(prefix=f".{request.target.name}.", dir=request.target.parent))
    try:
        return _Work(request, plan, engine, folder, progress or _quiet).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _quiet(stage: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class _Work:
    """The stages, each of which leaves its partitions to the next and deletes what is done with."""

    request: Request
    plan: Plan
    engine: Engine
    folder: Path
    progress: Progress

    def run(self) -> ReleaseRecord:
        """Go through all stages."""
        key = RandomKey.new(self.request.masker.seed)
        self.progress("reading")
        stored = list(self._store())
        n_rows = sum(partition.n_rows for partition in stored)
        locality = self.request.masker.locality(key, n_rows)
        encoding, sizes, sample = self._look(self.request.encoding(key), locality, stored)
        self.progress("dealing out")
        shards = self.request.shards(encoding, locality, sizes, sample)
        parts = repartition(self.engine, stored, shards, shards.n_shards, self.folder)
        _delete(stored)
        self.progress("arranging")
        drawn = list(self._draw(encoding, locality, shards, parts))
        self.progress("putting in order")
        ranges = -(-n_rows // OUTPUT_ROWS)
        rows = [part.partition for part in drawn]
        ordered = repartition(self.engine, rows, _row_range, ranges, self.folder)
        _delete(rows)
        changed = frozenset[str]().union(*(part.changed for part in drawn))
        record = self._record(encoding, sample, changed, key)
        self.progress("writing")
        self._write(encoding, ordered, record)
        return record

    def _store(self) -> Iterator[Partition]:
        """Write the rows as they are read, with their places, to partitions of about a size."""
        held: list[Any] = []
        start = size = number = 0
        for rows in self.request.chunks:
            places = np.arange(start, start + rows.num_rows)
            names = [str(column) for column in range(rows.num_columns)]
            held += extended(rows.rename_columns(names), {ROW: places}).to_batches()
            start, size = start + rows.num_rows, size + rows.nbytes
            if size >= self.plan.chunk_bytes:
                yield write_partition(self.folder, f"rows-{number:06d}", held)
                held, size, number = [], 0, number + 1
        if held:
            yield write_partition(self.folder, f"rows-{number:06d}", held)

    def _look(
        self, encoding: Encoding, locality: Locality, stored: list[Partition]
    ) -> tuple[Encoding, Counter[Stratum], Any]:
        """Examine all rows; return what is known of them, their strata, and a sample."""
        sizes: Counter[Stratum] = Counter()
        examinations: list[Examination] = []
        samples: list[Any] = []
        keys: list[npt.NDArray[np.uint64]] = []
        for seen in self.engine.map(FirstLook(encoding, locality), stored):
            examinations.append(seen.examination)
            sizes += seen.strata
            samples += [] if seen.sample is None else [seen.sample]
            keys += [] if seen.keys is None else [seen.keys]
        survey = encoding.survey.after(examinations, sum(part.n_rows for part in stored))
        _check_keys(keys, survey.given)
        sample = joined(samples)
        encoding = replace(encoding, survey=survey)
        numbered = survey.look(encoding.cells(sample, survey.given.names)).numbered
        survey.examination.numbered.extend(numbered)
        return encoding, sizes, sample

    def _draw(
        self, encoding: Encoding, locality: Locality, shards: Any, parts: list[Partition]
    ) -> Iterator[Drawn]:
        """Draw in every shard; blocks are arranged first, as they look at one another."""
        draw = Draw(
            encoding=encoding,
            locality=locality,
            tied=self.request.tied,
            kept=self.request.kept,
            folder=self.folder,
        )
        families = shards.families()
        of_blocks = {number for family in families for number in family}
        arrange = Arrange(encoding, locality, self.folder)
        blocks = dict(
            zip(
                sorted(of_blocks),
                self.engine.map(arrange, [(n, parts[n]) for n in sorted(of_blocks)]),
                strict=True,
            )
        )
        _delete([parts[number] for number in of_blocks])
        self.progress("protecting")
        for family in families:
            members = tuple(blocks[number] for number in family)
            task = DrawBlock(draw=draw, family=members, most=self.plan.most_rows)
            yield from self.engine.map(task, range(len(members)))
            _delete([block.partition for block in members])
        packs = [part for number, part in enumerate(parts) if number not in of_blocks]
        yield from self.engine.map(DrawPack(draw=draw), packs)
        _delete(packs)

    def _record(
        self, encoding: Encoding, sample: Any, changed: frozenset[str], key: RandomKey
    ) -> ReleaseRecord:
        request, survey = self.request, encoding.survey
        table = encoding.table(sample)
        dropped = survey.given.with_role(Role.IDENTIFIER)
        perturbed = request.perturbed
        masked = Masked(
            table=table,
            columns=perturbed,
            together=survey.schema.treatment.together,
            notes=skipped_note(encoding.space(table).skipped),
        )
        table = table.drop(dropped)
        if not request.masker.keep_key:
            dropped += survey.given.with_role(Role.KEY)
        return ReleaseRecord(
            method=type(request.masker).__name__,
            parameters=request.masker.get_params(),
            columns=perturbed,
            guarantee=request.masker.guarantee,
            schema=survey.declared.fingerprint(),
            schema_source=schema_source(survey.declared),
            seeded=key.seeded,
            notes=release_notes(
                table,
                masked,
                dropped,
                unchanged=[name for name in perturbed if name not in changed],
                seeded=key.seeded,
            ),
            version=__version__,
        )

    def _write(self, encoding: Encoding, ordered: list[Partition], record: ReleaseRecord) -> None:
        """Write the rows in their order, then the record; or keep neither."""
        kept, target = self.request.kept, self.request.target
        labels = self._labels(encoding, ordered)
        with writing_chunks(target, encoding.survey, kept, labels) as append:
            for partition in ordered:
                rows = partition.read()
                order = np.argsort(rows.column(ROW).to_numpy())
                append(encoding.cells(rows.take(order), kept))
        beside = target.with_name(target.name + ".record.json")
        with target.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        told = record.as_dict() | {"output": {"file": target.name, "sha256": digest}}
        try:
            with replacing(beside) as stream:
                stream.write(json.dumps(told, indent=2, ensure_ascii=False).encode() + b"\n")
        except OutputError:
            target.unlink()
            raise

    def _labels(self, encoding: Encoding, ordered: list[Partition]) -> dict[str, list[str]]:
        """Return the labels that are released in columns that are dictionaries in the source."""
        names = dictionaries(encoding.survey, self.request.kept)
        found: dict[str, set[str]] = {name: set() for name in names}
        for partition in ordered if names else ():
            cells = encoding.cells(partition.read(), names)
            for name in names:
                found[name].update(different_texts(cells, name))
        return {name: sorted(texts) for name, texts in found.items()}


def _row_range(rows: Any) -> npt.NDArray[np.int64]:
    places: npt.NDArray[np.int64] = rows.column(ROW).to_numpy()
    return places // OUTPUT_ROWS


def _delete(partitions: Iterable[Partition]) -> None:
    for partition in partitions:
        partition.path.unlink()


def _check_keys(keys: list[npt.NDArray[np.uint64]], schema: Schema) -> None:
    if not keys:
        return
    words = np.sort(np.concatenate(keys))
    if (words[1:] == words[:-1]).any():
        (name,) = schema.with_role(Role.KEY)
        raise TableError(f"column {name!r} must be different in every row, as it is the key")


def _check_disk(target: Path, plan: Plan) -> None:
    free = shutil.disk_usage(target.parent).free
    if free < plan.disk:
        raise OutputError(
            f"path must be on a disk with about {plan.disk / 2**30:.1f} GB free for the work, got "
            f"{target} with {free / 2**30:.1f} GB"
        )
