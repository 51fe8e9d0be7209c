"""The yardstick zoo: fifteen hand-written strategies for Moose, the ideas behind the students' agents of 2020 and 2021.

(Innopolis University's contest; D. Ashlock, J. A. Brown, S. Houghten and M. Makhmutov, "One moose, two moose, three
fields, more", IEEE CoG 2021.) "Best" is a field with the largest x, ties at random; "second" a field with the second
largest distinct x, but best where that is 0 and any field where all are equal. Agents see x before the round's growth.
With more than two moose, "the opponent" is the next one round the table, and a fight is one with anybody.
"""

from __future__ import annotations

import math
from functools import partial

from lek import dice
from lek.agent import Brain, strategy
from lek.game import Game
from lek.games.moose import gain
from lek.jit import rule
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
blind = partial(strategy, PLAYERS)


def needs_fields(game: Game) -> str | None:
    if game.settings["sees"] != "all":
        return f"this strategy looks at all fields, but sees={game.settings['sees']}: use sees=all or another agent"
    return None


sighted = partial(strategy, PLAYERS, refuses=needs_fields)


@rule
def fought(v):
    """Whether the last round was a fight for me."""
    for other in v.others:
        if other == v.mine and other >= 0:
            return True
    return False


@rule
def one_with(m, v, x):
    """A field with exactly this x, ties at random."""
    count = 0
    for k in range(len(v.x)):
        count += v.x[k] == x
    nth = dice.below(m, count) if count > 1 else 0
    for k in range(len(v.x)):
        if v.x[k] == x:
            if nth == 0:
                return k
            nth -= 1
    return 0


@rule
def largest_below(v, limit):
    """The largest x below the limit, or -1."""
    largest = -1.0
    for k in range(len(v.x)):
        if largest < v.x[k] < limit:
            largest = v.x[k]
    return largest


@rule
def best(m, v):
    return one_with(m, v, largest_below(v, math.inf))


@rule
def second_best(m, v):
    first = largest_below(v, math.inf)
    x = largest_below(v, first)
    if x < 0.0:
        return dice.below(m, len(v.x))
    return one_with(m, v, first if x == 0.0 else x)


@rule
def another(m, v, field):
    """Any field but this one."""
    k = dice.below(m, len(v.x) - 1)
    return k + (k >= field)


@blind()
def random(g, m, v):
    """Any field, each as likely."""
    return dice.below(m, len(v.x))


@blind()
def no_repeat(g, m, v):
    """Any field but its last."""
    return dice.below(m, len(v.x)) if v.mine < 0 else another(m, v, v.mine)


@blind()
def stay(g, m, v):
    """One field, drawn at the start of the game, for good."""
    return dice.below(m, len(v.x)) if v.mine < 0 else v.mine


@sighted(ties=Setting("random", choices=("random", "first", "away"), about="among equal fields: any, the first, or not "
                      "the opponent's last"))
def greedy(g, m, v):
    """Best: the students' favourite."""
    x = largest_below(v, math.inf)
    if g.ties == 1:
        for k in range(len(v.x)):
            if v.x[k] == x:
                return k
    k = one_with(m, v, x)
    if g.ties == 2:
        for n in range(len(v.x)):
            if k == v.others[0] and v.x[n] == x:
                k = n
    return k


@sighted()
def second(g, m, v):
    """Second: unfussy, it leaves the best field to others unless the second is empty."""
    return second_best(m, v)


@rule
def weighted_by(m, v, power):
    """Field k with probability proportional to x to this power; any field if all are empty."""
    total = 0.0
    for k in range(len(v.x)):
        total += v.x[k] ** power
    if total <= 0.0:
        return dice.below(m, len(v.x))
    rest = dice.uniform(m) * total
    for k in range(len(v.x) - 1):
        rest -= v.x[k] ** power
        if rest < 0.0:
            return k
    return len(v.x) - 1


@sighted()
def weighted(g, m, v):
    """A field with probability proportional to its x."""
    return weighted_by(m, v, 1)


@sighted()
def weighted_squared(g, m, v):
    """A field with probability proportional to the square of its x."""
    return weighted_by(m, v, 2)


@sighted(scale=Setting(4.8, 0.0, 1000.0, about="how much gains count"))
def softmax(g, m, v):
    """A field with probability proportional to exp(4.8 gain)."""
    most = 0.0
    for k in range(len(v.x)):
        most = max(most, gain(v.capacity[k], v.x[k]))
    total = 0.0
    for k in range(len(v.x)):
        total += math.exp(g.scale * (gain(v.capacity[k], v.x[k]) - most))
    rest = dice.uniform(m) * total
    for k in range(len(v.x) - 1):
        rest -= math.exp(g.scale * (gain(v.capacity[k], v.x[k]) - most))
        if rest < 0.0:
            return k
    return len(v.x) - 1


@sighted()
def nash(g, m, v):
    """The mixed equilibrium of the round's own gains (the idea of the winner of 2020).

    On n fields with gains a > 0 play field k with probability 1 - L / a_k, L = (n-1) / sum(1/a); drop the field of
    least gain while a probability is negative.
    """
    dropped_up_to = 0.0  # fields of this gain or less are out
    while True:
        n = 0
        inverse = 0.0
        least = math.inf
        only = 0
        for k in range(len(v.x)):
            a = gain(v.capacity[k], v.x[k])
            if a > dropped_up_to:
                n += 1
                inverse += 1.0 / a
                least = min(least, a)
                only = k
        if n == 0:
            return dice.below(m, len(v.x))
        if n == 1:
            return only
        share = (n - 1) / inverse
        if share <= least:
            break
        dropped_up_to = least
    rest = dice.uniform(m)
    chosen = only
    for k in range(len(v.x)):
        a = gain(v.capacity[k], v.x[k])
        if a > dropped_up_to:
            rest -= 1.0 - share / a
            if rest < 0.0:
                chosen = k
                break
    return chosen


@blind()
def copycat(g, m, v):
    """The opponent's last field; any at first."""
    return v.others[0] if v.others[0] >= 0 else dice.below(m, len(v.x))


@sighted()
def half_copycat(g, m, v):
    """At first and half the time best, else the opponent's last field."""
    if v.others[0] < 0 or dice.uniform(m) < 0.5:
        return best(m, v)
    return v.others[0]


@sighted()
def holder(g, m, v):
    """Its last field until that is empty, then best."""
    return v.mine if v.mine >= 0 and v.x[v.mine] > 0.0 else best(m, v)


@blind()
def win_stay(g, m, v):
    """Its last field after a peaceful round, any field after a fight."""
    return v.mine if v.mine >= 0 and not fought(v) else dice.below(m, len(v.x))


@sighted(("fights", "i4"), fights=Setting(3, 1, 1000, about="fights in a row before it gives in once"))
def patience(g, m, v):
    """Best, but second once after the third fight in a row."""
    m.fights = m.fights + 1 if fought(v) else 0
    if m.fights >= g.fights:
        m.fights = 0
        return second_best(m, v)
    return best(m, v)


@sighted(("farm", "i4"), ("rest", "i4"), ("begun", "i1"), ("eating", "i4"), ("grudges", "i4"), ("angry", "i1"),
         ripe=Setting(6.0, 0.0, 1e6, about="x of the farm at which it starts to eat"),
         meals=Setting(1, 1, 1000, about="rounds it eats, then rests, in turn"),
         forgives=Setting(0, 0, 1000, about="how many moves to its farm it forgives"))
def farm_rest(g, m, v):
    """A farm to eat on, a rest to wait on, and a grudge against whoever takes the farm (the winner of 2021).

    Any field until the first peaceful round; its field is then the farm and one that nobody visited the rest. It waits
    on the rest until the farm is ripe, then goes back and forth. Once somebody moves to its farm it plays best for good
    (above x = 6 best or second, evenly).
    """
    if m.begun == 0 and v.mine >= 0 and not fought(v):
        m.begun = 1
        m.farm = v.mine
        m.rest = first_unvisited(v)
    elif m.begun == 1:
        for other in v.others:
            m.grudges += other == m.farm
        if m.grudges > g.forgives:
            m.angry = 1
    if m.angry == 1:
        if largest_below(v, math.inf) > 6.0 and dice.uniform(m) < 0.5:
            return second_best(m, v)
        return best(m, v)
    if m.begun == 0:
        return dice.below(m, len(v.x))
    if m.eating == 0 and v.x[m.farm] < g.ripe:
        return m.rest
    m.eating += 1
    return m.farm if (m.eating - 1) // g.meals % 2 == 0 else m.rest


@rule
def first_unvisited(v):
    """The first field nobody was on in the last round; the next one round where there is none."""
    for k in range(len(v.x)):
        taken = k == v.mine
        for other in v.others:
            taken = taken or k == other
        if not taken:
            return k
    return (v.mine + 1) % len(v.x)
