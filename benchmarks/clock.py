"""Moves under a clock: how many of them are late, and how close to the limit the slowest comes (`LEK_MOVES`, `LEK_MS`,
`LEK_SEED`).

The house's player of Simplexity against itself on 6x7, on one core, from openings of two drawn moves. The promise is no
late move in 10,000 at 200 ms, which takes about half an hour; by default it is 300 at 20 ms.
"""

from __future__ import annotations

import os
from typing import Any

from lek.find import find_agent, find_game
from lek.watching import watch


def run() -> dict[str, Any]:
    wanted, limit = int(os.environ.get("LEK_MOVES", 300)), float(os.environ.get("LEK_MS", 20)) / 1000
    found = find_game("simplexity")
    game = found.build(opening=2)
    agents = [find_agent(found, game, "lek", clock=limit) for _ in range(2)]
    taken: list[float] = []
    deal, seed = 0, int(os.environ.get("LEK_SEED", 1))
    while len(taken) < wanted:
        faults: list[Any] = []
        for turn in watch(game, agents, seed, deal, faults, clock=limit):
            asked = agents[turn.seat].outsider
            taken.append(asked.told.get("seconds", 0.0))  # type: ignore[union-attr]
        if faults:
            taken.append(limit + 1.0)
        deal += 1
    late = sum(seconds > limit for seconds in taken)
    return {"name": "clock", "unit": "share of the limit the slowest move took", "ours": max(taken) / limit,
            "yardstick": 1.0, "ratio": limit / max(taken), "moves": len(taken), "late": late, "ms": 1000 * limit}
