"""Beyond the report: the linear player of g1's idea, its nine weights bred by the elitist engine and judged elsewhere.

Three parts of the zoo and three sets of line-ups that have nothing in common: populations are *trained* among the first,
the champion of a run is *chosen* from its last generation among the second, and *judged* among the third, on new deals
each time. Beside the champion, g1 with its published weights and others take the same seat on the same deals. Fitness is
the mean of score / (e + f + 1), so that all line-ups count alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Agent
from lek.evolve.elitist import elitist
from lek.evolve.generation import Cast, Judge, Judged
from lek.players.gunslinger.bred import GENES, linears
from lek.playing import play
from lek.studies.gunslinger.lineups import BRAINS, PLACE, RANK, WITHOUT, Line, game_of, zoo
from lek.studies.study import seed_of

CHUNK = 2  # replicates to a task


class Part(NamedTuple):
    opponents: tuple[str, ...]  # nine (or more) are drawn from these for every deal, anybody as often as chance wills
    lines: tuple[Line, ...]


TRAIN = Part(("g3", "DR", "silent", "dumb-1", "random-enemy"),
             tuple(Line(10, e, f) for e, f in ((2, 2), (2, 4), (4, 2), (2, 6))))
CHOOSE = Part(("g8", "DR-recent", "dumb"), tuple(Line(10, e, f) for e, f in ((5, 4), (3, 1), (1, 5))))
JUDGE = Part(("g1", "g4", "DRR", "dumb-2", "focus"),
             tuple(Line(players, e, f) for players in (9, 18) for e, f in WITHOUT[players]))
BESIDE = ("g1", "DRR", "DR", "g3", "silent")  # who else takes the champion's seat


def scores(part: Part, sitters: Sequence[Agent], games: int, seed: int, sizes: Sequence[int]) -> tuple[Any, Any]:
    """Everybody in the first seat on the same deals: score / (e + f + 1) and rank, [lines, sitters, games]."""
    lines = [line for line in part.lines if line.players in sizes]
    found, ranks = [], []
    for number, line in enumerate(lines):
        game = game_of(line.players, line.e, line.f)
        everybody = zoo(game)
        rng = np.random.default_rng((seed, number))
        company = rng.choice([PLACE[name] for name in part.opponents], (games, line.players - 1))
        deals = rng.integers(0, 2**62, games)
        seats = np.repeat(len(everybody) + np.arange(len(sitters)), games)
        schedule = np.column_stack([seats, np.tile(company, (len(sitters), 1))])
        played = play(game, [*everybody, *sitters], schedule, seed, deal=np.tile(deals, len(sitters)), threads=1)
        found.append((played.scores[:, 0] / (line.e + line.f + 1)).reshape(len(sitters), games))
        ranks.append(played.measures[:, 0, RANK].reshape(len(sitters), games))
    return np.stack(found), np.stack(ranks)


def as_players(weights: Any) -> list[Agent]:
    """Vectors [n, 9] as g1 with these weights: the same rule, in the loop that is compiled already."""
    kind = BRAINS["g1"].genome_type(game_of(10, 2, 2))
    genomes = np.ascontiguousarray(weights, np.float64).view(kind).reshape(-1).view(np.recarray)
    return [Agent("bred", BRAINS["g1"], genomes[k : k + 1].view(np.recarray)) for k in range(len(genomes))]


def training(games: int) -> Judge:
    """Fitness among the first part of the zoo: everybody of a run on the same deals, every generation on new ones."""

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        got = [scores(TRAIN, as_players(genomes.x[run]), games, seed_of(int(seed), "train", index), (10,))[0]
               for run, seed in enumerate(seeds)]
        fitness = np.stack(got).mean((1, 3))
        return Judged(fitness, np.zeros((len(seeds), 0)), games * len(TRAIN.lines) * genomes.shape[1])

    return judge


def breed(config: Any, first: int) -> dict[str, Any]:
    """One chunk of replicates: the course of fitness [replicates, generations + 1], champions, and how they are judged."""
    replicates = range(first, min(first + CHUNK, config.replicates))
    seeds = [seed_of(config.seed, "breed", replicate) for replicate in replicates]
    mean, most = [], []
    for generation in elitist(linears(game_of(10, 2, 2)), training(config.games_train), seeds, population=config.population,
                              elite=config.elite, generations=config.generations):
        mean.append(generation.fitness.mean(1))
        most.append(generation.fitness.max(1))
    champions, judged, ranks = [], [], []
    for run, seed in enumerate(seeds):
        finalists = generation.genomes.x[run]
        on, _ = scores(CHOOSE, as_players(finalists), config.games_choose, seed_of(seed, "choose"), (10,))
        champions.append(finalists[int(on.mean((0, 2)).argmax())])
        beside = [zoo(game_of(10, 2, 2))[PLACE[name]] for name in BESIDE]
        got, rank = scores(JUDGE, [*as_players(champions[-1][None]), *beside], config.games_judge,
                           seed_of(seed, "judge"), judged_sizes(config.sizes))
        judged.append(got.mean(2).T)
        ranks.append(rank.mean(2).T)
    return {"mean": np.stack(mean, 1), "most": np.stack(most, 1), "champions": np.stack(champions),
            "judged": np.stack(judged), "ranks": np.stack(ranks)}  # the last two [replicates, 1 + beside, lines]


def judged_sizes(sizes: Sequence[int]) -> tuple[int, ...]:
    """Tables of 9 and 18 seats; of 9 alone where the study leaves out those of 18."""
    return (9, 18) if 18 in sizes else (9,)


def judged_lines(sizes: Sequence[int]) -> list[Line]:
    return [line for line in JUDGE.lines if line.players in judged_sizes(sizes)]


PUBLISHED = {name: float(BRAINS["g1"].settings[name].default) for name in GENES}
