import re

from vicinage.integral.diagnostics import RecurrenceTable
from vicinage.report.recurrence_picture import recurrence_page, recurrence_picture

ROWS = [
    {"value": 1.0, "low": 0.5, "high": 1.5, "frequency": 7, "status": "other"},
    {"value": 2.0, "low": 1.5, "high": 2.5, "frequency": 90, "status": "released"},
]
TABLES = [
    RecurrenceTable(group="", column="age", statistic=name, rows=ROWS)
    for name in ("mean", "median", "<b>own</b>", "max")
]


def test_each_statistic_has_its_bars_and_title():
    picture = recurrence_picture(TABLES)

    texts = re.sub("<[^>]*>", " ", picture)
    for name in ("age · mean", "age · median", "age · max", "released", "candidate"):
        assert name in texts
    assert picture.count("#0f9d8a") >= 4


def test_the_page_says_for_whom_it_is_and_escapes_names():
    page = recurrence_page(TABLES)

    assert "For the steward only" in page
    assert "<b>own" not in page
