"""How Ant Wars is sensed: a choice is a direction, described by what an ant remembers of where it leads.

The memory is that of bred ants (`perception.py`), with food kept where it was last seen.

    food, around     food in the next cell; share of the nine cells around that one with food
    nearest          1 for food in the next cell, 1/2 for a move from there, 1/3 for two ...; 0 where none is known
    pull             the same summed over all food known, a quarter of it
    new, been        share of the cells that would come into view never seen yet; the next cell was visited
    kills, danger    the enemy stands in the next cell; it stands beside it
    straight         it is the direction of the last move
    diagonal         it is a diagonal
"""

from __future__ import annotations

import numpy as np

from lek.brains.senses import Senses
from lek.game import Game
from lek.games.antwars import AROUND, BIT, HALF, NEXT, VIEW
from lek.jit import rule
from lek.players.antwars.perception import MEMORY, NEXT_WAY, PLACE, away, count, remember
from lek.players.antwars.strategies import DISTANCE, NEAREST, WAY

NUMBERS = ("food", "around", "nearest", "pull", "new", "been", "kills", "danger", "straight", "diagonal")


@rule
def look(m, v):
    """Take the view in, and note where the last move led."""
    m.heading = NEXT_WAY[away(np.int64(m.cell), np.int64(v.cell))] if m.now > 0 else -1
    remember(m, v, 0)


@rule
def sense(m, v, way, x):
    ahead = np.int64(NEXT[0, way])
    low = m.food[0]
    high = m.food[1]
    nearest = 0.0
    pull = 0.0
    for half in range(2):
        rest = m.food[half]
        while rest != 0:
            cell = np.int64(PLACE[(rest & -rest) % 67]) + half * HALF
            near = 1.0 / (1.0 + DISTANCE[ahead, cell])
            nearest = max(nearest, near)
            pull += near
            rest &= rest - 1
    x[0] = (low & BIT[ahead, 0]) | (high & BIT[ahead, 1]) != 0
    x[1] = (count(low & AROUND[ahead, 0]) + count(high & AROUND[ahead, 1])) / 9.0
    x[2] = nearest
    x[3] = 0.25 * pull
    x[4] = (count(VIEW[ahead, 0] & ~m.known[0]) + count(VIEW[ahead, 1] & ~m.known[1])) / 9.0
    x[5] = (m.visited[0] & BIT[ahead, 0]) | (m.visited[1] & BIT[ahead, 1]) != 0
    x[6] = m.enemy == ahead
    x[7] = m.enemy >= 0 and DISTANCE[m.enemy, ahead] == 1
    x[8] = m.heading == way
    x[9] = way & 1


@rule
def symbol(m, v):
    """The direction of the nearest food known, 8 for none; and 9 more where the enemy is beside the ant."""
    way = 8
    for k in range(1, NEAREST.shape[1]):
        cell = NEAREST[0, k]
        if (m.food[0] & BIT[cell, 0]) | (m.food[1] & BIT[cell, 1]) != 0:
            way = WAY[0, cell]
            break
    return way + (9 if m.enemy >= 0 and DISTANCE[0, m.enemy] == 1 else 0)


def senses(game: Game) -> Senses:
    """For any number of pieces and moves. Ant Wars has trees of its own."""
    return Senses(game.actions, numbers=NUMBERS, sense=sense, symbols=18, symbol=symbol, look=look,
                  memory=[*MEMORY, ("heading", "i4")])
