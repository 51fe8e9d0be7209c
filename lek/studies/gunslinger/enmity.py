"""The enmity graph: who shot whom how often, as David's Revenge keeps it in mind (report, 3.1), drawn.

Everything is told from one player's side, who knows its own friends and enemies only, and sees who shot at whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lek.agent import Agent
from lek.game import Game
from lek.games.gunslinger import ENEMY, FRIEND, NEUTRAL, SELF
from lek.studies.drawing import BLUE, FAINT, GREY, INK, RED
from lek.watching import watch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = {SELF: ("itself", "#222222"), FRIEND: ("friend", BLUE), ENEMY: ("enemy", RED), NEUTRAL: ("neutral", GREY)}


class Enmity(NamedTuple):
    shots: Any  # [players, players] how often the row's player shot the column's, by seats
    relation: Any  # [players] to the viewer
    alive: Any  # [players] at the end
    viewer: int
    rounds: int


def enmity(game: Game, agents: Sequence[Agent], seed: int, deal: int = 0, viewer: int = 0) -> Enmity:
    """One game's shots, counted from what the viewer saw; seats in place of its private numbers."""
    shots = np.zeros((game.seats, game.seats), np.int64)
    state, rounds = None, 0
    for turn in watch(game, agents, seed, deal):
        if turn.state.turn > rounds:
            state, rounds = turn.state, int(turn.state.turn)
            for shooter, target in enumerate(state.last):
                if target >= 0:
                    shots[shooter, target] += 1
    assert state is not None
    return Enmity(shots, np.array(state.relation[viewer]), np.array(state.alive) != 0, viewer, rounds)


def draw_enmity(axes: Any, found: Enmity, names: Sequence[str]) -> None:
    """Players on a circle, the viewer on top; an arrow is a shooter's shots at a target, the wider the more."""
    from matplotlib.patches import FancyArrowPatch

    count = len(names)
    order = [(found.viewer + k) % count for k in range(count)]
    angle = {seat: np.pi / 2 - 2 * np.pi * k / count for k, seat in enumerate(order)}
    at = {seat: np.array([np.cos(angle[seat]), np.sin(angle[seat])]) for seat in order}
    most = max(1, int(found.shots.max()))
    for shooter, target in zip(*np.nonzero(found.shots), strict=True):
        times = int(found.shots[shooter, target])
        color = INK if found.viewer in (shooter, target) else "#999999"
        axes.add_patch(FancyArrowPatch(
            tuple(at[shooter]), tuple(at[target]), connectionstyle="arc3,rad=0.12", arrowstyle="-|>", shrinkA=15, shrinkB=16,
            mutation_scale=9, linewidth=0.8 + 3.2 * times / most, color=color, zorder=3 if color == INK else 2))
    for seat in order:
        fill = KINDS[int(found.relation[seat])][1]
        axes.plot(*at[seat], "o", markersize=19, color=fill if found.alive[seat] else "white", markeredgecolor=fill,
                  markeredgewidth=2.4, zorder=4)
        axes.annotate(str(seat), at[seat], ha="center", va="center", size=9, weight="bold", zorder=5,
                      color="white" if found.alive[seat] and found.relation[seat] != NEUTRAL else INK)
        side = at[seat][0]
        axes.annotate(names[seat], 1.17 * at[seat], ha="left" if side > 0.1 else "right" if side < -0.1 else "center",
                      va="center", size=8.5, color=INK)
    axes.set(xlim=(-1.75, 1.75), ylim=(-1.3, 1.3), aspect="equal")
    axes.axis("off")


def enmity_figure(found: Enmity, names: Sequence[str], title: str) -> Figure:
    """The graph with its legend."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    figure = Figure(figsize=(7.2, 5.4), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left")
    axes = figure.subplots()
    draw_enmity(axes, found, names)
    most = max(1, int(found.shots.max()))
    handles = [Line2D([], [], linestyle="", marker="o", markersize=9, color=color, label=label)
               for label, color in KINDS.values()]
    handles.append(Line2D([], [], linestyle="", marker="o", markersize=9, markerfacecolor="white", color=FAINT,
                          markeredgewidth=2, label="dead at the end"))
    handles += [Line2D([], [], color="#999999", linewidth=0.8 + 3.2 * times / most, label=f"{times} shot{'s'[times < 2:]}")
                for times in sorted({1, most})]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), handletextpad=0.4, columnspacing=1.2)
    return figure
