"""Who plays Simplexity: simple players, SimpAI and its rivals, and `lek`; how weights are bred and networks trained."""

from __future__ import annotations

from lek.players.simplexity import lek, senses, simpai, strategies
from lek.players.simplexity.simpai_bred import weighers

PLAYERS = {**strategies.PLAYERS, **simpai.PLAYERS, **lek.PLAYERS}
SENSES = senses.senses
REPRESENTATIONS = {"simpai": weighers}
