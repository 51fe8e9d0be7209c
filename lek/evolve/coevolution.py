"""Coevolution of one population: parents are selected by playing, and children replace everybody.

    select a parent for every place of the next generation
    go through the places: with probability `crossover` the next two parents are crossed and fill two places, else the
    next parent is mutated and fills one

(ECJ's generational breeder with `generate-max = false`, which W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant
Wars", section 4, used. Because a crossover fills two places, a probability of 0.8 makes 89 % of all children. With
`shares` per child the probability is that of a child.) Where one place is left for two children, the second is dropped, its
parent being the first place's. There is no elite, and fitness only where a selection makes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lek import border, dice, jit
from lek.agent import Population, Representation
from lek.evolve.generation import Generation
from lek.evolve.matches import coins_of, deals_of, play_matches, winners
from lek.evolve.select import Select
from lek.game import Game, record
from lek.settings import Mistake
from lek.threads import spread, usable_threads

OUTCOMES = 8  # what operators answer, 0 to 7


def first_generation(genomes: Any) -> Generation:
    """Genomes [runs, population] as a generation to go on from."""
    return Generation(0, genomes, 0, None, {"outcomes": np.zeros((len(genomes), 2, OUTCOMES), np.int64)})


def coevolution(
    representation: Representation, select: Select, seeds: Sequence[int], *, population: int = 2250,
    generations: int = 1350, crossover: float = 0.8, shares: str = "call", threads: int | None = None,
    distinct: int = 100, resume: Generation | None = None,
) -> Iterator[Generation]:
    """Generations 0 (random) to `generations`, one run for each seed; with `resume`, those after it.

    Its note `outcomes` [runs, 2, OUTCOMES] counts the children of crossover and of mutation by the operator's answer. A
    first genome like one before it is drawn again, up to `distinct` times.
    """
    border.representation(representation)
    border.number("crossover", crossover, 0, 1)
    for name, given, least in (("population", population, 1), ("generations", generations, 0), ("distinct", distinct, 0)):
        border.whole(name, given, least)
    if shares not in ("call", "child"):
        raise Mistake(f"shares={shares} does not work: shares is call | child")
    chance = crossover if shares == "call" else crossover / (2 - crossover)
    own_seeds = border.seeds(seeds)
    made = jit.build("coevolution", _SOURCE + (_ANSWERED if representation.outcomes else _UNANSWERED), {
        "random": representation.random, "mutate": representation.mutate, "cross": representation.crossover,
        "stream": dice.stream, "uniform": dice.uniform, "np": np})
    if resume is None:
        genomes = np.zeros((len(own_seeds), population), representation.genome).view(np.recarray)
        for run in range(len(own_seeds)):
            _found(made["found"], int(own_seeds[run]), representation.options, genomes[run], distinct)
        last = first_generation(genomes)
        yield last
    elif resume.genomes.shape != (len(own_seeds), population):
        raise Mistake(f"a generation of [runs, population] = {list(resume.genomes.shape)} does not go on with "
                      f"{len(own_seeds)} seeds and population={population}")
    else:
        last = resume
    spare = np.zeros_like(last.genomes)
    workers = usable_threads(threads)
    for index in range(last.index + 1, generations + 1):
        parents, games = select(last.genomes, own_seeds, index)
        calls, first = made["plan"](own_seeds, index, population, chance, record(dice.STREAM))
        outcomes = np.zeros((len(own_seeds), population), np.int8)
        genomes = np.empty_like(spare)

        def breed(start: int, end: int, last: Any = last, genomes: Any = genomes, parents: Any = parents,
                  calls: Any = calls, first: Any = first, outcomes: Any = outcomes, index: int = index) -> None:
            made["breed"](start, end, index, own_seeds, record(dice.STREAM), representation.options, parents, calls, first,
                          last.genomes, genomes, np.zeros(1, genomes.dtype).view(np.recarray), outcomes)

        spread(breed, len(own_seeds) * population, workers)
        crossed = calls == 2
        tally = np.stack([[np.bincount(row[mine], minlength=OUTCOMES) for mine in (by, ~by)]
                          for row, by in zip(outcomes, crossed, strict=True)])
        last = Generation(index, genomes, games, None, {"outcomes": tally})
        yield last


PAIRS_AT_ONCE = 200_000
CHOOSING = 2007  # the seed of draws that choose among a generation


def champions(
    game: Game, bred: Representation, genomes: Any, seeds: Any, index: int, *, sample: int | None = None,
    device: str = "cpu", threads: int | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The member of each run [runs] that wins the most of its matches of one double-game, and what share of them it wins.

    Everybody meets everybody, or, at less cost, everybody `sample` others.
    """
    runs, population = genomes.shape
    if sample is None or sample >= population:
        pairs = np.stack(np.triu_indices(population, 1), 1)
    else:
        rng = np.random.default_rng((CHOOSING, index))
        others = rng.permuted(np.tile(np.arange(population), (sample, 1)), axis=1)
        pairs = np.stack([np.tile(np.arange(population), sample), others.reshape(-1)], 1)
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    own_seeds = border.seeds(seeds)
    won, played = np.zeros((runs, population)), np.zeros((runs, population))
    members = Population(bred.brain, genomes.reshape(-1), {}, bred=True)
    for run in range(runs):
        for part in range(0, len(pairs), PAIRS_AT_ONCE):
            some = pairs[part:part + PAIRS_AT_ONCE]
            who = np.full(len(some), run)
            deal = deals_of(own_seeds, index, 100 + part, who, 1)
            matches = play_matches(game, members, some + run * population, deal, device=device, threads=threads)
            side = winners(matches, coins_of(own_seeds, index, 100 + part, who))
            won[run] += np.bincount(some[np.arange(len(some)), side], minlength=population)
            played[run] += np.bincount(some.reshape(-1), minlength=population)
    share = won / np.maximum(played, 1)
    best = share.argmax(1)
    return best, share[np.arange(runs), best]


def _found(found: Any, seed: int, options: Any, genomes: Any, distinct: int) -> None:
    """First genomes, each from dice of its own; one like an earlier one is drawn again."""
    seen: set[bytes] = set()
    found(seed, 0, len(genomes), 0, options, genomes, record(dice.STREAM))
    for i in range(len(genomes)):
        attempt = 0
        while genomes[i].tobytes() in seen and attempt < distinct:
            attempt += 1
            found(seed, i, i + 1, attempt, options, genomes, record(dice.STREAM))
        seen.add(genomes[i].tobytes())


_SOURCE = """
@njit
def found(seed, first, last, attempt, options, genomes, ds):
    d = ds[0]
    for i in range(first, last):
        d.rng = stream(seed, 0, i * 1000 + attempt)
        random(d, options[0], genomes[i])


@njit
def plan(seeds, index, population, crossover, ds):
    # calls[run, place]: 2 where a crossover fills it, 1 where a mutation does; first: whether a call begins here
    d = ds[0]
    calls = np.ones((len(seeds), population), np.int8)
    first = np.ones((len(seeds), population), np.bool_)
    for run in range(len(seeds)):
        d.rng = stream(seeds[run], index, -4)
        place = 0
        while place < population:
            if uniform(d) < crossover:
                calls[run, place] = 2
                if place + 1 < population:
                    calls[run, place + 1] = 2
                    first[run, place + 1] = False
                place += 2
            else:
                place += 1
    return calls, first


@njit
def breed(start, end, index, seeds, ds, options, parents, calls, first, old, genomes, spare, outcomes):
    # places [start, end) counted over all runs: who begins a call there sees it through
    d = ds[0]
    population = old.shape[1]
    for n in range(start, end):
        run = n // population
        place = n - run * population
        if not first[run, place]:
            continue
        d.rng = stream(seeds[run], index, place)
        mother = parents[run, place]
        if calls[run, place] == 2:
            if place + 1 < population:
                father = parents[run, place + 1]
                answer = crossed(d, options[0], old[run, mother], old[run, father], genomes[run, place],
                                 genomes[run, place + 1])
                outcomes[run, place + 1] = answer // 8
            else:
                answer = crossed(d, options[0], old[run, mother], old[run, parents[run, 0]], genomes[run, place], spare[0])
            outcomes[run, place] = answer % 8
        else:
            genomes[run, place] = old[run, mother]
            outcomes[run, place] = mutated(d, options[0], genomes[run, place])
"""
_ANSWERED = """

@njit
def crossed(d, o, mother, father, a, b):
    return cross(d, o, mother, father, a, b)


@njit
def mutated(d, o, g):
    return mutate(d, o, g)
"""
_UNANSWERED = """

@njit
def crossed(d, o, mother, father, a, b):
    cross(d, o, mother, father, a, b)
    return 0


@njit
def mutated(d, o, g):
    mutate(d, o, g)
    return 0
"""
