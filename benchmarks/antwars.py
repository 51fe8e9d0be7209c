"""Ant Wars between random ants, games a CPU second on one thread, against plain C at -O3: the engine alone.

The yardstick is `antwars.c` beside this file, a bit board played one game after the other, as fast as it can: one stream of
dice, every board played twice. `same` is the same program playing the very games that ours plays, with our dice and a
board for each: the results must be equal. The best of nine, taken in turn.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from lek.benches import answer, compile_c
from lek.find import find_agent, find_game
from lek.games import GAMES
from lek.playing import play

GAMES_PLAYED, TARGET = 200_000, 0.5


def run() -> dict[str, Any]:
    game = GAMES["antwars"]()
    agents = [find_agent(find_game("antwars"), game, "random")] * 2
    schedule = np.tile(np.arange(2), (GAMES_PLAYED, 1))
    play(game, agents, schedule[:1], 0, threads=1)
    ours, quick, same = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(__file__).with_name("antwars.c"), Path(folder), "-march=native")
        for _ in range(9):
            started = time.process_time()
            played = play(game, agents, schedule, 0, threads=1)
            ours.append(GAMES_PLAYED / (time.process_time() - started))
            quick.append(GAMES_PLAYED / answer(program, "quick", GAMES_PLAYED, 0)["cpu_seconds"])
            told = answer(program, "same", GAMES_PLAYED, 0)
            same.append(GAMES_PLAYED / told["cpu_seconds"])
    eaten, killed = played.measures[:, :, :2].sum(axis=(0, 1))
    if (eaten, killed, played.scores[:, 0].sum()) != (told["eaten"], told["killed"], told["won"]):
        raise RuntimeError("the C program played other games than ours")
    ratio = max(ours) / max(quick)
    return {"name": "antwars", "ours": max(ours), "yardstick": max(quick), "ratio": ratio, "unit": "games a CPU second",
            "target": f"ratio {TARGET} or more: {'met' if ratio >= TARGET else 'missed'}", "same": max(same),
            "same_ratio": max(ours) / max(same)}
