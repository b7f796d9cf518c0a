"""``vicinage schema``: a first schema to correct."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from vicinage.errors import OutputError
from vicinage.schema import FileFormat
from vicinage.table import draft_schema

__all__ = ["draft"]


def draft(
    file: Path,
    /,
    *,
    output: Annotated[Path | None, Parameter(alias="-o")] = None,
    encoding: str = "utf-8",
    force: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Print or write the draft.

    Parameters
    ----------
    file
        CSV, Parquet or Arrow file.
    output
        Where to write the draft; without it, the draft is printed.
    encoding
        Of a text file, such as latin-1 or cp1252.
    force
        Write over a file that exists.
    """
    file_format = FileFormat(encoding)
    if output is None:
        print(draft_schema(file, file_format=file_format), end="")
        return
    if output.exists() and not force:
        raise OutputError(
            f"output must be a new file, got {output}, which exists; --force writes over it"
        )
    text = draft_schema(file, file_format=file_format)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(
            f"output must be a place to write to, got {output}: {error.strerror}"
        ) from None
