"""What threads are worth to search under a clock: every first move's subtree to a thread of its own, or one shared table.

`root` is SimpAI's way (its paper's Fig. 2), `shared` that of `lek`; both search by `lek`'s evaluation on 8x13, eight
positions after six drawn moves, half a second each. Positions a second on all cores against one, and how much deeper.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import configured
from lek.brains.clocked import Clocked
from lek.games import GAMES
from lek.players import PLAYERS
from lek.threads import usable_threads

POSITIONS, SECONDS = 8, 0.5


def run() -> dict[str, Any]:
    threads = usable_threads(None)
    told = {(split, many): measured(split, many) for split in ("root", "shared") for many in (1, threads)}
    root, shared = (told[split, threads][0] / told[split, 1][0] for split in ("root", "shared"))
    return {"name": "search_threads", "unit": "positions a second, all threads against one", "ours": shared,
            "yardstick": root, "ratio": shared / root, "threads": threads,
            "depths": {f"{split} {many}": depth for (split, many), (_, depth) in told.items()}}


def measured(split: str, threads: int) -> tuple[float, float]:
    """Positions a second, and the mean depth reached."""
    game = GAMES["simplexity"](preset="unknown-2020", opening=6)
    brain = PLAYERS["simplexity"]["lek"]
    clocked = Clocked(brain, game, configured(brain, game, {}), split=split, threads=threads)
    rates, depths = [], []
    for deal in range(POSITIONS):
        clocked.begin(game, 0, deal)
        s = game.blank.copy()[0]
        s.rng = dice.stream(3, deal, 0)
        game.start(s)
        clocked.choose(s, lambda a: True, SECONDS)
        rates.append(clocked.told["nodes"] / clocked.told["seconds"])
        depths.append(clocked.told["depth"])
    return float(np.mean(rates)), float(np.mean(depths))
