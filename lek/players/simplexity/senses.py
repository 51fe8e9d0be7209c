"""How Simplexity is sensed: a choice is a column and a shape, described by the lines it makes and what lies around it.

    wins, gives             it completes a line that wins for me, for the other
    stops                   the other would win with a piece there
    opens, readies          on top of it the other, I could complete a line
    own_shape               it is of my shape
    centre, height          how near to the middle column; in which row, as a share
    my_colour, my_shape     share of the eight cells around that have a piece of my colour, of my shape
    their_colour, their_shape
    above                   I would lie on a piece of the other's colour
"""

from __future__ import annotations

from lek.brains.senses import Senses
from lek.game import Game
from lek.games.simplexity import has, has_line, legal, place, result_of
from lek.jit import rule

NUMBERS = ("wins", "gives", "stops", "opens", "readies", "own_shape", "centre", "height", "my_colour", "my_shape",
           "their_colour", "their_shape", "above")
ANSWERS = ("the middle", "the left", "the right", "beside the last piece", "the other shape", "win", "stop the other")


@rule
def action(m, s, c):
    return c if legal(s, c) else -1


@rule
def around(s, k, column, row):
    """Share of the cells around this one that board k has a piece on."""
    many = 0
    for i in range(max(0, column - 1), min(s.cols, column + 2)):
        for j in range(max(0, row - 1), min(s.rows, row + 2)):
            many += (i != column or j != row) and has(s, k, i * (s.rows + 1) + j)
    return many / 8.0


@rule
def wins_there(s, player, bit):
    """Whether a piece of the player there, of his own shape, would complete a line of his."""
    return has_line(s, player, bit) or has_line(s, 2 + player, bit)


@rule
def sense(m, s, c, x):
    me = s.mover
    other = 1 - me
    column = c >> 1
    row = s.height[place(column)]
    bit = column * (s.rows + 1) + row
    winner = result_of(s, c)
    x[0] = winner == me
    x[1] = winner == other
    x[2] = wins_there(s, other, bit)
    x[3] = row + 1 < s.rows and wins_there(s, other, bit + 1)
    x[4] = row + 1 < s.rows and wins_there(s, me, bit + 1)
    x[5] = (c & 1) == me
    x[6] = 1.0 - abs(2.0 * column - (s.cols - 1)) / s.cols
    x[7] = row / s.rows
    x[8] = around(s, me, column, row)
    x[9] = around(s, 2 + me, column, row)
    x[10] = around(s, other, column, row)
    x[11] = around(s, 2 + other, column, row)
    x[12] = row > 0 and has(s, other, bit - 1)


@rule
def look(m, s):
    """Find the other's last piece: where the board has grown, and on top lies one of his colour."""
    m.last = -1
    for column in range(s.cols):
        height = s.height[place(column)]
        if height > m.before[place(column)]:
            bit = column * (s.rows + 1) + height - 1
            if has(s, 1 - s.mover, bit):
                m.last = 2 * column + (1 if has(s, 3, bit) else 0)
        m.before[place(column)] = height


@rule
def winning(s, player):
    """A column in which a piece of his own shape would complete a line of the player's, or -1."""
    for column in range(s.cols):
        row = s.height[place(column)]
        if row < s.rows and wins_there(s, player, column * (s.rows + 1) + row):
            return column
    return -1


@rule
def symbol(m, s):
    """Whether I could win, whether the other could, and where the last piece fell: left, in the middle, right, nowhere."""
    where = 3
    if m.last >= 0:
        where = (3 * (m.last >> 1) + 1) // s.cols
    return 8 * (winning(s, s.mover) >= 0) + 4 * (winning(s, 1 - s.mover) >= 0) + where


@rule
def nearest(s, shape, wanted):
    """The action in the legal column nearest to one, to the left of it among equals, or -1."""
    for far in range(s.cols):
        for column in (wanted - far, wanted + far):
            if 0 <= column < s.cols and legal(s, 2 * column + shape):
                return 2 * column + shape
    return -1


@rule
def answer(m, s, k):
    """Pieces of my own shape, but for `the other shape`; and where mine is used up, to win or to stop."""
    me = s.mover
    if k >= 5:
        column = winning(s, me if k == 5 else 1 - me)
        a = 2 * column + me
        if column >= 0 and not legal(s, a):
            a = a ^ 1
        return a if column >= 0 and legal(s, a) else -1
    if k == 3:
        return nearest(s, me, m.last >> 1) if m.last >= 0 else -1
    if k == 4:
        return nearest(s, 1 - me, s.cols // 2)
    return nearest(s, me, 0 if k == 1 else s.cols - 1 if k == 2 else s.cols // 2)


def senses(game: Game) -> Senses:
    """For boards of any size."""
    return Senses(game.actions, action, NUMBERS, sense, symbols=16, symbol=symbol, answers=ANSWERS, answer=answer, look=look,
                  memory=[("last", "i4"), ("before", "i1", game.blank.dtype["height"].shape)])
