"""An artificial economy of graph rules: a declared reconstruction of what came before concept accessibility.

Of T. Bossomaier and A. Knittel, "An evolutionary agent approach to dots and boxes" (IASTED SEA 2006), no text was found; the
paper of 2007 says that an artificial economy governed the use and the development of rules, that rewards sustained the
population, and that it was lost when they failed to come. Made here as such economies mostly are (J. Holland's bucket
brigade, 1986):

    act        rules that match bid a share of their money; one acts, with a chance in proportion to its bid
    learn      it pays its bid to the one that acted before it; who acted last is paid the margin of a game won
    reproduce  every ten games four rules, with a chance in proportion to their money, give half of it to a changed copy
    keep       all pay a tax; who has less than the least leaves, and of too many the poorest
"""

from __future__ import annotations

import numpy as np

from lek import dice
from lek.jit import rule
from lek.players.dots import rulesets
from lek.players.dots.concepts import BEARING, COVERING, list_or_cover
from lek.players.dots.rulesets import NONE, bury, changed, enter, is_alive, least_of
from lek.settings import Setting

SETTINGS = {
    **rulesets.SETTINGS, **COVERING, **BEARING,
    "money": Setting(10.0, 0.0, about="of a rule made of a position"),
    "bid": Setting(0.1, 0.0, 1.0, about="share of its money that a rule bids"),
    "pay": Setting(10.0, 0.0, about="what a box of the margin pays"),
    "tax": Setting(0.001, 0.0, 1.0, about="share of its money that every rule pays after a game"),
    "least": Setting(1.0, 0.0, about="money below which a rule leaves"),
}


@rule
def choose(o, rules, b, w, graph, desk):
    """The highest bidder in play, any bidder while learning; money is q. The bid is paid at once."""
    if b.average != o.money:
        b.average = o.money  # what new rules begin with
    many = list_or_cover(o, rules, b, w, graph, 0.0)
    if many == 0:
        return NONE
    best, total = np.int64(w.list[0]), 0.0
    for n in range(many):
        total += b.q[w.list[n]]
        if b.q[w.list[n]] > b.q[best]:
            best = np.int64(w.list[n])
    if w.greedy:
        return best
    left = dice.uniform(b) * total
    acts = best
    for n in range(many):
        left -= b.q[w.list[n]]
        if left < 0.0:
            acts = np.int64(w.list[n])
            break
    paid = o.bid * b.q[acts]
    b.q[acts] -= paid
    if w.turns > 0 and w.slot[w.turns - 1] != NONE:
        b.q[w.slot[w.turns - 1]] += paid
    return acts


@rule
def settle(o, rules, b, w, reward):
    for turn in range(w.turns):
        if w.slot[turn] != NONE:
            b.uses[w.slot[turn]] += 1
    if reward > 0.0 and w.turns > 0 and w.slot[w.turns - 1] != NONE:
        b.q[w.slot[w.turns - 1]] += o.pay * reward
    for k in range(len(rules)):
        if is_alive(b, k):
            b.q[k] *= 1.0 - o.tax
            b.f[k] = b.q[k]
            if b.q[k] < o.least:
                bury(b, k)
    if b.games % o.every == 0:
        for _ in range(o.children):
            rich = richer(b)
            child = changed(o, rules, b, rich)
            if child != NONE:
                b.q[rich] *= 0.5
                enter(rules, b, child, b.q[rich], 0.0)
    while b.live > b.population:
        bury(b, least_of(b, b.q))


@rule
def richer(b):
    """A rule, with a chance in proportion to its money, or NONE."""
    total = 0.0
    for k in range(len(b.q)):
        if is_alive(b, k):
            total += b.q[k]
    left, last = dice.uniform(b) * total, NONE
    for k in range(len(b.q)):
        if is_alive(b, k):
            last = k
            left -= b.q[k]
            if left < 0.0:
                break
    return last
