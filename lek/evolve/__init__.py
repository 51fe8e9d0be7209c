"""Engines of evolution: each is a generator of generations; judges turn games into fitness."""

from __future__ import annotations

from lek.evolve.elitist import elitist

ENGINES = {
    "elitist": elitist,
}
