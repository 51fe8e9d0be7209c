"""A file of one's own with strategies and a representation for Moose, as text."""

MINE = '''
"""Moose of my own."""
import numpy as np
from lek import Brain, Representation, Setting, dice, record, rule, strategy

PLAYERS = {}


@strategy(PLAYERS, ("last", "i4"), risk=Setting(0.5, 0.0, 1.0, about="how often it draws a field"))
def careful(g, m, v):
    """Draws a field now and then, and else takes the next one."""
    m.last = dice.below(m, len(v.x)) if dice.uniform(m) < g.risk else (m.last + 1) % len(v.x)
    return m.last


@strategy(PLAYERS)
def bold(g, m, v):
    """Always goes to field 1."""
    return 1


GENOME = np.dtype([("field", "i4", (3,))])


@rule
def act(g, m, v):
    return g.field[(v.mine + 1) % 3]


@rule
def random(d, o, g):
    for k in range(3):
        g.field[k] = dice.below(d, 3)


@rule
def mutate(d, o, g):
    g.field[dice.below(d, 3)] = dice.below(d, 3)


@rule
def crossover(d, o, mother, father, a, b):
    for k in range(3):
        a.field[k] = mother.field[k] if k > o.cut else father.field[k]
        b.field[k] = father.field[k] if k > o.cut else mother.field[k]


def show(g):
    return " ".join(str(int(k)) for k in g.field)


def parse(text):
    return record(GENOME, field=[int(word) for word in text.split()])


def walks(game, cut=1):
    """Walks: where to go from each field."""
    return Representation(Brain("walk", act, GENOME), random, mutate, crossover, record([("cut", "i4")], cut=int(cut)),
                          show, parse)


REPRESENTATIONS = {"walk": walks}
'''
