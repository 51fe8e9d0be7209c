"""Organisms of the course of 2023 (Penn): greedy breeders, a map of food, and two that ask first which climate it is.

Sources: the ideas in the rulebook (section 8) and the players' own published files, rewritten. Decided for all: nobody
moves or gives birth who would die of it, and food under another organism is no reason to go there. Where they have been
and what they have seen they know by their position relative to their birth, modulo a small window and ignorant of the
torus.
"""

from __future__ import annotations

from functools import partial

from lek import dice
from lek.agent import Brain, strategy
from lek.games.organisms import EAST, NORTH, SOUTH, WEST, go, reproduce
from lek.jit import rule
from lek.players.organisms.moves import opposite, vacancies, vacant_food, vacant_side

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)

POSITION = ("x", "i4"), ("y", "i4")
VISITED = ("visited", "u1", (8,))  # 8x8 cells, a bit each
WINDOW = 6
SEEN = ("seen", "u1", (WINDOW * WINDOW,))  # 6x6 cells: times seen with food, 16 times, and times seen
DESERT, DEFAULT, RAINFOREST = range(3)


@rule
def beside_x(m, side):
    return m.x + (side == EAST) - (side == WEST)


@rule
def beside_y(m, side):
    return m.y + (side == SOUTH) - (side == NORTH)


@rule
def step(m, side):
    """The action: move to a vacant side, and remember where that is."""
    m.x, m.y = beside_x(m, side), beside_y(m, side)
    return go(side, 0)


# Decided: positions are its true ones (the original also counts steps it does not take).
@player(*POSITION, VISITED)
def bh(g, m, v):
    """Stays on 3 food, breeds above 300, goes to food, roams every 10th turn before 100, mostly to new cells (Penn 2023)."""
    if v.food_left > 2 or v.energy <= v.v + 1:
        return go(0, 0)
    if v.energy > 300:
        side = new_side(m, v)
        return reproduce(side, 0, 0) if side > 0 else go(0, 0)
    side = vacant_food(m, v)
    if side == 0 and v.age % 10 == 0 and v.age < 100:
        side = new_side(m, v)
    return step(m, side)


@rule
def new_side(m, v):
    """A vacant side, four times in five one it has not visited if there is any; or 0. Marks its own cell as visited."""
    m.visited[m.y & 7] |= 1 << (m.x & 7)
    chosen = 0
    ties = 0
    if dice.uniform(m) < 0.8:
        for side in range(WEST, SOUTH + 1):
            if v.neighbour[side] < 0 and (m.visited[beside_y(m, side) & 7] >> (beside_x(m, side) & 7)) & 1 == 0:
                ties += 1
                if dice.below(m, ties) == 0:
                    chosen = side
    return chosen if chosen > 0 else vacant_side(m, v)


# Decided: the map is 6x6 cells with counts to 15, halved when full (the original is large, and cleared from the 50th
# turn on); its signals to kin are left out.
@player(*POSITION, SEEN)
def not_so_slow(g, m, v):
    """Goes by a map of how often it saw food where, and breeds on food if either half would be rich enough (Penn 2023)."""
    if v.age == 0:
        return go(0, 0)
    food_beside = look_round(m, v)
    side = most_food(m, v)
    if side == 0 and dice.uniform(m) >= idle(v):
        side = best_outlook(m, v)
    if side == 0 or v.energy <= v.v + 1:
        return go(0, 0)
    if v.food_left == 0:
        return step(m, side)
    if 2 * v.food_left <= 3 * v.v and v.energy - v.v > 2 * min(v.M / (4 if food_beside else 3), 10 * v.v):
        return reproduce(side, 0, 0)
    return go(0, 0)


@rule
def place(x, y):
    """A cell's place in the map."""
    return x % WINDOW + WINDOW * (y % WINDOW)


@rule
def look_round(m, v):
    """Enter the four sides in the map; whether there is food on any."""
    food = False
    for side in range(WEST, SOUTH + 1):
        k = place(beside_x(m, side), beside_y(m, side))
        if m.seen[k] & 15 == 15:
            m.seen[k] = (m.seen[k] >> 1) & 0x77
        m.seen[k] += 17 if v.food[side] != 0 else 1
        food = food or v.food[side] != 0
    return food


@rule
def frequency(m, x, y):
    """How often there was food on a cell, of the times it was seen."""
    seen = int(m.seen[place(x, y)])
    return (seen >> 4) / max(1, seen & 15)


@rule
def most_food(m, v):
    """The vacant side with food where food was most frequent, or 0."""
    chosen = 0
    most = -1.0
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] < 0 and v.food[side] != 0:
            often = frequency(m, beside_x(m, side), beside_y(m, side))
            if often > most:
                most = often
                chosen = side
    return chosen


@rule
def best_outlook(m, v):
    """The vacant side around which food was most frequent, or 0 where it never was; below 100 energy any vacant side."""
    chosen = 0
    most = -1.0 if v.energy < 100 else 0.0
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] < 0:
            x, y = beside_x(m, side), beside_y(m, side)
            often = frequency(m, x - 1, y) + frequency(m, x + 1, y) + frequency(m, x, y - 1) + frequency(m, x, y + 1)
            if often > most:
                most = often
                chosen = side
    return chosen


@rule
def idle(v):
    """How often to stay where no food is near: the more, the cheaper staying is."""
    if 5 * v.s <= v.v:
        return 0.5
    if 3 * v.s <= v.v:
        return 0.25
    if 2 * v.s <= v.v:
        return 0.1
    return 0.02 if v.s < v.v else 0.0


@player()
def lantern_fly(g, m, v):
    """Breeds above 330, onto food if it can, stays on 5 food, goes to food, roams every 20th turn before 150 (Penn 2023)."""
    breeding = v.energy > 330
    if v.energy <= v.v + 1 or (v.food_left > 4 and not breeding):
        return go(0, 0)
    side = vacant_food(m, v)
    if side == 0 and (breeding or (v.age % 20 == 0 and v.age < 150)):
        side = vacant_side(m, v)
    return reproduce(side, 0, 0) if breeding and side > 0 else go(side, 0)


# Decided: the average over six turns is a running one; every organism begins in the desert and finds out for itself; in
# the desert it is NotSoSlow (the original adds walled gardens), in the rainforest it keeps to the original's core.
@player(*POSITION, SEEN, ("outlook", "f8"), ("climate", "i4"), ("worse", "i4"), ("away", "i4"), ("births", "i4"))
def chameleon(g, m, v):
    """NotSoSlow in a desert, LanternFly by default, a harvester in a rainforest, by the food around it (Penn 2023)."""
    food = 0
    for side in range(SOUTH + 1):
        food += v.food[side] != 0
    m.outlook += (food + 0.7 * (4 - vacancies(v)) - m.outlook) / 6
    climate = RAINFOREST if m.outlook > 3.4 else DEFAULT if m.outlook > 0.8 else DESERT
    m.worse = m.worse + 1 if climate < m.climate else 0
    if climate > m.climate:
        m.climate = climate
    elif m.worse >= 40:
        m.climate -= 1
        m.worse = 0
    if m.climate == RAINFOREST:
        return harvest(m, v)
    return lantern_fly(g, m, v) if m.climate == DEFAULT else not_so_slow(g, m, v)


@rule
def harvest(m, v):
    """Eats beside its home when it has less than 3 v, and goes back; at home it breeds north, twice."""
    if v.energy <= v.v + 1:
        return go(0, 0)
    if m.away > 0:
        home = opposite(m.away)
        m.away = 0 if v.neighbour[home] < 0 else m.away
        return go(home, 0)
    if v.energy < 3 * v.v:
        m.away = vacant_food(m, v)
        return go(m.away, 0)
    if m.births < 2 and v.neighbour[NORTH] < 0:
        m.births += 1
        return reproduce(NORTH, 0, 0)
    return go(0, 0)


@player(*POSITION, VISITED, SEEN, ("cells", "i4"), ("found", "i4"))
def memory(g, m, v):
    """Counts food on vacant sides for 150 turns; below 0.0125 of them it is NotSoSlow, else BH (Penn 2023)."""
    if 0 < v.age < 150:
        for side in range(WEST, SOUTH + 1):
            m.cells += v.neighbour[side] < 0
            m.found += v.neighbour[side] < 0 and v.food[side] != 0
    return not_so_slow(g, m, v) if m.found < 0.0125 * (m.cells + 4) else bh(g, m, v)
