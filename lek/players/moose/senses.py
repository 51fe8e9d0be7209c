"""How Moose is sensed: a choice is a field, described by what it would feed and by who has been there.

    worth      what the field would give to a moose alone on it, as a share of what the richest could hold
    richer     share of the other fields that would give less
    mine       I was there in the last round
    theirs     share of the others who were there in the last round
    before     share of the others who were there in the round before that
    often      share of all choices of the others
    fought     I was there in the last round, and so was another
    whim       a number of dice
"""

from __future__ import annotations

from lek import dice
from lek.brains.senses import Senses
from lek.game import Game
from lek.games.moose import gain
from lek.jit import rule

NUMBERS = ("worth", "richer", "mine", "theirs", "before", "often", "fought", "whim")


@rule
def look(m, v):
    """Count who was where."""
    for k in range(len(v.x)):
        m.before[k] = m.theirs[k]
        m.theirs[k] = 0
    for i in range(len(v.others)):
        if v.others[i] >= 0:
            m.theirs[v.others[i]] += 1
            m.often[v.others[i]] += 1
            m.seen += 1


@rule
def worth(v, k):
    """What a moose alone on the field would eat; where x may not be seen, 0."""
    x = v.x[k] if v.contest != 0 or v.x[k] < 0.0 else v.x[k] + v.growth[k]
    return gain(v.capacity[k], max(0.0, x))


@rule
def sense(m, v, k, x):
    fields = len(v.x)
    most = 1e-9
    poorer = 0
    own = worth(v, k)
    for other in range(fields):
        most = max(most, 0.5 * v.capacity[other])
        poorer += worth(v, other) < own
    x[0] = own / most
    x[1] = poorer / (fields - 1)
    x[2] = 1.0 if v.mine == k else 0.0
    x[3] = m.theirs[k] / len(v.others)
    x[4] = m.before[k] / len(v.others)
    x[5] = m.often[k] / max(1, m.seen)
    x[6] = 1.0 if v.mine == k and m.theirs[k] > 0 else 0.0
    x[7] = dice.uniform(m)


def senses(game: Game) -> Senses:
    """For any number of moose and fields. Moose has machines of its own."""
    fields = (game.actions,)
    return Senses(game.actions, numbers=NUMBERS, sense=sense, look=look, memory=[
        ("rng", "u8"), ("seen", "i8"), ("theirs", "i4", fields), ("before", "i4", fields), ("often", "i8", fields)])
