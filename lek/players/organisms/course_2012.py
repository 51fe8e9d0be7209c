"""Organisms of the course of 2012 (Penn, CIS 700): single ideas, most of them about when to breed.

Sources: the ideas in the rulebook (section 8) and the players' own published files, rewritten. Decided for all: nobody
moves or gives birth who would die of it, and food under another organism is no reason to go there.
"""

from __future__ import annotations

from functools import partial

from lek import dice
from lek.agent import Brain, strategy
from lek.games.organisms import NORTH, SOUTH, WEST, go, reproduce
from lek.players.organisms.moves import first_food, first_vacant, vacancies, vacant_side

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)

NORTH_EAST_SOUTH_WEST = 0x1423  # an order to look round in, read from the right
NORTH_SOUTH_EAST_WEST = 0x1243
WEST_NORTH_EAST_SOUTH = 0x4231
NORTH_EAST_WEST = 0x123
ROAMING, GUARDING, EATING = range(3)


@player()
def bacteria(g, m, v):
    """Sits for 200 turns, or until it has more than 50 food, then only breeds: north, south, east, west (Penn 2012)."""
    side = first_vacant(v, NORTH_SOUTH_EAST_WEST)
    if (v.age < 200 and v.food_left <= 50) or side == 0 or v.energy <= v.v + 1:
        return go(0, 0)
    return reproduce(side, 0, 0)


# Decided: a founder runs anywhere, a child the way it was born; occupied sides are skipped when breeding; whom it runs
# into it waits for.
@player(("heading", "i4"), ("breeding", "i4"), ("turns", "i4"))
def locust(g, m, v):
    """Runs straight, turns to food, and at 0.9 M breeds round the compass until 5 v are left (Penn 2012)."""
    if v.age == 0:
        m.heading = v.key if WEST <= v.key <= SOUTH else 1 + dice.below(m, 4)
        return go(0, 0)
    if v.energy >= 0.9 * v.M:
        m.breeding = 1
    elif v.energy <= 5 * v.v:
        m.breeding = 0
    if v.energy <= v.v + 1:
        return go(0, 0)
    if m.breeding:
        for _ in range(4):
            m.turns += 1
            side = 1 + m.turns % 4
            if v.neighbour[side] < 0:
                return reproduce(side, side, 0)
    if v.food_left > 0:
        return go(0, 0)
    side = first_food(v, NORTH_EAST_SOUTH_WEST)
    if side > 0:
        m.heading = side
    return go(m.heading, 0)


# Decided: hungry is below 0.4 M, as in Famine, its sister (Hoarder says 200); hungry, it stays on any food; while it is
# not, it keeps its guard (the original forgets it on a cell without food). It breeds on guard, with three sides vacant.
@player(("heading", "i4"), ("role", "i4"))
def hoarder(g, m, v):
    """Looks for more than 10 food, stands north of it, eats when hungry, and breeds every 100th turn (Penn 2012)."""
    hungry = v.energy < 0.4 * v.M
    if v.energy <= v.v + 1:
        return go(0, 0)
    if m.role == GUARDING:
        if v.age % 100 == 0 and not hungry and vacancies(v) > 2:
            return reproduce(first_vacant(v, NORTH_EAST_WEST), 0, 0)
        if not hungry or v.neighbour[SOUTH] >= 0:
            return go(0, 0)
        m.role = EATING
        return go(SOUTH, 0)
    if hungry and v.food_left > 0:
        return go(0, 0)
    if v.food_left > 10 or (m.role == EATING and v.food_left > 0):
        m.role = GUARDING if v.neighbour[NORTH] < 0 else ROAMING
        return go(NORTH, 0)
    m.role = ROAMING
    side = first_food(v, NORTH_EAST_SOUTH_WEST)
    if side > 0 or m.heading == 0:
        m.heading = side if side > 0 else SOUTH
    return go(m.heading if v.age % 3 == 0 else 0, 0)


# Decided: full is K before the meal it has just had; a spore that has eaten everything looks for a full cell again.
@player(("heading", "i4"), ("births", "i4"), ("germinated", "i4"))
def spore(g, m, v):
    """Drifts a step every v/s turns until it stands on a full cell; only there it breeds, four times at most (Penn 2012)."""
    if v.food_left >= max(1, v.K - 1):
        m.germinated = 1
    elif v.food_left == 0:
        m.germinated = 0
        m.births = 0
    if v.energy <= v.v + 1:
        return go(0, 0)
    if m.germinated:
        side = vacant_side(m, v) if m.births < 4 and v.energy > v.M - v.u else 0
        m.births += side > 0
        return reproduce(side, 0, 0) if side > 0 else go(0, 0)
    side = first_food(v, NORTH_EAST_SOUTH_WEST)
    if side > 0 or m.heading == 0:
        m.heading = side if side > 0 else SOUTH
    return go(m.heading if v.age % max(1, v.v // v.s) == 0 else 0, 0)


# Decided: generations are counted to 29, as in the original where food is plenty; more would make it barren at M = 500.
@player()
def spawn_player(g, m, v):
    """Breeds onto food above 200 + 10 for each generation, below that eats or goes to food; else it strays (Penn 2012)."""
    generation = max(0, v.key)
    side = first_food(v, WEST_NORTH_EAST_SOUTH)
    if v.energy <= v.v + 1:
        return go(0, 0)
    if v.energy > 200 + 10 * generation:
        if side > 0:
            return reproduce(side, min(29, generation + 1), 0)
    elif v.food_left > 1 or side > 0:
        return go(0 if v.food_left > 1 else side, 0)
    return go(1 + dice.below(m, 4), 0)
