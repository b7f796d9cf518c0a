import pytest

from vicinage.cli.main import main


@pytest.fixture
def run(capsys):
    """Run a command; return its exit code and what it printed on either stream."""

    def run(*arguments):
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return caught.value.code, captured.out, captured.err

    return run
