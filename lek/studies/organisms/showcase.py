"""One game to look at: the six together in the default climate, as a film and as population curves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lek.boards.organisms_film import FOUNDING, Frames, record_game
from lek.boards.organisms_page import LABELS, LINES, colours, replay_section, spread
from lek.files import write
from lek.find import find_agent, find_game
from lek.studies.drawing import STYLE, write_figure
from lek.studies.organisms.experiments import world

CAPTIONS = {
    "populations": "Organisms and energy of the six in the course of one game together in the default climate.",
    "world": "The same game as a film: the buttons, the slider, space and the arrow keys move through the rounds.",
}


def showcase(config: Any, folder: Path) -> list[Path]:
    """Play one game, and draw it twice."""
    length = {"rounds": config.rounds} if config.rounds else {}
    game, found = world(len(config.players), preset="report-default", **length), find_game("organisms")
    agents = [find_agent(found, game, name) for name in config.players]
    frames = record_game(game, agents, config.seed, 0)
    population_figure(frames, config.players, folder / "populations.png")
    write(folder / "world.html", replay_section(frames, config.players, "Six species in the default climate"))
    return [folder / "populations.png", folder / "world.html"]


def population_figure(frames: Frames, names: Sequence[str], path: Path) -> None:
    """Organisms and energy of each species over the rounds; from round 100 on the axis is logarithmic."""
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(["default", STYLE]):
        figure = Figure(figsize=(9, 5.6), layout="constrained")
        panels = figure.subplots(2, 1, sharex=True)
        for axes, of, values in zip(panels, ("organisms", "energy"), (frames.counts, frames.totals), strict=True):
            _curves(axes, frames.rounds, values, names)
            axes.set_title(of)
        last = int(frames.rounds[-1])
        if last > 2 * FOUNDING:
            panels[1].set_xscale("symlog", linthresh=FOUNDING, linscale=0.6)
            marks = [mark for mark in (0, 50, *(k * 10**e for e in range(2, 6) for k in (1, 2, 5))) if mark <= last]
            panels[1].set_xticks(marks, [f"{mark:,}" for mark in marks])
            panels[1].minorticks_off()
        panels[1].set(xlabel=f"round{', logarithmic from 100 on' * (last > 2 * FOUNDING)}", xlim=(0, last))
        write_figure(figure, Path(path))


def _curves(axes: Any, rounds: npt.NDArray[np.int64], values: npt.NDArray[np.int64], names: Sequence[str]) -> None:
    top = 1.04 * max(1, int(values.max()))
    shown = sorted(range(len(names)), key=lambda seat: -int(values[:, seat].max()))[:LINES]
    painted = colours(len(names))
    for seat in reversed(shown):
        axes.plot(rounds, values[:, seat], color=painted[seat], linewidth=1.6)
    told = [seat for seat in shown if values[-1, seat] or len(names) <= LABELS]
    named = sorted(told, key=lambda seat: -int(values[-1, seat]))[:LABELS]
    places = spread([100.0 - 100.0 * float(values[-1, seat]) / top for seat in named], 7.5)
    for seat, place in zip(named, places, strict=True):
        gone = "" if values[-1, seat] else " (died out)"
        y = 1.0 - place / 100.0
        axes.plot((1.0, 1.02), (values[-1, seat] / top, y), color=painted[seat], linewidth=1.0, transform=axes.transAxes,
                  clip_on=False)
        axes.text(1.025, y, f"{names[seat]}{gone}", transform=axes.transAxes, va="center", fontsize=8.5)
    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter("{x:,.0f}")
