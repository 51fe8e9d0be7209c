"""Compiling a game with all its players on an empty cache, in Lek's way and in numba's own: processor seconds.

Two games of everybody are played, of every game in turn, each in a process of its own; what only this takes, about a second,
is in both numbers. The scores are the same. It takes five minutes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from typing import Any

GAMES = ("moose", "antwars", "gunslinger", "dots", "organisms", "simplexity")
PROGRAM = """
import sys
import numpy as np
from lek import compiling
from lek.playing import play
from lek.find import find_agent, find_game

game, compiling._state.here = sys.argv[1], sys.argv[2] == "numba"
found = find_game(game)
built = found.build(**({"rounds": 20} if game == "organisms" else {}))
agents = [find_agent(found, built, name) for name in found.players if name != "human"]
agents = [agent for agent in agents if agent.outsider is None]
schedule = (np.arange(2)[:, None] + np.arange(built.seats)) % len(agents)
print(play(built, agents, schedule, 1, threads=1).scores.tolist())
"""


def run() -> dict[str, Any]:
    ours, numbas, games = 0.0, 0.0, {}
    for game in GAMES:
        (here, scores), (there, same) = compiled(game, "lek"), compiled(game, "numba")
        if scores != same:
            raise RuntimeError(f"{game} was compiled to another game")
        ours, numbas, games[game] = ours + here, numbas + there, f"{here:.1f} and {there:.1f}"
    return {"name": "compiling", "ours": ours, "yardstick": numbas, "ratio": numbas / ours, "unit": "processor seconds",
            **games}


def compiled(game: str, way: str) -> tuple[float, str]:
    with tempfile.TemporaryDirectory() as cache:
        before = used()
        done = subprocess.run([sys.executable, "-c", PROGRAM, game, way], check=True, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "LEK_CACHE": cache, "LEK_AS_ROOT": "1"})
        return used() - before, done.stdout


def used() -> float:
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime
