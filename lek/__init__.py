"""Lek: game-playing agents compete, evolve and are studied. The public names; each is imported when first used."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

_PLACES = {
    "rule": "lek.jit",
    "Game": "lek.game", "IllegalAction": "lek.game", "record": "lek.game",
    "Setting": "lek.settings", "Mistake": "lek.settings", "configurable": "lek.settings",
    "Brain": "lek.agent", "Agent": "lek.agent", "Population": "lek.agent", "Representation": "lek.agent",
    "strategy": "lek.agent",
    "play": "lek.play", "watch": "lek.play",
    "GAMES": "lek.games",
    "PLAYERS": "lek.players", "REPRESENTATIONS": "lek.players", "find_game": "lek.players", "find_agent": "lek.players",
    "tournament": "lek.compete.tournament",
    "elitist": "lek.evolve.elitist", "generational": "lek.evolve.generational",
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


class _House(ModuleType):
    """Keeps `lek.play` the function: Python would set a submodule of that name over it when it is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _PLACES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _House
