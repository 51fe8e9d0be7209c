"""Breeding of ants: the paper's evolution, and what is compared with it, many runs side by side.

An arm is one way to breed. What every arm's runs leave behind: the champion of every `every`th generation, chosen among
the generation by games against some of it; the champion of the last one, chosen by a round robin of all, as the paper
did; and, at the paper's scale, the whole last generation. Nothing here knows a hand-made ant.

A run depends on its own seed only, not on who is bred beside it, and goes on from where it was stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial as partial_of
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Representation
from lek.evolve.checkpoint import Checkpoint, plain
from lek.evolve.coevolution import champions, coevolution, first_generation
from lek.evolve.generation import Generation
from lek.evolve.select import SELECTIONS, Referee, Select, fitnessless
from lek.game import Game
from lek.games.antwars import antwars
from lek.players.antwars.trees import trees
from lek.store import Partial
from lek.studies import brilliant as study
from lek.studies.study import Arrays, seed_of


class Arm(NamedTuple):
    """One way to breed: settings of trees, how parents are selected, and games of a match."""

    about: str
    settings: Mapping[str, Any] = MappingProxyType({})
    selection: str = "fitnessless"
    more: Mapping[str, Any] = MappingProxyType({})
    boards: int = 1  # times the config's boards


NO_MEMORY = {"food_memory": False, "belief": False, "track": False}
ARMS = {
    "paper": Arm("the paper's setting at its scale"),
    "paper-sound": Arm("the paper's scale, type-matched crossover, correct builders", {"preset": "sound"}),
    "small": Arm("the paper's setting at the scale of all that follow"),
    "depth7": Arm("trees of depth 7, no memory", {"depth": 7, **NO_MEMORY}),
    "depth8": Arm("depth 8, no memory", NO_MEMORY),
    "no-food": Arm("without the food memory F", {"food_memory": False}),
    "no-belief": Arm("without belief B: what was seen stays certain", {"belief": False}),
    "no-track": Arm("without the track V", {"track": False}),
    "one-tree": Arm("one tree for all directions", {"both_trees": False}),
    "sound": Arm("type-matched crossover, correct builders", {"preset": "sound"}),
    "k-random": Arm("fitness by 4 random opponents, equal games", {}, "k-random", {"k": 4}),
    "random-pairing": Arm("fitness by one random opponent, equal games", {}, "random-pairing", boards=4),
    "single-elimination": Arm("fitness by one knockout, equal games", {}, "single-elimination", boards=4),
    "round-robin": Arm("fitness by everybody, one double-game each, equal games in all", {}, "round-robin"),
}
LARGE = ("paper", "paper-sound")
RIVALS = ("k-random", "random-pairing", "single-elimination", "round-robin")


def scale_of(config: study.Config, kind: str) -> tuple[int, int, int]:
    """Population, generations and runs of an arm; those of a round robin are as many as its games allow."""
    if kind in LARGE:
        return config.population, config.generations, config.runs if kind == "paper" else config.sound_runs
    generations = config.small_generations
    if kind == "round-robin":
        per = config.small_population * (config.small_population - 1)
        ours = config.small_population * (config.tournament - 1) * 2 * config.boards
        generations = max(1, round(generations * ours / per))
    return config.small_population, generations, config.small_runs if kind == "small" else config.arm_runs


def made(kind: str) -> tuple[Game, Representation]:
    """The game, and the ants of an arm."""
    game: Game = antwars()
    return game, trees(game, **ARMS[kind].settings)


def breed(config: study.Config, kind: str, first: int, partial: Partial) -> dict[str, Any]:
    """Some runs of an arm, side by side."""
    population, generations, runs = scale_of(config, kind)
    arm = ARMS[kind]
    numbers = range(first, min(first + config.batch, runs))
    seeds = np.array([seed_of(config.seed, "bred", kind, number) for number in numbers], np.int64)
    game, bred = made(kind)
    boards = 1 if kind == "round-robin" else config.boards * arm.boards
    referee = Referee(game, bred.brain, boards=boards, device=config.device, threads=1)
    select = SELECTIONS[arm.selection](referee, tournament=config.tournament, **arm.more)
    checkpoint = Checkpoint(partial, bred.genome, NOTES)
    last, told = raised(config, game, bred, select, seeds, population, generations, checkpoint)
    return told | (pack(last.genomes) if kind == "paper" else {})


def merge(config: study.Config, arrays: Arrays, partial: Partial) -> dict[str, Any]:
    """Further runs of the paper's kind, whose first generation are members of all runs' last ones.

    Runs find different ways to play; here they meet, and go on together.
    """
    seeds = np.array([seed_of(config.seed, "merged", number) for number in range(config.merge_runs)], np.int64)
    game, bred = made("paper")
    select = fitnessless(Referee(game, bred.brain, boards=config.boards, device=config.device, threads=1),
                         tournament=config.tournament)
    met = np.stack([gathered(config, arrays, bred, config.population, int(seed)) for seed in seeds]).view(np.recarray)
    checkpoint = Checkpoint(partial, bred.genome, NOTES)
    _, told = raised(config, game, bred, select, seeds, config.population, config.merge_generations, checkpoint,
                     first_generation(met))
    return told


def raised(
    config: study.Config, game: Game, bred: Representation, select: Select, seeds: Any, population: int, generations: int,
    checkpoint: Checkpoint, begin: Generation | None = None,
) -> tuple[Generation, dict[str, Any]]:
    """The last generation of runs side by side, and what all of them left behind."""
    notes, everybody = checkpoint.course, np.arange(len(seeds))
    chosen = partial_of(champions, game, bred, device=config.device, threads=1)
    last = resume = checkpoint.last or begin
    for last in coevolution(bred, select, seeds.tolist(), population=population, generations=generations,
                            threads=config.threads, crossover=config.crossover, resume=resume):
        notes["nodes"].append(last.genomes.length.sum(-1, dtype=np.int64).mean(1))
        notes["outcomes"].append(last.notes["outcomes"])
        notes["games"].append(last.games)
        if last.index % config.every == 0:
            best, _ = chosen(last.genomes, seeds, last.index, sample=config.sample)
            notes["snapshot"].append(last.index)
            notes["snapshots"].append(plain(last.genomes[everybody, best]))
        checkpoint.save(last)
    assert last is not None
    best, _ = chosen(last.genomes, seeds, last.index)
    return last, {"champion": plain(last.genomes[everybody, best]), "nodes": np.stack(notes["nodes"], 1),
                  "outcomes": np.stack(notes["outcomes"], 1), "games": np.array(notes["games"]),
                  "snapshot": np.array(notes["snapshot"]), "snapshots": np.stack(notes["snapshots"], 1),
                  "best": best, "seeds": seeds}


def gathered(config: study.Config, arrays: Arrays, bred: Representation, count: int, seed: int) -> Any:
    """So many ants, drawn from the last generations of all runs at the paper's scale, as many from each as can be."""
    rng = np.random.default_rng(seed)
    parts = []
    for run, many in enumerate(np.bincount(np.arange(count) % config.runs, minlength=config.runs)):
        parts.append(rng.choice(last_generation(config, arrays, run, bred), int(many), replace=False))
    return np.concatenate(parts).view(np.recarray)


def last_generation(config: study.Config, arrays: Arrays, run: int, bred: Representation) -> Any:
    """All members [n] with which a run at the paper's scale ended."""
    return unpack(arrays[f"bred_paper_{run // config.batch * config.batch:05d}"], run % config.batch, bred)


def pack(genomes: Any) -> dict[str, Any]:
    """Whole populations [runs, population] without the room that is free: lengths, ops and values of all nodes."""
    flat = genomes.reshape(-1)
    used = np.arange(flat.op.shape[2])[None, None] < flat.length[:, :, None]
    return {"lengths": np.array(genomes.length), "ops": flat.op[used], "values": flat.value[used]}


def unpack(told: Any, run: int, bred: Representation) -> Any:
    """A run's population [n] again."""
    from lek.brains.tree import settle

    lengths = told["lengths"]
    counts = lengths.reshape(len(lengths), -1).sum(1, dtype=np.int64)
    start = int(counts[:run].sum())
    genomes = np.zeros(lengths.shape[1], bred.genome).view(np.recarray)
    genomes.habits = bred.options[0].habits
    used = np.arange(genomes.op.shape[2])[None, None] < lengths[run][:, :, None]
    genomes.op[used] = told["ops"][start:start + counts[run]]
    genomes.value[used] = told["values"][start:start + counts[run]]
    for n in range(len(genomes)):
        for tree in range(lengths.shape[2]):
            settle(bred.options[0], genomes[n], tree, int(lengths[run, n, tree]))
    return genomes


def typed(told: Any, bred: Representation) -> Any:
    """Genomes from an array, as the brain wants them."""
    return np.ascontiguousarray(told).astype(bred.genome).view(np.recarray)


NOTES = ("nodes", "outcomes", "games", "snapshot", "snapshots")
