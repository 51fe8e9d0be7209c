"""`linear`: g1's idea with all nine weights as genes.

g1's group searched its weights with a small genetic algorithm (12 individuals, a grid of 5 steps, 6 generations, 60 games
each; rulebook, 7.2). Here they are real numbers; they matter only relative to each other and to 0, the score of no shot.
None of them ever fires first, so that there is nothing to learn among their like: they have to be bred among others, as
the study `gunslinger` does.
"""

from __future__ import annotations

from typing import Any

from lek.agent import Brain, Representation
from lek.brains import vector
from lek.game import Game
from lek.jit import rule
from lek.players.gunslinger.groups import PLAYERS, WEIGHTS, by_weights

GENES = {name: (-10.0, 10.0) for name in WEIGHTS}


@rule
def linear(g, m, v):
    """As g1, with the weights of the genome."""
    x = g.x
    return by_weights(m, v, x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8])


LINEAR = Brain("linear", linear, vector.kind_of(GENES), PLAYERS["g1"].memory)


def linears(game: Game, /, **given: Any) -> Representation:
    """Linear players for any table; settings as in `lek.brains.vector`."""
    return vector.vectors(LINEAR, GENES, given)
