"""Experiment 1 of the Moose paper complete, 30 replicates on one thread, against plain C at -O3 (compile time apart).

The yardstick is `moose.c` beside this file: it plays all 630 pairs of all 251 generations. Ours keeps what pairs of
survivors scored and stops at cycles; `like_for_like` is the same without keeping pairs, `generic` the loop that every
game uses, also without. CPU seconds of the same work by both in this run; the best of three, taken in turn.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from lek.benches import answer, compile_c
from lek.evolve.elitist import elitist
from lek.evolve.judge import round_robin
from lek.games import GAMES
from lek.players.moose.machines import machines

REPLICATES = 30


def run() -> dict[str, Any]:
    """Ours, theirs, ours, theirs ... in one run."""
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(__file__).with_name("moose.c"), Path(folder))
        evolve(replicates=2, generations=3)
        evolve(replicates=2, generations=3, remember=False, fast=False)
        ours, kept, theirs, generic = [], [], [], []
        for _ in range(3):
            ours.append(evolve())
            theirs.append(float(answer(program, 1, REPLICATES, 1)["cpu_seconds"]))
            kept.append(evolve(remember=False))
        generic.append(evolve(remember=False, fast=False))
    yardstick = min(theirs)
    return {"name": "moose", "ours": min(ours), "yardstick": yardstick, "ratio": yardstick / min(ours),
            "unit": "CPU seconds", "like_for_like": yardstick / min(kept), "generic": yardstick / min(generic)}


def evolve(replicates: int = REPLICATES, generations: int = 250, **how: Any) -> float:
    """CPU seconds of Experiment 1."""
    game = GAMES["moose"](preset="paper", sees="actions")
    bred = machines(game)
    started = time.process_time()
    for _ in elitist(bred, round_robin(game, bred.brain, threads=1, **how), range(replicates), generations=generations):
        pass
    return time.process_time() - started
