"""Players of Gunslinger: the report's two, the course's dumb ones, and for comparison one meek and two aggressive ones.

I. Sibner, D. Liao and N. Roy's report (2015), sections 3.1 and 3.3: David's Revenge and David's Revenge's Revenge; the
course's dumb players as in the rulebook, 7.1. What the groups of 2013 played is in `groups.py`. Players are
known by private numbers here; these are drawn anew for every game, so "the first" of several is anyone of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from lek import dice
from lek.agent import Brain, strategy
from lek.game import Game
from lek.games.gunslinger import ENEMY, NEUTRAL
from lek.jit import rule
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)


def per_player(name: str, kind: str) -> Callable[[Game], Any]:
    """A memory of one number per player."""
    return lambda game: (name, kind, (game.seats,))


@rule
def no_shot(v):
    return len(v.alive)


@rule
def lives(v, i, most):
    """Whether i lives and its relation to me is at most this: ENEMY for enemies, NEUTRAL for all who are no friends."""
    return v.alive[i] != 0 and v.relation[i] <= most


@rule
def any_of(m, v, most):
    """One of those who live and relate to me like this, each as likely; no shot where there is none."""
    count = 0
    for i in range(len(v.alive)):
        count += lives(v, i, most)
    if count == 0:
        return no_shot(v)
    nth = dice.below(m, count)
    for i in range(len(v.alive)):
        if lives(v, i, most):
            if nth == 0:
                return i
            nth -= 1
    return no_shot(v)


@rule
def first_enemy(v):
    """The first living name on my list of enemies; no shot where there is none."""
    for k in range(v.e):
        if v.alive[v.enemies[k]] != 0:
            return v.enemies[k]
    return no_shot(v)


@player()
def silent(g, m, v):
    """Never shoots (rulebook, 7.2)."""
    return no_shot(v)


@player(fires=Setting(0.8, 0.0, 1.0, about="probability of a shot"))
def dumb(g, m, v):
    """Fires with probability 0.8, at any living non-friend (the course's sample)."""
    return any_of(m, v, NEUTRAL) if dice.uniform(m) < g.fires else no_shot(v)


@player()
def dumb_1(g, m, v):
    """Always fires, at any living non-friend (Columbia's tournament of 2013)."""
    return any_of(m, v, NEUTRAL)


@player()
def dumb_2(g, m, v):
    """Fires at the first enemy on its list until that one is dead, then at the next (Columbia's tournament of 2013)."""
    return first_enemy(v)


# David's Revenge. For every player a mask of the last rounds says when it shot me; its lowest bit is the last round.

HITS = per_player("hits", "i4")
WINDOW = Setting(10, 1, 30, about="rounds it remembers")


@rule
def remember(m, v, window):
    for i in range(len(v.alive)):
        m.hits[i] = (2 * m.hits[i] + (v.shots[i] == v.me)) & ((1 << window) - 1)


@rule
def grudge(hits, recent):
    """How much these hits weigh: their number (one is enough if `recent`), then how late the last one was."""
    rest = int(hits)
    last = rest & -rest
    number = 0
    while rest != 0:
        rest &= rest - 1
        number += 1
    return min(number, 1 if recent else 30) * 2**30 - last


@rule
def avenge(m, v, recent):
    """The living player against whom I have the largest grudge, ties at random; no shot where I have none."""
    most = 0
    count = 0
    for i in range(len(v.alive)):
        if m.hits[i] != 0 and v.alive[i] != 0:
            weight = grudge(m.hits[i], recent)
            count = count + 1 if weight == most else 1 if weight > most else count
            most = max(most, weight)
    if count == 0:
        return no_shot(v)
    nth = dice.below(m, count) if count > 1 else 0
    for i in range(len(v.alive)):
        if v.alive[i] != 0 and grudge(m.hits[i], recent) == most:
            if nth == 0:
                return i
            nth -= 1
    return no_shot(v)


@player(HITS, answers=Setting("most", choices=("most", "recent"), about="whoever shot it most, or last"), window=WINDOW)
def davids_revenge(g, m, v):
    """Answers whoever shot it most within the window, friend or not, and never shoots first (report, 3.1)."""
    remember(m, v, g.window)
    return avenge(m, v, g.answers == 1)


@player(HITS, mu=Setting(0.4, -10.0, 10.0, about="share of non-friends at which it fires half the time"),
        beta=Setting(0.06, 0.0001, 10.0, about="how gradually it dares with more non-friends"), window=WINDOW)
def davids_revenges_revenge(g, m, v):
    """As David's Revenge, but fires with a probability that is logistic in the share of non-friends (report, 3.3)."""
    remember(m, v, g.window)
    target = avenge(m, v, False)
    if target == no_shot(v):
        return target
    x = (len(v.alive) - v.f) / len(v.alive)
    fires = 1.0 / (1.0 + math.exp(min((g.mu - x) / g.beta, 700.0)))
    return target if dice.uniform(m) < fires else no_shot(v)


# Beyond the report.


@player()
def random_enemy(g, m, v):
    """Fires at any living enemy, from the first round on (rulebook, 7.2)."""
    return any_of(m, v, ENEMY)


@player()
def focus(g, m, v):
    """Joins a living friend's last shot at a non-friend, else fires at its first living enemy (rulebook, 7.2)."""
    for k in range(v.f):
        friend = v.friends[k]
        target = v.shots[friend]
        if v.alive[friend] != 0 and target >= 0 and lives(v, target, NEUTRAL):
            return target
    return first_enemy(v)
