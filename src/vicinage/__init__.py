"""Privacy for tables, by neighbourhoods.

Describe a table with a :class:`Schema`, protect it with a masker, and judge the release:

- :class:`RWN` replaces each value by that of a random near neighbour.
- :class:`RankSwapping`, :class:`Microaggregation` and :class:`NoiseAddition` are the methods it is
  compared with, behind the same interface.
- :func:`evaluate` measures the risk and the utility of a release.
- :class:`Ledger` remembers what was released of which table.

The parts: ``schema`` says what may be known of a table, ``table`` holds what may not, ``neighbors``
finds who is near, ``masking`` protects, ``evaluation`` judges, ``report`` shows, ``ledger``
remembers, and ``cli`` is their shadow on the command line. Names are loaded when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vicinage._version import __version__

if TYPE_CHECKING:
    from vicinage.evaluation import Evaluation, evaluate
    from vicinage.ledger import Ledger
    from vicinage.masking import RWN, Microaggregation, NoiseAddition, RankSwapping
    from vicinage.schema import (
        Categorical,
        Column,
        Date,
        FileFormat,
        Numeric,
        Ordinal,
        Role,
        Schema,
        Text,
    )
    from vicinage.table import Table

__all__ = [
    "RWN",
    "Categorical",
    "Column",
    "Date",
    "Evaluation",
    "FileFormat",
    "Ledger",
    "Microaggregation",
    "NoiseAddition",
    "Numeric",
    "Ordinal",
    "RankSwapping",
    "Role",
    "Schema",
    "Table",
    "Text",
    "__version__",
    "evaluate",
]

_HOMES = {
    "schema": (
        "Categorical", "Column", "Date", "FileFormat", "Numeric", "Ordinal", "Role", "Schema",
        "Text",
    ),
    "table": ("Table",),
    "masking": ("RWN", "Microaggregation", "NoiseAddition", "RankSwapping"),
    "ledger": ("Ledger",),
    "evaluation": ("Evaluation", "evaluate"),
}  # fmt: skip
_HOME_OF = {name: f"vicinage.{home}" for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'vicinage' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
