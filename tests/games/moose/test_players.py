"""Hand-written Moose strategies, tested by scripts of moves.

A view is made by hand: the x of the fields, my last field and the opponent's, counted from 1 as people do. A player is
asked once (`plays`), many times with different dice (`shares`), or through a whole script of views (`script`).
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from lek.agent import Agent
from lek.find import find_agent, find_game
from lek.game import record
from lek.games.moose import moose
from lek.players import PLAYERS
from lek.playing import play
from lek.settings import Mistake
from lek.watching import watch
from tests.games.player import Player

from . import twin as naive

MOOSE = find_game("moose")
CONTEST = moose(preset="contest")
BLIND = {"random", "no-repeat", "stay", "copycat", "win-stay"}
ASKED = 3000  # times, for shares


def view(x, mine=None, other=None, turn=5, **settings):
    """What a moose sees; without `mine` and `other` it is the first round."""
    v = (moose(rule="contest", **settings) if settings else CONTEST).blank_view()[0]
    v.x[:] = x
    v.turn = 0 if mine is None else turn
    v.mine = -1 if mine is None else mine - 1
    v.others[:] = -1 if other is None else other - 1
    return v


class Moose(Player):
    """One whose fields count from 1."""

    def __init__(self, name, number=0):
        super().__init__(MOOSE, CONTEST, name, number)

    def on(self, v):
        return super().on(v) + 1


def plays(name, *given, **more):
    """The fields it plays there, over many dice."""
    return {Moose(name, number).on(view(*given, **more)) for number in range(64)}


def shares(name, *given, before=(), **more):
    """How often it goes to each field there, over many dice; `before` are views shown to it first."""
    player, v = Moose(name), view(*given, **more)
    count = np.zeros(len(v.x))
    for number in range(ASKED):
        player.begin(number)
        for earlier in before:
            player.on(earlier)
        count[player.on(v) - 1] += 1
    return count / ASKED


def agree(found, expected):
    """Within five standard errors, and nothing at all where nothing is expected."""
    expected = np.asarray(expected, float)
    return all(abs(found - expected) <= 5 * np.sqrt(expected * (1 - expected) / ASKED) + 1e-12)


def script(name, *rounds, number=0):
    """What it plays in a whole game; each round is (x, the opponent's answer to be seen in the next)."""
    player, mine, other, played = Moose(name, number), None, None, []
    for turn, (x, answer) in enumerate(rounds):
        mine, other = player.on(view(x, mine, other, turn)), answer
        played.append(mine)
    return played


class Scripted:
    """An opponent that plays these fields, over and over."""

    def __init__(self, fields):
        self.fields = fields

    def begin(self, game, seat, seed):
        self.turn = -1

    def choose(self, view, legal, budget, body=0):
        self.turn += 1
        return self.fields[self.turn % len(self.fields)] - 1


def versus(name, fields, **settings):
    """Whole games against a scripted opponent, as Axelrod's versus_test: what both played, and the x before it."""
    game = moose(**settings)
    turns = list(watch(game, [find_agent(MOOSE, game, name), Agent("script", outsider=Scripted(fields))], 3))
    return [turn.action + 1 for turn in turns[::2]], [turn.action + 1 for turn in turns[1::2]], \
        [turn.view.x.tolist() for turn in turns[::2]]


def test_every_player_has_a_test_of_its_own():
    tested = {name for name in globals() if name.startswith("test_")}
    missing = [name for name in PLAYERS["moose"] if not any(
        test.startswith("test_" + name.replace("-", "_") + "_plays") for test in tested)]
    assert not missing


def test_the_yardstick_is_these_fifteen():
    assert list(PLAYERS["moose"])[:15] == [
        "random", "no-repeat", "stay", "greedy", "second", "weighted", "weighted-squared", "softmax", "nash", "copycat",
        "half-copycat", "holder", "win-stay", "patience", "farm-rest"]


# The fifteen of the yardstick


def test_random_plays_uniformly():
    assert agree(shares("random", [9, 0, 1], 1, 2), [1 / 3] * 3)


def test_no_repeat_plays_uniformly_among_the_fields_other_than_its_last():
    assert agree(shares("no-repeat", [1, 1, 1]), [1 / 3] * 3)
    assert agree(shares("no-repeat", [9, 0, 1], 1, 1), [0, 1 / 2, 1 / 2])
    assert agree(shares("no-repeat", [9, 0, 1], 2, 3), [1 / 2, 0, 1 / 2])
    assert agree(shares("no-repeat", [9, 0, 1], 3, 3), [1 / 2, 1 / 2, 0])


def test_stay_plays_one_field_drawn_at_the_start_of_the_match():
    assert agree(shares("stay", [1, 1, 1]), [1 / 3] * 3)
    mine, _, _ = versus("stay", [1, 2, 3, 3], preset="contest", rounds=30)
    assert mine == mine[:1] * 30


def test_greedy_plays_best_with_ties_at_random():
    assert plays("greedy", [1, 5, 2], 2, 2) == {2}
    assert plays("greedy", [0, 0, 0.5], 1, 3) == {3}
    assert agree(shares("greedy", [3, 1, 3], 2, 2), [1 / 2, 0, 1 / 2])
    assert agree(shares("greedy", [1, 1, 1]), [1 / 3] * 3)
    mine, _, seen = versus("greedy", [1, 2, 2, 3], preset="contest", rounds=40)
    assert all(x[field - 1] == max(x) for field, x in zip(mine, seen, strict=True))


def test_second_plays_the_second_largest_distinct_x():
    assert plays("second", [1, 5, 2], 2, 2) == {3}
    assert plays("second", [5, 5, 2], 2, 2) == {3}
    assert agree(shares("second", [2, 5, 2], 2, 2), [1 / 2, 0, 1 / 2])


def test_second_plays_best_if_the_second_is_empty_and_any_field_if_all_are_equal():
    assert plays("second", [0, 5, 0], 2, 2) == {2}
    assert agree(shares("second", [5, 0, 5], 2, 2), [1 / 2, 0, 1 / 2])
    assert agree(shares("second", [2, 2, 2], 1, 2), [1 / 3] * 3)
    assert agree(shares("second", [0, 0, 0], 1, 2), [1 / 3] * 3)
    mine, _, seen = versus("second", [1, 2, 2, 3], preset="contest", rounds=60)
    for field, x in zip(mine, seen, strict=True):
        values = sorted(set(x))
        assert len(values) == 1 or x[field - 1] == (values[-2] or values[-1])


@pytest.mark.parametrize("name, power", [("weighted", 1), ("weighted-squared", 2)])
def test_weighted_plays_in_proportion_to_x_or_its_square(name, power):
    for x in ([1, 2, 5], [0, 3, 1], [0.5, 0, 0], [4, 4, 4]):
        assert agree(shares(name, x, 1, 2), np.power(x, power) / np.power(x, power).sum())
    assert agree(shares(name, [0, 0, 0], 1, 2), [1 / 3] * 3)


def test_weighted_squared_plays_as_weighted_is_tested():
    """Its shares are tested above; here only that it is not `weighted`."""
    squared, plain = shares("weighted-squared", [1, 2, 5], 1, 2), shares("weighted", [1, 2, 5], 1, 2)
    assert squared[2] - plain[2] == pytest.approx(25 / 30 - 5 / 8, abs=0.05)


def test_softmax_plays_in_proportion_to_exp_of_4_8_times_the_gain():
    for x in ([1, 1.2, 1.1], [3, 4, 5], [0, 0, 0], [6, 2, 6]):
        weights = np.exp([4.8 * (10 / (1 + math.exp(-y)) - 5 - 5) for y in x])
        assert agree(shares("softmax", x, 1, 2), weights / weights.sum())


def closed_form(a):
    """The mixed equilibrium: field k with 1 - L / a_k, L = (n-1) / sum(1/a), the least gain dropped while negative."""
    usable = sorted((k for k in range(len(a)) if a[k] > 0), key=lambda k: a[k])
    while True:
        if len(usable) == 1:
            return np.eye(len(a))[usable[0]]
        share = (len(usable) - 1) / sum(1 / a[k] for k in usable)
        if 1 - share / a[usable[0]] >= 0:
            return np.array([1 - share / a[k] if k in usable else 0.0 for k in range(len(a))])
        usable = usable[1:]


@pytest.mark.parametrize("x", [[1, 2, 3], [4, 4, 4], [0.2, 3, 5], [0, 1, 6], [0, 0, 2], [3, 0, 0], [2, 0, 2]])
def test_nash_plays_with_the_closed_forms_probabilities(x):
    probabilities = closed_form([10 / (1 + math.exp(-y)) - 5 for y in x])
    assert probabilities.sum() == pytest.approx(1)
    assert agree(shares("nash", x, 1, 2), probabilities)


def test_nash_plays_any_field_where_nothing_can_be_gained():
    assert agree(shares("nash", [0, 0, 0], 1, 2), [1 / 3] * 3)


def test_nash_plays_without_the_poor_field_where_its_probability_would_be_negative():
    assert closed_form([10 / (1 + math.exp(-y)) - 5 for y in (0.2, 3, 5)])[0] == 0
    assert plays("nash", [0.2, 3, 5], 1, 2) == {2, 3}


def test_nash_plays_by_gain_not_by_x():
    capacity = "10,20,40"
    v = {"fields": 3, "capacity": capacity}
    a = [c * (1 / (1 + math.exp(-y)) - 0.5) for c, y in zip((10, 20, 40), (6, 1, 0.5), strict=True)]
    assert agree(shares("nash", [6, 1, 0.5], 1, 2, **v), closed_form(a))


def test_copycat_plays_the_opponents_last_field_and_any_first():
    assert agree(shares("copycat", [9, 0, 1]), [1 / 3] * 3)
    mine, theirs, _ = versus("copycat", [3, 1, 2, 2, 1], preset="contest", rounds=20)
    assert mine[1:] == theirs[:-1]


def test_half_copycat_plays_best_first_and_half_the_time_else_the_opponents_last():
    assert plays("half-copycat", [0, 2, 1]) == {2}
    assert agree(shares("half-copycat", [0, 2, 1], 1, 3), [0, 1 / 2, 1 / 2])
    assert plays("half-copycat", [0, 2, 1], 1, 2) == {2}


def test_holder_plays_its_last_field_while_x_is_above_0_else_best():
    assert plays("holder", [1, 3, 2]) == {2}
    assert plays("holder", [0.5, 3, 2], 1, 2) == {1}
    assert plays("holder", [0, 3, 2], 1, 2) == {2}
    assert script("holder", ([1, 2, 1], 3), ([2, 1, 0], 3), ([3, 0, 0], 3), ([2, 1, 0], 3)) == [2, 2, 1, 1]


def test_win_stay_plays_its_last_field_after_a_peaceful_round_else_any():
    assert agree(shares("win-stay", [9, 0, 1]), [1 / 3] * 3)
    assert plays("win-stay", [9, 0, 1], 2, 3) == {2}
    assert plays("win-stay", [9, 0, 1], 2) == {2}  # the opponent stayed away
    assert agree(shares("win-stay", [9, 0, 1], 2, 2), [1 / 3] * 3)


def test_patience_plays_second_once_after_the_third_fight_in_a_row_and_counts_anew():
    x = [1, 5, 3]  # best is field 2, second field 3
    assert script("patience", *[(x, 2)] * 9) == [2, 2, 2, 3, 2, 2, 2, 3, 2]
    assert script("patience", (x, 2), (x, 2), (x, 1), (x, 2), (x, 2), (x, 2), (x, 2)) == [2, 2, 2, 2, 2, 2, 3]
    # on field 3 it meets nobody, or somebody: then that is the first fight of the next three
    assert script("patience", *[(x, 2)] * 3, (x, 3), *[(x, 2)] * 4) == [2, 2, 2, 3, 2, 2, 3, 2]


def test_farm_rest_plays_any_field_until_the_first_round_without_a_fight():
    assert agree(shares("farm-rest", [1, 1, 1]), [1 / 3] * 3)
    fights = [view([0, 2, 2], 1, 1, 1), view([0, 3, 3], 1, 1, 2)]
    assert agree(shares("farm-rest", [0, 4, 4], 1, 1, before=fights), [1 / 3] * 3)


def test_farm_rest_plays_rest_until_the_farm_is_ripe_then_farm_and_rest_in_turn():
    """Farm is its field of the first peaceful round (2), rest the one that neither visited (1)."""
    player = Moose("farm-rest")
    assert [player.on(v) for v in (
        view([2, 0, 0], 2, 3, 1),  # peace: it begins, and waits
        view([1, 1, 1], 1, 3, 2), view([1, 5.9, 1], 1, 3, 3),
        view([1, 6, 1], 1, 3, 4),  # ripe
        view([1, 5, 1], 2, 3, 5), view([1, 6, 1], 1, 3, 6), view([1, 5, 1], 2, 3, 7),
        view([0, 2, 1], 1, 1, 8),  # unripe now, but it has begun to eat; a fight on the rest is no grudge
    )] == [1, 1, 1, 2, 1, 2, 1, 2]


def grudge():
    """It farms field 2; then the opponent moves there."""
    return [view([2, 0, 0], 2, 3, 1), view([2, 1, 0], 1, 2, 2)]


def test_farm_rest_plays_best_for_good_once_the_opponent_moved_to_its_farm():
    player = Moose("farm-rest")
    assert [player.on(v) for v in grudge()] == [1, 1]
    assert [player.on(view([1, 3, 6], 1, 3, turn)) for turn in range(3, 9)] == [3] * 6
    assert [player.on(view([5, 3, 6], 1, 3, turn)) for turn in range(9, 15)] == [3] * 6


def test_farm_rest_plays_best_or_second_evenly_above_6_when_angry():
    assert agree(shares("farm-rest", [5, 3, 6.5], 1, 3, before=grudge()), [1 / 2, 0, 1 / 2])


def test_farm_rest_plays_alone_with_its_farm_when_nobody_disturbs_it():
    mine, _, seen = versus("farm-rest", [3], preset="contest", rounds=60)
    begun = next(i for i in range(60) if mine[i] != 3)
    farm, rest = mine[begun], 3 - mine[begun]
    ripe = next(i for i in range(begun + 1, 60) if seen[i][farm - 1] >= 6)
    assert mine[begun + 1:ripe] == [rest] * (ripe - begun - 1)
    assert mine[ripe:] == [farm if i % 2 == 0 else rest for i in range(60 - ripe)]


# The students' other ideas


def test_either_plays_best_or_second_evenly():
    assert agree(shares("either", [1, 5, 3], 1, 2), [0, 1 / 2, 1 / 2])
    assert agree(shares("either:p=0.9", [1, 5, 3], 1, 2), [0, 0.9, 0.1])


def test_either_learnt_plays_second_as_often_as_the_opponent_took_the_best():
    x = [1, 5, 3]
    assert agree(shares("either-learnt", x), [0, 1 / 2, 1 / 2])
    best_taken = [view(x), *(view(x, 1, 2, turn) for turn in range(1, 8))]
    assert agree(shares("either-learnt", x, 1, 2, before=best_taken), [0, 1 / 10, 9 / 10])  # 8 of 8, and one of each
    never = [view(x), *(view(x, 1, 3, turn) for turn in range(1, 8))]
    assert agree(shares("either-learnt", x, 1, 3, before=never), [0, 9 / 10, 1 / 10])


@pytest.mark.parametrize("name, power", [("weighted-payoff", 1), ("weighted-payoff:power=2", 2)])
def test_weighted_payoff_plays_in_proportion_to_the_gain_or_its_square(name, power):
    for x in ([1, 2, 5], [0, 3, 1]):
        payoff = np.power([10 / (1 + math.exp(-y)) - 5 for y in x], power)
        assert agree(shares(name, x, 1, 2), payoff / payoff.sum())
    assert agree(shares(name, [0, 0, 0], 1, 2), [1 / 3] * 3)


def test_tired_plays_its_last_field_as_if_its_x_were_halved():
    payoff = np.array([10 / (1 + math.exp(-y)) - 5 for y in (1, 1, 5)])
    assert agree(shares("tired", [1, 2, 5], 2, 3), payoff / payoff.sum())


def test_copy_then_greedy_plays_the_opponents_last_field_for_20_rounds_then_best():
    mine, theirs, seen = versus("copy-then-greedy", [3, 1, 2, 2, 1], preset="contest", rounds=40)
    assert mine[1:20] == theirs[:19]
    assert all(x[field - 1] == max(x) for field, x in zip(mine[20:], seen[20:], strict=True))
    assert plays("copy-then-greedy", [1, 5, 3]) == {2}
    assert [plays("copy-then-greedy", [1, 5, 3], 2, 1, turn=turn) for turn in (19, 20)] == [{1}, {2}]


def test_loyal_plays_the_field_where_it_last_ate_until_5_fights_in_a_row():
    peace, fight = ([1, 5, 3], 1), ([1, 5, 3], 2)
    assert script("loyal", peace, peace, fight, fight, fight, fight, peace, fight, fight) == [2] * 9
    given_up = {tuple(script("loyal", *[fight] * 5, peace, number=number)) for number in range(40)}
    assert given_up == {(2, 2, 2, 2, 2, 1), (2, 2, 2, 2, 2, 3)}


def classified(best_taken, rounds=10, x=(5, 3, 2), name="classifier"):
    """What the classifier plays after so many rounds in which the opponent took the best field so many times."""
    seen = [view(x)] + [view(x, 3, 1 if turn < best_taken else 2, turn + 1) for turn in range(rounds)]
    player = Moose(name)
    return [player.on(v) for v in seen][-1]


def test_classifier_plays_second_against_the_greedy_where_that_costs_little():
    assert classified(10) == 2
    assert classified(7) == 2
    assert classified(6) == 1  # not greedy enough
    assert classified(9, rounds=9) == 1  # not known for long enough
    assert classified(10, rounds=14) == 1  # only the last ten rounds count, six of them best
    assert classified(10, x=(5, 1, 0)) == 1  # 4.93 against 2.31 costs more than 1.45


def test_turns_plays_best_or_second_evenly_until_there_is_peace():
    assert agree(shares("turns", [1, 5, 3]), [0, 1 / 2, 1 / 2])
    assert agree(shares("turns", [1, 5, 3], 2, 2), [0, 1 / 2, 1 / 2])


def test_turns_plays_best_in_turn_with_the_opponent_after_peace():
    peace = [([2, 4, 3], mine, 5 - mine) for mine in (2, 3)]  # one of us took field 2, the better one
    for (x, mine, other), expected in zip(peace, ([3, 2, 3, 2], [2, 3, 2, 3]), strict=True):
        player = Moose("turns")
        player.on(view(x))
        assert [player.on(view(x, mine, other, turn)) for turn in range(1, 5)] == expected


def test_long_farm_plays_the_first_field_for_22_rounds_then_rich_ones_away_from_the_opponent():
    assert [plays("long-farm", [0, 20, 21], 1, 1, turn=turn) for turn in (1, 21)] == [{1}, {1}]
    assert plays("long-farm", [0, 1, 1]) == {1}
    assert plays("long-farm", [0, 22, 22], 1, 3, turn=22) == {2}
    assert plays("long-farm", [1, 21, 22], 2, 2, turn=23) == {3}
    assert plays("long-farm", [1, 21, 22], 3, 1, turn=24) == {2}
    assert plays("long-farm", [1, 20, 22], 3, 1, turn=24) == {3}  # no other is as rich: best


def test_finisher_plays_second_and_in_the_last_ten_rounds_best():
    assert [plays("finisher", [1, 5, 3], 1, 2, turn=turn) for turn in (1, 50, 89, 90, 99)] == [{3}, {3}, {3}, {2}, {2}]


@pytest.mark.parametrize("rule", ["contest", "paper"])
def test_lookahead_plays_what_a_search_of_two_rounds_finds(rule):
    """The search over again with the naive game: the opponent goes anywhere, each field as likely."""
    game, rng = moose(rule=rule, capacity="10,14,7", growth="1,0.5,2"), random.Random(4)
    fresh = {name: game.settings[name] for name in ("rule", "capacity", "growth")}
    agent = find_agent(MOOSE, game, "lookahead")
    for _ in range(40):
        x = [rng.choice([0.0, 0.5, 1.0, 2.0, 5.0]) for _ in range(3)]
        worth = [0.0] * 3
        for a, b in product(range(3), repeat=2):
            twin = naive.Moose(**fresh)
            twin.x = list(x)
            twin.play_round([a, b])
            then = []
            for a_then in range(3):
                following = naive.Moose(**fresh)
                following.x = list(twin.x)
                following.play_round([a_then, None])
                then.append(following.score[0] * 2 / 3)
            worth[a] += twin.score[0] + max(then)
        v = game.blank_view()[0]
        v.x[:] = x
        chosen = int(agent.brain.act(agent.genome[0], record(agent.brain.memory_type(game))[0], v))
        assert worth[chosen] == pytest.approx(max(worth), rel=1e-9)


# More than two moose


def test_among_more_than_two_the_opponent_is_the_next_one_and_a_fight_is_one_with_anybody():
    v = view([9, 0, 1], 1, 2, moose=4)
    v.others[:] = [1, 2, 2]
    assert {Moose("copycat", number).on(v) for number in range(20)} == {2}
    assert {Moose("win-stay", number).on(v) for number in range(20)} == {1}
    v.others[:] = [1, 2, 0]
    assert {Moose("win-stay", number).on(v) for number in range(60)} == {1, 2, 3}


# Settings of agents


def test_patience_with_fights_1_gives_in_after_every_fight():
    x = [1, 5, 3]
    assert script("patience:fights=1", *[(x, 2)] * 5) == [2, 3, 2, 3, 2]


def test_greedy_breaks_ties_as_it_is_told():
    assert plays("greedy:ties=first", [3, 3, 3], 1, 2) == {1}
    assert plays("greedy:ties=first", [1, 3, 3], 1, 2) == {2}
    assert plays("greedy:ties=away", [3, 3, 1], 1, 2) == {1}
    assert plays("greedy:ties=away", [3, 3, 1], 1, 1) == {2}
    assert plays("greedy:ties=away", [1, 5, 1], 1, 2) == {2}  # nowhere else to go


def test_softmax_with_scale_0_is_random():
    assert agree(shares("softmax:scale=0", [9, 0, 1], 1, 2), [1 / 3] * 3)


def test_farm_rest_with_ripe_meals_and_forgives():
    player = Moose("farm-rest:ripe=2,meals=2,forgives=1")
    seen = [view([2, 0, 0], 2, 3, 1), view([1, 2, 0], 1, 3, 2), *(view([1, 1, 1], 1, 3, turn) for turn in range(3, 8))]
    assert [player.on(v) for v in seen] == [1, 2, 2, 1, 1, 2, 2]
    assert player.on(view([0, 0, 9], 1, 2, 8)) == 1  # forgiven once
    assert player.on(view([0, 1, 3], 1, 2, 9)) == 3  # not twice: best


def test_the_students_ideas_take_their_numbers():
    assert plays("copy-then-greedy:rounds=3", [1, 5, 3], 2, 1, turn=3) == {2}
    assert plays("long-farm:rounds=2", [0, 22, 22], 1, 3, turn=2) == {2}
    assert plays("finisher:length=20,finish=5", [1, 5, 3], 1, 2, turn=15) == {2}
    assert plays("finisher:length=20,finish=5", [1, 5, 3], 1, 2, turn=14) == {3}
    fight = ([1, 5, 3], 2)
    fields = script("loyal:failures=2", fight, fight, fight)
    assert fields[:2] == [2, 2] and fields[2] != 2
    assert (classified(10, x=(5, 1, 0), name="classifier:loss=2.7"), classified(10, name="classifier:loss=0")) == (2, 1)


@pytest.mark.parametrize("text, sentence", [
    ("patience:fights=0", "fights=0 does not work: fights is a whole number from 1 to 1000"),
    ("patience:fight=1", "there is no setting of patience called 'fight'; did you mean fights?"),
    ("greedy:ties=last", "ties=last does not work: ties is random | first | away"),
    ("either:p=1.5", "p=1.5 does not work: p is a number from 0.0 to 1.0"),
    ("patience:3", "'3' is not a setting: write key=value"),
    ("gredy", "there is no agent called 'gredy'; did you mean greedy?"),
])
def test_a_wrong_setting_is_told_in_a_sentence(text, sentence):
    with pytest.raises(Mistake) as refused:
        find_agent(MOOSE, CONTEST, text)
    assert str(refused.value) == sentence


# All of them


@pytest.mark.parametrize("sees", ["actions", "own"])
@pytest.mark.parametrize("name", [name for name in PLAYERS["moose"] if name not in BLIND])
def test_who_looks_at_the_fields_refuses_to_play_without(name, sees):
    game = moose(sees=sees, rounds=5)
    with pytest.raises(Mistake, match=f"^{name} cannot play here: this strategy looks at all fields, but sees={sees}"):
        find_agent(MOOSE, game, name)
    agent = find_agent(MOOSE, CONTEST, name)
    with pytest.raises(Mistake, match="use sees=all or another agent"):
        play(game, [agent], [[0, 0]], 1)


@pytest.mark.parametrize("name", sorted(BLIND))
def test_who_does_not_look_at_the_fields_plays_the_same_without(name):
    moves = {}
    for sees in ("actions", "own", "all"):
        game = moose(sees=sees, rounds=30)
        turns = watch(game, [find_agent(MOOSE, game, text) for text in (name, "random")], 2)
        moves[sees] = [turn.action for turn in turns]
    assert moves["actions"] == moves["own"] == moves["all"]
    assert len(moves["all"]) == 60


EVERYWHERE = """
import itertools, json
from lek.find import find_agent, find_game
from lek.watching import watch
found, played, wrong = find_game("moose"), {}, []
names = list(found.players)
for preset, moose, fields in itertools.product(("paper", "contest"), range(2, 5), range(2, 6)):
    game = found.build(preset=preset, moose=moose, fields=fields, rounds=24)
    for first in range(0, len(names), moose):
        seated = [names[(first + seat) % len(names)] for seat in range(moose)]
        try:
            for turn in watch(game, [find_agent(found, game, name) for name in seated], 1, first):
                played[seated[turn.seat]] = played.get(seated[turn.seat], 0) + 1
        except Exception as error:
            wrong.append(f"{seated}, {preset}, {moose} moose, {fields} fields: {error!r}")
print(json.dumps([played, wrong]))
"""


def test_every_player_makes_only_legal_moves_for_2_to_4_moose_on_2_to_5_fields():
    """In plain Python, where a wrong index raises, and where so many kinds of view need no compiling."""
    done = subprocess.run([sys.executable, "-c", EVERYWHERE], capture_output=True, text=True,
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr
    played, wrong = json.loads(done.stdout)
    assert not wrong
    assert set(played) == set(PLAYERS["moose"])
    assert min(played.values()) >= 2 * 3 * 4 * 24
