"""Ants of many games at once, for the fast paths: what they carry, how they look, go, eat and kill.

Boards lie relative to their ant (`perception.py`): the true food, the food remembered, cells visited and cells known.
After a step all four are shifted. Games of the same two genomes are played side by side, up to eight in which a genome sits
first and eight in which it sits second. `lanes.py` thinks for them on a CPU, `warps.py` on a GPU.
"""

from __future__ import annotations

import numpy as np

from lek import dice
from lek.games.antwars import BIT, CELLS, NEXT, START, shifted
from lek.jit import rule
from lek.players.antwars.perception import (
    HABITS,
    NO_FOOD_MEMORY,
    NO_TRACK,
    NOT_HERE,
    SIGHT_0,
    SIGHT_1,
    away,
    beyond,
    shift,
)

SIDE_BY_SIDE, WIDTH, LANES = 16, 8, 32
ORDER_BITS = len(HABITS)  # above the habits stands the number of the order in which equals are preferred
LEAVING = np.full((8, 9), -1, np.int16)  # cells that leave the view with a step, as they lie before it
for _way in range(8):
    _gone = [c for c in (shifted(0, i, j) for i in range(-2, 3) for j in range(-2, 3))
             if int(np.abs((np.array([c // 11, c % 11]) - np.array([NEXT[0, _way] // 11, NEXT[0, _way] % 11]) + 5) % 11
                           - 5).max()) > 2]
    LEAVING[_way, :len(_gone)] = _gone

LONGEST = 250  # moves that `seen` can tell apart
_ANTS = (SIDE_BY_SIDE, 2)
_BOARDS = ("true", "food", "visited", "known")  # relative to the ant: food there is, food remembered, cells been to, seen
ANTS = [*((f"{name}_{k}", "i8", _ANTS) for name in _BOARDS for k in (0, 1)), ("cell", "i4", _ANTS),
        ("eaten", "i4", _ANTS), ("alive", "i4", _ANTS), ("now", "i4", _ANTS), ("seen", "u1", (*_ANTS, 128))]


@rule
def look(w, game, seat, habits):
    """Ant `seat` of a game takes in what it sees."""
    kept_0 = 0 if habits & NO_FOOD_MEMORY else w.food_0[game, seat] & ~SIGHT_0
    kept_1 = 0 if habits & NO_FOOD_MEMORY else w.food_1[game, seat] & ~SIGHT_1
    w.food_0[game, seat] = kept_0 | (w.true_0[game, seat] & SIGHT_0)
    w.food_1[game, seat] = kept_1 | (w.true_1[game, seat] & SIGHT_1)
    w.known_0[game, seat] |= SIGHT_0
    w.known_1[game, seat] |= SIGHT_1
    if habits & (NO_TRACK | NOT_HERE) == 0:
        w.visited_0[game, seat] |= 1
    w.now[game, seat] += 1


@rule
def foe(w, game, seat):
    """The enemy as a board, where it lives and is in view."""
    if w.alive[game, 1 - seat] == 0:
        return np.int64(0), np.int64(0)
    far = away(np.int64(w.cell[game, seat]), np.int64(w.cell[game, 1 - seat]))
    return BIT[far, 0] & SIGHT_0, BIT[far, 1] & SIGHT_1


@rule
def go(w, game, seat, way, habits):
    """Ant `seat` of a game steps this way: it eats, it kills, its boards move along."""
    cell = np.int64(w.cell[game, seat])
    for k in range(9):
        if LEAVING[way, k] >= 0:
            w.seen[game, seat, beyond(cell, np.int64(LEAVING[way, k]))] = w.now[game, seat]
    cell = np.int64(NEXT[cell, way])
    w.cell[game, seat] = cell
    other = np.int64(w.cell[game, 1 - seat])
    low, high = shift(w.true_0[game, seat], w.true_1[game, seat], way)
    if low & 1:
        low ^= 1
        w.eaten[game, seat] += 1
        far = away(other, cell)
        w.true_0[game, 1 - seat] &= ~BIT[far, 0]
        w.true_1[game, 1 - seat] &= ~BIT[far, 1]
    w.true_0[game, seat] = low
    w.true_1[game, seat] = high
    if other == cell:
        w.alive[game, 1 - seat] = 0
    w.food_0[game, seat], w.food_1[game, seat] = shift(w.food_0[game, seat], w.food_1[game, seat], way)
    w.known_0[game, seat], w.known_1[game, seat] = shift(w.known_0[game, seat], w.known_1[game, seat], way)
    if habits & NO_TRACK == 0:
        w.visited_0[game, seat], w.visited_1[game, seat] = shift(w.visited_0[game, seat], w.visited_1[game, seat], way)
        if habits & NOT_HERE:
            behind = np.int64(NEXT[0, way ^ 4])
            w.visited_0[game, seat] |= BIT[behind, 0]
            w.visited_1[game, seat] |= BIT[behind, 1]


@rule
def choose(worth, j, order):
    """The best way in lane j, the earliest of equals."""
    choice = order[0]
    for k in range(1, 8):
        if worth[order[k], j] > worth[choice, j]:
            choice = order[k]
    return choice


@rule
def begin(w, game, pieces, d):
    """Set up a game, with the same dice as the game's own `start`."""
    for seat in range(2):
        w.cell[game, seat] = START[seat]
        w.eaten[game, seat] = 0
        w.alive[game, seat] = 1
        w.now[game, seat] = 0
        w.true_0[game, seat] = 0
        w.true_1[game, seat] = 0
        w.food_0[game, seat] = 0
        w.food_1[game, seat] = 0
        w.visited_0[game, seat] = 0
        w.visited_1[game, seat] = 0
        w.known_0[game, seat] = 0
        w.known_1[game, seat] = 0
    placed = 0
    while placed < pieces:
        cell = dice.below(d, CELLS)
        here = away(np.int64(START[0]), cell)
        there = away(np.int64(START[1]), cell)
        taken = (w.true_0[game, 0] & BIT[here, 0]) | (w.true_1[game, 0] & BIT[here, 1])
        if taken == 0 and here != 0 and there != 0:
            w.true_0[game, 0] |= BIT[here, 0]
            w.true_1[game, 0] |= BIT[here, 1]
            w.true_0[game, 1] |= BIT[there, 0]
            w.true_1[game, 1] |= BIT[there, 1]
            placed += 1


@rule
def pack(w, game):
    """What a game came to, in one number: pieces eaten by each ant, a byte each, and two bits for who lives."""
    return w.eaten[game, 0] | (w.eaten[game, 1] << 8) | (w.alive[game, 0] << 16) | (w.alive[game, 1] << 17)


@rule
def unpack(told, scores, measures):
    """Scores [games, 2] and measures [games, 2, 4] of packed games [games], as the game's own rules tell them."""
    for i in range(len(told)):
        for seat in range(2):
            mine = (told[i] >> (8 * seat)) & 255
            other = (told[i] >> (8 - 8 * seat)) & 255
            won = 1.0 if mine > other or (mine == other and seat == 0) else 0.0
            scores[i, seat] = won
            measures[i, seat, 0] = mine
            measures[i, seat, 1] = 1 - ((told[i] >> (16 + seat)) & 1)
            measures[i, seat, 2 + seat] = won
            measures[i, seat, 3 - seat] = np.nan


@rule
def alike(schedule, first, last):
    """How many games from `first` on are between the same two, as far as they fit side by side."""
    a = schedule[first, 0]
    b = schedule[first, 1]
    as_first = 0
    as_second = 0
    i = first
    while i < last:
        if schedule[i, 0] == a and schedule[i, 1] == b and as_first < WIDTH:
            as_first += 1
        elif schedule[i, 0] == b and schedule[i, 1] == a and as_second < WIDTH and a != b:
            as_second += 1
        else:
            break
        i += 1
    return i - first


@rule
def groups_of(schedule):
    """What is played side by side [groups, 5]: the first game, how many, both genomes, a bit for each swapped game."""
    groups = np.empty((len(schedule), 5), np.int64)
    n = 0
    i = 0
    while i < len(schedule):
        groups[n, 0] = i
        groups[n, 1] = alike(schedule, i, len(schedule))
        groups[n, 2] = schedule[i, 0]
        groups[n, 3] = schedule[i, 1]
        groups[n, 4] = 0
        for game in range(groups[n, 1]):
            if schedule[i + game, 0] != schedule[i, 0]:
                groups[n, 4] |= 1 << game
        i += groups[n, 1]
        n += 1
    return groups[:n].copy()
