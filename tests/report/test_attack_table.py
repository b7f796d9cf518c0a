import re

import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import AttackOutcome, evaluate
from vicinage.evaluation.risk.scenario import Scenario
from vicinage.evaluation.risk.trials import Trials
from vicinage.masking import RWN, release_table
from vicinage.report import render_page, summarize
from vicinage.report.attack_table import attack_table
from vicinage.table import Table


def outcome(hits=400, *, attacks=1000):
    return AttackOutcome(
        scenario=Scenario(attack="attribute_inference", known=("age",), sought=("pay",)),
        main=Trials(attacks=attacks, successes=hits),
        baseline=Trials(attacks=attacks, successes=50),
        control=Trials(attacks=attacks, successes=attacks // 4),
        confidence=0.95,
    )


def test_the_steward_sees_rates_risk_and_interval():
    (row,) = attack_table([outcome()], public=False)

    assert row["title"] == "Inferring pay"
    assert row["rates"] == ["40.0 %", "25.0 %", "5.0 %"]
    assert row["risk"] == "0.200 (0.149 to 0.248)"
    assert row["limits"] == pytest.approx([0.2, 0.149, 0.248], abs=0.001)


def test_a_public_row_is_rounded_and_has_no_interval_and_no_reason():
    measured, not_measured = attack_table([outcome(403), outcome(53, attacks=99)], public=True)
    (few,) = attack_table([outcome(148, attacks=150)], public=True)

    assert measured["rates"] == ["about 40 %", "about 25 %", "about 5 %"]
    assert (measured["risk"], measured["limits"]) == ("about 20 %", None)
    assert not_measured["risk"] == "not measured"
    assert not_measured["rates"] == ["-", "-", "-"]
    assert not_measured["reason"] == ""
    assert few["rates"] == ["withheld"] * 3
    assert few["risk"] == "withheld"


def test_what_was_not_measured_has_its_reason_for_the_steward_and_no_number():
    (row,) = attack_table([outcome(20, attacks=99)], public=False)

    assert (row["risk"], row["limits"]) == ("not measured", None)
    assert "fewer than 100" in row["reason"]
    assert row["rates"] == ["-", "-", "-"]


def page(*, public=False, holdout=True):
    rng = np.random.default_rng(3)
    frames = [
        pd.DataFrame({"pay <b>": rng.normal(size=n), "age": rng.integers(18, 90, n)})
        for n in (300, 250)
    ]
    original = Table.from_frame(frames[0])
    release = release_table(RWN(seed=1, radius=0.2), original)
    judged = evaluate(
        original, release.table, holdout=frames[1] if holdout else None, n_attacks=200
    )
    record = release.record.as_dict()
    return render_page(summarize(original, release.table, judged, record, public=public))


def test_the_page_shows_attacks_and_never_takes_a_name_for_html():
    text = page()

    assert "Inferring pay &lt;b&gt;" in text
    assert "pay <b>" not in text
    assert "Risk of each attack with its confidence interval" in text


def test_a_public_page_shows_attacks_in_steps():
    text = page(public=True)

    section = text[text.index("<h2>Attacks</h2>") : text.index("<h2>Columns</h2>")]
    cells = re.findall(r"<td>(.*?)</td>", section)
    assert cells
    assert all(
        re.fullmatch(r"(about|below|above) \d+ %|-|withheld|not measured", cell) for cell in cells
    )
    assert "confidence" not in section


def test_without_a_hold_out_the_page_says_that_nothing_was_measured():
    assert "Not measured: no records were held out." in page(holdout=False)
