"""The stages of a release in parts, in their order."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage._version import __version__
from vicinage.engines import Engine, Partition, repartition, write_parts
from vicinage.errors import OutputError
from vicinage.masking.locality import Locality
from vicinage.masking.masked import Masked
from vicinage.masking.notes import release_notes, skipped_note
from vicinage.masking.out_of_core.arrange import Arrange
from vicinage.masking.out_of_core.draw import Draw
from vicinage.masking.out_of_core.draw_block import DrawBlock
from vicinage.masking.out_of_core.draw_pack import DrawPack
from vicinage.masking.out_of_core.drawn import Drawn
from vicinage.masking.out_of_core.encoding import ROW, Encoding
from vicinage.masking.out_of_core.first_look import FirstLook
from vicinage.masking.out_of_core.overview import Overview
from vicinage.masking.out_of_core.plan import OUTPUT_ROWS, Plan
from vicinage.masking.out_of_core.request import Request
from vicinage.masking.out_of_core.seen import Seen
from vicinage.masking.out_of_core.shards import Shards
from vicinage.masking.public_record import record_of_file, record_text
from vicinage.masking.release import schema_source
from vicinage.masking.rule_count import count_rules
from vicinage.masking.treatment_notes import treatment_notes
from vicinage.privacy import RandomKey, ReleaseRecord
from vicinage.schema import Role
from vicinage.table import (
    dictionaries,
    different_texts,
    extended,
    replacing,
    writing_chunks,
)

__all__ = ["ReleaseWork"]

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ReleaseWork:
    """The stages of a release, each of which leaves partitions to the next.

    Parameters
    ----------
    request : Request
    plan : Plan
    engine : Engine
    folder : Path
        Empty, and as private as the rows are; what is done with is deleted at once.
    progress : callable
        Is told the name of each stage as it begins.
    """

    request: Request
    plan: Plan
    engine: Engine
    folder: Path
    progress: Progress

    def run(self) -> ReleaseRecord:
        """Go through all stages."""
        key = RandomKey.new(self.request.masker.seed)
        self.progress("reading")
        stored = list(write_parts(self._rows(), self.folder, self.plan.chunk_bytes))
        n_rows = sum(partition.n_rows for partition in stored)
        locality = self.request.masker.locality(key, n_rows)
        look = self._look(self.request.encoding(key), locality, stored)
        overview = Overview.of(self.request.encoding(key), look)
        self.progress("dealing out")
        shards = Shards.of(overview.encoding, locality, overview.strata, overview.sample)
        rows = overview.partitions
        parts = repartition(self.engine, rows, shards, shards.n_shards, self.folder)
        _delete(rows)
        self.progress("arranging")
        drawn = list(self._draw(overview.encoding, locality, shards, parts))
        self.progress("putting in order")
        ranges = -(-n_rows // OUTPUT_ROWS)
        rows = [part.partition for part in drawn]
        ordered = repartition(self.engine, rows, _row_range, ranges, self.folder)
        _delete(rows)
        record = self._record(overview, drawn, key)
        self.progress("writing")
        self._write(overview.encoding, ordered, record)
        return record

    def _rows(self) -> Iterator[Any]:
        """Read the rows, each with its place in the table."""
        start = 0
        for rows in self.request.chunks:
            places = np.arange(start, start + rows.num_rows)
            names = [str(column) for column in range(rows.num_columns)]
            yield extended(rows.rename_columns(names), {ROW: places})
            start += rows.num_rows

    def _look(
        self, encoding: Encoding, locality: Locality, stored: list[Partition]
    ) -> Iterator[Seen]:
        """Look at all rows, and do the steps before masking."""
        look = FirstLook(
            encoding=encoding,
            locality=locality,
            treatment=self.request.treatment,
            folder=self.folder,
        )
        for partition, seen in zip(stored, self.engine.map(look, stored), strict=True):
            if seen.partition != partition:
                _delete([partition])
            yield seen

    def _draw(
        self, encoding: Encoding, locality: Locality, shards: Shards, parts: list[Partition]
    ) -> Iterator[Drawn]:
        """Draw in every shard; blocks are arranged first, as they look at one another."""
        draw = Draw(
            encoding=encoding,
            locality=locality,
            treatment=self.request.treatment,
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

    def _record(self, overview: Overview, drawn: list[Drawn], key: RandomKey) -> ReleaseRecord:
        request, encoding = self.request, overview.encoding
        declared, treatment = request.treatment.original.declared, request.treatment.treatment
        dropped = encoding.survey.given.with_role(Role.IDENTIFIER)
        sample = encoding.table(overview.sample)
        table = sample.drop(dropped)
        masked = Masked(
            table=table,
            columns=request.perturbed,
            together=treatment.together,
            notes=skipped_note(encoding.space(sample).skipped),
        )
        if not request.masker.keep_key:
            dropped += encoding.survey.given.with_role(Role.KEY)
        changed = frozenset[str]().union(*(part.changed for part in drawn))
        broken: Counter[str] = Counter()
        for part in drawn:
            broken.update(part.broken)  # a sum would forget the rules that nobody breaks
        rules = count_rules(treatment.rules, overview.broken, broken, encoding.n_rows)
        return ReleaseRecord(
            method=type(request.masker).__name__,
            parameters=request.masker.get_params(),
            columns=request.perturbed,
            guarantee=request.masker.guarantee,
            schema=declared.fingerprint(),
            schema_source=schema_source(declared),
            seeded=key.seeded,
            notes=(
                *release_notes(
                    table,
                    masked,
                    dropped,
                    unchanged=[name for name in request.perturbed if name not in changed],
                    seeded=key.seeded,
                ),
                *treatment_notes(treatment, (), rules, masked, encoding.n_rows),
            ),
            version=__version__,
        )

    def _write(self, encoding: Encoding, ordered: list[Partition], record: ReleaseRecord) -> None:
        """Write the rows in their order, then the record; or keep neither."""
        kept, target = self.request.kept, self.request.target
        released = self.request.treatment.released
        labels = self._labels(encoding, ordered)
        with writing_chunks(target, released, kept, labels) as append:
            for partition in ordered:
                rows = partition.read()
                order = np.argsort(rows.column(ROW).to_numpy())
                append(encoding.cells(rows.take(order), kept))
        told = record_of_file(record, target)
        try:
            with replacing(self.request.record) as stream:
                stream.write(record_text(told))
        except OutputError:
            target.unlink()
            raise

    def _labels(self, encoding: Encoding, ordered: list[Partition]) -> dict[str, list[str]]:
        """Return the labels that are released in columns that are dictionaries in the source."""
        names = dictionaries(self.request.treatment.released, self.request.kept)
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
