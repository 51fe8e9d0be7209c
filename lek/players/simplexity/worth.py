"""What `lek` values in a position of Simplexity where no network was trained, for White, in hundredths of a logit.

Places for a line. Every stretch of `win` cells counts by what lies on it: so many rounds, squares, white and red pieces.
Where a line is four, every such mixture has a weight of its own, for upright, level and slanting stretches apart; for
other lengths, stretches of one kind by the pieces they lack. Kept up move by move.

Threats. Cells that complete a line, by whose they are, whether colour, shape or both complete it, whether their row is even
or odd (as in Connect Four, who gets to a cell in the end depends on that), and how far above the pieces they lie.

Stock. Pieces of the own shape left, and their share of what is left: whoever has to play the other's shape builds his lines.

Who has to give way. Cells to fill before somebody must play under a threat: an odd number of them suits the mover.

The weights are those of a logistic regression on the results of the player's own games (`fitting.py` beside this), one set
from 6x7 for boards of up to 70 cells, one from 8x13 for larger ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.games.simplexity import ONE
from lek.jit import rule
from lek.players.simplexity.weights import LACKING, MIXTURES, WEIGHTS

NONE = np.uint64(0)
SMALL = 70  # cells
THREATS, STOCK, GIVING = 36, 6, 4  # player x kind x parity x distance; see `features`
FEATURES = THREATS + STOCK + GIVING
STATES = 625  # rounds + 5 squares + 25 white + 125 red, on a stretch of four
LONGEST = 15  # lines of other lengths are counted in four bits each: rounds, squares, white, red


def _mixtures() -> Any:
    """Weights of what lies on a stretch of four [board, upright or level or slanting, state]."""
    table = np.zeros((2, 3, STATES), np.int32)
    for board, way in np.ndindex(2, 3):
        for state, weight in MIXTURES[board][way].items():
            table[board, way, state] = weight
    return table


def _lacking() -> Any:
    """Weights of stretches of one kind [colour or shape, win, counts]: four bits for White's kind, four for Red's."""
    table = np.zeros((2, LONGEST + 1, 256), np.int32)
    for kind, missing in np.ndindex(2, 3):
        for win in range(missing + 2, LONGEST + 1):
            pieces = win - missing - 1
            table[kind, win, pieces] = LACKING[kind][missing]
            table[kind, win, pieces << 4] = -LACKING[kind][missing]
    return table


MIXTURE, LACKS, WEIGHT = _mixtures(), _lacking(), np.array(WEIGHTS, np.float32)


@rule
def more(win, player, shape):
    """What a piece adds to the count of a stretch."""
    if win == 4:
        return (5 if shape == 1 else 1) + (125 if player == 1 else 25)
    return (1 << (4 * shape)) + (256 << (4 * player)) if win <= LONGEST else 0


@rule
def worth(s, way, count):
    """What a stretch with this count is worth; ways are upright, falling, level, rising."""
    if s.win == 4:
        return MIXTURE[large(s), 0 if way == 0 else 1 if way == 2 else 2, count]
    return LACKS[1, s.win, count & 255] + LACKS[0, s.win, count >> 8] if s.win <= LONGEST else 0


@rule
def large(s):
    return 1 if s.rows * s.cols > SMALL else 0


@rule
def features(e, s):
    """Fill e.f."""
    f = e.f
    for i in range(FEATURES):
        f[i] = 0.0
    words = s.boards.shape[1]
    carry = NONE
    carry_near = NONE
    carry_next = NONE
    for w in range(words):
        free = e.free[w]
        reach = free & ~((free << ONE) | carry)
        carry = free >> np.uint64(63)
        near = ((reach << ONE) | carry_near) & free
        carry_near = reach >> np.uint64(63)
        following = ((near << ONE) | carry_next) & free
        carry_next = near >> np.uint64(63)
        for player in range(2):
            colour = e.threats[player, w] & ~reach
            shape = e.threats[2 + player, w] & ~reach if s.stock[player, player] > 0 else NONE
            left = colour | shape
            while left != NONE:
                cell = left & ~(left - ONE)
                left &= left - ONE
                kind = 2 if (cell & colour & shape) != NONE else 1 if (cell & shape) != NONE else 0
                parity = 0 if (cell & e.even[w]) != NONE else 1
                distance = 0 if (cell & near) != NONE else 1 if (cell & following) != NONE else 2
                f[18 * player + 6 * kind + 3 * parity + distance] += 1.0
    at_stake = safe_cells(e, s)
    safe = at_stake & 0xFFFF
    in_stock(s, f)
    tempo = 1.0 if s.mover == 0 else -1.0
    turn = tempo if safe & 1 else -tempo
    f[42] = tempo
    f[43] = turn
    f[44] = turn if at_stake > 0xFFFF else 0.0
    f[45] = turn if safe <= 8 else 0.0


@rule
def safe_cells(e, s):
    """How many cells can be filled without playing under a threat; 65,536 more where there are threats."""
    safe = 0
    threats = 0
    words = s.boards.shape[1]
    if words == 1:
        free = e.free[0]
        unsafe = e.threats[0, 0] | e.threats[1, 0]
        if s.stock[0, 0] > 0:
            unsafe |= e.threats[2, 0]
        if s.stock[1, 1] > 0:
            unsafe |= e.threats[3, 0]
        if unsafe != NONE:
            threats = 0x10000
            unsafe |= (unsafe >> ONE) & free
            through = free
            step = 1
            while step < s.rows:
                unsafe |= through & (unsafe << np.uint64(step))
                through &= through << np.uint64(step)
                step *= 2
        return ones(free & ~unsafe) + threats
    h = s.rows + 1
    for column in range(s.cols):
        row = s.height[column]
        while row < s.rows and not threatened(e, s, column * h + row):
            row += 1
        if row < s.rows:
            threats = 0x10000
            safe += max(0, row - 1 - s.height[column])
        else:
            safe += s.rows - s.height[column]
    return safe + threats


@rule
def threatened(e, s, bit):
    """Whether a piece here would complete somebody's line."""
    w = bit >> 6
    any_of = e.threats[0, w] | e.threats[1, w]
    if s.stock[0, 0] > 0:
        any_of |= e.threats[2, w]
    if s.stock[1, 1] > 0:
        any_of |= e.threats[3, w]
    return ((any_of >> np.uint64(bit & 63)) & ONE) != NONE


@rule
def in_stock(s, f):
    white = s.stock[0, 0]
    red = s.stock[1, 1]
    of_white = share(white, s.stock[0, 1])
    of_red = share(red, s.stock[1, 0])
    f[36] = white - red
    f[37] = (s.rounds + s.squares) * (of_white - of_red)
    f[38] = (1.0 if red == 0 else 0.0) - (1.0 if white == 0 else 0.0)
    f[39] = s.plies * (of_white - of_red)
    f[40] = of_white * of_white - of_red * of_red
    f[41] = (1.0 if red <= 2 else 0.0) - (1.0 if white <= 2 else 0.0)


@rule
def share(own, other):
    return own / (own + other) if own + other > 0 else 0.0


@rule
def judged(e, s):
    """The weighted sum of e.f."""
    board = large(s)
    value = 0.0
    for i in range(FEATURES):
        value += WEIGHT[board, i] * e.f[i]
    return value


@rule
def ones(b):
    """How many bits are set."""
    b = b - ((b >> np.uint64(1)) & np.uint64(0x5555555555555555))
    b = (b & np.uint64(0x3333333333333333)) + ((b >> np.uint64(2)) & np.uint64(0x3333333333333333))
    b = (b + (b >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    b = b + (b >> np.uint64(8))
    b = b + (b >> np.uint64(16))
    b = b + (b >> np.uint64(32))
    return np.int64(b & np.uint64(127))
