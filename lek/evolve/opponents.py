"""Breeding against opponents that are given: who plays them, and what comes of it.

Everybody plays every opponent from each seat, on the same deals. With more than two seats the opponents take the others in
rotation, so that each of them plays as often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from lek import border, dice
from lek.agent import Agent, Brain, Population
from lek.evolve.generation import Cast, Judge, Judged
from lek.game import Game
from lek.playing import play
from lek.settings import Mistake, shown


def opponents(
    game: Game, brain: Brain, *, deals: int = 1, device: str = "cpu", threads: int | None = None, remember: bool = True
) -> Judge:
    """Everybody plays every opponent from each seat, on the same deals; fitness is the mean score a game.

    With more than two seats the opponents take the others in rotation, so that each of them plays as often. Where nobody
    rolls dice one deal is enough, and who was there before keeps its fitness while the opponents stay.
    """
    border.game(game)
    border.whole("deals", deals, 1)
    kept: dict[str, Any] = {}

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        population = genomes.shape[1]
        if not against:
            raise Mistake("the judge `opponents` needs opponents; a round robin or random tables need none")
        brains = [brain, *(agent.brain for agent in one_by_one(against))]
        repeats = not game.rolls and not any(one is None or one.rolls(game) for one in brains)
        if not (remember and repeats and kept.get("shape") == genomes.shape and _same(kept["against"], against)):
            fresh = np.ones(genomes.shape, np.bool_)
            kept.update(shape=genomes.shape, against=list(against), scores=np.zeros(genomes.shape),
                        measures=np.zeros((*genomes.shape, len(game.measures))))
        seated, seats, names = _seatings(game.seats, len(one_by_one(against)), 1 if repeats else deals)
        run, member = np.nonzero(fresh)
        who = run * population + member
        schedule = np.where(seated < 0, who[:, None, None], genomes.size + seated).reshape(-1, game.seats)
        own = _names(seeds, index, int(names.max()) + 1)
        played = play(game, together(brain, genomes.reshape(-1), against), schedule, 0, deal=own[run][:, names].reshape(-1),
                      device=device, threads=threads)
        games = len(seated)
        scores = played.scores[np.arange(len(schedule)), np.tile(seats, len(who))]
        kept["scores"][fresh] = scores.reshape(-1, games).mean(1)
        kept["measures"][fresh] = np.nansum(played.measures.reshape(len(who), games * game.seats, -1), 1)
        return Judged(kept["scores"].copy(), kept["measures"].sum(1), population * games)

    return judge


def one_by_one(against: Cast) -> list[Agent]:
    """All opponents one by one, also those of a population."""
    if isinstance(against, str | Population) or not isinstance(against, Sequence):
        raise Mistake(f"opponents are a list of Agent, as find_agent makes them; given: {shown(against)}")
    return [agent for part in against for agent in (_members(part) if isinstance(part, Population) else [part])]


def together(brain: Brain, genomes: Any, against: Cast) -> list[Agent]:
    """The members [n] of a population and their opponents, in one list; who plays alike has one brain."""
    alike = (brain.act, genomes.dtype)
    return [*_members(Population(brain, genomes, bred=True)), *(
        replace(agent, brain=brain) if agent.brain is not None and agent.genome is not None
        and (agent.brain.act, agent.genome.dtype) == alike else agent for agent in one_by_one(against))]


def _members(population: Population) -> list[Agent]:
    return [Agent("", population.brain, g.reshape(1).view(np.recarray), bred=population.bred) for g in population.genomes]


def _seatings(seats: int, opponents: int, deals: int) -> tuple[Any, Any, Any]:
    """All games of one member: [games, seats] opponents by number and -1 for the member, its seat and its deal [games]."""
    rows, mine, names = [], [], []
    for first in range(opponents):
        others = [(first + place) % opponents for place in range(seats - 1)]
        for deal in range(deals):
            for seat in range(seats):
                rows.append([*others[:seat], -1, *others[seat:]])
                mine.append(seat)
                names.append(first * deals + deal)
    return np.array(rows, np.int64), np.array(mine), np.array(names)


def _same(before: Cast, now: Cast) -> bool:
    return len(before) == len(now) and all(one is other for one, other in zip(before, now, strict=True))


def _names(seeds: Any, index: int, deals: int) -> npt.NDArray[np.int64]:
    """Names [runs, deals] for the dice of games, that depend on the run's own seed and the generation alone."""
    return np.array([[dice.stream(int(seed), index, deal) >> 1 for deal in range(deals)] for seed in seeds], np.int64)
