import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from vicinage.errors import OutputError, ParameterError
from vicinage.evaluation import evaluate
from vicinage.evaluation.tuning import DEFAULT_SWEEPS, Point, Tuning, tune
from vicinage.evaluation.tuning.sweep import sweeps_of
from vicinage.masking import RWN, Microaggregation, NoiseAddition, RankSwapping
from vicinage.neighbors.metrics import Gower

RNG = np.random.default_rng(5)
BASE = RNG.normal(size=60)
PEOPLE = pd.DataFrame(
    {"x": BASE, "y": BASE + RNG.normal(size=60), "z": RNG.normal(size=60), "sex": ["F", "M"] * 30}
)
SWEEP = {"radius": [0.0, 0.4], "n_neighbors": [3, 9]}


def swept(folder=None, **options):
    settings = {"masker": RWN(), "sweep": SWEEP, "repetitions": 2, "limit": 0.3, "seed": 1}
    return tune(PEOPLE, folder=folder, **(settings | options))


def as_json(tuning):
    return json.dumps([point.as_dict() for point in tuning.points])


def test_every_combination_is_tried_and_its_figures_are_those_of_evaluate():
    tuning = swept(masker=Microaggregation(), sweep={"group_size": [2, 5]})

    assert [point.setting for point in tuning.points] == [{"group_size": 2}, {"group_size": 5}]
    released = Microaggregation(group_size=5).fit_transform(PEOPLE)
    judged = evaluate(PEOPLE, released)
    point = tuning.points[1]
    assert list(point.risk["linkage_distance"]) == [judged.risk["linkage_distance"]]
    assert list(point.utility["correlation_mad"]) == [judged.utility["correlation_mad"]]


def test_repetitions_differ_and_a_seed_repeats_them_in_any_number_of_processes():
    tuning = swept()

    assert all(len(set(point.utility["correlation_mad"])) == 2 for point in tuning.points)
    assert as_json(tuning) == as_json(swept(jobs=2))
    assert as_json(tuning) != as_json(swept(seed=2))


def test_without_a_seed_releases_are_drawn_anew():
    assert as_json(swept(seed=None)) != as_json(swept(seed=None))


def test_several_maskers_are_compared_with_default_sweeps():
    maskers = [RankSwapping(), Microaggregation()]

    tuning = swept(masker=maskers, sweep=None, limit=1.0)

    expected = sum(len(next(iter(DEFAULT_SWEEPS[type(m)].values()))) for m in maskers)
    assert len(tuning.points) == expected
    assert list(tuning.by_method) == ["RankSwapping", "Microaggregation"]
    assert all(tuning.by_method.values())


def test_each_masker_takes_its_own_part_of_a_sweep():
    sweep = {"fraction": [0.1, 0.4], "group_size": [4]}

    tuning = swept(masker=[RankSwapping(), Microaggregation()], sweep=sweep, repetitions=1)

    assert [(p.method, p.setting) for p in tuning.points] == [
        ("RankSwapping", {"fraction": 0.1}),
        ("RankSwapping", {"fraction": 0.4}),
        ("Microaggregation", {"group_size": 4}),
    ]


def test_a_masker_that_has_no_part_of_a_sweep_is_swept_by_default():
    found = sweeps_of([RankSwapping(), NoiseAddition()], {"fraction": [0.1]})

    assert found == [{"fraction": [0.1]}, DEFAULT_SWEEPS[NoiseAddition]]


@pytest.mark.parametrize("masker", DEFAULT_SWEEPS, ids=lambda m: m.__name__)
def test_default_sweeps_name_parameters_of_their_method(masker):
    assert set(DEFAULT_SWEEPS[masker]) <= set(masker().get_params())


def test_finished_settings_are_kept_and_not_tried_again(tmp_path):
    first = swept(tmp_path)
    lines = (tmp_path / "points.jsonl").read_bytes()

    told = []
    again = swept(tmp_path, progress=lambda *place: told.append(place))

    assert told == []
    assert as_json(again) == as_json(first)
    assert (tmp_path / "points.jsonl").read_bytes() == lines
    other = swept(tmp_path, risk="sdid", utility="il1s_per_cell", limit=0.9)
    assert other.points == again.points


def test_what_a_kill_left_of_a_line_is_done_again(tmp_path):
    first = swept(tmp_path)
    file = tmp_path / "points.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]) + lines[3][:40])

    told = []
    again = swept(tmp_path, progress=lambda *place: told.append(place))

    assert told == [(3, 4), (4, 4)]
    assert as_json(again) == as_json(first)


def test_a_killed_sweep_goes_on_where_it_was(tmp_path):
    PEOPLE.to_csv(tmp_path / "people.csv", index=False)
    folder = tmp_path / "tuning"
    program = (
        "import sys; from vicinage.cli.main import main; "
        f"main(['tune', r'{tmp_path / 'people.csv'}', '--method', 'rwn', '--sweep', "
        "'radius=0:0.9:0.01', '--repetitions', '3', '--limit', '0.3', '--seed', '1', "
        f"'-o', r'{folder}'])"
    )
    command = [sys.executable, "-c", program]
    journal = folder / "points.jsonl"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 240  # a busy machine takes a minute to begin
        while time.monotonic() < end and not (journal.exists() and len(lines_of(journal)) > 3):
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
    before = lines_of(journal)
    assert 3 < len(before) < 92

    told = []
    radii = [i / 100 for i in range(91)]
    tuning = tune(
        tmp_path / "people.csv",
        masker=RWN(),
        sweep={"radius": radii},
        repetitions=3,
        limit=0.3,
        seed=1,
        folder=folder,
        progress=lambda *place: told.append(place),
    )

    assert lines_of(journal)[: len(before)] == before
    assert len(told) == 91 - (len(before) - 1)
    assert [point.setting["radius"] for point in tuning.points] == radii


def test_a_second_sweep_in_one_folder_is_refused_until_the_first_has_ended(tmp_path):
    refused = []

    def try_again(done, total):
        with pytest.raises(OutputError, match="folder must be used by one sweep at a time") as got:
            swept(tmp_path)
        refused.append(got)

    first = swept(tmp_path, progress=try_again)

    assert len(refused) == 4
    assert as_json(swept(tmp_path)) == as_json(first)


def test_a_refused_sweep_leaves_the_folder_to_others(tmp_path):
    first = swept(tmp_path)
    with pytest.raises(ParameterError, match="another sweep"):
        swept(tmp_path, repetitions=3)

    assert as_json(swept(tmp_path)) == as_json(first)


def lines_of(path):
    return [line for line in path.read_bytes().split(b"\n")[:-1] if line]


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"sweep": {"radius": [0.5]}}, "another sweep"),
        ({"repetitions": 3}, "another sweep"),
        ({"masker": RWN(probability=0.5)}, "another sweep"),
        ({"seed": None}, "another sweep"),
    ],
)
def test_a_folder_of_another_sweep_is_refused(tmp_path, changed, named):
    swept(tmp_path, sweep={"radius": [0.1]})

    with pytest.raises(ParameterError, match=f"folder must be that of the same .* {named}"):
        swept(tmp_path, **({"sweep": {"radius": [0.1]}} | changed))


def test_a_folder_of_another_table_is_refused(tmp_path):
    swept(tmp_path, sweep={"radius": [0.1]})
    changed = PEOPLE.assign(x=PEOPLE["x"] + 1)

    with pytest.raises(ParameterError, match="begun with another table"):
        tune(changed, masker=RWN(), sweep={"radius": [0.1]}, repetitions=2, limit=0.3, seed=1,
             folder=tmp_path)  # fmt: skip


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "points.jsonl").write_text("not ours\n", encoding="utf-8")

    with pytest.raises(ParameterError, match="folder must be one that tuning made"):
        swept(tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sweep": {"radios": [1]}}, 'sweep must name parameters of RWN.*mean "radius"'),
        ({"sweep": {"seed": [1]}}, "sweep must name parameters of RWN, got 'seed'"),
        ({"sweep": {"radius": []}}, r"sweep must give a list of values for radius, got \[\]"),
        ({"sweep": {"radius": 0.1}}, r"sweep must give a list of values for radius, got 0\.1"),
        ({"sweep": {"metric": "gower"}}, "sweep must give a list of values for metric"),
        ({"sweep": {"radius": [0.1, 0.1]}}, "sweep must try each setting once, got RWN .* twice"),
        ({"masker": [RWN(), RWN(metric="gower")]}, "what two maskers of one method differ in"),
        ({"sweep": [0.1]}, r"sweep must name parameters with their values, .* got \[0\.1\]"),
        ({"masker": RWN}, r"masker must be a masker such as RWN\(\)"),
        ({"limit": "0.3"}, "limit must be a finite number of at least 0, got '0.3'"),
        ({"limit": float("nan")}, "limit must be a finite number of at least 0, got nan"),
        ({"sweep": {"radius": [-1.0]}}, "radius must be"),
        ({"repetitions": 0}, "repetitions must be a whole number of at least 1, got 0"),
        ({"jobs": 0}, "jobs must be a whole number"),
        ({"risk": "sdud"}, 'risk must be one of .*mean "sdid"'),
        ({"utility": "total_correlation_original"}, "utility must be a figure that is best"),
        ({"risk": ["sdid"]}, r"risk must be one of .*got \['sdid'\]"),
        ({"folder": 3}, "folder must be a path or None, got 3"),
        ({"progress": 3}, "progress must be a function or None, got 3"),
        ({"masker": []}, "masker must be a masker or several, got none"),
        (
            {"masker": [RWN(), NoiseAddition()], "sweep": {"scales": [1]}},
            'sweep must name parameters of the maskers.*mean "scale"',
        ),
    ],
)
def test_what_cannot_be_swept_is_refused_before_any_work(tmp_path, options, message):
    with pytest.raises(ParameterError, match=message):
        swept(**({"folder": tmp_path / "new"} | options))

    assert not (tmp_path / "new").exists()


def point(risk, loss, method="RWN"):
    setting = {"radius": risk}
    return Point(method=method, setting=setting, risk={"sdid": risk}, utility={"ks": loss})


def judged(points, limit=0.3):
    return Tuning(points=tuple(points), risk="sdid", utility="ks", limit=limit)


def test_a_setting_that_another_beats_in_both_figures_is_not_on_the_frontier():
    points = [
        point((r,), (u,)) for r, u in [(0.1, 0.5), (0.2, 0.4), (0.2, 0.6), (0.3, 0.1), (0.4, 0.1)]
    ]

    frontier = judged(points).frontier

    oracle = [
        p
        for p in points
        if not any(
            q.mean("sdid") <= p.mean("sdid")
            and q.mean("ks") <= p.mean("ks")
            and (q.mean("sdid"), q.mean("ks")) != (p.mean("sdid"), p.mean("ks"))
            for q in points
        )
    ]
    assert sorted(frontier, key=points.index) == oracle


def test_a_mean_within_the_limit_by_luck_is_not_recommended():
    lucky, safe = point((0.0, 0.5), (0.1, 0.1)), point((0.2, 0.21), (0.3, 0.3))

    assert judged([lucky, safe]).recommended is safe


def test_no_setting_may_meet_the_limit():
    tuning = judged([point((0.5,), (0.1,))])

    assert tuning.recommended is None
    assert tuning.reason.startswith("No setting meets the limit: none of the 1 keeps sdid within")


def test_where_no_setting_meets_the_limit_the_nearest_and_a_way_on_are_told():
    far = Point(method="RWN", setting={"radius": 0.1}, risk={"sdid": (0.9,)}, utility={"ks": (0,)})
    near = Point(method="RWN", setting={"radius": 0.2}, risk={"sdid": (0.6,)}, utility={"ks": (1,)})
    lucky = point((0.0, 0.5), (0.1, 0.1))
    empty = Point(method="RWN", setting={}, risk={"sdid": (0.1,)}, utility={})

    assert judged([empty]).reason.endswith("ks is not defined for them: weigh another figure.")
    assert (
        "The nearest is RWN, radius = 0.2, at sdid 0.6. Try larger values of radius, another"
        in (judged([far, near]).reason)
    )
    assert "less than two standard errors within it: try more repetitions" in judged([lucky]).reason


def test_what_is_not_defined_is_neither_on_the_frontier_nor_recommended():
    empty = Point(method="RWN", setting={}, risk={}, utility={"ks": (0.0,)})

    tuning = judged([empty])

    assert (tuning.frontier, tuning.recommended) == ((), None)
    assert tuning.rows()[0]["risk"] is None


def test_where_higher_is_safer_the_limit_is_the_least():
    points = tuple(
        Point(method="RWN", setting={"radius": d}, risk={"dcr_mean": (d,)}, utility={"ks": (d,)})
        for d in (1.0, 2.0, 3.0)
    )

    tuning = Tuning(points=points, risk="dcr_mean", utility="ks", limit=2.0)

    assert tuning.recommended is points[1]
    assert "at or above 2" in tuning.reason


def test_a_metric_of_ones_own_is_swept_but_not_kept(tmp_path):
    metrics = {"metric": ["minmax", Gower()], "radius": [0.1]}

    assert [p.setting["metric"] for p in swept(sweep=metrics).points] == ["minmax", Gower()]
    with pytest.raises(ParameterError, match="folder must be left out where a masker has"):
        swept(tmp_path, sweep=metrics)
    assert not any(tmp_path.iterdir())


def test_settings_that_are_tuples_are_known_again(tmp_path):
    seen = []
    options = {"sweep": {"columns": [("x",), ("y",)]}, "progress": lambda *_: seen.append(1)}
    first = swept(tmp_path, **options)

    assert as_json(swept(tmp_path, **options)) == as_json(first)
    assert len(seen) == 2
