"""The simple generational algorithm, as the makers of SimpAI used it: the whole population is replaced every time.

    judge everybody
    as often as there are places: draw `tournament` agents at random, with replacement, and copy the fittest of them
    cross the copies in places 0 and 1, 2 and 3, ..., each pair with probability `crossover`
    mutate every copy with probability `mutation`

(P. M. A. Fernandes, P. A. Inácio, H. Feliciano and N. Fachada, "SimpAI: Evolutionary Heuristics for the ColorShapeLinks
Board Game Competition", section 3.3 and Table 1: 50 agents, 500 generations. It is `eaSimple` of F.-A. Fortin et al.,
"DEAP: Evolutionary Algorithms Made Easy", JMLR 13, 2012, but that everybody is judged anew: fitness is relative to the
others.) How many genes a crossover swaps and a mutation changes is the representation's business.
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
from lek.settings import Setting, resolve

SETTINGS = {
    "population": Setting(50, 1, about="agents of a run"),
    "generations": Setting(500, 0, about="generations after the first, which is random"),
    "tournament": Setting(2, 1, about="agents drawn for a place, of whom the fittest is copied"),
    "crossover": Setting(0.4, 0, 1, about="chance that a pair of copies is crossed"),
    "mutation": Setting(0.2, 0, 1, about="chance that a copy is mutated"),
}


def generational(
    representation: Representation, judge: Judge, seeds: Sequence[int], *, against: Cast = (), threads: int = 1,
    resume: Generation | None = None, **settings: Any,
) -> Iterator[Generation]:
    """Generations 0 (random) to `generations`, one run for each seed; with `resume`, those after it."""
    border.representation(representation)
    chosen = resolve("generational", SETTINGS, settings)
    own_seeds = border.seeds(seeds)
    made = jit.build("generational", _SOURCE, {
        "mutate": representation.mutate, "cross": representation.crossover, "stream": dice.stream,
        "uniform": dice.uniform, "winner": winner, "np": np})

    def breed(last: Generation, genomes: Any, fresh: Any, first: int, end: int) -> None:
        fresh[first:end] = True
        made["breed"](first, end, last.index + 1, own_seeds, record(dice.STREAM), representation.options,
                      chosen["tournament"], chosen["crossover"], chosen["mutation"], last.fitness, last.genomes, genomes)

    yield from course(representation, judge, own_seeds, breed, against=against, population=chosen["population"],
                      generations=chosen["generations"], threads=threads, resume=resume)


@rule
def winner(d, fitness, tournament):
    """The fittest of `tournament` drawn with replacement; of equals the first drawn."""
    best = dice.below(d, len(fitness))
    for _ in range(tournament - 1):
        other = dice.below(d, len(fitness))
        if fitness[other] > fitness[best]:
            best = other
    return best


_SOURCE = """
@njit
def breed(first, end, index, seeds, ds, options, tournament, crossover, mutation, fitness, parents, genomes):
    d = ds[0]
    population = genomes.shape[1]
    chosen = np.empty(population, np.int64)
    for run in range(first, end):
        d.rng = stream(seeds[run], index, 0)
        for i in range(population):
            chosen[i] = winner(d, fitness[run], tournament)
            genomes[run, i] = parents[run, chosen[i]]
        for i in range(1, population, 2):
            if uniform(d) < crossover:
                cross(d, options[0], parents[run, chosen[i - 1]], parents[run, chosen[i]], genomes[run, i - 1],
                      genomes[run, i])
        for i in range(population):
            if uniform(d) < mutation:
                mutate(d, options[0], genomes[run, i])
"""
