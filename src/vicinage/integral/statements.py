"""What must be said wherever integrally private results are shown."""

__all__ = ["STATEMENTS", "STATEMENT_OF_SEED", "UNPROTECTED_COUNT"]

UNPROTECTED_COUNT = "The count is constant under resampling and is released unprotected."

STATEMENTS = (
    "Integral privacy is not differential privacy: it bounds no inference by an intruder who knows "
    "the other records, and has no composition theorem.",
    "The generators are resamples of one table: the guarantee concerns which resample, not "
    "presence in the table.",
    UNPROTECTED_COUNT,
    "Ties and constant columns satisfy the definition yet disclose the shared value.",
)
"""In this order, word for word."""

STATEMENT_OF_SEED = "Keep the seed secret."
"""Besides, where there is one; without, nobody knows the draws of the operating system."""
