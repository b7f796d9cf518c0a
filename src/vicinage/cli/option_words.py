"""Messages of the library, which name parameters, in the words of the command line."""

import re
from collections.abc import Collection

__all__ = ["in_option_words", "option_of"]

# What only Python has, and what does the same in the shell.
_WORDS = {
    "DPDilca": "`vicinage distances`",
    "Ledger.unlimited()": "--without-ledger",
    "LearnedMetric.of_public_records": "--metric-from-public-records",
    "Schema.from_toml(path) reads one": "give one with --schema",
    "folder must": "--output must",
    "n_rows": "the number of rows",
}
_WORD = re.compile("|".join(map(re.escape, _WORDS)))
_OPENING = re.compile(r"(\w+)(?= must )")
# Between quotes are names of columns and values, which stay as they are.
_SETTING = re.compile(r"(?<![\w'\"])(\w+)=(?:True\b|'([^']*)'|([\w.]+))")
_JOINED = re.compile(r"(?<![\w'\"./-])\w+_\w+\b(?!['\"./])")


def option_of(parameter: str) -> str:
    """Return the option of a parameter.

    Examples
    --------
    >>> option_of("n_neighbors")
    '--n-neighbors'
    """
    return "--" + parameter.replace("_", "-")


def in_option_words(message: str, options: Collection[str]) -> str:
    """Write a message for somebody who gives options instead of arguments.

    A parameter that begins the message, one that is set, and a name in several parts become
    options. Single words elsewhere, such as "columns", are left: they may be words of the sentence.

    Parameters
    ----------
    message : str
    options : collection of str
        All options of the command, such as "--n-neighbors".

    Examples
    --------
    >>> options = ("--n-neighbors", "--allow-large", "--noise")
    >>> in_option_words("n_neighbors must be below 9, got n_neighbors = 12", options)
    '--n-neighbors must be below 9, got --n-neighbors = 12'
    >>> in_option_words("columns must be few; set allow_large=True, or noise='auto'", options)
    'columns must be few; set --allow-large, or --noise auto'
    """

    def option(found: re.Match[str]) -> str:
        name = option_of(found[0])
        return name if name in options else found[0]

    def setting(found: re.Match[str]) -> str:
        name = option_of(found[1])
        if name not in options:
            return found[0]
        value = found[2] or found[3]
        return f"{name} {value}" if value else name

    text = _WORD.sub(lambda found: _WORDS[found[0]], message)
    opening = _OPENING.match(text)
    if opening is not None:
        text = option(opening) + text[opening.end() :]
    return _JOINED.sub(option, _SETTING.sub(setting, text))
