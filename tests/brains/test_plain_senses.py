"""Plain senses: what is sensed of a game that declares none."""

from __future__ import annotations

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent
from lek.brains.plain_senses import plain_senses
from lek.brains.sensed import general
from lek.game import Game, record
from lek.jit import rule
from lek.position import Position
from lek.settings import Mistake
from lek.watching import watch
from tests.brains.open_games import noughts
from tests.games.sensed import Sensing


@rule
def start(s):
    s.left = s.heap


@rule
def actor(s):
    return s.mover if s.left > 0 else -1


@rule
def legal(s, a):
    return 0 <= a < 3 and a < s.left


@rule
def take(s, a):
    s.left -= a + 1
    s.mover = 1 - s.mover


@rule
def roll(s, a):
    """As many as were asked for, or one more."""
    s.left = max(0, s.left - a - 1 - dice.below(s, 2))
    s.mover = 1 - s.mover


@rule
def score(s, seat):
    return 2.0 if s.left <= 0 and s.mover != seat else 0.0


@rule
def see(s, body, v):
    v.left = s.left


def heap(step=take, many=9, rolls=False, **more):
    kind = [("left", "i8"), ("heap", "i8"), ("mover", "i8"), ("wide", "f8", (40, 40)), *([("rng", "u8")] if rolls else [])]
    return Game("heap", record(kind, heap=many), 2, start, actor, legal, step, score, **{"actions": 3, **more}, limit=many)


def test_noughts_and_crosses_is_sensed_by_what_a_move_leads_to():
    game = noughts()
    senses = plain_senses(game)
    cells = [f"cells_{k}_is_{mark}" for k in range(9) for mark in range(3)]
    assert list(senses.numbers) == [*cells, *(f"played_is_{k}" for k in range(1, 10)), "winner_is_minus_1", "winner_is_0",
                                    "winner_is_1", "ahead", "again"]
    assert list(senses.judges) == ["seat_1", "seat_2"]
    position, sensing = Position(game), Sensing(senses, game)
    for action in (0, 3, 1, 4):
        assert senses.judge(sensing.memory, position.state, 8) == position.seat
        position.push(action)
    assert sensing.choices(position.state) == [2, 5, 6, 7, 8]
    one = {name for name, value in sensing.numbers(position.state, 8).items() if value}
    assert one == {"cells_0_is_1", "cells_1_is_1", "cells_2_is_0", "cells_3_is_2", "cells_4_is_2", "cells_5_is_0",
                   "cells_6_is_0", "cells_7_is_0", "cells_8_is_1", "played_is_5", "winner_is_minus_1"}
    assert {name for name, value in sensing.numbers(position.state, 2).items() if value} >= {"winner_is_0", "ahead"}
    assert position.state.played == 4, "the state itself stays as it was"


def test_a_machine_is_refused_where_the_view_has_too_many_looks():
    with pytest.raises(Mistake, match="machine does not fit noughts: a machine reads one symbol of 2 to 1000 values, and "
                                      r"what is seen of this game has \d+; its SENSES can declare a symbol"):
        general(plain_senses)["machine"](noughts())


def test_a_small_game_is_read_whole():
    game = heap()
    senses, position = plain_senses(game), Position(heap())
    assert senses.symbols == 9 * 2, "what is left, 1 to 9, and whose move it is"
    seen = set()
    for action in (0, 2, 1, 0):
        seen.add((int(senses.symbol(None, position.state)), int(position.state.left), int(position.state.mover)))
        position.push(action)
    assert {(symbol, 2 * (left - 1) + mover) for symbol, left, mover in seen} == {(symbol, symbol) for symbol, *_ in seen}


def test_who_chooses_knows_how_far_ahead_it_is_then():
    game = heap()
    sensing = Sensing(plain_senses(game), game)
    s = record(game.blank.dtype, left=2, mover=1)[0]
    assert sensing.of_all(s, "ahead")[:2] == [0, 1], "the last one taken wins by as much as was ever seen"
    assert sensing.of_all(s, "left_is_1")[0] == 1 and sensing.choices(s) == [0, 1]
    assert "wide_0_0" not in sensing.senses.numbers, "what never varies says nothing"


def test_many_values_are_told_by_their_place():
    game = heap(many=500)
    senses = plain_senses(game)
    assert list(senses.numbers) == ["left", "mover", "ahead", "again"]
    seen = [Sensing(senses, game).numbers(record(game.blank.dtype, left=left)[0], 0)["left"] for left in (1, 250, 501)]
    assert seen[0] == -1 and seen[2] == 1 and abs(seen[1]) < 0.02


def test_dice_that_are_rolled_after_a_choice_cannot_be_foreseen():
    """The same choice in the same state: what comes of it differs for who senses, and never tells what will come."""
    game = heap(roll, rolls=True)
    senses = plain_senses(game)
    foreseen = {}
    for seed in range(40):
        s = record(game.blank.dtype, left=6, rng=np.uint64(7))[0]
        sensing = Sensing(senses, game, seed)
        foreseen.setdefault(sensing.numbers(s, 0)["left_is_5"], []).append(seed)
        assert s.left == 6 and s.rng == 7
    assert set(foreseen) == {0.0, 1.0} and min(map(len, foreseen.values())) > 8
    assert "rng" not in senses.numbers and general(plain_senses)["vector"](game).brain.rolls(game)


def test_what_is_hidden_is_described_by_the_view_for_every_action():
    game = heap(observe=see, view=record([("left", "i8")]))
    senses = plain_senses(game)
    assert list(senses.judges) == ["action_0", "action_1", "action_2"]
    assert list(senses.numbers) == [f"left_is_{k}" for k in range(1, 10)] and senses.symbols == 9
    v, sensing = record([("left", "i8")], left=4)[0], Sensing(senses, game)
    sensing.memory.legal[:] = (1, 0, 1)
    assert sensing.choices(v) == [0, 2]
    assert [senses.judge(sensing.memory, v, c) for c in range(3)] == [0, 1, 2]
    assert {name for name, value in sensing.numbers(v, 2).items() if value} == {"left_is_4"}
    assert senses.symbol(sensing.memory, v) == 3


def test_too_many_actions_are_refused_in_a_sentence():
    for kind in ("machine", "vector", "tree"):
        with pytest.raises(Mistake, match=f"{kind} does not fit heap: it has 513 actions, too many to judge one by one; its "
                                          "SENSES can declare a few choices"):
            general(plain_senses)[kind](heap(actions=513))


@pytest.mark.parametrize("kind", ["machine", "vector", "tree"])
def test_what_is_bred_where_something_is_hidden_makes_legal_moves_only(kind):
    """With nothing to take the game would go below zero: nobody ever does."""
    game = heap(observe=see, view=record([("left", "i8")]))
    made = general(plain_senses)[kind](game)
    genomes, stream = np.zeros(12, made.genome).view(np.recarray), record(dice.STREAM)[0]
    for g in genomes:
        made.random(stream, made.options[0], g)
    agents = [Agent(kind, made.brain, genomes[n:n + 1]) for n in range(12)]
    for n in range(11):
        for turn in watch(game, agents[n:n + 2], 1):
            assert turn.state.left >= 0
