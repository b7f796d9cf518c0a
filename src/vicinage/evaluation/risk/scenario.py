"""What an attacker knows, and what is sought."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Scenario", "suggested_scenarios"]

_MOST_SECRETS = 10  # suggested ones: every one costs a search


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One attack to be tried.

    Parameters
    ----------
    attack : str
        "singling_out_univariate", "singling_out_multivariate", "linkability" or
        "attribute_inference".
    known : tuple of str
        Columns that the attacker can use.
    sought : tuple of str
        The secret of an inference, or the columns of the second file that is to be linked.
    """

    attack: str
    known: tuple[str, ...]
    sought: tuple[str, ...] = ()


def suggested_scenarios(
    columns: Sequence[str], *, known: Sequence[str] = (), secrets: Sequence[str] = ()
) -> list[Scenario]:
    """Return the attacks to try.

    Every column may serve to single out. One who infers wants each secret and has the known
    columns; if none is known, all others. If there is no secret, every column that is not known
    is one, but the first ten at most. One who links has the known columns in one file and the
    others in a second; if none or all are known, every second column.

    Parameters
    ----------
    columns : sequence of str
        Those that an attack can rest on, in the order of the table.
    known : sequence of str
        What an outsider may know: the quasi-identifiers.
    secrets : sequence of str
        What an outsider would like to learn: the confidential columns.

    Examples
    --------
    >>> columns = ["age", "sex", "pay", "size"]
    >>> for found in suggested_scenarios(columns, known=["age", "sex"], secrets=["pay"]):
    ...     print(found.attack, "+".join(found.known), "+".join(found.sought) or "-")
    singling_out_univariate age+sex+pay+size -
    singling_out_multivariate age+sex+pay+size -
    linkability age+sex pay+size
    attribute_inference age+sex pay
    """
    public = [name for name in columns if name in known]
    rest = [name for name in columns if name not in public]
    halves = (public, rest) if public and rest else (columns[::2], columns[1::2])
    return [
        Scenario(attack="singling_out_univariate", known=tuple(columns)),
        Scenario(attack="singling_out_multivariate", known=tuple(columns)),
        Scenario(attack="linkability", known=tuple(halves[0]), sought=tuple(halves[1])),
        *(
            Scenario(
                attack="attribute_inference",
                known=tuple(name for name in public or columns if name != secret),
                sought=(secret,),
            )
            for secret in secrets or (rest or columns)[:_MOST_SECRETS]
        ),
    ]
