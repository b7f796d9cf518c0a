"""The settings of a release that was made before."""

import json
from pathlib import Path
from typing import Any

from vicinage.cli.method_options import METHODS, parameters_of
from vicinage.errors import ParameterError
from vicinage.names import did_you_mean

__all__ = ["past_settings"]


def past_settings(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the method of a record, as the command line names it, and its parameters.

    Raises
    ------
    ParameterError
        If the file is no record of a release, or one of a method or parameter that this version
        does not know.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ParameterError(
            f"from_record must be a file that can be read, got {path}: {error.strerror}"
        ) from None
    except ValueError:
        record = None
    if not isinstance(record, dict) or not isinstance(record.get("parameters"), dict):
        raise ParameterError(
            f"from_record must be the record of a release, got {path}; such a file ends in "
            ".record.json"
        )
    names = {kind: name for name, kind in METHODS.items()}
    method = record.get("method")
    if not isinstance(method, str) or method not in names:
        raise ParameterError(
            f"from_record must name one of the methods {', '.join(names)}, got {method!r}"
        )
    parameters: dict[str, Any] = record["parameters"]
    known = parameters_of(names[method])
    for name in parameters:
        if name not in known:
            raise ParameterError(
                f"from_record must hold parameters of {method}, got {name!r}"
                f"{did_you_mean(name, known)}"
            )
    return names[method], parameters
