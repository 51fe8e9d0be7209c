"""A small network that judges positions of Simplexity on the usual board, 6 x 7 with a line of four.

One hidden layer. What goes in, each as one input of many that is on:

    a piece           by its kind (white round, white square, red round, red square) and its cell
    a place for a     four cells in a row, by what lies there: so many pieces of one colour (or of both: then it is no use
    line              to either), and so many of one shape (or of both)
    a column          by its height and by the lowest cell where White would win, and where Red would

A move adds one piece and changes the places through its cell, so these sums of the hidden units are kept up move by move;
columns are added when a position is judged. What the units come to is cut off below 0 and above 1, squared, weighed by how
far the game has gone, and added up into the chances of White. (Networks whose sums are kept up are known from shogi and
chess as NNUE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions", 2018.)

What is on the places is all that matters of a position, beside how high the columns are and what is in stock: which pieces
lie where on places that nobody can use any more is of no consequence, and positions that differ in nothing else have one
key. Late in a game that saves a search half its work.

The weights lie in `net.npz`, written by `lek.players.simplexity.network`, as whole numbers of 1/512: sums are exact in
whatever order the pieces came. Large boards have a network of their own (`large.py`); the others, and this one as long as
there is no such file, are judged by `worth.py`.
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
    DEAD,
    HUNDREDTHS,
    NEXT,
    NOTHING,
    WIN,
    weights_of,
    without_end_codes,
)

FILE = Path(__file__).with_suffix(".npz")
ROWS, COLS = 6, 7
CELLS = ROWS * COLS
HEIGHT = ROWS + 1  # of a column in bits, and of kinds of a column's height or lowest cell: 6 is none
HIDDEN = 128
STAGES, LAST = 6, 36  # of a game, by plies


def bit_of(cell: int) -> int:
    return cell // ROWS * HEIGHT + cell % ROWS


def _places() -> list[list[int]]:
    """The cells of all places for a line; a cell is 6 times its column plus its row."""
    found = []
    for column in range(COLS):
        for row in range(ROWS):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if column + right * (WIN - 1) < COLS and 0 <= row + up * (WIN - 1) < ROWS:
                    found.append([(column + k * right) * ROWS + row + k * up for k in range(WIN)])
    return found


def _through() -> Any:
    """The places through each bit, after how many they are [bits, 1 + most]."""
    found = np.zeros((64, 14), np.uint8)
    for number, cells in enumerate(PLACES):
        for cell in cells:
            row = found[bit_of(cell)]
            row[0] += 1
            row[row[0]] = number
    return found


def _keys() -> tuple[Any, Any]:
    """Random numbers for filled cells [2, bits] and what lies on places [2, places, code], both also mirrored.

    Nothing for places that are empty, or of no use to anybody any more.
    """
    rng = np.random.default_rng(64)
    cells, places = (rng.integers(1, 2**64, shape, np.uint64) for shape in (64, (len(PLACES), CODES)))
    places[:, [0, DEAD]] = 0
    flipped = np.array([(COLS - 1 - bit // HEIGHT) * HEIGHT + bit % HEIGHT for bit in range(COLS * HEIGHT)])
    return np.stack([cells, np.concatenate([cells[flipped], cells[len(flipped):]])]), np.stack([places, places[MIRRORED]])


PLACES = np.array(_places())  # [places, 4] cells
THROUGH = _through()
MIRRORED = np.array([next(k for k, other in enumerate(PLACES) if {*(other % ROWS + (COLS - 1 - other // ROWS) * ROWS)}
                          == {*cells}) for cells in PLACES])
CELL_KEYS, PLACE_KEYS = _keys()
LOWEST = np.array([next((k for k in range(ROWS) if bits >> k & 1), ROWS) for bits in range(64)], np.int64)
PIECE_INPUTS, PLACE_INPUTS, COLUMN_CODES = 4 * CELLS, CODES * len(PLACES), HEIGHT**3
FIRST_PLACE, FIRST_COLUMN = PIECE_INPUTS, PIECE_INPUTS + PLACE_INPUTS
INPUTS = FIRST_COLUMN + COLS * COLUMN_CODES


def _loaded() -> tuple[Any, ...]:
    """Weights of pieces [kind, bit, unit], places [place, code, unit] and columns [column and code, unit], biases [mover,
    unit], outputs [stage, unit] and what it begins with [stage, mover]."""
    inputs, biases, outputs, base = weights_of(FILE, INPUTS, HIDDEN, STAGES)
    pieces = np.zeros((4, 64, HIDDEN), np.int16)
    pieces[:, [bit_of(cell) for cell in range(CELLS)]] = inputs[:FIRST_PLACE].reshape(4, CELLS, HIDDEN)
    places = inputs[FIRST_PLACE:FIRST_COLUMN].reshape(len(PLACES), CODES, HIDDEN)
    return pieces, without_end_codes(places), inputs[FIRST_COLUMN:].copy(), biases, outputs, base


PIECES, ON_PLACES, COLUMNS, BIASES, OUTPUTS, BASE = _loaded()
TRAINED = bool(OUTPUTS.any())


@rule
def knows(s):
    """Whether the network was trained on this board."""
    return TRAINED and s.win == WIN and s.rows == ROWS and s.cols == COLS


@rule
def add(h, places, keys, piece, bit, judging):
    """A piece more: on the places through it, in the keys [own, mirrored], and in the sums if these are wanted."""
    own = CELL_KEYS[0, bit]
    mirrored = CELL_KEYS[1, bit]
    if judging:
        for j in range(HIDDEN):
            h[j] += PIECES[piece, bit, j]
    for k in range(1, 1 + THROUGH[bit, 0]):
        place = THROUGH[bit, k]
        old = places[place]
        new = NEXT[old, piece]
        places[place] = new
        if old != new:
            if judging:
                exchange(h, place, old, new)
            own ^= PLACE_KEYS[0, place, old] ^ PLACE_KEYS[0, place, new]
            mirrored ^= PLACE_KEYS[1, place, old] ^ PLACE_KEYS[1, place, new]
    keys[0] ^= own
    keys[1] ^= mirrored


@rule
def exchange(h, place, old, new):
    """One input of a place for another."""
    for j in range(HIDDEN):
        h[j] += ON_PLACES[place, new, j] - ON_PLACES[place, old, j]


@rule
def column_input(s, column, white, red):
    """The number of a column's input, from the maps of where White and where Red would win."""
    shift = np.uint64(column * HEIGHT)
    low = LOWEST[np.int64((white >> shift) & np.uint64(63))]
    other = LOWEST[np.int64((red >> shift) & np.uint64(63))]
    return column * COLUMN_CODES + (s.height[column] * HEIGHT + low) * HEIGHT + other


@rule
def stage_of(plies):
    return min(STAGES - 1, plies * STAGES // LAST)


@rule
def chances(e, s, white, red):
    """Of White, in hundredths of a logit."""
    a, b = column_input(s, 0, white, red), column_input(s, 1, white, red)
    c, d = column_input(s, 2, white, red), column_input(s, 3, white, red)
    f, g, h = column_input(s, 4, white, red), column_input(s, 5, white, red), column_input(s, 6, white, red)
    mover = s.mover
    stage = stage_of(s.plies)
    total = np.int32(0)
    for j in range(HIDDEN):  # in 16 and 32 bits, so that many units go at a time
        x = np.int16(e.h[j] + BIASES[mover, j] + COLUMNS[a, j] + COLUMNS[b, j] + COLUMNS[c, j] + COLUMNS[d, j]
                     + COLUMNS[f, j] + COLUMNS[g, j] + COLUMNS[h, j])
        x = min(max(x, NOTHING), ALL)
        total = np.int32(total + OUTPUTS[stage, j] * np.int32((x * x) >> COARSE))
    return HUNDREDTHS * (BASE[stage, mover] + total)
