"""Expected absolute error of a private count of outliers, from the exact laws of the mechanisms.

Run ``python benchmarks/outliers_error.py [--quick]``. Nothing is drawn: the error is the sum of
|answer - count| weighed by the exact probability of each answer. Steps of the noise are integers,
delta of "smooth" is n ** -1.5, and the radius is 0.05 of the range.
"""

import math
import sys

import numpy as np

from outlier_tables import clusters, hard, health, tumours
from vicinage.mechanisms import (
    InverseSensitivity,
    SensitivityProfile,
    SmoothInverse,
    SmoothLaplace,
)
from vicinage.outliers.profile import exact_profile
from vicinage.outliers.sensitivity import global_sensitivity
from vicinage.privacy import ApproxDP, PureDP

RADIUS = 0.05
EPSILONS = (0.2, 1, 4)
HEAD = "| table | n | m | k | GS | epsilon | global | smooth | inverse | smooth-inverse |"


def of_laplace(scale, count, n, *, clamped):
    """E|z| of the discrete Laplace law, or of the answer cut to 0..n."""
    a = math.exp(-1 / scale)
    if not clamped:
        return 2 * a / (1 - a * a)
    # E min(|z|, room) on one side is the sum of P(z >= i) for i up to the room.
    rooms = (count, n - count)
    return sum(a / (1 + a) * (1 - a**room) / (1 - a) for room in rooms)


def mechanisms(n, epsilon):
    loss = PureDP(str(epsilon))
    return {
        "smooth": SmoothLaplace(loss=ApproxDP(str(epsilon), f"{n**-1.5:.3e}")),
        "inverse": InverseSensitivity(loss=loss, largest=n),
        "smooth-inverse": SmoothInverse(loss=loss, largest=n),
    }


def errors(count, profile, n, epsilon):
    """Return the exact errors by mechanism, and those of Laplace noise cut to 0..n."""
    scales, found = {"global": profile.cap / epsilon}, {}
    for name, noise in mechanisms(n, epsilon).items():
        known = profile.bounds[: noise.t_max(profile.cap) + 1]  # what the estimator would compute
        own = SensitivityProfile(known, profile.cap)
        if name == "smooth":
            scales[name] = noise.scale(own)
        else:
            law = noise.distribution(count, own)
            found[name] = float(law @ np.abs(np.arange(n + 1) - count))
    raw = {name: of_laplace(scale, count, n, clamped=False) for name, scale in scales.items()}
    cut = {name: of_laplace(scale, count, n, clamped=True) for name, scale in scales.items()}
    return raw | found, cut


def tables(quick):
    for n in (2000,) if quick else (2000, 20000):
        for m in (1, 2, 3, 5):
            yield "two clusters", clusters(n, m)
    for m in (1, 2, 3):
        yield "tumours", tumours(m)
        if not quick:
            yield "health", health(m)


def main(quick):
    print(HEAD)
    print("|---" * 10 + "|")
    for name, points in tables(quick):
        for k in (5, 20):
            row(name, points, k)
    for m in (1, 2, 3):
        for k in (1, 5, 20):
            row("half outliers", hard(2000, m, k, RADIUS), k)


def row(name, points, k):
    n, m = points.shape
    cap = global_sensitivity(m, k, n)
    noises = [noise for epsilon in EPSILONS for noise in mechanisms(n, epsilon).values()]
    t_max = max(noise.t_max(cap) for noise in noises)
    count, profile = exact_profile(points, RADIUS, k, t_max=t_max)
    for epsilon in EPSILONS:
        found, cut = errors(count, profile, n, epsilon)
        plain = [
            f"{error:.3g}" + (f" ({cut[kind]:.3g})" if kind in cut else "")
            for kind, error in found.items()
        ]
        cells = [name, f"{n:,}", m, k, cap, epsilon, *plain]
        print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv)
