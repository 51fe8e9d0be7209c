"""Players of Ant Wars: ants that anybody could write in five minutes, and what all ants need to find their way."""

from __future__ import annotations

from functools import partial

import numpy as np

from lek import dice
from lek.agent import Brain, strategy
from lek.games.antwars import CELLS, DOWN, RIGHT, SIDE, has
from lek.jit import rule

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)


def apart(here: int, there: int) -> tuple[int, int]:
    """How many rows down and columns to the right it is from one cell to another, the short way around the torus."""
    half = SIDE // 2
    return (there // SIDE - here // SIDE + half) % SIDE - half, (there % SIDE - here % SIDE + half) % SIDE - half


def way(here: int, there: int) -> int:
    """The direction of a shortest way, its diagonal part first; 0 where they are the same."""
    signs = [(n > 0) - (n < 0) for n in apart(here, there)]
    return next((a for a in range(8) if [DOWN[a], RIGHT[a]] == signs), 0)


DISTANCE = np.array([[max(map(abs, apart(c, d))) for d in range(CELLS)] for c in range(CELLS)], np.int16)  # in moves
WAY = np.array([[way(c, d) for d in range(CELLS)] for c in range(CELLS)], np.int16)
NEAREST = np.argsort(DISTANCE, axis=1, kind="stable").astype(np.int16)  # all cells, beginning with the cell itself
SEEN_FROM = np.ascontiguousarray(NEAREST[:, 1:25])


@rule
def beside(v, cell):
    """Whether the enemy is seen next to this cell, or in it."""
    return v.enemy >= 0 and DISTANCE[v.enemy, cell] <= 1


@rule
def diagonal(m):
    """A diagonal direction, drawn once a game."""
    if m.heading == 0:
        m.heading = 1 + 2 * dice.below(m, 4)
    return m.heading


@player()
def random(g, m, v):
    """Goes anywhere."""
    return dice.below(m, 8)


@player(("heading", "i4"))
def greedy(g, m, v):
    """Kills an enemy beside it, goes to the nearest food it sees, and otherwise keeps to one diagonal; fears nothing."""
    if beside(v, v.cell):
        return WAY[v.cell, v.enemy]
    for cell in SEEN_FROM[v.cell]:
        if has(v.food, cell):
            return WAY[v.cell, cell]
    return diagonal(m)
