"""Simplexity's hand-written players: the framework's samples against recorded games and slow twins, and a search's sense.

The recorded games (25,757 of 2020, CC BY-NC-SA 4.0, Nuno Fachada) are not part of Lek: tests that need them skip without.
"""

from __future__ import annotations

import csv
import gzip
import math
import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.brains.alphabeta import NOTHING
from lek.brains.clocked import Clocked
from lek.compete.schedule import paired_seats
from lek.find import find_agent, find_game
from lek.game import record
from lek.games.simplexity import action_name, action_of, board_text, position, simplexity
from lek.players.simplexity.strategies import PLAYERS, near_the_centre, open_lines
from lek.playing import play
from lek.watching import watch

from . import twin as naive

BASE = simplexity()
SMALL = {"rows": 4, "cols": 5, "win": 3, "rounds": 4, "squares": 5}
recorded = pytest.mark.skipif(not naive.RECORDED.exists(), reason=naive.NOT_THERE)
NOBODYS = record(NOTHING)[0]


class Player:
    """A player in one game, with a memory."""

    def __init__(self, name, game=BASE, seed=1, **settings):
        self.brain, self.game = PLAYERS[name], game
        self.genome = configured(self.brain, game, settings)
        self.memory = record(self.brain.memory_type(game))
        if self.brain.rolls(game):
            self.memory[0].rng = dice.stream(seed, 0, 1)

    def move(self, s):
        return action_name(int(self.brain.act(self.genome[0], self.memory[0], s)))


def at(picture, left="10 11 10 11", mover=None, game=BASE):
    """The position drawn top row first, without empty rows and columns at the right."""
    cols, rows = game.settings["cols"], game.settings["rows"]
    text = "".join(line.ljust(cols, ".") for line in reversed(picture.split())).ljust(rows * cols, ".")
    stock = [int(number) for number in left.split()]
    return position(game, text, len(text.replace(".", "")) % 2 if mover is None else mover, stock)[0]


def wander(game, seed, most):
    """Positions of a game played at random, as long as it is on; the twin walks along."""
    draw, setup = random.Random(seed), game.settings
    twin = naive.Simplexity(*(setup[name] for name in ("rows", "cols", "win", "rounds", "squares")))
    s = game.blank.copy()[0]
    game.start(s)
    while not twin.over and twin.plies < most:
        yield s, twin
        action = draw.choice(twin.legal_actions())
        twin.play(action)
        game.step(s, action)


# random


def test_random_takes_every_legal_action_as_often():
    s = at("R w R w R wr", "9 0 3 1", mover=1)  # column 0 is full
    player = Player("random")
    seen = Counter(player.move(s) for _ in range(12_000))
    assert set(seen) == {f"{column}{shape}" for column in range(1, 7) for shape in "rs"}
    assert all(abs(count - 1000) < 5 * math.sqrt(1000) for count in seen.values())
    assert {player.move(at("", "0 3 1 1")) for _ in range(200)} == {f"{column}s" for column in range(7)}


# sequential


def test_sequential_goes_through_the_columns_and_spends_its_rounds_first():
    game = simplexity(rows=5, cols=4, win=5, rounds=3, squares=5)
    player = Player("sequential", game)
    moves = []
    s = game.blank.copy()[0]
    game.start(s)
    for reply in "0s 0r 0s 0r 1s 2s 3s".split():
        moves.append(player.move(s))
        game.step(s, action_of(moves[-1]))
        game.step(s, action_of(reply))
    assert moves == "0r 1r 2r 3s 1s 2s 3s".split()  # the second time round column 0 is full


def decisions(name, most, track=None):
    """What the framework's agent of this name was recorded to do: (setup, which game, actions before, action)."""
    many = 0
    with gzip.open(naive.RECORDED, "rt", encoding="utf-8") as lines:
        for number, told in enumerate(csv.DictReader(lines, delimiter="\t")):
            setup = tuple(int(told[key]) for key in ("rows", "cols", "win", "round", "square"))
            actions = [action_of(move) for move in told["moves"].split()]
            for seat, who in enumerate((told["white"], told["red"])):
                if who == name and track in (None, told["track"]):
                    for ply in range(seat, len(actions), 2):
                        yield setup, (number, seat), actions[:ply], actions[ply]
                        many += 1
                        if many == most:
                            return


def follow(name, given, **settings):
    """Of how many decisions how many are the player's too."""
    games, players, known, made, same = {}, {}, {}, 0, 0
    for setup, match, before, action in given:
        if setup not in games:
            games[setup] = simplexity(**dict(zip(("rows", "cols", "win", "rounds", "squares"), setup, strict=True)))
            players[setup] = Player(name, games[setup], **settings)
        if len(before) < 2:
            players[setup].memory.view(np.uint8).fill(0)  # a new game
        place = (setup, match if name == "sequential" else None, tuple(before))
        if place not in known:
            s = games[setup].blank.copy()[0]
            games[setup].start(s)
            for played in before:
                games[setup].step(s, played)
            known[place] = players[setup].move(s)
        made += 1
        same += known[place] == action_name(action)
    return made, same


@recorded
def test_sequential_is_the_frameworks():
    made, same = follow("sequential", decisions("Sequential", 2000, "Base"))
    assert made == same == 2000


@recorded
def test_minimax_is_the_frameworks():
    made, same = follow("minimax", decisions("MinimaxD2", 2500, "Base"), depth=2)
    assert made == same == 2500


@pytest.mark.slow
@recorded
@pytest.mark.parametrize("name, recorded_name, moves, settings", [
    ("sequential", "Sequential", 51_491, {}), ("minimax", "MinimaxD2", 97_317, {"depth": 2})])
def test_samples_are_the_frameworks_on_all_boards(name, recorded_name, moves, settings):
    made, same = follow(name, decisions(recorded_name, None), **settings)
    assert made == same == moves


# minimax


def centre_sum(twin, seat):
    """The sample's heuristic, in the framework's precision."""
    single = np.float32
    row, column = twin.rows // 2, twin.cols // 2
    total = single(0)
    for i, pieces in enumerate(twin.board):
        for j, piece in enumerate(pieces):
            points = single(single(math.dist((row, column), (0, 0))) - single(math.dist((row, column), (i, j))))
            for ours in ("wW", "rR")[seat], ("wr", "WR")[seat]:
                total = total if piece == "." else total + points if piece in ours else total - points
    return float(total)


def minimax(twin, seat, depth):
    """(value, action) by the textbook: all wins alike, the last of equals."""
    if twin.over:
        return (0.0 if twin.winner == naive.DRAW else math.inf if twin.winner == seat else -math.inf), None
    if depth == 0:
        return centre_sum(twin, seat), None
    best, sign = (-math.inf, None), 1 if twin.turn == seat else -1
    for action in twin.legal_actions():
        value = sign * minimax(twin.after(action), seat, depth - 1)[0]
        best = max(best, (value, action), key=lambda pair: pair[0]) if value != best[0] else (value, action)
    return sign * best[0], best[1]


@pytest.mark.parametrize("settings, depth, most", [
    ({}, 1, 42), ({}, 2, 30), (SMALL, 3, 20), ({"rows": 3, "cols": 8}, 2, 24)])
def test_minimax_is_the_textbooks(settings, depth, most):
    game = simplexity(**settings)
    player = Player("minimax", game, depth=depth)
    for seed in range(4 if depth == 1 else 2):
        for s, twin in wander(game, seed, most):
            if (twin.plies + seed) % 3 == 0 or depth == 1:
                assert near_the_centre(NOBODYS, NOBODYS, s) == centre_sum(twin, twin.turn)
                assert action_of(player.move(s)) == minimax(twin, twin.turn, depth)[1]


def test_minimax_looks_three_moves_ahead_unless_told_otherwise():
    assert PLAYERS["minimax"].settings["depth"].default == 3
    assert set(PLAYERS["minimax"].settings) == {"depth"}
    assert find_agent(find_game("simplexity"), BASE, "minimax", clock=0.1).brain is PLAYERS["minimax"]  # no clock for it


# sure


def slow_lines(twin):
    """What White's open lines are worth more than Red's."""
    total = 0.0
    cells = {(row, column) for row in range(twin.rows) for column in range(twin.cols)}
    for row, column in cells:
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            window = [(row + k * up, column + k * right) for k in range(twin.win)]
            if not set(window) <= cells:
                continue
            there = "".join(twin.at(*cell) for cell in window).replace(".", "")
            empty = [cell for cell in window if twin.at(*cell) == "."]
            if not there or not empty:
                continue
            weight = {1: 200, 2: 80, 3: 20}.get(len(empty), 20 / 4 ** (len(empty) - 3) if len(empty) < 8 else 0)
            if len(empty) == 1 and (empty[0][0] == 0 or twin.at(empty[0][0] - 1, empty[0][1]) != "."):
                weight *= 4
            for kind, sign in (("wW", 1), ("rR", -1), ("wr", 1.25), ("WR", -1.25)):
                total += sign * weight * (not set(there) - set(kind))
    return total


@pytest.mark.parametrize("settings", [
    {}, SMALL, {"rows": 3, "cols": 8}, {"rows": 7, "cols": 8, "win": 7, "rounds": 14, "squares": 14},
    {"rows": 6, "cols": 2}], ids=str)
def test_sure_counts_open_lines(settings):
    game = simplexity(**settings)
    for seed in range(5):
        for s, twin in wander(game, seed, 60):
            assert open_lines(NOBODYS, NOBODYS, s) == pytest.approx(slow_lines(twin) * (1 - 2 * twin.turn))


@pytest.mark.parametrize("picture, mover, moves", [
    ("w w wRR", 0, "0r 0s"),  # four in a column
    ("wwW.RR", 0, "3r"),  # a square would complete four squares, and shape beats colour
    ("w w wRR", 1, "0s"),  # a round would complete four rounds
    ("Rw Rw Rw", 0, "1r 1s"),  # both could win: first come, first served
])
def test_sure_wins_and_stops_the_other_from_winning(picture, mover, moves):
    assert Player("sure").move(at(picture, mover=mover)) in moves.split()


def test_sure_under_a_clock_searches_for_most_of_it():
    agent = find_agent(find_game("simplexity"), BASE, "sure", clock=0.05)
    assert isinstance(agent.outsider, Clocked)
    assert agent.outsider.share == 0.93
    agent.outsider.begin(BASE, 0, 1)
    s = at("")
    assert BASE.legal(s, agent.outsider.choose(s, lambda a: True, 0.05))
    assert agent.outsider.told["depth"] >= 1
    assert board_text(s) == "." * 42


# thunder


@pytest.mark.parametrize("picture, mover, moves", [("w w wRR", 0, "0r 0s"), ("wwW.RR", 0, "3r"), ("w w wRR", 1, "0s")])
def test_thunder_wins_and_stops_the_other_from_winning(picture, mover, moves):
    assert Player("thunder", playouts=3000).move(at(picture, mover=mover)) in moves.split()


def test_thunder_under_a_clock_searches_for_nine_tenths_of_it():
    outsider = find_agent(find_game("simplexity"), BASE, "thunder", clock=0.05).outsider
    assert isinstance(outsider, Clocked) and outsider.share == 0.9
    outsider.begin(BASE, 0, 1)
    s = at("")
    assert BASE.legal(s, outsider.choose(s, lambda a: True, 0.05))


@pytest.mark.slow
@pytest.mark.parametrize("other", ["random", "sequential"])
def test_lek_loses_to_neither_of_the_simplest(other):
    found, game = find_game("simplexity"), simplexity(opening=2)
    agents = [find_agent(found, game, "lek:nodes=300,depth=20"), find_agent(found, game, other)]
    rows, deals = paired_seats(np.array([(0, 1)]), np.arange(15))
    played = play(game, agents, rows, 4, deal=deals)
    assert np.bincount(rows.reshape(-1), played.measures[:, :, 0].reshape(-1)).tolist() == [30.0, 0.0]


@pytest.mark.slow
def test_lek_plays_on_the_largest_boards():
    found, game = find_game("simplexity"), simplexity(rows=20, cols=40, win=9, rounds=400, squares=400, opening=30)
    agents = [find_agent(found, game, text) for text in ("lek:nodes=200", "random")]
    for seats in ([0, 1], [1, 0]):
        assert len(list(islice(watch(game, [agents[k] for k in seats], 8), 12))) == 12  # an illegal move would raise
