"""The command line: parse, call, print."""

from vicinage.lazy_names import loaded_when_used

__getattr__ = loaded_when_used(__name__, {"demo_csv": "demo_table", "demo_schema": "demo_table"})
