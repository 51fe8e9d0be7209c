"""SimpAI's evaluation: five partial heuristics, kept up move by move (P. M. A. Fernandes, P. M. A. Inácio, H. Feliciano
and N. Fachada, "SimpAI: Evolutionary Heuristics for the ColorShapeLinks Board Game Competition", 2022, section 3.2).

The paper describes them in words and pictures. The numbers are ours (rulebook, 2.3), with W the length of a line:

    zones          the columns, and the rows, that lines of W from either edge both reach; dH and dV are a cell's distances
                   to them. On 6 x 7: column 3 (Fig. 3), and rows 2 and 3 (Fig. 4)
    HorizCenter    W - dH for every own piece (of one's own colour and shape), VertCenter W - dV; not below 0
    VertDisc       -1 for every own piece in a row above the lowest W (Fig. 5)
    BuildFromAfar  k - 1 for every two own pieces in a row, 2 <= k < W columns apart, no piece of the other colour between
    DumpFromAfar   dH + dV for an alien piece (own colour, the other's shape) outside both zones (Fig. 7)

With other forms more of the real agent's recorded moves are played. `fitted` keeps to the paper's words: only pieces of the
player who searches count, DumpFromAfar counts all pieces of his colour outside both zones, and BuildFromAfar only the pairs
that lie farthest apart, k = W - 1. `recorded` leaves them: DumpFromAfar is dH + dV for every piece of one's colour, wherever
it lies; in place of BuildFromAfar stands W - 1 for each side of an own piece from which lines run to both sides (dH = 0),
in the lowest W rows and standing on the floor or on a foe; and the heuristic does no more than order the first moves, while
the search proves wins and losses. That is what the records look like. Nobody has shown that the program is written so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.games.simplexity import ROUND, WHITE, has
from lek.jit import rule

PARTS = ("HorizCenter", "VertCenter", "VertDisc", "BuildFromAfar", "DumpFromAfar")
PAPER, FITTED, RECORDED = 0, 1, 2  # forms
OUTSIDE, ALL = 0, 1  # what DumpFromAfar counts: alien pieces, or all of one's colour
TWO, ONE = 0, 1  # sides

SUMS = [("parts", "i4", (2, len(PARTS)))]  # of each player
NOTES: Any = [*SUMS, ("key", "u8"), ("since", "i4")]  # since: moves after the position that is searched


@rule
def away(at, size, win):
    """The distance of a column (or row) to the zone that lines from either edge both reach."""
    low = min(win - 1, size - win)
    high = max(win - 1, size - win)
    return low - at if at < low else at - high if at > high else 0


@rule
def place(e, s, player, shape, row, column, dump, forms):
    """Add what a piece here counts by itself."""
    across = away(column, s.cols, s.win)
    upright = away(row, s.rows, s.win)
    own = shape == player
    if own:
        e.parts[player, 0] += max(0, s.win - across)
        e.parts[player, 1] += max(0, s.win - upright)
        if row >= s.win:
            e.parts[player, 2] -= 1
    if forms == RECORDED or ((not own or dump == ALL or forms == FITTED) and across > 0 and upright > 0):
        e.parts[player, 4] += across + upright
    if forms == RECORDED and own and across == 0 and row < s.win and on_a_foe(s, player, row, column):
        e.parts[player, 3] += 2 * (s.win - 1)


@rule
def land(e, s, player, shape, row, column, dump, forms):
    """Bring the sums up to date for a piece that is about to lie here; s is the board without it."""
    place(e, s, player, shape, row, column, dump, forms)
    if forms != RECORDED:
        near = s.win - 1 if forms == FITTED else 2
        if shape == player:
            e.parts[player, 3] += built(s, player, row, column, -1, near) + built(s, player, row, column, 1, near)
        e.parts[1 - player, 3] -= cut(s, 1 - player, row, column, near)


@rule
def sum_up(e, s, dump, forms):
    """The sums of a position from scratch; pairs are taken from the left."""
    for player in range(2):
        for part in range(5):
            e.parts[player, part] = 0
    for column in range(s.cols):
        for row in range(s.height[column]):
            bit = column * (s.rows + 1) + row
            player = 0 if has(s, WHITE, bit) else 1
            shape = 0 if has(s, ROUND, bit) else 1
            place(e, s, player, shape, row, column, dump, forms)
            if forms != RECORDED and shape == player:
                e.parts[player, 3] += built(s, player, row, column, 1, s.win - 1 if forms == FITTED else 2)


@rule
def on_a_foe(s, player, row, column):
    """Whether what lies below is the floor, or a piece with neither the player's colour nor his shape."""
    bit = column * (s.rows + 1) + row - 1
    return row == 0 or not (has(s, player, bit) or has(s, 2 + player, bit))


@rule
def built(s, player, row, column, side, near):
    """What the pairs of an own piece here with own pieces on one side of it, `near` columns or more away, are worth."""
    h = s.rows + 1
    bit = column * h + row
    total = 0
    for k in range(1, min(s.win, s.cols - column if side > 0 else column + 1)):
        bit += side * h
        if has(s, 1 - player, bit):
            break
        if k >= near and has(s, player, bit) and has(s, 2 + player, bit):
            total += k - 1
    return total


@rule
def cut(s, player, row, column, near):
    """What those pairs of the player were worth between which a piece of the other colour comes here."""
    h = s.rows + 1
    here = column * h + row
    total = 0
    for i in range(1, min(s.win - 1, column + 1)):
        left = here - i * h
        if has(s, 1 - player, left):
            break
        if has(s, player, left) and has(s, 2 + player, left):
            for j in range(1, min(s.win - i, s.cols - column)):
                right = here + j * h
                if has(s, 1 - player, right):
                    break
                if i + j >= near and has(s, player, right) and has(s, 2 + player, right):
                    total += i + j - 1
    return total


@rule
def piece_key(bit, player, shape):
    """A random number for a piece in its place (A. L. Zobrist, 1970)."""
    return dice.scramble(np.uint64(4 * bit + 2 * player + shape + 1))


@rule
def weighed(e, player, w0, w1, w2, w3, w4):
    """The weighted sum of a player's parts."""
    x = e.parts
    return w0 * x[player, 0] + w1 * x[player, 1] + w2 * x[player, 2] + w3 * x[player, 3] + w4 * x[player, 4]
