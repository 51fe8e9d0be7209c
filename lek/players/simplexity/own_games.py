"""Games of `lek` against itself, to learn from.

Each is played with so many nodes a move (half, once or twice as many, drawn for each game; from the 13th move on, where most
games are decided, two and a half times as many), from an opening of one to eight drawn moves, with one move in twenty, or in
seven, or none drawn, up to where a side is proven to win.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lek.agent import configured
from lek.brains.alphabeta import SURE
from lek.game import Game, record
from lek.players.simplexity.lek import LEK, foresee, note, notes
from lek.players.simplexity.openings import MOVES, looks
from lek.position import Position

OPENINGS = range(1, 9)
LATE, MORE = 12, 2.5  # from so many moves on, so many times the nodes
DRAWN = (0.0, 0.05, 0.15)
EFFORT = (0.5, 1.0, 2.0)
PROVEN = 60000.0  # stands for a proven value
STOP = 255  # in place of the move that was not made any more


class Games(NamedTuple):
    """Games one after another: their moves, what the search said before each (nan: not quiet), lengths and results."""

    moves: Any
    values: Any
    lengths: Any
    results: Any


def self_play(game: Game, games: int, nodes: int, seed: int) -> Games:
    """Games of `lek` against itself."""
    genome, memory = configured(LEK, game, {"depth": 40}), record(LEK.memory_type(game))
    g, m, e = genome[0], memory[0], record(notes(game))[0]
    rng = np.random.default_rng(seed)
    told: tuple[list[Any], ...] = ([], [], [], [])

    def drawn() -> int:
        return int(rng.choice([a for a in range(game.actions) if game.legal(s, a)]))

    for _ in range(games):
        s = Position(game).state
        m.table.view(np.uint8).fill(0)
        opening, often, effort = rng.choice(OPENINGS), rng.choice(DRAWN), int(nodes * rng.choice(EFFORT))
        moves: list[int] = []
        result = None
        while int(game.actor(s)) >= 0:
            value = np.nan
            if len(moves) < opening:
                a = drawn()
            else:
                note(g, e, s)
                quiet = foresee(g, e, s, 0) == 0.0 and e.forced < 0
                LEK.search.begin(g, m, s)
                LEK.search.go(g, m, m.table, effort if len(moves) < LATE else int(MORE * effort))
                white = float(m.worth) * (1 if s.mover == 0 else -1)
                proven = abs(white) >= SURE
                value = (np.sign(white) * PROVEN if proven else white) if quiet else np.nan
                a = STOP if proven else drawn() if rng.random() < often else int(LEK.search.answer(m))
                result = float(white > 0) if proven else None
            moves.append(a)
            told[1].append(value)
            if a == STOP:
                break
            game.step(s, a)
        told[0].extend(moves)
        told[2].append(len(moves))
        told[3].append(result if result is not None else 1.0 if s.winner == 0 else 0.0 if s.winner == 1 else 0.5)
    return Games(np.array(told[0], np.uint8), np.array(told[1], np.float16), np.array(told[2], np.int16),
                 np.array(told[3], np.float16))


def apart(game: Game, played: Games, kept: frozenset[tuple[int, ...]]) -> Games:
    """The games that pass through none of the openings kept for matches."""
    first = np.cumsum(played.lengths, dtype=np.int64) - played.lengths
    wanted = np.ones(len(first), np.bool_)
    for i, (begin, length) in enumerate(zip(first, played.lengths, strict=True)):
        s = Position(game).state
        for a in played.moves[begin:begin + min(length, MOVES)]:
            if a != STOP:
                game.step(s, int(a))
        wanted[i] = looks(s) not in kept
    rows = np.repeat(wanted, played.lengths)
    return Games(played.moves[rows], played.values[rows], played.lengths[wanted], played.results[wanted])
