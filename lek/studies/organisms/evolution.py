"""Beyond the report: an organism whose every number is a gene, bred by the elitist engine and judged where it was not bred.

Training: small boards in three climates, among three opponents; fitness is the settler's mean share of all energy at the
end. The champion of a run is picked from the last generation in two other climates among three others. Judging: yet other
climates, full boards, other deals, and five others of the zoo drawn at random that it never met; SimplePlayer sits in the
same seat on the same deals among the same five. The headline is over runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.agent import Agent
from lek.evolve.elitist import elitist
from lek.evolve.generation import Cast, Judge, Judged
from lek.find import find_agent, find_game
from lek.game import Game
from lek.games.organisms import organisms
from lek.players import PLAYERS
from lek.players.organisms.bred import SETTLER, settlers
from lek.playing import play
from lek.studies.verdict import interval

BOARD = {"width": 12, "height": 12, "rounds": 1000}
TRAINING: dict[str, dict[str, Any]] = {
    "default": {"preset": "report-default", **BOARD},
    "lush": {"preset": "lush", **BOARD},
    "sparse": {"preset": "sparse", **BOARD},
}
TRAINERS = ("x-organism", "survive-sheep", "bh")
CHOOSING: dict[str, dict[str, Any]] = {
    "lean": {"p": 0.003, "q": 0.02, **BOARD},
    "rich": {"p": 0.03, "q": 0.03, **BOARD},
}
CHOOSERS = ("lantern-fly", "chameleon", "locust")
HELD_OUT: dict[str, dict[str, Any]] = {
    "rainforest": {"preset": "report-rainforest"},
    "himalayas": {"preset": "himalayas"},
    "grasslands": {"preset": "grasslands"},
    "dark-age": {"preset": "dark-age"},
    "atlantis": {"preset": "atlantis"},
}
JUDGES = tuple(sorted(set(PLAYERS["organisms"]) - {*TRAINERS, *CHOOSERS, "simple-player"}))
TABLE = 6
GAMES = 2  # of every settler, climate and generation
PICKED = 5  # games on which the champion is picked


def evolve(config: Any, replicate: int, length: dict[str, Any]) -> dict[str, Any]:
    """One run: the course of its fitness, its champion, and what that does on held-out climates beside SimplePlayer."""
    seed = int(np.random.SeedSequence((config.seed, 77, replicate)).generate_state(1, np.uint64)[0] >> np.uint64(1))
    climates = [organisms(species=1 + len(TRAINERS), **{**settings, **length}) for settings in TRAINING.values()]
    bred = settlers(climates[0])
    course = []
    for generation in elitist(bred, training(climates), [seed], population=config.population,
                              elite=max(1, config.population // 2), generations=config.generations):
        course.append([generation.fitness[0].mean(), generation.fitness[0].max()])
    finalists = generation.genomes[0]
    choosing = [organisms(species=1 + len(CHOOSERS), **{**settings, **length}) for settings in CHOOSING.values()]
    champion = int(shares(choosing, finalists, CHOOSERS, PICKED, seed, 10**9).mean((1, 2)).argmax())
    judged = judge(finalists[champion:champion + 1], seed, max(2, config.trials // 6), length)
    return {"course": np.array(course), "genome": np.asarray(finalists[champion].x), **judged}


def training(climates: list[Game]) -> Judge:
    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        fitness = np.stack([shares(climates, genomes[run], TRAINERS, GAMES, int(seed), index * 1000).mean((1, 2))
                            for run, seed in enumerate(seeds)])
        return Judged(fitness, np.zeros((len(seeds), 0)), GAMES * len(climates) * genomes.shape[1])

    return judge


def shares(climates: list[Game], genomes: Any, others: tuple[str, ...], games: int, seed: int, first: int) -> Any:
    """Each settler's share of all energy at the end, among the others: [settlers, climates, games]."""
    found = find_game("organisms")
    told = []
    for climate in climates:
        opponents = [find_agent(found, climate, name) for name in others]
        settled = [Agent("settler", SETTLER, genomes[k:k + 1]) for k in range(len(genomes))]
        rows = [[len(opponents) + k, *range(len(opponents))] for k in range(len(settled)) for _ in range(games)]
        deal = np.tile(first + np.arange(games), len(settled))
        energy = play(climate, [*opponents, *settled], rows, seed, deal=deal, threads=1).measures[:, :, 1]
        total = np.maximum(1.0, energy.sum(1))
        told.append((energy[:, 0] / total).reshape(len(settled), games))
    return np.stack(told, 1)


def judge(genome: Any, seed: int, games: int, length: dict[str, Any]) -> dict[str, Any]:
    """Held-out: share of energy and rank of the settler and of SimplePlayer in its place, each [climates, games]."""
    found = find_game("organisms")
    told: dict[str, list[Any]] = {name: [] for name in ("settler", "simple", "rank", "simple_rank")}
    rng = np.random.default_rng(seed)
    for settings in HELD_OUT.values():
        game = organisms(species=TABLE, **{**settings, **length})
        agents = [Agent("settler", SETTLER, genome), find_agent(found, game, "simple-player"),
                  *(find_agent(found, game, name) for name in JUDGES)]
        others = np.stack([2 + rng.permutation(len(JUDGES))[:TABLE - 1] for _ in range(games)])
        rows = np.concatenate([np.column_stack([np.full(games, mine), others]) for mine in (0, 1)])
        energy = play(game, agents, rows, seed + 1, deal=np.tile(np.arange(games), 2), threads=1).measures[:, :, 1]
        shares = (energy[:, 0] / np.maximum(1.0, energy.sum(1))).reshape(2, games)
        ahead, ties = (energy[:, 1:] > energy[:, :1]).sum(1), (energy[:, 1:] == energy[:, :1]).sum(1)
        ranks = (1 + ahead + ties / 2).reshape(2, games)  # the dead share the places behind the living
        for name, values in zip(told, (*shares, *ranks), strict=True):
            told[name].append(values)
    return {name: np.stack(rows) for name, rows in told.items()}


def summary(config: Any, arrays: Any) -> dict[str, Any]:
    """Over runs: share of energy and rank among six, of the settler and of SimplePlayer in its place, by climate."""
    runs = [arrays[f"evolve-{replicate:03d}"] for replicate in range(config.replicates)]
    told: dict[str, Any] = {}
    for k, climate in enumerate(HELD_OUT):
        told[climate] = {name: float(np.mean([run[name][k].mean() for run in runs]))
                         for name in ("settler", "simple", "rank", "simple_rank")}
    gains = np.array([run["settler"].mean() - run["simple"].mean() for run in runs])  # a run's mean over climates and games
    low, high = interval(gains)
    told["all"] = {"runs": len(runs), "difference": float(gains.mean()), "low": low, "high": high,
                   **{name: float(np.mean([run[name].mean() for run in runs]))
                      for name in ("settler", "simple", "rank", "simple_rank")}}
    return told
