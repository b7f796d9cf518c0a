"""Kill clients of a ledger at random moments: never may more be granted than is charged.

    python benchmarks/ledger_crash.py budget.db
    python benchmarks/ledger_crash.py postgresql://steward@127.0.0.1/budgets

The ledger is made by this program, and is left behind for a look at it.
"""

import argparse
import random
import signal
import subprocess
import sys
import time
from decimal import Decimal

from vicinage.errors import BudgetError
from vicinage.ledger import Ledger

_STEP = Decimal("0.001")


def main() -> int:
    """Run the kills, and return 1 if the ledger broke its promise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ledger")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--client", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client:
        return charge_until_killed(options.ledger)
    ledger = Ledger.create(options.ledger)
    ledger.register("table", b"digest", epsilon=1000)
    granted: list[str] = []
    began = time.perf_counter()
    for _ in range(options.kills):
        granted += killed_client(options.ledger)
    seconds = time.perf_counter() - began
    return report(ledger, granted, options.kills, seconds)


def charge_until_killed(address: str) -> int:
    """Charge, and say so after each: what a caller has seen is granted."""
    ledger = Ledger.open(address)
    while True:
        try:
            reservation = ledger.reserve("table", epsilon=_STEP, request={})
        except BudgetError:
            return 0
        print(reservation.request_id, flush=True)


def killed_client(address: str) -> list[str]:
    """Start a client, kill it at a random moment of its work, and return what it was granted."""
    command = [sys.executable, __file__, address, "--client"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        first = client.stdout.readline()
        time.sleep(random.uniform(0, 0.05))  # noqa: S311 - a moment, not a secret
        client.send_signal(signal.SIGKILL)
        rest = client.stdout.read()
    # A last line may be cut by the kill: it was not seen whole, so it does not count as granted.
    return [line for line in (first + rest).split("\n")[:-1] if line]


def report(ledger: Ledger, granted: list[str], kills: int, seconds: float) -> int:
    """Compare what was granted with what is charged."""
    ledger.verify()
    charged = [entry.content["request_id"] for entry in ledger.entries() if entry.kind == "charge"]
    spent = 1000 - ledger.remaining("table").epsilon
    lost = set(granted) - set(charged)
    kept = not lost and spent == _STEP * len(charged) and len(set(charged)) == len(charged)
    print(f"{kills} kills in {seconds:.0f} s: {len(granted)} granted, {len(charged)} charged,")
    print(f"{len(lost)} granted without a charge, epsilon spent {spent}; chain and balances hold")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
