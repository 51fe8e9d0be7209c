"""Organisms and Gunslinger on a GPU: the same games as on CPU threads, and how long either takes.

Small boards, since a state must fit a GPU thread's own memory. Every player sits in some line-up. `different` counts games
whose scores are not equal to the last bit; seconds are wall time of a second call, when everything is compiled.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from lek.find import find_agent, find_game
from lek.games import GAMES
from lek.players import PLAYERS
from lek.playing import play

AT_ONCE = 4  # players in one line-up: kernels with many brains compile slowly
BOARD = {"width": 4, "height": 4, "rounds": 300, "p": 0.05}


def run() -> dict[str, Any]:
    told = []
    for name, games, settings in (("gunslinger", 50_000, {"players": 9}), ("organisms", 5_000, BOARD)):
        players = list(PLAYERS[name])
        for first in range(0, len(players), AT_ONCE):
            told.append(compare(name, players[first:first + AT_ONCE], games, settings))
            print(told[-1], flush=True)
    seconds = [sum(row[device] for row in told) for device in ("cuda", "cpu")]
    return {"name": "gpu_games", "ours": seconds[0], "yardstick": seconds[1], "ratio": seconds[1] / seconds[0],
            "unit": "wall seconds", "games": sum(row["games"] for row in told),
            "different": sum(row["different"] for row in told)}


def compare(name: str, players: list[str], games: int, settings: dict[str, Any]) -> dict[str, Any]:
    seats = {} if name == "gunslinger" else {"species": len(players)}
    game, found = GAMES[name](**settings, **seats), find_game(name)
    agents = [find_agent(found, game, player) for player in players]
    schedule = (np.arange(game.seats) + np.arange(games)[:, None]) % len(agents)
    scores, seconds = {}, {}
    for device in ("cuda", "cpu"):
        play(game, agents, schedule, 3, device=device)
        started = time.perf_counter()
        scores[device] = play(game, agents, schedule, 3, device=device).scores
        seconds[device] = time.perf_counter() - started
    different = int((scores["cuda"] != scores["cpu"]).any(1).sum())
    return {"game": name, "players": players, "games": games, "different": different, **seconds}
