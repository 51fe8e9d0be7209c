"""Who plays Dots and Boxes: players up to the perfect one, and rules of graphs that are learnt by playing."""

from __future__ import annotations

from lek.players.dots import parity, search, senses, solved, strategies
from lek.players.dots.rules import lists

PLAYERS = {**strategies.PLAYERS, **parity.PLAYERS, **solved.PLAYERS, **search.PLAYERS}
SENSES = senses.senses
REPRESENTATIONS = {"rules": lists}
