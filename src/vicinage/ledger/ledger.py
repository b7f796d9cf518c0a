"""Budgets of data sets, and the memory of what was released of them."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from vicinage.ledger.chain import Chain
from vicinage.ledger.charges import Charges
from vicinage.ledger.entry import Entry
from vicinage.ledger.history import History, json_of
from vicinage.ledger.key_file import derived
from vicinage.ledger.opening import created, opened_store, place_of
from vicinage.ledger.quote import Quote
from vicinage.ledger.registration import Registration, checked_digest, checked_name, loss_of
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.reservation import Reservation
from vicinage.ledger.store import Store
from vicinage.ledger.unlimited import UnlimitedLedger
from vicinage.privacy import Amount, Loss

__all__ = ["Ledger"]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Keeps the budget of every registered data set, and remembers every release.

    See :meth:`create` and :meth:`open`. A charge is refused, or stays for ever: before it nothing
    is computed, and after it nothing is paid back, whatever fails. Entries form a chain, so that a
    change is noticed by :meth:`verify`. Data sets are told apart by keyed hashes that are never
    shown.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> ledger = Ledger.create(Path(folder.name) / "budget.db")
    >>> ledger.register("people", b"hash of the rows", epsilon="1.0")
    >>> reservation = ledger.reserve("people", epsilon="0.9", request={"method": "OutlierCount"})
    >>> ledger.settle(reservation, {"answer": 3})
    >>> ledger.remaining("people").epsilon
    Decimal('0.1')
    >>> ledger.reserve("people", epsilon="0.2", request={})
    Traceback (most recent call last):
    vicinage.errors.BudgetError: epsilon must fit into what is left of the budget of people, 0.1, \
got 0.2; nothing was charged
    >>> folder.cleanup()
    """

    _store: Store
    _key: bytes = field(repr=False)

    @classmethod
    def create(cls, path: Path | str, *, composition: str = "basic") -> Self:
        """Make a ledger and its key, for their owner only: both or neither.

        Parameters
        ----------
        path : Path or str
            A new file; or ``postgresql://USER@HOST:PORT/DATABASE``. The key is in the same place
            with ``.key`` at the end (of a data base: in ``~/.vicinage``), or where the environment
            variable VICINAGE_LEDGER_KEY says. Without it the ledger is useless: keep a copy of
            both, in two places.
        composition : {"basic", "zcdp"}
            How charges add up; see :class:`~vicinage.ledger.composition.Composition`.

        Raises
        ------
        LedgerError
            If the ledger or its key exists already, or cannot be written.
        """
        return cls(*created(path, composition))

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open a ledger that was made before. One of the first version is brought up to date.

        Raises
        ------
        LedgerError
            If the ledger or its key is missing, is something else, or the two do not go together.
        """
        return cls(*opened_store(path))

    @staticmethod
    def unlimited() -> UnlimitedLedger:
        """Return the ledger that grants everything and remembers nothing."""
        return UnlimitedLedger()

    @staticmethod
    def files(path: Path | str) -> tuple[Path, ...]:
        """Return the files that belong to the ledger at `path`, its key among them."""
        return place_of(path).files

    @property
    def composition(self) -> str:
        """How charges add up: "basic" or "zcdp"."""
        return self._store.composition.value

    @property
    def data_set_key(self) -> bytes:
        """The secret key for :func:`vicinage.table.table_digest`."""
        return derived(self._key, "data set")

    def register(
        self,
        name: str,
        digest: bytes | str,
        *,
        epsilon: Amount,
        delta: Amount | None = None,
        lineage: str | None = None,
        analysts: Mapping[str, Amount] | None = None,
    ) -> None:
        """Open the budget of a data set. For the steward.

        Parameters
        ----------
        name : str
            By which the data set is known.
        digest : bytes or str
            Of its rows, made with :attr:`data_set_key`; bytes, or hexadecimal text.
        epsilon, delta : Decimal, str, int or float
            What all answers about it together may cost, over all analysts.
        lineage : str, optional
            What all its versions, subsets and encodings have in common: they share one budget. A
            later version must be registered with the budget of the first. None: `name`.
        analysts : mapping of str to amount, optional
            Epsilon of each analyst within the budget. With it, every charge must name one of them.

        Raises
        ------
        LedgerError
            If the name or the content is registered already, in whichever lineage, or the lineage
            has another budget.
        """
        new = Registration.of(
            name, digest, epsilon=epsilon, delta=delta, lineage=lineage, analysts=analysts
        )
        with self._store.writing() as transaction:
            new.open_budget(transaction, self._store.composition)
            transaction.add_data_set(new.name, new.digest, new.lineage)
            self._history.append(transaction, "register", new.digest, new.content())

    def reserve(
        self,
        data_set: bytes | str,
        loss: Loss | None = None,
        *,
        request: Mapping[str, Any] | None = None,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        analyst: str | None = None,
        request_id: str | None = None,
    ) -> Reservation:
        """Charge a data set, before its answer is computed.

        Parameters
        ----------
        data_set : bytes or str
            Digest or name.
        loss : PureDP, ApproxDP or ZCDP
            All that the answer costs; or `epsilon` and `delta`.
        request : mapping, optional
            The public settings, fit for JSON.
        analyst : str, optional
            For whom.
        request_id : str, optional
            Unique: a request is never charged, and so never answered, twice. None: a random one.

        Raises
        ------
        BudgetError
            If it does not fit into the budget, or into that of the analyst.
        LedgerError
            If the data set is not registered, the analyst unknown or the request repeated. After
            either, nothing was charged, and no trace is left.
        """
        return self._charges.reserve(
            data_set,
            loss_of(loss, epsilon, delta),
            request={} if request is None else request,
            analyst=analyst,
            request_id=secrets.token_hex(16)
            if request_id is None
            else checked_name("request_id", request_id),
        )

    def settle(self, reservation: Reservation, record: Mapping[str, Any]) -> None:
        """Remember what was released for a charge.

        Raises
        ------
        LedgerError
            If it was not charged here, or is settled already.
        """
        self._charges.settle(reservation, record)

    def remaining(self, data_set: bytes | str, analyst: str | None = None) -> Remaining:
        """Return what is left of a budget: of everybody's, and of the analyst's where it is less.

        Raises
        ------
        LedgerError
            If the data set is not registered, or the analyst unknown.
        """
        return self._charges.remaining(data_set, analyst)

    def quote(
        self,
        data_set: bytes | str,
        loss: Loss | None = None,
        *,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        analyst: str | None = None,
    ) -> Quote:
        """Return what :meth:`reserve` would charge, or refuse as it would. It costs nothing.

        It holds until the next charge; the raised errors are those of :meth:`reserve`.
        """
        return self._charges.quote(data_set, loss_of(loss, epsilon, delta), analyst)

    def note_release(self, data_set: bytes, record: Mapping[str, Any]) -> int:
        """Remember a masked release, or another without differential privacy. It charges nothing.

        Parameters
        ----------
        data_set : bytes
            The digest of the original table, made with :attr:`data_set_key`.
        record : mapping
            The record of the release, fit for JSON.

        Returns
        -------
        int
            How many releases of the same table there were before. Draws average out: from
            several releases of one table more can be learnt than from each.
        """
        json_of(record)
        digest = checked_digest(data_set)
        with self._store.writing() as transaction:
            earlier = transaction.n_releases(digest)
            self._history.append(transaction, "release", digest, record)
        return earlier

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries, oldest first, after checking the chain.

        Raises
        ------
        LedgerError
            If an entry was changed or removed.
        """
        return self._history.entries()

    def verify(self, head: str | None = None) -> str:
        """Check everything: each entry, and that all balances are what the entries make.

        Parameters
        ----------
        head : str, optional
            What an earlier call returned, kept elsewhere. An old copy of the ledger, put back in
            its place, is noticed only with it.

        Returns
        -------
        str
            The head of now.

        Raises
        ------
        LedgerError
            If something was changed, removed or put back.
        """
        return self._history.verify(head)

    @property
    def _charges(self) -> Charges:
        return Charges(self._history)

    @property
    def _history(self) -> History:
        return History(self._store, Chain(derived(self._key, "chain")))
