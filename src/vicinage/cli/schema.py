"""``vicinage schema``: a first schema to correct."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import vicinage
from vicinage.cli.option_values import Delimiter
from vicinage.cli.output_check import check_output
from vicinage.cli.table_place import TablePlace
from vicinage.schema import FileFormat

__all__ = ["draft"]


def draft(
    file: TablePlace,
    /,
    *,
    output: Annotated[Path | None, Parameter(alias="-o")] = None,
    encoding: str = "utf-8",
    delimiter: Delimiter = None,
    force: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Print or write the draft.

    Parameters
    ----------
    file
        File, or address of a table in a database.
    output
        Where to write the draft; without it, the draft is printed.
    encoding
        Of a text file, such as latin-1 or cp1252.
    delimiter
        Of a text file. [default: found in the file]
    force
        Write over a file that exists.
    """
    file_format = FileFormat(encoding, delimiter)
    if output is None:
        print(vicinage.table.draft_schema(file, file_format=file_format), end="")
        return
    check_output(output, "output", inputs=[file], force=force)
    text = vicinage.table.draft_schema(file, file_format=file_format)
    with vicinage.table.replacing(output) as stream:
        stream.write(text.encode())
