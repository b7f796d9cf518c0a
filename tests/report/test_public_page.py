"""What a public page must not tell, and what every page must offer a reader who does not see."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate
from vicinage.evaluation.tuning import tune
from vicinage.masking import RWN, Microaggregation, release_table
from vicinage.report import render_page, summarize, tuning_page
from vicinage.schema import Categorical, Numeric, Schema
from vicinage.table import Table

RNG = np.random.default_rng(11)
SCHEMA = Schema(
    {
        "pay": Numeric(0, 1000, unit="EUR"),
        "age": Numeric(0, 120, integer=True),
        "town": Categorical(("Bern", "Genf", "Uri")),
    },
    public=True,
)
FRAME = pd.DataFrame(
    {
        "pay": np.append(RNG.normal(400, 50, size=199), 913.125),
        "age": RNG.integers(20, 60, size=200),
        "town": ["Bern"] * 120 + ["Genf"] * 77 + ["Uri"] * 3,
    }
)


def summary(*, public, schema=SCHEMA, frame=FRAME):
    original = Table.from_frame(frame, schema)
    release = release_table(RWN(seed=2), original)
    judged = evaluate(original, release.table)
    files = {"original": "a" * 64, "protected": "b" * 64}
    record = release.record.as_dict()
    return summarize(original, release.table, judged, record, public=public, files=files)


def test_a_public_summary_has_no_record_no_extreme_and_no_small_group():
    told = summary(public=True)

    assert told["isolation"] is None
    assert told["components"]["points"] == []
    assert "original" not in told["files"]
    assert "913" not in json.dumps(told)
    towns = {row["label"]: row["original"] for row in told["columns"][2]["rows"]}
    assert towns == {"Bern": 60.0, "Genf": 40.0, "Uri": 0.0}
    edges = [row["lower"] for row in told["columns"][0]["rows"]]
    assert edges == [100.0 * i for i in range(10)]
    shares = [
        row[side]
        for c in told["columns"]
        for row in c["rows"]
        for side in ("original", "protected")
    ]
    assert all(share % 5 == 0 for share in shares)


def test_public_numbers_are_rounded():
    told = summary(public=True)

    for pair in told["correlations"]:
        assert all(round(pair[n], 1) == pair[n] for n in ("original", "protected", "difference"))
    values = [row["value"] for rows in told["figures"].values() for row in rows]
    assert values
    for value in values:
        digits = re.sub(r"[^0-9]", "", value).strip("0")
        assert value.endswith("%") or len(digits) <= 1
    names = {row["name"] for rows in told["figures"].values() for row in rows}
    assert not {"ks", "dcr_median", "columns", "dcr_mean"} & names


def test_no_figure_for_everybody_is_explained_by_one_that_is_not_shown():
    rows = [row for rows in summary(public=True)["figures"].values() for row in rows]
    assert rows
    assert not any(row["sentence"].lower().startswith("the same") for row in rows)


def test_one_more_extreme_record_does_not_show_in_public_bins():
    other = FRAME.assign(pay=FRAME["pay"].replace(913.125, 987.5))

    both = [summary(public=True, frame=frame)["columns"][0]["rows"] for frame in (FRAME, other)]

    assert [r["original"] for r in both[0]] == [r["original"] for r in both[1]]


def test_shares_of_few_records_are_withheld_as_a_step_would_be_a_small_count():
    told = summary(public=True, frame=FRAME.iloc[1:])

    values = {row["name"]: row["value"] for rows in told["figures"].values() for row in rows}
    assert {values[name] for name in ("changed_cell_share", "linkage_distance", "sdid")} == {
        "withheld"
    }
    assert {h["value"] for h in told["headlines"][:-1]} == {"withheld"}
    assert told["columns"] == []
    assert "fewer than 200 records are withheld" in " ".join(render_page(told).split())


def test_a_column_with_few_values_is_not_drawn_for_everybody():
    told = summary(public=True, frame=FRAME.assign(pay=FRAME["pay"].where(FRAME.index > 0)))

    assert [column["name"] for column in told["columns"]] == ["age", "town"]


@pytest.mark.parametrize("schema", [None, Schema(SCHEMA.columns, public=False)])
def test_without_declared_bounds_no_distribution_is_public(schema):
    told = summary(public=True, schema=schema)

    assert told["columns"] == []
    assert "not declared public" in render_page(told)


def test_a_public_page_says_what_exact_figures_would_do():
    page = render_page(summary(public=True))

    assert "void every claim of differential privacy" in " ".join(page.split())
    assert "For everybody" in page
    assert "For the steward" not in page
    assert "How isolated" not in page


def test_the_steward_sees_records_and_figure_1():
    told = summary(public=False)

    assert len(told["isolation"]["points"]) == 200
    assert {p["table"] for p in told["components"]["points"]} == {"original", "protected"}
    assert told["files"]["original"] == "a" * 64
    json.dumps(told, allow_nan=False)


class Outline(HTMLParser):
    """Landmarks, headings, pictures and tables of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.headings, self.language = [], [], None
        self.pictures, self.naked, self.inside, self.cells = [], 0, [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "html":
            self.language = given.get("lang")
        if tag == "th":
            self.cells.append(given.get("scope"))
        if tag == "div":
            self.inside.append(given.get("role") == "img")
            if self.inside[-1]:
                self.pictures.append(given.get("aria-label"))
        if tag == "svg" and not any(self.inside):
            self.naked += 1

    def handle_endtag(self, tag):
        if tag == "div":
            self.inside.pop()


def pages():
    table = Table.from_frame(FRAME, SCHEMA)
    maskers = [RWN(), Microaggregation()]
    return {
        "steward": render_page(summary(public=False)),
        "public": render_page(summary(public=True)),
        "tuning": tuning_page(tune(table, masker=maskers, repetitions=1, limit=0.5, seed=1)),
    }


@pytest.mark.parametrize(("name", "page"), pages().items(), ids=lambda v: v[:8])
def test_a_page_can_be_heard(name, page):
    outline = Outline(page)

    assert outline.language == "en"
    assert [outline.tags.count(tag) for tag in ("header", "main", "footer", "h1", "title")] == [
        1
    ] * 5
    steps = np.diff(outline.headings)
    assert outline.headings[0] == 1
    assert steps.max() <= 1
    assert outline.pictures
    assert all(outline.pictures)
    assert outline.naked == 0
    assert set(outline.cells) == {"col", "row"}
    assert len(page.encode()) < 3_000_000


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_letters_stand_out_from_the_paper_in_light_dark_and_print():
    page = render_page(summary(public=False))
    themes = [
        dict(re.findall(r"--([\w-]+): (#\w{6})", block))
        for block in re.findall(r":root \{(.*?)\}", page, re.DOTALL)
    ]

    assert len(themes) == 3
    for theme in themes:
        for ink, paper in [
            ("ink", "paper"), ("quiet", "paper"), ("quiet", "panel"), ("warn-ink", "warn"),
            ("rise", "paper"), ("fall", "paper"),
        ]:  # fmt: skip
            assert contrast(theme[ink], theme[paper]) >= 4.5, (ink, paper)
