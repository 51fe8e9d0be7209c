"""Tiny games that hide nothing, for the tests of search: noughts and crosses, boxes in a row, and getting stuck."""

from __future__ import annotations

from typing import Any

from lek.game import Game, record
from lek.jit import rule

WAYS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@rule
def start_noughts(s):
    s.winner = -1


@rule
def noughts_actor(s):
    return s.played % 2 if s.winner < 0 and s.played < 9 else -1


@rule
def noughts_legal(s, a):
    return 0 <= a < 9 and s.cells[a] == 0


@rule
def noughts_step(s, a):
    if not noughts_legal(s, a):
        s.winner = 1 - s.played % 2
        return
    who = s.played % 2
    s.cells[a] = who + 1
    s.played += 1
    for way in WAYS:
        if s.cells[way[0]] == who + 1 and s.cells[way[1]] == who + 1 and s.cells[way[2]] == who + 1:
            s.winner = who


@rule
def noughts_score(s, seat):
    return 1.0 if s.winner == seat else 0.5 if s.winner < 0 else 0.0


def noughts() -> Game:
    """Noughts and crosses; its value is a draw."""
    blank = record([("cells", "i1", (9,)), ("played", "i4"), ("winner", "i4")], winner=-1)
    return Game("noughts", blank, 2, start_noughts, noughts_actor, noughts_legal, noughts_step, noughts_score, 9, 10)


@rule
def start_boxes(s):
    s.drawn = 0


@rule
def boxes_actor(s):
    return s.mover if s.drawn < s.many else -1


@rule
def boxes_legal(s, a):
    return 0 <= a < s.many and s.walls[a] == 0


@rule
def boxes_step(s, a):
    """Draw a wall; who closes a box between two walls takes it and moves again. A wall that is there already is passed."""
    if not boxes_legal(s, a):
        s.drawn = s.many
        return
    s.walls[a] = 1
    s.drawn += 1
    closed = (a > 0 and s.walls[a - 1] == 1) + (a + 1 < s.many and s.walls[a + 1] == 1)
    s.taken[s.mover] += closed
    if closed == 0:
        s.mover = 1 - s.mover


@rule
def boxes_score(s, seat):
    return float(s.taken[seat])


def boxes(many: int = 7) -> Game:
    """A row of walls with boxes between them."""
    blank = record([("walls", "i1", (12,)), ("taken", "i4", (2,)), ("mover", "i4"), ("drawn", "i4"), ("many", "i4")],
                   many=many)
    return Game("boxes", blank, 2, start_boxes, boxes_actor, boxes_legal, boxes_step, boxes_score, many, many + 1)


# Stuck: a game that breaks the contract, with a turn that has no legal action after two moves.


@rule
def stuck_start(s):
    s.moves = 0


@rule
def stuck_actor(s):
    return s.moves % 2


@rule
def stuck_legal(s, a):
    return 0 <= a < 2 and s.moves < 2


@rule
def stuck_step(s, a):
    s.moves += 1
    s.last = a


@rule
def stuck_score(s, seat):
    return float(seat) * s.last


STUCK = Game("stuck", record([("moves", "i4"), ("last", "i4")]), 2, stuck_start, stuck_actor, stuck_legal, stuck_step,
             stuck_score, 2, 5)


def minimax(game: Game, s: Any, seat: int) -> float:
    """The margin by which `seat` wins with best play, by trying everything."""
    actor = int(game.actor(s))
    if actor < 0:
        return float(game.score(s, seat) - game.score(s, 1 - seat))
    values = []
    for a in range(game.actions):
        if game.legal(s, a):
            child = s.copy()
            game.step(child, a)
            values.append(minimax(game, child, seat))
    return max(values) if actor == seat else min(values)
