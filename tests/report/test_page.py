import re
from html.parser import HTMLParser

import pyarrow as pa
import pytest

from vicinage.evaluation import evaluate
from vicinage.masking import RWN, Microaggregation, NoiseAddition, RankSwapping, release_table
from vicinage.report import render_page, summarize
from vicinage.table import Table

FRAME = pa.table(
    {
        "age <b>": [20 + 7 * i % 41 for i in range(30)],
        "pay": [float(i * i % 17) for i in range(30)],
        "town": [("Bern", "Genf & Co")[i % 2] for i in range(30)],
    }
)
VOID = {"meta", "path", "rect", "line", "br"}


class Balance(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, _attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def page(masker, frame=FRAME, *, evaluated=True):
    original = Table.from_frame(frame)
    release = release_table(masker, original)
    evaluation = evaluate(original, release.table) if evaluated else None
    return render_page(summarize(original, release.table, evaluation, release.record.as_dict()))


@pytest.mark.parametrize(
    "masker",
    [RWN(), RankSwapping(), Microaggregation(), NoiseAddition()],
    ids=lambda m: type(m).__name__,
)
def test_a_page_shows_what_was_done_and_that_there_is_no_guarantee(masker):
    text = page(masker)

    balance = Balance()
    balance.feed(text)
    assert balance.open == []
    assert "For the steward" in text
    assert "No formal guarantee." in text
    assert type(masker).__name__ in text
    columns = 3 if isinstance(masker, RWN) else 2
    isolation = isinstance(masker, RWN)
    assert text.count("<svg") == columns + 3 + 2 + isolation  # correlations, components
    assert "Share of cells that differ from the original" in text


def test_a_page_needs_no_network_and_no_other_file():
    text = page(RWN())

    links = set(re.findall(r"(?:https?:)?//[^\s\"'<>]+", text))
    assert links <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<(script|link|img|iframe)|@import|url\((?!#)", text)


def test_names_of_columns_are_not_taken_for_html():
    text = page(RWN())

    assert "age <b>" not in text
    assert "age &lt;b&gt;" in text


def test_a_page_serves_light_and_dark_and_print():
    text = page(RWN())

    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "currentColor" in text


def test_what_does_not_exist_is_not_applicable():
    text = page(RWN(), pa.table({"town": list("ABABABAB")}), evaluated=False)

    assert "Not applicable: fewer than two numeric columns." in text
    assert "differ from the original" not in text


def test_a_table_that_is_one_row_over_and_over_has_a_page():
    text = page(RWN(n_neighbors=2), pa.table({"x": [4] * 6, "y": [2.5] * 6}))

    assert "NO PERTURBATION TOOK PLACE" in text
    assert "not defined: constant" in text
