"""The elitist algorithm of Ashlock and colleagues: the best are kept, their children replace the rest.

    judge everybody
    keep the `elite` fittest; ties at the border fall at random
    draw pairs of parents from the elite in proportion to fitness
    cross and mutate copies of them, and put these children in the places of those not kept

(D. Ashlock et al., "A Family of Turn-Based Strategy Games with Moose", section IV.A: 36 agents, elite 24.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from lek import border, dice, jit
from lek.agent import Representation
from lek.evolve.generation import Cast, Generation, Judge, course
from lek.game import record
from lek.jit import rule
from lek.settings import Mistake, Setting, resolve

SETTINGS = {
    "population": Setting(36, 1, about="agents of a run"),
    "generations": Setting(250, 0, about="generations after the first, which is random"),
    "elite": Setting(24, 1, about="how many of the fittest are kept; at most the population"),
    "distinct_parents": Setting(False, about="whether the two parents of a child are never the same agent"),
    "ties": Setting("random", choices=("random", "first"), about="who of equals at the border is kept: any, or the first"),
}


def elitist(
    representation: Representation, judge: Judge, seeds: Sequence[int], *, against: Cast = (), threads: int = 1,
    resume: Generation | None = None, **settings: Any,
) -> Iterator[Generation]:
    """Generations 0 (random) to `generations`, one run for each seed; with `resume`, those after it."""
    border.representation(representation)
    chosen = resolve("elitist", SETTINGS, settings)
    population, elite = chosen["population"], chosen["elite"]
    if elite > population:
        raise Mistake(f"elite={elite} does not work: it is a whole number from 1 to the population, {population}")
    own_seeds = border.seeds(seeds)
    made = jit.build("elitist", _SOURCE, {
        "mutate": representation.mutate, "crossover": representation.crossover, "stream": dice.stream, "rank": rank,
        "spin": spin, "np": np})

    def breed(last: Generation, genomes: Any, fresh: Any, first: int, end: int) -> None:
        if last.fitness.min() < 0:
            raise Mistake("parents are drawn in proportion to fitness, which must not be negative; here some scores are")
        made["breed"](first, end, last.index + 1, own_seeds, record(dice.STREAM), representation.options, elite,
                      chosen["distinct_parents"], chosen["ties"] == "random", last.fitness, genomes, fresh)

    yield from course(representation, judge, own_seeds, breed, against=against, population=population,
                      generations=chosen["generations"], threads=threads, resume=resume)


@rule
def rank(d, fitness, random_ties, order):
    """Indices of the population from fittest to least fit, in `order`; among equals at random, or first come."""
    n = len(fitness)
    for i in range(n):
        order[i] = i
    if random_ties:
        for i in range(n - 1, 0, -1):
            j = dice.below(d, i + 1)
            order[i], order[j] = order[j], order[i]
    for i in range(1, n):  # insertion sort is stable, and quick on a population that is nearly in order
        mover = order[i]
        j = i
        while j > 0 and fitness[order[j - 1]] < fitness[mover]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = mover


@rule
def spin(d, fitness, order, elite, skip):
    """One of the elite but `skip`, with probability proportional to fitness; evenly where nobody has any."""
    total = 0.0
    for i in range(elite):
        if order[i] != skip:
            total += fitness[order[i]]
    if total <= 0.0:
        chosen = order[dice.below(d, elite)]
        while chosen == skip:
            chosen = order[dice.below(d, elite)]
        return chosen
    rest = dice.uniform(d) * total
    chosen = -1
    for i in range(elite):
        if order[i] != skip:
            chosen = order[i]
            rest -= fitness[chosen]
            if rest < 0.0:
                break
    return chosen


_SOURCE = """
@njit
def breed(first, last, index, seeds, ds, options, elite, distinct_parents, random_ties, fitness, genomes, fresh):
    d = ds[0]
    population = genomes.shape[1]
    order = np.empty(population, np.int64)
    spare = genomes[0, :1].copy()
    for run in range(first, last):
        d.rng = stream(seeds[run], index, 0)
        rank(d, fitness[run], random_ties, order)
        for i in range(elite, population, 2):
            mother = spin(d, fitness[run], order, elite, -1)
            father = spin(d, fitness[run], order, elite, mother if distinct_parents and elite > 1 else -1)
            a = genomes[run, order[i]]
            if i + 1 < population:
                b = genomes[run, order[i + 1]]
                fresh[run, order[i + 1]] = True
            else:
                b = spare[0]
            crossover(d, options[0], genomes[run, mother], genomes[run, father], a, b)
            mutate(d, options[0], a)
            mutate(d, options[0], b)
            fresh[run, order[i]] = True
"""
