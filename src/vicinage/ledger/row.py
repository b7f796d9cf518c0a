"""An entry as a ledger stores it."""

from dataclasses import dataclass

__all__ = ["Row"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry as it is stored.

    Parameters
    ----------
    number : int
    at, kind : str
    data_set : bytes
        The keyed hash of the data set's rows.
    content : str
        JSON.
    seal : bytes
        Keyed hash of this row and of the seal before it.
    """

    number: int
    at: str
    kind: str
    data_set: bytes
    content: str
    seal: bytes
