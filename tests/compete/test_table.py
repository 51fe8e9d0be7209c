"""Tables: small tournaments whose sums can be done by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lek.compete.schedule import round_robin, together
from lek.compete.table import outcomes, pairs, standings

# Agent 3 never plays; the last game is agent 1 against itself.
SCHEDULE = np.array([[0, 1], [1, 0], [2, 0], [1, 2], [1, 1]])
SCORES = np.array([[3.0, 1.0], [2.0, 2.0], [0.0, 5.0], [4.0, 1.0], [6.0, 7.0]])


def test_a_win_is_a_strictly_highest_score() -> None:
    assert outcomes([[3, 1], [2, 2], [0, 5]]).tolist() == [[1, -1], [0, 0], [-1, 1]]
    assert outcomes([[3, 1]]).dtype == np.int8


def test_those_who_share_the_highest_score_draw_and_everyone_below_loses() -> None:
    assert outcomes([[2, 5, 5], [1, 1, 1], [1, 2, 3]]).tolist() == [[-1, 0, 0], [0, 0, 0], [-1, -1, 1]]


def test_standings_by_hand() -> None:
    table = standings(SCHEDULE[:4], SCORES[:4], 4)
    assert table.games.tolist() == [3, 3, 2, 0]
    np.testing.assert_array_equal(table.mean, [10 / 3, 7 / 3, 1 / 2, np.nan])
    assert table.wins.tolist() == [2, 1, 0, 0]
    assert table.draws.tolist() == [1, 1, 0, 0]
    assert table.losses.tolist() == [0, 1, 2, 0]
    assert table.measures.shape == (4, 0)


def test_standings_count_both_seats_of_an_agent_that_plays_itself() -> None:
    table = standings(SCHEDULE[4:], SCORES[4:], 2)
    assert (table.games[1], table.mean[1], table.wins[1], table.losses[1]) == (2, 6.5, 1, 1)


def test_standings_average_the_measures() -> None:
    measures = np.arange(16.0).reshape(4, 2, 2)
    table = standings(SCHEDULE[:4], SCORES[:4], 4, measures)
    np.testing.assert_array_equal(table.measures[2], [(8 + 14) / 2, (9 + 15) / 2])
    assert np.isnan(table.measures[3]).all()


def test_pairs_by_hand() -> None:
    table = pairs(SCHEDULE, SCORES, 4)
    assert table.agents.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert table.games.tolist() == [2, 1, 1]
    assert table.means.tolist() == [[2.5, 1.5], [5.0, 0.0], [4.0, 1.0]]
    assert table.wins.tolist() == [[1, 0], [1, 0], [1, 0]]
    assert table.draws.tolist() == [1, 0, 0]


@given(st.integers(2, 7), st.integers(1, 6), st.integers(0, 99))
def test_the_two_tables_of_a_round_robin_agree(agents: int, games: int, seed: int) -> None:
    schedule, _ = round_robin(agents, games)
    scores = np.random.default_rng(seed).integers(0, 4, schedule.shape).astype(np.float64)
    whole, by_pair = standings(schedule, scores, agents), pairs(schedule, scores, agents)
    assert (whole.wins + whole.draws + whole.losses == whole.games).all()
    assert whole.wins.sum() == whole.losses.sum() == by_pair.wins.sum()
    assert by_pair.games.tolist() == [games] * (agents * (agents - 1) // 2)
    means = np.zeros(agents)
    np.add.at(means, by_pair.agents, by_pair.means / (agents - 1))
    np.testing.assert_allclose(means, whole.mean)


def test_standings_of_a_game_for_many_seats() -> None:
    schedule, _ = together(3, 3)
    table = standings(schedule, schedule * 2.0, 3)
    assert table.wins.tolist() == [0, 0, 3]
    assert table.mean.tolist() == [0.0, 2.0, 4.0]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: outcomes([[np.nan, 1.0]]), "without NaN"),
        (lambda: standings([0, 1], [1, 2], 2), r"schedule must be an array \['games', 'seats'\]; given shape \[2\]"),
        (lambda: standings([[0, 1]], [[1, 2, 3]], 2), r"schedule's shape \[1, 2\]; given \[1, 3\]"),
        (lambda: standings([[0, 2]], [[1, 2]], 2), "whole numbers from 0 to 1; given 0 to 2"),
        (lambda: standings([[0, 1]], [[1, np.inf]], 2), "scores must be finite"),
        (lambda: standings([[0, 1]], [[1, 2]], 2, [[1, 2]]), r"measures must be an array \[1, 2, 'k'\]"),
        (lambda: pairs([[0, 1, 2]], [[1, 2, 3]], 3), r"an array \['games', 2\]; given shape \[1, 3\]"),
    ],
)
def test_a_bad_argument_is_refused_with_a_sentence(call, sentence) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_measure_is_averaged_over_the_games_that_have_it() -> None:
    measures = np.array([[[4.0], [np.nan]], [[np.nan], [np.nan]], [[8.0], [np.nan]]])
    told = standings([[0, 1], [0, 1], [0, 1]], np.zeros((3, 2)), 2, measures).measures
    assert told[0, 0] == 6.0
    assert np.isnan(told[1, 0])
