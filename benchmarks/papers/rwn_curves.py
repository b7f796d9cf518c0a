"""The curves and Figure 1 of the RWN paper, ours beside theirs.

Run ``python benchmarks/papers/rwn_curves.py [--repetitions 100] [--jobs 2] [--write
docs/benchmarks]``. It prints every figure and ends with exit code 1 if one of them does not fit; of
runs in which all do, one in a hundred says otherwise. With ``--write`` the tables and a picture are
written to the folder.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import altair as alt
import pandas as pd
from bodyfat import MEASURES, METHODS, REFERENCE, SETTINGS, bodyfat, runs
from comparison import compare, standard_errors

from vicinage._kernels import use_threads
from vicinage.neighbors import MinMax, Variable, kth_distances, neighborhood_sizes

_LARGEST = {0.4: 68, 0.6: 161, 0.8: 215, 1.0: 234, 1.2: 239}
_EXTREME = 36  # row of the man whom the paper calls observation 37


def figure_one():
    """Return what the paper's Figure 1 shows: name, ours, the paper's."""
    frame = bodyfat()
    variables = [
        Variable(name=name, values=column, lower=column.min(), upper=column.max())
        for name, column in ((name, frame[name].to_numpy()) for name in frame)
    ]
    space = MinMax().space(variables)
    nearest = sorted(kth_distances(space, 1).round(3).tolist())
    rows = [
        ("smallest distance to the nearest record", nearest[:1], [0.123]),
        ("largest ones", nearest[-6:], [0.52, 0.575, 0.616, 0.632, 0.722, 1.197]),
    ]
    for radius, size in _LARGEST.items():
        sizes = neighborhood_sizes(space, n_neighbors=5, radius=radius)
        rows.append((f"largest neighbourhood, eps {radius}", [int(sizes.max())], [size]))
    rows.append(("neighbours of observation 37, eps 1.2", [int(sizes[_EXTREME])], [5]))
    return rows


def tables(comparisons, figure):
    """Return all tables as Markdown."""
    lines = ["### Figure 1", "", "| figure | ours | paper |", "|---|---|---|"]
    lines += [f"| {name} | {_listed(ours)} | {_listed(paper)} |" for name, ours, paper in figure]
    for method, title in METHODS.items():
        for measure, name in MEASURES.items():
            lines += ["", f"### {title}: {name}", ""]
            lines.append(
                "| setting | ours | sd | re-implementation | difference / standard error "
                "| sdcMicro | plotted | verdict |"
            )
            lines.append("|" + "---|" * 8)
            lines += [_row(c) for c in comparisons if (c.method, c.measure) == (method, measure)]
    return "\n".join(lines) + "\n"


def _listed(numbers):
    return " ".join(f"{number:g}" for number in numbers)


def _row(c):
    units = "-" if c.units is None else f"{c.units:+.1f}"
    reference, plotted, sdcmicro = (
        "-" if value is None else f"{value:.4f}" for value in (c.reference, c.plotted, c.sdcmicro)
    )
    return (
        f"| {c.setting} | {c.mean:.4f} | {c.sd:.4f} | {reference} | {units} "
        f"| {sdcmicro} | {plotted} | {_verdict(c)} |"
    )


def _verdict(c):
    if not c.fits:
        return "DOES NOT FIT"
    return "fits" if c.within_reading else "fits, plotted value by Monte Carlo error only"


def summary(comparisons):
    """Return one line a curve, as Markdown."""
    lines = [
        "| method | measure | largest difference / standard error | settings that fit "
        "| plotted value within its reading precision |",
        "|---|---|---|---|---|",
    ]
    for method, title in METHODS.items():
        for measure, name in MEASURES.items():
            curve = [c for c in comparisons if (c.method, c.measure) == (method, measure)]
            units = [abs(c.units) for c in curve if c.units is not None]
            largest = f"{max(units):.1f}" if units else "-"
            fitting = f"{sum(c.fits for c in curve)} of {len(curve)}"
            plotted = [c for c in curve if c.plotted is not None]
            lines.append(
                f"| {title} | {name} | {largest} | {fitting} "
                f"| {sum(c.within_reading for c in plotted)} of {len(plotted)} |"
            )
    return "\n".join(lines) + "\n"


def picture(comparisons):
    """Draw our curves as lines and the paper's plotted values as points."""
    frame = pd.DataFrame(
        {
            "method": METHODS[c.method],
            "measure": MEASURES[c.measure],
            "setting": SETTINGS[c.method].index(c.setting) + 1,
            "ours": c.mean,
            "paper": c.plotted,
        }
        for c in comparisons
    )
    base = alt.Chart(frame).encode(
        x=alt.X("setting:Q", title="setting, 1 to 15"), color=alt.Color("method:N", title=None)
    )
    ours = base.mark_line().encode(y=alt.Y("ours:Q", title=None, scale=alt.Scale(zero=False)))
    paper = base.mark_point(size=25).encode(y="paper:Q")
    panels = alt.layer(ours, paper).properties(width=210, height=150)
    return panels.facet(
        facet=alt.Facet("measure:N", sort=list(MEASURES.values()), title=None),
        columns=3,
        title="Lines: Vicinage. Points: read off the paper's plots.",
    ).resolve_scale(y="independent")


def measured(repetitions, jobs):
    """Return by method one array a setting, as ``bodyfat.runs`` does."""
    results = {}
    with ProcessPoolExecutor(jobs, get_context("spawn"), use_threads, (1,)) as pool:
        for method, settings in SETTINGS.items():
            measure = partial(runs, method, repetitions=repetitions)
            results[method] = list(pool.map(measure, settings))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=100, help="releases a setting, from 2")
    parser.add_argument("--write", type=Path, help="folder for the tables and the picture")
    parser.add_argument("--jobs", type=int, default=2, help="processes at work")
    arguments = parser.parse_args()
    if not (REFERENCE / "bodyfat.csv").exists():
        print(f"Skipped: the bodyfat table is not at hand ({REFERENCE / 'bodyfat.csv'}).")
        return 0
    results = measured(arguments.repetitions, arguments.jobs)
    comparisons, figure = compare(results, arguments.repetitions), figure_one()
    rule = f"A mean fits within {standard_errors(arguments.repetitions):.2f} standard errors.\n\n"
    everything = rule + summary(comparisons) + "\n" + tables(comparisons, figure)
    print(everything)
    if arguments.write:
        title = "# RWN on bodyfat: every figure\n\nWritten by `rwn_curves.py`; see rwn.md.\n\n"
        (arguments.write / "rwn-bodyfat.md").write_text(title + everything)
        picture(comparisons).save(arguments.write / "rwn-bodyfat.svg")
    misfits = [
        f"{METHODS[c.method]} {MEASURES[c.measure]} at {c.setting}"
        for c in comparisons
        if not c.fits
    ]
    misfits += [f"Figure 1, {name}" for name, ours, paper in figure if ours != paper]
    print("Does not fit: " + "; ".join(misfits) if misfits else "Everything fits.")
    return 1 if misfits else 0


if __name__ == "__main__":
    sys.exit(main())
