"""Simplexity, slow and obvious: a list of rows, and a search of the whole board for lines after every move.

Rules: section 1 of shared/rules/simplexity.md, after the ColorShapeLinks competition's framework. White, seat 0, moves
first and wins with a line of round or of white pieces; Red, seat 1, with a line of square or of red ones.

A cell is a letter: `.` is empty, `w` and `r` are round pieces of White and Red, `W` and `R` square ones. board[0] is the
bottom row. An action is 2 * column + shape, with shape 0 for round and 1 for square.
"""

import copy
import gzip
from collections import namedtuple
from itertools import product
from pathlib import Path

from lek import dice

WHITE, RED, DRAW = range(3)
PIECE = {WHITE: "wW", RED: "rR"}  # PIECE[seat][shape]
LINES = (("shape", "wr", WHITE), ("shape", "WR", RED), ("colour", "wW", WHITE), ("colour", "rR", RED))  # in this order
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
ATTEMPTS = 1000  # at an opening


class Simplexity:
    """One game; `play` until it is `over`.

    With `opening` so many plies are drawn before it, with the dice of `stream`, a record with a field `rng`.
    """

    def __init__(self, rows=6, cols=7, win=4, rounds=10, squares=11, opening=0, stream=None):
        if win > rows and win > cols:
            raise ValueError(f"A line of {win} does not fit on {rows} rows and {cols} columns.")
        self.rows = rows
        self.cols = cols
        self.win = win
        self.supplies = (rounds, squares)
        self.clear()
        if opening > 0:
            self.draw_opening(opening, stream)

    def clear(self):
        self.board = [["."] * self.cols for _ in range(self.rows)]
        self.left = [list(self.supplies), list(self.supplies)]  # left[seat][shape]
        self.plies = 0
        self.winner = None  # WHITE, RED or DRAW in the end
        self.how = None  # "shape", "colour" or "fault", unless it is a draw
        self.last = None  # whose action was the last
        self.judge()  # without any pieces it is a draw at once

    @property
    def over(self):
        return self.winner is not None

    @property
    def turn(self):
        return self.plies % 2

    def legal(self, action):
        if action not in range(2 * self.cols):
            return False
        column, shape = divmod(action, 2)
        return self.board[-1][column] == "." and self.left[self.turn][shape] > 0

    def legal_actions(self):
        return [] if self.over else [action for action in range(2 * self.cols) if self.legal(action)]

    def play(self, action):
        if self.over:
            raise ValueError(f"The game is over after {self.plies} plies.")
        self.last = mover = self.turn
        if not self.legal(action):
            self.winner, self.how = 1 - mover, "fault"
            return
        column, shape = divmod(action, 2)
        row = 0
        while self.board[row][column] != ".":
            row += 1
        self.board[row][column] = PIECE[mover][shape]
        self.left[mover][shape] -= 1
        self.plies += 1
        self.judge()

    def judge(self):
        for how, pieces, owner in LINES:
            if self.has_line(pieces):
                self.winner, self.how = owner, how
                return
        if "." not in self.board[-1] or self.left == [[0, 0], [0, 0]]:
            self.winner = DRAW

    def has_line(self, pieces):
        """Whether at least `win` of these pieces are in a row, a column or a diagonal."""
        for row, column in product(range(self.rows), range(self.cols)):
            if self.board[row][column] in pieces:
                for up, right in DIRECTIONS:
                    if all(self.at(row + k * up, column + k * right) in pieces for k in range(self.win)):
                        return True
        return False

    def at(self, row, column):
        return self.board[row][column] if 0 <= row < self.rows and 0 <= column < self.cols else "."

    def after(self, action):
        """A copy of this game, one action on."""
        game = copy.deepcopy(self)
        game.play(action)
        return game

    def draw_opening(self, plies, stream):
        """Random plies after which the game is on and nobody wins at once; or none, if a thousand attempts fail."""
        for _ in range(ATTEMPTS):
            self.clear()
            while self.plies < plies and not self.over:
                self.play(self.draw_action(stream))
            if not self.over and not any(self.after(action).winner == self.turn for action in self.legal_actions()):
                return
        self.clear()

    def draw_action(self, stream):
        while True:
            action = int(dice.below(stream, 2 * self.cols))
            if self.legal(action):
                return action

    def scores(self):
        """Points of both seats: 3 for a win, 1 for a draw."""
        return [1 if self.winner == DRAW else 3 if self.winner == seat else 0 for seat in (WHITE, RED)]

    def measures(self):
        """Of both seats: won, plies, shape, colour, gift, fault."""
        rows = []
        for seat in (WHITE, RED):
            won, lost = self.winner == seat, self.winner == 1 - seat
            rows.append([
                0.5 if self.winner == DRAW else int(won),
                self.plies,
                int(won and self.how == "shape"),
                int(won and self.how == "colour"),
                int(lost and self.how == "shape" and self.last == seat),
                int(lost and self.how == "fault"),
            ])
        return rows

    def picture(self):
        return "\n".join("".join(row) for row in reversed(self.board))


def perft(game, depth):
    """Sequences of `depth` legal actions; finished games are not extended."""
    if depth == 1:
        return len(game.legal_actions())
    return sum(perft(game.after(action), depth - 1) for action in game.legal_actions())


# Games of the competition of 2020 (Nuno Fachada, Lusofona University, CC BY-NC-SA 4.0), which stay where they are

RECORDED = Path(__file__).parents[3].parent / "shared" / "data" / "colorshapelinks_games_2020.tsv.gz"
NOT_THERE = "the recorded games are not there: they are not part of Lek and belong in ../shared/data"

Recorded = namedtuple("Recorded", "track setup winner fault actions")  # setup: rows, cols, win, round, square


def recorded():
    """Every recorded game in turn. With a fault the moves end before it, and who was to move lost."""
    with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
        names = next(lines).rstrip("\n").split("\t")
        for line in lines:
            told = dict(zip(names, line.rstrip("\n").split("\t"), strict=True))
            setup = tuple(int(told[name]) for name in ("rows", "cols", "win", "round", "square"))
            actions = [2 * int(move[:-1]) + "rs".index(move[-1]) for move in told["moves"].split()]
            yield Recorded(told["track"], setup, "WRD".index(told["winner"]), told["fault"], actions)
