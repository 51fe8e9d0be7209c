"""The study of D. Ashlock, J. A. Brown, C. Gregor and M. Makhmutov, "A Family of Turn-Based Strategy Games with Moose".

Seven experiments vary the growth rate and the capacities of three fields (Table I). In each, populations of 36 state
machines are bred for 250 generations, 30 times over; everybody plays everybody for 50 rounds.

Statistics. *Total fitness* is the area under the curve of mean fitness (mean score a play), by default the sum over
generations 1 to the last. *Conflict* is the share of plays with both moose on one field; *fields* the share of moves
to each field; *plays* the share of each kind x:y. Each is given over the whole run (all generations, which is what the
paper's figures must show to agree with its text) and for the final population.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lek.evolve.elitist import elitist
from lek.evolve.judge import round_robin
from lek.game import Game
from lek.games.moose import moose
from lek.players.moose.machines import machines
from lek.settings import Mistake
from lek.studies.run import Arrays, Minutes, csv, elsewhere, setting

TABLE_I = {  # experiment: growth rate, field capacities
    1: (1.0, (10.0, 10.0, 10.0)),
    2: (2.0, (10.0, 10.0, 10.0)),
    3: (3.0, (10.0, 10.0, 10.0)),
    4: (1.0, (10.0, 10.0, 20.0)),
    5: (1.0, (10.0, 10.0, 30.0)),
    6: (1.0, (10.0, 20.0, 20.0)),
    7: (2.0, (10.0, 20.0, 20.0)),
}
PLAYS = ("1:1", "2:2", "3:3", "1:2", "1:3", "2:3")
SWEEP_STATES, SWEEP_MUTATIONS = (2, 4, 8, 16), (1, 3, 8)


@dataclass(frozen=True)
class Config:
    """The paper's settings; where it is silent or contradicts itself, the defaults of the rulebook's 1.4."""

    seed: int = setting(2022, low=0, high=2**63 - 1)
    experiments: tuple[int, ...] = setting((1, 2, 3, 4, 5, 6, 7), low=1, high=7)
    replicates: int = setting(30, low=1, high=100_000)
    generations: int = setting(250, low=1, high=100_000)
    population: int = setting(36, low=2, high=1000)
    elite: int = setting(24, low=1, high=1000)
    rounds: int = setting(50, low=1, high=100_000)
    states: int = setting(8, low=1, high=1000)
    mutations: int = setting(1, low=1, high=1000)
    mutation: str = setting("both", choices=("both", "either", "to", "say", "locus"))
    first_mutates: bool = setting(False)
    cuts: str = setting("equal", choices=("equal", "distinct"))
    distinct_parents: bool = setting(False)
    ties: str = setting("random", choices=("random", "first"))
    area: str = setting("sum", choices=("sum", "trapezoid"))
    over: str = setting("whole", choices=("whole", "final"))
    sweep: bool = setting(False)
    device: str = setting("cpu", choices=("cpu", "cuda"))

    def __post_init__(self) -> None:
        if self.elite > self.population:
            raise Mistake(f"elite={self.elite} does not work: it is at most the population, {self.population}")


PAPER = Config()
QUICK = Config(replicates=12)
MINUTES = Minutes(quick=0.3, paper=0.4, source="both on two cores, --threads 1, nothing compiled before")


def game_of(config: Config, experiment: int) -> Game:
    growth, capacity = TABLE_I[experiment]
    game: Game = moose(preset="paper", growth=growth, capacity=capacity, rounds=config.rounds, sees="actions")
    return game


def tasks(config: Config) -> list[str]:
    """Chunks of replicates, `e1-00000` and so on: large enough to keep a GPU or many cores busy, small enough to lose."""
    chunk = chunk_of(config)
    names = [f"e{experiment}-{first:05d}" for experiment in dict.fromkeys(config.experiments)
             for first in range(0, config.replicates, chunk)]
    if config.sweep:
        names += [f"s{states}x{mutations}-{first:05d}" for states in SWEEP_STATES for mutations in SWEEP_MUTATIONS
                  for first in range(0, config.replicates, chunk)]
    return names


def chunk_of(config: Config) -> int:
    """As even as can be: at most 20 replicates for a CPU thread, or a twentieth of all; 250 for a GPU."""
    most = 250 if config.device == "cuda" else max(20, config.replicates // 20)
    return -(-config.replicates // -(-config.replicates // most))


def work(config: Config, task: str) -> dict[str, Any]:
    """Breed one chunk of replicates; arrays [replicates, generations + 1] and the final populations."""
    kind, _, start = task.partition("-")
    replicates = range(int(start), min(int(start) + chunk_of(config), config.replicates))
    states, mutations, experiment = config.states, config.mutations, 1
    if kind.startswith("s"):
        states, mutations = (int(part) for part in kind[1:].split("x"))
    else:
        experiment = int(kind[1:])
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


def gather(arrays: Arrays, kind: str) -> dict[str, Any]:
    """All replicates of one experiment (`e1`) or sweep point (`s8x1`), in order."""
    parts = [arrays[task] for task in sorted(arrays) if task.partition("-")[0] == kind]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def statistics(config: Config, data: dict[str, Any]) -> dict[str, Any]:
    """Per replicate: total and final fitness, conflict, fields and plays, whole run and final population."""
    pairs = config.population * (config.population - 1) // 2
    plays = float(pairs * config.rounds)
    counts = data["measures"].astype(float)  # [replicates, generations + 1, 7]: fights, visits 1-3, fights on 1-3
    mean = data["mean"]
    total = mean[:, 1:].sum(1)
    if config.area == "trapezoid":
        total = 0.5 * (mean[:, 1:] + mean[:, :-1]).sum(1)
    found: dict[str, Any] = {"total_fitness": total, "final_fitness": mean[:, -1]}
    for suffix, some in (("", counts.mean(1)), ("_final", counts[:, -1])):
        found[f"conflict{suffix}"] = some[:, 0] / 2 / plays
        found[f"fields{suffix}"] = some[:, 1:4] / (2 * plays)
        found[f"plays{suffix}"] = kinds_of_play(some[:, 1:4], some[:, 4:7]) / plays
    return found


def kinds_of_play(visits: Any, fights: Any) -> Any:
    """Counts of 1:1, 2:2, 3:3, 1:2, 1:3, 2:3 from visits and fights on three fields, both summed over both moose."""
    same = fights / 2
    alone = visits - fights
    half = alone.sum(-1, keepdims=True) / 2
    return np.concatenate([same, half - alone[..., [2, 1, 0]]], -1)


def all_statistics(config: Config, arrays: Arrays) -> dict[int, dict[str, Any]]:
    return {experiment: statistics(config, gather(arrays, f"e{experiment}"))
            for experiment in sorted(set(config.experiments))}


def results(config: Config, arrays: Arrays) -> dict[str, Any]:
    """Means and standard deviations between replicates, by experiment; the sweep under `sweep`."""
    table: dict[str, Any] = {str(experiment): _summary(found)
                             for experiment, found in all_statistics(config, arrays).items()}
    if config.sweep:
        table["sweep"] = {f"{states}x{mutations}": _summary(statistics(config, gather(arrays, f"s{states}x{mutations}")))
                          for states in SWEEP_STATES for mutations in SWEEP_MUTATIONS}
    return table


def _summary(found: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {name: spread(found[name])
                           for name in ("total_fitness", "conflict", "conflict_final", "final_fitness")}
    for name in ("fields", "fields_final"):
        row[name] = found[name].mean(0)
    for name in ("plays", "plays_final"):
        row[name] = dict(zip(PLAYS, found[name].mean(0), strict=True))
    return row


def median_replicate(totals: Any) -> int:
    """The replicate in the middle by total fitness (of an even number, the lower of the two)."""
    return int(np.argsort(totals, kind="stable")[(len(totals) - 1) // 2])


def spread(values: Any) -> dict[str, float | None]:
    return {"mean": float(values.mean()), "sd": float(values.std(ddof=1)) if len(values) > 1 else None}


def tables(config: Config, arrays: Arrays) -> dict[str, str]:
    """Every replicate's statistics as CSV, and the trajectories of the mean."""
    names = ("total_fitness", "final_fitness", "conflict", "conflict_final")
    head: list[Any] = ["experiment", "replicate", *names, *(f"field {k}" for k in (1, 2, 3)),
                       *(f"field {k} final" for k in (1, 2, 3)), *PLAYS, *(f"{play} final" for play in PLAYS)]
    rows: list[Sequence[Any]] = [head]
    course: list[Sequence[Any]] = [["experiment", "generation", "mean fitness", "conflict"]]
    for experiment, found in all_statistics(config, arrays).items():
        block = np.column_stack([*(found[name] for name in names), found["fields"], found["fields_final"],
                                 found["plays"], found["plays_final"]])
        rows += [[experiment, replicate, *(f"{value:.6g}" for value in row)] for replicate, row in enumerate(block)]
        data = gather(arrays, f"e{experiment}")
        conflict = conflict_course(config, data).mean(0)
        course += [[experiment, index, f"{fitness:.6g}", f"{fought:.6g}"]
                   for index, (fitness, fought) in enumerate(zip(data["mean"].mean(0), conflict, strict=True))]
    return {"replicates": csv(rows), "course": csv(course)}


def conflict_course(config: Config, data: dict[str, Any]) -> Any:
    """Conflict in every generation [replicates, generations + 1]."""
    return data["measures"][:, :, 0] / (config.population * (config.population - 1) * config.rounds)


claims = elsewhere("lek.studies.moose.paper_claims:claims")


def figures(config: Config, arrays: Arrays, folder: Any) -> Any:
    from lek.studies.moose.paper_figures import figures as draw
    from lek.studies.moose.showcase import showcase

    return [*draw(config, arrays, folder), *showcase(config, arrays, folder)]


def __getattr__(name: str) -> Any:
    """CAPTIONS stand beside the figures they belong to, which are only loaded when drawn."""
    if name != "CAPTIONS":
        raise AttributeError(name)
    from lek.studies.moose.paper_figures import CAPTIONS as DRAWN
    from lek.studies.moose.showcase import CAPTIONS as SHOWN

    return {**DRAWN, **SHOWN}
