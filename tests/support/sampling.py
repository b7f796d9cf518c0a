"""Whether draws follow a law: Pearson's chi-square over cells that are expected often enough."""

import numpy as np
from scipy import stats

FALSE_ALARM = 1e-9
"""How often a right sampler fails a test that asks for `p_value(...) > FALSE_ALARM`."""


def p_value(draws, law, smallest=0):
    """Return the p-value of `draws` against `law`, the probabilities of smallest, smallest + 1, ...

    Cells expected fewer than 20 times are joined to one, with all that lies outside.
    """
    expected = np.asarray(law) * len(draws)
    inside = [d - smallest for d in draws if 0 <= d - smallest < expected.size]
    seen = np.bincount(np.array(inside, dtype=np.int64), minlength=expected.size)
    often = expected >= 20
    rest_seen, rest_expected = len(draws) - seen[often].sum(), len(draws) - expected[often].sum()
    chi = ((seen[often] - expected[often]) ** 2 / expected[often]).sum()
    if rest_expected < 5:
        return float(stats.chi2.sf(chi, often.sum() - 1))
    chi += (rest_seen - rest_expected) ** 2 / rest_expected
    return float(stats.chi2.sf(chi, often.sum()))
