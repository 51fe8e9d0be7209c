"""Lek: game-playing agents compete, evolve and are studied. The public names; each is imported when first used."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

_PLACES = {
    "rule": "lek.jit",
    "Game": "lek.game", "Face": "lek.game", "Measure": "lek.game", "IllegalAction": "lek.game", "record": "lek.game",
    "Setting": "lek.settings", "Mistake": "lek.settings", "configurable": "lek.settings",
    "Brain": "lek.agent", "Agent": "lek.agent", "Population": "lek.agent", "Representation": "lek.agent",
    "strategy": "lek.agent",
    "Senses": "lek.brains.senses",
    "play": "lek.playing", "watch": "lek.watching", "Position": "lek.position",
    "Transcript": "lek.transcript", "record_game": "lek.transcript", "replay": "lek.transcript", "frames": "lek.transcript",
    "GAMES": "lek.games",
    "PLAYERS": "lek.players", "REPRESENTATIONS": "lek.players", "find_game": "lek.find", "find_agent": "lek.find",
    "find_representation": "lek.find",
    "tournament": "lek.compete.tournament",
    "STUDIES": "lek.studies",
}
__all__ = ["__version__", *_PLACES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'lek' has no attribute {name!r}")
    value = getattr(importlib.import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
