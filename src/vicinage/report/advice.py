"""What a steward can do about what a release left unprotected."""

from collections.abc import Iterator, Mapping
from typing import Any

from vicinage.masking.notes import INDEX_UNCHANGED, NOT_PERTURBED, NOTHING_CHANGED, UNCHANGED

__all__ = ["advice"]

_MORE = {
    "RWN": (
        "measure distance on numbers alone, named by --distance-columns (a category that differs "
        "may add so much to a distance that no neighbour differs in it), raise --n-neighbors or "
        "--radius, leave --probability at 1, or name fewer columns in --within"
    ),
    "RankSwapping": "raise --fraction or --tail-fraction",
    "Microaggregation": "raise --group-size",
    "NoiseAddition": "raise --scale",
}
_OTHER = "take --method rwn where it does not hold numbers, or belongs to a household; "


def advice(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Name the ways to protect more, where the notes of a record say that something is not.

    Parameters
    ----------
    record : mapping
        As :meth:`vicinage.privacy.ReleaseRecord.as_dict` returns it. Public, and so is the advice.

    Examples
    --------
    >>> notes = ["NOT PROTECTED: not one cell changed in: pay."]
    >>> advice({"method": "Microaggregation", "notes": notes})
    ('To change more cells: raise --group-size.',)
    """
    return tuple(_of_notes(record))


def _of_notes(record: Mapping[str, Any]) -> Iterator[str]:
    notes = " ".join(record["notes"])
    if NOT_PERTURBED in notes:
        other = "" if record["method"] == "RWN" else _OTHER
        yield (
            "To protect a column that is not perturbed: name it with --columns, or take its role "
            f'away; {other}drop it with role = "identifier"; or make it coarser by a step of the '
            "schema (recode-numbers, recode-labels, top-code, round or suppress)."
        )
    if NOTHING_CHANGED in notes or UNCHANGED in notes:
        more = _MORE.get(record["method"], "choose stronger parameters")
        yield f"To change more cells: {more}."
    if INDEX_UNCHANGED in notes:
        yield "To leave out the index of the frame: frame.reset_index(drop=True) before a release."
