"""Players of Dots and Boxes, from who knows nothing to who knows chains.

Each marks some lines and draws one of them, all as likely, so that its games can be computed, too (`exact.py`).

Words: a *coin* is a box not taken, its strings are the lines not drawn around it. A line is *safe* that leaves every coin
beside it two strings or more: it gives nothing away. A coin with one string can be taken. Coins with two strings hang
together in *chains* (and *loops*, that end in themselves): who draws a line of one gives it away, coin after coin.

`chain` is the standard opponent, made after a public hand-written player in JavaScript that many have copied (it came from a
mathematics page of UCLA): as there, it draws safe lines at random while there are any, and then keeps control by leaving
the last two coins of a chain, or four of a loop, in a shape that costs the other the move (a *double-deal*).
`always-double-deal` is nearer to that player: it does so whatever is left.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lek import dice
from lek.agent import Brain, strategy
from lek.games.dots import is_drawn
from lek.jit import rule
from lek.players.dots import lanes as dots_lanes
from lek.players.dots.lines import (
    ROOM,
    beyond,
    copy,
    is_cut,
    lay,
    least_cost,
    mark,
    mark_all,
    mark_costing,
    mark_safe,
    mark_taking,
    marked,
    nothing,
    one_of,
    run,
    string,
    unmark,
)

PLAIN, CHAIN, LOOP = range(3)  # what a coin that can be taken is the end of
PLAYERS: dict[str, Brain] = {}


# the players: each marks lines, and draws one of them


@rule
def any_line(g, w, s):
    nothing(w)
    mark_all(s, w)


@rule
def safe_lines(g, w, s):
    """Coins, else safe lines, else any."""
    if mark_taking(s, w) == 0 and mark_safe(s, w) == 0:
        mark_all(s, w)


@rule
def short_chains(g, w, s):
    """Coins, else safe lines, else what costs least."""
    if mark_taking(s, w) == 0 and mark_safe(s, w) == 0:
        lay(s, w)
        mark_costing(s, w, least_cost(s, w))


@rule
def control(g, w, s):
    in_control(s, w, True)


@rule
def control_always(g, w, s):
    in_control(s, w, False)


@rule
def in_control(s, w, careful):
    """Coins while safe lines are left beside them, and safe lines; then hand out little and keep control."""
    if mark_taking(s, w) == 0:
        if mark_safe(s, w) == 0:
            hand_out(s, w, careful)
    elif not safe_after_all(s, w):
        keep_control(s, w, careful)


@rule
def safe_after_all(s, w):
    """Whether a safe line is left when all coins are taken that can be."""
    lay(s, w)
    for box in range(len(s.strings)):
        run(s, w, 0, box)
    for a in range(s.lines):
        if not is_cut(w, 0, a) and w.open[0, s.beside[a, 0]] > 2 and w.open[0, s.beside[a, 1]] > 2:
            return True
    return False


@rule
def hand_out(s, w, careful):
    """A coin, else a pair by its middle line (or the other could double-deal); else the cheapest, if careful, or any."""
    lay(s, w)
    least = least_cost(s, w)
    if least <= 2 or careful:
        mark_costing(s, w, least)
    else:
        mark_all(s, w)
    if least == 2:
        for a in range(s.lines):
            if marked(w, a) and (s.open[s.beside[a, 0]] != 2 or s.open[s.beside[a, 1]] != 2):
                unmark(w, a)


@rule
def keep_control(s, w, careful):
    """Of the lines that take a coin, all marked, those that keep the last two coins of a chain or four of a loop for a
    double-deal; if these are all that can be taken, the line beyond the second, which leaves them to the other.

    The other takes them with one line and has to open what is left. So it makes no sense where nothing is, nor (if careful)
    where something can be opened that costs fewer than three. The first further board has all coins taken, when asked.
    """
    least = least_cost(s, w)
    if least == 0 or (careful and least < 3):
        return
    lay(s, w)
    plain, chains, loops, first = 0, 0, 0, 0
    for box in range(len(s.strings)):
        if s.open[box] == 1:
            kind = kind_of_run(s, w, box)
            plain += kind == PLAIN
            chains += kind == CHAIN
            loops += kind == LOOP
            first = box
    if plain > 0 or (chains == 1 and loops > 0):
        mark_runs(s, w, PLAIN if plain > 0 else LOOP)
    elif chains + loops // 2 == 1 and run_on(s, w, first) == (4 if loops > 0 else 2):
        nothing(w)
        mark_double_deal(s, w, first, string(s, w, 0, first))


@rule
def run_on(s, w, box):
    """How many coins can be taken one after the other from this one on, on the second further board."""
    copy(s, w)
    return run(s, w, 1, box)


@rule
def kind_of_run(s, w, box):
    """What a coin that can be taken is the end of: a chain that can be double-dealt, a loop, or nothing of the kind."""
    coins = run_on(s, w, box)
    closed = other_end_taken(s, w, 1, box)
    if coins < (4 if closed else 2):
        return PLAIN
    return LOOP if closed else CHAIN


@rule
def mark_runs(s, w, kind):
    """Mark the lines that take the next coin of runs of a kind."""
    nothing(w)
    for box in range(len(s.strings)):
        if s.open[box] == 1 and kind_of_run(s, w, box) == kind:
            mark(w, string(s, w, 0, box))


@rule
def other_end_taken(s, w, k, first):
    """Whether a run from this coin, made on a further board, took another that could be taken: a loop was opened."""
    for box in range(len(s.strings)):
        if box != first and s.open[box] == 1 and w.open[k, box] == 0:
            return True
    return False


@rule
def mark_double_deal(s, w, first, a):
    """Mark the line beyond the second coin of a run that begins with coin `first` and its string a."""
    second = beyond(s, a, first)
    for k in range(s.around.shape[1]):
        b = s.around[second, k]
        if b < s.lines and b != a and not is_drawn(s, b):
            mark(w, b)


MARKS = {"random": any_line, "greedy-safe": safe_lines, "greedy-shortest": short_chains, "chain": control,
         "always-double-deal": control_always}


@strategy(PLAYERS)
def random(g, m, v):
    """Any line, each as likely."""
    return np.int64(v.free[dice.below(m, v.left)])


PLAYERS["random"] = replace(PLAYERS["random"], fast=dots_lanes.FAST)


@strategy(PLAYERS, *ROOM)
def greedy_safe(g, m, v):
    """Takes what it can; else draws a safe line, else any."""
    safe_lines(g, m, v)
    return one_of(v, m)


@strategy(PLAYERS, *ROOM)
def greedy_shortest(g, m, v):
    """Takes what it can; else draws a safe line, else gives the fewest coins away."""
    short_chains(g, m, v)
    return one_of(v, m)


@strategy(PLAYERS, *ROOM)
def chain(g, m, v):
    """Safe lines at random, then control: it double-deals while all that is left to open costs three coins or more."""
    control(g, m, v)
    return one_of(v, m)


@strategy(PLAYERS, *ROOM)
def always_double_deal(g, m, v):
    """Like `chain`, but it double-deals whatever is left, and opens any chain of three or more."""
    control_always(g, m, v)
    return one_of(v, m)
