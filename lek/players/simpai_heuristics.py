"""SimpAI's five partial heuristics (P. M. A. Fernandes, P. M. A. Inacio, H. Feliciano and N. Fachada, "SimpAI", 2022).

The paper draws where they apply and leaves their formulas open; these definitions are ours, within its words. W is the
length of a line. A zone of columns (or rows) is where a line from one edge and a line from the other overlap; d is how
far outside a zone a cell lies. An own piece has the player's colour and shape, an alien piece his colour and the other's
shape.

    HorizCenter     every own piece: W - d from the columns' zone, at least 0
    VertCenter      the same with rows
    VertDisc        -1 for every own piece in row W or higher (from 0): out of reach of a first upright line
    BuildFromAfar   every two own pieces in one row, 2 to W - 1 columns apart with no enemy between: columns apart - 1
    DumpFromAfar    every alien piece outside both zones: the sum of its two d

The sums are kept up move by move; only the new piece's row can change BuildFromAfar.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.games.simplexity import has
from lek.jit import rule

PARTS = ("HorizCenter", "VertCenter", "VertDisc", "BuildFromAfar", "DumpFromAfar")
TABLE_2 = np.array([  # the best of five runs, by their place in the final competition
    [0.5386, 4.5551, -0.9044, 2.9906, 4.9090], [0.8322, 8.0820, -0.5215, 2.2055, 6.7064],
    [1.0383, 0.1755, 8.4260, 3.4491, 3.3461], [0.9882, 6.9733, 0.2584, 2.3593, 6.7073],
    [0.7913, 5.4766, 0.0797, 5.5618, 4.1143]])
NOTES: list[Any] = [("key", "u8"), ("sums", "i4", (2, 5))]


@rule
def outside(place, length, win):
    """How far a column lies outside the columns' zone (a row outside the rows' zone)."""
    low = min(win - 1, length - win)
    high = max(win - 1, length - win)
    return low - place if place < low else place - high if place > high else 0


@rule
def note(g, e, s):
    """Notes of a position from its pieces; pairs in a row are taken from the left."""
    e.key = 0
    for player in range(2):
        for i in range(5):
            e.sums[player, i] = 0
    h = s.rows + 1
    for column in range(s.cols):
        for row in range(s.height[column]):
            bit = column * h + row
            player = 1 if has(s, 1, bit) else 0
            shape = 1 if has(s, 3, bit) else 0
            take_in(e, s, column, row, player, shape)
            if player == shape:
                e.sums[player, 3] += reach(s, bit, player, -h, column)


@rule
def follow(g, e, s, a):
    """Notes after a move: the piece itself, the pairs it makes and those of the other's that it parts."""
    column = a >> 1
    row = s.height[column]
    h = s.rows + 1
    bit = column * h + row
    player = s.mover
    take_in(e, s, column, row, player, a & 1)
    right = s.cols - 1 - column
    if player == (a & 1):
        e.sums[player, 3] += reach(s, bit, player, -h, column) + reach(s, bit, player, h, right)
    e.sums[1 - player, 3] -= parted(s, bit, 1 - player, column, right)


@rule
def take_in(e, s, column, row, player, shape):
    """What a piece counts by itself."""
    bit = column * (s.rows + 1) + row
    e.key ^= dice.scramble(np.uint64(4 * bit + 2 * player + shape + 1))
    across = outside(column, s.cols, s.win)
    up = outside(row, s.rows, s.win)
    if player == shape:
        e.sums[player, 0] += max(0, s.win - across)
        e.sums[player, 1] += max(0, s.win - up)
        e.sums[player, 2] -= row >= s.win
    elif across > 0 and up > 0:
        e.sums[player, 4] += across + up


@rule
def own(s, player, bit):
    return has(s, player, bit) and has(s, 2 + player, bit)


@rule
def reach(s, bit, player, d, room):
    """The pairs of an own piece with those on one side of it."""
    total = 0
    for k in range(1, min(s.win - 1, room) + 1):
        if has(s, 1 - player, bit + k * d):
            break
        if k >= 2 and own(s, player, bit + k * d):
            total += k - 1
    return total


@rule
def parted(s, bit, player, left, right):
    """The pairs of a player's own pieces that a piece of the other's between them parts."""
    h = s.rows + 1
    total = 0
    for i in range(1, min(s.win - 2, left) + 1):
        if has(s, 1 - player, bit - i * h):
            break
        if own(s, player, bit - i * h):
            for j in range(1, min(s.win - 1 - i, right) + 1):
                if has(s, 1 - player, bit + j * h):
                    break
                if own(s, player, bit + j * h):
                    total += i + j - 1
    return total


@rule
def weighted(e, player, w):
    """The sum of a player's parts with weights w [5]."""
    x = e.sums[player]
    return w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3] + w[4] * x[4]


@rule
def key(e, s):
    return e.key
