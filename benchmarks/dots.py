"""Dots and Boxes between random players on 3 x 3, games a CPU second on one thread, against plain C at -O3 and OpenSpiel.

The yardstick is `dots.c` beside this file, a bit mask and a shuffled list of lines. OpenSpiel's game is written in C++, too,
and driven from Python, as its users do. The best of nine, taken in turn.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from lek.benches import answer, compile_c
from lek.find import find_agent, find_game
from lek.games import GAMES
from lek.playing import play
from lek.settings import Mistake

GAMES_PLAYED, THEIRS, TARGET, TIMES = 2_000_000, 1000, 0.5, 50


def run() -> dict[str, Any]:
    game = GAMES["dots"]()
    agents = [find_agent(find_game("dots"), game, "random")] * 2
    schedule = np.tile(np.arange(2), (GAMES_PLAYED, 1))
    play(game, agents, schedule[:1], 0, threads=1)
    ours, quick, theirs = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(__file__).with_name("dots.c"), Path(folder), "-march=native")
        for turn in range(9):
            started = time.process_time()
            played = play(game, agents, schedule, turn, threads=1)
            ours.append(GAMES_PLAYED / (time.process_time() - started))
            counted = answer(program, GAMES_PLAYED, turn)
            quick.append(GAMES_PLAYED / counted["cpu_seconds"])
            theirs.append(openspiel(turn))
            if abs(counted["won"] / GAMES_PLAYED - (played.scores[:, 0] > 4).mean()) > 0.003:
                raise RuntimeError("the C program plays another game than ours")
    ratio, times = max(ours) / max(quick), max(ours) / max(theirs)
    return {"name": "dots", "ours": max(ours), "yardstick": max(quick), "ratio": ratio, "unit": "games a CPU second",
            "target": f"ratio {TARGET} or more: {'met' if ratio >= TARGET else 'missed'}", "openspiel": max(theirs),
            "openspiel_ratio": times, "openspiel_target": f"{TIMES} times or more: {'met' if times >= TIMES else 'missed'}"}


def openspiel(seed: int) -> float:
    """Games a CPU second of OpenSpiel's, move by move from Python."""
    try:
        import pyspiel
    except ImportError:
        raise Mistake("this benchmark compares with OpenSpiel: pip install open_spiel") from None
    game, dice = pyspiel.load_game("dots_and_boxes(num_rows=3,num_cols=3)"), random.Random(seed)
    started = time.process_time()
    for _ in range(THEIRS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        state.returns()
    return THEIRS / (time.process_time() - started)
