"""Figures: Figure 3 beside the paper's curves, Figure 1's graph, champions of all runs and arms, a run's history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lek.compete.better_drawing import reduced, rows_of
from lek.studies import brilliant as study
from lek.studies.brilliant.digitised import FIGURE_3_KILLED, FIGURE_3_WON
from lek.studies.brilliant.telling import ALPHA, Tested, shares, table_1
from lek.studies.brilliant.telling import replicates as told_replicates
from lek.studies.drawing import BLUE, FAINT, GREEN, GREY, INK, RED, STYLE, YELLOW, save
from lek.studies.study import Arrays
from lek.studies.verdict import interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = dict(zip(study.HUMANTS, (GREY, YELLOW, GREEN, RED), strict=True))
CAPTIONS = {
    "figure-3": "Figure 3: the best ant of every twentieth generation against HyperHumant, one evolution; the share of "
                "games in which it was killed (above) and won (below). Grey are the paper's curves, against the paper's "
                "HyperHumant, which is lost; ours play against ours, and levels cannot be compared. The best is "
                "found in two steps: everybody meets it on a few boards, the best of these on 250.",
    "figure-1": "Figure 1: who is significantly better than whom in Table 1 (one-sided, 0.01), by the paper's binomial "
                "test over games and by the two games of a board as one observation; arrows that follow from others are "
                "left out. Percentages are games won.",
    "replicates": "The champion of every replicate run, chosen by its run alone, against our hyper-humant, against the ant "
                  "that searches, and against the champions of all other runs: a dot a run, bars are means with 95 % "
                  "intervals over runs. `small` is the paper's setting at a smaller scale, `paper-sound` has other "
                  "operators at the paper's, and `merged` are runs that begin with ants of all those of `paper`.",
    "champions": "Every run's champion, chosen by its run alone, against the four humants: a dot a run, bars are means with "
                 "95 % intervals over runs. `paper` and `paper-sound` are at the paper's scale, all "
                 "others at a smaller one.",
    "history": "Champions of every so many generations of a run against each other, mean over the runs at the paper's "
               "scale: the share of games that the row wins against the column; right, their share against "
               "hyper-humant, a line a run.",
}


def figures(config: study.Config, arrays: Arrays, folder: Path) -> list[Path]:
    return save(draw(config, arrays), folder)


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    from matplotlib import style

    with style.context(["default", STYLE]):
        return {"figure-3": course(config, arrays), "figure-1": graph(arrays), "replicates": replicates(arrays),
                "champions": champions(config, arrays), "history": history(arrays)}


def course(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    theirs = 19 + 20 * np.arange(len(FIGURE_3_WON))
    shown = theirs < config.figure_generations + 20
    for axes, name, paper, title in ((above, "killed", FIGURE_3_KILLED, "games in which it was killed, %"),
                                     (below, "won", FIGURE_3_WON, "games won, %")):
        axes.plot(theirs[shown], np.array(paper)[shown], color=GREY, lw=1.2, label="the paper, its HyperHumant")
        axes.plot(arrays["figure"]["generation"], 100 * arrays["figure"][name], color=RED if name == "killed" else BLUE,
                  lw=1.4, label="ours, our HyperHumant")
        axes.set_title(title)
        axes.set_ylim(0, None)
    below.axhline(50, color=FAINT, lw=0.7, ls=":")
    below.set_xlabel("generation")
    above.legend(loc="upper right")
    return figure


def graph(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    tested = table_1(arrays)
    ways = {"by games, the paper's test": tested.by_games < ALPHA, "by boards, two games each": tested.by_boards < ALPHA}
    deepest = max(rows_of(better).max() for better in ways.values())
    figure = Figure(figsize=(9, 1.2 + 0.75 * (deepest + 1)), layout="constrained")
    for axes, (title, better) in zip(figure.subplots(1, 2), ways.items(), strict=True):
        arrows(axes, tested, better)
        axes.set_ylim(-deepest - 0.5, 0.5)
        axes.set_title(title)
    return figure


def arrows(axes: Any, tested: Tested, better: Any) -> None:
    """Who is better than whom, the best above; what follows from other arrows is left out."""
    rows = rows_of(better)
    places = {}
    for row in range(rows.max() + 1):
        here = np.flatnonzero(rows == row)
        for n, k in enumerate(here):
            places[k] = ((n + 0.5) / len(here) + 0.06 * (row % 2) - 0.03, -row)
    boxes = {}
    for k, (x, y) in places.items():
        share = tested.games[k].sum() / (tested.games[k].sum() + tested.games[:, k].sum())
        colour = BLUE if "Humant" in tested.names[k] else RED
        text = axes.text(x, y, f"{tested.names[k]}\n{100 * share:.1f} %", ha="center", va="center", fontsize=8,
                         bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": colour})
        boxes[k] = text.get_bbox_patch()
    for i, j in zip(*np.nonzero(reduced(better)), strict=True):
        axes.annotate("", places[j], places[i], arrowprops={"arrowstyle": "->", "color": FAINT, "patchA": boxes[i],
                                                            "patchB": boxes[j], "shrinkA": 0, "shrinkB": 1})
    axes.set_xlim(-0.1, 1.1)
    axes.axis("off")


def dots(axes: Any, x: float, values: Any, colour: str) -> None:
    """Runs as dots, their mean with its interval, in percent."""
    axes.plot(x + 0.05 * (np.arange(len(values)) % 3 - 1), 100 * np.sort(values), "o", ms=3, color=colour, alpha=0.55, mew=0)
    axes.plot([x - 0.12, x + 0.12], [100 * values.mean()] * 2, color=INK, lw=1.6)
    low, high = interval(values)
    if np.isfinite(low):
        axes.plot([x, x], [100 * max(0, low), 100 * min(1, high)], color=INK, lw=0.8)


def replicates(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    found = told_replicates(arrays)
    figure = Figure(figsize=(8, 3.4), layout="constrained")
    panels = figure.subplots(1, 3, sharey=True)
    for axes, other in zip(panels, next(iter(found.values())), strict=True):
        for x, (kind, colour) in enumerate(zip(found, (BLUE, GREY, GREEN, RED), strict=False)):
            dots(axes, x, found[kind][other], colour)
        axes.axhline(50, color=FAINT, lw=0.7, ls=":")
        names = [kind.replace("-", ",\n") for kind in found]
        axes.set_xticks(range(len(found)), [f"{name}\n{len(found[kind][other])} runs" for name, kind in
                                            zip(names, found, strict=True)])
        axes.set_xlim(-0.5, len(found) - 0.5)
        axes.set_title(f"against {other}")
    panels[0].set_ylabel("games won, %")
    return figure


def champions(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.6), layout="constrained")
    axes = figure.subplots()
    for n, kind in enumerate(config.kinds):
        for k, humant in enumerate(study.HUMANTS):
            dots(axes, 1.4 * n + (k - 1.5) * 0.28, shares(arrays, kind, humant), COLOURS[humant])
    for humant, colour in COLOURS.items():
        axes.plot([], [], "o", ms=4, color=colour, label=f"against {humant}")
    axes.axhline(50, color=FAINT, lw=0.7, ls=":")
    axes.set_xticks(1.4 * np.arange(len(config.kinds)), config.kinds, rotation=35, ha="right")
    axes.set_title("games won by the champions of runs, %")
    axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.5, 1.16), fontsize=7.5)
    return figure


def history(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    data = arrays["history"]
    count = len(data["snapshot"])
    share = np.full((count, count), 0.5)
    mean = data["won"].mean((0, 2)) / 2
    share[tuple(data["pairs"].T)], share[tuple(data["pairs"][:, ::-1].T)] = mean, 1 - mean
    figure = Figure(figsize=(8.5, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    edge = [data["snapshot"][0], data["snapshot"][-1]]
    shown = left.imshow(100 * share, cmap="RdBu", vmin=0, vmax=100, origin="lower", extent=(*edge, *edge), aspect="auto")
    left.grid(False)
    left.set_xlabel("generation of the other")
    left.set_ylabel("generation")
    left.set_title("games won by the row, %")
    figure.colorbar(shown, ax=left)
    for line in data["hyper_won"]:
        right.plot(data["snapshot"], 100 * line, color=BLUE, alpha=0.5, lw=1)
    right.axhline(50, color=FAINT, lw=0.7, ls=":")
    right.set_xlabel("generation")
    right.set_title("games won against hyper-humant, %")
    return figure


__all__: Any = ["CAPTIONS", "draw", "figures"]
