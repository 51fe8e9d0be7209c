"""More ideas from the students' reports on Moose (rulebook, 1.7), beyond the fifteen of the yardstick zoo.

Agents that learnt the length of a match from their first one cannot exist here: every game starts with a fresh memory.
`finisher` is told the length instead.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from lek import dice
from lek.agent import Brain, strategy
from lek.game import Game
from lek.games.moose import gain
from lek.jit import rule
from lek.players.moose.strategies import another, best, fought, largest_below, needs_fields, one_with, second_best
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
sighted = partial(strategy, PLAYERS, refuses=needs_fields)


@rule
def took_best(v, x_before):
    """Whether the opponent's last field was a best one by the x seen then."""
    most = -1.0
    for k in range(len(x_before)):
        most = max(most, x_before[k])
    return v.others[0] >= 0 and x_before[v.others[0]] == most


@rule
def remember_fields(m, v):
    for k in range(len(v.x)):
        m.x_before[k] = v.x[k]


def _x_before(game: Game) -> Any:
    return ("x_before", "f8", (game.actions,))


@sighted(p=Setting(0.5, 0.0, 1.0, about="probability of best"))
def either(g, m, v):
    """Best or second, evenly."""
    return best(m, v) if dice.uniform(m) < g.p else second_best(m, v)


@sighted(("best", "i4"), ("rounds", "i4"), _x_before)
def either_learnt(g, m, v):
    """Second as often as the opponent was seen to take the best field, else best."""
    if v.others[0] >= 0:
        m.rounds += 1
        m.best += took_best(v, m.x_before)
    remember_fields(m, v)
    return second_best(m, v) if dice.uniform(m) * (m.rounds + 2) < m.best + 1 else best(m, v)


@rule
def one_by_gain(m, v, power, tired):
    """A field with probability proportional to its gain to this power; the own last one as if x were halved."""
    total = 0.0
    for k in range(len(v.x)):
        total += gain(v.capacity[k], v.x[k] * (0.5 if tired and k == v.mine else 1.0)) ** power
    if total <= 0.0:
        return dice.below(m, len(v.x))
    rest = dice.uniform(m) * total
    for k in range(len(v.x) - 1):
        rest -= gain(v.capacity[k], v.x[k] * (0.5 if tired and k == v.mine else 1.0)) ** power
        if rest < 0.0:
            return k
    return len(v.x) - 1


@sighted(power=Setting(1, 1, 10, about="1, or 2 for the square of the payoff"))
def weighted_payoff(g, m, v):
    """A field with probability proportional to what it would pay."""
    return one_by_gain(m, v, g.power, False)


@sighted()
def tired(g, m, v):
    """Weighted by payoff, its last field counted at half its x."""
    return one_by_gain(m, v, 1, True)


@sighted(rounds=Setting(20, 0, 1_000_000, about="rounds it copies"))
def copy_then_greedy(g, m, v):
    """The opponent's last field for twenty rounds, then best."""
    return v.others[0] if 0 < v.turn < g.rounds and v.others[0] >= 0 else best(m, v)


@sighted(("field", "i4"), ("failures", "i4"), failures=Setting(5, 1, 1000, about="fights before it gives up"))
def loyal(g, m, v):
    """The last field where it ate, given up for another after five fights in a row."""
    if v.mine < 0:
        m.field = best(m, v)
        return m.field
    m.failures = m.failures + 1 if fought(v) else 0
    if m.failures >= g.failures:
        m.failures = 0
        m.field = another(m, v, v.mine)
    return m.field


@sighted(("seen", "i8"), ("rounds", "i4"), _x_before,
         loss=Setting(1.45, 0.0, 1e6, about="the most it gives away by taking the lesser field"))
def classifier(g, m, v):
    """Greedy or not, by the opponent's last ten rounds: leaves the best field to the greedy where that costs little."""
    if v.others[0] >= 0:
        m.seen = ((m.seen << 1) | took_best(v, m.x_before)) & 1023
        m.rounds += 1
    remember_fields(m, v)
    hits = 0
    for n in range(10):
        hits += (m.seen >> n) & 1
    greedy = m.rounds >= 10 and hits >= 7
    first = best(m, v)
    other = second_best(m, v)
    lost = gain(v.capacity[first], v.x[first]) - gain(v.capacity[other], v.x[other])
    return other if greedy and lost < g.loss else first


@sighted(("mine_next", "i1"), ("agreed", "i1"), _x_before)
def turns(g, m, v):
    """Takes the best field in turn with the opponent once a peaceful round has settled who had it first."""
    if v.mine < 0 or v.others[0] < 0 or fought(v):
        m.agreed = 0
    elif m.agreed:
        m.mine_next = 1 - m.mine_next
    elif m.x_before[v.mine] != m.x_before[v.others[0]]:
        m.agreed = 1
        m.mine_next = m.x_before[v.mine] < m.x_before[v.others[0]]
    remember_fields(m, v)
    mine = m.mine_next if m.agreed else dice.below(m, 2)
    return best(m, v) if mine else lesser(m, v)


@rule
def lesser(m, v):
    """A field with the second largest distinct x, be it empty; any where all are equal."""
    x = largest_below(v, largest_below(v, math.inf))
    return dice.below(m, len(v.x)) if x < 0.0 else one_with(m, v, x)


@sighted(rounds=Setting(22, 0, 1_000_000, about="rounds spent together on the first field"))
def long_farm(g, m, v):
    """Sits on the first field while the others grow, then takes the rich ones in turn, away from the opponent."""
    if v.turn < g.rounds:
        return 0
    x = largest_below(v, math.inf)
    chosen = -1
    rich = 0
    for k in range(len(v.x)):
        if v.x[k] >= x - 1.0 and k != v.mine and k != v.others[0]:
            rich += 1
            if dice.below(m, rich) == 0:  # each of the rich fields as likely
                chosen = k
    return chosen if chosen >= 0 else best(m, v)


@sighted(length=Setting(100, 1, 1_000_000, about="rounds in a game"),
         finish=Setting(10, 0, 1_000_000, about="rounds before the end at which it turns greedy"))
def finisher(g, m, v):
    """Second until shortly before the end, then best: who knows the length need not look ahead."""
    return best(m, v) if v.turn >= g.length - g.finish else second_best(m, v)


@sighted()
def lookahead(g, m, v):
    """Searches two rounds deep against an opponent who may go anywhere, each field as likely."""
    fields = len(v.x)
    most = -1.0
    chosen = 0
    equals = 0
    for a in range(fields):
        value = 0.0
        for b in range(fields):
            if a != b:
                value += gain(v.capacity[a], v.x[a] + (0.0 if v.contest else v.growth[a]))
            then = 0.0
            for next_a in range(fields):
                x = after(v, next_a, a, b) + (0.0 if v.contest else v.growth[next_a])
                then = max(then, gain(v.capacity[next_a], x) * (fields - 1) / fields)
            value += then
        if value > most + 1e-9:  # fields that are equal must stay so however their sums were rounded
            most = value
            equals = 0
        if value > most - 1e-9:
            equals += 1
            if dice.below(m, equals) == 0:
                chosen = a
    return chosen


@rule
def after(v, k, a, b):
    """x of field k after a round in which we go to a and the opponent to b."""
    visited = k in (a, b)
    fight = visited and a == b
    if v.contest:
        return max(0.0, v.x[k] - 1.0) if visited else v.x[k] + v.growth[k]
    if fight:
        return max(0.0, v.x[k] - 1.0)
    return 0.0 if visited else v.x[k] + v.growth[k]
