"""The players of Dots and Boxes as one brain that is any of them: what is compiled with one is compiled with all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lek.agent import Agent, Brain
from lek.game import Game, record
from lek.jit import rule
from lek.players.dots import parity as dots_parity
from lek.players.dots import solved as dots_solved
from lek.players.dots import strategies as dots
from lek.players.dots.lines import one_of
from lek.players.dots.parity import counting
from lek.players.dots.solved import best_lines, dice_and_room, too_large
from lek.players.dots.strategies import any_line, control, control_always, safe_lines, short_chains
from lek.settings import Mistake
from lek.settings import one_of as known_name

WHO = ("random", "greedy-safe", "greedy-shortest", "chain", "always-double-deal", "parity-avg", "parity-mm", "perfect")
PLAYERS = {**dots.PLAYERS, **dots_parity.PLAYERS, **dots_solved.PLAYERS}


@rule
def act(g, m, v):
    if g.who == 0:
        any_line(g, m, v)
    elif g.who == 1:
        safe_lines(g, m, v)
    elif g.who == 2:
        short_chains(g, m, v)
    elif g.who == 3:
        control(g, m, v)
    elif g.who == 4:
        control_always(g, m, v)
    elif g.who == 7:
        best_lines(g, m, v)
    else:
        counting(g, m, v)
    return one_of(v, m)


def knowledge(game: Game) -> Any:
    """What those who need it know of every position."""
    positions = 1 if too_large(game) else 1 << int(game.blank.lines[0])
    return [("who", "i8"), ("value", "i1", (positions,)), ("other", "f4", (positions,))]


ANYBODY = Brain("anybody", act, knowledge, dice_and_room)


@lru_cache(maxsize=8)
def opponent(game: Game, name: str) -> Agent:
    """A player by name, as this brain."""
    known_name("player", name, WHO)
    refused = PLAYERS[name].refuses(game)
    if refused:
        raise Mistake(f"{name} cannot play here: {refused}")
    genome = record(knowledge(game), who=WHO.index(name))
    inherits = PLAYERS[name].inherits
    if inherits is not None:
        inherits(game, genome[0])
    return Agent(name, ANYBODY, genome)
