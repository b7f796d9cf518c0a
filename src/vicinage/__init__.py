"""Privacy for tables, by neighbourhoods.

Describe a table with a :class:`Schema`, protect it with a masker, and judge the release:

- :class:`RWN` replaces each value by that of a random near neighbour.
- :class:`RankSwapping`, :class:`Microaggregation` and :class:`NoiseAddition` are the methods it is
  compared with, behind the same interface.
- :func:`evaluate` measures the risk and the utility of a release, and :func:`tune` sweeps the
  parameters of maskers for the setting with the most utility under a limit of risk.

Or answer questions about it:

- :class:`OutlierCount` and :class:`SubspaceDiscovery` say, with differential privacy, how many
  outliers there are and in which subspaces.
- :class:`DPDilca` learns distances between categories with differential privacy; :class:`Dilca`
  learns them exactly, for the steward.
- :class:`IntegralStatistics` gives results that many different samples would also give.
- :class:`Ledger` keeps the budget of each table and remembers what was released of it.

The parts: ``schema`` says what may be known of a table, ``table`` holds what may not, ``neighbors``
finds who is near, ``masking``, ``outliers``, ``categorical`` and ``integral`` are the four methods,
``mechanisms`` is the only way from exact to released, ``ledger`` is asked first, ``evaluation``
judges, ``report`` shows, and ``cli`` is their shadow on the command line. Names and parts are
loaded when first used, so ``import vicinage`` is all that a program needs.
"""

from typing import TYPE_CHECKING

from vicinage._version import __version__
from vicinage.lazy_names import loaded_when_used

if TYPE_CHECKING:
    from vicinage import report as report  # the other parts are known by what they import
    from vicinage.categorical import Dilca, DPDilca
    from vicinage.evaluation import Evaluation, evaluate
    from vicinage.evaluation.tuning import Tuning, tune
    from vicinage.integral import IntegralStatistics
    from vicinage.ledger import Ledger
    from vicinage.masking import RWN, Microaggregation, NoiseAddition, RankSwapping, release_file
    from vicinage.outliers import OutlierCount, SubspaceDiscovery
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
    "DPDilca",
    "Date",
    "Dilca",
    "Evaluation",
    "FileFormat",
    "IntegralStatistics",
    "Ledger",
    "Microaggregation",
    "NoiseAddition",
    "Numeric",
    "Ordinal",
    "OutlierCount",
    "RankSwapping",
    "Role",
    "Schema",
    "SubspaceDiscovery",
    "Table",
    "Text",
    "Tuning",
    "__version__",
    "evaluate",
    "release_file",
    "tune",
]

_HOMES = {
    "schema": (
        "Categorical", "Column", "Date", "FileFormat", "Numeric", "Ordinal", "Role", "Schema",
        "Text",
    ),
    "table": ("Table",),
    "masking": ("RWN", "Microaggregation", "NoiseAddition", "RankSwapping", "release_file"),
    "outliers": ("OutlierCount", "SubspaceDiscovery"),
    "categorical": ("DPDilca", "Dilca"),
    "integral": ("IntegralStatistics",),
    "ledger": ("Ledger",),
    "evaluation": ("Evaluation", "evaluate"),
    "evaluation.tuning": ("Tuning", "tune"),
}  # fmt: skip
_PARTS = (
    "_kernels", "categorical", "engines", "evaluation", "integral", "ledger", "masking", "outliers",
    "privacy", "report", "table",
)  # fmt: skip
__getattr__ = loaded_when_used(
    __name__, {name: home for home, names in _HOMES.items() for name in names}, _PARTS
)


def __dir__() -> list[str]:
    return sorted(__all__)
