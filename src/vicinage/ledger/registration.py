"""What a steward says of a data set when its budget is opened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from unicodedata import normalize

from vicinage.errors import LedgerError, ParameterError
from vicinage.ledger.books import opened
from vicinage.ledger.composition import Composition
from vicinage.ledger.transaction import Transaction
from vicinage.privacy import Amount, ApproxDP, Loss, PureDP, amount

__all__ = ["Registration", "checked_digest", "checked_name", "composed", "loss_of"]

_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """A data set and the budget of its lineage, as :meth:`vicinage.Ledger.register` was told.

    Parameters
    ----------
    name, lineage : str
    digest : bytes
        Never shown.
    budget : PureDP or ApproxDP
    analysts : dict of str to str
        Epsilon of each, as a decimal.
    """

    name: str
    lineage: str
    digest: bytes = field(repr=False)
    budget: Loss
    analysts: dict[str, str]

    @classmethod
    def of(
        cls,
        name: str,
        digest: bytes | str,
        *,
        epsilon: Amount,
        delta: Amount | None,
        lineage: str | None,
        analysts: Mapping[str, Amount] | None,
    ) -> Self:
        """Check all arguments.

        Raises
        ------
        ParameterError
        """
        budget = loss_of(None, epsilon, delta)
        return cls(
            name=checked_name("name", name),
            lineage=checked_name("lineage", name if lineage is None else lineage),
            digest=checked_digest(digest),
            budget=budget,
            analysts=_shares({} if analysts is None else analysts),
        )

    def content(self) -> dict[str, Any]:
        """Return what stands in the entry, without the digest."""
        budget = {"delta": None, **self.budget.as_dict()}
        return {
            "name": self.name,
            "lineage": self.lineage,
            **budget,
            "analysts": self.analysts,
        }

    def open_budget(self, transaction: Transaction, composition: Composition) -> None:
        """Open the accounts of a new lineage, or join one of the same budget.

        Raises
        ------
        LedgerError
            If the content or the name is known already, or the lineage has another budget.
        """
        self._check_unknown(transaction)
        wanted = opened(self.content(), composition)
        before = transaction.accounts(self.lineage)
        if not before:
            transaction.add_accounts(wanted)
        elif {each.terms for each in before.values()} != {each.terms for each in wanted}:
            raise LedgerError(
                f"epsilon, delta and analysts must be those of lineage {self.lineage!r}, got "
                "others; all its versions share one budget"
            )

    def _check_unknown(self, transaction: Transaction) -> None:
        same = transaction.data_set(self.digest)
        if same is not None:
            name, _, lineage = same
            raise LedgerError(
                f"the data set must be registered once, got what is {name!r} of lineage "
                f"{lineage!r}; its budget is the one it has"
            )
        if transaction.data_set(self.name) is not None:
            raise LedgerError(
                f"name must be new, got {self.name!r}, which is another data set of this ledger; a "
                "new version needs a name of its own, and the lineage of the old one"
            )


def loss_of(loss: Loss | None, epsilon: Amount | None, delta: Amount | None) -> Loss:
    """Return a loss that was given whole, or as epsilon and delta.

    Raises
    ------
    ParameterError
        If it was given in both ways, or in none.
    """
    if loss is not None:
        if epsilon is not None or delta is not None or not isinstance(loss, Loss):
            raise ParameterError(
                f"loss must be PureDP, ApproxDP or ZCDP, without epsilon and delta, got {loss!r}"
            )
        return loss
    if epsilon is None:
        raise ParameterError("epsilon must be given, or a loss, got None")
    return PureDP(epsilon) if delta is None else ApproxDP(epsilon, delta)


def checked_name(parameter: str, value: object) -> str:
    """Return `value`, :func:`composed`, if it can be a name.

    Raises
    ------
    ParameterError
    """
    if not isinstance(value, str) or not value.isprintable() or value.strip() != (value or " "):
        raise ParameterError(
            f"{parameter} must be a printable name without spaces around it, got {value!r}"
        )
    if len(value) > _LONGEST:
        raise ParameterError(
            f"{parameter} must have at most {_LONGEST} letters, got {len(value)}; shorten it"
        )
    return composed(value)


def composed(name: str) -> str:
    """Return a name in normal form C, so that no budget has a twin that looks the same.

    Examples
    --------
    >>> len("Zoe" + chr(0x308)), len(composed("Zoe" + chr(0x308)))
    (4, 3)
    """
    return normalize("NFC", name)


def checked_digest(value: object) -> bytes:
    """Return the bytes of a digest, which messages never repeat.

    Raises
    ------
    ParameterError
    """
    if isinstance(value, str):
        try:
            value = bytes.fromhex(value)
        except ValueError:
            value = None
    if not isinstance(value, bytes) or not value:
        raise ParameterError(
            "digest must be bytes or hexadecimal text, got something else; "
            "vicinage.table.table_digest makes it"
        )
    return value


def _shares(analysts: object) -> dict[str, str]:
    if not isinstance(analysts, Mapping):
        raise ParameterError(
            f'analysts must map names to epsilons, such as {{"ann": "0.5"}}, got {analysts!r}'
        )
    shares = {
        checked_name("analysts", name): f"{amount(f'epsilon of analyst {name!r}', share):f}"
        for name, share in analysts.items()
    }
    if len(shares) < len(analysts):
        raise ParameterError(
            f"analysts must have different names, got some that look the same: {list(analysts)!r}"
        )
    return dict(sorted(shares.items()))
