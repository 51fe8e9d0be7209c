"""`lek`: the house's own player of Simplexity, on any board.

It searches by alpha-beta with all there is (`lek.brains.alphabeta`) and knows four things about the game:

Threats. For each kind of line (white, red, round, square) a map of the empty cells where one more piece completes it. A
move can only make threats at the two ends of the runs it joins, and removes those on its own cell, so the maps are kept
up move by move.

What follows at once. Whoever has a cell to play in that wins, wins; whoever faces two such cells of the other's, loses; with
one, only filling it is looked at. The other's shape is never put where it completes a line, and nothing is played just
under a cell where the other wins. A threat by shape is filled by either player's piece of that shape, so it can only be
stopped with the other shape, and only while one is left.

What is worth having: on the usual board a small network over pieces, lines and threats (`net.py`), on boards
like 8 x 13 another (`large.py`), on all others what is on every place for a line, threats by how soon
they can be reached, and pieces of the own shape kept in stock (`worth.py`). All are fitted to the player's own
games.

Mirrored positions are one: the key of a position is the smaller of its own and its mirror image's. `used` counts the pieces
played of each kind, where the key does not tell them (`net.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain
from lek.brains.alphabeta import Judgement, alphabeta, won
from lek.brains.clocked import Clocked
from lek.game import Game
from lek.games.simplexity import ONE, has, key_beyond_board, simplexity
from lek.jit import rule
from lek.players.simplexity import large as simplexity_large
from lek.players.simplexity import net as simplexity_net
from lek.players.simplexity.large import add_large, chances_large, knows_large
from lek.players.simplexity.net import PLACES, add, chances, knows
from lek.players.simplexity.worth import FEATURES, features, judged, more, ones, worth

NONE = np.uint64(0)
WIN_POINTS = 3.0
PROVABLE = 28  # cells left
LAST = -2.0e8  # below what the search leaves out
LINES, USUAL, LARGE = 0, 1, 2  # what judges a board: `worth.py`, `net.py` or `large.py`


@rule
def judge(s):
    return USUAL if knows(s) else LARGE if knows_large(s) else LINES


def notes(game: Game) -> Any:
    return notes_for(game, int(judge(game.blank[0])))


def notes_for(game: Game, by: int) -> Any:
    """Room for what is kept up of a position, and for what judges it."""
    words, cols = game.blank.dtype["boards"].shape[1], int(game.blank.cols[0])
    each = (words,)
    hidden = (1, simplexity_net.HIDDEN, simplexity_large.HIDDEN)[by]
    places = ((1, 1), (1, len(PLACES)), (4, 64 * words))[by]
    return [("keys", "u8", (2,)), ("used", "u8"), ("free", "u8", each), ("even", "u8", each), ("threats", "u8", (4, words)),
            ("mine", "u8", each), ("theirs", "u8", each), ("wins", "u8", (2, words)), ("h", "i2", (hidden,)),
            ("places", "u1", places), ("open", "i4"), ("forced", "i4"), ("judge", "i4"), ("judging", "i4"),
            ("counts", "u2", (4, 64 * words if by == LINES else 1)), ("f", "f4", (FEATURES if by == LINES else 1,)),
            ("sums", "i2", (hidden if by == LARGE else 1,)), ("others", "i2", (cols + 5 if by == LARGE else 1,))]


@rule
def note(g, e, s):
    note_for(e, s, judge(s))


@rule
def note_for(e, s, by):
    """Notes of a position: its pieces are taken one by one, as if they had been played now."""
    words = s.boards.shape[1]
    e.keys[0] = key_beyond_board(s)
    e.keys[1] = e.keys[0]
    e.used = 0
    e.forced = -1
    e.judge = by
    e.judging = True
    for j in range(len(e.h)):
        e.h[j] = 0
    for k in range(e.places.shape[0]):
        for i in range(e.places.shape[1]):
            e.places[k, i] = 0
    for w in range(words):
        e.free[w] = 0
        e.even[w] = 0
        for k in range(4):
            e.threats[k, w] = 0
    for k in range(4):
        for i in range(e.counts.shape[1]):
            e.counts[k, i] = 0
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
    if e.judge == USUAL:
        add(e.h, e.places[0], e.keys, piece, bit, e.judging)
        e.used += ONE << np.uint64(6 * piece)
    else:
        e.keys[0] ^= dice.scramble(np.uint64(4 * bit + piece + 1))
        e.keys[1] ^= dice.scramble(np.uint64(4 * (bit + (s.cols - 1 - 2 * column) * h) + piece + 1))
        if e.judging and e.judge == LARGE:
            add_large(e, s, piece, bit, row, column)
        elif e.judging:
            count_lines(e, s, bit, row, column, player, shape)
    threaten(e, s, player, bit, 1)
    threaten(e, s, player, bit, h - 1)
    threaten(e, s, player, bit, h)
    threaten(e, s, player, bit, h + 1)
    threaten(e, s, 2 + shape, bit, 1)
    threaten(e, s, 2 + shape, bit, h - 1)
    threaten(e, s, 2 + shape, bit, h)
    threaten(e, s, 2 + shape, bit, h + 1)


@rule
def count_lines(e, s, bit, row, column, player, shape):
    """A piece more in all places for a line that hold this bit."""
    h = s.rows + 1
    far = s.win - 1
    left = min(column, far)
    right = min(s.cols - 1 - column, far)
    below = min(row, far)
    above = min(s.rows - 1 - row, far)
    count_in(e, s, 0, bit, 1, below, above, player, shape)
    count_in(e, s, 1, bit, h - 1, min(left, above), min(right, below), player, shape)
    count_in(e, s, 2, bit, h, left, right, player, shape)
    count_in(e, s, 3, bit, h + 1, min(left, below), min(right, above), player, shape)


@rule
def count_in(e, s, way, bit, d, before, after, player, shape):
    """A piece more in all places for a line, in one direction, that hold this bit."""
    first = bit - before * d
    for i in range(max(0, before + after - s.win + 2)):
        old = e.counts[way, first + i * d]
        new = old + more(s.win, player, shape)
        e.open += worth(s, way, new) - worth(s, way, old)
        e.counts[way, first + i * d] = new


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
            mark(e, k, high)
    if low >= 0 and is_free(e, low):
        length = run
        at = low - d
        while length < need and at >= 0 and has(s, k, at):
            length += 1
            at -= d
        if length >= need:
            mark(e, k, low)


@rule
def mark(e, k, bit):
    e.threats[k, bit >> 6] |= ONE << np.uint64(bit & 63)


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
    """A win at once, or a loss next move: two cells to fill, or one that cannot be filled.

    Against a player who has no piece of his own shape left nothing is plain: a move that makes a threat by one's own shape
    in the cell where he would win keeps him out of it.
    """
    me = s.mover
    armed = s.stock[1 - me, 1 - me] > 0
    carry = NONE
    now = NONE
    forced = -1
    many = 0
    for w in range(s.boards.shape[1]):
        e.mine[w] = winning(e, s, me, w)
        e.theirs[w] = winning(e, s, 1 - me, w) if armed else NONE
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
    return min(e.keys[0], e.keys[1]) ^ dice.scramble(e.used)


@rule
def evaluate(g, e, s):
    """The chances of the mover, in hundredths of a logit."""
    if e.judge == USUAL:
        value = chances(e, s, winning(e, s, 0, 0), winning(e, s, 1, 0))
    elif e.judge == LARGE:
        for w in range(s.boards.shape[1]):
            e.wins[0, w] = winning(e, s, 0, w)
            e.wins[1, w] = winning(e, s, 1, w)
        value = chances_large(e, s)
    else:
        features(e, s)
        value = e.open + judged(e, s)
    return value if s.mover == 0 else -value


@rule
def ripe(g, e, s):
    """Whether a proof is in reach; it needs no judgement."""
    e.judging = False
    return s.left <= PROVABLE


JUDGEMENT = Judgement(evaluate, notes, note, follow, key, order, foresee, urgent=urgent, ripe=ripe)
LEK = alphabeta("lek", simplexity(), JUDGEMENT, table=17, defaults={"depth": 8, "reduce": True},
                about="The house's own: alpha-beta and proofs over threat maps, judged by what it learnt.", clocked=Clocked)
PLAYERS: dict[str, Brain] = {"lek": LEK}
