"""CSV files as texts, part by part."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from vicinage.errors import TableError
from vicinage.table.csv_dialect import CsvHead, has_quotes, wrong_encoding
from vicinage.table.csv_reader import no_row
from vicinage.table.csv_tokens import Comparison
from vicinage.table.csv_writer import CsvLines

__all__ = ["read_csv_chunks"]


def read_csv_chunks(path: Path, head: CsvHead) -> Iterator[Any]:
    """Yield the rows of a CSV file as pyarrow Tables of texts; see :func:`.csv_reader.read_csv`.

    Raises
    ------
    TableError
        If the file has a header only, a row that is longer or shorter, other bytes than its
        encoding allows, or quotation marks that follow no rule.
    """
    if not has_quotes(path):
        yield from _tables(path, head)
        return
    with path.open("rb") as stream:
        comparison = Comparison(stream)
        lines = CsvLines(head.names, head.dialect, comparison)
        for table in _tables(path, head):
            lines.append(table)
            if not comparison.same:
                break
            yield table
        else:
            lines.finish()
        if not comparison.same or stream.read(1):
            raise TableError(
                f"{path} must have its cells in quotes by one rule for each column to be read in "
                "parts, got others; write it anew with or without quotes"
            )


def _tables(path: Path, head: CsvHead) -> Iterator[Any]:
    options = head.options()
    options["read_options"].encoding = head.dialect.encoding
    try:
        with path.open("rb") as file:
            file.seek(len(head.dialect.bom))
            with pa.csv.open_csv(file, **options) as reader:
                found = False
                for batch in reader:
                    found = found or batch.num_rows > 0
                    yield pa.Table.from_batches([batch]).rename_columns(head.names)
    except UnicodeDecodeError:
        raise wrong_encoding(path, head.dialect.encoding) from None
    except pa.ArrowInvalid as error:
        if "UTF8" in str(error):
            raise wrong_encoding(path, head.dialect.encoding) from None
        if "Empty CSV" in str(error):
            raise no_row(path) from None
        raise TableError(
            f"{path} must have rows as long as its header, which has {len(head.names)} fields, and "
            "close its quotation marks; `vicinage check` names the line"
        ) from None
    if not found:
        raise no_row(path)
