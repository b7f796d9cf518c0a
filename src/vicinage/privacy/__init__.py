"""Vocabulary of privacy: losses, exact and released values, the random key, and the records."""

from vicinage.privacy.amount import Amount, amount, exact_sum
from vicinage.privacy.budget import Budget, even_shares
from vicinage.privacy.loss import RELATION, ZCDP, ApproxDP, Loss, PureDP, loss_of
from vicinage.privacy.query_record import QueryRecord
from vicinage.privacy.random_key import RandomKey
from vicinage.privacy.record import ReleaseRecord
from vicinage.privacy.values import Exact, Released

__all__ = [
    "RELATION",
    "ZCDP",
    "Amount",
    "ApproxDP",
    "Budget",
    "Exact",
    "Loss",
    "PureDP",
    "QueryRecord",
    "RandomKey",
    "ReleaseRecord",
    "Released",
    "amount",
    "even_shares",
    "exact_sum",
    "loss_of",
]
