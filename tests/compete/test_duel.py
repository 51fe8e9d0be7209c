"""Matches between two agents: double-games and the contest's best of five."""

from __future__ import annotations

import pytest

from lek.compete.duel import duel
from lek.find import find_agent, find_game
from lek.games import GAMES
from lek.settings import Mistake

GAME = GAMES["antwars"]()


def ants(*names):
    return [find_agent(find_game("antwars"), GAME, name) for name in names]


def test_double_games_swap_the_roles_on_every_board():
    held = duel(GAME, ants("greedy", "random"), "double-games", 6, 1)
    assert held.first == (0, 1) * 6 and sum(held.wins) == 12
    assert held.winner == 0 and held.wins[0] > 6 and held.decided == "wins"


def test_an_even_match_goes_to_more_points_and_then_to_a_coin():
    coins = []
    for number in range(60):
        held = duel(GAME, ants("greedy", "greedy"), "double-games", 1, 2, number)
        if held.wins == (1, 1) and held.points[0] != held.points[1]:
            assert held.decided == "points" and held.winner == int(held.points[1] > held.points[0])
        elif held.wins == (1, 1):
            assert held.decided == "a coin"
            coins.append(held.winner)
    assert 0 < sum(coins) < len(coins)


def test_of_two_with_as_many_wins_the_one_with_more_points_wins():
    agents = ants("first-humant", "greedy")
    held = [duel(GAME, agents, "double-games", 1, 3, number) for number in range(60)]
    even = [each for each in held if each.wins == (1, 1) and each.points[0] != each.points[1]]
    assert {each.winner for each in even} == {0, 1} and {each.decided for each in even} == {"points"}
    assert all(each.points[each.winner] > each.points[1 - each.winner] for each in even)


def test_the_contest_ends_with_the_third_win_and_alternates_the_roles():
    held = [duel(GAME, ants("first-humant", "greedy"), "best-of-five", 1, 3, number) for number in range(30)]
    assert all(max(each.wins) == 3 and sum(each.wins) == len(each.first) for each in held)
    assert all(each.first[:4] == (0, 1, 0, 1)[:len(each.first)] for each in held)
    assert {len(each.first) for each in held} == {3, 4, 5}
    assert all(each.winner == int(each.wins[1] > each.wins[0]) for each in held)


def test_in_the_fifth_game_the_one_with_more_points_so_far_is_ant_1():
    """Checked by playing the first four games again."""
    from lek.playing import play

    seen = set()
    for number in range(40):
        agents = ants("first-humant", "greedy")
        held = duel(GAME, agents, "best-of-five", 1, 3, number)
        if len(held.first) == 5:
            rows = [[0, 1], [1, 0], [0, 1], [1, 0]]
            eaten = play(GAME, agents, rows, 3, deal=[5 * number + n for n in range(4)]).measures[:, :, 0]
            mine = eaten[0, 0] + eaten[1, 1] + eaten[2, 0] + eaten[3, 1]
            other = eaten.sum() - mine
            if mine != other:
                assert held.first[4] == int(other > mine)
                seen.add(held.first[4])
    assert seen == {0, 1}


def test_bad_matches_are_told():
    with pytest.raises(Mistake, match="kind of match"):
        duel(GAME, ants("greedy", "random"), "best-of-three", 1, 0)
    with pytest.raises(Mistake, match="boards=0"):
        duel(GAME, ants("greedy", "random"), "double-games", 0, 0)
    with pytest.raises(Mistake, match="two agents"):
        duel(GAME, ants("greedy"), "double-games", 1, 0)
