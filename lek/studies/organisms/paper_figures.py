"""The report's Figures 3 and 4 as coloured tables like its own, and what is honest to say about the same games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lek.studies import organisms as study
from lek.studies.drawing import FAINT, GREEN, GREY, INK, STYLE, save
from lek.studies.organisms.comparison import mean_intervals, sure_ranks
from lek.studies.organisms.experiment_figures import CAPTIONS as EXPERIMENTS
from lek.studies.organisms.experiment_figures import draw as draw_experiments
from lek.studies.organisms.showcase import CAPTIONS as SHOWN
from lek.studies.organisms.showcase import showcase
from lek.studies.organisms.t_scores import CONFIDENCE, FIGURE_3, FIGURE_4, METRICS, THRESHOLD, TITLES, t_score
from lek.studies.study import Arrays

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TINTS = {  # metric: greatest of the six, above the threshold
    "count": ("#CFE0F1", "#7FB0DB"), "energy": ("#F9DCC8", "#EE9F6B"), "density": ("#D8ECD6", "#8CC48A"),
}
MARKS = {"known": "known", "later": "known later", "inferred": "inferred", "guessed": "guessed"}

CAPTIONS = {
    "figure-3": "The report's Figure 3 from our games: its t-score of SimplePlayer among six players, each alone on the "
                "board, and the report's own number in grey below. Light: SimplePlayer has the greatest value of the six; "
                "dark: t is above 2.571. Under each climate, how far its settings are known; a t from an inferred climate "
                "repeats in part what it was inferred from. The t treats six players as a sample and is no valid test.",
    "figure-4": "The report's Figure 4 from our games: the same with all six on one board.",
    "ranking-alone": "The honest comparison, alone: mean energy at the end with its 95 % bootstrap interval over trials, as "
                     "a share of what the best in the climate has.",
    "ranking-six": "The honest comparison, together: mean energy at the end, in thousands; beside it the ranks that the "
                   "trials allow (sign tests over trials, Holm's correction over all pairs in a climate). Dark: first for "
                   "sure; light: perhaps first and surely not last.",
    **EXPERIMENTS,
    **SHOWN,
}


def figures(config: study.Config, arrays: Arrays, folder: Path) -> list[Path]:
    """Draw everything into the folder; the paths of the PNG files in the order of the figures."""
    return [*save(draw(config, arrays), folder), *showcase(config, folder)]


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    from matplotlib import style

    with style.context(["default", STYLE]):
        return {
            "figure-3": t_figure(config, arrays, "alone"),
            "figure-4": t_figure(config, arrays, "six"),
            "ranking-six": ranking_table(config, arrays),
            "ranking-alone": ranking_alone(config, arrays),
            **draw_experiments(config, arrays),
        }


def t_figure(config: study.Config, arrays: Arrays, kind: str) -> Figure:
    """A coloured table in two blocks of eight climates, three rows of t each."""
    from matplotlib.figure import Figure

    found, printed = study.means(config, arrays, kind), FIGURE_3 if kind == "alone" else FIGURE_4
    climates = list(config.climates)
    blocks = [climates[first:first + 8] for first in range(0, len(climates), 8)]
    figure = Figure(figsize=(11.2, 0.75 + 1.95 * len(blocks)))
    axes = figure.subplots(len(blocks), 1, squeeze=False)[:, 0]
    for ax, block in zip(axes, blocks, strict=True):
        _grid(ax, 8, 3)
        for row, metric in enumerate(METRICS):
            ax.text(-0.06, row + 0.5, metric, ha="right", va="center", fontsize=8, color=FAINT)
        for column, climate in enumerate(block):
            _heading(ax, column, climate)
            for row, metric in enumerate(METRICS):
                values = found[climate][metric]
                t = float(t_score(values, study.SIMPLE))
                greatest = values[study.SIMPLE] == values.max() and values.max() > 0
                tint = TINTS[metric][1] if t > THRESHOLD else TINTS[metric][0] if greatest else "white"
                _cell(ax, column, row, f"{t:.3f}", f"{printed[climate][row]:.3f}", tint)
    _legend(figure)
    title = "alone on the board" if kind == "alone" else "six together"
    figure.suptitle(f"t-scores of SimplePlayer, {title}: ours, and the report's in grey", x=0.02, ha="left")
    high = figure.get_figheight()
    figure.subplots_adjust(left=0.015, right=0.985, top=1 - 0.42 / high, bottom=0.4 / high, hspace=0.06)
    return figure


def _grid(ax: Axes, columns: int, rows: int) -> None:
    ax.set_xlim(-0.5, columns)
    ax.set_ylim(rows, -1.0)
    ax.axis("off")


def _heading(ax: Axes, column: int, climate: str) -> None:
    words = TITLES[climate].replace("Hot Rainforest in ", "Hot Rainforest\nin ")
    ax.text(column + 0.5, -0.33, words, ha="center", va="bottom", fontsize=8.2, fontweight="bold", linespacing=0.95)
    ax.text(column + 0.5, -0.06, MARKS[CONFIDENCE[climate][0]], ha="center", va="bottom", fontsize=7, color=FAINT)


def _cell(ax: Axes, column: int, row: int, text: str, below: str, tint: str) -> None:
    from matplotlib.patches import Rectangle

    ax.add_patch(Rectangle((column + 0.02, row + 0.03), 0.96, 0.94, facecolor=tint, edgecolor="#D8D8D8", linewidth=0.7))
    ax.text(column + 0.5, row + 0.38, text, ha="center", va="center", fontsize=9.5, color=INK)
    ax.text(column + 0.5, row + 0.74, below, ha="center", va="center", fontsize=7, color="#777777")


def _legend(figure: Figure) -> None:
    from matplotlib.patches import Patch

    names = {"count": "Mean Count", "energy": "Mean Energy", "density": "Mean Energy Density"}
    handles = [Patch(facecolor=TINTS[metric][k], edgecolor="#D8D8D8", label=f"{names[metric]}: {word}")
               for metric in METRICS for k, word in enumerate(("greatest of six", f"t > {THRESHOLD}"))]
    figure.legend(handles=handles, loc="lower center", ncols=6, fontsize=7.5, handlelength=1.2, columnspacing=1.2)


def ranking_table(config: study.Config, arrays: Arrays) -> Figure:
    """Climates by players: mean energy together, and the ranks that the trials allow."""
    from matplotlib.figure import Figure

    climates, players = list(config.climates), list(config.players)
    figure = Figure(figsize=(2.6 + 1.25 * len(players), 0.9 + 0.44 * len(climates)))
    ax = figure.subplots()
    ax.set_xlim(-1.75, len(players))
    ax.set_ylim(len(climates), -0.7)
    ax.axis("off")
    for column, name in enumerate(players):
        ax.text(column + 0.5, -0.12, name, ha="center", va="bottom", fontsize=8.5, fontweight="bold")
    for row, climate in enumerate(climates):
        energy = arrays[f"six-{climate}"]["measures"][:, :, 1]
        best, worst = sure_ranks(energy)
        ax.text(-0.08, row + 0.5, TITLES[climate], ha="right", va="center", fontsize=8)
        for column in range(len(players)):
            first = best[column] == worst[column] == 1
            shade = GREEN if first else _mix(GREEN, 0.72) if best[column] == 1 and worst[column] < len(players) else "white"
            _rank(ax, column, row, energy[:, column].mean(), (best[column], worst[column]), shade, first)
    figure.suptitle("Six together: mean energy (thousands), and the ranks the trials allow", x=0.02, ha="left")
    figure.subplots_adjust(left=0.01, right=0.99, top=1 - 0.42 / figure.get_figheight(), bottom=0.01)
    return figure


def _rank(ax: Axes, column: int, row: int, energy: float, ranks: tuple[int, int], shade: str, first: bool) -> None:
    from matplotlib.patches import Rectangle

    ax.add_patch(Rectangle((column + 0.02, row + 0.04), 0.96, 0.92, facecolor=shade, edgecolor="#D8D8D8", linewidth=0.7))
    colour = "white" if first else INK
    ax.text(column + 0.4, row + 0.5, f"{energy / 1000:.1f}", ha="center", va="center", fontsize=9, color=colour)
    told = f"{ranks[0]}" if ranks[0] == ranks[1] else f"{ranks[0]}–{ranks[1]}"
    ax.text(column + 0.93, row + 0.52, told, ha="right", va="center", fontsize=7, color=colour if first else FAINT)


def ranking_alone(config: study.Config, arrays: Arrays) -> Figure:
    """Small panels, one a climate: everybody's mean energy alone with its interval, as a share of the best."""
    from matplotlib.figure import Figure

    climates, players = list(config.climates), list(config.players)
    columns = 4
    rows = -(-len(climates) // columns)
    figure = Figure(figsize=(10.5, 0.7 + 1.75 * rows))
    axes = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).reshape(-1)
    for ax in axes[len(climates):]:
        ax.axis("off")
    for ax, climate in zip(axes, climates, strict=False):
        energy = arrays[f"alone-{climate}"]["measures"][:, :, 1]
        most = max(1.0, float(energy.mean(0).max()))
        limits = mean_intervals(energy) / most
        heights = np.arange(len(players))[::-1]
        colours = [INK if k == study.SIMPLE else GREY for k in range(len(players))]
        ax.barh(heights, energy.mean(0) / most, color=colours, height=0.66)
        ax.hlines(heights, limits[:, 0], limits[:, 1], color=FAINT, linewidth=1.4)
        ax.set_title(TITLES[climate], color=INK)
        ax.set_yticks(heights, players, fontsize=7)
        ax.set_xlim(0, 1.18)
        ax.grid(axis="y", visible=False)
        ax.grid(axis="x", visible=True)
    figure.suptitle("Alone: mean energy as a share of the best in the climate (95 % intervals)", x=0.02, ha="left")
    top = 1 - 0.62 / figure.get_figheight()
    figure.subplots_adjust(left=0.11, right=0.985, top=top, bottom=0.05, hspace=0.42, wspace=0.1)
    return figure


def _mix(colour: str, white: float) -> str:
    parts = [int(colour[k:k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * white):02X}" for part in parts)


__all__: Any = ["CAPTIONS", "draw", "figures"]
