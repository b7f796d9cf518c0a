"""Output for machines."""

import json
from typing import Annotated, Any

from cyclopts import Parameter

__all__ = ["AsJSON", "json_text"]

AsJSON = Annotated[bool, Parameter(name="--json", negative=())]
"""The option that asks for it."""


def json_text(content: Any) -> str:
    """Return JSON as it is printed and written everywhere: indented, letters as they are."""
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
