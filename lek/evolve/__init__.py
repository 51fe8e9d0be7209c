"""Engines of evolution: each is a generator of generations; judges turn games into fitness."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lek.evolve.elitist import elitist
from lek.evolve.generation import Generation
from lek.evolve.generational import generational
from lek.evolve.judge import Judge, all_play_all, round_robin

ENGINES: dict[str, Callable[..., Iterator[Generation]]] = {
    "elitist": elitist,
    "generational": generational,
}
PAIRS: dict[str, Callable[..., Judge]] = {  # how the paper of each engine judges games for two
    "elitist": round_robin,
    "generational": all_play_all,
}
