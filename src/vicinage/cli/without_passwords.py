"""Messages without what an address may hold besides its host."""

import re

__all__ = ["without_passwords"]

# Up to the last @ of the word: a password that is not written as it must be may hold others.
_LOGIN = re.compile(r"\b([A-Za-z][A-Za-z0-9+.-]*:/{1,2})[^\s'\"]*@")
_OPTION = re.compile(r"(?i)\b(password|passfile|sslpassword)=[^\s&'\"]*")


def without_passwords(text: str) -> str:
    """Hide user and password of every address in a text.

    Library messages never repeat an address; arguments that the shell cannot place are repeated.

    Examples
    --------
    >>> without_passwords("got postgresql://ann:s3cr@t@db/survey/people?password=x")
    'got postgresql://...@db/survey/people?password=...'
    """
    return _OPTION.sub(r"\1=...", _LOGIN.sub(r"\1...@", text))
