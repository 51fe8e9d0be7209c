"""Sessions of a competition: who meets whom, points, places, and what becomes of those who break the rules."""

from __future__ import annotations

import time

import numpy as np
import pytest

from lek.agent import Agent
from lek.brains.asked import Asked, under_a_clock
from lek.compete.schedule import circle
from lek.compete.session import Match, as_json, session, standings
from lek.find import find_agent, find_game
from lek.games.simplexity import action_of, simplexity
from lek.settings import Mistake
from lek.watching import Fault

GAME = simplexity(rows=4, cols=5, win=3, rounds=4, squares=6)
FOUND = find_game("simplexity")
AMPLE = 5.0  # seconds: nobody is late who does not mean to be


def agent(text):
    return find_agent(FOUND, GAME, text, clock=AMPLE)


class Script:
    """Plays these moves, game after game the same; what is not a move is done instead."""

    def __init__(self, *script):
        self.script = script

    def begin(self, game, seat, seed):
        self.left = list(self.script)

    def choose(self, view, legal, budget, body=0):
        move = self.left.pop(0)
        return action_of(move) if isinstance(move, str) else move()


def scripted(*script):
    return Agent("scripted", outsider=Script(*script))


def results(text):
    """Matches like `ab a` (a won with the first seat), `cd =` (a draw)."""
    matches = []
    for line in text.split(", "):
        (first, second), winner = line.split()
        scores = (1.0, 1.0) if winner == "=" else (3.0, 0.0) if winner == first else (0.0, 3.0)
        matches.append(Match((ord(first) - ord("a"), ord(second) - ord("a")), scores, [], []))
    return matches


def placed(text):
    """Places as `1a 2b 2c`."""
    matches = results(text)
    return " ".join(f"{place.position}{chr(ord('a') + place.agent)}"
                    for place in standings(matches, 1 + max(max(match.agents) for match in matches)))


# Who meets whom


@pytest.mark.parametrize("agents", range(2, 12))
def test_every_pair_meets_twice_with_the_seats_swapped(agents):
    rows, deal = circle(agents)
    assert sorted(map(tuple, rows.tolist())) == [(i, j) for i in range(agents) for j in range(agents) if i != j]
    half = len(rows) // 2
    assert np.array_equal(rows[:half], rows[half:, ::-1])
    assert np.array_equal(deal[:half], deal[half:]) and len(set(deal.tolist())) == half


@pytest.mark.parametrize("agents", range(2, 12))
def test_in_every_round_of_the_circle_everybody_plays_at_most_once(agents):
    rows, _ = circle(agents)
    each = agents // 2  # games in a round
    for first in range(0, len(rows), each):
        assert len(np.unique(rows[first:first + each])) == 2 * each


def test_a_circle_of_six():
    assert circle(6)[0][:6].tolist() == [[0, 5], [1, 4], [2, 3], [0, 4], [5, 3], [1, 2]]


# Places


def test_a_win_is_three_points_a_draw_one():
    (first, second) = standings(results("ab a, ba ="), 2)
    assert (first.agent, first.points, first.wins, first.draws, first.losses) == (0, 4, 1, 1, 0)
    assert (second.agent, second.points, second.wins, second.draws, second.losses) == (1, 1, 0, 1, 1)


def test_places_are_by_points_and_shared_by_equals():
    assert placed("ab a, ac a, ad a, bc b, bd d, cd c") == "1a 2b 2c 2d"


def test_who_shares_the_lead_is_placed_by_the_games_among_the_leaders():
    # a and b have six points; b won their game, though a is listed first
    assert placed("ab b, ac a, ad a, bc b, bd d, cd c") == "1b 2a 3c 3d"


def test_leaders_who_are_equal_among_themselves_win_together():
    """As Inaniwa and assy in 2021, each of whom won one of their two games."""
    assert placed("ab b, ba a, ac a, bc b, cd c, ad a, bd b") == "1a 1b 3c 4d"


def test_three_leaders():
    assert placed("ab a, bc b, ca c, ad a, bd b, cd c") == "1a 1b 1c 4d"
    assert placed("ab a, ac a, bc =, ad d, bd b, cd c, db b, dc c, da d") == "1b 1c 3a 3d"


def test_places_tell_whose_fault_it_was():
    late = Match((0, 1), (0.0, 3.0), [], [Fault(0, 0, 3, "took too long", "late")])
    assert [(place.agent, place.faults) for place in standings([late, *results("ba b")], 2)] == [(1, 0), (0, 1)]


# Sessions


def test_a_session():
    agents = [agent("random"), agent("sequential"), agent("minimax:depth=3")]
    steps = []
    played = session(GAME, agents, AMPLE, seed=3, progress=lambda done, of: steps.append((done, of)))
    assert steps == [(n, 6) for n in range(1, 7)]
    assert sorted(match.agents for match in played.matches) == [(i, j) for i in range(3) for j in range(3) if i != j]
    assert sum(place.points for place in played.places) == sum(sum(match.scores) for match in played.matches)
    assert played.places[0].agent == 2
    assert not any(match.faults for match in played.matches)
    assert session(GAME, agents, AMPLE, seed=3).matches == played.matches  # compiled agents: settled by the seed
    for match in played.matches:
        state = GAME.blank.copy()[0]
        GAME.start(state)
        for action in match.actions:
            assert GAME.legal(state, action)
            GAME.step(state, action)
        assert match.scores == (GAME.score(state, 0), GAME.score(state, 1))


def crash():
    raise RuntimeError("no idea")


FAULTS = {  # what it does in its third move, the kind of the fault, words of the sentence
    "a full column": (lambda: action_of("0r"), "illegal", "legal"),
    "no such column": (lambda: 99, "illegal", "99"),
    "a shape used up": (lambda: action_of("1s"), "illegal", "legal"),
    "no move": (lambda: None, "illegal", "-1"),
    "crash": (crash, "exception", "no idea"),
    "late": (lambda: time.sleep(0.6) or action_of("2r"), "late", "took"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_loses_and_is_told(name):
    wrong, kind, words = FAULTS[name]
    game = simplexity(rows=4, cols=5, win=4, rounds=6, squares=1)
    other = scripted("0r", "0r", "3r", "4r", "3r", "4r")
    played = session(game, [scripted("0s", "0r", wrong), other], 0.5)
    loser = next(place for place in played.places if place.agent == 0)
    assert (loser.points, loser.losses, loser.faults) == (0, 2, 2)
    for match in played.matches:
        (fault,) = match.faults
        assert (fault.agent, fault.turn, fault.kind) == (0, 3, kind)
        assert words in fault.text
        assert len(match.actions) == 4 + match.agents.index(0) + (kind == "illegal" and name != "no move")


def test_a_session_as_data():
    played = session(GAME, [agent("sequential"), scripted("0s", crash)], AMPLE)
    told = as_json(played, GAME)
    assert [row["agent"] for row in told["standings"]] == ["sequential", "scripted"]
    assert list(told["standings"][0]) == ["position", "agent", "points", "wins", "draws", "losses", "faults"]
    assert told["games"][0]["agents"] == ["sequential", "scripted"]
    assert told["games"][0]["moves"] == "0r 0s 1r"
    assert told["games"][0]["faults"] == [{"agent": "scripted", "turn": 2, "kind": "exception", "text": "no idea"}]


def test_threads_are_for_those_who_can_use_them():
    many = agent("alphabeta")
    assert (under_a_clock(many, 3).threads, under_a_clock(agent("sure"), 3).threads) == (3, 1)
    assert isinstance(under_a_clock(agent("minimax"), 3), Asked)


def test_sessions_that_cannot_be_held():
    with pytest.raises(Mistake, match="two agents or more; given: 1"):
        session(GAME, [agent("random")], AMPLE)
    moose = find_game("moose")
    game = moose.build(moose=3)
    with pytest.raises(Mistake, match="3 seats"):
        session(game, [find_agent(moose, game, "random")] * 3, AMPLE)
