"""Nine players (five DavidsRevengesRevenge, four dumb-1; f = e = 2): games a second on one thread, against plain Python.

The yardstick is `plain_gunslinger.py` beside this file, the same rules and players as a Python programmer would write them
for speed, in games a CPU second. The best of three, taken in turn.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from lek import jit
from lek.find import find_agent, find_game
from lek.games import GAMES
from lek.playing import play

GAMES_PLAYED = 60_000
games_per_second = jit.load(Path(__file__).with_name("plain_gunslinger.py")).games_per_second


def run() -> dict[str, Any]:
    game = GAMES["gunslinger"](players=9)
    found = find_game("gunslinger")
    agents = [find_agent(found, game, name) for name in ("davids-revenges-revenge", "dumb-1")]
    schedule = np.tile([0, 0, 0, 0, 0, 1, 1, 1, 1], (GAMES_PLAYED, 1))
    play(game, agents, schedule[:1], 0, threads=1)
    ours, theirs = [], []
    for _ in range(3):
        started = time.process_time()
        play(game, agents, schedule, 0, threads=1)
        ours.append(GAMES_PLAYED / (time.process_time() - started))
        theirs.append(games_per_second(1000))
    return {"name": "gunslinger", "ours": max(ours), "yardstick": max(theirs), "ratio": max(ours) / max(theirs),
            "unit": "games a CPU second"}
