"""The food of Organisms: how it blows in, grows and is eaten. (The order of draws stands in `organisms.py`.)"""

from __future__ import annotations

import math

import numpy as np

from lek import dice
from lek.jit import rule

NEVER = 2**50


@rule
def feed(s):
    """Food grows on vacant cells; organisms eat."""
    ahead = s.gap
    for cell in range(s.cells):
        food = s.food[cell]
        if s.who[cell] > 0:
            if food > 0 and s.energy[cell] + s.u <= s.M:
                s.food[cell] = food - 1
                s.energy[cell] += s.u
                s.total[s.seat[cell]] += s.u
        elif food == 0:
            ahead -= 1
            if ahead < 0:
                s.food[cell] = 1
                ahead = gap(s)
        elif food < s.K:
            u = dice.uniform(s)
            if u >= s.none[food]:
                s.food[cell] = min(s.K, food + doubled(s, food, u))
    s.gap = ahead


@rule
def gap(s):
    """How many bare cells stay bare before food blows in on one."""
    if s.p == 0.0:
        return NEVER
    return np.int64(min(float(NEVER), math.log1p(-dice.uniform(s)) / math.log1p(-s.p))) if s.p < 1.0 else 0


@rule
def doubled(s, food, u):
    """How many of `food` units add one: the smallest n with P(Binomial(food, q) <= n) > u, summed from the thin end."""
    if s.q > 0.5:
        return mirrored(s, food, u)
    term = s.none[food]
    up_to = term  # P(Binomial <= n)
    n = 0
    odds = s.q / (1.0 - s.q)
    while u >= up_to and n < food:
        term *= odds * (food - n) / (n + 1)
        up_to += term
        n += 1
    return n


@rule
def mirrored(s, food, u):
    """The same, counted down from all of them."""
    term = s.q**food
    beyond = term  # P(Binomial > n - 1)
    n = food
    odds = (1.0 - s.q) / s.q
    while beyond < 1.0 - u and n > 0:
        term *= odds * n / (food - n + 1)
        beyond += term
        n -= 1
    return n
