"""Who plays Gunslinger: the report's players, those of other groups, and bred linear shooters."""

from __future__ import annotations

from lek.players.gunslinger import groups, senses, strategies
from lek.players.gunslinger.bred import linears

PLAYERS = {**strategies.PLAYERS, **groups.PLAYERS}
SENSES = senses.senses
REPRESENTATIONS = {"linear": linears}
