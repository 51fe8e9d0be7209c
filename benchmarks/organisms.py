"""Organisms with three random players against plain C at -O3, on one thread: 20 x 20 and 100 x 100, 6,000 rounds.

The yardstick is `organisms.c` beside this file: the same rules, dice and draws, so the results are equal (checked here), but
it computes nothing of what an organism would see, which nobody looks at. CPU seconds of the same games by both in this
run; the best of three, taken in turn. `growth` is our cost of a cell and round on the large board over that on the small.
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

ROUNDS = 6000
BOARDS = {20: 60, 100: 3}  # side: games


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(__file__).with_name("organisms.c"), Path(folder))
        timed = {side: compare(program, side, games) for side, games in BOARDS.items()}
    small, large = timed[20], timed[100]
    costs = [timed[side][0] / (BOARDS[side] * ROUNDS * side * side) for side in (20, 100)]
    return {"name": "organisms", "ours": small[0], "yardstick": small[1], "ratio": small[1] / small[0],
            "unit": "CPU seconds", "ratio_100x100": large[1] / large[0], "nanoseconds_per_cell_round": 1e9 * costs[0],
            "growth": costs[1] / costs[0]}


def compare(program: Path, side: int, games: int) -> tuple[float, float]:
    """Best CPU seconds of ours and of the C program, which must have played the same games."""
    game = GAMES["organisms"](preset="default", species=3, width=side, height=side, rounds=ROUNDS)
    agents = [find_agent(find_game("organisms"), game, "random")] * 3
    schedule = np.tile(np.arange(3), (games, 1))
    play(game, agents, schedule[:1], 0, threads=1)
    ours, theirs = [], []
    for _ in range(3):
        started = time.process_time()
        played = play(game, agents, schedule, 0, threads=1)
        ours.append(time.process_time() - started)
        told = answer(program, side, side, 0.01, 0.02, 10, ROUNDS, games, 0)
        theirs.append(float(told["cpu_seconds"]))
    if checksum(played.measures) != told["checksum"]:
        raise RuntimeError(f"the C program played other games than ours on {side} x {side}")
    return min(ours), min(theirs)


def checksum(measures: Any) -> int:
    total = 0
    for i, game in enumerate(measures[:, :, :2].astype(np.int64).tolist()):
        total += sum(count * 1000003 + energy for count, energy in game) * (i + 1)
    return total % 2**64
