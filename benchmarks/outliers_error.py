"""Expected absolute error of a private count of outliers, from the exact laws of the mechanisms.

Run ``python benchmarks/outliers_error.py [--quick]``. Nothing is drawn: the error is the sum of
|answer - count| weighed by the exact probability of each answer. Steps of the noise are integers,
delta of "smooth" is n ** -1.5, and the radius is 0.05 of the range.
"""

import math
import sys

import numpy as np

from outlier_tables import clusters, hard, health, tumours
from vicinage.mechanisms import InverseSensitivity, SmoothInverse, SmoothLaplace
from vicinage.outliers.profile import sensitivity_profile
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


def errors(points, k, epsilon):
    """Return the exact errors by mechanism; of the two with Laplace noise also those cut to 0..n."""
    n, m = points.shape
    cap = global_sensitivity(m, k, n)
    loss = PureDP(str(epsilon))
    smooth = SmoothLaplace(loss=ApproxDP(str(epsilon), f"{n**-1.5:.3e}"))
    others = {
        "inverse": InverseSensitivity(loss=loss, largest=n),
        "smooth-inverse": SmoothInverse(loss=loss, largest=n),
    }
    t_max = max(noise.t_max(cap) for noise in (smooth, *others.values()))
    count, profile = (part.reveal() for part in profile_of(points, k, t_max))
    scales = {"global": cap / epsilon, "smooth": smooth.scale(profile)}
    found = {name: of_laplace(scale, count, n, clamped=False) for name, scale in scales.items()}
    for name, noise in others.items():
        law = noise.distribution(count, profile)
        found[name] = float(law @ np.abs(np.arange(n + 1) - count))
    cut = {name: of_laplace(scale, count, n, clamped=True) for name, scale in scales.items()}
    return cap, count, found, cut


_KNOWN = {}


def profile_of(points, k, t_max):
    key = (id(points), k, t_max)
    if key not in _KNOWN:
        _KNOWN[key] = sensitivity_profile(points, RADIUS, k, t_max=t_max)
    return _KNOWN[key]


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
    for epsilon in EPSILONS:
        cap, _, found, cut = errors(points, k, epsilon)
        plain = [
            f"{error:.3g}" + (f" ({cut[kind]:.3g})" if kind in cut else "")
            for kind, error in found.items()
        ]
        cells = [name, f"{n:,}", m, k, cap, epsilon, *plain]
        print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv)
