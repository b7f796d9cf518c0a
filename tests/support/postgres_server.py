"""A PostgreSQL server of our own, on loopback, in a temporary folder."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["missing_reason", "postgres_server"]

REQUIRED = "VICINAGE_REQUIRE_SERVICES"
"""Set in CI: a test that needs a server then fails where there is none."""


def missing_reason() -> str | None:
    """Say why no server can be started here; None where one can."""
    if _binaries() is None:
        return "no PostgreSQL server: install the package postgresql to test ledgers in it"
    if os.geteuid() == 0 and not _has_user("postgres"):
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


@contextlib.contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[str]:
    """Yield the address of a server that lives as long as the block, without the data base.

    It lets everybody in who reaches loopback, so it is for tests only.

    Parameters
    ----------
    durable : bool
        Whether commits wait for the disk, as they must where speed is measured.
    """
    binaries = _binaries()
    assert binaries is not None
    with tempfile.TemporaryDirectory(prefix="vicinage-postgres-") as folder:
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        data, port = Path(folder) / "data", _free_port()
        options = f"-c listen_addresses=127.0.0.1 -p {port} -c unix_socket_directories={folder}"
        if not durable:
            options += " -c fsync=off"
        initialise = [
            "initdb",
            "-D",
            data,
            "-A",
            "trust",
            "-U",
            "steward",
            "--no-locale",
            "-E",
            "UTF8",
        ]
        start = ["pg_ctl", "-D", data, "-l", f"{folder}/log", "-o", options, "-w", "start"]
        _run(binaries, folder, initialise)
        _run(binaries, folder, start)
        try:
            yield f"postgresql://steward:not-a-secret@127.0.0.1:{port}"
        finally:
            _run(binaries, folder, ["pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"])


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    on_path = shutil.which("pg_ctl")
    folders = [*([Path(on_path).parent] if on_path else []), *reversed(found)]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def _run(binaries: Path, folder: str, command: list[object]) -> None:
    arguments = [str(binaries / str(command[0])), *map(str, command[1:])]
    if os.geteuid() == 0:
        arguments = ["runuser", "-u", "postgres", "--", *arguments]
    subprocess.run(arguments, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=60)


def _has_user(name: str) -> bool:
    return any(user.pw_name == name for user in pwd.getpwall())


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
