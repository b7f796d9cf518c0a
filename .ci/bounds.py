"""Print the oldest version of everything that pyproject.toml asks for, as constraints for pip."""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
asked = [
    *project["project"]["dependencies"],
    *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
    *(name for name in project["dependency-groups"]["dev"] if name.startswith("p")),
]
for requirement in asked:
    sys.stdout.write(re.sub(r"\[.*\]", "", requirement).replace(">=", "==") + "\n")
