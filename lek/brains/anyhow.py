"""`random` for games that have no player of that name: any legal action, each as likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain
from lek.game import Game
from lek.jit import rule
from lek.position import LISTED


@rule
def act(g, m, v):
    """The one at a place that is drawn, among the legal actions."""
    count = 0
    for action in range(len(m.legal)):
        count += m.legal[action]
    place = dice.below(m, count)
    for action in range(len(m.legal)):
        place -= m.legal[action]
        if place < 0:
            return action
    return -1


def remembers(game: Game) -> np.dtype[Any]:
    return np.dtype([("rng", "u8"), ("legal", "i1", (game.actions,))], align=True)


def refuses(game: Game) -> str | None:
    return f"{game.name} has {game.actions} actions, which are too many to list" if game.actions > LISTED else None


ANYHOW = Brain("random", act, memory=remembers, refuses=refuses)
