"""Engines that end what they started."""

from types import TracebackType
from typing import Self

__all__ = ["Closing"]


class Closing:
    """Ends its workers at the end of a ``with`` block."""

    def close(self) -> None:
        """End the workers."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
