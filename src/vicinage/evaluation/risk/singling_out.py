"""Singling out: whether what one released record has, one person of the original has."""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.risk.attack_data import AttackData, drawn_rows
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.risk.matches import single_chance
from vicinage.evaluation.risk.scenario import Scenario
from vicinage.evaluation.risk.trials import Trials
from vicinage.privacy import RandomKey

__all__ = ["single_out"]

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]

Query = tuple[tuple[str, str, float], ...]
"""Column, relation and value of each condition. Names are looked up, never run."""

_RELATIONS = {"==": np.equal, ">=": np.greater_equal, "<=": np.less_equal}
_AT_MOST = 3  # columns of a query
_TRIES = 30  # for each query that is wanted, unless records are many
_COMPARISONS = 10**10  # of a query with a record


def single_out(data: AttackData, scenario: Scenario, settings: AttackSettings) -> AttackOutcome:
    """Ask whether what singles out a released record singles out a person.

    Univariate: a value that one released record has, the smallest and the largest. Multivariate:
    what a released record has in three columns drawn at random, categories as they are and
    numbers at least, or at most, as extreme. A query that exactly one released record meets is an
    attack; it succeeds if exactly one record of the original meets it. A guess is a query of the
    same form with values and relations drawn at random. Missing cells are not used.

    Where the hold-out has another size than the original, the control is what a hold-out of the
    original's size would give (:func:`~vicinage.evaluation.risk.matches.single_chance`).

    Notes
    -----
    At most 30 times `n_attacks` queries are tried (10^10 / n of n records, if that is less), each
    in time proportional to the records.

    References
    ----------
    A. Cohen, K. Nissim, "Towards formalizing the GDPR's notion of singling out", PNAS 117
    (2020); M. Giomi et al., "A unified framework for quantifying privacy risk in synthetic
    data", PoPETs 2023 (2).
    """
    if not scenario.known:
        return AttackOutcome(
            scenario=scenario,
            confidence=settings.confidence,
            obstacle="a column that varies is needed",
        )
    alone = scenario.attack == "singling_out_univariate"
    tries = (_rare_values if alone else _described_records)(data, settings)
    queries: dict[Query, None] = {}
    for query in tries:
        if query not in queries and _matches(data.released, query) == 1:
            queries[query] = None
        if len(queries) == settings.n_attacks:
            break
    guesses = list(_random_queries(data, 1 if alone else _AT_MOST, settings))
    counts, guessed = (
        np.array([_matches(data.original, query) for query in asked], dtype=np.int64)
        for asked in (list(queries), guesses)
    )
    held = np.array([_matches(data.holdout, query) for query in queries], dtype=np.int64)
    sizes = data.sizes
    chance = single_chance(held, sizes[2], sizes[0])
    return AttackOutcome(
        scenario=scenario,
        main=Trials(attacks=counts.size, successes=float((counts == 1).sum())),
        baseline=Trials(attacks=guessed.size, successes=float((guessed == 1).sum())),
        control=Trials(attacks=held.size, successes=chance * held.size),
        confidence=settings.confidence,
    )


def _matches(cells: Mapping[str, Floats], query: Query) -> int:
    """Count the records that meet every condition; a missing cell meets none."""
    met = np.logical_and.reduce(
        [_RELATIONS[relation](cells[name], value) for name, relation, value in query]
    )
    return int(np.count_nonzero(met))


def _rare_values(data: AttackData, settings: AttackSettings) -> Iterator[Query]:
    """Return values that one released record has, and the ends of the ranges, shuffled."""
    queries: list[Query] = []
    for name in data.columns:
        values, counts = np.unique(_present(data.released[name]), return_counts=True)
        once = np.flatnonzero(counts == 1)
        rare = drawn_rows(settings, once, f"rare values of {name}", settings.n_attacks)
        queries += [((name, "==", float(values[i])),) for i in rare]
        if values.size and name not in data.nominal:
            queries += [((name, "<=", float(values[0])),), ((name, ">=", float(values[-1])),)]
    order = np.argsort(settings.key.words(np.arange(len(queries), dtype=np.uint64), "rare values"))
    return (queries[i] for i in order)


def _described_records(data: AttackData, settings: AttackSettings) -> Iterator[Query]:
    """Describe released records, drawn at random, by three columns, drawn at random."""
    most = max(settings.n_attacks, _COMPARISONS // max(1, data.sizes[1]))
    tries = np.arange(min(_TRIES * settings.n_attacks, most), dtype=np.uint64)
    rows = _drawn(settings.key, tries, "record", data.sizes[1])
    middles = {
        # One of the cells: no cell lies between the two middle ones, whose mean may overflow.
        name: float(np.quantile(_present(data.released[name]), 0.5, method="lower"))
        for name in data.columns
        if name not in data.nominal and _present(data.released[name]).size
    }
    for row, names in zip(rows, _column_sets(data, tries, _AT_MOST, settings.key), strict=True):
        cells = [(name, float(data.released[name][row])) for name in names]
        if any(np.isnan(value) for _, value in cells):
            continue
        yield tuple(
            (name, "==" if name in data.nominal else ">=" if value > middles[name] else "<=", value)
            for name, value in cells
        )


def _random_queries(data: AttackData, size: int, settings: AttackSettings) -> Iterator[Query]:
    """Draw columns, relations and values, each by itself."""
    key, tries = settings.key, np.arange(settings.n_attacks, dtype=np.uint64)
    values = {name: np.unique(_present(data.released[name])) for name in data.columns}
    places = [key.uniforms(tries, f"value {j} of {size}") for j in range(size)]
    kinds = [_drawn(key, tries, f"relation {j} of {size}", len(_RELATIONS)) for j in range(size)]
    for i, names in enumerate(_column_sets(data, tries, size, key)):
        query = tuple(
            (
                name,
                "==" if name in data.nominal else tuple(_RELATIONS)[kinds[j][i]],
                float(values[name][int(places[j][i] * values[name].size)]),
            )
            for j, name in enumerate(names)
            if values[name].size
        )
        yield query or ((names[0], "==", np.nan),)  # of empty columns: nobody meets it


def _column_sets(
    data: AttackData, tries: Words, size: int, key: RandomKey
) -> Iterator[tuple[str, ...]]:
    """Draw different columns for each try; which ones does not depend on their order."""
    names = sorted(data.columns)
    size = min(size, len(names))
    places = [_drawn(key, tries, f"column {j} of {size}", len(names) - j) for j in range(size)]
    for row in zip(*places, strict=True):
        left = names.copy()
        yield tuple(sorted(left.pop(place) for place in row))


def _drawn(key: RandomKey, tries: Words, purpose: str, n: int) -> npt.NDArray[np.intp]:
    """Draw a number below `n` for each try."""
    numbers: npt.NDArray[np.intp] = (key.uniforms(tries, purpose) * n).astype(np.intp)
    return numbers


def _present(values: Floats) -> Floats:
    return values[~np.isnan(values)]
