import subprocess

import numpy as np
import pandas as pd
import pytest

from support.chromium import (
    axe_violations,
    required_chromium,
    screenshot,
    scroll_width,
    visited,
)
from vicinage.evaluation import evaluate
from vicinage.evaluation.tuning import tune
from vicinage.masking import RWN, Microaggregation, release_table
from vicinage.report import render_page, summarize, tuning_page
from vicinage.table import Table

RNG = np.random.default_rng(3)


def measurements(n):
    size = RNG.normal(size=n)
    return pd.DataFrame(
        {f"measurement_of_quantity_{i}": size + RNG.normal(size=n) for i in range(8)}
    )


FRAME, HOLDOUT = measurements(200), measurements(150)


def pages():
    original = Table.from_frame(FRAME)
    release = release_table(RWN(radius=0.3, seed=1), original)
    judged = evaluate(original, release.table, holdout=HOLDOUT, n_attacks=150)
    sides = original, release.table, judged, release.record.as_dict()
    tuning = tune(original, masker=[Microaggregation(), RWN()], repetitions=1, limit=0.3, seed=1)
    return {
        "steward": render_page(summarize(*sides)),
        "public": render_page(summarize(*sides, public=True)),
        "tuning": tuning_page(tuning),
    }


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    required_chromium()
    folder = tmp_path_factory.mktemp("pages")
    written = {}
    for name, text in pages().items():
        written[name] = folder / f"{name}.html"
        written[name].write_text(text, encoding="utf-8")
    return written


@pytest.mark.parametrize("name", ["steward", "public", "tuning"])
def test_a_page_fits_a_phone_and_a_desk(files, name):
    for width in (360, 1200):
        assert scroll_width(files[name], width) <= width


def test_the_browser_notices_what_is_too_wide(files):
    wide = files["steward"].with_name("wide.html")
    wide.write_text('<div style="width:700px">x</div>', encoding="utf-8")

    assert scroll_width(wide, 360) > 700


@pytest.mark.parametrize("name", ["steward", "tuning"])
def test_a_page_asks_for_nothing_else(files, name):
    assert not visited(files[name])


def test_the_browser_notices_a_request(files):
    page = files["steward"].with_name("asking.html")
    page.write_text('<img src="http://127.0.0.1:9/picture.png">', encoding="utf-8")

    assert visited(page) == {"http://127.0.0.1:9/picture.png"}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["steward", "public", "tuning"])
def test_axe_finds_nothing_wrong(files, name, dark):
    assert axe_violations(files[name], dark=dark) == []


def test_axe_notices_pale_letters_in_the_dark_and_a_picture_without_a_name(files):
    page = files["steward"].with_name("faulty.html")
    page.write_text(
        files["public"].read_text(encoding="utf-8").replace("--quiet: #9aa5b4", "--quiet: #22262c")
        .replace("</main>", '<img src="data:,"></main>'),
        encoding="utf-8",
    )  # fmt: skip

    light, dark = (axe_violations(page, dark=scheme) for scheme in (False, True))

    assert {told.split(":")[0] for told in light} == {"image-alt"}
    assert {told.split(":")[0] for told in dark} == {"image-alt", "color-contrast"}


def test_a_page_can_be_drawn(files, tmp_path):
    picture = tmp_path / "page.png"

    assert screenshot(files["steward"], picture, width=800, height=600) == (800, 600)
    assert picture.stat().st_size > 20_000


def test_a_page_can_be_printed(files, tmp_path):
    pdf = tmp_path / "page.pdf"
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={pdf}"]

    subprocess.run(
        [*command, f"--user-data-dir={tmp_path}", files["steward"].as_uri()],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip

    assert pdf.read_bytes().startswith(b"%PDF")
    assert pdf.stat().st_size > 20_000
