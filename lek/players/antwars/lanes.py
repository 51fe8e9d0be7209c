"""Many games of two bred ants at once: a fast path for matches, equal to the generic loop bit for bit.

Games of the same two genomes go on side by side, up to eight in which a genome sits first and eight in which it sits
second. Whenever a genome is to move, it judges all directions in all these games together: one lane for each quarter
turn in each game, lane = 8 * turn + game, first the straight tree, then the diagonal one. So the work of reading a tree
is shared by 32 lanes, and most instructions are a few vector instructions.

What ants carry and do is in `ants.py`.
"""

from __future__ import annotations

import numpy as np

from lek import dice
from lek.brains.tree import LEVELS
from lek.jit import rule
from lek.players.antwars import code
from lek.players.antwars.ants import ANTS, LANES, ORDER_BITS, WIDTH, alike, begin, choose, foe, go, look, pack, unpack
from lek.players.antwars.perception import (
    EXPECTED,
    MASKS,
    NEXT_MOVE,
    NO_BELIEF,
    ONE,
    ONE_TREE,
    RAW_EMPTY,
    ROUGHLY,
    SIGHT_0,
    SIGHT_1,
    UNIT,
    count,
    faded,
    hoped,
)

ROOM = 2 * LEVELS + 2  # a condition and a value wait for each If above
SCRATCH = np.dtype([
    ("stack", "f4", (ROOM, LANES)), *((f"{name}{k}", "i8", (WIDTH,)) for name in "fvke" for k in (0, 1)),  # a lane a game
    ("worth", "f4", (8, WIDTH)), ("used", "i4", (LANES,)), ("left", "f4", (WIDTH,)), ("points", "f4", (WIDTH,)),
    ("agreed", "i8", (LEVELS,)), ("here", "i8", (WIDTH,)), ("told", "i4", (1,)),
    ("mask", "i8", (4, 2)), ("rng", "u8"), *ANTS], align=True)


@rule
def take_lane(w, n, game, seat, habits, left):
    """Lane n of this turn is a game's."""
    w.here[n] = game
    w.f0[n] = w.food_0[game, seat]
    w.f1[n] = w.food_1[game, seat]
    w.v0[n] = w.visited_0[game, seat]
    w.v1[n] = w.visited_1[game, seat]
    w.k0[n] = w.known_0[game, seat]
    w.k1[n] = w.known_1[game, seat]
    w.e0[n], w.e1[n] = foe(w, game, seat)
    w.left[n] = left - 1 if habits & NEXT_MOVE else left
    w.points[n] = w.eaten[game, seat]


@rule
def count_food(w, x, mask, seat, habits, width):
    """NFood in all lanes."""
    far = np.int64(0)
    for q in range(4):
        m0 = mask[q, 0]
        m1 = mask[q, 1]
        for j in range(width):
            low = w.f0[j] & m0
            high = w.f1[j] & m1
            x[8 * q + j] = np.float32(count(low & SIGHT_0) + count(high & SIGHT_1))
            far |= (low & ~SIGHT_0) | (high & ~SIGHT_1)
    if far != 0:
        fade(w, x, mask, seat, habits, 0)


@rule
def count_empty(w, x, mask, seat, habits, width):
    """NEmpty in all lanes."""
    far = np.int64(0)
    for q in range(4):
        m0 = mask[q, 0]
        m1 = mask[q, 1]
        for j in range(width):
            low = w.k0[j] & ~w.f0[j] & ~w.e0[j] & m0
            high = w.k1[j] & ~w.f1[j] & ~w.e1[j] & m1
            x[8 * q + j] = np.float32(count(low & SIGHT_0) + count(high & SIGHT_1))
            far |= (low & ~SIGHT_0) | (high & ~SIGHT_1)
    if far != 0:
        fade(w, x, mask, seat, habits, 1)


@rule
def fade(w, x, mask, seat, habits, empty):
    """Add to x, lane by lane, the belief in cells that are not in view: of food, or of cells thought empty."""
    for q in range(4):
        m0 = mask[q, 0] & ~SIGHT_0
        m1 = mask[q, 1] & ~SIGHT_1
        if m0 | m1 == 0:
            continue
        for j in range(WIDTH):
            low = (w.k0[j] & ~w.f0[j] if empty else w.f0[j]) & m0
            high = (w.k1[j] & ~w.f1[j] if empty else w.f1[j]) & m1
            if low | high != 0:
                lane = 8 * q + j
                if habits & NO_BELIEF or (empty and habits & RAW_EMPTY):
                    x[lane] += np.float32(count(low) + count(high))
                else:
                    game = w.here[j]
                    total = np.int64(x[lane]) * ONE
                    total += faded(low, high, np.int64(w.cell[game, seat]), np.int64(w.now[game, seat]), w.seen[game, seat])
                    x[lane] = np.float32(total) * UNIT


@rule
def count_visited(w, x, mask, width):
    """NVisited in all lanes."""
    for q in range(4):
        m0 = mask[q, 0]
        m1 = mask[q, 1]
        for j in range(width):
            x[8 * q + j] = np.float32(count(w.v0[j] & m0) + count(w.v1[j] & m1))


@rule
def any_in(x, b0, b1, mask, width):
    """Whether a board has a cell of the area, in all lanes."""
    for q in range(4):
        m0 = mask[q, 0]
        m1 = mask[q, 1]
        for j in range(width):
            x[8 * q + j] = np.float32(1.0) if (b0[j] & m0) | (b1[j] & m1) != 0 else np.float32(0.0)


@rule
def hope(w, x, tree, habits, width):
    """FoodHope in all lanes."""
    for q in range(4):
        for j in range(width):
            x[8 * q + j] = hoped(w.f0[j], w.f1[j], 2 * q + tree, habits)


@rule
def spread_out(x, of_game, width):
    """What is the same for all turns."""
    for q in range(4):
        for j in range(width):
            x[8 * q + j] = of_game[j]


@rule
def said(x, used, n, lanes):
    """What lanes in use say: 1 all yes, 0 all no, -1 both."""
    yes = np.int32(0)
    for i in range(lanes):
        yes += used[i] & np.int32(x[i] != 0)
    return 1 if yes == 4 * n else 0 if yes == 0 else -1


@rule
def run(w, c, tree, n, seat, way_of, width, lanes):
    """Run the code of one tree; its values are in stack[0] then."""
    at = np.int64(c.start[tree])
    top = -1
    asked = 0
    habits = np.int64(c.habits)
    while True:
        does = np.int64(c.does[at])
        op = does & 31
        operand = does // code.OPERAND
        if op == code.END:
            break
        if op < code.NOT:
            top += 1
            x = w.stack[top]
            if op >= code.HOPE:
                for q in range(4):
                    w.mask[q, 0] = MASKS[c.area[operand, q], 0]
                    w.mask[q, 1] = MASKS[c.area[operand, q], 1]
            mask = w.mask
            if op == code.CONST:
                for i in range(lanes):
                    x[i] = c.arg[operand]
            elif op == code.FOOD and habits & EXPECTED == 0:
                any_in(x, w.f0, w.f1, mask, width)
            elif op == code.NFOOD or op == code.FOOD:
                count_food(w, x, mask, seat, habits, width)
                if op == code.FOOD:
                    for i in range(lanes):
                        x[i] = np.float32(1.0) if x[i] >= np.float32(0.5) else np.float32(0.0)
            elif op == code.NEMPTY:
                count_empty(w, x, mask, seat, habits, width)
            elif op == code.NVISITED:
                count_visited(w, x, mask, width)
            elif op == code.ENEMY:
                any_in(x, w.e0, w.e1, mask, width)
            elif op == code.HOPE:
                hope(w, x, way_of, habits, width)
            elif op == code.TIME:
                spread_out(x, w.left, width)
            elif op == code.POINTS:
                spread_out(x, w.points, width)
            else:
                spread_out(x, w.points, width)
                for i in range(lanes):
                    x[i] = np.float32(15.0) - x[i]
        elif op == code.NOT:
            x = w.stack[top]
            for i in range(lanes):
                x[i] = np.float32(1.0) - x[i]
        elif op <= code.MUL:
            x = w.stack[top - 1]
            y = w.stack[top]
            top -= 1
            if op == code.ADD:
                for i in range(lanes):
                    x[i] += y[i]
            elif op == code.SUB:
                for i in range(lanes):
                    x[i] -= y[i]
            elif op == code.MUL:
                for i in range(lanes):
                    x[i] *= y[i]
            elif op == code.SMALLER:
                for i in range(lanes):
                    x[i] = np.float32(1.0) if x[i] < y[i] else np.float32(0.0)
            elif habits & ROUGHLY:
                for i in range(lanes):
                    x[i] = np.float32(1.0) if abs(x[i] - y[i]) <= np.float32(0.001) else np.float32(0.0)
            else:
                for i in range(lanes):
                    x[i] = np.float32(1.0) if x[i] == y[i] else np.float32(0.0)
        elif op == code.TEST:
            answer = said(w.stack[top], w.used, n, lanes)
            w.agreed[asked] = answer
            asked += 1
            if answer >= 0:
                top -= 1
                if answer == 0:
                    at = operand
                    continue
        elif op == code.ELSE:
            if w.agreed[asked - 1] == 1:
                at = operand
                continue
        elif op == code.SELECT:
            asked -= 1
            if w.agreed[asked] < 0:
                x = w.stack[top - 2]
                yes = w.stack[top - 1]
                no = w.stack[top]
                for i in range(lanes):
                    x[i] = yes[i] if x[i] != 0 else no[i]
                top -= 2
        elif op == code.ALL or op == code.ANY:
            if said(w.stack[top], w.used, n, lanes) == (0 if op == code.ALL else 1):
                at = operand
                continue
        else:
            x = w.stack[top - 1]
            y = w.stack[top]
            top -= 1
            if op == code.AND:
                for i in range(lanes):
                    x[i] *= y[i]
            else:
                for i in range(lanes):
                    x[i] = max(x[i], y[i])
        at += 1


@rule
def judge(w, c, n, seat, width, lanes):
    """What all ways are worth to the ants of this turn: worth[way, lane of the game]."""
    for tree in range(2):
        run(w, c, 0 if c.habits & ONE_TREE else tree, n, seat, tree, width, lanes)
        for q in range(4):
            for j in range(n):
                w.worth[2 * q + tree, j] = w.stack[0, 8 * q + j]


@rule
def play(t, codes, seed, deal, schedule, first, last, scratch, scores, measures):
    """Play games [first, last) of a schedule, those of the same two side by side."""
    w = scratch[0]
    i = first
    while i < last:
        games = alike(schedule, i, last)
        for game in range(games):
            w.rng = dice.stream(seed, deal[i + game], 0)
            begin(w, game, t.pieces, w)
        for turn in range(2 * t.moves):
            seat = turn & 1
            for side in range(1 if schedule[i, 0] == schedule[i, 1] else 2):
                genome = schedule[i, side]
                c = codes[genome]
                habits = np.int64(c.habits)
                n = 0
                for game in range(games):
                    if schedule[i + game, seat] == genome and w.alive[game, seat] != 0:
                        look(w, game, seat, habits)
                        take_lane(w, n, game, seat, habits, t.moves - (turn >> 1))
                        n += 1
                if n > 0:
                    for lane in range(4 * t.width):
                        w.used[lane] = lane & 7 < n
                    judge(w, c, n, seat, t.width, 4 * t.width)
                    for j in range(n):
                        go(w, w.here[j], seat, choose(w.worth, j, t.order[habits >> ORDER_BITS]), habits)
        for game in range(games):
            w.told[0] = pack(w, game)
            unpack(w.told, scores[i + game:i + game + 1], measures[i + game:i + game + 1])
        i += games


