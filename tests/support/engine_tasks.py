"""Tasks that worker processes can import; modules of tests they cannot."""

import os

from vicinage._kernels import threads


def n_threads(_):
    return threads()


def process(_):
    return os.getpid()
