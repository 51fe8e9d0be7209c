"""SimpAI's weights to be evolved, as the paper does (section 3.3): five genes, the weights of the partial heuristics.

The paper states neither the range of the first weights nor how deep the agents searched in their fitness games. Over 500
generations neutral drift alone moves a weight by about 1.8, and evolved ones lie between -0.9 and 8.4: so the first come
from 0 to 10 here, and may leave that range. The depth is a setting; at every depth the agents move by SimpAI's rules
first, and their memory is small enough for a thread of a GPU.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from lek.agent import Brain, Representation
from lek.brains import vector
from lek.brains.alphabeta import Judgement, alphabeta
from lek.game import Game
from lek.games.simplexity import simplexity
from lek.jit import rule
from lek.players.simplexity.simpai_heuristics import OUTSIDE, PAPER, PARTS, SUMS, land, sum_up, weighed
from lek.players.simplexity.simpai_rules import CODE, ruled
from lek.settings import Setting, resolve

GENES = {part: (0.0, 10.0) for part in PARTS}
DEPTH = {"depth": Setting(2, 1, 3, about="how many moves it looks ahead")}
OPERATORS = {"crossover": "uniform", "swap": 0.5, "mutation": "gaussian", "change": 0.5, "sigma": 0.25}  # Table 1
FIXED = {"nodes": 0, "deepen": False, "table": "none", "sort": "evaluation", "killers": False, "history": False,
         "scout": False, "extend": False, "reduce": False, "window": 0.0, "prune": True, "recall": True}
RULES: Any = simplexity()


@rule
def note(g, e, s):
    sum_up(e, s, OUTSIDE, PAPER)


@rule
def follow(g, e, s, a):
    land(e, s, s.mover, a & 1, s.height[a >> 1], a >> 1, OUTSIDE, PAPER)


@rule
def evaluate(g, e, s):
    """The mover's parts less the other's."""
    a, b, c, d, f = fine(g.x[0]), fine(g.x[1]), fine(g.x[2]), fine(g.x[3]), fine(g.x[4])
    return weighed(e, s.mover, a, b, c, d, f) - weighed(e, 1 - s.mover, a, b, c, d, f)


@rule
def fine(weight):
    """A weight in millionths (of a power of two): sums are then exact, and equal moves equal on every machine."""
    return math.floor(weight * 1048576.0 + 0.5) / 1048576.0


@rule
def before(g, m, s):
    found = ruled(s)
    return found % CODE if found >= 0 else -1


@cache
def weigher(depth: int) -> Brain:
    """SimpAI with its weights as genes, at this depth."""
    return alphabeta(
        f"simpai-weights-{depth}", RULES, Judgement(evaluate, SUMS, note, follow, genome=[("x", "f8", (len(GENES),))]),
        before=before, plies=depth + 2, table=0,
        fixed={"depth": depth, **FIXED}, about="SimpAI with weights that are genes.")


def weighers(game: Game, /, **given: Any) -> Representation:
    """SimpAI's weights; `depth`, and settings as in `lek.brains.vector`, whose defaults are the paper's operators here."""
    depth = resolve("simpai", DEPTH, {key: value for key, value in given.items() if key in DEPTH})["depth"]
    others = {key: value for key, value in given.items() if key not in DEPTH}
    return vector.vectors(weigher(depth), GENES, OPERATORS | others)
