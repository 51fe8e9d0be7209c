"""The fast rules and players of Dots and Boxes against their naive twin, which was written from the rulebook alone."""

from __future__ import annotations

import random

import pytest

from lek.find import find_agent, find_game
from lek.game import record
from lek.games.dots import dots
from lek.players.dots.exact import MARKS
from lek.players.dots.lines import room
from lek.position import result

from . import twin as naive

SMALL = ("parity-avg", "parity-mm", "perfect")  # too slow to be compared on larger boards from the start on


@pytest.mark.parametrize("rows, columns", [(3, 3), (2, 2), (8, 8)])
def test_games_agree_move_by_move_faults_included(rows, columns):
    game = dots(rows=rows, columns=columns)
    for seed in range(12):
        rng, s, twin = random.Random(seed), game.blank.copy()[0], naive.Dots(rows, columns)
        game.start(s)
        while not twin.over:
            assert game.actor(s) == twin.turn
            assert [a for a in range(-1, game.actions + 1) if game.legal(s, a)] == twin.lines()
            assert s.open[:-1].tolist() == [twin.degree(box) for box in range(rows * columns)]
            action = rng.randrange(-1, game.actions + 1) if rng.random() < 0.01 else rng.choice(twin.lines())
            game.step(s, action)
            twin.play(action)
            assert s.owner[:-1].tolist() == [-1 if seat is None else seat for seat in twin.owner]
        assert game.actor(s) == -1
        assert result(game, s)[0].tolist() == twin.scores


def test_players_choose_among_the_same_lines():
    compare(dots(), [name for name in MARKS if name not in SMALL], games=12)


def test_those_who_know_all_positions_choose_among_the_same_lines():
    compare(dots(rows=2, columns=2), MARKS, games=8)


def compare(game, names, games):
    """Positions of games of all players and of random ones."""
    found = find_game("dots")
    agents = {name: find_agent(found, game, name) for name in names}
    rooms = {name: record(room(game))[0] for name in names}
    met = set()
    for name in names:
        for seed in range(games):
            rng, s = random.Random(seed), game.blank.copy()[0]
            game.start(s)
            twin = naive.Dots(int(s.rows), int(s.columns))
            while not twin.over:
                choices = {}
                for each, agent in agents.items():
                    MARKS[each](agent.genome[0], rooms[each], s)
                    choices[each] = {a for a in range(game.actions) if (int(rooms[each].set[0]) >> a) & 1}
                    assert choices[each] == naive.PLAYERS[each](twin), (each, sorted(twin.drawn))
                met.add((name, len(choices[name]) < len(twin.lines())))
                action = rng.choice(sorted(choices[name if rng.random() < 0.7 else "random"]))
                game.step(s, action)
                twin.play(action)
    assert met >= {(name, True) for name in names if name != "random"}
