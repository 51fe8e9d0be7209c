"""The border: what comes from outside is looked at here, once, and trusted inside. What is wrong is one sentence, a Mistake.

Seeds and deals are whole numbers from 0 to 2**63 - 1. An agent has a brain with a genome that is made for it and for this
game, or plays outside compiled code. A schedule names agents by whole numbers. Whoever plays a lot with the same agents has
them looked at once, and again whenever a genome has changed.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from lek.agent import Agent, Brain, Population, Representation
from lek.game import Game
from lek.settings import MOST, Mistake, shown
from lek.settings import whole as whole

LARGE = 1 << 20  # bytes of a genome that is a table made for a game, such as the value of every position
_welcome: WeakKeyDictionary[Agent, WeakKeyDictionary[Game, int]] = WeakKeyDictionary()  # with what genome, for which games


def seed(given: Any) -> int:
    return whole("seed", given, 0, MOST)


def game(given: Any) -> Game:
    if not isinstance(given, Game):
        raise Mistake(f"a game is made by find_game(NAME).build(); given: {shown(given)}")
    return given


def representation(given: Any) -> Representation:
    if not isinstance(given, Representation):
        raise Mistake(f"a representation is made by find_representation; given: {shown(given)}")
    return given


def seconds(name: str, given: Any) -> float | None:
    """A time above 0, or None for no limit."""
    if given is not None and (isinstance(given, bool) or not (isinstance(given, int | float) and 0 < given < math.inf)):
        raise Mistake(f"{name}={shown(given)} does not work: {name} is a number of seconds above 0, or None")
    return given


def seeds(given: Any) -> npt.NDArray[np.int64]:
    """One seed for each of several runs."""
    if isinstance(given, str | bytes) or not np.iterable(given):
        raise Mistake(f"seeds={shown(given)} does not work: seeds is a list of whole numbers, one a run")
    return np.array([seed(each) for each in given], np.int64)


def whole_numbers(name: str, given: Any) -> npt.NDArray[np.int64]:
    """An array of whole numbers from 0 to 2**63 - 1."""
    try:
        array = np.asarray(given)
    except (ValueError, OverflowError):
        array = np.array(None)
    if array.size == 0 and array.dtype.kind == "f":  # an empty list
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu" or (array.size and (array.min() < 0 or array.max() > MOST)):
        raise Mistake(f"{name} does not work: it holds whole numbers from 0 to 2**63 - 1; given: {shown(given)}")
    return np.ascontiguousarray(array, np.int64)


def schedule(game: Game, given: Any, agents: int) -> npt.NDArray[np.int64]:
    """Agents by number [games, seats]."""
    rows = whole_numbers("the schedule", given)
    rows = rows if rows.size else rows.reshape(0, game.seats)
    if rows.ndim != 2 or rows.shape[1] != game.seats:
        raise Mistake(f"a schedule for {game.name} has {game.seats} columns, one a seat; given: {list(rows.shape)}")
    if len(rows) and rows.max() >= agents:
        raise Mistake(f"the schedule names agents {rows.min()} to {rows.max()}, but there are {agents} (from 0)")
    return rows


def deals(given: Any, games: int) -> npt.NDArray[np.int64]:
    """What names the dice of each game [games]."""
    names = np.arange(games) if given is None else whole_numbers("deal", given)
    if names.shape != (games,):
        raise Mistake(f"{games} games need as many deals; given: {list(names.shape)}")
    return names


def agents(played: Game, given: Sequence[Agent]) -> None:
    """A Mistake unless all of these can play this game, one by one."""
    cast(played, given)
    if isinstance(given, Population) or any(isinstance(each, Population) for each in given):
        raise Mistake("a Population does not play here: give its members as a list of Agent")


def cast(played: Game, given: Sequence[Agent | Population] | Population) -> None:
    """A Mistake unless all of these agents and populations can play this game."""
    game(played)
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise Mistake(f"agents are a list of Agent, as find_agent makes them; given: {shown(given)}")
    for each in (given,) if isinstance(given, Population) else given:
        if isinstance(each, Population):
            _population(played, each)
            continue
        if not isinstance(each, Agent):
            raise Mistake(f"agents are a list of Agent, as find_agent makes them; given: {shown(each)}")
        genome, welcome = _summary(each.genome), _welcome.setdefault(each, WeakKeyDictionary())
        if welcome.get(played) != genome:
            _agent(played, each)
            welcome[played] = genome


def members(given: Sequence[Agent | Population] | Population) -> int:
    """How many play in a cast that was looked at: an agent is one, a population as many as it has genomes."""
    return sum(len(each.genomes) if isinstance(each, Population) else 1
               for each in ((given,) if isinstance(given, Population) else given))


def _population(game: Game, given: Population) -> None:
    if not isinstance(given.brain, Brain) or not isinstance(given.kept, dict | None):
        raise Mistake(f"a Population is a Brain, its genomes and what is kept of them; given: {shown(tuple(given))}")
    made_for(given.brain.name, given.brain, game)
    if len(getattr(given.genomes, "shape", ())) != 1:
        raise Mistake(f"the genomes of a Population are an array of records [n]; given: {_shape(given.genomes)}")
    _genomes(given.brain.name, given.brain, game, given.genomes, given.bred)


def _summary(genome: Any) -> int:
    """A number that changes with a genome; tables that are made for a game are not read again."""
    if not isinstance(genome, np.ndarray) or genome.nbytes > LARGE:
        return id(genome)
    return zlib.crc32(genome.tobytes())


def _agent(game: Game, agent: Agent) -> None:
    if agent.outsider is not None:
        if agent.brain is not None:
            raise Mistake(f"the agent {agent.name!r} has both a brain and an outsider; it is played by one of them")
        if not callable(getattr(agent.outsider, "begin", None)) or not callable(getattr(agent.outsider, "choose", None)):
            raise Mistake(f"the outsider of {agent.name!r} has begin and choose, as lek.agent.Outsider; given: "
                          f"{shown(agent.outsider)}")
        return
    if agent.brain is None:
        raise Mistake(f"the agent {agent.name!r} has neither a brain nor anybody who plays for it; find_agent makes agents")
    made_for(agent.name, agent.brain, game)
    if agent.genome is None:
        raise Mistake(f"the agent {agent.name!r} has a brain without a genome; find_agent makes both, and "
                      "configured(brain, game, {}) makes a genome")
    if getattr(agent.genome, "shape", None) != (1,):
        raise Mistake(f"the genome of {agent.name!r} is an array of one record [1]; given: {_shape(agent.genome)}")
    _genomes(agent.name, agent.brain, game, agent.genome, agent.bred)


def made_for(name: str, brain: Brain, game: Game) -> None:
    """A Mistake where the brain cannot play, or belongs to another game."""
    try:
        refusal = brain.refuses(game)
        if not refusal:
            brain.genome_type(game), brain.memory_type(game)
    except Exception:  # whatever a function of another game stumbles over
        refusal = f"it was made for another game than {game.name}"
    if refusal:
        raise Mistake(f"{name} cannot play here: {refusal}")


def _genomes(name: str, brain: Brain, game: Game, genomes: Any, bred: bool = False) -> None:
    """A Mistake unless the genomes are of the brain's type and hold nothing that it cannot read; bred ones never do."""
    wanted = brain.genome_type(game)
    if getattr(genomes, "dtype", None) != wanted:
        raise Mistake(f"the genome of {name!r} is not one that {brain.name} reads in this game: {wanted}; given: "
                      f"{_shape(genomes)}")
    if bred:
        return
    wrong = brain.unsound(game, genomes)
    for key in genomes.dtype.names or ():
        if genomes[key].dtype.kind == "f" and not np.isfinite(genomes[key]).all():
            wrong = f"{key} holds what is no number"
    for key, setting in brain.settings.items():
        low, high = (0, len(setting.choices) - 1) if setting.choices else (setting.low, setting.high)
        values = genomes[key]
        outside = ~np.isfinite(values)
        outside |= False if low is None else values < low
        outside |= False if high is None else values > high
        if outside.any():
            wrong = f"{key}={values[outside][0]}, but {key} is {setting.range}"
    if wrong:
        raise Mistake(f"the genome of {name!r} cannot be read: {wrong}")


def _shape(genome: Any) -> str:
    if not hasattr(genome, "dtype"):
        return shown(genome)
    return f"{genome.dtype} {list(genome.shape)}"
