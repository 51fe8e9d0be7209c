"""What a bred ant remembers and perceives: BrilliAnt's memory and its terminals and functions of the board.

(W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", section 3.) Three arrays over the board: F, food where it was
last seen; B, belief, 1 for cells in view, less by a tenth with every move since a cell was seen, 0 for cells never
seen; V, cells visited. F and V are boards of bits; of B only the move is kept at which a cell was last seen. Beliefs are
whole numbers, 2**20 for one, so that a sum of them is the same in any order, turned any way, and on any machine.

Each direction is judged in a frame turned so that it lies ahead: `way` is the direction, way // 2 the quarter turns, and
odd ways are diagonal. An area is the code of its midpoint and its size in that frame (`area_code`); AREAS turns a code
into the upper left cell, relative to the ant, and the shape that it has on the board, and MASKS that into bits.

What the paper leaves open is decided by `habits`, one bit each:
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.games.antwars import AROUND, BIT, CELLS, HALF, NEXT, SIDE, SIGHT, VIEW, board, shifted
from lek.jit import rule
from lek.settings import Setting

REACH = 5  # midpoints lie up to five rows and columns away, which on this board is everywhere
SIZES = [(h, w) for h in range(1, 6) for w in range(1, 6) if h + w <= 6]  # 15 of them
SIZE = {size: k for k, size in enumerate(SIZES)}
ONE = 1 << 20  # the belief in what is in view
UNIT = np.float32(1.0 / ONE)
OLDEST = 150  # moves after which a belief is 0
DECAYED = np.array([round(ONE * 0.9**k) for k in range(OLDEST)] + [0], np.int32)
PLACE = np.array([CELLS] * 67, np.int16)  # a power of two modulo 67 tells the power
for _power in range(HALF):
    PLACE[(1 << _power) % 67] = _power
COLUMNS = [[shifted(c, i, j) for i in range(-SIGHT, SIGHT + 1) for j in range(-SIGHT, SIGHT + 1)] for c in range(CELLS)]
IN_VIEW = np.array(COLUMNS, np.int16)  # [cell, 25]

HABITS = {  # the first value is bit 0
    "food_memory": Setting(True, about="F keeps food seen earlier; if not, it is what is in view"),
    "belief": Setting(True, about="belief in what was seen decays; if not, it stays"),
    "track": Setting(True, about="V keeps cells visited; if not, it is empty"),
    "both_trees": Setting(True, about="diagonal directions have a tree of their own; if not, the straight one judges all"),
    "here": Setting(True, about="V has the cell the ant is on"),
    "expected": Setting(False, about="IsFood asks for half a piece expected; if not, for any food remembered"),
    "raw_empty": Setting(False, about="NEmpty counts cells once seen and thought empty; if not, belief in them"),
    "hope_area": Setting(False, about="FoodHope only looks at its area; if not, its area means nothing"),
    "hope_sum": Setting(False, about="FoodHope adds all food around the next cell; if not, only the best piece"),
    "this_move": Setting(True, about="TimeLeft counts the move at hand, so it begins with 35"),
    "even_after": Setting(True, about="areas of even length have the cell more after their midpoint; if not, before it"),
    "enemy_memory": Setting(False, about="the enemy is thought to be where it was last seen, until that cell is seen"),
    "exact": Setting(True, about="IsEqual asks for the same number; if not, for one within a thousandth"),
}
(NO_FOOD_MEMORY, NO_BELIEF, NO_TRACK, ONE_TREE, NOT_HERE, EXPECTED, RAW_EMPTY, HOPE_AREA, HOPE_SUM, NEXT_MOVE, BEFORE,
 ENEMY_MEMORY, ROUGHLY) = (1 << k for k in range(len(HABITS)))
__doc__ += "\n".join(f"- {name}: {setting.about}" for name, setting in HABITS.items())

MEMORY = [("food", "i8", (2,)), ("visited", "i8", (2,)), ("known", "i8", (2,)), ("cell", "i4"), ("enemy", "i4"),
          ("eaten", "i4"), ("left", "i4"), ("now", "i4"), ("habits", "i4"), ("seen", "i2", (CELLS,))]


def area_code(down: int, right: int, height: int, width: int) -> int:
    """An area as one number: its midpoint, relative to the ant and with its direction ahead, and its size."""
    return ((down + REACH) * SIDE + right + REACH) * len(SIZES) + SIZE[height, width]


def area_of(code: int) -> tuple[int, int, int, int]:
    """down, right, height, width of an area."""
    place, size = divmod(int(code), len(SIZES))
    return place // SIDE - REACH, place % SIDE - REACH, *SIZES[size]


def _turned(code: int, quarters: int, before: int) -> int:
    """The area on the board: the upper left cell relative to the ant, as a cell, times 15, plus the size it has there.

    Of an even length, the cell more lies after the midpoint, below or to the right in the ant's own frame, or `before`.
    """
    down, right, height, width = area_of(code)
    top, left = down - (height - 1 + before) // 2, right - (width - 1 + before) // 2
    for _ in range(quarters):  # (down, right) becomes (right, -down): north becomes east
        top, left, height, width = left, -(top + height - 1), width, height
    return shifted(0, top, left) * len(SIZES) + SIZE[height, width]


AREAS = np.array([[_turned(code, q, before) for before in (0, 1) for q in range(4)] for code in range(CELLS * len(SIZES))],
                 np.int16)  # [code, quarter turns, and 4 where even lengths begin before]
MASKS = np.array([board({shifted(c, i, j) for i in range(h) for j in range(w)}) for c in range(CELLS) for h, w in SIZES],
                 np.int64)  # [upper left cell * 15 + size, word]


@rule
def remember(m, v, habits):
    """Take a view in: what is seen now replaces what was remembered of these cells."""
    cell = np.int64(v.cell)
    if habits & NO_FOOD_MEMORY:
        m.food[0] = v.food[0]
        m.food[1] = v.food[1]
    else:
        m.food[0] = (m.food[0] & ~VIEW[cell, 0]) | v.food[0]
        m.food[1] = (m.food[1] & ~VIEW[cell, 1]) | v.food[1]
    m.known[0] |= VIEW[cell, 0]
    m.known[1] |= VIEW[cell, 1]
    if habits & NO_TRACK == 0:
        if habits & NOT_HERE and m.now > 0:  # the cell it comes from
            m.visited[0] |= BIT[m.cell, 0]
            m.visited[1] |= BIT[m.cell, 1]
        elif habits & NOT_HERE == 0:
            m.visited[0] |= BIT[cell, 0]
            m.visited[1] |= BIT[cell, 1]
    m.cell = cell
    forgets = m.now == 0 or m.enemy < 0 or (VIEW[cell, 0] & BIT[m.enemy, 0]) | (VIEW[cell, 1] & BIT[m.enemy, 1]) != 0
    if v.enemy >= 0 or forgets or habits & ENEMY_MEMORY == 0:
        m.enemy = v.enemy
    m.eaten = v.eaten
    m.left = v.left
    m.now += 1
    m.habits = habits
    for k in range(25):
        m.seen[IN_VIEW[cell, k]] = m.now


@rule
def spot(m, way, area):
    """Where an area lies: its row of MASKS."""
    turned = np.int64(AREAS[np.int64(area), (way >> 1) + (4 if m.habits & BEFORE else 0)])
    offset = turned // 15
    size = turned - 15 * offset
    down = offset // 11
    row = np.int64(m.cell) // 11
    column = np.int64(m.cell) - 11 * row + offset - 11 * down
    row += down
    if row >= 11:
        row -= 11
    if column >= 11:
        column -= 11
    return (row * 11 + column) * 15 + size


@rule
def count(word):
    """Bits of a word."""
    bits = 0
    while word != 0:
        word &= word - 1
        bits += 1
    return bits


@rule
def belief_in(m, low, high):
    """Belief in these cells, all seen before, in all: whole for those in view, less for others."""
    if m.habits & NO_BELIEF:
        return (count(low) + count(high)) * ONE
    cell = np.int64(m.cell)
    total = (count(low & VIEW[cell, 0]) + count(high & VIEW[cell, 1])) * ONE
    rest = low & ~VIEW[cell, 0]
    while rest != 0:
        bit = rest & -rest
        total += np.int64(DECAYED[min(m.now - m.seen[PLACE[bit % 67]], OLDEST)])
        rest ^= bit
    rest = high & ~VIEW[cell, 1]
    while rest != 0:
        bit = rest & -rest
        total += np.int64(DECAYED[min(m.now - m.seen[PLACE[bit % 67] + HALF], OLDEST)])
        rest ^= bit
    return total


@rule
def n_food(m, way, area):
    """NFood: the food remembered in the area, each piece as much as is believed in it."""
    at = spot(m, way, area)
    low = m.food[0] & MASKS[at, 0]
    high = m.food[1] & MASKS[at, 1]
    if low | high == 0:
        return np.float32(0.0)
    return np.float32(belief_in(m, low, high)) * UNIT


@rule
def is_food(m, way, area):
    """IsFood: whether the area holds food, as far as is remembered."""
    if m.habits & EXPECTED:
        return np.float32(1.0) if n_food(m, way, area) >= np.float32(0.5) else np.float32(0.0)
    at = spot(m, way, area)
    return np.float32(1.0) if (m.food[0] & MASKS[at, 0]) | (m.food[1] & MASKS[at, 1]) != 0 else np.float32(0.0)


@rule
def is_enemy(m, way, area):
    """IsEnemy: whether the enemy is in sight and in the area."""
    if m.enemy < 0:
        return np.float32(0.0)
    at = spot(m, way, area)
    return (np.float32(1.0) if (BIT[m.enemy, 0] & MASKS[at, 0]) | (BIT[m.enemy, 1] & MASKS[at, 1]) != 0
            else np.float32(0.0))


@rule
def n_empty(m, way, area):
    """NEmpty: the cells of the area that hold neither food nor the enemy, each as much as is believed."""
    at = spot(m, way, area)
    low = m.known[0] & ~m.food[0] & MASKS[at, 0]
    high = m.known[1] & ~m.food[1] & MASKS[at, 1]
    if m.enemy >= 0:
        low &= ~BIT[m.enemy, 0]
        high &= ~BIT[m.enemy, 1]
    if m.habits & RAW_EMPTY:
        return np.float32(count(low) + count(high))
    return np.float32(belief_in(m, low, high)) * UNIT


@rule
def n_visited(m, way, area):
    """NVisited: the cells of the area that the ant has been to."""
    at = spot(m, way, area)
    return np.float32(count(m.visited[0] & MASKS[at, 0]) + count(m.visited[1] & MASKS[at, 1]))


@rule
def food_hope(m, way, area):
    """FoodHope: food to be had in two moves, the first one ahead: that of the next cell and the best piece around it."""
    ahead = np.int64(NEXT[m.cell, way])
    low = m.food[0] & AROUND[ahead, 0]
    high = m.food[1] & AROUND[ahead, 1]
    if m.habits & HOPE_AREA:
        at = spot(m, way, area)
        low &= MASKS[at, 0]
        high &= MASKS[at, 1]
    if low | high == 0:
        return np.float32(0.0)
    if m.habits & HOPE_SUM:
        return np.float32(belief_in(m, low, high)) * UNIT
    first = belief_in(m, low & BIT[ahead, 0], high & BIT[ahead, 1])
    low &= ~BIT[ahead, 0]
    high &= ~BIT[ahead, 1]
    best = np.int64(0)
    while low != 0:
        best = max(best, belief_in(m, low & -low, 0))
        low &= low - 1
    while high != 0:
        best = max(best, belief_in(m, 0, high & -high))
        high &= high - 1
    return np.float32(first + best) * UNIT


@rule
def is_equal(m, way, x, y):
    """IsEqual: whether two numbers are the same."""
    if m.habits & ROUGHLY:
        return np.float32(1.0) if abs(x - y) <= np.float32(0.001) else np.float32(0.0)
    return np.float32(1.0) if x == y else np.float32(0.0)


@rule
def time_left(m, way):
    """TimeLeft: moves to the end of the game."""
    return np.float32(m.left - 1 if m.habits & NEXT_MOVE else m.left)


@rule
def points(m, way):
    """Points: pieces eaten."""
    return np.float32(m.eaten)


@rule
def points_left(m, way):
    """PointsLeft: 15 less the pieces eaten."""
    return np.float32(15 - m.eaten)


def habits_of(chosen: Any) -> int:
    """The bits of these habits: one for every one that is not as the first value says."""
    return sum(1 << k for k, (name, setting) in enumerate(HABITS.items()) if chosen[name] != setting.default)
