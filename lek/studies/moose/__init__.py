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

from lek.game import Game
from lek.games.moose import moose
from lek.settings import Mistake
from lek.studies.study import Arrays, Rows, setting

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


def game_of(config: Config, experiment: int) -> Game:
    growth, capacity = TABLE_I[experiment]
    game: Game = moose(preset="paper", growth=growth, capacity=capacity, rounds=config.rounds, sees="actions")
    return game


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


def tables(config: Config, arrays: Arrays) -> dict[str, Rows]:
    """Every replicate's statistics, and the trajectories of the mean."""
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
    return {"replicates": rows, "course": course}


def conflict_course(config: Config, data: dict[str, Any]) -> Any:
    """Conflict in every generation [replicates, generations + 1]."""
    return data["measures"][:, :, 0] / (config.population * (config.population - 1) * config.rounds)
