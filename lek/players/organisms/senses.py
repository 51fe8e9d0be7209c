"""How Organisms is sensed: a choice is to stay, to go to one of four sides, or to have a child there.

Sides that are taken are no choice. Energy is a share of M; children have no key, and nobody shows a state.

    energy, food_here, food_beside, neighbours    how it stands, whatever is chosen (shares; food_here: of ten units)
    young                                         1 at birth, falling to 0 in fifty rounds
    goes, goes_full                               it goes to a side; its energy, if it does
    goes_to_food, leaves_food                     that side has food; food is left behind
    breeds, breeds_full                           it has a child; its energy, if it does
    breeds_to_food, breeds_in_crowd               the child is born on food; share of neighbours, if it has one
    whim                                          a number of dice
"""

from __future__ import annotations

from lek import dice
from lek.brains.senses import Senses
from lek.game import Game
from lek.games.organisms import SOUTH, WEST, go, reproduce
from lek.jit import rule
from lek.players.organisms.moves import any_side

NUMBERS = ("energy", "food_here", "food_beside", "neighbours", "young", "goes", "goes_full", "goes_to_food", "leaves_food",
           "breeds", "breeds_full", "breeds_to_food", "breeds_in_crowd", "whim")
CHOICES = 9
ANSWERS = ("stay", "go to food", "go to any side", "have a child on food", "have a child on any side")


@rule
def action(m, v, c):
    """Choice 0 is to stay, 1 to 4 are to go, 5 to 8 to have a child."""
    if c == 0:
        return go(0, 0)
    side = c if c <= SOUTH else c - SOUTH
    if v.energy <= 0 or v.neighbour[side] >= 0:
        return -1
    return go(side, 0) if c <= SOUTH else reproduce(side, 0, 0)


@rule
def sense(m, v, c, x):
    neighbours = 0
    food = 0
    for side in range(WEST, SOUTH + 1):
        neighbours += v.neighbour[side] >= 0
        food += v.neighbour[side] < 0 and v.food[side] != 0
    goes = 1.0 if 0 < c <= SOUTH else 0.0
    breeds = 1.0 if c > SOUTH else 0.0
    side = c if c <= SOUTH else c - SOUTH
    there = 1.0 if side > 0 and v.food[side] != 0 else 0.0
    x[0] = v.energy / v.M
    x[1] = min(1.0, v.food_left / 10.0)
    x[2] = food / 4.0
    x[3] = neighbours / 4.0
    x[4] = max(0.0, 1.0 - v.age / 50.0)
    x[5] = goes
    x[6] = goes * x[0]
    x[7] = goes * there
    x[8] = goes if v.food_left > 0 else 0.0
    x[9] = breeds
    x[10] = breeds * x[0]
    x[11] = breeds * there
    x[12] = breeds * x[3]
    x[13] = dice.uniform(m)


@rule
def symbol(m, v):
    """Energy in four steps of a quarter, whether food is left, and whether there is some beside it."""
    level = min(3, 4 * v.energy // v.M)
    beside = 0
    for side in range(WEST, SOUTH + 1):
        if v.neighbour[side] < 0 and v.food[side] != 0:
            beside = 1
    return 4 * level + 2 * (v.food_left > 0) + beside


@rule
def answer(m, v, k):
    """Answers with a side take any that fits."""
    if k == 0:
        return go(0, 0)
    side = any_side(m, v, k == 1 or k == 3)
    if v.energy <= 0 or side == 0:
        return -1
    return go(side, 0) if k <= 2 else reproduce(side, 0, 0)


def senses(game: Game) -> Senses:
    """For any climate."""
    return Senses(CHOICES, action, NUMBERS, sense, symbols=16, symbol=symbol, answers=ANSWERS, answer=answer,
                  memory=[("rng", "u8")])
