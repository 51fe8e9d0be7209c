"""How Dots and Boxes is sensed: a choice is a line, described by what it takes, and what it gives away.

Words are those of `lines.py`: a coin is a box not taken, a line is safe that leaves every coin two strings or more.

    takes, goes_on     coins it takes, of two; coins that can be taken one after the other from there on, of eight
    safe, gives        it is safe; coins that the other can take then, of eight
    fresh, halves      coins beside it that have all strings, that keep two: shares of two
    edge               one side of it is the ground
    left, odd          share of the lines that are left; whether their number is odd
    odd_safe, calm     whether the number of safe lines is odd; whether there are any
    ahead              my boxes less the other's, as a share of all
"""

from __future__ import annotations

from lek.brains.senses import Senses
from lek.game import Game
from lek.games.dots import is_drawn
from lek.jit import rule
from lek.players.dots.lines import (
    cost,
    lay,
    least_cost,
    mark_all,
    mark_costing,
    mark_safe,
    mark_taking,
    nothing,
    one_of,
    room,
    safe,
)
from lek.players.dots.strategies import keep_control, safe_after_all

NUMBERS = ("takes", "goes_on", "safe", "gives", "fresh", "halves", "edge", "left", "odd", "odd_safe", "calm", "ahead")
ANSWERS = ("take a coin", "a safe line", "what gives the fewest away", "leave the last for a double-deal", "any line")


@rule
def look(m, s):
    """Count the safe lines, and lay out the further board."""
    m.safe = 0
    for a in range(s.lines):
        m.safe += not is_drawn(s, a) and safe(s, a)
    lay(s, m)


@rule
def action(m, s, a):
    return -1 if is_drawn(s, a) else a


@rule
def sense(m, s, a, x):
    one = s.beside[a, 0]
    other = s.beside[a, 1]
    boxes = len(s.strings)
    takes = (s.open[one] == 1) + (s.open[other] == 1)
    on = min(8, cost(s, m, a)) / 8.0
    x[0] = takes / 2.0
    x[1] = on if takes > 0 else 0.0
    x[2] = safe(s, a)
    x[3] = on if takes == 0 else 0.0
    x[4] = ((one < boxes and s.open[one] == s.strings[one]) + (other < boxes and s.open[other] == s.strings[other])) / 2.0
    x[5] = ((s.open[one] == 3) + (s.open[other] == 3)) / 2.0
    x[6] = one == boxes or other == boxes
    x[7] = s.left / s.lines
    x[8] = s.left & 1
    x[9] = m.safe & 1
    x[10] = m.safe > 0
    x[11] = (s.boxes[s.mover] - s.boxes[1 - s.mover]) / boxes


@rule
def symbol(m, s):
    """Whether a coin can be taken, whether safe lines are left, whether their number is odd, and whether, once all coins are
    taken that can be, every line gives three coins or more."""
    taking = 0
    for a in range(s.lines):
        if not is_drawn(s, a) and (s.open[s.beside[a, 0]] == 1 or s.open[s.beside[a, 1]] == 1):
            taking = 1
    dear = not safe_after_all(s, m) and least_cost(s, m) >= 3
    return 8 * taking + 4 * (m.safe > 0) + 2 * (m.safe & 1) + dear


@rule
def answer(m, s, k):
    """Any of the lines that an answer means."""
    many = 1
    if k == 0:
        many = mark_taking(s, m)
    elif k == 1:
        many = mark_safe(s, m)
    elif k == 2 and m.safe == 0:
        lay(s, m)
        mark_costing(s, m, least_cost(s, m))
    elif k == 2:
        mark_safe(s, m)
    elif k == 3:
        many = mark_taking(s, m)
        if many > 0 and not safe_after_all(s, m):
            keep_control(s, m, False)
    else:
        nothing(m)
        mark_all(s, m)
    return one_of(s, m) if many > 0 else -1


def senses(game: Game) -> Senses:
    """For boards and coins of any kind."""
    return Senses(game.actions, action, NUMBERS, sense, symbols=16, symbol=symbol, answers=ANSWERS, answer=answer, look=look,
                  memory=[("rng", "u8"), ("safe", "i4"), *room(game)])
