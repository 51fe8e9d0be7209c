"""Champions: bred agents in files, which play wherever a name does.

One that was bred by a representation in a file of one's own names that file, by the path from its own folder.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lek.agent import Representation
from lek.files import split_path, write
from lek.game import Game
from lek.players import CHAMPIONS, FOLDERS
from lek.settings import Mistake, shown


class Champion(NamedTuple):
    """What the file of a bred agent says."""

    game: str
    settings: Mapping[str, Any]
    representation: str
    genome: str


def save_champion(path: Path, game: Game, text: str, representation: Representation, genome: Any) -> None:
    """Write a bred agent to a file that plays wherever a name does."""
    place = split_path(text)
    if place is not None and place[1] is not None:
        text = f"{os.path.relpath(place[0], path.parent)}:{place[1]}"
    write(path, champion_text(game, text, representation, genome))


def is_champion(path: Path) -> bool:
    """Whether a file is one that `save_champion` wrote, and may be replaced by another."""
    try:
        read_champion(str(path))
        return True
    except (Mistake, OSError):
        return False


def champion_text(game: Game, text: str, representation: Representation, genome: Any) -> str:
    if getattr(getattr(genome, "dtype", None), "names", None) != representation.genome.names:
        raise Mistake(f"a champion's genome is one record that {text} can write; given: {shown(genome)}")
    champion = {"champion": 1, "game": game.name, "settings": dict(game.settings), "representation": text,
                "genome": representation.show(genome).splitlines()}
    return json.dumps(champion, indent=1) + "\n"


def read_champion(text: str) -> Champion:
    """What `save_champion` wrote to this path."""
    try:
        told = json.loads(Path(text).read_text())
        champion = Champion(told["game"], told.get("settings", {}), told["representation"], "\n".join(told["genome"]))
        if [type(part) for part in champion] != [str, dict, str, str]:
            raise TypeError(text)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Mistake(f"{text} is not a saved champion: it should be a file that lek evolve, or lek dots learn, "
                      "wrote") from None
    place = split_path(champion.representation)
    if place is not None and place[1] is not None:
        path = os.path.normpath(Path(text).parent / place[0])
        champion = champion._replace(representation=f"{path}:{place[1]}")
    return champion


def bundled() -> dict[str, Path]:
    """The champions that come along, and their files."""
    return {name: Path(FOLDERS[game].__file__).with_name(f"{name}.json")
            for game, names in CHAMPIONS.items() for name in names}
