"""Players of Ant Wars: ants that anybody could write in five minutes."""

from __future__ import annotations

from functools import partial

from lek import dice
from lek.agent import Brain, strategy

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)


@player()
def random(g, m, v):
    """Goes anywhere."""
    return dice.below(m, 8)
