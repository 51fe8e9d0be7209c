"""What a run of evolution depends on, whatever the engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lek.evolve.generation import Generation

from .runs import by_elitist, by_generational, same

ENGINES = pytest.mark.parametrize("bred", [by_elitist, by_generational], ids=["elitist", "generational"])


@ENGINES
def test_a_run_depends_on_its_own_seed_alone(bred: Any) -> None:
    together = bred([11, 5, 11, 7])
    assert same(together, bred([5]), np.s_[1:2]) and same(together, bred([7]), np.s_[3:4])
    assert same(together, bred([7, 5]), np.s_[[3, 1]])
    assert np.array_equal(together[-1].genomes[0], together[-1].genomes[2])
    assert not np.array_equal(together[-1].genomes[0], together[-1].genomes[1])


@ENGINES
@pytest.mark.parametrize("threads", [2, 7])
def test_the_number_of_threads_changes_nothing(bred: Any, threads: int) -> None:
    """Enough runs that breeding and judging are really divided among the threads (64 runs or games make a task)."""
    many = range(500)
    assert same(bred(many, generations=2), bred(many, generations=2, threads=threads, judge_threads=threads))


@ENGINES
@pytest.mark.parametrize("at", [0, 2, 5])
def test_going_on_from_a_generation_gives_what_an_undisturbed_run_gives(bred: Any, at: int) -> None:
    undisturbed = bred([3, 4, 5])
    stopped = bred([3, 4, 5], generations=at)[-1]
    saved = Generation(stopped.index, stopped.genomes.copy(), stopped.games, stopped.fitness.copy(), stopped.notes)
    went_on = bred([3, 4, 5], resume=saved)
    assert [generation.index for generation in went_on] == list(range(at + 1, 7))
    assert same(undisturbed[at + 1:], went_on)
    assert np.array_equal(saved.genomes, stopped.genomes), "what a run goes on from is not changed"
