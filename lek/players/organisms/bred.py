"""`settler`: an organism in which everything that the hand-written ones decide by a number is a gene.

Thresholds are shares of M, so that a genome makes sense in every climate. The clock (rounds since the game began) and the
direction of birth go from parent to child in the key. A settler breeds when its energy is high enough, at another level
where food lies beside it and at a third in the first rounds; it leaves the food under it to grow when it is full and goes to
food beside it when it is hungry enough. Without food near, the young walk on in the direction of their birth, and others
now and then in any. Sides for births and walks are drawn in proportion to genes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain, Representation
from lek.brains import vector
from lek.game import Game
from lek.games.organisms import SOUTH, WEST, go, reproduce
from lek.jit import rule
from lek.players.organisms.moves import vacant_food, vacant_side

GENES = {
    "breed": (0.1, 1.0),  # breeds from this share of M
    "breed_onto_food": (0.1, 1.0),  # the same where a vacant side has food
    "early_breed": (0.1, 1.0),  # the same in the first rounds
    "early": (0.0, 400.0),  # how many rounds those are
    "chance": (0.0, 1.0),  # of a birth where it may
    "crowd": (0.0, 5.0),  # no birth with so many neighbours or more
    "hungry": (0.0, 1.2),  # goes to food beside it below this share of M
    "leave": (0.5, 1.5),  # leaves its food to grow from this share of M
    "walk": (0.0, 60.0),  # turns of its youth in which it walks straight on without food near
    "every": (1.0, 200.0),  # afterwards it walks on every so many turns,
    "roam": (0.0, 1.2),  # from this share of M
    "birth_west": (0.0, 1.0), "birth_east": (0.0, 1.0), "birth_north": (0.0, 1.0), "birth_south": (0.0, 1.0),
    "roam_west": (0.0, 1.0), "roam_east": (0.0, 1.0), "roam_north": (0.0, 1.0), "roam_south": (0.0, 1.0),
}
(BREED, BREED_ONTO_FOOD, EARLY_BREED, EARLY, CHANCE, CROWD, HUNGRY, LEAVE, WALK, EVERY, ROAM, BIRTH_WEST, _E, _N, _S,
 ROAM_WEST, *_REST) = range(len(GENES))
LATEST = 8191  # the clock stops there: a key holds no more


@rule
def settle(g, m, v):
    """One turn of a settler."""
    key = max(0, v.key)
    clock = min(LATEST, (key >> 3) + v.age)
    heading = key & 7
    neighbours = 0
    food_beside = False
    for side in range(WEST, SOUTH + 1):
        neighbours += v.neighbour[side] >= 0
        food_beside = food_beside or (v.neighbour[side] < 0 and v.food[side] != 0)
    level = g.x[EARLY_BREED] if clock < g.x[EARLY] else g.x[BREED]
    if food_beside:
        level = min(level, g.x[BREED_ONTO_FOOD])
    if v.energy >= level * v.M and v.energy > v.v + 1 and neighbours < g.x[CROWD] and dice.uniform(m) < g.x[CHANCE]:
        side = drawn(g, m, v, BIRTH_WEST, food_beside)
        if side > 0:
            return reproduce(side, 8 * clock + side, 0)
    if v.energy <= v.v + 1:
        return go(0, 0)
    if v.food_left > 0:
        return go(vacant_side(m, v) if v.energy >= g.x[LEAVE] * v.M else 0, 0)
    if food_beside:
        return go(vacant_food(m, v) if v.energy < g.x[HUNGRY] * v.M else 0, 0)
    if v.age <= g.x[WALK]:
        return go(heading if v.neighbour[heading] < 0 else 0, 0) if heading > 0 else go(drawn(g, m, v, ROAM_WEST, False), 0)
    if v.energy >= g.x[ROAM] * v.M and v.age % max(1, int(g.x[EVERY])) == 0:
        return go(drawn(g, m, v, ROAM_WEST, False), 0)
    return go(0, 0)


@rule
def drawn(g, m, v, first, onto_food):
    """A vacant side (with food, if asked) in proportion to four genes, or 0."""
    total = 0.0
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] < 0 and (v.food[side] != 0 or not onto_food):
            total += g.x[first + side - 1] + 1e-9
    rest = dice.uniform(m) * total
    chosen = 0
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] < 0 and (v.food[side] != 0 or not onto_food):
            chosen = side
            rest -= g.x[first + side - 1] + 1e-9
            if rest < 0.0:
                return chosen
    return chosen


SETTLER = Brain("settler", settle, vector.kind_of(GENES), np.dtype([("rng", "u8")]))


def settlers(game: Game, /, **given: Any) -> Representation:
    """Settlers for any climate; settings as in `lek.brains.vector`."""
    return vector.vectors(SETTLER, GENES, given)
