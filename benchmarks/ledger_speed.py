"""Charges per second, the time of one with few and with many entries, and eight at once.

    python benchmarks/ledger_speed.py few.db many.db

Either may be the address of a data base, such as postgresql://steward@127.0.0.1/few. The ledgers
are made by this program, and are left behind for a look at them. The two are charged in turns, so
that a disk that is slow for a while is slow for both.
"""

import argparse
import subprocess
import sys
import time

import numpy as np

from vicinage.errors import BudgetError
from vicinage.ledger import Ledger
from vicinage.ledger.history import json_of
from vicinage.privacy import PureDP

_CLIENTS, _CHARGES, _FITTING = 8, 200, 500


def main() -> int:
    """Measure, and return 1 if the eight were not granted exactly what fits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("few")
    parser.add_argument("many", nargs="?")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--client", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client:
        return client(options.few)
    few = made(options.few)
    granted = together(options.few)
    if options.many is not None:
        compare(few, made(options.many), options.entries)
    return 0 if granted == _FITTING else 1


def made(address: str) -> Ledger:
    """Make a ledger with two data sets."""
    ledger = Ledger.create(address)
    ledger.register("speed", b"speed", epsilon=1_000_000)
    ledger.register("shared", b"shared", epsilon=_FITTING)
    return ledger


def compare(few: Ledger, many: Ledger, entries: int, rounds: int = 6) -> None:
    """Charge a ledger with few entries and one with many, in turns."""
    fill(many, entries)
    times: dict[str, list[float]] = {"few entries": [], f"{entries} entries": []}
    for _ in range(rounds):
        for measured, ledger in zip(times.values(), (few, many), strict=True):
            measured.extend(charges(ledger))
    for what, measured in times.items():
        middle, high = np.quantile(measured, [0.5, 0.99])
        rate = 1000 * len(measured) / sum(measured)
        print(f"{what}: {rate:.0f} charges a second, median {middle:.2f} ms, 99% in {high:.2f} ms")
    began = time.perf_counter()
    many.verify()
    print(f"verify: {time.perf_counter() - began:.1f} s")


def charges(ledger: Ledger, repeats: int = 100) -> list[float]:
    """Return the milliseconds of charges, one after the other."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        ledger.reserve("speed", PureDP("0.001"), request={"method": "OutlierCount"})
        times.append(1000 * (time.perf_counter() - began))
    return times


def together(address: str) -> int:
    """Let eight processes charge 200 times each where 500 fit; return how many were granted."""
    began = time.perf_counter()
    command = [sys.executable, __file__, address, "--client"]
    clients = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(_CLIENTS)
    ]
    granted = [int(one.communicate()[0]) for one in clients]
    seconds = time.perf_counter() - began
    print(f"{_CLIENTS} processes, {_CHARGES} charges each, {_FITTING} fit: {sum(granted)} granted,")
    print(f"{_CLIENTS * _CHARGES - sum(granted)} refused, in {seconds:.1f} s with their start")
    return sum(granted)


def client(address: str) -> int:
    """Charge 200 times, and print how often it was granted."""
    ledger, granted = Ledger.open(address), 0
    for _ in range(_CHARGES):
        try:
            ledger.reserve("shared", epsilon=1, request={})
        except BudgetError:
            continue
        granted += 1
    print(granted)
    return 0


def fill(ledger: Ledger, entries: int) -> None:
    """Add releases in one transaction: a hundred thousand single ones would take minutes."""
    history = ledger._history
    with ledger._store.writing() as transaction:
        last = transaction.last()
        for _ in range(entries):
            last = history.chain.after(
                last,
                at="2026-01-01T00:00:00+00:00",
                kind="release",
                data_set=b"filler",
                content=json_of({"method": "RWN"}),
            )
            transaction.append(last)


if __name__ == "__main__":
    sys.exit(main())
