"""The Moose study as tasks and a value: chunks of replicates, bred."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lek.evolve.elitist import elitist
from lek.evolve.judge import round_robin
from lek.players.moose.machines import machines
from lek.studies import moose
from lek.studies.moose import PAPER, QUICK, SWEEP_MUTATIONS, SWEEP_STATES, Config, game_of, paper_figures, showcase
from lek.studies.moose.paper_claims import claims
from lek.studies.study import Arrays, Minutes, Study
from lek.tasks import Task


def tasks(config: Config) -> dict[str, Task]:
    """Chunks of replicates, `e1-00000` and so on: large enough to keep a GPU or many cores busy, small enough to lose."""
    points = {f"e{experiment}": (experiment, config.states, config.mutations) for experiment in config.experiments}
    if config.sweep:
        points |= {f"s{states}x{mutations}": (1, states, mutations)
                   for states in SWEEP_STATES for mutations in SWEEP_MUTATIONS}
    chunk = chunk_of(config)
    return {f"{name}-{first:05d}": Task(breed, (config, *point, range(first, min(first + chunk, config.replicates))))
            for name, point in points.items() for first in range(0, config.replicates, chunk)}


def chunk_of(config: Config) -> int:
    """As even as can be: at most 20 replicates for a CPU thread, or a twentieth of all; 250 for a GPU."""
    most = 250 if config.device == "cuda" else max(20, config.replicates // 20)
    return -(-config.replicates // -(-config.replicates // most))


def breed(config: Config, experiment: int, states: int, mutations: int, replicates: range) -> dict[str, Any]:
    """Breed one chunk of replicates; arrays [replicates, generations + 1] and the final populations."""
    game = game_of(config, experiment)
    representation = machines(game, states=states, mutations=mutations, mutation=config.mutation,
                              first_mutates=config.first_mutates, cuts=config.cuts)
    seeds = [seed_of(config.seed, experiment, states, mutations, replicate) for replicate in replicates]
    judge = round_robin(game, representation.brain, device=config.device, threads=1)
    mean, most, measures = [], [], []
    for generation in elitist(
        representation, judge, seeds, population=config.population, elite=config.elite,
        generations=config.generations, distinct_parents=config.distinct_parents, ties=config.ties,
    ):
        mean.append(generation.fitness.mean(1) / config.rounds)
        most.append(generation.fitness.max(1) / config.rounds)
        measures.append(generation.notes["measures"].astype(np.int64))
    return {"mean": np.stack(mean, 1), "most": np.stack(most, 1), "measures": np.stack(measures, 1),
            "genomes": np.asarray(generation.genomes), "fitness": generation.fitness / config.rounds}


def seed_of(seed: int, experiment: int, states: int, mutations: int, replicate: int) -> int:
    """The seed of one replicate; the sweep's point with the paper's states and mutations is Experiment 1 itself."""
    made = np.random.SeedSequence((seed, experiment, states, mutations, replicate)).generate_state(1, np.uint64)[0]
    return int(made >> np.uint64(1))


def figures(config: Config, arrays: Arrays, folder: Path) -> list[Path]:
    return [*paper_figures.figures(config, arrays, folder), *showcase.showcase(config, arrays, folder)]


STUDY = Study(moose.__doc__, PAPER, QUICK, tasks, moose.results, claims, moose.tables, figures,
              {**paper_figures.CAPTIONS, **showcase.CAPTIONS}, minutes=Minutes(
    quick=0.3, paper=0.4, source="both on two cores, --threads 1, nothing compiled before"))
