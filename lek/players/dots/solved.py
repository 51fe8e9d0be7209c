"""Boards of Dots and Boxes solved: what every position is worth to the one who moves.

A position is the set of lines drawn, a whole number with a bit a line; whose the boxes are does not matter to what is still
to be won. From the full board down: worth nothing when all lines are drawn, else the best over all lines of what the line
closes plus what is left to the same player, or minus what it leaves to the other. On 3 x 3 that are 16,777,216 positions,
one byte each. (The backward computation of D. Wilson's solver.)
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lek import cache
from lek.agent import Brain
from lek.game import Game
from lek.games.dots import is_drawn
from lek.jit import rule
from lek.players.dots.lines import mark, nothing, one_of, room
from lek.settings import Mistake

MOST = 27  # lines: two to this are the positions
NEVER = np.uint32(1 << 31)  # a line that is not on the board


@rule
def solve(sides, value):
    """Fill in the values, from the last position down; `sides` [lines, 2] are the lines around the boxes beside each."""
    lines = len(sides)
    for position in range(len(value) - 1, -1, -1):
        best = -128
        for a in range(lines):
            after = position | (1 << a)
            if after != position:
                closed = closes(sides, after, a)
                worth = closed + value[after] if closed > 0 else -value[after]
                best = max(best, worth)
        value[position] = best if best > -128 else 0


@rule
def closes(sides, after, a):
    """How many boxes line a has closed."""
    return np.int64((after & sides[a, 0]) == sides[a, 0]) + np.int64((after & sides[a, 1]) == sides[a, 1])


def openings(game: Game) -> list[int]:
    """What every first line is worth to who draws it."""
    sides, value = sides_of(game), values(game)
    worths = []
    for a in range(len(sides)):
        closed, after = int(closes(sides, 1 << a, a)), int(value[1 << a])
        worths.append(closed + after if closed else -after)
    return worths


def sides_of(game: Game) -> Any:
    """[lines, 2] the lines around the box on either side of every line, as bits; NEVER beyond the edge."""
    s = game.blank[0]
    around = [sum(1 << int(a) for a in s.around[box] if a < s.lines) for box in range(len(s.strings))] + [int(NEVER)]
    return np.array([[around[box] for box in s.beside[a]] for a in range(int(s.lines))], np.int64)


def too_large(game: Game) -> str | None:
    lines = int(game.blank.lines[0])
    if lines <= MOST:
        return None
    return f"all its positions are gone through, and it has {lines} lines; at most {MOST}, as 3 x 3 boxes have 24"


@lru_cache(maxsize=8)
def values(game: Game) -> Any:
    """[positions] what is still to be won, more than the other, by the one who moves; kept on disk."""
    why = too_large(game)
    if why:
        raise Mistake(f"this board cannot be solved by a table: {why}")
    sides = sides_of(game)
    name = hashlib.sha256(Path(__file__).read_bytes() + sides.tobytes()).hexdigest()[:32]
    folder = cache.folder("solved")
    found = cache.get(folder, name)
    if found is not None:
        return np.frombuffer(found, np.int8)
    value = np.zeros(1 << int(game.blank.lines[0]), np.int8)
    solve(sides, value)
    cache.put(folder, name, value.tobytes())
    return value


@rule
def best_lines(g, w, s):
    """The lines that lose nothing."""
    nothing(w)
    drawn = np.int64(s.drawn[0])
    for a in range(s.lines):
        if not is_drawn(s, a):
            closed = np.int64(s.open[s.beside[a, 0]] == 1) + np.int64(s.open[s.beside[a, 1]] == 1)
            after = g.value[drawn | (1 << a)]
            if g.value[drawn] == (closed + after if closed > 0 else -after):
                mark(w, a)


@rule
def act(g, m, v):
    """Any line that loses nothing, from a table of all positions."""
    best_lines(g, m, v)
    return one_of(v, m)


def every_position(game: Game) -> Any:
    return [("value", "i1", (1 << int(game.blank.lines[0]),))]


def dice_and_room(game: Game) -> Any:
    return [("rng", "u8"), *room(game)]


def inherits(game: Game, genome: Any) -> None:
    genome.value[:] = values(game)


MARKS = {"perfect": best_lines}
PLAYERS = {"perfect": Brain("perfect", act, every_position, dice_and_room, refuses=too_large, inherits=inherits)}
