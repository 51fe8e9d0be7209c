"""A generation, and the course that every engine's runs take: random, judged, bred from, judged, bred from ...

Several independent runs go on side by side: genomes [runs, population]. What happens to a run depends only on its own
seed: the dice of generation k are the stream (seed, k), so that a generation is all that is needed to go on from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from lek import border, dice, jit
from lek.agent import Representation
from lek.evolve.judge import Judge, Judged
from lek.game import record
from lek.settings import Mistake
from lek.threads import spread, usable_threads


@dataclass(frozen=True, eq=False)
class Generation:
    """A population and what was learnt about it, by whatever engine."""

    index: int
    genomes: Any  # [runs, population]
    games: int  # in one run, for this generation
    fitness: Any = None  # [runs, population]; None where parents are chosen without it
    notes: Mapping[str, Any] = field(default_factory=dict)  # what else an engine tells, an array [runs, ...] each

    def mean_fitness(self) -> float:
        """The mean over all members of all runs; NaN where there is no fitness."""
        return float("nan") if self.fitness is None else float(self.fitness.mean())


def _judged(index: int, genomes: Any, judged: Judged) -> Generation:
    return Generation(index, genomes, judged.games, judged.fitness, {"measures": judged.measures})


Breed = Callable[[Generation, Any, npt.NDArray[np.bool_], int, int], None]
"""breed(last, genomes, fresh, first run, run after the last): change copies of the last genomes, and mark who is new."""


def course(
    representation: Representation, judge: Judge, seeds: npt.NDArray[np.int64], breed: Breed, *, population: int,
    generations: int, threads: int, resume: Generation | None,
) -> Iterator[Generation]:
    """Generations 0 (random) to `generations`, one run for each seed; with `resume`, those after it."""
    border.whole("generations", generations)
    usable_threads(threads)
    everybody = np.ones((len(seeds), border.whole("population", population, 1)), np.bool_)
    if resume is None:
        genomes = np.zeros((len(seeds), population), representation.genome).view(np.recarray)
        made = jit.build("found", _SOURCE, {"random": representation.random, "stream": dice.stream})
        made["found"](seeds, record(dice.STREAM), representation.options, genomes)
        last = _judged(0, genomes, judge(genomes, everybody, seeds, 0))
        yield last
    elif resume.genomes.shape != everybody.shape:
        raise Mistake(f"a generation of [runs, population] = {list(resume.genomes.shape)} does not go on with "
                      f"{len(seeds)} seeds and population={population}")
    else:
        last = resume
    for index in range(last.index + 1, generations + 1):
        genomes, fresh = last.genomes.copy(), np.zeros_like(everybody)
        spread(partial(breed, last, genomes, fresh), len(seeds), threads)
        last = _judged(index, genomes, judge(genomes, everybody if last is resume else fresh, seeds, index))
        yield last


_SOURCE = """
@njit
def found(seeds, ds, options, genomes):
    d = ds[0]
    for run in range(len(seeds)):
        d.rng = stream(seeds[run], 0, 0)
        for i in range(genomes.shape[1]):
            random(d, options[0], genomes[run, i])
"""
