"""Players of Organisms: the report's own and the course's reference."""

from __future__ import annotations

from functools import partial

from lek import dice
from lek.agent import Brain, strategy
from lek.games.organisms import go, reproduce
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)


@player()
def random(g, m, v):
    """Any of the six moves, each as likely; births in any direction (the course's random player)."""
    move = dice.below(m, 6)
    return reproduce(1 + dice.below(m, 4), 0, 0) if move == 5 else go(move, 0)
