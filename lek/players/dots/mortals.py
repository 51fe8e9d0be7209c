"""A population of graph rules that grows and shrinks: a declared reconstruction of what came before concept accessibility.

Of A. Knittel, T. Bossomaier, M. Harre and A. Snyder, "Stochastic reinforcement in evolutionary multi-agent game playing of
dots and boxes" (CIMCA 2006), only the abstract was found; the paper of 2007 says that rules were chosen by Boltzmann's
distribution, received rewards for success and died if these were not enough. Made here so:

    act        as in concept accessibility, by Q
    learn      Q as there; every rule that acted in a game that was won eats the margin
    reproduce  every ten games four rules, chosen as actions are, have changed copies
    keep       every game costs each rule some strength; who has none left dies
"""

from __future__ import annotations

import math

import numpy as np

from lek import dice
from lek.jit import rule
from lek.players.dots import concepts, rulesets
from lek.players.dots.concepts import BEARING, COVERING, average, beta_of, boltzmann, list_or_cover
from lek.players.dots.rulesets import NONE, bury, changed, enter, is_alive, least_of
from lek.settings import Setting

LAST = 0  # in own: the last game in which it acted; f is its strength

SETTINGS = {
    **rulesets.SETTINGS, **COVERING, **BEARING,
    **{name: concepts.SETTINGS[name] for name in ("alpha", "beta", "beta_step", "beta_every", "beta_most", "best",
                                                  "averaging")},
    "strength": Setting(10.0, 0.0, about="of a new rule"),
    "food": Setting(1.0, 0.0, about="strength that a box of the margin gives"),
    "most": Setting(100.0, 0.0, about="strength that a rule can have"),
    "upkeep": Setting(0.01, 0.0, about="strength that a game costs every rule"),
}


@rule
def choose(o, rules, b, w, graph, desk):
    many = list_or_cover(o, rules, b, w, graph, o.strength)
    if many == 0:
        return NONE
    return boltzmann(b, w.list, many, 1 if w.greedy else o.best, beta_of(o, b))


@rule
def settle(o, rules, b, w, reward):
    average(o, b, reward)
    for turn in range(w.turns):
        k = w.slot[turn]
        if k != NONE and (b.own[LAST, k] != b.games or b.uses[k] == 0):  # once a game
            b.own[LAST, k] = b.games
            b.uses[k] += 1
            b.q[k] += o.alpha * (reward - b.q[k])
            b.f[k] = min(o.most, b.f[k] + o.food * max(reward, 0.0))
    for k in range(len(rules)):
        if is_alive(b, k):
            b.f[k] -= o.upkeep
            if b.f[k] <= 0.0:
                bury(b, k)
    if b.games % o.every == 0:
        for _ in range(o.children):
            child = changed(o, rules, b, parent(b, beta_of(o, b)))
            if child != NONE:
                enter(rules, b, child, b.average, o.strength)
    while b.live > b.population:
        bury(b, least_of(b, b.f))


@rule
def parent(b, beta):
    """A rule, with a chance in proportion to exp(beta Q), or NONE."""
    highest, total = -np.inf, 0.0
    for k in range(len(b.q)):
        if is_alive(b, k):
            highest = max(highest, b.q[k])
    for k in range(len(b.q)):
        if is_alive(b, k):
            total += math.exp(beta * (b.q[k] - highest))
    left, last = dice.uniform(b) * total, NONE
    for k in range(len(b.q)):
        if is_alive(b, k):
            last = k
            left -= math.exp(beta * (b.q[k] - highest))
            if left < 0.0:
                break
    return last
