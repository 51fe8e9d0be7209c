"""Figures 4 to 8 of the Moose paper drawn from our runs, and what it took to read them: plays, sawing, course, sweep.

`draw` makes matplotlib figures, `figures` puts each into a folder. Fields are blue, red and green as in the paper, and a
play x:y has the colour between its two fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lek.studies import moose as study
from lek.studies.drawing import BLUE, CYAN, FAINT, GREEN, INK, PURPLE, RED, STYLE, YELLOW, save
from lek.studies.moose.density import SAWING, WINDOW, sawing
from lek.studies.study import Arrays

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIELDS = (BLUE, RED, GREEN)
PLAYS = (BLUE, RED, GREEN, PURPLE, CYAN, YELLOW)  # 1:1, 2:2, 3:3, 1:2, 1:3, 2:3
EXPERIMENTS = {1: BLUE, 2: RED, 3: GREEN, 4: YELLOW, 5: PURPLE, 6: CYAN, 7: "#777777"}
STROKES = {1.0: "-", 2.0: (0, (5, 2)), 3.0: (0, (1, 1.5))}  # growth rate: line style
OVER = {"whole": "over the whole run", "final": "in the final population"}
SUFFIX = {"whole": "", "final": "_final"}
DOTS = 60  # up to this many replicates each is drawn as a dot beside its box

CAPTIONS = {
    "figure-4": "The paper's Fig. 4. Population mean fitness of one run, the median run of the experiment by total "
                "fitness. The shaded area is the total fitness of that run.",
    "figure-5": "The paper's Fig. 5. Distribution of total fitness between the replicates of each experiment.",
    "figure-6": "The paper's Fig. 6. Distribution of the fraction of plays that involved conflict. The dashed line is "
                "the nominal rate 1/3, that of two moose who choose at random.",
    "figure-6-final": "Fig. 6 once more, for the final population alone: what evolution has arrived at, without the "
                      "early generations in which conflict is still close to 1/3.",
    "figure-6-whole": "Fig. 6 once more, over all generations of the run instead of the final population alone.",
    "figure-7": "The paper's Fig. 7. Distribution of the fraction of moves made to field 1 (blue), field 2 (red) and "
                "field 3 (green). The dashed line is 1/3.",
    "figure-7-plays": "The fraction of plays of each type x:y, where x and y are the fields the two moose choose. The "
                      "hatched types are conflict; the last three are plays on two different fields.",
    "figure-8": "The paper's Fig. 8. Average and maximum fitness (left) and percent of encounters in conflict (right) "
                "in three runs of Experiment 5, chosen by rule: a calm run (10th percentile by conflict), the run "
                "whose conflict has the largest standard deviation (sd) over the last 100 generations, shaded, and of "
                "the others the one with most conflict. An sd much larger than that of its steps "
                "from one generation to the next (divided by √2) is a change of level, not sawing.",
    "sawing": f"How unsteady conflict is in each run: its standard deviation over the last {WINDOW} generations. Above "
              f"{SAWING} (dashed) a run counts as sawing; the paper saw at least six of thirty in Experiment 5.",
    "course": "Mean fitness and conflict in the course of evolution: mean over replicates with the 95% confidence "
              "band of that mean (Student's t). Line styles tell the growth rates apart.",
    "sweep": "Total fitness and conflict over the number of states and the maximum number of mutations, on the fields "
             "of Experiment 1: mean ± standard deviation between replicates.",
}


def figures(config: study.Config, arrays: Arrays, folder: Path) -> list[Path]:
    """Draw everything into the folder; the paths of the PNG files in the order of the figures."""
    return save(draw(config, arrays), folder)


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    """The figures by name; those of experiments that were not run are missing."""
    from matplotlib import style

    runs: dict[int, dict[str, Any]] = {}
    for experiment, found in study.all_statistics(config, arrays).items():
        data = study.gather(arrays, f"e{experiment}")
        course = study.conflict_course(config, data)
        runs[experiment] = {**found, "mean": data["mean"], "most": data["most"], "course": course,
                            "sawing": sawing(course)}
    other = "final" if config.over == "whole" else "whole"
    with style.context(["default", STYLE]):  # whatever the reader's own matplotlibrc says
        drawn = {
            "figure-4": one_run(config, runs),
            "figure-5": total_fitness(runs),
            "figure-6": conflict(runs, config.over),
            f"figure-6-{other}": conflict(runs, other),
            "figure-7": fields(runs, config.over),
            "figure-7-plays": plays(runs, config.over),
            **({"figure-8": three_runs(runs[5])} if 5 in runs else {}),
            "sawing": sawing_shares(runs),
            "course": course_of_evolution(runs),
            **({"sweep": sweep(config, arrays)} if config.sweep else {}),
        }
    return drawn


def one_run(config: study.Config, runs: Mapping[int, Any]) -> Figure:
    """Figure 4, from the first experiment that was run."""
    experiment = min(runs)
    totals = runs[experiment]["total_fitness"]
    replicate = study.median_replicate(totals)
    mean = runs[experiment]["mean"][replicate]
    generations = np.arange(len(mean))
    # A sum over generations 1, 2, ... is the area of columns of width 1 that end there; trapezoids have straight edges.
    edge: Any = {"step": "pre"} if config.area == "sum" else {}
    figure, axes = _figure(7.2, 3.8, f"The area under the curve is the run's total fitness, {totals[replicate]:.1f}")
    axes.fill_between(generations, mean, color=BLUE, alpha=0.3, linewidth=0, **edge)
    axes.plot(generations, mean, color=BLUE, linewidth=1.3, drawstyle="steps-pre" if edge else "default")
    axes.annotate(f"{'sum' if edge else 'trapezoids'} over generations {1 if edge else 0} to {generations[-1]}\n"
                  f"= {totals[replicate]:.1f}", (0.5, 0.4), xycoords="axes fraction", ha="center", size=11)
    axes.set(ylim=(0, None), xlabel="generation", ylabel="population mean fitness\n(forage per play)")
    _generations(axes, generations[-1])
    axes.set_title(f"Experiment {experiment}, replicate {replicate}: median of {_runs(len(totals))} by total fitness")
    return figure


def total_fitness(runs: Mapping[int, Any]) -> Figure:
    """Figure 5."""
    values = [run["total_fitness"] for run in runs.values()]
    means, spreads = [value.mean() for value in values], [value.std() for value in values]
    title = "Total fitness by experiment"
    if len(runs) > 1:
        title = f"Mean total fitness is highest in experiment {_at(runs, means)}"
        title += f" and varies most in experiment {_at(runs, spreads)}" if max(spreads) > 0 else ""
    figure, axes = _figure(7.2, 4.2, title)
    _boxes(axes, values, range(len(runs)), [BLUE] * len(runs))
    axes.set_ylabel("total fitness\n(forage per play, summed over generations)")
    _label_experiments(axes, runs)
    return figure


def conflict(runs: Mapping[int, Any], over: str) -> Figure:
    """Figure 6."""
    values = [run["conflict" + SUFFIX[over]] for run in runs.values()]
    title = f"Conflict {OVER[over]}"
    if len(runs) > 1:
        title = f"Mean conflict {OVER[over]} is highest in experiment {_at(runs, [value.mean() for value in values])}"
    figure, axes = _figure(7.2, 4.2, title)
    _boxes(axes, values, range(len(runs)), [RED] * len(runs))
    above = sum(int((value > 1 / 3).sum()) for value in values)
    _dashed(axes, 1 / 3, f"nominal rate 1/3: {above or 'none'} of {_runs(sum(map(len, values)))} above")
    axes.set(ylabel="fraction of plays with conflict", ylim=(0, max(0.36, 1.05 * max(map(np.max, values)))))
    _label_experiments(axes, runs)
    return figure


def fields(runs: Mapping[int, Any], over: str) -> Figure:
    """Figure 7: three boxes an experiment."""
    values = [run["fields" + SUFFIX[over]][:, field] for run in runs.values() for field in range(3)]
    places = [place + offset for place in range(len(runs)) for offset in (-0.27, 0, 0.27)]
    least = int(np.argmin([value.mean() for value in values]))
    figure, axes = _figure(7.2, 4.2, f"Moves {OVER[over]}: least to field {least % 3 + 1} in experiment "
                           f"{list(runs)[least // 3]}, {values[least].mean():.0%}")
    boxes = _boxes(axes, values, places, FIELDS * len(runs), width=0.2)
    _dashed(axes, 1 / 3, "1/3")
    axes.set(ylabel="fraction of moves", ylim=(0, max(0.6, 1.16 * max(map(np.max, values)))))
    _label_experiments(axes, runs)
    axes.legend(boxes[:3], ["field 1", "field 2", "field 3"], ncols=3, loc="upper left")
    return figure


def plays(runs: Mapping[int, Any], over: str) -> Figure:
    """The mean share of every kind of play, conflict first, so that its total can be read off the axis."""
    figure, axes = _figure(7.2, 4.6, f"Kinds of play {OVER[over]}: conflict (hatched) and two different fields")
    shares = np.array([run["plays" + SUFFIX[over]].mean(0) for run in runs.values()])  # [experiments, 6]
    bottom = np.cumsum(shares, 1) - shares
    for kind, name in enumerate(study.PLAYS):
        bars = axes.bar(range(len(runs)), shares[:, kind], 0.72, bottom[:, kind], color=PLAYS[kind], label=name,
                        edgecolor="white", linewidth=0.8, hatch="///" if kind < 3 else None)
        told = [f"{share:.0%}" if share >= 0.045 else "" for share in shares[:, kind]]
        for text in axes.bar_label(bars, told, label_type="center", size=8):
            if text.get_text():
                text.set_color("white" if kind in (0, 2, 3) else INK)
                text.set_bbox({"facecolor": PLAYS[kind], "edgecolor": "none", "pad": 1})
    axes.set(ylabel="fraction of plays (mean over replicates)", ylim=(0, 1))
    axes.set_title(_runs(len(next(iter(runs.values()))["plays"])) + " an experiment")
    _label_experiments(axes, runs)
    handles, names = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], names[::-1], title="fields x:y", loc="center left", bbox_to_anchor=(1, 0.5),
                handleheight=1.4)
    return figure


def three_runs(run: Mapping[str, Any]) -> Figure:
    """Figure 8; with fewer than three replicates, those there are."""
    chosen = choose_runs(run["conflict"], run["sawing"])
    shown, last = list(chosen.values()), run["mean"].shape[1] - 1
    window = run["course"][:, -WINDOW:]
    steps = np.diff(window).std(1) / np.sqrt(2) if last > 0 else run["sawing"]
    low, high = run["mean"][shown].min(), run["most"][shown].max()
    figure, grid = _figure(7.2, 1.0 + 1.9 * len(chosen), "Three runs of experiment 5" if len(chosen) == 3 else
                           f"{_runs(len(chosen))} of experiment 5", rows=len(chosen), columns=2)
    for (why, replicate), (left, right) in zip(chosen.items(), grid, strict=True):
        left.plot(run["most"][replicate], color=RED, linewidth=0.9, label="maximum")
        left.plot(run["mean"][replicate], color=BLUE, linewidth=1.3, label="average")
        left.set_title(f"replicate {replicate}: {why}")
        left.set(ylabel="fitness\n(forage per play)", ylim=(1.25 * low - 0.25 * high, 1.05 * high - 0.05 * low))
        right.axvspan(last + 1 - window.shape[1], last, color="#F0F0F0", linewidth=0, zorder=0)
        right.plot(100 * run["course"][replicate], color=PURPLE, linewidth=1.0)
        _dashed(right, 100 / 3, "")
        right.set_title(f"mean {run['conflict'][replicate]:.1%}; shaded: sd {run['sawing'][replicate]:.3f}, "
                        f"steps {steps[replicate]:.3f}")
        right.set(ylabel="encounters in\nconflict (%)", ylim=(0, max(40, 105 * run["course"][shown].max())))
        for axes in (left, right):
            _generations(axes, last)
    grid[0][0].legend(loc="lower right", ncols=2)
    for axes in grid[-1]:
        axes.set_xlabel("generation")
    return figure


def choose_runs(conflict: Any, sd: Any) -> dict[str, int]:
    """Which replicates Figure 8 shows and why, all different: a calm one, the largest sd, another high one."""
    strongest = int(np.argmax(sd))
    rest = [int(replicate) for replicate in np.argsort(conflict, kind="stable") if replicate != strongest]
    chosen = {"calm": rest.pop(round(0.1 * (len(rest) - 1)))} if rest else {}
    chosen["largest sd of conflict"] = strongest
    return {**chosen, "high conflict": rest[-1]} if rest else chosen


def sawing_shares(runs: Mapping[int, Any]) -> Figure:
    """The detector of the rulebook's 3.4 on every run."""
    values = [run["sawing"] for run in runs.values()]
    shares = [float((value > SAWING).mean()) for value in values]
    title = f"Conflict is steady in all runs (sd at most {SAWING})"
    if max(shares) > 0:
        often = _at(runs, shares)
        title = f"Conflict is unsteady (sd above {SAWING}) most often in experiment {often}: {max(shares):.0%}"
    figure, axes = _figure(7.2, 4.2, title)
    _boxes(axes, values, range(len(runs)), [PURPLE] * len(runs))
    _dashed(axes, SAWING, f"detector: sd above {SAWING}")
    for place, value in enumerate(values):
        axes.annotate(f"{int((value > SAWING).sum())} of {len(value)}\n{shares[place]:.1%}", (place, 0.99),
                      xycoords=("data", "axes fraction"), ha="center", va="top", size=8.5,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    axes.set(ylim=(0, 1.25 * max(1.2 * SAWING, max(map(np.max, values)))),
             ylabel=f"sd of conflict over the last {min(WINDOW, runs[min(runs)]['course'].shape[1])} generations")
    _label_experiments(axes, runs)
    return figure


def course_of_evolution(runs: Mapping[int, Any]) -> Figure:
    """Means over replicates with a 95% band; experiments are named where their lines end."""
    from scipy.special import stdtrit

    figure, grid = _figure(7.2, 6.4, "Moose learn to avoid one another" if all(
        run["course"][:, -1].mean() < 0.9 * run["course"][:, 0].mean() for run in runs.values()) else
        "Fitness and conflict in the course of evolution", rows=2)
    for axes, name in ((grid[0][0], "mean"), (grid[1][0], "course")):
        ends = []
        for experiment, run in runs.items():
            values, growth = run[name], study.TABLE_I[experiment][0]
            middle, color = values.mean(0), EXPERIMENTS[experiment]
            axes.plot(middle, color=color, linestyle=STROKES[growth], linewidth=1.6, label=_told(experiment))
            if len(values) > 1:
                half = stdtrit(len(values) - 1, 0.975) * values.std(0, ddof=1) / np.sqrt(len(values))
                axes.fill_between(range(len(middle)), middle - half, middle + half, color=color, alpha=0.2, linewidth=0)
            ends.append((float(middle[-1]), experiment))
        axes.set_ylim(0, None)
        _generations(axes, len(middle) - 1)
        for (_, experiment), height in zip(sorted(ends), _apart(sorted(ends), 0.055 * axes.get_ylim()[1]), strict=True):
            axes.annotate(str(experiment), (1, height), (4, 0), xycoords=("axes fraction", "data"), va="center",
                          textcoords="offset points", color=EXPERIMENTS[experiment], weight="bold")
    _dashed(grid[1][0], 1 / 3, "nominal rate 1/3")
    grid[0][0].set_ylabel("mean fitness (forage per play)")
    grid[1][0].set(xlabel="generation", ylabel="fraction of plays with conflict")
    grid[0][0].set_title(f"{_runs(len(values))} an experiment; bands: 95% confidence of the mean" if len(values) > 1
                         else "one run an experiment")
    figure.legend(*grid[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=3, handlelength=2.6,
                  title="experiment: growth rate g; capacities of fields 1, 2, 3")
    return figure


def sweep(config: study.Config, arrays: Arrays) -> Figure:
    """Heat maps over states (rows) and mutations (columns)."""
    found = [[study.statistics(config, study.gather(arrays, f"s{states}x{mutations}"))
              for mutations in study.SWEEP_MUTATIONS] for states in study.SWEEP_STATES]
    best = max(((cell["total_fitness"].mean(), states, mutations)
                for row, states in zip(found, study.SWEEP_STATES, strict=True)
                for cell, mutations in zip(row, study.SWEEP_MUTATIONS, strict=True)))
    figure, grid = _figure(7.2, 3.9, f"Mean total fitness is highest with {best[1]} states and at most {best[2]} "
                           f"mutation{'s' if best[2] > 1 else ''}", columns=2)
    over = "conflict" + SUFFIX[config.over]
    for axes, name, digits, title in ((grid[0][0], "total_fitness", 1, "total fitness"),
                                      (grid[0][1], over, 3, f"conflict {OVER[config.over]} (fraction of plays)")):
        means = np.array([[cell[name].mean() for cell in row] for row in found])
        image = axes.imshow(means, cmap="cividis", aspect="auto")
        for (row, column), mean in np.ndenumerate(means):
            sd = study.spread(found[row][column][name])["sd"]
            axes.text(column, row, f"{mean:.{digits}f}" + ("" if sd is None else f"\n± {sd:.{digits}f}"), ha="center",
                      va="center", color="white" if image.norm(mean) < 0.5 else "black", size=8.5)
        axes.set(xlabel="maximum number of mutations", ylabel="states", title=title)
        axes.set_xticks(range(means.shape[1]), study.SWEEP_MUTATIONS)
        axes.set_yticks(range(means.shape[0]), study.SWEEP_STATES)
        axes.grid(False)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    return figure


def _figure(width: float, height: float, title: str, rows: int = 1, columns: int = 1) -> tuple[Figure, Any]:
    """A figure with its headline, and its axes: one, or [rows][columns]."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left")
    grid = figure.subplots(rows, columns, squeeze=False)
    return figure, grid[0][0] if rows == columns == 1 else grid


def _boxes(axes: Any, values: Sequence[Any], places: Sequence[float], colors: Sequence[str], width: float = 0.5) -> Any:
    """A box for every array of replicates; few replicates are drawn as dots too, many only beyond the whiskers."""
    few = len(values[0]) <= DOTS
    made = axes.boxplot(
        values, positions=places, widths=width, patch_artist=True, manage_ticks=False,
        showmeans=True, showfliers=not few,
        medianprops={"color": INK, "linewidth": 1.6}, boxprops={"linewidth": 0.9}, whiskerprops={"color": FAINT},
        capprops={"color": FAINT}, flierprops={"marker": ".", "markersize": 3, "markeredgecolor": FAINT},
        meanprops={"marker": "D", "markersize": 3.6, "markerfacecolor": "white", "markeredgecolor": INK},
    )
    for box, line, place, value, color in zip(made["boxes"], made["medians"], places, values, colors, strict=True):
        box.set(facecolor=(color, 0.45), edgecolor=color)
        line.set_label("_median")
        if few:
            across = (np.arange(len(value)) * 0.6180339887) % 1 - 0.5  # the golden ratio spreads any number of dots
            axes.plot(place + 0.6 * width * across, value, ".", color=color, markersize=4.2, markeredgewidth=0)
    axes.set_title(f"{_runs(len(values[0]))} each: box quartiles, line median, diamond mean"
                   + (", dot a run" if few else ", whiskers 1.5 interquartile ranges"))
    return made["boxes"]


def _label_experiments(axes: Any, runs: Mapping[int, Any]) -> None:
    axes.set_xticks(range(len(runs)), [re.sub("[:;] ", "\n", _told(experiment)) for experiment in runs])
    axes.set_xlim(-0.6, len(runs) - 0.4)
    axes.set_xlabel("experiment, growth rate g, capacities of fields 1, 2, 3")
    axes.tick_params(axis="x", length=0)


def _told(experiment: int) -> str:
    growth, capacity = study.TABLE_I[experiment]
    return f"{experiment}: g = {growth:g}; " + ", ".join(f"{most:g}" for most in capacity)


def _dashed(axes: Any, height: float, text: str) -> None:
    axes.axhline(height, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.annotate(text, (1, height), (-2, 3), xycoords=("axes fraction", "data"), textcoords="offset points",
                  ha="right", size=8, bbox={"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 1})


def _generations(axes: Any, last: int) -> None:
    axes.set_xlim(0, last)
    axes.xaxis.get_major_locator().set_params(integer=True)


def _runs(number: int) -> str:
    return "1 run" if number == 1 else f"{number} runs"


def _at(runs: Mapping[int, Any], values: Sequence[float]) -> int:
    """The experiment with the largest value."""
    return list(runs)[int(np.argmax(values))]


def _apart(ends: Sequence[tuple[float, int]], gap: float) -> list[float]:
    """Heights for labels, rising, at least a gap apart and as close to the ends of their lines as that allows."""
    blocks: list[list[float]] = []  # of neighbours that touch: their wanted lowest places
    for place, (wanted, _) in enumerate(ends):
        blocks.append([wanted - place * gap])
        while len(blocks) > 1 and np.mean(blocks[-1]) < np.mean(blocks[-2]):
            last = blocks.pop()
            blocks[-1] += last
    lowest = [float(np.mean(block)) for block in blocks for _ in block]
    return [low + place * gap for place, low in enumerate(lowest)]
