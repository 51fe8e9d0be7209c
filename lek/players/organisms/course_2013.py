"""Organisms of the course of 2013 (Penn, CIS 559): two that survived the final together, and one that farms alone.

Sources: the ideas in the rulebook (section 8) and the players' own published files, rewritten. Decided for all: nobody
moves or gives birth who would die of it, and food under another organism is no reason to go there.
"""

from __future__ import annotations

from functools import partial

from lek import dice
from lek.agent import Brain, strategy
from lek.games.organisms import EAST, NORTH, SOUTH, WEST, go, reproduce
from lek.jit import rule
from lek.players.organisms.moves import first_food, first_vacant, left, opposite, right, vacancies

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)

CASTLE = 128  # states of RainbowCastle: bit 7, and the heading
FLOOD = 0x55  # the one state of Flood
NORTH_WEST_SOUTH_EAST = 0x2413  # an order to look round in, read from the right
CYCLE, WAITING, ROLES = 32, 5, 6


# Decided: it turns right where its way is barred (the original adds one to the direction, past the last one too); to
# stalk is to stay beside a foreigner; a birth onto an occupied side is none, as in the original.
@player(("heading", "i4"))
def rainbow_castle(g, m, v):
    """Breeds across its heading above 0.7 M; young ones walk and stalk foreigners, after 20 turns they stay (Penn 2013)."""
    if v.age == 0:
        m.heading = v.key if WEST <= v.key <= SOUTH else WEST
    shown = CASTLE + m.heading
    if v.age == 0 or v.energy <= v.v + 1:
        return go(0, shown)
    if v.energy > 0.7 * v.M:
        side = left(m.heading) if dice.below(m, 2) == 0 else right(m.heading)
        return reproduce(side, side, shown)
    if v.food_left > 0:
        return go(0, shown)
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] < 0 and v.food[side] != 0:
            return go(side, shown)
        if v.age <= 20 and v.neighbour[side] >= 0 and v.neighbour[side] & CASTLE == 0:
            return go(0, shown)
    if v.age > 20:
        return go(0, shown)
    if v.neighbour[m.heading] >= 0:
        m.heading = right(m.heading)
    return go(m.heading, CASTLE + m.heading)


# Decided: key = 8 role + heading; the founder is lost until it sees food or somebody, then it is of role 0. Worth M it
# turns to role 0, below 0.1 M to role 2. It breeds from 0.55 M (0.4 in the file that is known), which alone gives the
# energy that is published: 19,362 on 20x20, 119,438 on 50x50.
@player(("role", "i4"), ("heading", "i4"), ("births", "i4"), ("lost", "i4"))
def flood(g, m, v):
    """Two generations stream out, breeding left and right in turn; the third settles, blocks and thins out (Penn 2013)."""
    if v.age == 0:
        m.role = min(2, max(0, v.key) >> 3)
        m.heading = v.key & 7 if WEST <= v.key & 7 <= SOUTH else NORTH
        m.lost = v.key < 0
        return go(0, FLOOD)
    if v.energy <= v.v + 1:
        return go(0, FLOOD)
    food = first_food(v, NORTH_WEST_SOUTH_EAST)
    if m.lost and food == 0 and v.food_left == 0 and vacancies(v) == 4:
        return go(m.heading if v.s * (3 * v.age + 4) > 4 * v.v else 0, FLOOD)
    m.lost = 0
    worth = v.energy + v.food_left * v.u
    if worth >= v.M:
        m.role = 0
    elif worth < 0.1 * v.M:
        m.role = 2
    if worth >= 0.55 * v.M:
        child = m.heading
        if m.role < 2:
            child = left(m.heading) if m.births % 2 == 1 else right(m.heading)
        side = food if food > 0 and m.role < 2 else child
        if v.neighbour[side] < 0:
            m.births += 1
            if m.role == 2:
                m.heading = right(m.heading)
            return reproduce(side, 8 * min(2, m.role + 1) + child, FLOOD)
    if v.food_left > 0:
        return go(0, FLOOD)
    if food > 0:
        return go(food, FLOOD)
    return go(m.heading, FLOOD) if m.role < 2 else thin_out(m, v)


@rule
def thin_out(m, v):
    """Out of a crowd of kin, never back; beside an enemy it stays and blocks."""
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] >= 0 and v.neighbour[side] != FLOOD:
            return go(0, FLOOD)
    side = first_vacant(v, NORTH_WEST_SOUTH_EAST)
    if vacancies(v) > 2 or side == 0 or side == opposite(m.heading):
        return go(0, FLOOD)
    m.heading = side
    return go(side, FLOOD)


#                                 the side and the role of a child, for roles 0 to 4
BIRTHS = (((EAST, 1), (NORTH, 4), (SOUTH, 3)), ((SOUTH, 2), (WEST, 0), (NORTH, 3)), ((WEST, 3), (WEST, 3), (WEST, 3)),
          ((SOUTH, 1), (SOUTH, 1), (SOUTH, 1)), ((WEST, 2), (WEST, 2), (WEST, 2)))
FARMS = (WEST, EAST, SOUTH, WEST, EAST)  # where roles 0 to 4 go to eat


# Decided: roles take turns after every cycle, as in the original, with one cycle of waiting (the original waits for
# three); it breeds above 0.9 M with three sides vacant (the original at any energy, which comes to the same in the end,
# but later). Key = 32 role + turn, so that all keep one clock.
@player(("role", "i4"), ("turn", "i4"))
def pattern_maker(g, m, v):
    """Lays out farms to be eaten from by roles, each in its own four turns of a cycle of 32 (Penn 2013).

    The pattern to repeat, with a point for a farm:  0 1 .
                                                     3 2 4
                                                     1 . 0
    """
    if v.age == 0:
        m.role = WAITING if v.key < 0 else v.key // CYCLE % ROLES
        m.turn = v.key % CYCLE if v.key >= 0 else CYCLE - 1
        return go(0, m.role)
    m.turn = (m.turn + 1) % CYCLE
    if m.turn == 0 and v.age > 1:
        m.role = (m.role + 1) % ROLES
    if m.role == WAITING or v.energy <= v.v + 1:
        return go(0, m.role)
    since = m.turn - 7 * m.role
    if since == 0:
        return go(FARMS[m.role], m.role)
    if since == (4 if m.role < 4 else 3):
        return go(opposite(FARMS[m.role]), m.role)
    if vacancies(v) > 2 and v.energy > 0.9 * v.M:
        side, role = BIRTHS[m.role][dice.below(m, 3)]
        return reproduce(side, CYCLE * role + m.turn, m.role)
    return go(0, m.role)
