"""Fifty-round games of two state machines a second on a GPU, kernel time; and whether it agrees with the CPU.

`ours` is the fast loop's kernel, `yardstick` the same games by one CPU thread; both in seconds for the same schedule.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from lek import dice, kernel
from lek.agent import Population
from lek.compete.schedule import round_robin
from lek.find import find_agent, find_game
from lek.games import GAMES
from lek.players.moose.machines import machines
from lek.playing import play

MACHINES = 36_000


def run(games: int = 20_000_000) -> dict[str, Any]:
    game = GAMES["moose"](preset="paper", sees="actions")
    bred = machines(game)
    genomes = np.zeros(MACHINES, bred.brain.genome_type(game)).view(np.recarray)
    stream = np.zeros(1, dice.STREAM).view(np.recarray)
    for genome in genomes:
        bred.random(stream[0], bred.options[0], genome)
    schedule = np.random.default_rng(1).integers(0, MACHINES, (games, 2))
    few = games // 100
    started = time.perf_counter()
    here = play(game, Population(bred.brain, genomes), schedule[:few], 1, threads=1)
    cpu = (time.perf_counter() - started) * games / few
    told: dict[str, Any] = {}
    seconds = {}
    for name, fast in (("fast", True), ("generic", False)):
        there = play(game, Population(bred.brain, genomes), schedule[:few], 1, device="cuda", fast=fast)
        told[f"{name}_integers_equal"] = bool(np.array_equal(here.measures, there.measures))
        gap = np.abs(here.scores - there.scores) / np.maximum(np.abs(here.scores), 1e-300)
        told[f"{name}_largest_relative_gap"] = float(gap[here.scores != there.scores].max(initial=0.0))
        seconds[name] = kernel_seconds(game, bred, genomes, schedule, fast)
        told[f"{name}_games_per_second"] = games / seconds[name]
    told |= zoo()
    return {"name": "gpu", "ours": seconds["fast"], "yardstick": cpu, "ratio": cpu / seconds["fast"],
            "unit": "seconds", **told}


def zoo(games: int = 200) -> dict[str, Any]:
    """Whether all hand-written strategies, dice and all, play the same games there as here."""
    told: dict[str, Any] = {}
    found = find_game("moose")
    for preset in ("contest", "paper"):
        game = found.build(preset=preset)
        agents = [find_agent(found, game, name) for name in found.players]
        schedule, deal = round_robin(len(agents), games)
        here = play(game, agents, schedule, 1, deal=deal)
        there = play(game, agents, schedule, 1, deal=deal, device="cuda")
        gap = np.abs(here.scores - there.scores) / np.maximum(np.abs(here.scores), 1e-300)
        other = (here.measures != there.measures).any((1, 2))
        told[f"zoo_{preset}_games_with_other_integers"] = int(other.sum())
        told[f"zoo_{preset}_agents_in_them"] = {agents[i].name: int((schedule[other] == i).any(1).sum())
                                                for i in np.unique(schedule[other])}
        told[f"zoo_{preset}_games"] = len(schedule)
        told[f"zoo_{preset}_largest_relative_gap"] = float(gap[here.scores != there.scores].max(initial=0.0))
    return told


def kernel_seconds(game: Any, bred: Any, genomes: Any, schedule: Any, fast: bool) -> float:
    """The best of five launches, by the device's own clock, everything already there."""
    rows = np.ascontiguousarray(schedule, np.int64)
    table, packed = (bred.brain.fast.prepare(game, genomes) if fast else (None, genomes))
    arrays = (np.arange(len(rows)), rows, np.zeros(len(genomes), np.int64), np.arange(len(genomes)))
    there = kernel.OnCuda(game, [bred.brain], [packed], arrays, 1, np.zeros((len(rows), 2)),
                          np.zeros((len(rows), 2, len(game.measures))), table)
    there.launch()
    best = np.inf
    for _ in range(5):
        begin, end = there.device.event(), there.device.event()
        begin.record()
        there.launch()
        end.record()
        end.synchronize()
        best = min(best, there.device.event_elapsed_time(begin, end) / 1000)
    return float(best)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000_000))
