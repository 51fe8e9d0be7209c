"""Figures of the experiments on published climates: tuning, board size, drift, north, the zoo, and the evolved settler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lek.studies import organisms as study
from lek.studies.drawing import BLUE, CYAN, GREEN, GREY, INK, PURPLE, RED, YELLOW
from lek.studies.organisms.comparison import zoo_ranking
from lek.studies.organisms.evolution import HELD_OUT
from lek.studies.organisms.experiments import NORTH, PROBABILITIES, RIVALS, SATED, SIZES, TUNING_CLIMATES, share
from lek.studies.study import Arrays
from lek.studies.verdict import interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = (BLUE, RED, GREEN, PURPLE, YELLOW, CYAN)
MARKERS = ("o", "s", "^", "D")

CAPTIONS = {
    "tuning": "SimplePlayer's two numbers, swept one at a time among three players of about its strength in climates whose "
              "settings are published: its share of all energy at the end, with 95 % intervals over trials. The report's "
              "choices are marked by a line.",
    "size": "SimplePlayer, and the same with the report's future-work aggressive start, each against one rival on square "
            "boards in the default climate: share of all energy at the end (above) and how often it died out (below), "
            "with 95 % intervals. The line is at 1,000 cells.",
    "drift": "The scan-order drift: where a lone SimplePlayer that never roams moves onto food, and where it gives birth. "
             "A contested cell goes to whoever is scanned first, so moves drift south; births go the other way.",
    "north": "The report's answer to the drift, a tendency north on roaming steps: alone, and among three players of about "
             "its strength. (Roaming every 20th turn, since by the recommended reading it hardly ever roams.)",
    "zoo": "Everybody of the zoo at random tables of six in the four published climates: mean share of all energy at the "
           "end, with 95 % bootstrap intervals over games. The report's own players are dark.",
    "evolved": "The evolved settler. Left: mean and best share of energy in training, one line a run. Right: climates and "
               "opponents it was not trained on; every dot is a run, beside SimplePlayer in the same seat and deals.",
}


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    return {"drift": drift(arrays), "north": north(arrays), "tuning": tuning(arrays), "size": sizes(arrays),
            "zoo": zoo(arrays), "evolved": evolved(config, arrays)}


def _line(ax: Axes, x: Any, samples: Any, colour: str, marker: str, label: str, shift: float = 0.0) -> None:
    """Means of samples [points, trials] with Student's intervals."""
    means = samples.mean(-1)
    limits = np.array([interval(row) for row in samples])
    limits = np.where(np.isfinite(limits), limits, means[:, None])
    at = np.asarray(x, float) + shift
    ax.plot(at, means, color=colour, marker=marker, markersize=4.5, linewidth=1.4, label=label)
    ax.vlines(at, limits[:, 0], limits[:, 1], color=colour, linewidth=1.1, alpha=0.8)


def tuning(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.4, 3.7), layout="constrained")
    panels = figure.subplots(1, 2, sharey=True)
    for ax, kind, values, claimed, label in (
            (panels[0], "probability", PROBABILITIES, 0.9, "probability of a birth when sated"),
            (panels[1], "sated", SATED, 1.5, "sated from M − x·u: x")):
        ax.axvline(claimed, color=GREY, linewidth=6, alpha=0.45, zorder=0)
        width = (max(values) - min(values)) / 120
        for k, climate in enumerate(TUNING_CLIMATES):
            samples = share(arrays[f"tune-{k}"][kind])[:, :, study.SIMPLE]
            _line(ax, values, samples, COLOURS[k], MARKERS[k], climate, (k - 1.5) * width)
        ax.set_xlabel(label)
        ax.set_ylim(bottom=0)
    panels[0].set_ylabel("share of energy at the end")
    panels[0].legend(loc="best")
    figure.suptitle("Tuning SimplePlayer among three of its strength (grey: the report's choice)", x=0.01, ha="left")
    return figure


def sizes(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 5.2), layout="constrained")
    panels = figure.subplots(2, len(RIVALS), sharex=True, sharey="row")
    cells = np.array(SIZES) ** 2
    for k, rival in enumerate(RIVALS):
        runs = np.stack([arrays[f"size-{side}"][f"rival-{k}"] for side in SIZES])  # [sizes, variants, trials, players, k]
        for variant, (name, colour) in enumerate((("SimplePlayer", BLUE), ("with an aggressive start", RED))):
            _line(panels[0, k], cells, share(runs)[:, variant, :, 0], colour, MARKERS[variant], name)
            _line(panels[1, k], cells, runs[:, variant, :, 0, 2], colour, MARKERS[variant], name)
        panels[0, k].set_title(f"against {rival.replace('simple-player:', 'SimplePlayer, ')}", color=INK)
        panels[1, k].set_xlabel("cells on the board")
        for ax in panels[:, k]:
            ax.axvline(1000, color=GREY, linewidth=1.2, linestyle=(0, (4, 3)), zorder=0)
            ax.set_xscale("log")
            ax.set_xticks(cells, [f"{cell:,}" for cell in cells], fontsize=7)
            ax.minorticks_off()
            ax.set_ylim(-0.03, 1.03)
    panels[0, 0].set_ylabel("share of energy")
    panels[1, 0].set_ylabel("died out")
    panels[0, 0].legend(loc="best", fontsize=7.5)
    figure.suptitle("Small boards and large ones, default climate", x=0.01, ha="left")
    return figure


def drift(arrays: Arrays) -> Figure:
    """Compass roses: the length of an arm is the share of moves (or births) in that direction."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.8, 3.0))
    panels = figure.subplots(1, 4)
    roses = [("default", 6, "moves onto food"), ("rainforest", 6, "moves onto food"), ("default", 10, "births"),
             ("rainforest", 10, "births")]
    for ax, (climate, first, what) in zip(panels, roses, strict=True):
        counts = arrays[f"drift-{climate}"]["measures"][:, 0, first:first + 4].sum(0)
        _rose(ax, counts / max(1.0, counts.sum()), BLUE if climate == "default" else GREEN)
        ax.set_title(f"{climate}: {what}", color=INK, loc="center")
    figure.suptitle("Scan-order drift of a species alone", x=0.01, ha="left")
    figure.subplots_adjust(left=0.01, right=0.99, top=0.82, bottom=0.02, wspace=0.02)
    return figure


def _rose(ax: Axes, parts: Any, colour: str) -> None:
    """Four arms, west, east, north, south."""
    for part, name, (x, y) in zip(parts, "WENS", ((-1, 0), (1, 0), (0, 1), (0, -1)), strict=True):
        ax.annotate("", (x * part, y * part), (0, 0),
                    arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 3.5, "shrinkA": 0, "shrinkB": 0})
        ax.text(x * (part + 0.22), y * (part + 0.1), f"{name} {part:.1%}", ha="center", va="center", fontsize=8.5)
    ax.set_xlim(-0.75, 0.75)
    ax.set_ylim(-0.92, 0.58)
    ax.set_aspect("equal")
    ax.axis("off")


def north(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 3.1), layout="constrained")
    panels = figure.subplots(1, 3)
    lone = arrays["north-alone"]["measures"]  # [trials, north, k]
    company = arrays["north-together"]["measures"]  # [north, trials, players, k]
    _line(panels[0], NORTH, lone[:, :, 1].T / 1000, BLUE, "o", "alone")
    _line(panels[1], NORTH, share(company)[:, :, study.SIMPLE], RED, "s", "in company")
    _line(panels[2], NORTH, 1 - company[:, :, study.SIMPLE, 2], RED, "s", "in company")
    for ax, title in zip(panels, ("alone: energy at the end (thousands)", "in company: share of energy",
                                  "in company: survived"), strict=True):
        ax.set_title(title, color=INK)
        ax.set_xlabel("share of roaming steps that go north")
        ax.set_ylim(bottom=0)
    figure.suptitle("A tendency north, against the drift", x=0.01, ha="left")
    return figure


def zoo(arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    ranking = {name: row for name, row in zoo_ranking(arrays).items() if row["share"] is not None}
    ours = ("simple-player", "x-organism", "protective-farmer", "aggressive-start", "impostor")
    figure = Figure(figsize=(7.4, 0.9 + 0.24 * len(ranking)), layout="constrained")
    ax = figure.subplots()
    for place, (name, row) in enumerate(reversed(ranking.items())):
        colour = INK if name in ours else BLUE
        ax.plot(row["share"], place, "o", color=colour, markersize=5)
        if np.isfinite(row["low"]):
            ax.hlines(place, row["low"], row["high"], color=colour, linewidth=1.3)
    ax.set_yticks(range(len(ranking)), list(reversed(ranking)))
    ax.set_xlabel("share of all energy at the end")
    ax.axvline(1 / 6, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xlim(-0.02, 1.02)
    ax.grid(axis="x", visible=True)
    figure.suptitle("The zoo at random tables of six", x=0.01, ha="left")
    return figure


def evolved(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    runs = [arrays[f"evolve-{replicate:03d}"] for replicate in range(config.replicates)]
    figure = Figure(figsize=(9.8, 3.7), layout="constrained")
    panels = figure.subplots(1, 2, width_ratios=(1, 1.5))
    for run in runs:
        panels[0].plot(run["course"][:, 0], color=BLUE, linewidth=1, alpha=0.7)
        panels[0].plot(run["course"][:, 1], color=CYAN, linewidth=0.8, alpha=0.6)
    panels[0].plot([], [], color=BLUE, label="mean of the population")
    panels[0].plot([], [], color=CYAN, label="best")
    panels[0].legend(loc="upper left")
    panels[0].xaxis.get_major_locator().set_params(integer=True)
    panels[0].set_xlabel("generation")
    panels[0].set_ylabel("share of energy in training")
    panels[0].set_ylim(0, 1)
    rng = np.random.default_rng(0)
    for k in range(len(HELD_OUT)):
        for side, (name, colour) in enumerate((("settler", BLUE), ("simple", GREY))):
            values = np.array([run[name][k].mean() for run in runs])
            at = k + (side - 0.5) * 0.34
            panels[1].plot(at + rng.uniform(-0.06, 0.06, len(values)), values, "o", color=colour, markersize=3.5, alpha=0.8)
            panels[1].hlines(values.mean(), at - 0.13, at + 0.13, color=INK, linewidth=2)
    panels[1].set_xticks(range(len(HELD_OUT)), [name.replace(", ", ",\n") for name in HELD_OUT])
    panels[1].plot([], [], "o", color=BLUE, label="settler")
    panels[1].plot([], [], "o", color=GREY, label="SimplePlayer in its place")
    panels[1].legend(loc="upper right")
    panels[1].set_ylabel("share of energy, not trained on")
    panels[1].set_ylim(-0.03, 1.03)
    figure.suptitle("An organism whose every number is evolved", x=0.01, ha="left")
    return figure
