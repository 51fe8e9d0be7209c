"""Proven rules: a rule acts where it has proved better than what the others do; of the proven, the rarest goes first.

Concept accessibility (`concepts.py`) ranks rules by Q, the mean reward of their games, so that a rule which matches in good
positions goes before one that does good. Here every rule keeps two means of what the rest of a game brought, its margin
from that turn on: over the turns at which it acted, and over those at which it could have and another acted. Both are of
the same positions, so that their difference is what the rule's string is worth there. A rule is *proven* while the first
mean is higher by more than chance. Of the proven rules that match, the one that matches most rarely acts: an exception goes
before the rule, whatever their means. Now and then a rarer rule that is not proven acts for trial, and a proven one rests,
so that both means go on being learnt. New rules are made of positions met, changed a few times, and of rules that act. A
rule on trial that proves no better is removed; among the proven, the one with the smallest uses x gain is removed first.

The same language and the same number of rules; what is new is what they are kept and preferred by, and that the margin so
far, which a player sees, is taken off the reward of each turn (`learns`; the study tells what that is worth).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lek import dice
from lek.jit import rule
from lek.players.dots import rulesets
from lek.players.dots.graphrules_breeding import mutate
from lek.players.dots.rulesets import NONE, ONE, alive, bury, changed, covering, enter, is_alive, listed
from lek.settings import Setting

ACTS, RESTED, RESTS, MET, SPREAD, PROVEN, BORN, GAIN = range(rulesets.OWN)  # q is the mean over turns at which it acted
UNKNOWN = 16.0  # the spread of rewards before any came
NEWS = 20.0  # turns after which a new rule counts as rare
SMOOTH = 0.02
LEARNS = ("rest", "whole")
ROUND = 20  # games between two looks for rules that were never tried

SETTINGS = {
    **rulesets.SETTINGS,
    "trials": Setting(0.3, 0.0, 1.0, about="share of the population that are rules on trial, not proven"),
    "explore": Setting(0.2, 0.0, 1.0, about="chance that a rarer rule acts for trial"),
    "explore_end": Setting(0.2, 0.0, 1.0, about="the same after `horizon` games"),
    "horizon": Setting(1_000_000, 1, about="games over which the chance of trials changes"),
    "rest": Setting(0.02, 0.0, 1.0, about="chance that a proven rule rests"),
    "proof": Setting(1.0, 0.0, 10.0, about="standard errors by which acting must be better than resting for a proof"),
    "drop": Setting(1.0, 0.0, 10.0, about="standard errors by which it must be worse for a rule to leave"),
    "fewest": Setting(8, 1, about="turns of each kind before that is asked"),
    "longest": Setting(200, 1, about="turns of trial after which a rule that is not proven leaves"),
    "patience": Setting(3000, 1, about="games after which a rule leaves that had not even the fewest"),
    "memory": Setting(0.003, 1e-6, 1.0, about="the slowest that the means are learnt"),
    "using": Setting(0.0005, 1e-6, 1.0, about="how fast the frequency of use is learnt"),
    "births": Setting(0.1, 0.0, 1.0, about="chance of a new rule at every turn, while there is room"),
    "from_position": Setting(0.5, 0.0, 1.0, about="chance that it is made of the position, else of the rule that acts"),
    "changes": Setting(6, 0, 50, about="the most changes that a rule made of a position has"),
    "learns": Setting("rest", choices=LEARNS, about="the margin of the rest of the game, or of the whole of it"),
}


@rule
def frequency(b, k):
    """How often a rule matches."""
    return (b.own[MET, k] + 1.0) / (b.turns - b.own[BORN, k] + NEWS)


def order(b: Any) -> Any:
    """The proven rules, the rarest first."""
    slots = alive(b)
    slots = slots[b.own[PROVEN, slots] == 1.0]
    often = (b.own[MET, slots] + 1.0) / (b.turns - b.own[BORN, slots] + NEWS)
    return slots[np.argsort(often, kind="stable")]


@rule
def choose(o, rules, b, w, graph, desk):
    """The rarest proven rule; or, for trial, a rarer one, or the next."""
    many = w.many
    top, after, rare, next_rare = NONE, NONE, np.inf, np.inf
    for n in range(many):
        k = np.int64(w.list[n])
        if b.own[PROVEN, k] == 1.0:
            often = frequency(b, k)
            if often < rare:
                after, next_rare, top, rare = top, rare, k, often
            elif often < next_rare:
                after, next_rare = k, often
    w.guided += top != NONE
    if w.greedy:
        return top
    trial = candidate(b, w, many, top, rare)
    renew(o, rules, b, w, graph, top)
    w.other[w.turns] = NONE
    if top == NONE:
        return trial
    share = o.explore + (o.explore_end - o.explore) * min(1.0, b.games / o.horizon)
    if trial != NONE and dice.uniform(b) < share:
        return trial
    if dice.uniform(b) < o.rest:
        w.other[w.turns] = top
        return after
    return top


@rule
def candidate(b, w, many, top, rare):
    """Note all rules that are rarer than the one to act, in w.now; any of them, or NONE."""
    b.turns += 1
    for word in range(len(w.now)):
        w.now[word] = 0
    rarer, found = 0, NONE
    for n in range(many):
        k = np.int64(w.list[n])
        b.own[MET, k] += 1.0
        if k != top and frequency(b, k) < rare:
            w.now[k >> 6] |= ONE << np.uint64(k & 63)
            rarer += 1
            if dice.below(b, rarer) == 0:
                found = k
    return found


@rule
def renew(o, rules, b, w, graph, top):
    """Perhaps a new rule, while there is room for trials."""
    if b.live - b.tried >= o.trials * b.population or dice.uniform(b) >= o.births:
        return
    if top == NONE or dice.uniform(b) < o.from_position:
        new = covering(rules, b, w, graph)
        changes = dice.below(b, o.changes + 1)
        if new == NONE or (changes > 0 and not mutate(b, o, rules[new], changes, changes)):
            return
    else:
        new = changed(o, rules, b, top)
        if new == NONE:
            return
    enter(rules, b, new, 0.0, 0.0)
    b.own[BORN, new], b.own[SPREAD, new] = b.turns, UNKNOWN


@rule
def settle(o, rules, b, w, reward):
    """Learn from all turns of a game; a rule that proves no better is removed."""
    for k in range(len(rules)):
        b.f[k] *= 1.0 - o.using
    for turn in range(w.turns):
        came, acted = reward - (w.margin[turn] if o.learns == 0 else 0.0), np.int64(w.slot[turn])
        for n in range(listed(w.noted[turn], w.list)):
            if w.list[n] != acted:
                rest(o, b, np.int64(w.list[n]), came)
        if w.other[turn] != NONE:
            rest(o, b, np.int64(w.other[turn]), came)
        if acted != NONE and is_alive(b, acted):
            act(o, b, acted, came)
    if b.games % ROUND == 0:
        give_up(o, rules, b)
    while b.tried > (1.0 - o.trials) * b.population:
        bury_worst(rules, b, o.patience)


@rule
def rest(o, b, k, came):
    b.own[RESTS, k] += 1.0
    b.own[RESTED, k] += max(1.0 / b.own[RESTS, k], o.memory) * (came - b.own[RESTED, k])


@rule
def act(o, b, k, came):
    b.f[k] += o.using
    b.uses[k] += 1
    b.own[ACTS, k] += 1.0
    off = came - b.q[k]
    b.q[k] += max(1.0 / b.own[ACTS, k], o.memory) * off
    b.own[SPREAD, k] += max(1.0 / (b.own[ACTS, k] + 1.0), o.memory) * (off * off - b.own[SPREAD, k])
    acts, rests = b.own[ACTS, k], b.own[RESTS, k]
    if acts < o.fewest or rests < o.fewest:
        return
    gain = b.q[k] - b.own[RESTED, k]
    error = math.sqrt(b.own[SPREAD, k] * (max(1.0 / acts, o.memory) + max(1.0 / rests, o.memory)))
    if b.own[PROVEN, k] == 1.0:
        b.own[GAIN, k] += SMOOTH * (gain - b.own[GAIN, k])
        if gain < 0.0:
            b.own[PROVEN, k] = 0.0
            b.tried -= 1
    elif gain > o.proof * error:
        b.own[PROVEN, k], b.own[GAIN, k] = 1.0, gain
        b.tried += 1
    elif gain < -o.drop * error or acts > o.longest:
        bury(b, k)


@rule
def give_up(o, rules, b):
    """Remove rules that are too rare to be tried; at first they are not waited for as long."""
    patience = min(float(o.patience), 0.1 * o.patience + 0.05 * b.games)
    for k in range(len(rules)):
        if is_alive(b, k) and b.own[PROVEN, k] == 0.0 and b.games - b.born[k] > patience \
                and (b.own[ACTS, k] < o.fewest or b.own[RESTS, k] < o.fewest):
            bury(b, k)


@rule
def bury_worst(rules, b, young):
    """The proven rule that is worth least is removed; if there are others, none that is young."""
    least, where, spared = np.inf, NONE, 1e9
    for k in range(len(rules)):
        if is_alive(b, k) and b.own[PROVEN, k] == 1.0:
            worth = b.f[k] * b.own[GAIN, k] + (spared if b.games - b.born[k] < 2 * young else 0.0)
            if worth < least:
                least, where = worth, k
    bury(b, where)
    b.tried -= 1
