"""The games, one file each. To add one: write its file, whose function is called as the file is, and add its line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

GAMES: dict[str, Any] = {name: getattr(import_module(f"lek.games.{name}"), name) for name in (
    "moose",
    "organisms",
    "gunslinger",
    "simplexity",
    "antwars",
    "dots",
)}
