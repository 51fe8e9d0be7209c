"""Figures of the Gunslinger study: the report's curves, the tournament, and by way of `beyond_figures` the rest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lek.studies import gunslinger as study
from lek.studies.drawing import BLUE, GREY, INK, PURPLE, RED, STYLE, save
from lek.studies.gunslinger.beyond_figures import CAPTIONS as BEYOND
from lek.studies.gunslinger.beyond_figures import bred_players, enmity_of_a_game, firing_by_friends, search_map
from lek.studies.gunslinger.course_claims import DEADLY
from lek.studies.gunslinger.estimates import stratified
from lek.studies.gunslinger.lineups import Line
from lek.studies.gunslinger.one_seat import FIRST, REPORTED, firing
from lek.studies.study import Arrays

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CAPTIONS = {
    "figures-1-and-2": "The report's Figures 1 and 2: how likely David's Revenge's Revenge is to answer a shot, by the "
                       "share of non-friends among all players. Its text says of the final curve that it reaches 90 % "
                       "at 60 %; it does so at 53.2 %, and is at 96.6 % by then.",
    "ranking": "Mean score of each group over all line-ups with aggressors, as a share of the most one can get there "
               "(line-ups count alike), with 95 % intervals over deals. A place is shared where scores are equal.",
    "ranks": "How often each group came in at each rank at tables of ten with one aggressor (seven line-ups of the course). "
             "Those who tie share the best rank. The dashed line is the mean rank.",
    "scores": "Above, mean score as a share of the most one can get, e + f + 1, by line-up with aggressors (mean over their "
              "kinds). Below, the same less the mean of the nine, which is what sets them apart. N is the number of "
              "players, with how many of them are aggressors.",
    "without-aggressors": "Share of games without aggressors in which somebody died. The four line-ups in bold are those in "
                          "which somebody died in the course's tournament of 2013 (rulebook, 7.1).",
    **BEYOND,
}


def figures(config: study.Config, arrays: Arrays, folder: Path) -> list[Path]:
    """Draw everything into the folder; the paths of the PNG files in the order of the figures."""
    return save(draw(config, arrays), folder)


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    """The figures by name; those of line-ups that were not played are missing."""
    from matplotlib import style

    with style.context(["default", STYLE]):
        drawn = {"figures-1-and-2": curves()}
        if study.played_lines(config, arrays, "with"):
            drawn |= {"ranking": ranking(config, arrays), "scores": scores(config, arrays)}
        if 10 in config.sizes:
            drawn["ranks"] = rank_histograms(config, arrays)
        if study.played_lines(config, arrays, "without"):
            drawn["without-aggressors"] = quiet_tables(config, arrays)
        return drawn | {"friends": firing_by_friends(config, arrays), "search": search_map(config, arrays),
                        "enmity": enmity_of_a_game(config), "bred": bred_players(config, arrays)}


def curves() -> Figure:
    """The report's two logistic curves, and where they reach 90 %."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 3.4), layout="constrained")
    figure.suptitle("The final curve fires more often than the first at any share of non-friends", x=0.01, ha="left")
    both: Any = figure.subplots(1, 2, sharey=True, gridspec_kw={"wspace": 0.08})
    x = np.linspace(0, 1, 401)
    panels = ((FIRST, "Figure 1: first"), (REPORTED, "Figure 2: final"))
    for axes, ((mu, beta), name) in zip(both, panels, strict=True):
        axes.plot(x, firing(x, mu, beta), color=BLUE, linewidth=2)
        at = mu + beta * np.log(9)
        axes.plot([at, at, 0], [0, 0.9, 0.9], color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.plot(at, 0.9, "o", color=INK, markersize=5)
        axes.annotate(f"90 % at x = {at:.3f}", (0.02, 0.92))
        height = float(firing(0.6, mu, beta))
        axes.plot(0.6, height, "D", color=RED, markersize=6)
        axes.annotate(f"x = 0.6:\n{height:.1%}", (0.6, height), (0.78, 0.6), color="#B03348",
                      arrowprops={"arrowstyle": "-", "color": RED, "shrinkB": 5})
        axes.set_title(f"{name}, β = {beta:g}, μ = {mu:g}")
        axes.set(xlabel="share of non-friends, x = (n − f) / n", xlim=(0, 1), ylim=(0, 1.03))
        axes.set_yticks(np.arange(0, 1.01, 0.25), ["0", "25 %", "50 %", "75 %", "100 %"])
    both[0].set_ylabel("shooting probability")
    return figure


def ranking(config: study.Config, arrays: Arrays) -> Figure:
    """Scores with intervals, best on top: all aggressors, and each kind of them."""
    from matplotlib.figure import Figure

    table = study.standings(config, arrays)
    order = sorted(table, key=lambda name: table[name]["score"])
    figure = Figure(figsize=(7.2, 3.8), layout="constrained")
    figure.suptitle(f"With aggressors {order[-1]} scores most; the report's DRR is {_nth(table['DRR']['place'])} of nine"
                    if "DRR" in table else f"With aggressors {order[-1]} scores most", x=0.01, ha="left")
    axes: Any = figure.subplots()
    marks = dict(zip(config.aggressors, ("s", "D", "^", "v", "<", ">", "p", "h"), strict=False))
    for kind, mark in marks.items():
        own = study.standings(config, arrays, aggressors=(kind,))
        axes.plot([own[name]["score"] for name in order], range(len(order)), mark, color=GREY, markersize=5,
                  label=f"with {kind}")
    for place, name in enumerate(order):
        row = table[name]
        color = PURPLE if name.startswith("DR") else BLUE
        axes.plot([row["low"], row["high"]], [place, place], color=color, linewidth=3, solid_capstyle="butt")
        axes.plot(row["score"], place, "o", color=color, markersize=6)
    axes.plot([], [], "o-", color=BLUE, label="with all; bar: 95 % interval")
    axes.set_yticks(range(len(order)), [f"{table[name]['place']}  {name}" for name in order])
    axes.grid(axis="x")
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("mean score / (e + f + 1)")
    axes.legend(loc="lower right")
    lines = len({line for line, _, _ in study.played_lines(config, arrays, "with")})
    axes.set_title(f"{lines} line-ups, {config.games_with} deals for each kind of aggressor; purple: the report's players")
    return figure


def rank_histograms(config: study.Config, arrays: Arrays) -> Figure:
    """One small histogram a group, tables of ten."""
    from matplotlib.figure import Figure

    chosen = [data["ranks"] for line, _, data in study.played_lines(config, arrays, "with") if line.players == 10]
    counts = np.sum([ranks[: len(config.groups)] for ranks in chosen], 0)
    share = counts / counts.sum(1, keepdims=True)
    means = share @ np.arange(1, 11)
    order = np.argsort(means, kind="stable")
    figure = Figure(figsize=(7.2, 6.0), layout="constrained")
    figure.suptitle(f"At tables of ten {config.groups[order[0]]} comes in best, {config.groups[order[-1]]} worst", x=0.01,
                    ha="left")
    grid: Any = figure.subplots(3, 3, sharex=True, sharey=True)
    for place, (axes, k) in enumerate(zip(grid.flat, order, strict=True)):
        name = config.groups[k]
        axes.bar(range(1, 11), share[k], 0.82, color=PURPLE if name.startswith("DR") else BLUE)
        axes.axvline(means[k], color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(f"mean {means[k]:.2f}", (means[k], 0.97), (4, 0), xycoords=("data", "axes fraction"),
                      textcoords="offset points", va="top", size=8)
        axes.set_title(name, color=INK, weight="bold")
        axes.set_xticks(range(1, 11), ["1", "", "3", "", "5", "", "7", "", "", "10"])
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        if place % 3 == 0:
            axes.set_ylabel("share of games")
        if place >= 6:
            axes.set_xlabel("rank")
    return figure


def scores(config: study.Config, arrays: Arrays) -> Figure:
    """Heat maps of players by line-ups: the score, and what it is above the mean of the nine."""
    from matplotlib.figure import Figure

    cells: dict[Line, list[Any]] = {}
    for line, _, data in study.played_lines(config, arrays, "with"):
        cells.setdefault(line, []).append(study.normalised(line, data["score"][:, : len(config.groups)].mean(0)))
    lines = sorted(cells, key=lambda line: (line.players, line.aggressors, line.f / line.players, line.e))
    means = np.array([np.mean(cells[line], 0) for line in lines]).T  # [groups, lines]
    order = np.argsort(-means.mean(1), kind="stable")
    means = means[order]
    figure = Figure(figsize=(max(7.2, 2.2 + 0.25 * len(lines)), 6.4), layout="constrained")
    figure.suptitle("Mean scores by line-up, and what sets the players apart", x=0.01, ha="left")
    above = means - means.mean(0)
    most = float(np.abs(above).max())
    panels = ((means, "cividis", 0, 1, "score / (e + f + 1)"),
              (above, "PuOr", -most, most, "the same, less the mean of the nine"))
    grid: Any = figure.subplots(2, 1, sharex=True)
    for axes, (values, colors, low, high, title) in zip(grid, panels, strict=True):
        image = axes.imshow(values, cmap=colors, vmin=low, vmax=high, aspect="auto")
        axes.set_title(title)
        axes.set_yticks(range(len(order)), [config.groups[k] for k in order])
        axes.grid(visible=False)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for edge in range(1, len(lines)):
            if (lines[edge].players, lines[edge].aggressors) != (lines[edge - 1].players, lines[edge - 1].aggressors):
                axes.axvline(edge - 0.5, color="white", linewidth=3)
        figure.colorbar(image, ax=axes, pad=0.01, aspect=14).outline.set_visible(False)
    grid[1].set_xticks(range(len(lines)), [f"{line.e}, {line.f}" for line in lines], rotation=90, size=8)
    grid[1].set_xlabel("line-up: enemies, friends (within a table size: more friends to the right)")
    for key in dict.fromkeys((line.players, line.aggressors) for line in lines):
        where = [place for place, line in enumerate(lines) if (line.players, line.aggressors) == key]
        grid[0].annotate(f"N={key[0]}, {key[1]} aggr.", (np.mean(where), -0.6), ha="center", va="bottom", size=7.5,
                         annotation_clip=False)
    grid[0].set_title(panels[0][4], pad=18)
    return figure


def quiet_tables(config: study.Config, arrays: Arrays) -> Figure:
    """Where somebody dies though nobody is an aggressor."""
    from matplotlib.figure import Figure

    found = [(line, data["died"]) for line, _, data in study.played_lines(config, arrays, "without")]
    shares = [float(died.mean()) for _, died in found]
    right = {line[:3] for (line, _), share in zip(found, shares, strict=True) if share > 0} == {
        line[:3] for line, _ in found if line[:3] in DEADLY}
    figure = Figure(figsize=(max(5.0, 1.2 + 0.27 * len(found)), 3.4), layout="constrained")
    figure.suptitle("Without aggressors, deaths occur where they did in the course" if right else
                    "Without aggressors, deaths occur elsewhere than in the course", x=0.01, ha="left")
    axes: Any = figure.subplots()
    for place, ((line, died), share) in enumerate(zip(found, shares, strict=True)):
        axes.bar(place, share, 0.7, color=PURPLE)
        estimate = stratified([died])
        if share > 0 and np.isfinite(estimate.low):
            axes.plot([place, place], np.clip([estimate.low, estimate.high], 0, 1), color=INK, linewidth=1.2)
        axes.annotate(f"{share:.0%}" if share else "0", (place, share), (7 if share else 0, 2), textcoords="offset points",
                      ha="left" if share else "center", size=8)
    axes.set_xticks(range(len(found)), [f"{line.players}: {line.e}, {line.f}" for line, _ in found], rotation=90, size=8)
    for label, (line, _) in zip(axes.get_xticklabels(), found, strict=True):
        label.set_weight("bold" if line[:3] in DEADLY else "normal")
    axes.set(ylabel="share of games with a death", xlabel="line-up (players: enemies, friends)", ylim=(0, 1.08),
             xlim=(-0.7, len(found)))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.tick_params(axis="x", length=0)
    axes.set_title(f"{config.games_without} deals a line-up; lines: 95 % intervals")
    return figure


def _nth(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
