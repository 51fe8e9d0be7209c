"""Schedules: who meets whom, in which seat, on which deal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lek.compete.schedule import (
    all_play_all,
    by_pairs,
    gauntlet,
    knockout,
    knockout_round,
    paired_seats,
    round_robin,
    self_play,
    together,
)

Integers = NDArray[np.int64]
few = st.integers(2, 9)
games_each = st.integers(1, 9)


def meetings(schedule: Integers, agents: int) -> Integers:
    """Games with the row's agent in the first seat and the column's in the second."""
    table = np.zeros((agents, agents), np.int64)
    np.add.at(table, (schedule[:, 0], schedule[:, 1]), 1)
    return table


def test_a_round_robin_of_three_agents_written_out() -> None:
    schedule, deal = round_robin(3, 3)
    assert schedule.tolist() == [[0, 1], [1, 0], [0, 1], [0, 2], [2, 0], [0, 2], [1, 2], [2, 1], [1, 2]]
    assert deal.tolist() == [0, 0, 1, 2, 2, 3, 4, 4, 5]
    assert schedule.dtype == deal.dtype == np.int64


@given(few, games_each)
def test_in_a_round_robin_everyone_meets_everyone_equally_often_in_balanced_seats(agents: int, games: int) -> None:
    schedule, deal = round_robin(agents, games)
    table = meetings(schedule, agents)
    assert len(schedule) == len(deal) == agents * (agents - 1) // 2 * games
    assert (table + table.T == games * (1 - np.eye(agents))).all()
    assert np.abs(table - table.T).max() == games % 2


@given(few, games_each)
def test_in_a_round_robin_a_deal_is_shared_by_seat_swapped_twins_and_nobody_else(agents: int, games: int) -> None:
    schedule, deal = round_robin(agents, games)
    assert np.array_equal(np.unique(deal), np.arange(deal.max() + 1))
    for one in range(deal.max() + 1):
        sharing = schedule[deal == one]
        assert len(sharing) in (1, 2)
        if len(sharing) == 2:
            assert sharing[0].tolist() == sharing[1][::-1].tolist()
    lonely = (np.bincount(deal) == 1).sum()
    assert lonely == (agents * (agents - 1) // 2 if games % 2 else 0)


def test_a_round_robin_of_220_agents_has_every_pair() -> None:
    schedule, deal = round_robin(220, 100)
    assert schedule.shape == (2_409_000, 2)
    assert deal[-1] == 24_090 * 50 - 1
    assert schedule.flags.c_contiguous


def test_self_play_sits_every_agent_against_itself_on_deals_of_its_own() -> None:
    schedule, deal = self_play(3, 2, first_deal=7)
    assert schedule.tolist() == [[0, 0], [0, 0], [1, 1], [1, 1], [2, 2], [2, 2]]
    assert deal.tolist() == [7, 8, 9, 10, 11, 12]


@given(few, games_each)
def test_all_play_all_gives_both_orders_of_a_pair_the_same_deals(agents: int, games: int) -> None:
    schedule, deal = all_play_all(agents, games)
    assert (meetings(schedule, agents) == games * (1 - np.eye(agents))).all()
    assert (np.bincount(deal) == 2).all()
    order = np.argsort(deal, kind="stable")
    first, second = schedule[order][0::2], schedule[order][1::2]
    assert np.array_equal(first, second[:, ::-1])


def test_all_play_all_of_three_agents_written_out() -> None:
    schedule, deal = all_play_all(3, 2)
    assert schedule[::2].tolist() == [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]
    assert deal.tolist() == [0, 1, 2, 3, 0, 1, 4, 5, 2, 3, 4, 5]


def test_paired_seats_play_every_deal_twice() -> None:
    schedule, deal = paired_seats([[4, 2], [0, 1]], 2)
    assert schedule.tolist() == [[4, 2], [2, 4], [4, 2], [2, 4], [0, 1], [1, 0], [0, 1], [1, 0]]
    assert deal.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


def test_paired_seats_take_the_deals_they_are_given() -> None:
    schedule, deal = paired_seats([[4, 2], [0, 1]], [9, 5])
    assert schedule.tolist() == paired_seats([[4, 2], [0, 1]], 2)[0].tolist()
    assert deal.tolist() == [9, 9, 5, 5, 9, 9, 5, 5]


@given(few, st.integers(1, 5))
def test_a_round_robin_is_paired_seats_over_all_pairs(agents: int, deals: int) -> None:
    pairs = np.stack(np.triu_indices(agents, 1), axis=1)
    for one, other in zip(round_robin(agents, 2 * deals), paired_seats(pairs, deals), strict=True):
        assert np.array_equal(one, other)


def test_a_gauntlet_sets_one_against_each_of_several() -> None:
    schedule, deal = gauntlet(5, [1, 3], 3)
    assert schedule.tolist() == [[5, 1], [1, 5], [5, 1], [5, 3], [3, 5], [5, 3]]
    assert deal.tolist() == [0, 0, 1, 2, 2, 3]


@given(few, st.integers(1, 5))
def test_together_everyone_takes_every_seat_of_every_deal(agents: int, blocks: int) -> None:
    schedule, deal = together(agents, agents * blocks)
    assert (np.sort(schedule, axis=1) == np.arange(agents)).all()
    for one in range(blocks):
        assert (np.sort(schedule[deal == one], axis=0) == np.arange(agents)[:, None]).all()


def test_together_may_stop_within_a_block() -> None:
    schedule, deal = together(3, 4)
    assert schedule.tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert deal.tolist() == [0, 0, 0, 1]


def test_a_knockout_round_pairs_neighbours_and_gives_the_last_a_bye() -> None:
    schedule, deal, byes = knockout_round([6, 2, 9, 4, 1], 2, first_deal=10)
    assert schedule.tolist() == [[6, 2], [2, 6], [9, 4], [4, 9]]
    assert deal.tolist() == [10, 10, 11, 11]
    assert byes.tolist() == [1]


@given(st.permutations(range(11)), st.integers(1, 11), games_each)
def test_a_knockout_is_won_by_an_entrant_who_always_wins(order: list[int], entrants: int, games: int) -> None:
    listed = order[:entrants]
    rounds, winner = knockout(listed, games, lambda schedule, deal: schedule.astype(np.float64))
    assert winner == max(listed)
    assert len(rounds) == int(np.ceil(np.log2(entrants)))
    dealt = np.concatenate([np.unique(one.deal) for one in rounds] or [np.empty(0, np.int64)])
    assert len(np.unique(dealt)) == len(dealt), "a deal is used in two rounds"
    left = entrants
    for one in rounds:
        assert len(one.winners) + len(one.byes) == (left + 1) // 2
        left = (left + 1) // 2


def test_a_knockout_goes_by_the_total_over_games_and_seats() -> None:
    def play(schedule: Integers, deal: Integers) -> NDArray[np.float64]:
        return np.array([[3.0, 0.0], [2.0, 1.0], [0.0, 1.0]])  # agent 8: 3 + 1 + 0, agent 7: 0 + 2 + 1

    rounds, winner = knockout([8, 7], 3, play)
    assert winner == 8
    assert rounds[0].winners.tolist() == [8]


def test_a_tied_knockout_goes_to_the_earlier_listed() -> None:
    rounds, winner = knockout([3, 1, 2], 2, lambda schedule, deal: np.zeros(schedule.shape))
    assert winner == 3
    assert [one.byes.tolist() for one in rounds] == [[2], []]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: round_robin(1, 2), "agents must be a whole number of at least 2; given 1"),
        (lambda: round_robin(2, 0), "games must be a whole number of at least 1; given 0"),
        (lambda: round_robin(3, 2.5), "games must be a whole number of at least 1; given 2.5"),  # type: ignore[arg-type]
        (lambda: self_play(2, 2, -1), "first_deal must be a whole number of at least 0; given -1"),
        (lambda: paired_seats([0, 1], 2), r"pairs must be an array \[pairs, 2\]; given shape \[2\]"),
        (lambda: paired_seats([[0, 1]], [-1]), "deals must be whole numbers of at least 0"),
        (lambda: gauntlet(1, [0, 1], 2), "other agents than the challenger; given 1"),
        (lambda: gauntlet(1, [], 2), r"opponents must be an array \[opponents\] with at least 1"),
        (lambda: knockout_round([1, 1], 2), r"without repeats; given \[1, 1\]"),
        (lambda: knockout([1, 2], 2, lambda s, d: np.zeros(3)), r"finite scores \[2, 2\]; given shape \[3\]"),
    ],
)
def test_a_bad_argument_is_refused_with_a_sentence(call, sentence) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_game_of_three_is_three_games_of_two_on_its_deal() -> None:
    rows, scores, deal = by_pairs(np.array([[2, 0, 1]]), np.array([[5.0, 6.0, 7.0]]), np.array([9]))
    assert rows.tolist() == [[2, 0], [2, 1], [0, 1]]
    assert scores.tolist() == [[5, 6], [5, 7], [6, 7]]
    assert deal.tolist() == [9, 9, 9]
