"""`lek`: the house's own player of Simplexity, on any board.

It searches by alpha-beta with all there is (`lek.brains.alphabeta`) and knows four things about the game:

Threats. For each kind of line (white, red, round, square) a map of the empty cells where one more piece completes it. A
move can only make threats at the two ends of the runs it joins, and removes those on its own cell, so the maps are kept
up move by move.

What follows at once. Whoever has a cell to play in that wins, wins; whoever faces two such cells of the other's, loses; with
one, only filling it is looked at. The other's shape is never put where it completes a line, and nothing is played just
under a cell where the other wins. A threat by shape is filled by either player's piece of that shape, so it can only be
stopped with the other shape, and only while one is left.

What is worth having. Threats by colour and by shape, apart for even and odd rows (as in Connect Four, who gets to a cell
in the end depends on the row); places for a line that lack up to three pieces and are not spoilt; pieces of the own shape
kept in stock, and their share of what is left. The weights are fitted to the results of the player's own games
(`lek.studies.simpai.fitting`).

Mirrored positions are one: the key of a position is the smaller of its own and its mirror image's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain
from lek.brains.alphabeta import Judgement, alphabeta, won
from lek.brains.clocked import Clocked
from lek.game import Game
from lek.games.simplexity import ONE, has, simplexity
from lek.jit import rule

FEATURES = 14
NONE = np.uint64(0)
WIN_POINTS = 3.0
LAST = -2.0e8  # below what the search leaves out
SMALL = 70  # cells: the first row of weights is for boards up to here, fitted on 6x7; the second, fitted on 8x13, beyond
WEIGHTS = (
    (74.0, 47.0, 20.0, 0.0, -31.0, -60.0, -30.0, -11.0, 6.0, 25.0, 52.0, 27.0, 20.0, 39.0),
    (35.0, 24.0, 6.0, 8.0, -22.0, -33.0, -19.0, -8.0, -46.0, 46.0, 72.0, 29.0, 3.0, 32.0))
LINES = (  # by board; upright or not; of colour, of shape; lacking three, two, one
    (((1, 13, -12), (8, 22, 39)), ((0, 5, -20), (6, 16, 24))),
    (((1, 17, -2), (8, 10, 5)), ((0, 1, 0), (1, 6, -4))))
LONGEST = 15  # lines whose pieces are counted in four bits


def _by_counts() -> Any:
    """What an open line is worth [board, way, colour or shape, win, counts]: four bits for White's kind, four for Red's."""
    worth = np.zeros((2, 2, 2, LONGEST + 1, 256), np.int32)
    for board, way, kind, lacking in np.ndindex(2, 2, 2, 3):
        for win in range(lacking + 2, LONGEST + 1):
            pieces = win - lacking - 1
            worth[board, way, kind, win, pieces] = LINES[board][way][kind][2 - lacking]
            worth[board, way, kind, win, pieces << 4] = -LINES[board][way][kind][2 - lacking]
    return worth


WORTH = _by_counts()
WEIGHT = np.array(WEIGHTS)


def notes(game: Game) -> Any:
    words = game.blank.dtype["boards"].shape[1]
    each = (words,)
    return [("key", "u8"), ("mirrored", "u8"), ("free", "u8", each), ("even", "u8", each), ("threats", "u8", (4, words)),
            ("mine", "u8", each), ("theirs", "u8", each), ("counts", "u2", (4, 64 * words)), ("f", "f8", (FEATURES,)),
            ("open", "i4"), ("forced", "i4")]


@rule
def note(g, e, s):
    """Notes of a position: its pieces are taken one by one, as if they had been played now."""
    words = s.boards.shape[1]
    e.key = 0
    e.mirrored = 0
    e.forced = -1
    for w in range(words):
        e.free[w] = 0
        e.even[w] = 0
        for k in range(4):
            e.threats[k, w] = 0
        for i in range(64):
            for k in range(4):
                e.counts[k, 64 * w + i] = 0
    e.open = 0
    h = s.rows + 1
    for column in range(s.cols):
        for row in range(s.rows):
            bit = column * h + row
            if row >= s.height[column]:
                e.free[bit >> 6] |= ONE << np.uint64(bit & 63)
            if row % 2 == 0:
                e.even[bit >> 6] |= ONE << np.uint64(bit & 63)
    for column in range(s.cols):
        for row in range(s.height[column]):
            bit = column * h + row
            take_in(e, s, bit, 1 if has(s, 1, bit) else 0, 1 if has(s, 3, bit) else 0)


@rule
def follow(g, e, s, a):
    bit = (a >> 1) * (s.rows + 1) + s.height[a >> 1]
    mask = ONE << np.uint64(bit & 63)
    w = bit >> 6
    e.free[w] &= ~mask
    for k in range(4):
        e.threats[k, w] &= ~mask
    take_in(e, s, bit, s.mover, a & 1)


@rule
def take_in(e, s, bit, player, shape):
    """A piece more: its part of the key, the threats it makes, the lines through it."""
    h = s.rows + 1
    column = bit // h
    row = bit - column * h
    piece = 2 * player + shape
    e.key ^= dice.scramble(np.uint64(4 * bit + piece + 1))
    e.mirrored ^= dice.scramble(np.uint64(4 * (bit + (s.cols - 1 - 2 * column) * h) + piece + 1))
    if s.win <= LONGEST:
        far = s.win - 1
        left = min(column, far)
        right = min(s.cols - 1 - column, far)
        below = min(row, far)
        above = min(s.rows - 1 - row, far)
        large = 1 if s.rows * s.cols > SMALL else 0
        more = (1 << (4 * shape)) + (256 << (4 * player))
        count_in(e, s.win, large, 0, bit, 1, below, above, more)
        count_in(e, s.win, large, 1, bit, h - 1, min(left, above), min(right, below), more)
        count_in(e, s.win, large, 2, bit, h, left, right, more)
        count_in(e, s.win, large, 3, bit, h + 1, min(left, below), min(right, above), more)
    threaten(e, s, player, bit, 1)
    threaten(e, s, player, bit, h - 1)
    threaten(e, s, player, bit, h)
    threaten(e, s, player, bit, h + 1)
    threaten(e, s, 2 + shape, bit, 1)
    threaten(e, s, 2 + shape, bit, h - 1)
    threaten(e, s, 2 + shape, bit, h)
    threaten(e, s, 2 + shape, bit, h + 1)


@rule
def count_in(e, win, large, way, bit, d, before, after, more):
    """A piece more in all places for a line, in one direction, that hold this bit."""
    first = bit - before * d
    level = min(way, 1)
    for i in range(max(0, before + after - win + 2)):
        at = first + i * d
        old = e.counts[way, at]
        new = old + more
        e.open += WORTH[large, level, 1, win, new & 255] - WORTH[large, level, 1, win, old & 255]
        e.open += WORTH[large, level, 0, win, new >> 8] - WORTH[large, level, 0, win, old >> 8]
        e.counts[way, at] = new


@rule
def lines_through(s, row, column):
    """How many places for a line hold this cell."""
    far = s.win - 1
    left = min(column, far)
    right = min(s.cols - 1 - column, far)
    below = min(row, far)
    above = min(s.rows - 1 - row, far)
    count = max(0, left + right - far + 1) + max(0, below + above - far + 1)
    count += max(0, min(left, below) + min(right, above) - far + 1)
    return count + max(0, min(left, above) + min(right, below) - far + 1)


@rule
def threaten(e, s, k, bit, d):
    """Mark the ends of the run of kind k through this bit where one more piece completes a line."""
    end = s.cols * (s.rows + 1)
    need = s.win - 1
    run = 1
    high = bit + d
    while high < end and has(s, k, high):
        run += 1
        high += d
    low = bit - d
    while low >= 0 and has(s, k, low):
        run += 1
        low -= d
    if high < end and is_free(e, high):
        length = run
        at = high + d
        while length < need and at < end and has(s, k, at):
            length += 1
            at += d
        if length >= need:
            e.threats[k, high >> 6] |= ONE << np.uint64(high & 63)
    if low >= 0 and is_free(e, low):
        length = run
        at = low - d
        while length < need and at >= 0 and has(s, k, at):
            length += 1
            at -= d
        if length >= need:
            e.threats[k, low >> 6] |= ONE << np.uint64(low & 63)


@rule
def is_free(e, bit):
    return ((e.free[bit >> 6] >> np.uint64(bit & 63)) & ONE) != NONE


@rule
def winning(e, s, player, w):
    """The empty cells (of word w) where this player's own piece would win, were it his move and the cell in reach."""
    if s.stock[player, player] > 0:
        return e.threats[player, w] | e.threats[2 + player, w]
    if s.stock[player, 1 - player] > 0:
        return e.threats[player, w] & ~e.threats[3 - player, w]
    return NONE


@rule
def foresee(g, e, s, ply):
    """A win at once, or a loss next move: two cells to fill, or one that cannot be filled."""
    me = s.mover
    carry = NONE
    now = NONE
    forced = -1
    many = 0
    for w in range(s.boards.shape[1]):
        e.mine[w] = winning(e, s, me, w)
        e.theirs[w] = winning(e, s, 1 - me, w)
        reach = e.free[w] & ~((e.free[w] << ONE) | carry)
        carry = e.free[w] >> np.uint64(63)
        now |= e.mine[w] & reach
        left = e.theirs[w] & reach
        while left != NONE and many < 2:
            lowest = left & ~(left - ONE)
            left &= left - ONE
            many += 1
            forced = 64 * w + ones(lowest - ONE)
    e.forced = forced
    if now != NONE:
        return won(WIN_POINTS, ply + 1)
    if many > 1:
        return won(-WIN_POINTS, ply + 2)
    if many == 1 and s.stock[me, me] == 0 and at(e.threats, 3 - me, forced):
        return won(-WIN_POINTS, ply + 2)
    return 0.0


@rule
def urgent(g, e, s):
    return e.forced >= 0


@rule
def at(maps, k, bit):
    return ((maps[k, bit >> 6] >> np.uint64(bit & 63)) & ONE) != NONE


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


@rule
def order(g, e, s, a):
    """Wins first; what loses at once is left out; then cells with many lines through them."""
    me = s.mover
    shape = a & 1
    column = a >> 1
    row = s.height[column]
    bit = column * (s.rows + 1) + row
    gift = shape != me and at(e.threats, 2 + shape, bit)
    if gift:
        return LAST
    if at(e.threats, me, bit) or (shape == me and at(e.threats, 2 + me, bit)):
        return 1.0e8
    if e.forced >= 0 and bit != e.forced:
        return LAST
    if row + 1 < s.rows and ((e.theirs[(bit + 1) >> 6] >> np.uint64((bit + 1) & 63)) & ONE) != NONE:
        return LAST
    return 4.0 * lines_through(s, row, column) + (shape == me)


@rule
def key(e, s):
    return min(e.key, e.mirrored)


@rule
def features(e, s, f):
    """What a position is judged by besides open lines, from White's side."""
    for i in range(FEATURES):
        f[i] = 0.0
    carry = NONE
    for w in range(s.boards.shape[1]):
        even = e.even[w]
        reach = e.free[w] & ~((e.free[w] << ONE) | carry)
        soon = reach << ONE
        carry = e.free[w] >> np.uint64(63)
        for player in range(2):
            sign = 1 - 2 * player
            mine = e.threats[player, w]
            if mine != NONE:
                f[12] += sign * ones(mine & soon)
                f[4 * player] += ones(mine & even)
                f[4 * player + 1] += ones(mine & ~even)
            mine = e.threats[2 + player, w]
            if mine != NONE and s.stock[player, player] > 0:
                f[13] += sign * ones(mine & soon)
                f[4 * player + 2] += ones(mine & even)
                f[4 * player + 3] += ones(mine & ~even)
    f[8] = s.stock[0, 0] - s.stock[1, 1]
    f[9] = (s.rounds + s.squares) * (share(s, 0) - share(s, 1))
    f[10] = (s.stock[1, 1] == 0) - (s.stock[0, 0] == 0)
    f[11] = 1.0 if s.mover == 0 else -1.0


@rule
def share(s, player):
    """The share of the own shape among the pieces a player has left."""
    left = s.stock[player, 0] + s.stock[player, 1]
    return s.stock[player, player] / left if left > 0 else 0.0


@rule
def evaluate(g, e, s):
    f = e.f
    features(e, s, f)
    large = 1 if s.rows * s.cols > SMALL else 0
    value = float(e.open)
    for i in range(FEATURES):
        value += WEIGHT[large, i] * f[i]
    return value if s.mover == 0 else -value


JUDGEMENT = Judgement(evaluate, notes, note, follow, key, order, foresee, urgent=urgent)
LEK = alphabeta("lek", simplexity(), JUDGEMENT, table=17, defaults={"depth": 8, "reduce": True},
                about="The house's own: alpha-beta over threat maps, with fitted weights.", clocked=Clocked)
PLAYERS: dict[str, Brain] = {"lek": LEK}
