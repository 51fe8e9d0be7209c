"""Breeding against opponents that are given: who plays them, and what comes of it.

Everybody plays every opponent from each seat, on the same deals. With more than two seats the opponents take the others in
rotation, so that each of them plays as often.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from lek import border, dice
from lek.agent import Agent, Brain, Population
from lek.evolve.generation import Cast, Judge, Judged
from lek.game import Game
from lek.playing import play
from lek.settings import Mistake


def opponents(
    game: Game, brain: Brain, *, deals: int = 1, device: str = "cpu", threads: int | None = None, remember: bool = True
) -> Judge:
    """Everybody plays every opponent from each seat, on the same deals; fitness is the mean score a game.

    With more than two seats the opponents take the others in rotation, so that each of them plays as often. Whoever was
    there before keeps its fitness, if nobody rolled dice in its games, for as long as the opponents stay.
    """
    border.game(game)
    border.whole("deals", deals, 1)
    kept: dict[str, Any] = {}

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        population = genomes.shape[1]
        if not against:
            raise Mistake("the judge `opponents` needs opponents; a round robin or random tables need none")
        if not (remember and kept.get("shape") == genomes.shape and _same(kept["against"], against)):
            kept.update(shape=genomes.shape, against=list(against), scores=np.zeros(genomes.shape),
                        measures=np.zeros((*genomes.shape, len(game.measures))), rolled=np.ones(genomes.shape, np.bool_))
        anew = fresh | kept["rolled"]
        seated, seats, names = _seatings(game.seats, border.members(against), deals)
        run, member = np.nonzero(anew)
        who, games = run * population + member, len(seated)
        schedule = np.where(seated < 0, who[:, None, None], genomes.size + seated).reshape(-1, game.seats)
        own = _names(seeds, index, int(names.max()) + 1)
        played = play(game, together(brain, genomes.reshape(-1), against), schedule, 0, deal=own[run][:, names].reshape(-1),
                      device=device, threads=threads, once=True)
        assert played.rolled is not None
        scores = played.scores[np.arange(len(schedule)), np.tile(seats, len(who))]
        kept["scores"][anew] = scores.reshape(len(who), games).mean(1)
        kept["measures"][anew] = np.nansum(played.measures.reshape(len(who), games * game.seats, -1), 1)
        kept["rolled"][anew] = played.rolled.reshape(len(who), games).any(1)
        return Judged(kept["scores"].copy(), kept["measures"].sum(1), population * games)

    return judge


def together(brain: Brain, genomes: Any, against: Cast) -> list[Agent | Population]:
    """A cast of the members [n] of a population and their opponents; champions of its kind get its very brain."""

    def own(one: Agent | Population) -> Agent | Population:
        genome = one.genome if isinstance(one, Agent) else None
        alike = one.brain is not None and genome is not None and (one.brain.act, genome.dtype) == (brain.act, genomes.dtype)
        return replace(one, brain=brain) if isinstance(one, Agent) and alike else one

    return [Population(brain, genomes, bred=True), *map(own, against)]


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
