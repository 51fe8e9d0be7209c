"""From words to games and agents: a name, a name with settings (`patience:fights=5`), or the path of a file.

A path alone is an agent's file, a champion or a game. What a file of one's own adds to a game is named behind its path and a
colon: `mine.py:careful:risk=0.3`. So a student's file, which is given without a name, never runs in this process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lek import border, dice, own_files
from lek.agent import Agent, Brain, Representation, configured
from lek.brains import alphabeta, mcts
from lek.brains.anyhow import ANYHOW
from lek.brains.clocked import Clocked
from lek.brains.plain_senses import plain_senses
from lek.brains.sensed import general
from lek.champions import bundled, read_champion
from lek.files import split_path
from lek.game import Game, record
from lek.games import GAMES
from lek.launching import PLAIN, Launcher, Limits
from lek.outside import PythonFile, ask_rights
from lek.outside_c import CCall, CFile, compiled
from lek.person import Person
from lek.players import C_CALLS, CHAMPIONS, IN_C, PLAYERS, REPRESENTATIONS, SENSES
from lek.position import LISTED
from lek.settings import Mistake, assignments, one_of

SEARCHERS: dict[str, Callable[[Game], Brain]] = {"alphabeta": alphabeta.for_game, "mcts": mcts.for_game}


class Found(NamedTuple):
    """A game's builder with who plays it, how its players are bred, and how a file in C is asked for a move, if any is."""

    build: Any
    players: Mapping[str, Brain]
    representations: Mapping[str, Callable[..., Representation]]
    c_call: CCall | None = None


class Anyhow:
    """`random` where there are too many actions to list: it draws until one is legal."""

    def __init__(self) -> None:
        self.dice = record(dice.STREAM)

    def __copy__(self) -> Anyhow:
        return Anyhow()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.dice[0].rng = game, seed

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        while True:
            action = int(dice.roll(self.dice[0])) % self.game.actions
            if legal(action):
                return action


def find_game(text: str) -> Found:
    """A game by name, or by the path of a Python file with one `@configurable` function.

    The file may also have PLAYERS, SENSES, REPRESENTATIONS and a C_CALL. A game has the general representations that its
    SENSES (without any, its fields) allow, but for those of which it has its own.
    """
    if _path(text) is None:
        name = one_of("game", text, GAMES)
        own = sys.modules[GAMES[name].__module__]
        senses = SENSES.get(name, getattr(own, "SENSES", plain_senses))
        return Found(GAMES[name], {**getattr(own, "PLAYERS", {}), **PLAYERS.get(name, {})},
                     {**general(senses), **getattr(own, "REPRESENTATIONS", {}), **REPRESENTATIONS.get(name, {})},
                     C_CALLS.get(name))
    module = own_files.load(text, "game file")
    builders = [value for value in vars(module).values()
                if hasattr(value, "settings") and hasattr(value, "presets") and value.__module__ == module.__name__]
    if len(builders) != 1:
        raise Mistake(f"{text} should hold one function marked @configurable that makes the game; it holds {len(builders)}")
    return Found(builders[0], getattr(module, "PLAYERS", {}),
                 {**general(getattr(module, "SENSES", plain_senses)), **getattr(module, "REPRESENTATIONS", {})},
                 getattr(module, "C_CALL", None))


def find_agent(found: Found, game: Game, text: str, seconds: float = 1.0, clock: float | None = None,
               launcher: str | Launcher = PLAIN, limits: Limits = Limits()) -> Agent:
    """The agent an argument names; a file starts by this launcher, has `seconds` for a move, and these limits in a game.

    With a `clock` (seconds a move), agents that can think for a given time do; the others play as they always do.
    """
    border.game(game)
    path, inner = _path(text) or (None, None)
    if path is not None and inner is None:
        return _from_file(found, game, text, seconds if clock is None else clock, launcher, limits)
    name, colon, rest = (text if inner is None else inner).partition(":")
    given = assignments(rest.split(",")) if colon else {}
    if path is not None:
        brain = own_files.strategy_in(path, name)
    else:
        bred = champions_of(found)
        one_of("agent", name, dict.fromkeys([*found.players, *bred, *SEARCHERS, "random", "human"]))
        if name not in found.players and name not in SEARCHERS:
            if colon:
                raise Mistake(f"{name} has no settings; given: {rest}")
            if name in bred:
                return replace(_from_file(found, game, str(bundled()[name])), name=name)
            if name == "random" and game.actions <= LISTED:
                return Agent(text, ANYHOW, configured(ANYHOW, game, {}))
            return Agent(text, outsider=Person() if name == "human" else Anyhow())
        brain = found.players[name] if name in found.players else searcher(name, game)
    border.made_for(text if path else name, brain, game)
    genome = configured(brain, game, given)
    if clock is not None and brain.clocked is not None:
        return Agent(text, outsider=brain.clocked(brain, game, genome))
    return Agent(text, brain, genome)


def champions_of(found: Found) -> Mapping[str, str]:
    """The bred agents that come along with a game, by name, with a sentence each."""
    return next((CHAMPIONS.get(name, {}) for name, build in GAMES.items() if build is found.build), {})


@lru_cache(maxsize=256)
def searcher(name: str, game: Game) -> Brain:
    """A search that plays any game that hides nothing from its two players, or a Mistake."""
    reason = alphabeta.hides(game)
    if reason:
        raise Mistake(f"{name} cannot play here: {reason}")
    return replace(SEARCHERS[name](game), clocked=Clocked)


def find_representation(found: Found, game: Game, text: str) -> Representation:
    """A representation by name, with its settings, such as `machine:states=4,mutations=3`, or by a path and a name."""
    path, inner = _path(text) or (None, None)
    name, colon, rest = (text if path is None else inner or "").partition(":")
    if path is None:
        make = found.representations[one_of("representation", name, found.representations)]
    else:
        make = own_files.representation_in(path, name if inner is not None else None)
    given = assignments(rest.split(",")) if colon else {}
    if "game" in given:  # the builder's own argument
        raise Mistake(f"there is no setting of {name} called 'game'")
    return own_files.make_representation(name, make, game, given)


def fitting(found: Found, game: Game) -> dict[str, str | None]:
    """The representations by name: None for those that fit this game, for others a sentence that says why not."""
    reasons: dict[str, str | None] = {}
    for name, make in found.representations.items():
        try:
            make(game)
            reasons[name] = None
        except Mistake as error:
            reasons[name] = str(error)
    return reasons


def champion_in_c(text: str) -> tuple[str, int]:
    """The C of the champion in this file, and how many bytes its game allows."""
    path = Path(text) if _path(text) else bundled()[one_of("champion", text, bundled())]
    if not path.is_file():
        raise Mistake(f"there is no champion {text}; give the path of a .json file that lek evolve or lek dots learn wrote")
    champion = read_champion(str(path))
    exports = IN_C.get(champion.game, {})
    kind = champion.representation.partition(":")[0]
    if kind not in exports:
        known = ", ".join(f"{name} bred as {each}" for name, those in IN_C.items() for each in those)
        raise Mistake(f"{text} plays {champion.game} and was bred as {kind}: only {known} can be written in C")
    found = find_game(champion.game)
    try:
        game = found.build(**champion.settings)
        genome = find_representation(found, game, champion.representation).parse(champion.genome)
    except Mistake as error:
        raise Mistake(f"{text} does not hold a champion: {error}") from None
    return exports[kind](game, genome[0]), C_CALLS[champion.game].most


def _from_file(found: Found, game: Game, text: str, seconds: float = 1.0, launcher: str | Launcher = PLAIN,
               limits: Limits = Limits()) -> Agent:
    path = Path(text)
    if not path.is_file():
        raise Mistake(f"there is no agent file {text}; give a name, or the path of a .py file, of a saved champion's "
                      ".json, or in some games of a .c file")
    if path.suffix in (".py", ".c"):
        ask_rights(text)
    if path.suffix == ".py":
        if (kind := own_files.kind_of(path)) != "agent":
            holds, names = "a game" if kind == "game" else "compiled strategies", own_files.strategies_read(path)
            raise Mistake(f"{text} holds {holds} and is not asked for moves; a strategy in it is named behind a colon: "
                          f"{text}:{[*names, 'NAME'][0]}")
        return Agent(text, outsider=PythonFile(path, seconds, launcher, limits))
    if path.suffix == ".c":
        return Agent(text, outsider=CFile(path, compiled(path, game, found.c_call), seconds, launcher, limits))
    if path.suffix != ".json":
        raise Mistake(f"{text} cannot play: an agent's file is a .py with act(view), a champion's .json, in some games a .c")
    champion = read_champion(text)
    if champion.game != game.name:
        raise Mistake(f"{text} plays {champion.game}, not {game.name}")
    own = split_path(champion.representation)
    try:
        representation = find_representation(found, game, champion.representation)
        genome = representation.parse(champion.genome)  # perhaps of another size: a machine with other states
        return Agent(text, replace(representation.brain, genome=genome.dtype), genome)
    except Exception as error:
        if own is not None:
            why = own_files.failure(error, Path(own[0]))
            raise Mistake(f"{text} was bred by {champion.representation}, and that does not fit it now: {why}") from error
        if not isinstance(error, Mistake):
            raise
        other = {key: value for key, value in champion.settings.items() if game.settings.get(key) != value}
        why = "does not fit this game, it was bred for " + ", ".join(f"{key}={value}" for key, value in other.items())
        raise Mistake(f"{text} {why if other else 'does not hold a champion'}: {error}") from None


def _path(text: str) -> tuple[str, str | None] | None:
    if not isinstance(text, str):
        raise Mistake(f"a game or an agent is named by a text, such as 'moose' or 'my_bot.py'; given: {text!r}")
    return split_path(text)
