"""Who plays Moose: strategies of the literature, those of its students, and evolved state machines."""

from __future__ import annotations

from lek.players.moose import machines, senses, strategies, students

PLAYERS = {**strategies.PLAYERS, **students.PLAYERS}
SENSES = senses.senses
REPRESENTATIONS = {"machine": machines.machines}
