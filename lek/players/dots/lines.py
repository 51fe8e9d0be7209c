"""Lines of Dots and Boxes, for players to choose among: sets of them, what each one does, and boards to try them on.

Words: a *coin* is a box not taken, its strings are the lines not drawn around it. A line is *safe* that leaves every coin
beside it two strings or more: it gives nothing away. A coin with one string can be taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.game import Game
from lek.games.dots import LOW, ONE, SIX, is_drawn
from lek.jit import rule


def room(game: Game) -> list[Any]:
    """A set of lines, and two further boards to try lines on."""
    words, coins = game.blank.dtype["drawn"].shape, game.blank.dtype["open"].shape
    return [("set", "u8", words), ("drawn", "u8", (2, *words)), ("open", "i1", (2, *coins))]


ROOM = tuple(lambda game, k=k: room(game)[k] for k in range(3))


# sets of lines


@rule
def nothing(w):
    for word in range(len(w.set)):
        w.set[word] = 0


@rule
def mark(w, a):
    line = np.uint64(a)
    w.set[line >> SIX] |= ONE << (line & LOW)


@rule
def unmark(w, a):
    line = np.uint64(a)
    w.set[line >> SIX] &= ~(ONE << (line & LOW))


@rule
def marked(w, a):
    line = np.uint64(a)
    return (w.set[line >> SIX] >> (line & LOW)) & ONE != 0


@rule
def one_of(s, w):
    """Any line of the set, each as likely."""
    many = 0
    for a in range(s.lines):
        many += marked(w, a)
    nth = dice.below(w, many)
    for a in range(s.lines):
        if marked(w, a):
            if nth == 0:
                return a
            nth -= 1
    return -1


# what a line does


@rule
def takes(s, a):
    """Whether a line takes a coin."""
    return s.open[s.beside[a, 0]] == 1 or s.open[s.beside[a, 1]] == 1


@rule
def safe(s, a):
    """Whether a line gives nothing away."""
    return s.open[s.beside[a, 0]] > 2 and s.open[s.beside[a, 1]] > 2


@rule
def mark_taking(s, w):
    """Mark the lines that take a coin; how many they are."""
    nothing(w)
    many = 0
    for a in range(s.lines):
        if not is_drawn(s, a) and takes(s, a):
            mark(w, a)
            many += 1
    return many


@rule
def mark_safe(s, w):
    nothing(w)
    many = 0
    for a in range(s.lines):
        if not is_drawn(s, a) and safe(s, a):
            mark(w, a)
            many += 1
    return many


@rule
def mark_all(s, w):
    for a in range(s.lines):
        if not is_drawn(s, a):
            mark(w, a)


# trying lines: w holds two further boards, of which the first is what is looked at, the second for one line after the other


@rule
def lay(s, w):
    """The first further board is the board itself."""
    for word in range(len(s.drawn)):
        w.drawn[0, word] = s.drawn[word]
    for box in range(len(s.open)):
        w.open[0, box] = s.open[box]


@rule
def copy(s, w):
    """The second further board is the first."""
    for word in range(len(s.drawn)):
        w.drawn[1, word] = w.drawn[0, word]
    for box in range(len(s.open)):
        w.open[1, box] = w.open[0, box]


@rule
def is_cut(w, k, a):
    line = np.uint64(a)
    return (w.drawn[k, line >> SIX] >> (line & LOW)) & ONE != 0


@rule
def cut(s, w, k, a):
    """Draw a line on a further board."""
    line = np.uint64(a)
    w.drawn[k, line >> SIX] |= ONE << (line & LOW)
    w.open[k, s.beside[a, 0]] -= 1
    w.open[k, s.beside[a, 1]] -= 1


@rule
def run(s, w, k, box):
    """Take coin after coin on a further board, from this one on; how many."""
    many = 0
    while w.open[k, box] == 1:
        a = string(s, w, k, box)
        cut(s, w, k, a)
        box = beyond(s, a, box)
        many += 1 + (w.open[k, box] == 0)
    return many


@rule
def string(s, w, k, box):
    """A coin's first string on a further board."""
    for j in range(s.around.shape[1]):
        a = s.around[box, j]
        if a < s.lines and not is_cut(w, k, a):
            break
    return a


@rule
def beyond(s, a, box):
    """What is on the other side of a line."""
    return np.int64(s.beside[a, 0]) + s.beside[a, 1] - box


@rule
def cost(s, w, a):
    """How many coins the other can take one after the other once this line is drawn on the first further board."""
    copy(s, w)
    cut(s, w, 1, a)
    return run(s, w, 1, s.beside[a, 0]) + run(s, w, 1, s.beside[a, 1])


@rule
def least_cost(s, w):
    """What the cheapest line of the first further board costs; 0 where none is left."""
    least = 0
    for a in range(s.lines):
        if not is_cut(w, 0, a):
            gives = cost(s, w, a)
            if least == 0 or gives < least:
                least = gives
    return least


@rule
def mark_costing(s, w, coins):
    """Mark the lines that give this many coins away."""
    nothing(w)
    for a in range(s.lines):
        if not is_cut(w, 0, a) and cost(s, w, a) == coins:
            mark(w, a)
