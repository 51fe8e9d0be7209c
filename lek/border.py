"""The border: what comes from outside is looked at here, once, and trusted inside. What is wrong is one sentence, a Mistake.

Seeds and deals are whole numbers from 0 to 2**63 - 1. An agent has a brain with a genome that is made for it and for this
game, or plays outside compiled code. A schedule names agents by whole numbers.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
import numpy.typing as npt

from lek.agent import Agent, Brain, Population
from lek.game import Game
from lek.settings import Mistake

MOST = (1 << 63) - 1
_welcome: WeakKeyDictionary[Agent, WeakSet[Game]] = WeakKeyDictionary()  # who was looked at for which games


def whole(name: str, given: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number in this range."""
    try:
        number = operator.index(given)
    except TypeError:
        number = None
    if number is None or isinstance(given, bool | np.bool_) or not least <= number <= most:
        shown = f"{least} to 2**63 - 1" if most == MOST else f"{least} to {most}"
        raise Mistake(f"{name}={_shown(given)} does not work: {name} is a whole number from {shown}")
    return number


def seed(given: Any) -> int:
    return whole("seed", given)


def seconds(name: str, given: Any) -> float | None:
    """A time above 0, or None for no limit."""
    if given is not None and not (isinstance(given, int | float) and 0 < given < math.inf):
        raise Mistake(f"{name}={_shown(given)} does not work: {name} is a number of seconds above 0, or None")
    return given


def seeds(given: Any) -> npt.NDArray[np.int64]:
    """One seed for each of several runs."""
    if isinstance(given, str | bytes) or not np.iterable(given):
        raise Mistake(f"seeds={_shown(given)} does not work: seeds is a list of whole numbers, one a run")
    return np.array([whole("seed", each) for each in given], np.int64)


def whole_numbers(name: str, given: Any) -> npt.NDArray[np.int64]:
    """An array of whole numbers from 0 to 2**63 - 1."""
    try:
        array = np.asarray(given)
    except (ValueError, OverflowError):
        array = np.array(None)
    if array.size == 0 and array.dtype.kind == "f":  # an empty list
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu" or (array.size and (array.min() < 0 or array.max() > MOST)):
        raise Mistake(f"{name} does not work: it holds whole numbers from 0 to 2**63 - 1; given: {_shown(given)}")
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


def agents(game: Game, given: Sequence[Agent] | Population) -> None:
    """A Mistake unless all of these can play this game."""
    if not isinstance(game, Game):
        raise Mistake(f"a game is made by find_game(NAME).build(); given: {_shown(game)}")
    if isinstance(given, Population):
        made_for(given.brain.name, given.brain, game)
        _genomes(given.brain.name, given.brain, game, given.genomes, given.bred)
        return
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise Mistake(f"agents are a list of Agent, as find_agent makes them; given: {_shown(given)}")
    for each in given:
        if not isinstance(each, Agent):
            raise Mistake(f"agents are a list of Agent, as find_agent makes them; given: {_shown(each)}")
        if game in _welcome.get(each, ()):
            continue
        _agent(game, each)
        _welcome.setdefault(each, WeakSet()).add(game)


def _agent(game: Game, agent: Agent) -> None:
    if agent.outsider is not None:
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
        return _shown(genome)
    return f"{genome.dtype} {list(genome.shape)}"


def _shown(given: Any) -> str:
    text = repr(given).replace("\n", " ")
    return text if len(text) <= 80 else text[:80] + " ..."
