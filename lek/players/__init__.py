"""Where games and brains meet: for every game its hand-written strategies and its representations.

`find_game` and `find_agent` turn what people write on a command line into games and agents: a name, a name with
settings (`patience:fights=5`), or a path to a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lek import border, dice, jit
from lek.agent import Agent, Brain, Representation, configured
from lek.brains import alphabeta, mcts
from lek.brains.clocked import Clocked
from lek.files import write
from lek.game import Game, record
from lek.games import GAMES
from lek.outside import GAME_BUDGET, PythonFile, ask_rights
from lek.outside_c import CFile, compiled
from lek.person import Person
from lek.players import (
    antwars,
    antwars_c,
    antwars_humants,
    antwars_hyper,
    antwars_seeker,
    antwars_trees,
    dots,
    dots_parity,
    dots_rules,
    dots_search,
    dots_solved,
    gunslinger,
    gunslinger_bred,
    gunslinger_groups,
    moose,
    moose_machines,
    moose_students,
    organisms,
    organisms_2012,
    organisms_2013,
    organisms_2023,
    organisms_bred,
    simpai,
    simpai_bred,
    simplexity,
    simplexity_lek,
)
from lek.settings import Mistake, assignments, one_of, shown

PLAYERS: dict[str, dict[str, Brain]] = {
    "moose": {**moose.PLAYERS, **moose_students.PLAYERS},
    "organisms": {**organisms.PLAYERS, **organisms_2012.PLAYERS, **organisms_2013.PLAYERS, **organisms_2023.PLAYERS},
    "gunslinger": {**gunslinger.PLAYERS, **gunslinger_groups.PLAYERS},
    "simplexity": {**simplexity.PLAYERS, **simpai.PLAYERS, **simplexity_lek.PLAYERS},
    "antwars": {**antwars.PLAYERS, **antwars_humants.PLAYERS, **antwars_hyper.PLAYERS,
                **antwars_seeker.PLAYERS},
    "dots": {**dots.PLAYERS, **dots_parity.PLAYERS, **dots_solved.PLAYERS,
             **dots_search.PLAYERS},
}
REPRESENTATIONS: dict[str, dict[str, Callable[..., Representation]]] = {
    "moose": {"machine": moose_machines.machines},
    "organisms": {"settler": organisms_bred.settlers},
    "gunslinger": {"linear": gunslinger_bred.linears},
    "simplexity": {"simpai": simpai_bred.weighers},
    "antwars": {"tree": antwars_trees.trees},
    "dots": {"rules": dots_rules.lists},
}
CHAMPIONS: dict[str, dict[str, str]] = {  # bred agents that come along, each in a file here, and where they are from
    "antwars": {"brilliant": "Bred by the study of that name: of thirty champions the one that does best among them."},
}
SEARCHERS: dict[str, Callable[[Game], Brain]] = {"alphabeta": alphabeta.for_game, "mcts": mcts.for_game}
IN_C: dict[str, dict[str, Callable[[Game, Any], str]]] = {"antwars": {"tree": antwars_c.export}}  # export(game, g)
LISTED = 10_000  # actions that are looked through for the legal ones


class Found(NamedTuple):
    """A game's builder with who plays it and how its players are bred."""

    build: Any
    players: Mapping[str, Brain]
    representations: Mapping[str, Callable[..., Representation]]


class Champion(NamedTuple):
    """What the file of a bred agent says."""

    game: str
    settings: Mapping[str, Any]
    representation: str
    genome: str


class Anyhow:
    """`random` for games that have no player of that name: any legal action, each as likely.

    Where there are too many actions to list, it draws until one is legal.
    """

    def __init__(self) -> None:
        self.dice = record(dice.STREAM)

    def __copy__(self) -> Anyhow:
        return Anyhow()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.dice[0].rng = game, seed

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        if self.game.actions > LISTED:
            while True:
                action = int(dice.roll(self.dice[0])) % self.game.actions
                if legal(action):
                    return action
        actions = [action for action in range(self.game.actions) if legal(action)]
        return actions[int(dice.below(self.dice[0], len(actions)))]


def find_game(text: str) -> Found:
    """A game by name, or by the path of a Python file with one `@configurable` function (and, if it likes, PLAYERS)."""
    if not _is_path(text):
        name = one_of("game", text, GAMES)
        return Found(GAMES[name], PLAYERS.get(name, {}), REPRESENTATIONS.get(name, {}))
    module = _load(text)
    builders = [value for value in vars(module).values()
                if hasattr(value, "settings") and hasattr(value, "presets") and value.__module__ == module.__name__]
    if len(builders) != 1:
        raise Mistake(f"{text} should hold one function marked @configurable that makes the game; it holds {len(builders)}")
    return Found(builders[0], getattr(module, "PLAYERS", {}), getattr(module, "REPRESENTATIONS", {}))


def find_agent(found: Found, game: Game, text: str, seconds: float = 1.0, clock: float | None = None,
               game_seconds: float = GAME_BUDGET) -> Agent:
    """The agent an argument names; `seconds` and `game_seconds` are what a file may take for a move and for a game.

    With a `clock` (seconds a move), agents that can think for a given time do; the others play as they always do.
    """
    border.game(game)
    if _is_path(text):
        return _from_file(found, game, text, seconds if clock is None else clock, game_seconds)
    name, colon, rest = text.partition(":")
    given = assignments(rest.split(",")) if colon else {}
    bred = champions_of(found)
    one_of("agent", name, dict.fromkeys([*found.players, *bred, *SEARCHERS, "random", "human"]))
    if name not in found.players and name not in SEARCHERS:
        if colon:
            raise Mistake(f"{name} has no settings; given: {rest}")
        if name in bred:
            return replace(_from_file(found, game, str(_champion_file(name))), name=name)
        return Agent(text, outsider=Person(show=game.show) if name == "human" else Anyhow())
    brain = found.players[name] if name in found.players else searcher(name, game)
    border.made_for(name, brain, game)
    genome = configured(brain, game, given)
    if clock is not None and brain.clocked is not None:
        return Agent(text, outsider=brain.clocked(brain, game, genome))
    return Agent(text, brain, genome)


def champions_of(found: Found) -> Mapping[str, str]:
    """The bred agents that come along with a game, by name, with a sentence each."""
    return next((CHAMPIONS.get(name, {}) for name, build in GAMES.items() if build is found.build), {})


def _champion_file(name: str) -> Path:
    return Path(__file__).with_name(f"{name}.json")


@lru_cache(maxsize=256)
def searcher(name: str, game: Game) -> Brain:
    """A search that plays any game that hides nothing from its two players, or a Mistake."""
    reason = alphabeta.hides(game)
    if reason:
        raise Mistake(f"{name} cannot play here: {reason}")
    return replace(SEARCHERS[name](game), clocked=Clocked)


def find_representation(found: Found, game: Game, text: str) -> Representation:
    """A representation by name, with its settings: `machine:states=4,mutations=3`."""
    name, colon, rest = text.partition(":")
    make = found.representations[one_of("representation", name, found.representations)]
    given = assignments(rest.split(",")) if colon else {}
    if "game" in given:  # the builder's own argument
        raise Mistake(f"there is no setting of {name} called 'game'")
    return make(game, **given)


def save_champion(path: Path, game: Game, text: str, representation: Representation, genome: Any) -> None:
    """Write a bred agent to a file that plays wherever a name does."""
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
    return champion


def champion_in_c(text: str) -> tuple[str, Game]:
    """The C of the champion in this file, and the game that it was bred for, whose `c_call` says how long it may be."""
    names = [name for each in CHAMPIONS.values() for name in each]
    path = Path(text) if _is_path(text) else _champion_file(one_of("champion", text, names))
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
    return exports[kind](game, genome[0]), game


def _from_file(found: Found, game: Game, text: str, seconds: float = 1.0, game_seconds: float = GAME_BUDGET) -> Agent:
    path = Path(text)
    if not path.is_file():
        raise Mistake(f"there is no agent file {text}; give a name, or the path of a .py file, of a saved champion's "
                      ".json, or in some games of a .c file")
    if path.suffix in (".py", ".c"):
        ask_rights(text)
    if path.suffix == ".py":
        return Agent(text, outsider=PythonFile(path, seconds, game_seconds))
    if path.suffix == ".c":
        return Agent(text, outsider=CFile(path, compiled(path, game), seconds, game_seconds))
    if path.suffix != ".json":
        raise Mistake(f"{text} cannot play: an agent's file is a .py with act(view), a champion's .json, in some games a .c")
    champion = read_champion(text)
    if champion.game != game.name:
        raise Mistake(f"{text} plays {champion.game}, not {game.name}")
    representation = find_representation(found, game, champion.representation)
    try:
        genome = representation.parse(champion.genome)  # perhaps of another size: a machine with other states
        return Agent(text, replace(representation.brain, genome=genome.dtype), genome)
    except Mistake as error:
        other = {key: value for key, value in champion.settings.items() if game.settings.get(key) != value}
        why = "does not fit this game, it was bred for " + ", ".join(f"{key}={value}" for key, value in other.items())
        raise Mistake(f"{text} {why if other else 'does not hold a champion'}: {error}") from None


def _load(text: str) -> Any:
    if not Path(text).is_file():
        raise Mistake(f"there is no game file {text}; give the path of a .py file, or a game's name")
    ask_rights(text)
    try:
        return jit.load(text)
    except Mistake:
        raise
    except (Exception, SystemExit) as error:
        raise Mistake(f"{text} does not load: {jit.explain(error)}") from error


def _is_path(text: str) -> bool:
    if not isinstance(text, str):
        raise Mistake(f"a game or an agent is named by a text, such as 'moose' or 'my_bot.py'; given: {text!r}")
    return "/" in text or text.endswith((".py", ".json", ".c"))


__all__: Sequence[str] = ["PLAYERS", "REPRESENTATIONS", "Found", "champion_in_c", "champion_text", "find_agent", "find_game",
                          "find_representation", "read_champion", "save_champion"]
