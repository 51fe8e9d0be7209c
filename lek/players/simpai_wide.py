"""What SimpAI's makers left for later (section 6): its "magic" numbers as genes, and a wider set of heuristics.

    magic   the five weights, and with them the numbers that the five parts are made with: how much the centre is worth
            beyond a line's length, the row from which VertDisc counts, how BuildFromAfar grows with distance, what
            DumpFromAfar gives beyond the distance
    wide    the five weights, and those of five further parts: open lines of the own colour and of the own shape that
            lack one piece (threats) or two, and pieces of the own shape kept in stock

Both are one player, a vector of sixteen genes that searches two moves ahead: genes that are not bred keep the value at
which they make no difference, and with all of these it is SimpAI with its five weights (`lek.players.simpai_bred`), move for
move. All parts are kept up move by move, on any board.
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
from lek.games.simplexity import has, simplexity
from lek.jit import rule
from lek.players.simpai_bred import FIXED, before
from lek.players.simpai_heuristics import PARTS as FIVE
from lek.players.simpai_heuristics import outside, own, weighted

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


def notes(game: Game) -> Any:
    words = game.blank.dtype["boards"].shape[1]
    return [("sums", "f8", (2, 5)), ("lines", "i4", (2, 2)), ("counts", "u2", (4, 64 * words))]


@rule
def note(g, e, s):
    """Notes of a position from its pieces; pairs in a row are taken from the left."""
    for player in range(2):
        for i in range(5):
            e.sums[player, i] = 0.0
        e.lines[player, 0] = 0
        e.lines[player, 1] = 0
    for way in range(4):
        for i in range(e.counts.shape[1]):
            e.counts[way, i] = 0
    for column in range(s.cols):
        for row in range(s.height[column]):
            bit = column * (s.rows + 1) + row
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
    if s.win <= LONGEST:
        far = s.win - 1
        left = min(column, far)
        right = min(s.cols - 1 - column, far)
        below = min(row, far)
        above = min(s.rows - 1 - row, far)
        h = s.rows + 1
        bit = column * h + row
        more = (1 << (4 * shape)) + (256 << (4 * player))
        count_in(e, s.win, 0, bit, 1, below, above, more)
        count_in(e, s.win, 1, bit, h - 1, min(left, above), min(right, below), more)
        count_in(e, s.win, 2, bit, h, left, right, more)
        count_in(e, s.win, 3, bit, h + 1, min(left, below), min(right, above), more)


@rule
def count_in(e, win, way, bit, d, before, after, more):
    """A piece more in all places for a line, in one direction, that hold this bit."""
    first = bit - before * d
    for i in range(max(0, before + after - win + 2)):
        place = first + i * d
        old = np.int64(e.counts[way, place])
        new = old + more
        for kind in range(2):
            was = (old >> 8) & 255 if kind == 0 else old & 255
            now = (new >> 8) & 255 if kind == 0 else new & 255
            if was != now:
                for lacking in range(1, min(3, win)):
                    pieces = win - lacking
                    e.lines[kind, lacking - 1] += (now == pieces) - (was == pieces)
                    e.lines[kind, lacking - 1] -= (now == pieces << 4) - (was == pieces << 4)
        e.counts[way, place] = new


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
    more = x[15] * (s.stock[0, 0] - s.stock[1, 1])  # for White
    for kind in range(2):
        more += x[11 + kind] * e.lines[kind, 0] + x[13 + kind] * e.lines[kind, 1]
    return weighted(e, s.mover, x) - weighted(e, 1 - s.mover, x) + (more if s.mover == 0 else -more)


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


def magic(game: Game, **given: Any) -> Representation:
    """The five weights and the magic numbers; settings as in `lek.brains.vector`."""
    return _bred(game, {**{name: (0.0, HIGHEST) for name in FIVE}, **{name: (a, b) for name, (_, a, b) in MAGIC.items()}},
                 given)


def wide(game: Game, **given: Any) -> Representation:
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

