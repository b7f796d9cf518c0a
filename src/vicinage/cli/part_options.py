"""How a table that is larger than the memory is released, from the shell."""

from dataclasses import dataclass, fields
from typing import Annotated

from cyclopts import Parameter

from vicinage.cli.engine_options import PARTS, EngineOptions
from vicinage.cli.option_words import option_of
from vicinage.cli.usage_error import UsageError

__all__ = ["PartOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOptions(EngineOptions):
    """Who works on the parts of a table, and what they may take.

    Parameters
    ----------
    memory
        Read and protect the table in parts, within this much memory of all processes together,
        such as 4GB; with --method rwn, --schema and --partition-size.
    dry_run
        Check what is asked for, say what would be done and, with --memory, how much memory, disk
        and time it would take; write nothing.
    """

    memory: Annotated[str | None, Parameter(group=PARTS)] = None
    dry_run: Annotated[bool, Parameter(group=PARTS, negative=())] = False

    @property
    def asked(self) -> bool:
        """Whether the table is to be read in parts."""
        if self.memory is None:
            for field in fields(self):
                if field.name != "dry_run" and getattr(self, field.name) != field.default:
                    raise UsageError(
                        f"{option_of(field.name)} must go with --memory, such as 4GB; "
                        "a table that is read as a whole uses as many threads as --threads says"
                    )
        return self.memory is not None
