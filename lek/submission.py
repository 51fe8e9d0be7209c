"""What is wrong with an agent's file, found before a contest (`lek check GAME FILE...`): it loads, and it plays."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lek.contract_players import check_players
from lek.find import Found, find_agent, find_game
from lek.game import Game
from lek.games import GAMES
from lek.outside import LISTED
from lek.outside import check as lint
from lek.own_files import kind_of
from lek.players import C_CALLS
from lek.playing import play
from lek.settings import Mistake

Checks = list[tuple[str, str | None]]  # what was looked at, and the sentence on what is wrong with it
GAMES_EACH = 4  # or as many as there are seats


def check_agent(
    text: str, game: str | None = None, settings: Mapping[str, Any] | None = None,
    progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> Checks:
    """All checks of a file for this game; without one, for the game whose view it reads, with `progress` game by game."""
    if game is not None and text.endswith(".py") and Path(text).is_file() and kind_of(Path(text)) != "agent":
        return check_players(game, settings or {}, text, progress)
    if game is not None:
        found = find_game(game)
        return check_in(found, found.build(**(settings or {})), text)
    if text.endswith(".c"):
        return check_agent(text, next(iter(C_CALLS)))
    wrong: Checks = [("loads as an agent", sentence) for sentence in lint(text)]
    if wrong:
        return wrong
    read, told = names_read(Path(text).read_bytes()), []
    known = {name: names_of(find_game(name).build()) for name in GAMES}
    possible = [name for name in GAMES if read <= known[name]]
    for number, name in enumerate(possible):
        progress(number, len(possible), name)
        found = find_game(name)
        tried = check_in(found, found.build(**found.build.small), text)
        if all(problem is None for _, problem in tried):
            return tried
        told.append(f"{name}, {tried[-1][1]}")
    if told:
        others = f"in none of {', '.join(one.partition(',')[0] for one in told)}; " if len(told) > 1 else ""
        return [("loads as an agent", None), ("plays a game", f"{others}{told[0]}; {_which(text)}")]
    near = [(other, name) for word in read for name in GAMES if word not in known[name]
            for other in difflib.get_close_matches(word, known[name], 1)]
    strange = ", ".join(f"view.{word}" for word in sorted(read) if not any(word in names for names in known.values()))
    hint = f" ({near[0][1]} has view.{near[0][0]})" if near and strange else ""
    return [("loads as an agent", None),
            ("reads a game's view", f"no game's view has {strange or ' and '.join(sorted(read))}{hint}; {_which(text)}")]


def check_in(found: Found, game: Game, text: str) -> Checks:
    """Whether a file loads and plays a few games of this very game against random agents, in every seat, without a fault."""
    if text.endswith(".py") and Path(text).is_file() and (sentences := lint(text)):
        return [("loads as an agent", sentence) for sentence in sentences]
    first = f"compiles for {game.name}" if text.endswith(".c") else "loads as an agent"
    try:
        agent = find_agent(found, game, text)
    except Mistake as error:
        return [(first, str(error))]
    others = [find_agent(found, game, "random") for _ in range(game.seats - 1)]
    count = max(GAMES_EACH, game.seats)
    rows = np.array([np.roll(np.arange(game.seats), number) for number in range(count)])  # in every seat
    faults = [fault for fault in play(game, [agent, *others], rows, 1).faults if fault.agent == 0]
    said = next((f"game {fault.game + 1}, round {fault.turn}: {fault.text}" if fault.turn else fault.text
                 for fault in faults), None)
    if agent.outsider is not None and hasattr(agent.outsider, "close"):
        agent.outsider.close()
    notice: Checks = [("is short enough", getattr(agent.outsider, "notice", "") or None)] if text.endswith(".c") else []
    return [(first, None), *notice, (f"plays {game.name}", said)]


def names_read(source: bytes) -> set[str]:
    """What the file takes from the first argument of its act, by whatever function."""
    tree = ast.parse(source)
    acts = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "act" and node.args.args]
    views = {argument.arg for act in acts for argument in act.args.args[:2]} - {"self", "memory"} or {"view"}
    return {node.attr for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in views}


def names_of(game: Game) -> set[str]:
    """What a view of this game has for a Python file."""
    words = () if game.face.words is None else game.face.words(game.blank_view()[0])
    return {*(game.blank_view().dtype.names or ()), *words, *(("legal",) if game.actions <= LISTED else ())} - {"rng"}


def _which(text: str) -> str:
    return f"say which game it plays: lek check GAME {text}"
