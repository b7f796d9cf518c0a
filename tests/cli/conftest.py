import pytest

from support.databases import address, place, postgres, server
from vicinage.cli.main import main

__all__ = ["address", "place", "postgres", "server"]


@pytest.fixture
def run(capsys):
    """Run a command; return its exit code and what it printed on either stream."""

    def run(*arguments):
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return caught.value.code, captured.out, captured.err

    return run
