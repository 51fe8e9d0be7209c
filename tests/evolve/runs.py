"""Short runs of machines that play Moose, by either engine with a fitness: the whole road from dice to fitness."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lek.evolve import judge
from lek.evolve.elitist import elitist
from lek.evolve.generation import Generation
from lek.evolve.generational import generational
from lek.evolve.judge import all_play_all, round_robin
from lek.games.moose import moose
from lek.players.moose.machines import machines
from lek.playing import play


def by_elitist(
    seeds: Any, *, threads: int = 1, generations: int = 6, resume: Generation | None = None, judge_threads: int = 1,
    how: dict[str, Any] | None = None, **more: Any,
) -> list[Generation]:
    game = moose(preset="paper", rounds=12)
    made = machines(game, states=4)
    judging = round_robin(game, made.brain, threads=judge_threads, **(how or {}))
    return list(elitist(made, judging, seeds, population=8, elite=5, generations=generations, threads=threads,
                        resume=resume, **more))


def by_generational(
    seeds: Any, *, threads: int = 1, generations: int = 6, resume: Generation | None = None, judge_threads: int = 1,
    judging: Any = None, **more: Any,
) -> list[Generation]:
    game = moose(preset="paper", rounds=12)
    made = machines(game, states=2)
    judging = judging or all_play_all(game, made.brain, threads=judge_threads, **more)
    return list(generational(made, judging, seeds, population=9, generations=generations, threads=threads, resume=resume))


def same(one: list[Generation], other: list[Generation], pick: Any = np.s_[:]) -> bool:
    """Whether generations agree in every bit, those of `one` narrowed to some runs."""
    return len(one) == len(other) and all(
        a.index == b.index and a.genomes[pick].tobytes() == b.genomes.tobytes()
        and a.fitness[pick].tobytes() == b.fitness.tobytes()
        and a.notes["measures"][pick].tobytes() == b.notes["measures"].tobytes() for a, b in zip(one, other, strict=True))


def counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of games of every call of `play` that judges make from now on."""
    games: list[int] = []

    def spy(game: Any, agents: Any, schedule: Any, *given: Any, **more: Any) -> Any:
        games.append(len(schedule))
        return play(game, agents, schedule, *given, **more)

    monkeypatch.setattr(judge, "play", spy)
    return games
