"""How many records break a rule, before a release and after it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from vicinage.schema import Expression
from vicinage.table import Table
from vicinage.table.expression_values import broken_rows

__all__ = ["RuleCount", "broken_records", "count_rules", "kept_rules"]

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


def broken_records(rules: Iterable[Expression], table: Table) -> Counter[str]:
    """Count the records of a table that break each rule; private."""
    return Counter(
        {rule.text: int(broken_rows(rule, table.frame, table.schema).sum()) for rule in rules}
    )


def count_rules(
    rules: Iterable[Expression], before: Counter[str], after: Counter[str], n_rows: int
) -> tuple[RuleCount, ...]:
    """Put together how many records break each rule in the original and in the release.

    Parameters
    ----------
    rules : iterable of Expression
        As declared.
    before, after : Counter of str
        See :func:`broken_records`; after, of those rules only that are kept there.
    n_rows : int
    """
    return tuple(
        RuleCount(
            rule=rule.text, before=before[rule.text], after=after.get(rule.text), n_rows=n_rows
        )
        for rule in rules
    )


def kept_rules(table: Table, dropped: Iterable[str]) -> tuple[Expression, ...]:
    """Return those rules of a table that can be asked of its release too."""
    rules = table.schema.treatment.rules
    if table.declared is None:
        return rules
    after = table.declared.released()
    # The index of a pandas frame, which a file may hold, is in no schema that was declared.
    kept = after.drop(name for name in dropped if name in after).treatment.rules
    return tuple(rule for rule in rules if rule in kept)
