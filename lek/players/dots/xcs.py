"""XCS, the standard learning classifier system, with graph rules for conditions.

M. Butz and S. Wilson, "An algorithmic description of XCS" (2001). Rules are kept by how well they foretell the reward, not
by how high it is. Where it differs: conditions are graphs, so that children are changed copies, without crossover; nothing
is subsumed; every rule counts for one; and the reward of the game goes to the action set of every turn, as in concept
accessibility, instead of a discounted forecast.

    act      each rule that matches speaks for a string (the first that its action can be); a string's forecast is the mean
             of theirs, weighted by fitness; mostly the highest is cut, now and then any that was spoken for
    learn    all rules that spoke for that string learn the reward, their error and, from its share of accuracy, fitness
    bear     now and then one of them, by fitness, has a changed copy
    keep     of too many rules one leaves, likelier from large sets and with little fitness
"""

from __future__ import annotations

import math

import numpy as np

from lek import dice
from lek.jit import rule
from lek.players.dots import rulesets
from lek.players.dots.concepts import AVERAGING, COVERING, average, list_or_cover
from lek.players.dots.graphrules import find
from lek.players.dots.rulesets import NONE, ONE, bury, changed, enter, is_alive, listed
from lek.settings import Setting

TIMES, ERROR, LAST, SIZE, ACCURACY = range(5)  # in own; q is the forecast, f the fitness

SETTINGS = {
    **rulesets.SETTINGS, **COVERING,
    "explore": Setting(0.1, 0.0, 1.0, about="chance that any string spoken for is cut"),
    "rate": Setting(0.2, 1e-6, 1.0, about="how fast everything is learnt (beta)"),
    "error0": Setting(0.18, 1e-6, about="error below which a rule is accurate (epsilon 0): 1 % of the range of rewards"),
    "fall": Setting(0.1, 0.0, 1.0, about="accuracy just above that error (alpha)"),
    "power": Setting(5.0, 0.0, 20.0, about="how fast accuracy falls with error (nu)"),
    "bear_after": Setting(25, 0, about="games since the last time, on average, after which a set has a child (theta GA)"),
    "experience": Setting(20, 0, about="times after which little fitness counts against a rule (theta del)"),
    "unfit": Setting(0.1, 0.0, 1.0, about="share of the mean fitness that is little (delta)"),
    "fitness0": Setting(0.01, 1e-9, 1.0, about="fitness of a new rule"),
    **AVERAGING,
}


@rule
def choose(o, rules, b, w, graph, desk):
    many = list_or_cover(o, rules, b, w, graph, o.fitness0)
    if many == 0:
        return NONE
    w.worth[:] = 0.0
    for n in range(many):
        k = w.list[n]
        find(rules[k], graph, desk, 1, o.wild_is_ground)
        w.says[n] = desk.line[0]
        w.worth[0, w.says[n]] += b.q[k] * b.f[k]
        w.worth[1, w.says[n]] += b.f[k]
    best, highest, spoken = NONE, -np.inf, 0
    explores = not w.greedy and dice.uniform(b) < o.explore
    for a in range(w.worth.shape[1]):
        if w.worth[1, a] > 0.0:
            spoken += 1
            if explores:
                best = a if dice.below(b, spoken) == 0 else best
            elif w.worth[0, a] / w.worth[1, a] > highest:
                best, highest = a, w.worth[0, a] / w.worth[1, a]
    w.string = best
    speaker = NONE
    w.now[:] = 0
    for n in range(many):
        k = np.int64(w.list[n])
        if w.says[n] == best:
            w.now[k >> 6] |= ONE << np.uint64(k & 63)
            if speaker == NONE or b.f[k] > b.f[speaker]:
                speaker = k
    return speaker


@rule
def settle(o, rules, b, w, reward):
    average(o, b, reward)
    for turn in range(w.turns):
        many = listed(w.noted[turn], w.list)
        if many > 0:
            learn(o, b, w, many, reward)
            bear(o, rules, b, w, many)
    while b.live > b.population:
        bury(b, loser(o, b))


@rule
def learn(o, b, w, many, reward):
    """The rules of an action set, in w.list, learn the reward, and share fitness by their accuracy."""
    total = 0.0
    for n in range(many):
        k = w.list[n]
        b.uses[k] += 1
        b.own[TIMES, k] += 1.0
        rate = max(o.rate, 1.0 / b.own[TIMES, k])
        b.own[ERROR, k] += rate * (abs(reward - b.q[k]) - b.own[ERROR, k])
        b.q[k] += rate * (reward - b.q[k])
        b.own[SIZE, k] += rate * (many - b.own[SIZE, k])
        error = b.own[ERROR, k] / o.error0
        b.own[ACCURACY, k] = 1.0 if error < 1.0 else max(o.fall * math.pow(error, -o.power), 1e-12)
        total += b.own[ACCURACY, k]
    for n in range(many):
        k = w.list[n]
        b.f[k] += o.rate * (b.own[ACCURACY, k] / total - b.f[k])


@rule
def bear(o, rules, b, w, many):
    """If it is long ago that rules of this set had a child, one of them has one."""
    since, total = 0.0, 0.0
    for n in range(many):
        since += b.games - b.own[LAST, w.list[n]]
        total += b.f[w.list[n]]
    if since <= o.bear_after * many:
        return
    for n in range(many):
        b.own[LAST, w.list[n]] = b.games
    left, chosen = dice.uniform(b) * total, np.int64(w.list[0])
    for n in range(many):
        left -= b.f[w.list[n]]
        if left < 0.0:
            chosen = np.int64(w.list[n])
            break
    child = changed(o, rules, b, chosen)
    if child != NONE and is_alive(b, chosen):
        enter(rules, b, child, b.q[chosen], 0.1 * b.f[chosen])
        b.own[ERROR, child], b.own[LAST, child], b.own[SIZE, child] = b.own[ERROR, chosen], b.games, b.own[SIZE, chosen]


@rule
def loser(o, b):
    """A rule to leave, by the size of its sets and its lack of fitness."""
    mean = 0.0
    for k in range(len(b.q)):
        if is_alive(b, k):
            mean += b.f[k] / b.live
    total = 0.0
    for k in range(len(b.q)):
        if is_alive(b, k):
            total += vote(o, b, k, mean)
    left, last = dice.uniform(b) * total, NONE
    for k in range(len(b.q)):
        if is_alive(b, k):
            last = k
            left -= vote(o, b, k, mean)
            if left < 0.0:
                break
    return last


@rule
def vote(o, b, k, mean):
    size = max(b.own[SIZE, k], 1.0)
    if b.own[TIMES, k] > o.experience and b.f[k] < o.unfit * mean:
        return size * mean / max(b.f[k], 1e-12)
    return size
