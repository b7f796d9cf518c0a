"""How long it takes until something happens: importing, asking for help, and being refused.

Run ``python benchmarks/startup.py [--repetitions 9]``. Each program runs in a process of its own,
in turns with the others. Shown are the median of its waiting time and that of its CPU time (which
other work on the machine hardly changes), and the CPU time over that of an empty program.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time

WRONG_USAGE = 2
PROGRAMS = {
    "python -c pass": ["-c", "pass"],
    "import vicinage": ["-c", "import vicinage"],
    "from vicinage import Schema": ["-c", "from vicinage import Schema"],
    "from vicinage import RWN": ["-c", "from vicinage import RWN"],
    "vicinage --help": ["-m", "vicinage", "--help"],
    **{
        f"vicinage {command} --help": ["-m", "vicinage", *command.split(), "--help"]
        for command in (
            "schema", "check", "release", "evaluate", "tune", "report", "count-outliers",
            "find-subspaces", "statistics", "distances", "ledger register", "ledger show", "demo",
        )
    },
    "vicinage release x.csv": ["-m", "vicinage", "release", "x.csv"],
    "vicinage release x.csv -o y.csv --method z": [
        "-m", "vicinage", "release", "x.csv", "-o", "y.csv", "--method", "z",
    ],
}  # fmt: skip


def seconds(arguments):
    """Return waiting time and CPU time of one run."""
    start, before = time.perf_counter(), cpu()
    done = subprocess.run([sys.executable, *arguments], check=False, capture_output=True)
    assert done.returncode in (0, WRONG_USAGE), done.stderr
    return time.perf_counter() - start, cpu() - before


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=9)
    repetitions = parser.parse_args().repetitions
    rounds = [
        {name: seconds(arguments) for name, arguments in PROGRAMS.items()}
        for _ in range(repetitions)
    ]
    print("| program | seconds | CPU seconds | over an empty program |")
    print("|---|---|---|---|")
    empty = None
    for name in PROGRAMS:
        waiting, used = (
            statistics.median(times) for times in zip(*(r[name] for r in rounds), strict=True)
        )
        empty = used if empty is None else empty
        print(f"| `{name}` | {waiting:.3f} | {used:.3f} | {used - empty:.3f} |")


if __name__ == "__main__":
    main()
