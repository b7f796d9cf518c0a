"""The secret of a ledger, in a file of its own."""

import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vicinage.errors import LedgerError

__all__ = ["derived", "key_path", "new_key", "read_key"]

_BYTES = 32
_VARIABLE = "VICINAGE_LEDGER_KEY"


@contextmanager
def new_key(path: Path) -> Iterator[bytes]:
    """Write a random key to `path`, which is :func:`key_path`, readable by its owner only.

    Where VICINAGE_LEDGER_KEY names a file that exists, the key in it is used instead. If the
    block, which makes the ledger, ends with an error, the new key is removed.

    Raises
    ------
    LedgerError
        If the file exists already, unless the variable names it, or cannot be written.
    """
    if _VARIABLE in os.environ and path.exists():
        yield read_key(path)
        return
    key = secrets.token_bytes(_BYTES)
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise LedgerError(
            f"the ledger must have a new key, but {path} exists; move it away, or set {_VARIABLE} "
            "to its path to use it"
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        _write(descriptor, path, key)
        yield key
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def read_key(path: Path) -> bytes:
    """Read the key of a ledger.

    Raises
    ------
    LedgerError
        If the file is not there, cannot be read or holds no key.
    """
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise LedgerError(
            f"the ledger's key must be in {path}: {error.strerror}; put it back, or set "
            f"{_VARIABLE} to the path of the file"
        ) from None
    except ValueError:
        key = b""
    if len(key) != _BYTES:
        raise LedgerError(
            f"the ledger's key must be {2 * _BYTES} hexadecimal digits, got something else in "
            f"{path}; put back the file that was made with the ledger"
        )
    return key


def derived(key: bytes, purpose: str) -> bytes:
    """Return a key for one purpose, so that no hash made for one can pass for another.

    Examples
    --------
    >>> derived(b"k", "chain") == derived(b"k", "data set")
    False
    """
    return hmac.digest(key, f"vicinage ledger: {purpose}".encode(), "sha256")


def _write(descriptor: int, path: Path, key: bytes) -> None:
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(key.hex() + "\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> LedgerError:
    return LedgerError(
        f"the ledger's key must be in a place to write to, got {path}: {error.strerror}; set "
        f"{_VARIABLE} to another path"
    )


def key_path(usual: Path) -> Path:
    """Return where the key is that would be at `usual`, unless VICINAGE_LEDGER_KEY names a file."""
    named = os.environ.get(_VARIABLE)
    return Path(named) if named else usual
