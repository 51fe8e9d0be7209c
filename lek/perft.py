"""Perft: how many sequences of legal actions of a length a game has; finished games are not extended.

A game may roll dice at its start, which its seed settles. Of one that rolls them later, too, there is no count, and a
Mistake says so.

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
from lek.settings import Mistake

DEEPEST = 10_000
MOST = 1 << 20  # actions that are gone through at every step
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
    depth = border.whole("depth", depth, 0, DEEPEST)
    _countable(border.game(game), depth)
    if depth == 0:
        return 1
    stack = np.zeros(depth, game.blank.dtype).view(np.recarray)
    stack[0] = Position(game, seed).state if position is None else position[0]
    rules = {"actor": game.actor, "legal": game.legal, "step": game.step}
    return int(jit.build("perft", _SOURCE, rules)["perft"](stack, np.zeros(depth, np.int64), depth, game.actions))


def perft_by_move(game: Game, depth: int, seed: int = 0) -> Iterator[tuple[int, int]]:
    """The same from the start, first action by first action, for those who want to see (or stop) it on its way."""
    depth = border.whole("depth", depth, 1, DEEPEST)
    start = Position(_countable(border.game(game), depth), seed)
    for a in range(game.actions):
        if start.may(a):
            after = start.copy()
            after.push(a)
            yield a, perft(game, depth - 1, [after.state])


def _countable(game: Game, depth: int) -> Game:
    """The game, or a Mistake where it packs so many choices into an action that they cannot be gone through, or where dice
    decide what can be done."""
    if game.actions > MOST:
        raise Mistake(f"{game.name} has {game.actions} actions: perft goes through all of them at every step, and that is "
                      f"done for {MOST} at most")
    if game.chance == "always" and depth > 1:
        raise Mistake(f"{game.name} rolls dice after its start, and they decide how many sequences of actions there are: "
                      "perft counts those of games that roll none, or only at their start")
    return game
