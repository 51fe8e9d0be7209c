"""BrilliAnt's whole evolution on a GPU: 2,250 ants, 1,350 generations, 2 x 6 games a match, and its champion.

The paper's took 48 hours. Seconds are wall time once everything is compiled: two generations are bred before. Then 100
generations of ten times as many ants (first ones that are alike stay), and 300 matches of the last generation on the GPU
and on the CPU, which must be the same games. `LEK_GENERATIONS` and `LEK_POPULATION` make it shorter.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from lek.agent import Population
from lek.evolve.coevolution import champions, coevolution
from lek.evolve.select import Referee, fitnessless
from lek.games.antwars import antwars
from lek.players.antwars.trees import trees
from lek.playing import play

TARGET, GOAL = 300.0, 60.0


def run() -> dict[str, Any]:
    generations, population = int(os.environ.get("LEK_GENERATIONS", 1350)), int(os.environ.get("LEK_POPULATION", 2250))
    game = antwars()
    bred = trees(game)
    select = fitnessless(Referee(game, bred.brain, boards=6, device="cuda"), tournament=5)
    for _ in coevolution(bred, select, [0], population=population, generations=2):
        pass
    started = time.perf_counter()
    games = 0
    for last in coevolution(bred, select, [1], population=population, generations=generations):
        games += last.games
        if last.index % 100 == 0:
            print(f"generation {last.index}: {time.perf_counter() - started:.1f} s, "
                  f"{last.genomes.length.sum(-1, dtype=int).mean():.0f} nodes", flush=True)
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    _, won = champions(game, bred, last.genomes, [1], last.index, device="cuda")
    choosing = time.perf_counter() - started
    different = differing(game, bred, last.genomes[0])
    started = time.perf_counter()
    for _ in coevolution(bred, select, [2], population=10 * population, generations=min(generations, 100), distinct=0):
        pass
    tenfold = time.perf_counter() - started
    return {"name": "gpu_brilliant", "ours": seconds, "yardstick": TARGET, "ratio": TARGET / seconds, "unit": "wall seconds",
            "games": games, "games_a_second": games / seconds,
            f"target of {TARGET:.0f} s": "met" if seconds < TARGET else "missed",
            f"goal of {GOAL:.0f} s": "met" if seconds < GOAL else "missed", "choosing_the_champion": choosing,
            "champion_wins": float(won[0]),
            "hundred_generations_of_ten_times_the_ants": tenfold, "different_from_cpu": different}


def differing(game: Any, bred: Any, genomes: Any) -> int:
    """Games that do not come to the same on the GPU and on the CPU."""
    pairs = np.random.default_rng(0).integers(0, len(genomes), (300, 2))
    schedule = np.repeat(pairs, 12, 0)
    schedule[1::2] = schedule[1::2, ::-1]
    deal = np.repeat(np.arange(1800), 2)
    members = Population(bred.brain, genomes)
    one, other = (play(game, members, schedule, 5, deal=deal, device=device) for device in ("cuda", "cpu"))
    same = (one.measures == other.measures) | np.isnan(one.measures)
    return int((~same.all((1, 2)) | (one.scores != other.scores).any(1)).sum())
