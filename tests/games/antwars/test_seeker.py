"""The searching ant: what it does where the right move is plain, that it sees nothing hidden, and that search helps."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, configured
from lek.compete.schedule import paired_seats
from lek.game import record
from lek.games.antwars import BIT, CELLS, DIRECTIONS, SIGHT, START, antwars, board, cells_of, shifted
from lek.players import PLAYERS
from lek.players.antwars.seeker import imagine
from lek.players.antwars.strategies import DISTANCE
from lek.playing import play
from lek.watching import watch

GAME = antwars()
BRAIN = PLAYERS["antwars"]["seeker"]


@cache
def agent(name, **settings):
    brain = PLAYERS["antwars"][name]
    return Agent(name, brain, configured(brain, GAME, settings))


def memory(seed=1):
    m = record(BRAIN.memory_type(GAME))[0]
    m.rng = dice.stream(seed, 0, 1)
    return m


def ask(m, cell, food=(), enemy=-1, eaten=0, left=35, playouts=100):
    """What the seeker does when it sees this."""
    v = GAME.blank_view()[0]
    v.cell, v.enemy, v.eaten, v.left = cell, enemy, eaten, left
    v.food[:] = board(food)
    return DIRECTIONS[BRAIN.act(agent("seeker", playouts=playouts).genome[0], m, v)]


def near(cell):
    return {c for c in range(CELLS) if DISTANCE[cell, c] <= SIGHT}


@pytest.mark.parametrize("seat", [0, 1])
def test_it_takes_food_beside_it(seat):
    assert ask(memory(), START[seat], [START[seat] + 1]) == "E"


@pytest.mark.parametrize("seat", [0, 1])
def test_it_kills_an_enemy_beside_it(seat):
    m = memory()
    assert ask(m, START[seat], [START[seat] - 1]) == "W"
    assert ask(m, START[seat] - 1, enemy=START[seat] - 12, eaten=1, left=34) == "N"


def test_it_does_not_step_beside_an_enemy_for_one_piece_while_there_is_more():
    m = memory()
    ask(m, START[0], playouts=1)
    food = [START[0] + 1, START[0] - 11, START[0] - 22, START[0] - 21]  # the first is beside the enemy
    assert ask(m, START[0], food, enemy=START[0] + 13, left=34) in ("N", "NW", "NE")


def test_the_eighth_piece_is_worth_a_life():
    """Seven pieces in a column are eaten, then the enemy stands beside the eighth."""
    m = memory()
    column = [shifted(START[0], -t, 0) for t in range(9)]
    for t in range(7):
        ask(m, column[t], [c for c in column[t + 1:] if c in near(column[t])], eaten=t, left=35 - t, playouts=1)
    assert ask(m, column[7], [column[8]], enemy=shifted(column[8], -1, 1), eaten=7, left=28) == "N"


def moves(agents, seed, deal):
    return [t.action for t in watch(GAME, agents, seed, deal)]


def test_same_seed_same_moves():
    pair = [agent("seeker", playouts=16), agent("seeker", playouts=24)]
    assert moves(pair, 3, 5) == moves(pair, 3, 5)
    assert moves(pair, 3, 5) != moves(pair, 4, 5)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_it_has_never_seen_does_not_matter(seat):
    """In two games that look alike so far its memories, dice and all, are equal."""
    rng = np.random.default_rng(seat)
    v = GAME.blank_view()[0]
    for _ in range(3):
        one, other = memory(), memory()
        s, t = GAME.blank.copy()[0], GAME.blank.copy()[0]
        s.rng = t.rng = rng.integers(2**60)
        GAME.start(s)
        GAME.start(t)
        free = [c for c in range(CELLS) if c not in near(START[seat]) and c not in START]
        hidden = [c for c in cells_of(s.food) if c in free]
        t.food[:] = board([*(c for c in cells_of(s.food) if c not in free), *rng.permutation(free)[:len(hidden)]])
        assert list(s.food) != list(t.food)
        for state, m in ((s, one), (t, other)):
            GAME.observe(state, seat, v)
            m.worth[0] = BRAIN.act(agent("seeker", playouts=40).genome[0], m, v)
        assert one == other


def test_imagined_games_agree_with_what_was_seen():
    """Food in view, remembered or eaten, the enemy in view or out of it, the number of pieces."""
    for deal in range(3):
        m = memory(deal)
        for turn in watch(GAME, [agent("seeker", playouts=1), agent("greedy")], 2, deal):
            if turn.seat == 0:
                v = turn.view
                BRAIN.act(agent("seeker", playouts=1).genome[0], m, v)
                imagine(m, 35 - v.left, 0)
                food = cells_of(m.food)
                assert len(food) + m.eaten.sum() == 15
                assert m.eaten[0] == v.eaten and m.at[0] == v.cell and m.left[0] == v.left
                assert set(food) & near(v.cell) == set(cells_of(v.food))
                assert m.at[1] == v.enemy if v.enemy >= 0 else m.lives[1] == 0 or m.at[1] not in near(v.cell)
                assert all(BIT[c, 0] & m.food[0] == 0 for c in START)
            else:
                assert turn.state.alive[1] or m.lives[1] == 0


def test_it_beats_simple_ants_and_more_playouts_beat_fewer():
    agents = [agent("random"), agent("greedy"), *(agent("seeker", playouts=n) for n in (8, 64, 200))]
    pairs, deals = [(2, 0), (3, 1), (4, 2)], 50
    schedule, deal = paired_seats(pairs, deals)
    scores = play(GAME, agents, schedule, 9, deal=deal).scores.reshape(3, deals, 2, 2)
    share = (scores[:, :, 0, 0] + scores[:, :, 1, 1]).mean(axis=1) / 2
    assert share[0] > 0.9 and share[1] > 0.6 and share[2] > 0.5
