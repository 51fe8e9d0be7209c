"""Playing: who rolls dice in a game, and when."""

from __future__ import annotations

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, Brain, configured
from lek.find import find_agent, find_game
from lek.game import Face, Game, record
from lek.games import GAMES
from lek.jit import rule
from lek.playing import play, rolls_dice

SIMPLEXITY = find_game("simplexity")
BOARD = GAMES["simplexity"](rows=4, cols=4, win=3)


def test_who_rolls_dice_is_seen_in_a_game() -> None:
    agents = [find_agent(SIMPLEXITY, BOARD, name) for name in ("sequential", "minimax:depth=2", "random")]
    assert [rolls_dice(BOARD, agents, seats, 1) for seats in ((0, 1), (1, 0), (0, 2), (2, 2))] == [False, False, True, True]
    opened = GAMES["simplexity"](rows=4, cols=4, win=3, opening=1)
    assert rolls_dice(opened, agents, (0, 1), 1), "the game itself draws an opening"
    asked = [*agents, Agent("anybody", outsider=object())]  # type: ignore[arg-type]
    assert rolls_dice(BOARD, asked, (0, 3), 1), "nobody knows what somebody outside does"


@rule
def _begin(s):
    s.n = 0


@rule
def _next(s):
    return s.n if s.n < 4 else -1


@rule
def _owner(s, body):
    return body % 2


@rule
def _free(s, a):
    return 0 <= a < 2


@rule
def _take(s, a):
    s.sum[s.n % 2] += a
    s.n += 1


@rule
def _sum(s, seat):
    return float(s.sum[seat])


@rule
def _look(s, body, v):
    v.body = body


@rule
def _late(g, m, v):
    return dice.below(m, 2) if v.body >= 2 else 0


@rule
def _begin_by_dice(s):
    s.n = 0
    s.when = s.when if s.when else dice.below(s, 2) - 2


@rule
def _take_by_dice(s, a):
    if s.n == s.when:
        s.sum[s.n % 2] += dice.below(s, 2)
    s.n += 1


@rule
def _first(g, m, v):
    return 0


@pytest.mark.parametrize(("when", "rolls"), [(0, True), (1, True), (3, True), (4, False)])
def test_a_game_that_could_roll_dice_is_one_that_does(when: int, rolls: bool) -> None:
    """At the start, in the second turn, in the last, and never: only then is every deal the same game."""
    kind = [("n", "i4"), ("when", "i4"), ("sum", "i4", (2,)), ("rng", "u8")]
    game = Game("perhaps", record(kind, when=when), 2, _begin_by_dice, _next, _free, _take_by_dice, _sum, actions=2, limit=4,
                face=Face(str))
    brain = Brain("first", _first)
    agents = [Agent("one", brain, configured(brain, game, {}))]
    assert game.rolls and [rolls_dice(game, agents, (0, 0), seed) for seed in (1, 2, 7)] == [rolls] * 3


def test_dice_of_any_body_count() -> None:
    """Two seats with two bodies each; only the second ones roll."""
    kind = [("n", "i4"), ("sum", "i4", (2,))]
    game = Game("bodies", record(kind), 2, _begin, _next, _free, _take, _sum, actions=2, limit=4,
                face=Face(str), bodies=4, owner=_owner, observe=_look, view=record([("body", "i4")]))
    brain = Brain("late", _late, memory=np.dtype([("rng", "u8")]))
    agents = [Agent(name, brain, configured(brain, game, {})) for name in ("one", "other")]
    assert len(np.unique(play(game, agents, [[0, 1]] * 30, 1).scores, axis=0)) > 1
    assert rolls_dice(game, agents, (0, 1), 1)
