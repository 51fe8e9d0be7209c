"""Simplexity on 6x7 against plain C++ (`simplexity.cpp` beside this file, at -O3): perft and random games, and search.

`perft` counts the sequences of 7 moves: the C++ program makes and judges the last moves too, ours counts them, as perfts
usually do (`bulk` is the C++ program doing the same). `playouts` are games of random legal moves. Leaves and games a CPU
second; the best of three, taken in turn. `nodes` are positions a CPU second of alpha-beta with SimpAI's evaluation kept up
move by move, from the empty board and three positions of the middle game; SimpAI's own did 33,000 evaluations a second.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from lek.agent import configured
from lek.benches import answer, compile_c
from lek.brains.mcts import playouts
from lek.game import record
from lek.games import GAMES
from lek.games.simplexity import position
from lek.perft import perft
from lek.players import PLAYERS

DEPTH, GAMES_PLAYED, NODES = 7, 1_000_000, 3_000_000
SIMPAI_EVALUATIONS = 33_000  # a second, from the published match logs
POSITIONS = (("." * 42, 0, (10, 11, 10, 11)), ("rwrRrwR...r.wR...w.W.".ljust(42, "."), 0, (6, 10, 6, 8)),
             ("..wRr....Wr.....R....".ljust(42, "."), 0, (9, 10, 8, 9)),
             ("wRrwRwRRwWrRrwrwRwR..".ljust(42, "."), 1, (3, 10, 6, 5)))


def run() -> dict[str, Any]:
    game = GAMES["simplexity"]()
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(__file__).with_name("simplexity.cpp"), Path(folder))
        perft(game, 2)
        playouts(game, 10)
        counted, told, bulk, ours, theirs = [], [], [], [], []
        for _ in range(3):
            counted.append(rate(lambda: perft(game, DEPTH)))
            told.append(plain(program, "perft", DEPTH))
            bulk.append(plain(program, "bulk", DEPTH))
            ours.append(rate(lambda: playouts(game, GAMES_PLAYED), GAMES_PLAYED))
            theirs.append(plain(program, "playouts", GAMES_PLAYED, 1))
    return {"name": "simplexity", "unit": "leaves, games or positions a CPU second", "perft": max(counted),
            "perft_yardstick": max(told), "perft_ratio": max(counted) / max(told),
            "bulk_ratio": max(counted) / max(bulk), "ours": max(ours), "yardstick": max(theirs),
            "ratio": max(ours) / max(theirs), "nodes": nodes(game), "simpai": SIMPAI_EVALUATIONS}


def rate(work: Any, count: int | None = None) -> float:
    started = time.process_time()
    found = work()
    return (count or found) / (time.process_time() - started)


def nodes(game: Any) -> float:
    """Positions a CPU second of a search by SimpAI's evaluation."""
    brain = PLAYERS["simplexity"]["simpai-fast"]
    genome, memory = configured(brain, game, {"depth": 40}), record(brain.memory_type(game))
    spent = looked = 0.0
    for board, mover, stock in POSITIONS:
        s = position(game, board, mover, stock)[0]
        brain.search.begin(genome[0], memory[0], s)
        brain.search.go(genome[0], memory[0], memory[0].table, 1000)
        started, before = time.process_time(), int(memory[0].nodes)
        brain.search.go(genome[0], memory[0], memory[0].table, NODES // len(POSITIONS))
        spent, looked = spent + time.process_time() - started, looked + int(memory[0].nodes) - before
    return looked / spent


def plain(program: Path, *order: Any) -> float:
    """Leaves or games a CPU second of the C++ program."""
    done = answer(program, *order)
    return float(done.get("leaves", order[1])) / float(done["cpu_seconds"])
