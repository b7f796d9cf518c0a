"""The directive ``command-help``: what a command prints with ``--help``, when the site is built."""

import contextlib
import io
import os

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from vicinage.cli.main import main

COLUMNS = "92"


def help_of(command: str) -> str:
    """Return the help of ``vicinage COMMAND``, laid out for a page."""
    text = io.StringIO()
    os.environ["COLUMNS"] = COLUMNS
    with contextlib.redirect_stdout(text), contextlib.suppress(SystemExit):
        main([*command.split(), "--help"])
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n")


class CommandHelp(SphinxDirective):
    """Show the help of the command that is the argument."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return one literal block."""
        text = help_of(self.arguments[0] if self.arguments else "")
        return [nodes.literal_block(text, text, language="text")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
