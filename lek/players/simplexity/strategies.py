"""Players of Simplexity: the samples of the ColorShapeLinks framework, and the kinds of program that entered in 2020.

`random`, `sequential` and `minimax` are the framework's own samples, by which every entrant was measured day by day
(N. Fachada, "ColorShapeLinks: a board game AI competition for educators and students", 2021). The games recorded in 2020
hold 51,491 moves of its Sequential and 97,317 of its MinimaxD2, and ours makes every one of them. (A later edition's
Sequential spends its own shape first, and not the rounds.)

`sure` is a program of SureAI's kind, the winner on the unknown board in 2020: few positions, well ordered. `thunder` is one
of ThunderAI's, the winner on the usual board: Monte-Carlo tree search for 90 % of the time. Neither was ever published; what
they are made of here, and how `sure` judges, are ours. (`sure` reaches the depths that SureAI's games tell: 5 to 6 moves on
6 x 7, 4 on 8 x 13 and 12 x 12, 2 to 3 on 18 x 22.)
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain, strategy
from lek.brains.alphabeta import WIN, Judgement, alphabeta
from lek.brains.clocked import Clocked
from lek.brains.mcts import mcts
from lek.games.simplexity import ROUND, WHITE, has, legal, simplexity
from lek.jit import rule

PLAYERS: dict[str, Brain] = {}
RULES: Any = simplexity()
PLAIN = {"deepen": False, "table": "none", "sort": "quick", "prune": True, "recall": True, "killers": False,
         "history": False, "scout": False, "extend": False, "reduce": False, "window": 0.0, "nodes": 0}


@strategy(PLAYERS)
def random(g, m, v):
    """Any legal action, each as likely."""
    many = 0
    for a in range(2 * v.cols):
        many += legal(v, a)
    nth = dice.below(m, many)
    for a in range(2 * v.cols):
        if legal(v, a):
            if nth == 0:
                return a
            nth -= 1
    return -1


@strategy(PLAYERS, ("moved", "i4"), ("last", "i4"))
def sequential(g, m, v):
    """Column after column, full ones passed over; rounds until they are used up, then squares."""
    column = m.last if m.moved else -1
    for _ in range(v.cols):
        column = (column + 1) % v.cols
        if v.height[column] < v.rows:
            break
    m.moved = 1
    m.last = column
    return 2 * column + (0 if v.stock[v.mover, 0] > 0 else 1)


# minimax


@rule
def all_alike(margin, ply):
    """A win is a win, however far off."""
    return WIN if margin > 0.0 else -WIN if margin < 0.0 else 0.0


@rule
def last_first(g, e, s, a):
    """Among equals the framework's takes the move it looked at last; a search that keeps the first looks at it first."""
    return float(a)


@rule
def near_the_centre(g, e, s):
    """Each piece counts the more the nearer it is to the centre, for the owner of its colour and for that of its shape.

    In the order and the precision of the framework's: equal sums differ in the last bit by the order they were added up
    in, and that settles which of two moves is taken.
    """
    row, column = s.rows // 2, s.cols // 2
    most = np.float32(math.sqrt(float(row * row + column * column)))
    value = np.float32(0.0)
    top = 0
    for j in range(s.cols):
        top = max(top, s.height[j])
    for i in range(top):
        for j in range(s.cols):
            if i < s.height[j]:
                bit = j * (s.rows + 1) + i
                distance = math.sqrt(float((row - i) * (row - i) + (column - j) * (column - j)))
                points = np.float32(most - np.float32(distance))
                value = np.float32(value + points if has(s, s.mover, bit) else value - points)
                value = np.float32(value + points if has(s, ROUND + s.mover, bit) else value - points)
    return float(value)


PLAYERS["minimax"] = alphabeta(
    "minimax", RULES, Judgement(near_the_centre, order=last_first, worth=all_alike), fixed=PLAIN, defaults={"depth": 3},
    table=0, about="The framework's sample search: a fixed depth, and pieces near the centre are good.")


# sure

MISSING = (0.0, 200.0, 80.0, 20.0, 5.0, 1.25, 0.3125, 0.078125)  # by how many pieces a line still lacks
SHAPE, NOW, MOST = 1.25, 4.0, 900000.0


@rule
def open_lines(g, e, s):
    """Every stretch of `win` cells with pieces of one kind only: by how many it lacks, more for shape, and for at once."""
    value = 0.0
    for d in range(4):
        along, up = (1 if d > 0 else 0), (1 if d < 2 else 0 if d == 2 else -1)  # upwards, slanting up, level, slanting down
        for column in range(s.cols if d == 0 else s.cols - s.win + 1):
            low = s.win - 1 if up < 0 else 0
            high = s.rows - s.win + 1 if up > 0 else s.rows
            for row in range(low, high):
                value += stretch(s, column, row, along, up)
    value = min(max(value, -MOST), MOST)
    return value if s.mover == 0 else -value


@rule
def stretch(s, column, row, along, up):
    """What one stretch is worth to White."""
    white, red, rounds, squares, free = True, True, True, True, 0
    now = False
    for i in range(s.win):
        j, k = column + i * along, row + i * up
        if k >= s.height[j]:
            free += 1
            now = k == s.height[j]
        else:
            bit = j * (s.rows + 1) + k
            if has(s, WHITE, bit):
                red = False
            else:
                white = False
            if has(s, ROUND, bit):
                squares = False
            else:
                rounds = False
    if free == 0 or free == s.win or free >= len(MISSING):
        return 0.0
    value = (1.0 if white else 0.0) - (1.0 if red else 0.0) + (SHAPE if rounds else 0.0) - (SHAPE if squares else 0.0)
    return value * MISSING[free] * (NOW if free == 1 and now else 1.0)


PLAYERS["sure"] = alphabeta(
    "sure", RULES, Judgement(open_lines), fixed={"table": "none", "sort": "evaluation", "history": False, "scout": False,
                                                 "extend": False, "reduce": False, "window": 0.0, "deepen": True,
                                                 "prune": True, "recall": True},
    table=0, about="A search of SureAI's kind: moves in the order of what they lead to, and open lines are good.",
    clocked=partial(Clocked, share=0.93, table=0))


# thunder

PLAYERS["thunder"] = mcts(
    "thunder", RULES, about="Monte-Carlo tree search, as by ThunderAI: a tree that grows where random games go well.",
    clocked=partial(Clocked, share=0.9))
