import json

import numpy as np
import pandas as pd
import pytest

RNG = np.random.default_rng(5)
BASE = RNG.normal(size=60)
PEOPLE = pd.DataFrame({"x": BASE, "y": BASE + RNG.normal(size=60)})


@pytest.fixture
def people(tmp_path):
    file = tmp_path / "people.csv"
    PEOPLE.to_csv(file, index=False)
    return file


def test_three_methods_are_compared_at_equal_risk_in_one_command(run, people, tmp_path):
    command = ["tune", people, "--method", "rwn,rank-swapping,microaggregation", "--limit", "0.5"]
    command += ["--repetitions", 1, "--seed", 1, "-o", tmp_path / "kept"]
    report = tmp_path / "tuning.html"

    code, out, err = run(*command, "--report", report)

    assert code == 0
    assert "One release of each setting: luck may decide." in out
    assert "of a single release of each setting" in report.read_text(encoding="utf-8")
    assert "At equal risk (linkage_distance, limit 0.5):" in out
    for method in ("RWN", "RankSwapping", "Microaggregation"):
        assert method in out
    assert "=> " in out
    assert out.splitlines()[-1].startswith("Take ")
    assert err == "For the steward only: the figures are exact.\n"
    assert "<svg" in report.read_text(encoding="utf-8")


def test_a_machine_gets_rows_and_the_reason(run, people, tmp_path):
    code, out, _ = run(
        "tune", people, "--method", "rwn", "--sweep", "radius=0:0.4:0.2", "--sweep",
        "n_neighbors=3,5", "--repetitions", 2, "--limit", "0", "-o", tmp_path / "kept", "--json",
        "--seed", 1,
    )  # fmt: skip

    told = json.loads(out)
    assert code == 0
    assert [(row["radius"], row["n_neighbors"]) for row in told["rows"]] == [
        (radius, k) for radius in (0.0, 0.2, 0.4) for k in (3, 5)
    ]
    assert told["recommended"] is None
    assert told["reason"].startswith("No setting meets the limit")
    assert "Try larger values of radius or n_neighbors, another method" in told["reason"]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--method", "rwm"], 2, "--method must be one of"),
        (
            ["--method", "rwn,microaggregation", "--sweep", "scale=1"],
            1,
            "parameters of the maskers",
        ),
        (["--method", "rwn", "--sweep", "radius"], 2, "a parameter and its values"),
        (["--method", "rwn", "--sweep", "radius=1:0:1"], 2, "must count upwards"),
        (["--method", "rwn", "--sweep", "radius=0:1:0.0001"], 2, "at most 1,000"),
        (["--method", "rwn", "--sweep", "radios=1"], 1, "sweep must name parameters of RWN"),
        (["--method", "rwn", "--risk", "sdud"], 1, "risk must be one of"),
    ],
)
def test_what_cannot_be_swept_is_refused(run, people, tmp_path, options, code, message):  # noqa: PLR0917
    folder = tmp_path / "kept"

    ended, out, err = run("tune", people, *options, "--limit", "0.1", "-o", folder)

    assert (ended, out) == (code, "")
    assert message in err
    assert not folder.exists()


@pytest.mark.parametrize("quiet", [False, True])
def test_a_log_tells_how_many_settings_are_finished_unless_quiet(
    run, people, tmp_path, monkeypatch, quiet
):
    monkeypatch.setattr("vicinage.cli.log_lines._EVERY", 0.0)
    command = ["tune", people, "--method", "microaggregation", "--sweep", "group_size=2,3"]
    command += ["--limit", "0.5", "-o", tmp_path / "kept", *(["--quiet"] if quiet else [])]

    _, _, err = run(*command)

    told = [line for line in err.splitlines() if "finished" in line]
    assert told == (
        [] if quiet else ["1 of 2 settings are finished", "2 of 2 settings are finished"]
    )
