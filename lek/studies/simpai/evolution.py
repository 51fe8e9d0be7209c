"""The evolution of Table 1: many runs side by side, of the paper's five weights, from drawn openings, and of more genes.

    five     five weights, every game from the empty board: the paper's
    opened   five weights, the two games of a pair from one drawn opening
    magic    as opened, with the numbers inside the heuristics as genes
    wide     as opened, with five further heuristics

A run depends on its own seed only, not on who is bred beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.agent import Representation
from lek.evolve.generational import generational
from lek.evolve.judge import all_play_all
from lek.game import Game
from lek.games.simplexity import simplexity
from lek.players.simplexity.simpai_bred import weighers
from lek.players.simplexity.simpai_wide import magic, wide
from lek.studies import simpai as study
from lek.studies.study import seed_of

MAKERS = {"five": weighers, "opened": weighers, "magic": magic, "wide": wide}


def game_of(config: study.Config, kind: str) -> Game:
    made: Game = simplexity(opening=0 if kind == "five" else config.opening)
    return made


def representation(config: study.Config, kind: str, game: Game) -> Representation:
    """Vectors with Table 1's operators."""
    return MAKERS[kind](game, crossover="uniform", swap=config.swap, mutation="gaussian", change=config.change,
                        sigma=config.sigma)


def breed(config: study.Config, kind: str, first: int) -> dict[str, Any]:
    """Some runs of a kind: weights by generation [runs, generations + 1, genes], and the champions [runs, genes]."""
    numbers = range(first, min(first + config.batch, study.runs_of(config, kind)))
    seeds = [seed_of(config.seed, "bred", kind, number) for number in numbers]
    game = game_of(config, kind)
    bred = representation(config, kind, game)
    judge = all_play_all(game, bred.brain, device=config.device, threads=1)
    course = generational(bred, judge, seeds, population=config.population, generations=config.generations,
                          tournament=config.tournament, crossover=config.crossover, mutation=config.mutation)
    means, bests, games = [], [], []
    for last in course:
        x = np.array(last.genomes.x)
        means.append(x.mean(1))
        bests.append(x[np.arange(len(x)), last.fitness.argmax(1)])
        games.append(last.notes["measures"] / (2 * last.games))
    if kind == "five":  # as the paper: the fittest of the last generation
        worth = last.fitness
    else:  # on openings nobody was bred on
        new = [np.array([seed_of(seed, "choose", k) for seed in seeds], np.int64) for k in range(config.openings_choose)]
        everybody = np.ones(last.genomes.shape, np.bool_)
        worth = np.mean([judge(last.genomes, (), everybody, seed, 0).fitness for seed in new], 0)
    best = worth.argmax(1)
    return {"mean": np.stack(means, 1), "best": np.stack(bests, 1), "measures": np.stack(games, 1),
            "champion": x[np.arange(len(x)), best], "fitness": worth[np.arange(len(x)), best]}
