"""Concept accessibility: graph rules whose quality and whose frequency of use are kept apart.

A. Knittel, T. Bossomaier and A. Snyder, "Concept Accessibility as Basis for Evolutionary Reinforcement Learning of Dots and
Boxes", IEEE CIG 2007, section IV. Every rule has a quality Q and an accessibility f:

    act        among all rules that match, of the ten with the highest Q one, with a chance in proportion to exp(beta Q)
    learn      after a game with reward r: Q <- alpha r + (1 - alpha) Q for rules that acted,
               f <- d + (1 - alpha) f for all, d = 1 for those that acted
    cover      where few rules match, perhaps a new one: the position, and any of its strings to cut
    reproduce  every ten games four rules have children, changed copies
    keep       the 1000 rules with the highest f

A new rule has the average reward for its Q. `kept` and `parents` are what the paper varies and what it leaves open.
"""

from __future__ import annotations

import math

import numpy as np

from lek import dice
from lek.brains.graphrules_breeding import mutate
from lek.evolve.rulesets import bury_least, covering, free_slot, give_birth, is_alive, listed
from lek.jit import rule
from lek.settings import Setting

KEPT = ("accessibility", "quality", "combined")
PARENTS = ("quality", "accessibility", "used-quality", "used")
TOP = 64

SETTINGS = {
    "population": Setting(1000, 1, 32_000, about="rules that are kept"),
    "alpha": Setting(0.1, 1e-6, 1.0, about="how fast Q and f are learnt"),
    "beta": Setting(10.0, 0.0, 1000.0, about="how much better rules are preferred, at first"),
    "beta_step": Setting(0.0, 0.0, 1000.0, about="what beta grows by"),
    "beta_every": Setting(10_000, 1, about="games after which beta grows"),
    "beta_most": Setting(1000.0, 0.0, 1000.0, about="what beta grows to"),
    "best": Setting(10, 1, TOP, about="rules with the highest Q among which one is chosen"),
    "kept": Setting("accessibility", choices=KEPT, about="what rules are kept by: f; Q; or a Q that decays when unused"),
    "parents": Setting("quality", choices=PARENTS, about="who has children: all with a chance in proportion to exp(beta Q) "
                       "(the paper's words), or to f; or rules used since the last time, by exp(beta Q), or all alike"),
    "every": Setting(10, 1, about="games between two times of reproduction"),
    "children": Setting(4, 0, 50, about="rules born each time"),
    "mutations": Setting(3, 1, 20, about="the most changes that a child has; the fewest is 1"),
    "few": Setting(3, 0, about="rules below which a position may be covered"),
    "cover_few": Setting(0.1, 0.0, 1.0, about="chance that it is, with a rule at least"),
    "cover_none": Setting(1.0, 0.0, 1.0, about="chance that it is, without any"),
    "f0": Setting(1.0, 0.0, about="f of a new rule"),
    "average": Setting(0.001, 1e-9, 1.0, about="how fast the average reward is learnt"),
    "wild_is_ground": Setting(True, about="whether w also stands for the ground"),
    "first_found": Setting(False, about="whether a rule that matches in several ways takes the first, else any"),
}


@rule
def choose(o, rules, b, w, graph, desk):
    """Cover if few match, and choose who acts; -1 if nobody can."""
    many = listed(w.now, w.list)
    w.matched += many
    w.guided += many > 0
    if not w.greedy:
        new = covering(o, rules, b, w, graph, many)
        if new >= 0:
            give_birth(b, new, b.mean, o.f0)
            w.list[many] = new
            many += 1
    if many == 0:
        return -1
    return boltzmann(o, b, w, many)


@rule
def boltzmann(o, b, w, many):
    """Of the rules in w.list the best, and of these one by its Q."""
    top = min(np.int64(1) if w.greedy else np.int64(o.best), many)
    for n in range(top):  # the best come first, in order
        best = n
        for k in range(n + 1, many):
            if b.q[w.list[k]] > b.q[w.list[best]]:
                best = k
        w.list[n], w.list[best] = w.list[best], w.list[n]
    if top == 1:
        return np.int64(w.list[0])
    highest, total = b.q[w.list[0]], 0.0
    for n in range(top):
        total += math.exp(w.beta * (b.q[w.list[n]] - highest))
    left = dice.uniform(b) * total
    for n in range(top):
        left -= math.exp(w.beta * (b.q[w.list[n]] - highest))
        if left < 0.0:
            return np.int64(w.list[n])
    return np.int64(w.list[top - 1])


@rule
def settle(o, rules, b, w, reward):
    """Learn from a game, bear children, and let the least accessible go."""
    b.mean += o.average * (reward - b.mean)
    for turn in range(w.turns):
        if w.slot[turn] >= 0:
            w.acted[w.slot[turn]] = 1
    for k in range(len(rules)):
        b.f[k] *= 1.0 - o.alpha
    if o.kept == 2:
        for k in range(len(rules)):
            b.q[k] *= 1.0 - o.alpha
    for turn in range(w.turns):
        k = w.slot[turn]
        if k >= 0 and w.acted[k]:
            w.acted[k] = 0
            b.f[k] += 1.0
            b.uses[k] += 1
            b.own[0, k] = b.games  # last used
            b.q[k] += o.alpha * reward if o.kept == 2 else o.alpha * (reward - b.q[k])
    if b.games % o.every == 0:
        for _ in range(o.children):
            bear(o, rules, b, w)
    while b.live > b.population:
        bury_least(b, b.f if o.kept == 0 else b.q)


@rule
def bear(o, rules, b, w):
    """A changed copy of one of the rules."""
    parent, child = chosen_parent(o, b, w), free_slot(b)
    if parent < 0 or child < 0:
        return
    rules[child] = rules[parent]
    if mutate(b, rules[child], 1, o.mutations):
        give_birth(b, child, b.mean, o.f0)


@rule
def weight(o, b, w, k, highest):
    """How likely a rule is to have a child."""
    if not is_alive(b, k) or (o.parents >= 2 and (b.uses[k] == 0 or b.own[0, k] <= b.games - o.every)):
        return 0.0
    if o.parents == 1:
        return b.f[k]
    return 1.0 if o.parents == 3 else math.exp(w.beta * (b.q[k] - highest))


@rule
def chosen_parent(o, b, w):
    highest, total = -np.inf, 0.0
    for k in range(len(b.q)):
        if weight(o, b, w, k, b.q[k]) > 0.0:
            highest = max(highest, b.q[k])
    for k in range(len(b.q)):
        total += weight(o, b, w, k, highest)
    if total <= 0.0:
        return -1
    left = dice.uniform(b) * total
    last = -1
    for k in range(len(b.q)):
        share = weight(o, b, w, k, highest)
        if share > 0.0:
            last = k
            left -= share
            if left < 0.0:
                break
    return last
