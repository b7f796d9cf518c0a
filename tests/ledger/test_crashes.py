"""Several programs at once, and programs that die: run as the scripts that measure them."""

import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def run(script, *arguments):
    command = [sys.executable, BENCHMARKS / script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_eight_processes_are_granted_exactly_what_fits(home):
    done = run("ledger_speed.py", home.address)

    assert "500 fit: 500 granted,\n1100 refused" in done.stdout
    assert done.returncode == 0
    ledger = home.open()
    assert ledger.remaining("shared").epsilon == 0
    ledger.verify()


def test_what_was_granted_is_charged_although_the_program_was_killed(home):
    done = run("ledger_crash.py", home.address, "--kills", 10)

    assert "10 kills" in done.stdout
    assert "\n0 granted without a charge" in done.stdout
    assert done.returncode == 0
