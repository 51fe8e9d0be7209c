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
def is_vacant(v, direction, needs_food):
    return v.neighbour[direction] < 0 and (v.food[direction] != 0 or not needs_food)


@rule
def any_side(m, v, needs_food):
    """A vacant side, with food if need be, each as likely, or 0."""
    count = 0
    for direction in range(WEST, SOUTH + 1):
        count += 1 if is_vacant(v, direction, needs_food) else 0
    nth = dice.below(m, count) if count > 1 else 0
    for direction in range(WEST, SOUTH + 1):
        if is_vacant(v, direction, needs_food):
            if nth == 0:
                return direction
            nth -= 1
    return 0


@rule
def vacant_side(m, v):
    return any_side(m, v, False)


@rule
def vacant_food(m, v):
    return any_side(m, v, True)


@rule
def first_vacant(v, order):
    """The first vacant side in this order (0x1423: north, east, south, west, read from the right), or 0."""
    while order > 0:
        if v.neighbour[order & 7] < 0:
            return order & 7
        order >>= 4
    return 0


@rule
def first_food(v, order):
    """The first vacant side with food in this order, or 0."""
    while order > 0:
        if v.neighbour[order & 7] < 0 and v.food[order & 7] != 0:
            return order & 7
        order >>= 4
    return 0


@rule
def vacancies(v):
    """How many sides are vacant."""
    count = 0
    for direction in range(WEST, SOUTH + 1):
        count += v.neighbour[direction] < 0
    return count


@rule
def left(direction):
    """From west to south, east, north and west again."""
    return (0x21340 >> (4 * direction)) & 7


@rule
def right(direction):
    """From west to north, east, south and west again."""
    return (0x12430 >> (4 * direction)) & 7
