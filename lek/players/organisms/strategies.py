"""Players of Organisms: the report's own, the impostor it feared, and the course's two references.

Sources: I. Sibner, D. Liao and N. Roy's report (2015), sections 3.2, 4 and 7.1, called "report" below; the reference
players of the course's simulator. Where the report does not say: births go to a vacant side, any as likely, and nobody
moves or gives birth who would die of it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from lek import dice
from lek.agent import Brain, strategy
from lek.games.organisms import EAST, NORTH, SOUTH, WEST, go, reproduce
from lek.jit import rule
from lek.players.organisms.moves import opposite, vacancies, vacant_food, vacant_side
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)

ROAM = ("full", "never", "twentieth", "always")
FULL, NEVER, TWENTIETH, ALWAYS = range(4)
SEARCHING, CENTER, WEST_WALL, SOUTH_WALL = 1, 2, 3, 6


@player()
def random(g, m, v):
    """Any of the six moves, each as likely; births in any direction (the course's random player)."""
    move = dice.below(m, 6)
    return reproduce(1 + dice.below(m, 4), 0, 0) if move == 5 else go(move, 0)


@player(sated=Setting(1.0, 0.0, 100.0, about="sated from M - sated * u"),
        probability=Setting(0.7, 0.0, 1.0, about="of a birth when sated"))
def x_organism(g, m, v):
    """Breeds when sated, or makes room on its food; hungry, it goes to food, and anywhere every 20th turn (report, 4.1)."""
    if v.energy >= v.M - g.sated * v.u:
        side = vacant_side(m, v)
        if side > 0 and v.energy > v.v + 1 and dice.uniform(m) < g.probability:
            return reproduce(side, 0, 0)
        return go(side if v.food_left > 0 and v.energy > v.v else 0, 0)
    if v.food_left > 0 or v.energy <= v.v:
        return go(0, 0)
    side = vacant_food(m, v)
    if side == 0 and v.age % 20 == 0:
        side = vacant_side(m, v)
    return go(side, 0)


@rule
def breed_or_feed(m, v, sated, probability, roam, north, onto_food, state, key):
    """SimplePlayer's turn, with whatever state it shows and key it gives."""
    if v.energy >= v.M - sated * v.u and v.energy > v.v + 1 and dice.uniform(m) < probability:
        side = vacant_food(m, v) if onto_food else 0
        if side == 0:
            side = vacant_side(m, v)
        if side > 0:
            return reproduce(side, key, state)
    if v.food_left > 0 or v.energy <= v.v:
        return go(0, state)
    side = vacant_food(m, v)
    if side == 0 and roams(v, roam):
        side = northward(m, v, north)
    return go(side, state)


@rule
def northward(m, v, north):
    """North with this probability where it is vacant, else one of the other vacant sides, or 0."""
    if v.neighbour[NORTH] < 0 and dice.uniform(m) < north:
        return NORTH
    side = vacant_side(m, v)
    while side == NORTH and vacancies(v) > 1:
        side = vacant_side(m, v)
    return side if side != NORTH else 0


@rule
def roams(v, roam):
    """Whether to walk on where no food is near: the four readings of "provided it has enough energy"."""
    if roam == FULL:
        return v.energy >= v.M - v.u
    if roam == TWENTIETH:
        return v.age % 20 == 0
    return roam == ALWAYS and v.energy > v.v + 1


SIMPLE: dict[str, Any] = {
    "sated": Setting(1.5, 0.0, 100.0, about="breeds from M - sated * u"),
    "probability": Setting(0.9, 0.0, 1.0, about="of a birth when sated"),
    "roam": Setting("full", choices=ROAM, about="when it walks on without food near: from M - u, each 20th turn ..."),
    "north": Setting(0.75, 0.0, 1.0, about="share of such steps that go north where they can"),
    "onto_food": Setting(True, about="births go onto food where they can"),
}


@player(**SIMPLE)
def simple_player(g, m, v):
    """Breeds early and nearly always, onto food; else stays on food, goes to food, or stays (report, 4.3 and 5)."""
    return breed_or_feed(m, v, g.sated, g.probability, g.roam, g.north, g.onto_food, 0, 0)


@player(until=Setting(100, 0, 65535, about="rounds of aggression"),
        early=Setting(3.5, 0.0, 100.0, about="breeds from M - early * u at first"), **SIMPLE)
def aggressive_start(g, m, v):
    """SimplePlayer, but for the first 100 rounds it breeds whenever it can; children inherit the clock (report, 7.1)."""
    clock = min(65535, max(0, v.key) + v.age)
    if clock <= g.until:
        return breed_or_feed(m, v, g.early, 1.0, g.roam, g.north, g.onto_food, 0, clock)
    return breed_or_feed(m, v, g.sated, g.probability, g.roam, g.north, g.onto_food, 0, clock)


@player(("shown", "i4"), **SIMPLE)
def impostor(g, m, v):
    """SimplePlayer that shows one of ProtectiveFarmer's wall states, which the report (4.2) calls malicious."""
    if v.age == 0:
        m.shown = WEST_WALL + dice.below(m, 4)
    return breed_or_feed(m, v, g.sated, g.probability, g.roam, g.north, g.onto_food, m.shown, 0)


@player(("phase", "i4"), ("x", "i4"), ("y", "i4"), ("visited", "u4", (32,)))
def protective_farmer(g, m, v):
    """Looks for much food, walls it in with its children, and all live off the middle by turns (report, 3.2 and 4.2)."""
    if v.age == 0:
        m.phase = max(SEARCHING, v.key)
        return go(0, m.phase)
    if m.phase >= WEST_WALL:
        return guard(m, v)
    if m.phase == SEARCHING and v.food_left > 4:
        m.phase = CENTER
    if m.phase == CENTER:
        return build(m, v)
    return search(m, v)


@rule
def guard(m, v):
    """A wall stays, breeds outward where it stands on food, and goes in to eat when it must.

    Left open by the report: what a child outside the wall is; it searches.
    """
    outward = m.phase - 2
    inward = opposite(outward)
    if v.energy <= v.v + 9 * v.s and v.neighbour[inward] < 0 and v.energy > v.v:
        m.phase = CENTER
        walk(m, inward)
        return go(inward, CENTER)
    able = v.food_left > 0 and v.energy >= v.M - v.u and v.energy > v.v + 1
    if able and v.neighbour[outward] < 0 and dice.uniform(m) < 0.7:
        return reproduce(outward, SEARCHING, m.phase)
    return go(0, m.phase)


@rule
def build(m, v):
    """On the food: a wall on every side that shows none; the last open side it takes itself, once it has eaten.

    Left open by the report: where the food is gone before the walls stand, it searches again.
    """
    open_sides = 0
    side = 0
    for direction in range(WEST, SOUTH + 1):
        if not WEST_WALL <= v.neighbour[direction] <= SOUTH_WALL:
            open_sides += 1
            if v.neighbour[direction] < 0:
                side = direction
    if open_sides >= 2 and v.food_left == 0:
        m.phase = SEARCHING
        return search(m, v)
    if open_sides == 0 or side == 0 or v.energy <= 2 * v.v + 2:
        return go(0, CENTER)
    if open_sides >= 2:
        return reproduce(side, side + 2, CENTER)
    if v.food_left > 0 and v.energy <= v.M - v.u:
        return go(0, CENTER)
    m.phase = side + 2
    walk(m, side)
    return go(side, m.phase)


@rule
def search(m, v):
    """To an unvisited side with food, else an unvisited one, else any; where it is hungry and there is food it eats.

    What it has visited it knows by its position relative to its birth, modulo 32 and ignorant of the torus.
    """
    if v.energy <= v.v or (v.food_left > 0 and v.energy < v.M - v.u):
        return go(0, SEARCHING)
    best = 0
    side = 0
    ties = 0
    for direction in range(WEST, SOUTH + 1):
        if v.neighbour[direction] < 0:
            x = m.x + (direction == EAST) - (direction == WEST)
            y = m.y + (direction == SOUTH) - (direction == NORTH)
            unvisited = (m.visited[y & 31] >> (x & 31)) & 1 == 0
            merit = 1 + unvisited + (unvisited and v.food[direction] != 0)
            if merit > best:
                best = merit
                ties = 0
            if merit == best:
                ties += 1
                if dice.below(m, ties) == 0:
                    side = direction
    walk(m, side)
    return go(side, SEARCHING)


@rule
def walk(m, side):
    """Keep the cell left behind as visited, and where it is now."""
    m.visited[m.y & 31] |= 1 << (m.x & 31)
    m.x += (side == EAST) - (side == WEST)
    m.y += (side == SOUTH) - (side == NORTH)


@player(("turns", "i4"))
def survive_sheep(g, m, v):
    """Breeds in turn round the compass when full, onto food when it may, walks off when young (the course's reference).

    Penn, 2013 on, known from its bytecode. Decided here: the key is the direction of birth, so that it tells where to
    walk; the compass is east, north, south, west; the founder walks east.
    """
    heading = v.key if WEST <= v.key <= SOUTH else EAST
    may_move = v.energy > v.v + 1
    if v.energy > (0.9 if v.key % 2 == 0 else 0.7) * v.M and may_move:
        for _ in range(4):
            side = 1 + (1 + m.turns) % 4
            m.turns += 1
            if v.neighbour[side] < 0:
                return reproduce(side, side, 0)
    if v.food_left > 0:
        side = vacant_food(m, v) if v.energy > v.M / 4 and may_move else 0
        return reproduce(side, side, 0) if side > 0 else go(0, 0)
    if not may_move:
        return go(0, 0)
    side = vacant_food(m, v)
    if side == 0 and (v.age <= 20 or v.age % 100 == 0) and v.neighbour[heading] < 0:
        side = heading
    return go(side, 0)
