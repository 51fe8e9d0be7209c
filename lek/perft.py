"""Perft: how many move sequences of a length a game has; finished games are not extended.

The oldest check of a move generator (from chess programming, where the word means "performance test"), and a benchmark of
`legal` and `step`. Sequences are counted at the last position but one: its legal actions are the last moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lek import border, jit
from lek.game import Game
from lek.position import Position

DEEPEST = 10_000
_SOURCE = """
@njit
def perft(stack, tried, depth, actions):
    leaves = 0
    ply = 0
    tried[0] = 0
    while ply >= 0:
        s = stack[ply]
        if ply == depth - 1:
            if actor(s) >= 0:
                for a in range(actions):
                    leaves += legal(s, a)
            ply -= 1
            continue
        a = tried[ply]
        while a < actions and not legal(s, a):
            a += 1
        tried[ply] = a + 1
        if a >= actions or (a == 0 and actor(s) < 0):
            ply -= 1
            continue
        stack[ply + 1] = s
        step(stack[ply + 1], a)
        tried[ply + 1] = 0 if actor(stack[ply + 1]) >= 0 else actions
        ply += 1
    return leaves
"""


def perft(game: Game, depth: int, position: Any = None, seed: int = 0) -> int:
    """Sequences of `depth` actions from a state [1], or from the start."""
    border.game(game)
    depth = border.whole("depth", depth, 0, DEEPEST)
    if depth == 0:
        return 1
    stack = np.zeros(depth, game.blank.dtype).view(np.recarray)
    stack[0] = Position(game, seed).state if position is None else position[0]
    made = jit.build("perft", _SOURCE, {"actor": game.actor, "legal": game.legal, "step": game.step})
    return int(made["perft"](stack, np.zeros(depth, np.int64), depth, game.actions))


def perft_by_move(game: Game, depth: int, seed: int = 0) -> Iterator[tuple[int, int]]:
    """The same from the start, first action by first action, for those who want to see (or stop) it on its way."""
    depth, start = border.whole("depth", depth, 1, DEEPEST), Position(game, seed)
    for a in range(game.actions):
        if start.may(a):
            after = start.copy()
            after.push(a)
            yield a, perft(game, depth - 1, [after.state])
