"""A wrong use that only shows when options are seen together."""

__all__ = ["UsageError"]


class UsageError(Exception):
    """Options that do not go together; the command line ends with exit code 2."""
