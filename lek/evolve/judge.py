"""Judges: from populations to fitness, by playing. They write a schedule, call `play`, and read what comes back.

Several runs of evolution are judged at once, so that one schedule fills all threads or a GPU: genomes [runs, population].
A judge that knows that neither the game nor the brains roll dice plays nothing twice. The round robin keeps what pairs
of survivors scored against each other: of the Moose paper's 630 pairs a generation, only the 354 with a child in them are
played anew. All-play-all knows genomes again wherever they sit: copies share their games, with others and with each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lek import border, dice
from lek.agent import Brain, Population
from lek.evolve.generation import Cast, Judge, Judged
from lek.evolve.opponents import opponents
from lek.game import Game
from lek.jit import rule
from lek.playing import play
from lek.settings import Mistake


def round_robin(
    game: Game, brain: Brain, *, device: str = "cpu", threads: int | None = None, remember: bool = True,
    fast: bool = True,
) -> Judge:
    """Every pair of a population plays one game; the earlier one sits first. One judge serves one evolution at a time."""
    _ask_for_two(game, "a round robin")
    repeats = remember and game.chance == "none" and not brain.rolls(game)
    kept: dict[str, Any] = {}

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        _among_themselves(against, "a round robin")
        runs, population = genomes.shape
        k = len(game.measures)
        if kept.get("shape") != (runs, population):
            kept.update(shape=(runs, population), scores=np.zeros((runs, population, population)),
                        measures=np.zeros((runs, population, population, k)))
            fresh = np.ones((runs, population), np.bool_)
        if not repeats:
            fresh = np.ones((runs, population), np.bool_)
        schedule = _pairs_with_fresh(fresh)
        flat = genomes.reshape(-1)
        deal = None if repeats else _deals(seeds, index, schedule, population)
        played = play(game, Population(brain, flat, bred=True), schedule, 0, deal=deal, device=device, threads=threads,
                      fast=fast)
        _note(schedule, population, played.scores, played.measures, kept["scores"], kept["measures"])
        fitness, measures = np.empty((runs, population)), np.empty((runs, k))
        _sum_up(kept["scores"], kept["measures"], fitness, measures)
        return Judged(fitness, measures, population * (population - 1) // 2)

    return judge


def all_play_all(
    game: Game, brain: Brain, *, device: str = "cpu", threads: int | None = None, remember: bool = True
) -> Judge:
    """Every pair of a population plays two games on one deal, each sitting first once.

    With `remember`, and no dice, a game is played once for all copies of its two genomes, for as long as they live.
    """
    _ask_for_two(game, "all-play-all")
    repeats = remember and game.chance == "none" and not brain.rolls(game)
    kept: dict[str, Any] = {}

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        _among_themselves(against, "all-play-all")
        runs, population = genomes.shape
        square = (runs, population, population)  # [run, who sits first, who sits second]
        scores, measures = np.zeros((*square, 2)), np.zeros((*square, len(game.measures)))
        known, alike = np.zeros(square, np.bool_), np.tile(np.arange(population), (runs, 1))
        if repeats:
            before = kept if kept.get("square") == square else {}
            alike, was, seats = _recognise(genomes, before.get("seats"))
            if before:
                _carry(was, kept["scores"], kept["measures"], kept["known"], scores, measures, known)
            kept.update(square=square, seats=seats, scores=scores, measures=measures, known=known)
        schedule = _unknown_games(alike, known)
        deal = None if repeats else np.repeat(_deals(seeds, index, schedule[::2].copy(), population), 2)
        played = play(game, Population(brain, genomes.reshape(-1), bred=True), schedule, 0, deal=deal, device=device,
                      threads=threads)
        run, first, second = schedule[:, 0] // population, schedule[:, 0] % population, schedule[:, 1] % population
        scores[run, first, second] = played.scores
        measures[run, first, second] = np.nansum(played.measures, 1)
        fitness, sums = np.empty((runs, population)), np.empty((runs, len(game.measures)))
        _sum_up_both(alike, scores, measures, fitness, sums)
        return Judged(fitness, sums, population * (population - 1))

    return judge


def random_tables(
    game: Game, brain: Brain, *, games: int = 30, device: str = "cpu", threads: int | None = None
) -> Judge:
    """For games of any number of seats: everybody sits at `games` tables with partners drawn at random."""
    border.whole("games", games, 1)

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        _among_themselves(against, "random tables")
        runs, population = genomes.shape
        if population < game.seats:
            raise Mistake(f"{game.name} has {game.seats} seats here, but the population is {population}: breed more")
        tables = -(-population * games // game.seats)
        schedule = np.concatenate([_draw_tables(int(seed), index, population, game.seats, tables) + run * population
                                   for run, seed in enumerate(seeds)])
        played = play(game, Population(brain, genomes.reshape(-1), bred=True), schedule, 0, device=device, threads=threads,
                      deal=_deals(seeds, index, schedule, population))
        seated = schedule.reshape(-1)
        sums = np.bincount(seated, played.scores.reshape(-1), runs * population)
        fitness = sums / np.bincount(seated, minlength=runs * population)
        measures = np.nansum(played.measures.reshape(runs, tables * game.seats, -1), 1)
        return Judged(fitness.reshape(runs, population), measures, tables)

    return judge


def judge_for(
    game: Game, brain: Brain, pairs: Callable[..., Judge] = round_robin, *, deals: int = 1, device: str = "cpu",
    threads: int | None = None, **how: Any,
) -> Judge:
    """The usual judge of a game: opponents where there are any; else all pairs for two seats, random tables for more."""
    among = pairs if border.game(game).seats == 2 else random_tables
    members = among(game, brain, device=device, threads=threads, **how)
    others = opponents(game, brain, deals=deals, device=device, threads=threads)

    def judge(genomes: Any, against: Cast, fresh: Any, seeds: Any, index: int) -> Judged:
        return (others if against else members)(genomes, against, fresh, seeds, index)

    return judge


def _ask_for_two(game: Game, judge: str) -> None:
    if border.game(game).seats != 2:
        raise Mistake(f"{judge} is for two seats, but {game.name} has {game.seats} here: judge by random tables")


def _among_themselves(against: Cast, judge: str) -> None:
    if against:
        raise Mistake(f"{judge} is played among the members of a run; the judge `opponents` plays others")


def _recognise(genomes: Any, before: list[dict[bytes, int]] | None) -> tuple[Any, Any, list[dict[bytes, int]]]:
    """Who is like whom, byte by byte, within each run.

    Of every member the first one like it [runs, population]; of these first ones the seat that their genome had `before`,
    else -1 [runs, population]; and these seats now: for every run, genome -> first member.
    """
    alike, was = np.empty(genomes.shape, np.int64), np.full(genomes.shape, -1)
    seats: list[dict[bytes, int]] = []
    size = genomes.itemsize
    for run, members in enumerate(genomes):
        raw = members.tobytes()
        own: dict[bytes, int] = {}
        alike[run] = [own.setdefault(raw[i * size:(i + 1) * size], i) for i in range(len(members))]
        if before is not None:
            was[run, list(own.values())] = [before[run].get(genome, -1) for genome in own]
        seats.append(own)
    return alike, was, seats


def _draw_tables(seed: int, index: int, population: int, seats: int, tables: int) -> npt.NDArray[np.int64]:
    """[tables, seats] everybody as often as anybody (give or take one), in an order drawn from (seed, generation)."""
    rng = np.random.default_rng((seed, index))
    rows: list[Any] = []
    bag: list[int] = []
    while len(rows) < tables:
        table: list[int] = []
        while len(table) < seats:
            if not bag:
                bag = rng.permutation(population).tolist()
            place = next((k for k, member in enumerate(bag) if member not in table), None)
            if place is None:
                bag += rng.permutation(population).tolist()
            else:
                table.append(bag.pop(place))
        rows.append(table)
    return np.array(rows, np.int64)


@rule
def _pairs_with_fresh(fresh):
    """The schedule [games, 2] of all pairs of each run in which somebody is new; rows count over all runs."""
    runs, population = fresh.shape
    games = 0
    for r in range(runs):
        old = population - np.sum(fresh[r])
        games += population * (population - 1) // 2 - old * (old - 1) // 2
    schedule = np.empty((games, 2), np.int64)
    n = 0
    for r in range(runs):
        for i in range(population):
            for j in range(i + 1, population):
                if fresh[r, i] or fresh[r, j]:
                    schedule[n, 0] = r * population + i
                    schedule[n, 1] = r * population + j
                    n += 1
    return schedule


@rule
def _deals(seeds, index, schedule, population):
    """Names [games] for the dice of every game that depend on the run's own seed and the generation alone."""
    deal = np.empty(len(schedule), np.int64)
    n = 0
    for i in range(len(schedule)):
        run = schedule[i, 0] // population
        n = n + 1 if i > 0 and schedule[i - 1, 0] // population == run else 0
        deal[i] = np.int64(dice.stream(seeds[run], index, n) >> 1)
    return deal


@rule
def _note(schedule, population, scores, measures, kept_scores, kept_measures):
    """Write the games just played into what is kept: scores [runs, population, population], measures of pairs i < j."""
    for n in range(len(schedule)):
        r = schedule[n, 0] // population
        i = schedule[n, 0] % population
        j = schedule[n, 1] % population
        kept_scores[r, i, j] = scores[n, 0]
        kept_scores[r, j, i] = scores[n, 1]
        for m in range(measures.shape[2]):
            kept_measures[r, i, j, m] = measures[n, 0, m] + measures[n, 1, m]


@rule
def _sum_up(kept_scores, kept_measures, fitness, measures):
    """Mean score a game of everybody, and each measure summed over all games."""
    runs, population = fitness.shape
    for r in range(runs):
        measures[r] = 0.0
        for i in range(population):
            total = 0.0
            for j in range(population):
                if i != j:
                    total += kept_scores[r, i, j]
            for j in range(i + 1, population):
                for m in range(measures.shape[1]):
                    measures[r, m] += kept_measures[r, i, j, m]
            fitness[r, i] = total / (population - 1)


@rule
def _carry(was, old_scores, old_measures, old_known, scores, measures, known):
    """Write the games between genomes that were there before where these genomes sit now."""
    runs, population = was.shape
    for r in range(runs):
        for i in range(population):
            for j in range(population):
                a = was[r, i]
                b = was[r, j]
                if a >= 0 and b >= 0 and old_known[r, a, b]:
                    scores[r, i, j] = old_scores[r, a, b]
                    measures[r, i, j] = old_measures[r, a, b]
                    known[r, i, j] = True


@rule
def _unknown_games(alike, known):
    """The schedule [games, 2] of both games of all pairs, each once for all that are alike, and marks them as known."""
    runs, population = alike.shape
    schedule = np.empty((runs * population * (population - 1), 2), np.int64)
    n = 0
    for r in range(runs):
        for i in range(population):
            for j in range(i + 1, population):
                first = alike[r, i]
                second = alike[r, j]
                for _ in range(2):
                    if not known[r, first, second]:
                        known[r, first, second] = True
                        schedule[n, 0] = r * population + first
                        schedule[n, 1] = r * population + second
                        n += 1
                    first, second = second, first
    return schedule[:n]


@rule
def _sum_up_both(alike, scores, measures, fitness, sums):
    """As `_sum_up`, of both games of every pair, in an order that does not depend on what was known."""
    runs, population = alike.shape
    for r in range(runs):
        sums[r] = 0.0
        for i in range(population):
            total = 0.0
            for j in range(population):
                if i != j:
                    own = alike[r, i]
                    other = alike[r, j]
                    total += scores[r, own, other, 0] + scores[r, other, own, 1]
                    for m in range(sums.shape[1]):
                        sums[r, m] += measures[r, own, other, m]
            fitness[r, i] = total / (2 * (population - 1))
