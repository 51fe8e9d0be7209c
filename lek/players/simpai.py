"""SimpAI, the runner-up of ColorShapeLinks 2020's Unknown Track, as its paper and its recorded games tell it.

Before it searches it looks for three things (the names are its own debug words; nothing of this is in the paper, the
published match logs show it): a winning column, which it takes (Guarantee Win); a column in which the other would win,
which it fills with its own shape if it has one (Prevent Loss); and, on row neighbours of the other's, two side by side with
both ends open, where it takes the left end, or two with a gap between them, which it fills (Prevent 3 Loss).

Its search is negamax with alpha-beta, moves in the order of their evaluation, iterative deepening, and a table under
Zobrist keys that keeps evaluations, not bounds. Under a clock it searches every first move's subtree by itself, one a
thread, for limit / 1.2.
"""

from __future__ import annotations

from typing import Any

from lek.agent import Brain
from lek.brains.alphabeta import Judgement, alphabeta
from lek.brains.clocked import Clocked
from lek.game import Game
from lek.games.simplexity import has, has_line, legal, result_of, simplexity
from lek.jit import rule
from lek.players.simpai_heuristics import NOTES, TABLE_2, follow, key, note, weighted
from lek.settings import Setting

COLUMNS = ("1st", "2nd", "3rd", "4th", "5th")
SETTINGS = {
    "weights": Setting("1st", choices=COLUMNS, about="the column of the paper's Table 2"),
    "sides": Setting("two", choices=("two", "one"), about="whose pieces count: both players', or the mover's alone"),
    "rules": Setting(True, about="whether it looks for wins, threats and open twos before it searches"),
}
ONE_SIDED = 1
SEARCH = {"depth": 3, "table": "evaluations", "sort": "evaluation", "killers": False, "history": False, "scout": False,
          "extend": False, "reduce": False}


@rule
def evaluate(g, e, s):
    """The mover's weighted parts less the other's."""
    mine = weighted(e, s.mover, TABLE_2[g.weights])
    return mine if g.sides == ONE_SIDED else mine - weighted(e, 1 - s.mover, TABLE_2[g.weights])


@rule
def before(g, m, s):
    """The move of the first rule that applies, or -1."""
    return rule_move(s) if g.rules else -1


@rule
def rule_move(s):
    me = s.mover
    shape = me if s.stock[me, me] > 0 else 1 - me
    for column in range(s.cols):
        a = 2 * column + shape
        if legal(s, a) and result_of(s, a) == me:
            return a
    if shape != me:
        return -1
    h = s.rows + 1
    for column in range(s.cols):
        bit = column * h + s.height[column]
        if s.height[column] < s.rows and threatened(s, 1 - me, bit):
            return 2 * column + me
    return open_two(s, 1 - me)


@rule
def threatened(s, player, bit):
    """Whether a piece of this player's would win here."""
    if s.stock[player, player] > 0 and has_line(s, 2 + player, bit):
        return True
    return has_line(s, player, bit)


@rule
def open_two(s, other):
    """The left end of two neighbours of the other's with open ends, or the gap between two; -1 for none."""
    h = s.rows + 1
    for row in range(s.rows):
        for column in range(s.cols - 3):
            if (s.height[column] == row and s.height[column + 3] == row and has(s, other, (column + 1) * h + row)
                    and has(s, other, (column + 2) * h + row)):
                return 2 * column + 1 - other
    for row in range(s.rows):
        for column in range(s.cols - 2):
            if (s.height[column + 1] == row and has(s, other, column * h + row)
                    and has(s, other, (column + 2) * h + row)):
                return 2 * (column + 1) + 1 - other
    return -1


def under_clock(brain: Brain, game: Game, genome: Any, threads: int = 1) -> Clocked:
    """As the paper's Fig. 2, for limit / 1.2."""
    return Clocked(brain, game, genome, share=1 / 1.2, split="root", threads=threads)


SIMPAI = alphabeta("simpai", simplexity(), Judgement(evaluate, NOTES, note, follow, key, settings=SETTINGS),
                   about="SimpAI by its paper: five weighted heuristics under a plain search, three rules before it.",
                   defaults=SEARCH, before=before, clocked=under_clock)
PLAYERS: dict[str, Brain] = {"simpai": SIMPAI}
