"""Columns whose cells come from one donor."""

from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.schema import Schema

__all__ = ["drawn_together"]


def drawn_together(schema: Schema, perturbed: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the perturbed columns in blocks: those declared together, and each other alone.

    Raises
    ------
    ParameterError
        If only a part of a block is perturbed.

    Examples
    --------
    >>> from vicinage.schema import Numeric, Treatment
    >>> schema = Schema(
    ...     {name: Numeric() for name in "abc"}, treatment=Treatment(together=[["a", "c"]])
    ... )
    >>> drawn_together(schema, ["a", "b", "c"])
    (('a', 'c'), ('b',))
    """
    block_of: dict[str, tuple[str, ...]] = {name: (name,) for name in perturbed}
    for block in schema.treatment.together:
        inside = [name for name in block if name in block_of]
        if inside and len(inside) < len(block):
            raise ParameterError(
                f"columns must perturb all of {', '.join(block)} or none of them, got "
                f"{', '.join(inside)}; they are declared together"
            )
        block_of |= dict.fromkeys(inside, tuple(block))
    return tuple(dict.fromkeys(block_of.values()))
