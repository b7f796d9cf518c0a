"""How many records break a rule, before a release and after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vicinage.schema import Expression
from vicinage.table import Table
from vicinage.table.expression_values import broken_rows

__all__ = ["RuleCount", "count_rules"]

_FEW = 10  # fewer records than this are not told apart


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCount:
    """Records that break a rule. The counts are exact: for the steward only.

    Parameters
    ----------
    rule : str
    before : int
        Private.
    after : int or None
        None where the rule is about a column that the release does not have, or that has another
        kind there.
    n_rows : int

    Examples
    --------
    >>> count = RuleCount(rule="start <= end", before=0, after=37, n_rows=1000)
    >>> print(count)
    start <= end: broken by 0 records before, 37 after
    >>> count.public()
    'Rule start <= end: broken by about 4 % of the released records.'
    """

    rule: str
    before: int
    after: int | None
    n_rows: int

    def public(self) -> str:
        """Return a sentence about the release, with a rounded share."""
        if self.after is None:
            return f"Rule {self.rule}: not checked, as steps have changed what it is about."
        if self.after == 0:
            return f"Rule {self.rule}: kept by all released records."
        share = f"about {max(1, round(100 * self.after / self.n_rows))} % of the released"
        few = self.after < _FEW
        return f"Rule {self.rule}: broken by {f'fewer than {_FEW}' if few else share} records."

    def __str__(self) -> str:
        after = "not checked" if self.after is None else self.after
        return f"{self.rule}: broken by {self.before} records before, {after} after"


def count_rules(
    rules: Sequence[Expression], kept: Sequence[Expression], original: Table, released: Table
) -> Iterator[RuleCount]:
    """Count each rule in both tables; in the release only those that are kept there."""
    for rule in rules:
        before = int(broken_rows(rule, original.frame, original.schema).sum())
        after = None
        if rule in kept:
            after = int(broken_rows(rule, released.frame, released.schema).sum())
        yield RuleCount(rule=rule.text, before=before, after=after, n_rows=original.n_rows)
