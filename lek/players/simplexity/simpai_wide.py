"""What SimpAI's makers left for later (section 6): its "magic" numbers as genes, and a wider set of heuristics.

    magic   the five weights, and with them the numbers that the five parts are made with: how much the centre is worth
            beyond a line's length, the row from which VertDisc counts, how BuildFromAfar grows with distance, what
            DumpFromAfar gives beyond the distance
    wide    the five weights, and those of five further parts: open lines of the own colour and of the own shape that
            lack one piece (threats) or two, and pieces of the own shape kept in stock

Both are one player, a vector of sixteen genes that searches two moves ahead: genes that are not bred keep the value at
which they make no difference, and with all of these it is SimpAI with its five weights (`simpai_bred.py`), move for move.
All parts are kept up move by move, on any board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain, Representation
from lek.brains import vector
from lek.brains.alphabeta import Judgement, alphabeta
from lek.game import Game
from lek.games.simplexity import ONE, has, simplexity
from lek.jit import rule
from lek.players.simplexity.simpai_bred import FIXED, before, fine
from lek.players.simplexity.simpai_heuristics import PARTS

FIVE = PARTS
MAGIC = {  # name: usual value, range in the first generation
    "HorizReach": (0.0, -2.0, 2.0),  # added to the line's length in HorizCenter = sum of max(0, length - distance)
    "VertReach": (0.0, -2.0, 2.0),  # the same in VertCenter
    "DiscRow": (0.0, -2.0, 2.0),  # added to the row from which VertDisc counts
    "BuildStart": (1.0, 0.0, 3.0),  # BuildFromAfar counts (distance - this) ...
    "BuildPower": (1.0, 0.0, 3.0),  # ... to the power of this
    "DumpStart": (0.0, -2.0, 2.0),  # added to the distance in DumpFromAfar
}
WIDE = ("ColourThreats", "ShapeThreats", "ColourTwos", "ShapeTwos", "OwnStock")
GENES = (*FIVE, *MAGIC, *WIDE)
HIGHEST = 10.0  # weights begin anywhere from 0 to this
LONGEST = 15  # lines whose pieces are counted in four bits
NONE, ALL = np.uint64(0), np.uint64(2**64 - 1)


def notes(game: Game) -> Any:
    return [("sums", "f8", (2, 5)), ("cells", "u8", (game.blank.dtype["boards"].shape[1],))]


@rule
def note(g, e, s):
    """Notes of a position from its pieces; pairs in a row are taken from the left."""
    for player in range(2):
        for i in range(5):
            e.sums[player, i] = 0.0
    for w in range(len(e.cells)):
        e.cells[w] = 0
    for column in range(s.cols):
        for row in range(s.rows):
            bit = column * (s.rows + 1) + row
            e.cells[bit >> 6] |= ONE << np.uint64(bit & 63)
            if row >= s.height[column]:
                continue
            player = 1 if has(s, 1, bit) else 0
            shape = 1 if has(s, 3, bit) else 0
            take_in(g, e, s, row, column, player, shape)
            if player == shape:
                e.sums[player, 3] += pairs(g, s, row, column, -1, player)


@rule
def follow(g, e, s, a):
    column = a >> 1
    row = s.height[column]
    player = s.mover
    take_in(g, e, s, row, column, player, a & 1)
    if (a & 1) == player:
        e.sums[player, 3] += pairs(g, s, row, column, -1, player) + pairs(g, s, row, column, 1, player)
    e.sums[1 - player, 3] -= parted(g, s, row, column, 1 - player)


@rule
def take_in(g, e, s, row, column, player, shape):
    """All that a piece adds by itself."""
    x = g.x
    across = outside(column, s.cols, s.win)
    up = outside(row, s.rows, s.win)
    if shape == player:
        e.sums[player, 0] += max(0.0, s.win + x[5] - across)
        e.sums[player, 1] += max(0.0, s.win + x[6] - up)
        if row >= s.win + x[7]:
            e.sums[player, 2] -= 1.0
    elif across > 0 and up > 0:
        e.sums[player, 4] += across + up + x[10]


@rule
def apart(g, distance):
    """What two own pieces so far from each other are worth to BuildFromAfar."""
    over = distance - g.x[8]
    if over <= 0.0:
        return 0.0
    return over if g.x[9] == 1.0 else over ** g.x[9]


@rule
def pairs(g, s, row, column, way, player):
    """What own pieces this way in the row are worth together with one here, up to the first enemy."""
    value = 0.0
    for distance in range(1, s.win):
        at = column + way * distance
        if at < 0 or at >= s.cols or has(s, 1 - player, at * (s.rows + 1) + row):
            break
        if distance > 1 and own(s, player, at * (s.rows + 1) + row):
            value += apart(g, distance)
    return value


@rule
def parted(g, s, row, column, player):
    """What the player's pairs were worth that a piece put here comes between."""
    value = 0.0
    for left in range(1, s.win):
        at = column - left
        if at < 0 or has(s, 1 - player, at * (s.rows + 1) + row):
            break
        if own(s, player, at * (s.rows + 1) + row):
            for right in range(1, s.win - left):
                other = column + right
                if other >= s.cols or has(s, 1 - player, other * (s.rows + 1) + row):
                    break
                if own(s, player, other * (s.rows + 1) + row):
                    value += apart(g, left + right)
    return value


@rule
def evaluate(g, e, s):
    """The mover's weighted parts less the other's."""
    x = g.x
    value = weighted(e, s.mover, x) - weighted(e, 1 - s.mover, x)
    if x[11] == 0.0 and x[12] == 0.0 and x[13] == 0.0 and x[14] == 0.0 and x[15] == 0.0:
        return value
    more = x[15] * (s.stock[0, 0] - s.stock[1, 1])  # for White
    if s.win <= LONGEST:
        for kind in range(2):
            white = open_lines(e, s, 2 * kind, 2 * kind + 1)
            red = open_lines(e, s, 2 * kind + 1, 2 * kind)
            more += x[11 + kind] * ((white >> 16) - (red >> 16)) + x[13 + kind] * ((white & 65535) - (red & 65535))
    return value + (more if s.mover == 0 else -more)


@rule
def open_lines(e, s, k, other):
    """The places for a line without pieces of `other` that lack one of k, times 65536, and those that lack two."""
    h = s.rows + 1
    one = two = 0
    quick = s.win == 4 and s.boards.shape[1] == 1
    for way in range(4):
        d = 1 if way == 0 else h - 2 + way
        if quick:
            found = open_fours(e.cells[0] & ~s.boards[other, 0], s.boards[k, 0], np.uint64(d))
            one += found >> 16
            two += found & 65535
            continue
        for w in range(s.boards.shape[1]):
            open = ALL
            a = b = c = f = NONE  # counters of two, four, eight, sixteen: one bit for each place
            for i in range(s.win):
                open &= shifted(e.cells, w, i * d) & ~shifted(s.boards[other], w, i * d)
                more = shifted(s.boards[k], w, i * d)
                more, a = more & a, more ^ a
                more, b = more & b, more ^ b
                more, c = more & c, more ^ c
                f ^= more
            one += ones(open & counted(a, b, c, f, s.win - 1))
            if s.win > 2:
                two += ones(open & counted(a, b, c, f, s.win - 2))
    return (one << 16) + two


@rule
def open_fours(free, own, d):
    """The same of one direction, for lines of four on boards of one word: in pairs, then in pairs of pairs."""
    far = d + d
    free &= free >> d
    free &= free >> far
    single = own ^ (own >> d)
    double = own & (own >> d)
    other_single = single >> far
    other_double = double >> far
    one = (double & other_single) | (single & other_double)
    two = (double & ~(other_single | other_double)) | (other_double & ~(single | double)) | (single & other_single)
    return (ones(free & one) << 16) + ones(free & two)


@rule
def shifted(board, w, by):
    """Word w of a board whose bits have moved down by so many."""
    word = w + (by >> 6)
    by = by & 63
    low = board[word] >> np.uint64(by) if word < len(board) else NONE
    if by == 0 or word + 1 >= len(board):
        return low
    return low | (board[word + 1] << np.uint64(64 - by))


@rule
def counted(a, b, c, f, number):
    """Where the counters stand at this number."""
    found = a if number & 1 else ~a
    found &= b if number & 2 else ~b
    found &= c if number & 4 else ~c
    return found & (f if number & 8 else ~f)


@rule
def ones(b):
    """How many bits are set."""
    b = b - ((b >> np.uint64(1)) & np.uint64(0x5555555555555555))
    b = (b & np.uint64(0x3333333333333333)) + ((b >> np.uint64(2)) & np.uint64(0x3333333333333333))
    b = (b + (b >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((b * np.uint64(0x0101010101010101)) >> np.uint64(56))


@rule
def weighted(e, player, x):
    p = e.sums[player]
    return fine(x[0]) * p[0] + fine(x[1]) * p[1] + fine(x[2]) * p[2] + fine(x[3]) * p[3] + fine(x[4]) * p[4]


@rule
def outside(place, length, win):
    """How far a column lies outside the zone of columns, or a row outside that of rows."""
    return max(0, min(win - 1, length - win) - place, place - max(win - 1, length - win))


@rule
def own(s, player, bit):
    """A piece of the player's colour and shape."""
    return has(s, player, bit) and has(s, 2 + player, bit)


@rule
def gaussian(d, o, g):
    """Every gene that is bred, with probability `change`, moves anywhere."""
    for k in range(len(g.x)):
        if o.high[k] > o.low[k] and dice.uniform(d) < o.change:
            g.x[k] += o.sigma * dice.normal(d)


WEIGHER: Brain = alphabeta(
    "simpai-wide", simplexity(), Judgement(evaluate, notes, note, follow, genome=[("x", "f8", (len(GENES),))]),
    about="SimpAI with its magic numbers and five more parts as genes, two moves ahead.", before=before,
    fixed={"depth": 2, **FIXED}, plies=4, table=0)
USUAL = np.array([0.0] * len(FIVE) + [usual for usual, _, _ in MAGIC.values()] + [0.0] * len(WIDE))


def magic(game: Game, /, **given: Any) -> Representation:
    """The five weights and the magic numbers; settings as in `lek.brains.vector`."""
    return _bred(game, {**{name: (0.0, HIGHEST) for name in FIVE}, **{name: (a, b) for name, (_, a, b) in MAGIC.items()}},
                 given)


def wide(game: Game, /, **given: Any) -> Representation:
    """Ten weights; settings as in `lek.brains.vector`."""
    return _bred(game, {name: (0.0, HIGHEST) for name in (*FIVE, *WIDE)}, given)


def genome_of(weights: Any) -> Any:
    """The genomes [n] of five-weight players [n, 5]."""
    weights = np.atleast_2d(weights)
    genomes = np.zeros(len(weights), WEIGHER.genome_type(simplexity())).view(np.recarray)
    genomes.x = USUAL
    genomes.x[:, : len(FIVE)] = weights
    return genomes


def _bred(game: Game, free: dict[str, tuple[float, float]], given: dict[str, Any]) -> Representation:
    genes = {name: free.get(name, (usual, usual)) for name, usual in zip(GENES, USUAL.tolist(), strict=True)}
    made = vector.vectors(WEIGHER, genes, {"crossover": "uniform", "mutation": "gaussian", **given})
    return replace(made, mutate=gaussian) if given.get("mutation", "gaussian") == "gaussian" else made

