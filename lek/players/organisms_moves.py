"""What players of Organisms have in common: choosing a side."""

from __future__ import annotations

from lek import dice
from lek.games.organisms import EAST, NORTH, SOUTH, WEST
from lek.jit import rule


@rule
def opposite(direction):
    """West for east, north for south, and the other way round."""
    if direction == WEST:
        return EAST
    if direction == EAST:
        return WEST
    return NORTH if direction == SOUTH else SOUTH


@rule
def vacant_side(m, v):
    """A vacant side, each as likely, or 0."""
    count = 0
    for direction in range(WEST, SOUTH + 1):
        count += v.neighbour[direction] < 0
    nth = dice.below(m, count) if count > 1 else 0
    for direction in range(WEST, SOUTH + 1):
        if v.neighbour[direction] < 0:
            if nth == 0:
                return direction
            nth -= 1
    return 0


@rule
def vacant_food(m, v):
    """A vacant side with food, each as likely, or 0."""
    count = 0
    for direction in range(WEST, SOUTH + 1):
        count += v.neighbour[direction] < 0 and v.food[direction] != 0
    nth = dice.below(m, count) if count > 1 else 0
    for direction in range(WEST, SOUTH + 1):
        if v.neighbour[direction] < 0 and v.food[direction] != 0:
            if nth == 0:
                return direction
            nth -= 1
    return 0
