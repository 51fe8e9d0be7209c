"""`simpai` as a representation: its five weights are genes, its search is fixed and small enough for a GPU's thread.

The paper says neither how deep the fitness games were searched nor where the weights began. Here: two moves deep, and
anywhere from 0 to 10 (its final weights span -0.9 to 8.4, and drift alone moves a weight by about 1.8 in 500 generations).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lek.agent import Brain, Representation
from lek.brains import vector
from lek.brains.alphabeta import Judgement, alphabeta
from lek.game import Game
from lek.games.simplexity import simplexity
from lek.jit import rule
from lek.players.simpai import rule_move
from lek.players.simpai_heuristics import NOTES, PARTS, follow, key, note, weighted
from lek.settings import Setting, resolve

GENES = {name: (0.0, 10.0) for name in PARTS}
SETTINGS = {"depth": Setting(2, 1, 3, about="moves it looks ahead")}
PAPER = {"crossover": "uniform", "swap": 0.5, "mutation": "gaussian", "change": 0.5, "sigma": 0.25}  # Table 1
FIXED = {"nodes": 0, "deepen": False, "table": "none", "sort": "evaluation", "killers": False, "history": False,
         "scout": False, "extend": False, "reduce": False, "window": 0.0}


@rule
def evaluate(g, e, s):
    return weighted(e, s.mover, g.x) - weighted(e, 1 - s.mover, g.x)


@rule
def before(g, m, s):
    return rule_move(s)


@cache
def weigher(depth: int) -> Brain:
    """The brain that looks so many moves ahead."""
    judgement = Judgement(evaluate, NOTES, note, follow, key, genome=[("x", "f8", (len(PARTS),))])
    return alphabeta(f"simpai-{depth}", simplexity(), judgement, plies=depth + 2, table=0, before=before,
                     fixed={"depth": depth, **FIXED}, about="SimpAI with weights that are genes.")


def weighers(game: Game, **given: Any) -> Representation:
    """SimpAI's weights for any board; settings as in `lek.brains.vector`, with the paper's operators as defaults."""
    own = resolve("simpai", SETTINGS, {key: value for key, value in given.items() if key in SETTINGS})
    rest = {key: value for key, value in given.items() if key not in SETTINGS}
    return vector.vectors(weigher(own["depth"]), GENES, {**PAPER, **rest})
