"""Ants bred as typed trees, as BrilliAnt was: one tree judges straight moves, one diagonal moves, and the best is made.

(W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", sections 3 and 4.) What ants perceive is in
`perception.py`, how trees are built and bred in `brains.tree`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lek import dice, jit
from lek.agent import Brain, Representation, as_written
from lek.brains import tree, tree_breeding, tree_loop, tree_text
from lek.brains.tree import BOOLEAN, FLOAT, Constant, Primitive, Table
from lek.game import Game
from lek.jit import rule
from lek.players.antwars import code as antwars_code
from lek.players.antwars import perception
from lek.players.antwars import warps as antwars_warps
from lek.players.antwars.ants import ORDER_BITS
from lek.players.antwars.perception import HABITS, ONE_TREE, REACH, SIZES, area_code, area_of, habits_of
from lek.settings import Setting, resolve

AREA = "area"


@rule
def draw_int(d, o):
    return dice.below(d, 6)


@rule
def perturb_int(d, o, value):
    return min(5, max(0, np.int64(value) + dice.below(d, 3) - 1))


SIZE_OF = np.array([[perception.SIZE.get((h, w), -1) for w in range(7)] for h in range(7)], np.int64)
SHAPES = np.array(SIZES, np.int64)


@rule
def draw_area(d, o):
    side = 2 * o.reach + 1
    place = (5 - o.reach + dice.below(d, side)) * 11 + 5 - o.reach + dice.below(d, side)
    return place * 15 + dice.below(d, 15)


@rule
def perturb_area(d, o, value):
    """Each coordinate and each dimension moves by -1, 0 or 1, trimmed to what is allowed.

    Where the sum of dimensions is too large then, the width is trimmed, or both stay as they were.
    """
    code = np.int64(value)
    place = code // 15
    row = min(5 + o.reach, max(5 - o.reach, place // 11 + dice.below(d, 3) - 1))
    column = min(5 + o.reach, max(5 - o.reach, place % 11 + dice.below(d, 3) - 1))
    height = min(5, max(1, SHAPES[code % 15, 0] + dice.below(d, 3) - 1))
    width = min(5, max(1, SHAPES[code % 15, 1] + dice.below(d, 3) - 1))
    if height + width > 6:
        if o.stay:
            height = SHAPES[code % 15, 0]
            width = SHAPES[code % 15, 1]
        else:
            width = 6 - height
    return (row * 11 + column) * 15 + SIZE_OF[height, width]


def show_area(value: float) -> str:
    return ",".join(map(str, area_of(int(value))))


def parse_area(text: str) -> float:
    down, right, height, width = (int(part) for part in text.split(","))
    if max(abs(down), abs(right)) > REACH or (height, width) not in SIZES or not text.isascii():
        raise ValueError(text)
    return float(area_code(down, right, height, width))


def sense(name: str, gives: str, rule: Any, *takes: str) -> Primitive:
    return Primitive(name, gives, takes, rule, sense=True)


TABLE = Table((
    tree.CONST,
    Constant("ConstInt", FLOAT, draw_int, perturb_int, lambda value: str(int(value)), tree.within(int, 0, 5),
             "a whole number from 0 to 5"),
    Constant("Rect", AREA, draw_area, perturb_area, show_area, parse_area,
             "DOWN,RIGHT,HEIGHT,WIDTH: the midpoint, each from -5 to 5, and a size of 1 or more each, at most 6 together"),
    sense("TimeLeft", FLOAT, perception.time_left), sense("Points", FLOAT, perception.points),
    sense("PointsLeft", FLOAT, perception.points_left),
    sense("IsFood", BOOLEAN, perception.is_food, AREA), sense("IsEnemy", BOOLEAN, perception.is_enemy, AREA),
    *tree.LOGIC, sense("IsEqual", BOOLEAN, perception.is_equal, FLOAT, FLOAT), *tree.ARITHMETIC,
    sense("NFood", FLOAT, perception.n_food, AREA), sense("NEmpty", FLOAT, perception.n_empty, AREA),
    sense("NVisited", FLOAT, perception.n_visited, AREA), sense("FoodHope", FLOAT, perception.food_hope, AREA)),
    {"straight": FLOAT, "diagonal": FLOAT})

ORDERS = {"paper": (0, 2, 4, 6, 1, 7, 3, 5), "straight": (0, 2, 4, 6, 1, 3, 5, 7), "diagonal": (1, 3, 5, 7, 0, 2, 4, 6),
          "clockwise": tuple(range(8))}
ORDER = np.array(list(ORDERS.values()), np.int64)  # [which, 8]
SETTINGS = {
    **tree.SETTINGS, **HABITS,
    "reach": Setting(5, 1, 5, about="areas: how far off their midpoints lie, in rows and columns"),
    "stay": Setting(False, about="areas: a mutation that makes dimensions too large leaves them; if not, the width is cut"),
    "order": Setting("paper", choices=tuple(ORDERS), about="of equally good moves the earliest in this order is made; the "
                     "paper's is N E S W NE NW SE SW"),
}

_ACT = f"""
@njit
def act(g, m, v):
    habits = np.int64(g.habits)
    remember(m, v, habits)
    best = np.float32(0.0)
    choice = -1
    for k in range(8):
        way = ORDER[habits >> {ORDER_BITS}, k]
        worth = evaluate(g, 0 if habits & {ONE_TREE} else way & 1, m, way)
        if choice < 0 or worth > best:
            best = worth
            choice = way
    return choice
"""


def trees(game: Game, /, **given: Any) -> Representation:
    """The representation of ants with two trees."""
    chosen = resolve("tree", SETTINGS, given, tree.PRESETS)
    habits = habits_of(chosen) | list(ORDERS).index(chosen.pop("order")) << ORDER_BITS
    own = {key: value for key, value in chosen.items() if key in tree.SETTINGS}
    options = tree.options(TABLE, own, habits=habits, reach=chosen["reach"], stay=chosen["stay"])
    kind = tree.genome(len(TABLE.trees), own["nodes"])
    act = jit.build("ant", _ACT, {"evaluate": tree_loop.evaluator(TABLE), "remember": perception.remember, "ORDER": ORDER,
                                  "np": np})["act"]
    kinds = np.array([antwars_code.NAMES[p.name] for p in TABLE.primitives], np.int64)
    show, read = partial(tree_text.show, TABLE), partial(tree_text.parse, TABLE, o=options[0], kind=kind)
    brain = Brain("tree", act, kind, np.dtype([*perception.MEMORY, *tree_loop.STACK], align=True), refuses=_refuses,
                  unsound=partial(_unsound, as_written(show, read, ("habits",))),
                  fast=antwars_warps.fast(kinds, ORDER, own["nodes"]))
    random, mutate = tree_breeding.operators(TABLE)
    return Representation(brain, random, mutate, tree_breeding.crossover, options, show, read, tree.OUTCOMES)


def _unsound(as_trees: Any, game: Game, genomes: Any) -> str | None:
    if (genomes.habits < 0).any() or (genomes.habits >= len(ORDERS) << ORDER_BITS).any():
        return f"habits are numbers from 0 to {(len(ORDERS) << ORDER_BITS) - 1}"
    wrong: str | None = as_trees(game, genomes)
    return wrong


def _refuses(game: Game) -> str | None:
    return None if game.name == "antwars" else "it was bred for antwars"
