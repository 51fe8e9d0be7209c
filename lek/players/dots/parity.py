"""Players of Dots and Boxes who count: while lines are safe, so that the other will have to open the first long chain.

Who opens the first chain of three coins or more loses it and, most often, the game; who that will be is settled by how many
lines are safe and how many short chains are left to hand out. (The long chain rule of E. Berlekamp's book says the same in
numbers of chains.) `parity-avg` draws the safe line that is best if all further safe lines are drawn at random, `parity-mm`
the one that is best if both sides draw the best for themselves. Both play as `chain` does when no line is safe. Short chains
are handed out the cheapest first, by the lowest line; where no long chain is left at all, whoever would move next counts as
the one who has to open it. (The anchors of the rulebook settle the first, not the second.)

All positions of the board are gone through once, so these players are for small boards.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lek.agent import Brain
from lek.game import Game, record
from lek.games.dots import GROUND, ONE
from lek.jit import rule
from lek.players.dots.lines import cost, cut, is_cut, least_cost, mark_safe, mark_taking, marked, one_of, room, run, unmark
from lek.players.dots.solved import dice_and_room, too_large
from lek.players.dots.strategies import control
from lek.position import Position

LONG = 3
LEVEL = 1e-6  # chances that differ by less are the same


@rule
def chances(s, w, best, other):
    """Fill in other[position]: the chance that the one who does not move has to open the first long chain, in positions
    without a coin to take; by the best safe line, or by any of them."""
    for drawn in range(len(other) - 1, -1, -1):
        if set_up(s, w, drawn):
            continue
        many, total, most = 0, 0.0, 0.0
        for a in range(s.lines):
            if not is_cut(w, 0, a) and w.open[0, s.beside[a, 0]] > 2 and w.open[0, s.beside[a, 1]] > 2:
                many += 1
                chance = 1.0 - other[drawn | (1 << a)]
                total += chance
                most = max(most, chance)
        if many == 0:
            other[drawn] = hand_outs(s, w) & 1
        else:
            other[drawn] = most if best else total / many


@rule
def set_up(s, w, drawn):
    """A position on the first further board; whether a coin can be taken there."""
    w.drawn[0, 0] = drawn
    for box in range(len(s.strings)):
        strings = s.strings[box]
        for k in range(s.around.shape[1]):
            strings -= s.around[box, k] < s.lines and (drawn >> s.around[box, k]) & 1
        if strings == 1:
            return True
        w.open[0, box] = strings
    w.open[0, len(s.strings)] = GROUND
    return False


@rule
def hand_outs(s, w):
    """How many short chains are handed out, one after the other, before a long one has to be opened."""
    many = 0
    least = least_cost(s, w)
    while 0 < least < LONG:
        a = 0
        while is_cut(w, 0, a) or cost(s, w, a) != least:
            a += 1
        cut(s, w, 0, a)
        run(s, w, 0, s.beside[a, 0])
        run(s, w, 0, s.beside[a, 1])
        many += 1
        least = least_cost(s, w)
    return many


@rule
def counting(g, w, s):
    """Of the safe lines those with the best chance that the other opens the first long chain; else as `chain` does."""
    if mark_taking(s, w) > 0 or mark_safe(s, w) == 0:
        control(g, w, s)
        return
    most = 0.0
    for a in range(s.lines):
        if marked(w, a):
            most = max(most, 1.0 - g.other[s.drawn[0] | (ONE << np.uint64(a))])
    for a in range(s.lines):
        if marked(w, a) and 1.0 - g.other[s.drawn[0] | (ONE << np.uint64(a))] < most - LEVEL:
            unmark(w, a)


@rule
def average(g, m, v):
    """Like `chain`, but of safe lines those after which the other opens the first long chain, if all go on at random."""
    counting(g, m, v)
    return one_of(v, m)


@rule
def minimax(g, m, v):
    """Like `chain`, but of safe lines those after which the other opens the first long chain, if both go on for the best."""
    counting(g, m, v)
    return one_of(v, m)


def inherits(best: bool, game: Game, genome: Any) -> None:
    chances(Position(game).state, record(room(game))[0], best, genome.other)


def every_position(game: Game) -> Any:
    return [("other", "f4", (1 << int(game.blank.lines[0]),))]


MARKS = {"parity-avg": counting, "parity-mm": counting}
PLAYERS = {
    name: Brain(name, act, every_position, dice_and_room, refuses=too_large, inherits=partial(inherits, best))
    for name, act, best in (("parity-avg", average, False), ("parity-mm", minimax, True))}
