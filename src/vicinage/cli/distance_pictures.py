"""Pictures beside distances: a heat map and a tree of each column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import vicinage
from vicinage.cli.output_check import check_output
from vicinage.errors import OutputError

__all__ = ["check_pictures", "write_pictures"]

_DRAWN = range(2, 151)


def check_pictures(folder: Path, *, force: bool) -> None:
    """Refuse a folder that cannot be made, or that holds files and `force` is not set."""
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"--pictures must be a folder, got the file {folder}")
    if not folder.parent.is_dir():
        raise OutputError(f"--pictures must be in a folder that exists, got {folder}")
    if folder.is_dir() and any(folder.iterdir()) and not force:
        raise OutputError(
            f"--pictures must be a new or an empty folder, got {folder}; --force writes into it"
        )


def write_pictures(columns: Mapping[str, Any], folder: Path, *, force: bool) -> None:
    """Draw every column of 2 to 150 values.

    Files are numbered as the columns are, since the name of a column may be no name of a file.

    Parameters
    ----------
    columns : mapping of str to dict
        As ``as_dict`` of an estimator of distances gives them.
    folder : Path
        Made where it does not exist.
    force : bool
        Whether files that exist are written over.
    """
    folder.mkdir(exist_ok=True)
    for number, column in enumerate(columns.values(), start=1):
        labels, distances = column["categories"], column["distances"]
        if len(labels) not in _DRAWN:
            continue
        for kind, draw in (
            ("heat-map", vicinage.report.distance_picture),
            ("tree", vicinage.report.dendrogram_picture),
        ):
            path = folder / f"{number:02d}-{kind}.svg"
            check_output(path, "--pictures", inputs=[], force=force)
            with vicinage.table.replacing(path) as stream:
                stream.write(draw(labels, distances).encode())
