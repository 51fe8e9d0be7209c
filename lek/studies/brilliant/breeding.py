"""Breeding of ants: the paper's evolution, and what is compared with it, many runs side by side.

An arm is one way to breed. What every arm's runs leave behind: the champion of every `every`th generation, chosen among
the generation by games against some of it; the champion of the last one, chosen by a round robin of all, as the paper
did; and, at the paper's scale, the whole last generation. Nothing here knows a hand-made ant.

A run depends on its own seed only, not on who is bred beside it, and goes on from where it was stopped.
"""

from __future__ import annotations

import io
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Population, Representation
from lek.evolve.coevolution import Brood, coevolution
from lek.evolve.matches import coins_of, deals_of, play_matches, winners
from lek.evolve.select import SELECTIONS, Referee
from lek.game import Game
from lek.games.antwars import antwars
from lek.players.antwars_trees import trees
from lek.studies import brilliant as study
from lek.studies.run import seed_of, write

PAIRS_AT_ONCE = 200_000
SECONDS_KEPT = 20  # between two notes of how far a run has come


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
LADDER = ("depth7", "depth8")
ABLATIONS = ("no-food", "no-belief", "no-track", "one-tree")


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


def breed(config: study.Config, kind: str, first: int, partial: Path | None) -> dict[str, Any]:
    """Some runs of an arm, side by side."""
    population, generations, runs = scale_of(config, kind)
    arm = ARMS[kind]
    numbers = range(first, min(first + config.batch, runs))
    seeds = np.array([seed_of(config.seed, "bred", kind, number) for number in numbers], np.int64)
    game, bred = made(kind)
    boards = 1 if kind == "round-robin" else config.boards * arm.boards
    referee = Referee(game, bred.brain, boards=boards, device=config.device, threads=1)
    select = SELECTIONS[arm.selection](referee, tournament=config.tournament, **arm.more)
    resumed, notes = begun(partial, bred.genome, seeds, NOTES)
    keeper = Keeper(partial, seeds)
    for last in coevolution(bred, select, seeds.tolist(), population=population, generations=generations,
                            threads=None if config.device == "cuda" else 1,
                            crossover=config.crossover, resume=resumed):
        notes["nodes"].append(last.genomes.length.sum(-1, dtype=np.int64).mean(1))
        notes["outcomes"].append(last.outcomes)
        notes["games"].append(last.games)
        if last.index % config.every == 0:
            best = champions(config, game, bred, last.genomes, seeds, last.index, config.sample)
            notes["snapshot"].append(last.index)
            notes["snapshots"].append(plain(last.genomes[np.arange(len(seeds)), best]))
        keeper(last, notes)
    best = champions(config, game, bred, last.genomes, seeds, last.index, population)
    told = {"champion": plain(last.genomes[np.arange(len(seeds)), best]), "nodes": np.stack(notes["nodes"], 1),
            "outcomes": np.stack(notes["outcomes"], 1), "games": np.array(notes["games"]),
            "snapshot": np.array(notes["snapshot"]), "snapshots": np.stack(notes["snapshots"], 1),
            "best": best, "seeds": seeds}
    if kind == "paper":
        told |= pack(last.genomes)
    return told


def champions(config: study.Config, game: Game, bred: Representation, genomes: Any, seeds: Any, index: int,
              sample: int) -> Any:
    """The member of each run [runs] that wins the most matches of one double-game, against `sample` others or all."""
    runs, population = genomes.shape
    if sample >= population:
        pairs = np.stack(np.triu_indices(population, 1), 1)
    else:
        rng = np.random.default_rng((study.CHOOSING, index))
        others = rng.permuted(np.tile(np.arange(population), (sample, 1)), axis=1)
        pairs = np.stack([np.tile(np.arange(population), sample), others.reshape(-1)], 1)
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    won, played = np.zeros((runs, population)), np.zeros((runs, population))
    members = Population(bred.brain, genomes.reshape(-1), {})
    for run in range(runs):
        for part in range(0, len(pairs), PAIRS_AT_ONCE):
            some = pairs[part:part + PAIRS_AT_ONCE]
            who = np.full(len(some), run)
            deal = deals_of(seeds, index, 100 + part, who, 1)
            matches = play_matches(game, members, some + run * population, deal, device=config.device, threads=1)
            side = winners(matches, coins_of(seeds, index, 100 + part, who))
            won[run] += np.bincount(some[np.arange(len(some)), side], minlength=population)
            played[run] += np.bincount(some.reshape(-1), minlength=population)
    best: Any = (won / np.maximum(played, 1)).argmax(1)
    return best


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


def plain(genomes: Any) -> Any:
    """Genomes as an array without anything of ours in its type."""
    kind = np.dtype([(name, genomes.dtype[name]) for name in genomes.dtype.names])
    return np.ascontiguousarray(genomes).astype(kind).view(np.ndarray)


NOTES = ("nodes", "outcomes", "games", "snapshot", "snapshots")


class Keeper:
    """Writes down, now and then, how far runs have come."""

    def __init__(self, partial: Path | None, seeds: Any) -> None:
        self.partial, self.seeds, self.last = partial, seeds, time.monotonic()

    def __call__(self, last: Brood, notes: dict[str, list[Any]]) -> None:
        if self.partial is None or time.monotonic() - self.last < SECONDS_KEPT:
            return
        room = io.BytesIO()
        told: dict[str, Any] = {f"note_{name}": np.array(notes[name]) for name in notes}
        np.savez(room, genomes=plain(last.genomes), index=last.index, seeds=self.seeds, outcomes=last.outcomes,
                 games=last.games, **told)
        write(self.partial, room.getvalue())
        self.last = time.monotonic()


def begun(partial: Path | None, kind: Any, seeds: Any, names: Any) -> tuple[Brood | None, dict[str, list[Any]]]:
    """Where runs were stopped, if they were, and what they had left behind by then."""
    nothing: dict[str, list[Any]] = {name: [] for name in names}
    if partial is None or not partial.exists():
        return None, nothing
    try:
        with np.load(partial, allow_pickle=False) as file:
            found = {name: np.array(file[name]) for name in file.files}
        if not np.array_equal(found["seeds"], seeds):
            return None, nothing
        genomes = np.ascontiguousarray(found["genomes"]).astype(kind).view(np.recarray)
        notes = {name: list(found[f"note_{name}"]) for name in names}
        return Brood(int(found["index"]), genomes, found["outcomes"], int(found["games"])), notes
    except Exception:  # whatever zipfile or NumPy stumbles over in a damaged file: the runs begin again
        return None, nothing
