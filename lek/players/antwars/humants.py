"""Humants: ants of Ant Wars made by hand, of increasing sophistication.

W. Jaśkowski, K. Krawiec and B. Wieloch wrote four such programs to measure their evolved ants by (EuroGP 2008, section
5). Their code is not public; these are new, made after what the paper says of them. `hyper-humant` is in `hyper.py`.

All kill an enemy beside them, and an ant that sees no enemy is safe wherever it goes: the enemy is three moves away.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from lek.agent import Brain, strategy
from lek.games.antwars import NEXT, VIEW, has
from lek.jit import rule
from lek.players.antwars.strategies import DISTANCE, NEAREST, SEEN_FROM, WAY, beside, diagonal

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)
PATIENCE = np.array([0.8 ** n for n in range(6)])  # what food is worth so many moves away
SEEN = ("seen", "i8", (2,))  # cells seen so far


@rule
def ones(word):
    """How many bits of a word of at most 61 are set."""
    word -= word >> 1 & 0x5555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    return (word + (word >> 32)) & 0x7F


@rule
def news(m, cell):
    """How many cells never seen before one sees from this cell."""
    return ones(VIEW[cell, 0] & ~m.seen[0]) + ones(VIEW[cell, 1] & ~m.seen[1])


@rule
def note_seen(m, v):
    """Remember which cells have been seen."""
    m.seen[0] |= VIEW[v.cell, 0]
    m.seen[1] |= VIEW[v.cell, 1]


@rule
def closer(v, cell):
    """A direction that leads closer to a cell and not beside the enemy, or -1."""
    straight = WAY[v.cell, cell]
    for turn in range(3):
        a = (straight + (0, 1, 7)[turn]) & 7
        there = NEXT[v.cell, a]
        if DISTANCE[there, cell] < DISTANCE[v.cell, cell] and not beside(v, there):
            return a
    return -1


@rule
def straight_on(m, v):
    """The ant's diagonal, turned as far as it needs not to end beside the enemy."""
    a = diagonal(m)
    for turn in range(8):
        if not beside(v, NEXT[v.cell, (a + turn) & 7]):
            return (a + turn) & 7
    return a


@player(("heading", "i4"))
def first_humant(g, m, v):
    """Goes to the nearest food it sees, never beside the enemy, and otherwise keeps to one diagonal; has no memory."""
    if beside(v, v.cell):
        return WAY[v.cell, v.enemy]
    for cell in SEEN_FROM[v.cell]:
        if has(v.food, cell):
            a = closer(v, cell)
            if a >= 0:
                return a
    return straight_on(m, v)


@rule
def scent(v, there):
    """What the food in sight is worth from a cell: near pieces and groups most, those nearer to the enemy half."""
    total = 0.0
    for cell in SEEN_FROM[v.cell]:
        if has(v.food, cell):
            far = DISTANCE[there, cell]
            worth = (8.0, 2.0, 0.7, 0.3)[far]
            total += worth / 2 if v.enemy >= 0 and DISTANCE[v.enemy, cell] < far else worth
    return total


@player(SEEN, ("heading", "i4"))
def smart_humant(g, m, v):
    """Weighs the groups of food it sees, keeps out of the enemy's reach, and explores cells new to it; forgets food."""
    if beside(v, v.cell):
        return WAY[v.cell, v.enemy]
    note_seen(m, v)
    best = straight_on(m, v)
    most = 0.0
    for a in range(8):
        there = NEXT[v.cell, a]
        if not beside(v, there):
            worth = scent(v, there) + 0.03 * news(m, there)
            if worth > most:
                best = a
                most = worth
    return best


# What a remembering ant knows: cells seen, and the food it saw there when it last looked.

FOOD = ("food", "i8", (2,))
MOST = 6  # pieces of food it plans with
PIECES = (("piece", "i2", (MOST,)), ("tail", "f4", (MOST,)))


@rule
def note_food(m, v):
    """Remember the food in sight, and what there was elsewhere."""
    m.food[0] = (m.food[0] & ~VIEW[v.cell, 0]) | v.food[0]
    m.food[1] = (m.food[1] & ~VIEW[v.cell, 1]) | v.food[1]


@rule
def nearest_pieces(m, v):
    """Write down the nearest pieces of food remembered, and say how many these are."""
    count = 0
    if m.food[0] | m.food[1] != 0:
        for cell in NEAREST[v.cell]:
            if has(m.food, cell):
                m.piece[count] = cell
                count += 1
                if count == MOST:
                    break
    return count


@rule
def plan_tails(m, count):
    """For each piece written down, what two more after it are worth."""
    for i in range(count):
        m.tail[i] = 0.0
        for j in range(count):
            if j != i:
                then = 0.0
                for k in range(count):
                    if k != i and k != j:
                        then = max(then, PATIENCE[DISTANCE[m.piece[j], m.piece[k]]])
                m.tail[i] = max(m.tail[i], PATIENCE[DISTANCE[m.piece[i], m.piece[j]]] * (1.0 + then))


@player(SEEN, FOOD, *PIECES, ("heading", "i4"))
def super_humant(g, m, v):
    """Remembers food, plans for three pieces of it ahead, keeps out of the enemy's reach and explores."""
    note_seen(m, v)
    note_food(m, v)
    if beside(v, v.cell):
        return WAY[v.cell, v.enemy]
    count = nearest_pieces(m, v)
    plan_tails(m, count)
    best = straight_on(m, v)
    most = 0.0
    for a in range(8):
        there = NEXT[v.cell, a]
        if beside(v, there):
            continue
        worth = 0.0
        for i in range(count):
            far = DISTANCE[there, m.piece[i]]
            sure = 0.4 if v.enemy >= 0 and DISTANCE[v.enemy, m.piece[i]] <= far else 1.0
            worth = max(worth, sure * PATIENCE[far] * (1.0 + m.tail[i]))
        worth += 0.04 * news(m, there)
        if worth > most:
            best = a
            most = worth
    return best
