"""How the site is built: ``make docs``.

The source folder of the site is the repository, so that pages link to proofs beside the code and to
files such as CONTRIBUTING.md by the same relative paths as in a repository browser.
"""

import sys
from pathlib import Path

from vicinage import __version__

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "Vicinage"
author = "The Vicinage developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "command_help"]
include_patterns = ["docs/**", "src/**/*.proof.md", "CONTRIBUTING.md", "CHANGELOG.md"]
exclude_patterns = ["docs/extensions/**"]
root_doc = "docs/index"

myst_heading_anchors = 4
suppress_warnings = [
    "myst.header",  # generated tables begin at the third level
    "ref.python",  # types are words of a sentence: "value" may be the name of two attributes
]
napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_typehints = "none"  # docstrings name types in the words of the reader
autodoc_member_order = "bysource"
# scikit-learn adds these to every estimator; nobody needs them here.
autodoc_default_options = {
    "exclude-members": "set_fit_request, set_transform_request, get_metadata_routing"
}

smartquotes = False  # a prime in a proof stays a prime

html_theme = "furo"
html_title = "Vicinage"
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
html_additional_pages = {"index": "start.html"}
templates_path = ["templates"]
