"""Where games and brains meet: a folder for every game that has players of its own.

Each folder says who plays the game (PLAYERS), how general brains sense it (SENSES), how other players of it are bred
(REPRESENTATIONS), and where there are any, which bred ones come along as files (CHAMPIONS), how a file in C is asked for a
move (C_CALL) and which bred ones can be written as such a file (IN_C).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lek.agent import Brain, Representation
from lek.brains.senses import Sensed
from lek.game import Game
from lek.outside_c import CCall
from lek.players import antwars, dots, gunslinger, moose, organisms, simplexity

FOLDERS: dict[str, Any] = {
    "moose": moose, "organisms": organisms, "gunslinger": gunslinger, "simplexity": simplexity, "antwars": antwars,
    "dots": dots,
}
PLAYERS: dict[str, dict[str, Brain]] = {name: folder.PLAYERS for name, folder in FOLDERS.items()}
REPRESENTATIONS: dict[str, dict[str, Callable[..., Representation]]] = {
    name: folder.REPRESENTATIONS for name, folder in FOLDERS.items()}
SENSES: dict[str, Sensed] = {name: folder.SENSES for name, folder in FOLDERS.items() if hasattr(folder, "SENSES")}
CHAMPIONS: dict[str, dict[str, str]] = {  # bred agents that come along, each in a file, and where they are from
    name: folder.CHAMPIONS for name, folder in FOLDERS.items() if hasattr(folder, "CHAMPIONS")}
C_CALLS: dict[str, CCall] = {name: folder.C_CALL for name, folder in FOLDERS.items() if hasattr(folder, "C_CALL")}
IN_C: dict[str, dict[str, Callable[[Game, Any], str]]] = {  # export(game, g)
    name: folder.IN_C for name, folder in FOLDERS.items() if hasattr(folder, "IN_C")}
