"""How a ledger lies in a data base, SQLite or PostgreSQL."""

import sqlalchemy as sa

__all__ = ["ACCOUNT", "CHARGE", "DATA_SET", "ENTRY", "META", "TABLES", "VERSION"]

VERSION = 2

TABLES = sa.MetaData()
META = sa.Table(
    "meta",
    TABLES,
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("key_check", sa.LargeBinary, nullable=False),
    sa.Column("composition", sa.Text, nullable=False),
)
ENTRY = sa.Table(
    "entry",
    TABLES,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("data_set", sa.LargeBinary, nullable=False, index=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("seal", sa.LargeBinary, nullable=False),
)
DATA_SET = sa.Table(
    "data_set",
    TABLES,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("digest", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("lineage", sa.Text, nullable=False),
)
# The constraints are a second wall: no program, ours included, can write an overspent budget.
ACCOUNT = sa.Table(
    "account",
    TABLES,
    sa.Column("lineage", sa.Text, primary_key=True),
    sa.Column("analyst", sa.Text, primary_key=True),
    sa.Column("cap", sa.BigInteger, nullable=False),
    sa.Column("spent", sa.BigInteger, nullable=False),
    sa.Column("delta_cap", sa.BigInteger, nullable=False),
    sa.Column("delta_spent", sa.BigInteger, nullable=False),
    sa.Column("places", sa.Integer, nullable=False),
    sa.CheckConstraint("0 <= spent AND spent <= cap", name="spent_within_cap"),
    sa.CheckConstraint(
        "0 <= delta_spent AND delta_spent <= delta_cap", name="delta_spent_within_cap"
    ),
)
CHARGE = sa.Table(
    "charge",
    TABLES,
    sa.Column("request_id", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("answer", sa.BigInteger, nullable=True),
)
