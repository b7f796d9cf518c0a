"""An engine that loses workers in the middle of a job."""

import os
import signal

from support.engine_tasks import process


class LosingEngine:
    """In some of the calls of `map`, kill a worker as soon as all parts are in flight or done."""

    def __init__(self, engine, calls):
        self.engine, self.n_workers = engine, engine.n_workers
        self.calls, self.n_calls = calls, 0

    def map(self, task, parts):
        self.n_calls += 1
        if self.n_calls in self.calls:
            (victim,) = self.engine.map(process, [0])
            parts = before_the_kill(parts, victim)
        return self.engine.map(task, parts)


def before_the_kill(parts, victim):
    yield from parts
    os.kill(victim, signal.SIGKILL)
