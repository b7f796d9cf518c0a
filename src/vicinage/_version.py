"""The version of this software, which every record states."""

__version__ = "0.1.0"
