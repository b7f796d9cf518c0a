"""Budgets of data sets, and what was released of them: kept so that no change goes unnoticed."""

from vicinage.ledger.charge import charged
from vicinage.ledger.entry import Entry
from vicinage.ledger.ledger import Ledger
from vicinage.ledger.privacy_ledger import PrivacyLedger, check_ledger
from vicinage.ledger.quote import Quote
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.reservation import Reservation

__all__ = [
    "Entry",
    "Ledger",
    "PrivacyLedger",
    "Quote",
    "Remaining",
    "Reservation",
    "charged",
    "check_ledger",
]
