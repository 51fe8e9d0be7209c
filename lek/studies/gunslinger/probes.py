"""A player that only the study needs: David's Revenge who answers enemies alone, to see what answering neutrals is worth."""

from __future__ import annotations

from functools import partial

from lek.agent import Brain, strategy
from lek.games.gunslinger import ENEMY
from lek.players.gunslinger.strategies import HITS, WINDOW, avenge, remember

PROBES: dict[str, Brain] = {}
probe = partial(strategy, PROBES)


@probe(HITS, window=WINDOW)
def answers_enemies(g, m, v):
    """As David's Revenge, but lets neutrals (and friends) shoot at it unanswered."""
    remember(m, v, g.window)
    for i in range(len(v.alive)):
        if v.relation[i] != ENEMY:
            m.hits[i] = 0
    return avenge(m, v, False)
