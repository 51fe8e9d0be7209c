"""Concept accessibility: graph rules whose quality and whose frequency of use are kept apart.

A. Knittel, T. Bossomaier and A. Snyder, "Concept Accessibility as Basis for Evolutionary Reinforcement Learning of Dots and
Boxes", IEEE CIG 2007, section IV. Every rule has a quality Q and an accessibility f:

    act        among all rules that match, of the ten with the highest Q one, with a chance in proportion to exp(beta Q)
    learn      after a game with reward r: Q <- alpha r + (1 - alpha) Q for rules that acted,
               f <- d + (1 - alpha) f for all, d = 1 for those that acted
    cover      where few rules match, perhaps a new one: the position, and any of its strings to cut
    reproduce  every ten games four rules have children, changed copies
    keep       the 1000 rules with the highest f

A new rule has the average reward for its Q. `kept` is what the paper varies: rules kept by Q do not need f, and those of
the combined parameter learn Q <- d alpha r + (1 - alpha) Q, all of them after every game. (Of rewards that are mostly below
zero such a Q *rises* while it is not used, and new rules, which begin with the average, are never kept; the paper says that
it falls. So it does where `shift` makes rewards positive, which changes nothing else.) `parents` is what it leaves open;
"according to the same probabilistic distribution" as actions, in its words, is `quality`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lek import dice
from lek.jit import rule
from lek.players.dots import rulesets
from lek.players.dots.rulesets import NONE, bury, changed, covering, enter, is_alive, least_of, put_in_order
from lek.settings import Setting

CREDIT = ("game", "turn")
KEPT = ("accessibility", "quality", "combined")
PARENTS = ("quality", "accessibility", "used-quality", "used")
ROOM = rulesets.SLACK // 2  # for rules beyond the population between two cuts
LAST = 0  # in own: the last game in which it acted
COMBINED, BY_F, SINCE, BY_TURN = 2, 1, 2, 1  # of KEPT, PARENTS and CREDIT

BEARING = {
    "every": Setting(10, 1, about="games between two times of reproduction"),
    "children": Setting(4, 0, 50, about="rules born each time"),
}
COVERING = {
    "few": Setting(3, 0, about="rules below which a position may be covered"),
    "cover_few": Setting(0.1, 0.0, 1.0, about="chance that it is, with a rule at least"),
    "cover_none": Setting(1.0, 0.0, 1.0, about="chance that it is, without any"),
}
AVERAGING = {
    "averaging": Setting(0.001, 0.0, 1.0, about="the slowest that the average reward is learnt; 0 for the mean of all"),
}
SETTINGS = {
    **rulesets.SETTINGS,
    "alpha": Setting(0.1, 1e-6, 1.0, about="how fast Q and f are learnt"),
    "beta": Setting(10.0, 0.0, 1000.0, about="how much better rules are preferred, at first"),
    "beta_step": Setting(0.0, 0.0, 1000.0, about="what beta grows by"),
    "beta_every": Setting(10_000, 1, about="games after which beta grows"),
    "beta_most": Setting(1000.0, 0.0, 1000.0, about="what beta grows to"),
    "best": Setting(10, 1, 1000, about="rules with the highest Q among which one is chosen"),
    "kept": Setting("accessibility", choices=KEPT, about="what rules are kept by: f; Q; or a Q that decays when unused"),
    "parents": Setting("quality", choices=PARENTS, about="who has children: all with a chance in proportion to exp(beta Q), "
                       "or to f; or rules used since the last time, by exp(beta Q), or all of these alike"),
    **BEARING,
    **COVERING,
    "f0": Setting(1.0, 0.0, about="f of a new rule"),
    "shift": Setting(0.0, -1000.0, 1000.0, about="added to rewards: a Q that decays falls where all are positive"),
    "credit": Setting("game", choices=CREDIT, about="when a rule learns that acts several times: once a game or every turn"),
    "cut_every": Setting(1, 1, about="games between two cuts to the population, or fewer if there is no more room"),
    **AVERAGING,
}


def enough(o: Any, greedy: bool) -> int:
    """How many rules that match matter: those among which one is chosen, and as many as make covering needless."""
    return 1 if greedy else max(int(o.best), int(o.few))


@rule
def beta_of(o, b):
    return min(max(o.beta_most, o.beta), o.beta + o.beta_step * (b.games // o.beta_every))


@rule
def choose(o, rules, b, w, graph, desk):
    """Cover if few match, and choose who acts; NONE if nobody can."""
    many = list_or_cover(o, rules, b, w, graph, o.f0)
    if many == 0:
        return NONE
    return boltzmann(b, w.list, many, 1 if w.greedy else o.best, beta_of(o, b))


@rule
def list_or_cover(o, rules, b, w, graph, f0):
    """All rules that match, in w.list, a new one among them where there were few; how many."""
    many = w.many
    w.guided += many > 0
    chance = o.cover_none if many == 0 else o.cover_few if many < o.few else 0.0
    if not w.greedy and (chance == 1.0 or (chance > 0.0 and dice.uniform(b) < chance)):
        new = covering(rules, b, w, graph)
        if new != NONE:
            enter(rules, b, new, b.average, f0)
            if w.enough > 0:
                put_in_order(b)
            w.list[many] = new
            many += 1
    return many


@rule
def boltzmann(b, found, many, best, beta):
    """Of the rules `found` the best, and of these one by its Q."""
    top = min(best, many)
    for n in range(1, many):  # the best come first, in order
        k, here = found[n], n
        if n >= top and b.q[k] <= b.q[found[top - 1]]:
            continue
        if n >= top:
            here = top - 1
            found[n] = found[here]
        while here > 0 and b.q[found[here - 1]] < b.q[k]:
            found[here] = found[here - 1]
            here -= 1
        found[here] = k
    total = 0.0
    for n in range(top):
        total += math.exp(beta * (b.q[found[n]] - b.q[found[0]]))
    left = dice.uniform(b) * total if top > 1 else 0.0
    for n in range(top):
        left -= math.exp(beta * (b.q[found[n]] - b.q[found[0]]))
        if left < 0.0:
            return np.int64(found[n])
    return np.int64(found[0])


@rule
def settle(o, rules, b, w, reward):
    """Learn from a game, bear children, and let the least accessible go."""
    reward += o.shift
    average(o, b, reward)
    for k in range(len(rules)):
        b.f[k] *= 1.0 - o.alpha
        if o.kept == COMBINED:
            b.q[k] *= 1.0 - o.alpha
    for turn in range(w.turns):
        k = w.slot[turn]
        if k != NONE and (o.credit == BY_TURN or b.own[LAST, k] != b.games or b.uses[k] == 0):
            b.own[LAST, k] = b.games
            b.uses[k] += 1
            b.f[k] += 1.0
            b.q[k] += o.alpha * (reward if o.kept == COMBINED else reward - b.q[k])
    if b.games % o.every == 0:
        for _ in range(o.children):
            child = changed(o, rules, b, parent(o, b))
            if child != NONE:
                enter(rules, b, child, b.average, o.f0)
    if b.games % o.cut_every == 0 or b.live > b.population + ROOM:
        while b.live > b.population:
            bury(b, least_of(b, b.f if o.kept == 0 else b.q))


@rule
def average(o, b, reward):
    """Learn the average reward, which new rules begin with."""
    b.average += max(o.averaging, 1.0 / b.games) * (reward - b.average)


@rule
def parent(o, b):
    """Who has a child, or NONE."""
    highest, total = -np.inf, 0.0
    for k in range(len(b.q)):
        if may_bear(o, b, k):
            highest = max(highest, b.q[k])
    beta = beta_of(o, b)
    for k in range(len(b.q)):
        total += weight(o, b, k, beta, highest)
    left, last = dice.uniform(b) * total, NONE
    for k in range(len(b.q)):
        share = weight(o, b, k, beta, highest)
        if share > 0.0:
            last = k
            left -= share
            if left < 0.0:
                break
    return last


@rule
def may_bear(o, b, k):
    return is_alive(b, k) and (o.parents < SINCE or (b.uses[k] > 0 and b.own[LAST, k] > b.games - o.every))


@rule
def weight(o, b, k, beta, highest):
    """How likely a rule is to have a child."""
    if not may_bear(o, b, k):
        return 0.0
    if o.parents == BY_F:
        return b.f[k]
    return 1.0 if o.parents > SINCE else math.exp(beta * (b.q[k] - highest))
