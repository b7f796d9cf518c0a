"""A column as it may be released: its cells, and nothing of the cells that they replace."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["only_cells", "without_views"]


def only_cells(column: Any, labels: Sequence[str] | None = None) -> Any:
    """Copy a column into new memory, with no label that none of its cells holds.

    Arrow shares memory freely: a slice keeps the rows around it, a null the value under it, and a
    dictionary the labels of all cells that it ever served, in the order of their appearance.

    Parameters
    ----------
    column : pyarrow.Array or ChunkedArray
        Of any type that a table may have.
    labels : sequence of str or None
        What anyone may know of a dictionary of texts: it is kept as declared. None: an ordered
        dictionary is kept, since its levels are a domain and not a list of cells; any other holds
        the labels that occur, sorted.

    Examples
    --------
    >>> column = pa.array(["south", "rare", "north"]).dictionary_encode().take(pa.array([0, 2]))
    >>> only_cells(column).dictionary.to_pylist()
    ['north', 'south']
    >>> only_cells(column, ["west", "south", "north"]).indices.to_pylist()
    [1, 2]
    """
    if isinstance(column, pa.ChunkedArray):
        if pa.types.is_dictionary(column.type):
            return pa.chunked_array([only_cells(_in_one_piece(column), labels)])
        return pa.chunked_array([only_cells(chunk) for chunk in column.chunks], column.type)
    if pa.types.is_dictionary(column.type):
        return _only_labels(column, labels)
    return column.take(pa.array(np.arange(len(column))))


def without_views(table: Any) -> Any:
    """Return a pyarrow Table whose texts are of a type that rows can be taken from."""
    for position, field in enumerate(table.schema):
        column = table.column(position)
        if pa.types.is_string_view(field.type):
            column = column.cast(pa.large_string())
        elif pa.types.is_dictionary(field.type) and pa.types.is_string_view(field.type.value_type):
            column = pa.chunked_array([_without_view(chunk) for chunk in column.chunks])
        if column.type != field.type:
            table = table.set_column(position, field.with_type(column.type), column)
    return table


def _without_view(cells: Any) -> Any:
    labels = cells.dictionary.cast(pa.large_string())
    return pa.DictionaryArray.from_arrays(cells.indices, labels, ordered=cells.type.ordered)


def _in_one_piece(column: Any) -> Any:
    return column.unify_dictionaries().combine_chunks()


def _only_labels(cells: Any, labels: Sequence[str] | None) -> Any:
    kind = cells.type
    plain = cells.dictionary_decode()
    levels = only_cells(cells.dictionary)
    occurring = plain.drop_null().unique()
    if labels is not None and _is_text(kind.value_type):
        declared = pa.array(labels, kind.value_type)
        kept = levels if kind.ordered else declared
        # Codes of missing cells occur without being labels.
        allowed = pa.concat_arrays([declared, occurring])
        kept = kept.filter(pc.is_in(kept, value_set=allowed))
        others = occurring.filter(pc.invert(pc.is_in(occurring, value_set=kept)))
        levels = pa.concat_arrays([kept, _sorted(others)])
    elif not kind.ordered:
        levels = _sorted(occurring)
    indices = pc.index_in(plain, value_set=levels)
    if len(levels) <= np.iinfo(kind.index_type.to_pandas_dtype()).max:
        indices = indices.cast(kind.index_type)
    return pa.DictionaryArray.from_arrays(indices, levels, ordered=kind.ordered)


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _sorted(labels: Any) -> Any:
    return labels.take(pc.array_sort_indices(labels))
