"""Privacy for tables, by neighbourhoods."""

__version__ = "0.1.0.dev0"
