"""A small network that judges positions of Simplexity on boards like 8 x 13, with a line of four: of more than 70 cells,
with up to eight rows and sixteen columns.

It is of the same kind as that of the usual board (`net.py`: one hidden layer, sums kept up move by move, squared
units weighed by how far the game has gone), but what it learnt on 8 x 13 in one column counts in all:

    a place for a     by what lies there, whether it is upright, level or slanting, and its lowest row
    line
    a column          by its height, and by how far up lie the lowest cells where White would win, and where Red would
    stock             how many pieces of each kind are left
    who has to        how many cells can be filled before somebody must play under such a cell, whether there are such cells
    give way          at all, and whose move it is

Columns, stock and who has to give way are added when a position is judged.

The weights lie in `large.npz`, written by `lek.players.simplexity.network`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lek.jit import rule
from lek.players.simplexity.places import (
    ALL,
    COARSE,
    CODES,
    HUNDREDTHS,
    NEXT,
    NOTHING,
    WIN,
    weights_of,
    without_end_codes,
)
from lek.players.simplexity.worth import SMALL

FILE = Path(__file__).with_suffix(".npz")
HIDDEN = 64
STAGES, SPAN = 6, 8  # of a game: so many, of so many plies each
ROWS, COLS = 8, 16  # at most
NONE = ROWS  # no such cell; of heights: a full column
WAYS = 3  # upright, level, slanting
COUNTED, MOST = 32, 26  # pieces in stock: room for so many, and told apart as many as there were where it learnt
SAFE = 16  # cells that can be filled, told apart
FIRST_COLUMN = WAYS * ROWS * CODES
FIRST_STOCK = FIRST_COLUMN + (ROWS + 1) ** 3
FIRST_TURN = FIRST_STOCK + 4 * COUNTED
INPUTS = FIRST_TURN + 4 * SAFE


def _loaded() -> tuple[Any, ...]:
    """Weights of places [way and row, code, unit] and of the other inputs [input, unit], biases [mover, unit], outputs
    [stage, unit] and what it begins with [stage, mover]."""
    inputs, biases, outputs, base = weights_of(FILE, INPUTS, HIDDEN, STAGES)
    places = inputs[:FIRST_COLUMN].reshape(WAYS * ROWS, CODES, HIDDEN)
    return without_end_codes(places), inputs[FIRST_COLUMN:].copy(), biases, outputs, base


ON_PLACES, OTHERS, BIASES, OUTPUTS, BASE = _loaded()
TRAINED = bool(OUTPUTS.any())


@rule
def knows_large(s):
    """Whether this is a board that the network was trained for."""
    return TRAINED and s.win == WIN and s.rows <= ROWS and s.cols <= COLS and s.rows * s.cols > SMALL


@rule
def add_large(e, s, piece, bit, row, column):
    """A piece more, on all places through it: in what lies there and in the sums."""
    h = s.rows + 1
    far = WIN - 1
    left = min(column, far)
    right = min(s.cols - 1 - column, far)
    below = min(row, far)
    above = min(s.rows - 1 - row, far)
    add_along(e, 0, piece, bit - below, 1, below + above - far, row - below, 1)
    add_along(e, 2, piece, bit - left * h, h, left + right - far, row, 0)
    back = min(left, below)
    add_along(e, 3, piece, bit - back * (h + 1), h + 1, back + min(right, above) - far, row - back, 1)
    back = min(left, above)
    add_along(e, 1, piece, bit - back * (h - 1), h - 1, back + min(right, below) - far, row + back - far, -1)


@rule
def add_along(e, way, piece, first, step, last, low, rising):
    """The same in one direction (upright, falling, level, rising): 0 to `last` places, each a `step` from the one before."""
    kind = ROWS * (0 if way == 0 else 1 if way == 2 else 2)
    for i in range(last + 1):
        at = first + i * step
        old = e.places[way, at]
        new = NEXT[old, piece]
        if old != new:
            e.places[way, at] = new
            exchange(e.h, kind + low + i * rising, old, new)


@rule
def exchange(h, place, old, new):
    for j in range(HIDDEN):
        h[j] += ON_PLACES[place, new, j] - ON_PLACES[place, old, j]


@rule
def within(s, column, low, high):
    """The bits of a column above its pieces, from the word it begins in and the one after."""
    h = s.rows + 1
    shift = column * h & 63
    bits = low >> np.uint64(shift)
    if shift + s.rows > 64:
        bits |= high << np.uint64(64 - shift)
    return (bits & ((np.uint64(1) << np.uint64(s.rows)) - np.uint64(1))) >> np.uint64(s.height[column])


@rule
def lowest(bits):
    """The place of the lowest bit that is set, in a number that is not 0."""
    k = 0
    while (bits & np.uint64(1)) == np.uint64(0):
        bits >>= np.uint64(1)
        k += 1
    return k


@rule
def column_input(height, rows, white, red):
    """The number of a column's input, from its bits where White and where Red would win, and from its height."""
    high = NONE if height == rows else height
    own = lowest(white) if white != np.uint64(0) else NONE
    other = lowest(red) if red != np.uint64(0) else NONE
    return (high * (ROWS + 1) + own) * (ROWS + 1) + other


@rule
def stock_input(s, player, shape):
    return FIRST_STOCK - FIRST_COLUMN + COUNTED * (2 * player + shape) + min(MOST, s.stock[player, shape])


@rule
def turn_input(s, safe, some):
    many = safe if safe < SAFE else SAFE - 2 + (safe & 1)
    return FIRST_TURN - FIRST_COLUMN + 4 * many + 2 * some + s.mover


@rule
def add_row(h, row):
    for j in range(HIDDEN):
        h[j] += OTHERS[row, j]


@rule
def total(h, mover, stage):
    found = np.int32(0)
    for j in range(HIDDEN):  # in 16 and 32 bits, so that many units go at a time
        x = np.int16(h[j] + BIASES[mover, j])
        x = min(max(x, NOTHING), ALL)
        found = np.int32(found + OUTPUTS[stage, j] * np.int32((x * x) >> COARSE))
    return found


@rule
def list_others(e, s, inputs, first):
    """The numbers of the inputs that are added when a position is judged, from `first` on; how many there are then.

    `e.wins` [player, word] are the cells where each would win.
    """
    n = first
    words = s.boards.shape[1]
    safe = 0
    some = 0
    for column in range(s.cols):
        w = column * (s.rows + 1) >> 6
        after = min(w + 1, words - 1)
        white = within(s, column, e.wins[0, w], e.wins[0, after])
        red = within(s, column, e.wins[1, w], e.wins[1, after])
        height = s.height[column]
        inputs[n] = column_input(height, s.rows, white, red)
        n += 1
        if (white | red) != np.uint64(0):
            some = 1
            safe += max(0, lowest(white | red) - 1)
        else:
            safe += s.rows - height
    for player in range(2):
        for shape in range(2):
            inputs[n] = stock_input(s, player, shape)
            n += 1
    inputs[n] = turn_input(s, safe, some)
    return n + 1


@rule
def chances_large(e, s):
    """Of White, in hundredths of a logit."""
    for j in range(HIDDEN):
        e.sums[j] = e.h[j]
    many = list_others(e, s, e.others, 0)
    for k in range(many):
        add_row(e.sums, e.others[k])
    stage = min(STAGES - 1, s.plies // SPAN)
    return HUNDREDTHS * (BASE[stage, s.mover] + total(e.sums, s.mover, stage))
