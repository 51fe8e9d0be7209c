"""The fast rules of Ant Wars against their naive twin, move by move over whole games.

The twin was written from the rulebook, not from the fast code. Both roll the dice of Lek.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lek import dice
from lek.agent import Agent, configured
from lek.games.antwars import antwars, cells_of
from lek.players.antwars.strategies import PLAYERS
from lek.playing import play
from lek.position import result
from lek.watching import watch

from . import twin as naive

WORDS = {0: naive.EMPTY, 1: naive.FOOD, 2: naive.ENEMY}
NO_MOVES = [-1, 8, 9, 255, 2**31, -(2**31), 2**40, -(2**40)]


class Chooser:
    """Goes to food or to the enemy next to it as often as told, else anywhere; now and then it makes no move."""

    def __init__(self, seed, greed=0.5, anger=0.5, faults=0.002):
        self.rng, self.greed, self.anger, self.faults = random.Random(seed), greed, anger, faults

    def __call__(self, view):
        rng, cells = self.rng, view["cells"]
        if rng.random() < self.faults:
            return rng.choice(NO_MOVES)
        next_to = {way: cells[row][column] for way, (row, column) in enumerate(
            [(1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (1, 1)])}
        for what, often in ((naive.ENEMY, self.anger), (naive.FOOD, self.greed)):
            ways = [way for way in next_to if next_to[way] == what]
            if ways and rng.random() < often:
                return rng.choice(ways)
        return rng.randrange(8)


def told(game, v):
    """A fast view in the twin's words, the cells being those that the contest's grid does not hide."""
    said = game.face.words(v)
    row, column, grid = said["row"], said["column"], said["grid"]
    assert sum(what != -1 for line in grid for what in line) == 25
    near = range(-2, 3)
    cells = [[WORDS[grid[(row + down) % 11][(column + right) % 11]] for right in near] for down in near]
    assert (v.cell, v.enemy >= 0) == (11 * row + column, any(naive.ENEMY in line for line in cells))
    return {"place": (row, column), "cells": cells, "score": int(v.eaten), "left": int(v.left)}


def view_of(game, s, ant):
    v = game.blank_view()[0]
    game.observe(s, ant, v)
    return told(game, v)


def picture(game, s):
    return [line.replace(" ", "") for line in game.face.show(s).split("\n")[1:]]


def alike(game, s, twin):
    """Everything but the pictures, which are for people and slow."""
    assert game.actor(s) == (-1 if twin.over else twin.to_move)
    assert [(cell // 11, cell % 11) for cell in s.cell.tolist()] == twin.places
    assert cells_of(s.food) == [11 * row + column for row in range(11) for column in range(11) if twin.food[row][column]]
    assert (s.eaten.tolist(), s.alive.tolist()) == (twin.score, twin.alive)
    assert [game.score(s, ant) for ant in (0, 1)] == [twin.winner() == ant for ant in (0, 1)]


def views_alike(game, s, twin):
    """Of who is to move; of the other, that it sees the same. (It is told its moves left when its turn comes.)"""
    mine = twin.to_move
    assert view_of(game, s, mine) == twin.view(mine)
    if twin.alive[1 - mine]:
        assert {**view_of(game, s, 1 - mine), "left": 0} == {**twin.view(1 - mine), "left": 0}


def started(game, seed, deal):
    s = game.blank.copy()[0]
    s.rng = dice.stream(seed, deal, 0)
    game.start(s)
    return s


def end_of(twin):
    """Scores and measures as the fast game tells them; nan is what does not compare."""
    wins = [float(twin.winner() == ant) for ant in (0, 1)]
    rows = [[twin.score[ant], not twin.alive[ant], wins[ant] if ant == 0 else None, wins[ant] if ant == 1 else None]
            for ant in (0, 1)]
    return wins, rows


def plain(scores, measures):
    return scores.tolist(), [[None if np.isnan(one) else one for one in row] for row in measures]


def compare(choosers, pieces=15, moves=35, seed=1, deal=0):
    """One game; the choosers are given the twin's views. Returns the twin."""
    game, twin = antwars(pieces=pieces, moves=moves), naive.AntWars(pieces, moves, seed, deal)
    s = started(game, seed, deal)
    assert s.rng == twin.dice.rng
    while True:
        alike(game, s, twin)
        if twin.over:
            break
        views_alike(game, s, twin)
        legal = [a for a in [*range(-2, 11), *NO_MOVES] if game.legal(s, a)]
        assert legal == list(range(8))
        action = choosers[twin.to_move](twin.view(twin.to_move))
        game.step(s, action)
        twin.move(action)
    assert picture(game, s) == twin.picture()
    assert game.measure_names == ("eaten", "killed", "won_as_1", "won_as_2")
    assert plain(*result(game, s)) == end_of(twin)
    return twin


@pytest.mark.parametrize("pieces, moves", [(15, 35), (0, 35), (1, 5), (40, 1), (60, 10), (119, 70), (15, 200), (7, 2)])
def test_the_fast_rules_agree_with_the_twin_after_every_move(pieces, moves):
    for deal in range(6):
        compare([Chooser(f"{deal} one"), Chooser(f"{deal} two", anger=0.1 * deal)], pieces, moves, 3, deal)


@st.composite
def whole_games(draw):
    nature = st.sampled_from([0.0, 0.2, 0.7, 1.0])
    choosers = [Chooser(draw(st.integers(0, 2**40)), draw(nature), draw(nature), draw(st.sampled_from([0.0, 0.01])))
                for _ in (0, 1)]
    return (choosers, *(draw(st.integers(low, high)) for low, high in ((0, 119), (1, 60), (0, 2**62), (0, 2**40))))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(whole_games())
def test_any_game_agrees_with_the_twin(whole):
    compare(*whole)


def test_the_food_lies_where_the_twin_lays_it():
    for pieces in range(120):
        game, twin = antwars(pieces=pieces), naive.AntWars(pieces, 35, 7, pieces)
        s = started(game, 7, pieces)
        alike(game, s, twin)
        assert s.rng == twin.dice.rng
        assert picture(game, s) == twin.picture()


def test_the_games_hold_what_they_should():
    """Those above are worth little if they all go alike."""
    seen = set()
    for deal in range(50):
        natures = [{"greed": 0.9, "anger": deal % 3 / 2, "faults": deal % 4 / 1000}, {"greed": 0.9, "anger": deal % 5 / 4}]
        twin = compare([Chooser(f"{deal} {k}", **nature) for k, nature in enumerate(natures)], seed=5, deal=deal)
        winner = twin.winner()
        seen |= {("killed", ant) for ant in (0, 1) if not twin.alive[ant]} | {("won", winner)}
        if twin.gave_up is not None:
            seen |= {("gave up", twin.gave_up), "alone" if not all(twin.alive) else "both"}
            seen |= {"the better lost"} if twin.score[1 - winner] > twin.score[winner] else set()
        elif not twin.alive[winner]:
            seen.add(("dead winner", winner))
        if twin.score[0] == twin.score[1]:
            seen.add("tie")
    assert seen >= {(what, ant) for what in ("killed", "won", "gave up", "dead winner") for ant in (0, 1)}
    assert seen >= {"tie", "alone", "both", "the better lost"}


# Whole games by either road


class Wild:
    """A chooser as an agent outside compiled code."""

    def __init__(self, game, **nature):
        self.game, self.nature = game, nature

    def begin(self, game, seat, seed):
        self.choose_by = Chooser(seed, **self.nature)

    def choose(self, view, legal, budget, body=0):
        return self.choose_by(told(self.game, view))


def test_watched_games_are_the_twins():
    game = antwars()
    for deal in range(10):
        twin = naive.AntWars(seed=2, deal=deal)
        agents = [Agent("wild", outsider=Wild(game, faults=0.01)), Agent("wilder", outsider=Wild(game, anger=1.0))]
        for turn in watch(game, agents, 2, deal, strict=False):
            assert (turn.seat, told(game, turn.view)) == (twin.to_move, twin.view(twin.to_move))
            twin.move(turn.action)
            alike(game, turn.state, twin)
        assert twin.over


def roller(seed, deal, ant):
    """The player `random`, with the dice of its seat."""
    own = np.zeros(1, dice.STREAM)[0]
    own.rng = dice.stream(seed, deal, 1 + ant)
    return lambda view: int(dice.below(own, 8))


def test_the_loop_plays_the_same_games():
    """Nothing is told to the twin here: the same dice in the same order make the same games."""
    for moves, pieces in ((35, 15), (300, 30)):
        game = antwars(moves=moves, pieces=pieces)
        anybody = Agent("random", PLAYERS["random"], configured(PLAYERS["random"], game, {}))
        deals = [*range(40), 2**40]
        played = play(game, [anybody], [[0, 0]] * len(deals), 6, deal=deals)
        ends = []
        for deal in deals:
            twin = naive.AntWars(pieces, moves, 6, deal)
            naive.play(twin, [roller(6, deal, ant) for ant in (0, 1)])
            ends.append(end_of(twin))
        assert [plain(*one) for one in zip(played.scores, played.measures, strict=True)] == ends
        assert any(row[1] for _, rows in ends for row in rows)  # somebody was killed
