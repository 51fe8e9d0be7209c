"""A matrix of payoffs: every cell is what the row's agent scores against the column's, from both seats."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lek.agent import Agent
from lek.compete.intervals import cluster_interval
from lek.compete.payoffs import as_json, payoffs
from lek.find import find_agent, find_game
from lek.playing import play
from lek.settings import Mistake
from lek.store import to_json

MOOSE = find_game("moose")
GAME = MOOSE.build(rounds=20)


def seated(*names: str, game: Any = GAME) -> list[Agent]:
    return [find_agent(MOOSE, game, name) for name in names]


def by_hand(one: str, other: str, deals: Any, seed: int) -> Any:
    """Scores [deals, 2] of the first against the second, sitting first and second."""
    agents = seated(one, other)
    first = play(GAME, agents, [[0, 1]] * len(deals), seed, deal=deals).scores[:, 0]
    return np.stack([first, play(GAME, agents, [[1, 0]] * len(deals), seed, deal=deals).scores[:, 1]], 1)


def test_rows_against_columns() -> None:
    matrix = payoffs(GAME, seated("greedy", "random"), seated("stay", "holder", "copycat"), 12, 3)
    assert (matrix.rows, matrix.columns, matrix.games) == (("greedy", "random"), ("stay", "holder", "copycat"), 12)
    for i, row in enumerate(matrix.rows):
        for j, column in enumerate(matrix.columns):
            deals = 6 * (3 * i + j) + np.arange(6)
            scores = by_hand(row, column, deals, 3)
            assert matrix.mean[i, j] == pytest.approx(scores.mean())
            low, high = cluster_interval(scores.ravel(), np.repeat(np.arange(6), 2), seed=3)
            assert (matrix.low[i, j], matrix.high[i, j]) == pytest.approx((low, high))


def test_among_each_other_a_pair_is_played_once_and_read_from_both_sides() -> None:
    played: list[Any] = []

    def count(game: Any, agents: Any, schedule: Any, seed: int, **more: Any) -> Any:
        played.append(schedule)
        return play(game, agents, schedule, seed, **more)

    names = ("greedy", "random", "holder")
    matrix = payoffs(GAME, seated(*names), games=9, seed=3, play=count)
    assert matrix.rows == matrix.columns == names and matrix.games == 10
    assert [len(rows) for rows in played] == [3 * 10 + 3 * 5], "three pairs, and three alone"
    alone = play(GAME, seated("random"), [[0, 0]] * 5, 3, deal=15 + np.arange(5)).scores
    assert matrix.mean[1, 1] == pytest.approx(alone.mean())
    assert np.isfinite(matrix.mean).all()
    scores = by_hand("greedy", "random", 5 + np.arange(5), 3)
    assert matrix.mean[0, 1] == pytest.approx(scores.mean())
    other = by_hand("random", "greedy", 5 + np.arange(5), 3)
    assert matrix.mean[1, 0] == pytest.approx(other.mean())
    assert json.loads(to_json(as_json(GAME, matrix, 3)))["mean"][0][1] == matrix.mean[0, 1]


def test_where_all_deals_come_out_alike_there_is_no_interval() -> None:
    found = find_game("simplexity")
    game = found.build(rows=4, cols=4, win=3)
    agents = [find_agent(found, game, name) for name in ("sequential", "minimax:depth=2", "random")]
    matrix = payoffs(game, agents, games=20, seed=1)
    assert np.isnan(matrix.low[:2, :2]).all() and np.isnan(matrix.high[:2, :2]).all()
    assert np.isfinite(matrix.low[2, :2]).all() and np.isfinite(matrix.high[:2, 2]).all()
    assert matrix.mean[0, 1] + matrix.mean[1, 0] == 3.0, "a win is three points, a draw none of these"


class Broken:
    """Never answers."""

    def begin(self, game: Any, seat: int, seed: int) -> None:
        pass

    def choose(self, view: Any, legal: Any, budget: float | None, body: int = 0) -> int:
        raise RuntimeError("no answer")


def test_who_fails_is_told_and_clocks_reach_the_agents() -> None:
    matrix = payoffs(GAME, seated("greedy"), [Agent("broken", outsider=Broken())], games=2, seed=1)
    assert matrix.idle == [1] and {(fault.agent, fault.text) for fault in matrix.faults} == {(1, "no answer")}
    found = find_game("dots")
    game = found.build(rows=2, columns=2)
    agents = [find_agent(found, game, "alphabeta:depth=2", clock=0.05), find_agent(found, game, "random")]
    assert payoffs(game, agents[:1], agents[1:], games=2, seed=1, clock=0.05).faults == []


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: payoffs(GAME, [], seated("stay")), "needs one agent or more on either side"),
    (lambda: payoffs(GAME, seated("stay"), games=0), "games=0 does not work"),
    (lambda: payoffs(MOOSE.build(moose=3), seated("stay", game=MOOSE.build(moose=3))), "payoffs are of games for two"),
])
def test_what_is_wrong_is_told(call: Any, sentence: str) -> None:
    with pytest.raises(Mistake, match=sentence):
        call()
