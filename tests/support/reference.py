"""Tables and published figures that are not ours to copy into the repository."""

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "reference"

REFERENCE = Path(os.environ.get("VICINAGE_REFERENCE") or _BESIDE)
needs_reference = pytest.mark.skipif(
    not REFERENCE.is_dir(),
    reason="the reference data are not in the repository; VICINAGE_REFERENCE names their folder",
)
