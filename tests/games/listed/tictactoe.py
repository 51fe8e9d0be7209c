"""Tic-tac-toe: three in a row on a board of three by three.

The players put their marks on empty cells in turn. Whoever has three in a row, across, down or along a diagonal, wins. When
the board is full and nobody has, the game is drawn. A move to a cell that is not empty loses the game.
"""

from __future__ import annotations

from typing import Any

from lek.game import Face, Game, record
from lek.jit import rule
from lek.settings import configurable

MARKS = ".XO"


@rule
def start(s):
    s.turn = 0
    s.winner = -1


@rule
def actor(s):
    return -1 if s.winner >= 0 or s.turn == 9 else s.turn % 2


@rule
def legal(s, a):
    return 0 <= a < 9 and s.board[a] == 0


@rule
def step(s, a):
    seat = s.turn % 2
    s.turn += 1
    if not legal(s, a):
        s.winner = 1 - seat
        return
    s.board[a] = seat + 1
    for i in range(3):
        if s.board[3 * i] == s.board[3 * i + 1] == s.board[3 * i + 2] != 0 or \
                s.board[i] == s.board[i + 3] == s.board[i + 6] != 0:
            s.winner = seat
    if s.board[4] != 0 and (s.board[0] == s.board[4] == s.board[8] or s.board[2] == s.board[4] == s.board[6]):
        s.winner = seat


@rule
def score(s, seat):
    return 0.5 if s.winner < 0 else 1.0 if s.winner == seat else 0.0


def show(s: Any) -> str:
    """The board, row by row."""
    return "\n".join("".join(MARKS[mark] for mark in s.board[row:row + 3]) for row in (0, 3, 6))


@configurable({})
def tictactoe() -> Game:
    """Three in a row on a board of three by three."""
    return Game("tictactoe", record([("turn", "i4"), ("winner", "i4"), ("board", "i1", (9,))]), 2, start, actor, legal, step,
                score, actions=9, limit=9, zero_sum=True, range=(0.0, 1.0), face=Face(show))
