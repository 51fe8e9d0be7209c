"""What a bred ant remembers and perceives: BrilliAnt's memory and its terminals and functions of the board.

(W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", section 3.) Three arrays over the board: F, food where it was
last seen; B, belief, 1 for cells in view, less by a tenth with every move since a cell was seen, 0 for cells never
seen; V, cells visited. F and V are boards of bits; of B only the move is kept at which a cell was last seen. Beliefs are
whole numbers, 2**20 for one, so that a sum of them is the same in any order, turned any way, and on any machine.

Boards move with the ant: cell 0 is the one it is on. So the view is always the same bits, and so is an area. Each
direction is judged in a frame turned so that it lies ahead: `way` is the direction, way // 2 the quarter turns, and
odd ways are diagonal. An area is the code of its midpoint and its size in that frame (`area_code`); AREAS turns a code
into the upper left cell and the shape that it has on the board, and MASKS that into bits.

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
PLACE = np.array([0] * 67, np.int16)  # a power of two modulo 67 tells the power
for _power in range(HALF):
    PLACE[(1 << _power) % 67] = _power
BEYOND = np.array([[shifted(c, far // SIDE, far % SIDE) for far in range(CELLS)] for c in range(CELLS)], np.uint8)
IN_VIEW = np.array([[shifted(c, i, j) for i in range(-SIGHT, SIGHT + 1) for j in range(-SIGHT, SIGHT + 1)]
                    for c in range(CELLS)], np.int16)  # [cell, 25]
SIGHT_0, SIGHT_1 = (int(word) for word in VIEW[0])  # the view from cell 0
LOW, HIGH = (1 << HALF) - 1, (1 << (CELLS - HALF)) - 1  # all cells
FIRST_0, FIRST_1 = board(range(0, CELLS, SIDE))  # the first and the last column
LAST_0, LAST_1 = board(range(SIDE - 1, CELLS, SIDE))

HABITS = {  # the first value is bit 0
    "food_memory": Setting(True, about="F keeps food seen earlier; if not, it is what is in view"),
    "belief": Setting(True, about="belief in what was seen decays; if not, it stays"),
    "track": Setting(True, about="V keeps cells visited; if not, it is empty"),
    "both_trees": Setting(True, about="diagonal directions have a tree of their own; if not, the straight one judges all"),
    "here": Setting(True, about="a cell is marked in V when the ant comes to it; if not, when it leaves it"),
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

NEXT_WAY = np.zeros(CELLS, np.int16)  # the direction of a neighbour that lies there
NEXT_WAY[NEXT[0]] = range(8)
MEMORY = [("food", "i8", (2,)), ("visited", "i8", (2,)), ("known", "i8", (2,)), ("cell", "i4"), ("enemy", "i4"),
          ("eaten", "i4"), ("left", "i4"), ("now", "i4"), ("habits", "i4"), ("seen", "i2", (CELLS,))]


def area_code(down: int, right: int, height: int, width: int) -> int:
    """An area as one number: its midpoint, relative to the ant and with its direction ahead, and its size."""
    return ((down + REACH) * SIDE + right + REACH) * len(SIZES) + SIZE[height, width]


def area_of(code: int) -> tuple[int, int, int, int]:
    """down, right, height, width of an area."""
    place, size = divmod(int(code), len(SIZES))
    return place // SIDE - REACH, place % SIDE - REACH, *SIZES[size]


def _turned(code: int, quarters: int) -> int:
    """The area on the board: its upper left cell, times 15, plus the size it has there.

    Of an even length, the cell more lies after the midpoint, below or to the right in the ant's own frame.
    """
    down, right, height, width = area_of(code)
    top, left = down - (height - 1) // 2, right - (width - 1) // 2
    for _ in range(quarters):  # (down, right) becomes (right, -down): north becomes east
        top, left, height, width = left, -(top + height - 1), width, height
    return shifted(0, top, left) * len(SIZES) + SIZE[height, width]


def _earlier(code: int) -> int:
    """The area whose cell more lies before the midpoint, where a length is even."""
    down, right, height, width = area_of(code)
    return area_code((down - (height % 2 == 0) + REACH) % SIDE - REACH, (right - (width % 2 == 0) + REACH) % SIDE - REACH,
                     height, width)


AREAS = np.array([[_turned(code, q) for q in range(4)] for code in range(CELLS * len(SIZES))], np.int16)  # [code, turns]
EARLIER = np.array([_earlier(code) for code in range(len(AREAS))], np.int16)
MASKS = np.array([board({shifted(c, i, j) for i in range(h) for j in range(w)}) for c in range(CELLS) for h, w in SIZES],
                 np.int64)  # [upper left cell * 15 + size, word]


@rule
def shift(low, high, way):
    """A board after the ant has gone one step this way: every cell lies one step further the other way."""
    if way == 7 or way <= 1:  # north: everything moves down a row
        low, high = ((low << 11) & LOW) | (high >> 49), ((high << 11) & HIGH) | (low >> 50)
    elif 3 <= way <= 5:
        low, high = (low >> 11) | ((high << 50) & LOW), (high >> 11) | ((low << 49) & HIGH)
    if 1 <= way <= 3:  # east: everything moves left a column, the first column to the other side
        edge_0 = low & FIRST_0
        edge_1 = high & FIRST_1
        low ^= edge_0
        high ^= edge_1
        low, high = (low >> 1) | ((high << 60) & LOW), high >> 1
        low |= (edge_0 << 10) & LOW
        high |= (edge_1 << 10) | (edge_0 >> 51)
    elif way >= 5:
        edge_0 = low & LAST_0
        edge_1 = high & LAST_1
        low ^= edge_0
        high ^= edge_1
        low, high = (low << 1) & LOW, ((high << 1) & HIGH) | (low >> 60)
        low |= (edge_0 >> 10) | ((edge_1 << 51) & LOW)
        high |= edge_1 >> 10
    return low, high


@rule
def away(cell, other):
    """Where `other` lies for an ant on `cell`."""
    row = other // 11 - cell // 11
    column = other % 11 - cell % 11
    return (row + 11 if row < 0 else row) * 11 + (column + 11 if column < 0 else column)


@rule
def beyond(cell, far):
    """The cell that lies `far` for an ant on `cell`."""
    row = cell // 11 + far // 11
    column = cell % 11 + far % 11
    return (row - 11 if row >= 11 else row) * 11 + (column - 11 if column >= 11 else column)


@rule
def count(word):
    """Bits of a word."""
    bits = 0
    while word != 0:
        word &= word - 1
        bits += 1
    return bits


@rule
def faded(low, high, cell, now, seen):
    """Belief in these cells, all seen before and none in view."""
    total = np.int64(0)
    while low != 0:
        bit = low & -low
        age = now - np.int64(seen[beyond(cell, np.int64(PLACE[bit % 67]))])
        total += np.int64(DECAYED[min(age, OLDEST)])
        low ^= bit
    while high != 0:
        bit = high & -high
        age = now - np.int64(seen[beyond(cell, np.int64(PLACE[bit % 67]) + HALF)])
        total += np.int64(DECAYED[min(age, OLDEST)])
        high ^= bit
    return total


@rule
def believed(low, high, cell, now, seen, habits):
    """Belief in these cells, all seen before: whole in those in view, less in others."""
    if habits & NO_BELIEF:
        return (count(low) + count(high)) * ONE
    total = (count(low & SIGHT_0) + count(high & SIGHT_1)) * ONE
    low &= ~SIGHT_0
    high &= ~SIGHT_1
    if low | high != 0:
        total += faded(low, high, cell, now, seen)
    return total


@rule
def hoped(low, high, way, habits):
    """The food of these cells that two moves can reach, the first one this way: the next cell's and a piece around it.

    All these cells are in view, so belief is whole.
    """
    ahead = np.int64(NEXT[0, way])
    first = (low & BIT[ahead, 0]) | (high & BIT[ahead, 1]) != 0
    low &= AROUND[ahead, 0] & ~BIT[ahead, 0]
    high &= AROUND[ahead, 1] & ~BIT[ahead, 1]
    if habits & HOPE_SUM:
        return np.float32(first + count(low) + count(high))
    return np.float32(first + (low | high != 0))


@rule
def remember(m, v, habits):
    """Take a view in: boards move with the ant, and what is seen now replaces what was remembered of these cells."""
    cell = np.int64(v.cell)
    if m.now > 0:
        way = NEXT_WAY[away(np.int64(m.cell), cell)]
        m.food[0], m.food[1] = shift(m.food[0], m.food[1], way)
        m.visited[0], m.visited[1] = shift(m.visited[0], m.visited[1], way)
        m.known[0], m.known[1] = shift(m.known[0], m.known[1], way)
    if habits & NO_FOOD_MEMORY:
        m.food[0] = 0
        m.food[1] = 0
    m.food[0] &= ~SIGHT_0
    m.food[1] &= ~SIGHT_1
    for half in range(2):
        rest = v.food[half]
        while rest != 0:
            far = away(cell, np.int64(PLACE[(rest & -rest) % 67]) + half * HALF)
            m.food[0] |= BIT[far, 0]
            m.food[1] |= BIT[far, 1]
            rest &= rest - 1
    m.known[0] |= SIGHT_0
    m.known[1] |= SIGHT_1
    if habits & NO_TRACK == 0:
        if habits & NOT_HERE == 0:
            m.visited[0] |= 1
        elif m.now > 0:  # only the cell it comes from
            behind = away(cell, np.int64(m.cell))
            m.visited[0] |= BIT[behind, 0]
            m.visited[1] |= BIT[behind, 1]
    met = np.int64(away(cell, np.int64(v.enemy))) if v.enemy >= 0 else np.int64(-1)
    if met < 0 and habits & ENEMY_MEMORY and m.now > 0 and m.enemy >= 0:
        was = away(cell, beyond(np.int64(m.cell), np.int64(m.enemy)))
        if (BIT[was, 0] & SIGHT_0) | (BIT[was, 1] & SIGHT_1) == 0:
            met = was
    m.enemy = met
    m.cell = cell
    m.eaten = v.eaten
    m.left = v.left
    m.now += 1
    m.habits = habits
    for k in range(25):
        m.seen[IN_VIEW[cell, k]] = m.now


@rule
def spot(area, way, habits):
    """Where an area lies: its row of MASKS."""
    code = np.int64(area)
    if habits & BEFORE:
        code = np.int64(EARLIER[code])
    return np.int64(AREAS[code, way >> 1])


@rule
def bits(at, half):
    """A word of MASKS. (Every rule that names a table has a copy of it on a GPU, where there is little room.)"""
    return MASKS[at, half]


@rule
def n_food(m, way, area):
    """NFood: the food remembered in the area, each piece as much as is believed in it."""
    at = spot(area, way, m.habits)
    low = m.food[0] & bits(at, 0)
    high = m.food[1] & bits(at, 1)
    return np.float32(believed(low, high, np.int64(m.cell), np.int64(m.now), m.seen, m.habits)) * UNIT


@rule
def is_food(m, way, area):
    """IsFood: whether the area holds food, as far as is remembered."""
    if m.habits & EXPECTED:
        return np.float32(1.0) if n_food(m, way, area) >= np.float32(0.5) else np.float32(0.0)
    at = spot(area, way, m.habits)
    return np.float32(1.0) if (m.food[0] & bits(at, 0)) | (m.food[1] & bits(at, 1)) != 0 else np.float32(0.0)


@rule
def is_enemy(m, way, area):
    """IsEnemy: whether the enemy is in sight and in the area."""
    if m.enemy < 0:
        return np.float32(0.0)
    at = spot(area, way, m.habits)
    return (np.float32(1.0) if (BIT[m.enemy, 0] & bits(at, 0)) | (BIT[m.enemy, 1] & bits(at, 1)) != 0
            else np.float32(0.0))


@rule
def n_empty(m, way, area):
    """NEmpty: the cells of the area that hold neither food nor the enemy, each as much as is believed."""
    at = spot(area, way, m.habits)
    low = m.known[0] & ~m.food[0] & bits(at, 0)
    high = m.known[1] & ~m.food[1] & bits(at, 1)
    if m.enemy >= 0:
        low &= ~BIT[m.enemy, 0]
        high &= ~BIT[m.enemy, 1]
    if m.habits & RAW_EMPTY:
        return np.float32(count(low) + count(high))
    return np.float32(believed(low, high, np.int64(m.cell), np.int64(m.now), m.seen, m.habits)) * UNIT


@rule
def n_visited(m, way, area):
    """NVisited: the cells of the area that the ant has been to."""
    at = spot(area, way, m.habits)
    return np.float32(count(m.visited[0] & bits(at, 0)) + count(m.visited[1] & bits(at, 1)))


@rule
def food_hope(m, way, area):
    """FoodHope: food to be had in two moves, the first one ahead."""
    low = m.food[0]
    high = m.food[1]
    if m.habits & HOPE_AREA:
        at = spot(area, way, m.habits)
        low &= bits(at, 0)
        high &= bits(at, 1)
    return hoped(low, high, way, m.habits)


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
