"""What was released of which data set: a file that cannot be changed unnoticed."""

from vicinage.ledger.entry import Entry
from vicinage.ledger.ledger import Ledger

__all__ = ["Entry", "Ledger"]
