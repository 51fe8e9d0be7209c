"""Hand-written players of Gunslinger, tested by scripts of rounds.

A view is made by hand for a table of seven: I am 0, my friends are 1 and 2, my enemies 4 and 3 in this order, and 5 and
6 are neutral. "5>0 3>1" says that 5 shot me and 3 my first friend in the last round; 7 is no shot. Other tables are
numbered alike: me, friends, enemies, neutrals.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from lek import dice
from lek.find import Found, find_agent
from lek.game import record
from lek.games.gunslinger import ENEMY, FRIEND, SELF, gunslinger
from lek.players.gunslinger import groups as gunslinger_groups
from lek.players.gunslinger import strategies as players
from lek.playing import play
from lek.position import result
from lek.settings import Mistake
from lek.watching import watch
from tests.games.player import Player

FOUND = Found(gunslinger, {**players.PLAYERS, **gunslinger_groups.PLAYERS}, {})
SEVEN = gunslinger(players=7, f=2, e=2)
NINE = gunslinger(players=9, f=2, e=2)
NO = 7
ASKED = 3000  # times, for shares


def view(shots=None, dead=(), game=SEVEN, turn=5):
    """What I see; without `shots` it is the first round."""
    v = game.blank_view()[0]
    v.turn = 0 if shots is None else turn
    v.alive[:] = 1
    v.shots[:] = -1
    v.relation[0] = SELF
    v.friends[: v.f] = range(1, 1 + v.f)
    v.enemies[: v.e] = range(v.f + v.e, v.f, -1)
    v.relation[v.friends[: v.f]] = FRIEND
    v.relation[v.enemies[: v.e]] = ENEMY
    v.alive[list(dead)] = 0
    for shot in (shots or "").split():
        shooter, target = map(int, shot.split(">"))
        v.shots[shooter] = target
    return v


def player_of(name, number=0, game=SEVEN):
    return Player(FOUND, game, name, number)


def script(name, *rounds, number=0):
    """Whom it shoots, round by round; a round is the shots of the one before, or these and who is dead."""
    player = player_of(name, number)
    return [player.on(view(*(seen if isinstance(seen, tuple) else (seen,)))) for seen in rounds]


def last(name, *rounds, number=0):
    return script(name, *rounds, number=number)[-1]


def shares(name, *rounds, game=SEVEN):
    """How often it shoots each player, and none, after these rounds, over many dice."""
    player = player_of(name, game=game)
    views = [view(*(seen if isinstance(seen, tuple) else (seen,)), game=game) for seen in rounds]
    count = np.zeros(game.actions)
    for number in range(ASKED):
        player.begin(number)
        count[[player.on(v) for v in views][-1]] += 1
    return count / ASKED


def agree(found, expected):
    """Within five standard errors, and nothing at all where nothing is expected."""
    expected = np.asarray(expected, float)
    return all(abs(found - expected) <= 5 * np.sqrt(expected * (1 - expected) / ASKED) + 1e-12)


def test_every_player_has_a_test_of_its_own():
    missing = [name for name in FOUND.players
               if not any(test.startswith("test_" + name.replace("-", "_") + "_") for test in globals())]
    assert not missing


# The dumb


def test_silent_never_shoots():
    assert script("silent", None, "3>0", "3>0 4>1", ("", (1, 2, 3, 5, 6))) == [NO] * 4


def test_dumb_fires_with_probability_08_at_any_living_non_friend():
    assert agree(shares("dumb", None), [0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0.2])
    assert agree(shares("dumb", ("1>0 3>0", (3, 5))), [0, 0, 0, 0, 0.4, 0, 0.4, 0.2])
    assert agree(shares("dumb:fires=0.3", None), [0, 0, 0, *[0.075] * 4, 0.7])
    assert last("dumb:fires=1", ("1>0", (3, 4, 5, 6))) == NO  # only friends are left


def test_dumb_1_fires_at_any_living_non_friend():
    assert agree(shares("dumb-1", None), [0, 0, 0, *[0.25] * 4, 0])
    assert agree(shares("dumb-1", ("1>0 2>0", (4,))), [0, 0, 0, 1 / 3, 0, 1 / 3, 1 / 3, 0])
    assert last("dumb-1", ("1>0", (3, 4, 5, 6))) == NO


def test_dumb_and_dumb_1_roll_their_dice_in_this_order():
    for number in range(20):
        d = record(dice.STREAM)
        d[0].rng = dice.stream(7, number, 1)
        assert last("dumb-1", None, number=number) == 3 + dice.below(d[0], 4)
        d[0].rng = dice.stream(7, number, 1)
        fires = dice.uniform(d[0]) < 0.8
        assert last("dumb", ("", (3, 5)), number=number) == ([4, 6][dice.below(d[0], 2)] if fires else NO)
    nobody = player_of("dumb-1")
    before = int(nobody.memory[0].rng)
    assert nobody.on(view("", (3, 4, 5, 6))) == NO and nobody.memory[0].rng == before


def test_dumb_2_fires_at_the_first_living_name_on_its_enemy_list():
    assert script("dumb-2", None, "4>0", "5>0 3>0", ("", (4,)), ("", (3, 4))) == [4, 4, 4, 3, NO]


# David's Revenge


def test_davids_revenge_never_shoots_first():
    assert script("davids-revenge", None, "3>1 4>2", "5>6 6>5", "") == [NO] * 4


def test_davids_revenge_answers_whoever_shot_it_most():
    assert script("davids-revenge", None, "5>0", "3>0", "5>0", "3>1", "") == [NO, 5, 3, 5, 5, 5]
    assert last("davids-revenge", "3>0", "5>0", "3>0", "6>0", "6>0") == 6  # two each: the later one
    assert last("davids-revenge", "1>0", "3>1 4>2") == 1  # a friend too


def test_davids_revenge_forgets_what_lies_beyond_the_window():
    assert script("davids-revenge", "5>0", *[""] * 11) == [5] * 10 + [NO] * 2
    assert script("davids-revenge:window=1", "5>0", "", "3>0 5>4", "5>0") == [5, NO, 3, 5]
    assert script("davids-revenge:window=3", "5>0", "5>0", "3>0", "", "") == [5, 5, 5, 3, 3]  # its hits leave one by one
    assert script("davids-revenge:window=30", "5>0", *[""] * 30) == [5] * 30 + [NO]


def test_davids_revenge_answers_only_the_living():
    assert last("davids-revenge", "5>0", "5>0", "3>0", ("", (5,))) == 3
    assert last("davids-revenge", "5>0", ("5>0", (5,))) == NO


def test_davids_revenge_breaks_ties_at_random_only_after_the_most_recent():
    assert agree(shares("davids-revenge", "3>0 5>0 6>0"), [0, 0, 0, 1 / 3, 0, 1 / 3, 1 / 3, 0])
    assert agree(shares("davids-revenge", "3>0 6>0", "5>0", "3>0 6>0"), [0, 0, 0, 1 / 2, 0, 0, 1 / 2, 0])
    alone = player_of("davids-revenge")
    before = int(alone.memory[0].rng)
    assert alone.on(view("3>0")) == 3 and alone.memory[0].rng == before  # no dice where only one may be meant


def test_davids_revenge_recent_answers_whoever_shot_it_last():
    assert script("davids-revenge:answers=recent", "5>0", "5>0", "3>0", "", "6>0") == [5, 5, 3, 3, 6]
    assert agree(shares("davids-revenge:answers=recent", "5>0", "5>0", "3>0 5>0"), [0, 0, 0, 1 / 2, 0, 1 / 2, 0, 0])
    assert script("davids-revenge:answers=recent", "5>0", *[""] * 10) == [5] * 10 + [NO]


def logistic(x, mu=0.4, beta=0.06):
    return 1 / (1 + math.exp(-(x - mu) / beta))


def test_davids_revenges_revenge_fires_at_the_same_target_with_logistic_probability():
    for name, p in (("davids-revenges-revenge", logistic(5 / 7)),
                    ("davids-revenges-revenge:mu=0.7,beta=0.1", logistic(5 / 7, 0.7, 0.1)),
                    ("davids-revenges-revenge:mu=0.8", logistic(5 / 7, 0.8))):
        assert agree(shares(name, "5>0", "3>0", "5>0"), [0, 0, 0, 0, 0, p, 0, 1 - p])
    assert logistic(0.6) == pytest.approx(0.966, abs=5e-4) and logistic(0.532) == pytest.approx(0.9, abs=1e-3)


def test_davids_revenges_revenge_is_careful_among_many_friends():
    game = gunslinger(players=9, f=6, e=2)
    p = logistic(1 / 3)
    assert agree(shares("davids-revenges-revenge", "7>0", game=game), [*[0] * 7, p, 0, 1 - p])


def test_davids_revenges_revenge_draws_the_target_then_whether_it_fires():
    for number in range(20):
        d = record(dice.STREAM)
        d[0].rng = dice.stream(7, number, 1)
        target = [3, 5][dice.below(d[0], 2)]
        fires = dice.uniform(d[0]) < logistic(5 / 7, 0.7)
        assert last("davids-revenges-revenge:mu=0.7", "3>0 5>0", number=number) == (target if fires else NO)
    assert script("davids-revenges-revenge", None, "3>1", "", number=3) == [NO] * 3
    assert script("davids-revenges-revenge:mu=10,beta=0.0001", "3>0") == [NO]  # no overflow
    assert script("davids-revenges-revenge:mu=-10,beta=0.0001,window=2", "3>0", "", "") == [3, 3, NO]


@pytest.mark.parametrize("names", [["davids-revenge"] * 9, ["davids-revenge", "davids-revenges-revenge", "silent"] * 3])
def test_a_table_of_avengers_ends_after_10_silent_rounds_with_everybody_scoring_f_plus_1(names):
    agents = [find_agent(FOUND, NINE, name) for name in names]
    played = play(NINE, agents, [range(9)] * 20, 1)
    assert (played.scores == 3).all()
    assert (played.measures[:, :, NINE.measure_names.index("rounds")] == 10).all()
    assert (played.measures[:, :, NINE.measure_names.index("shots")] == 0).all()


# Beyond


def test_random_enemy_fires_at_any_living_enemy_from_the_first_round():
    assert agree(shares("random-enemy", None), [0, 0, 0, 1 / 2, 1 / 2, 0, 0, 0])
    assert script("random-enemy", ("5>0", (4,)), ("5>0", (3, 4))) == [3, NO]


def test_focus_joins_a_friends_shot_else_fires_at_its_first_living_enemy():
    assert script("focus", None, "2>6", "1>5 2>6", "2>3", "5>0") == [4, 6, 5, 3, 4]
    assert last("focus", "1>2") == 4  # not at a friend
    assert last("focus", "1>0") == 4  # nor at itself
    assert last("focus", ("1>5", (5,))) == 4  # nor at the dead
    assert last("focus", ("1>5", (1,))) == 4  # nor with the dead
    assert last("focus", ("", (3, 4))) == NO


# The groups of 2013


def test_g1_is_silent_until_it_or_a_friend_is_shot():
    assert script("g1", None, "3>5", "5>3 6>4", "") == [NO] * 4
    assert script("g1", "5>0", "")[1] != NO
    assert script("g1", "5>2", "")[1] != NO


def test_g1_adds_up_its_weights():
    assert last("g1", "5>0") == 5  # 6 + 3 - 2.6 for 5, a neutral; 3 for an enemy
    assert last("g1", "5>1") == 5  # 4 + 3 - 2.6
    assert last("g1", "5>1 3>6 ") == 3  # 4.4 against 3 + 3
    assert last("g1", "5>1 6>3 3>2") == 3  # 3 + 2 + 4 + 3
    assert last("g1", ("5>0 6>4", (5,))) == 4  # was shot: 3 + 2; 6 is likely to fire again: 3
    assert last("g1", ("5>0", (5,))) == 3  # enemies have 3 each: the lower number
    assert script("g1", "5>0", "", "6>1", "", "3>6", "3>0") == [5, 5, 6, 5, 3, 3]  # 3.4 for good; 4.4, then 1.4; 3 + 3


def test_g1_counts_a_shot_at_somebody_dead_but_does_not_expect_another():
    assert last("g1", "5>0", ("6>1", (1,))) == 5  # 3.4 and 1.4
    assert last("g1", "5>0", "6>1") == 6  # 3.4 and 1.4 + 3


def test_g1_shoots_if_a_score_is_above_nought():
    only_friends = (3, 4, 5, 6)
    assert last("g1", ("1>0", only_friends)) == NO  # -10 + 6 + 3
    assert last("g1:friend=-8", ("1>0", only_friends)) == 1
    assert last("g1", ("5>0", (3, 4, 5))) == NO  # a neutral who did nothing has -2.6
    assert last("g1:none=0.1", ("5>0", (3, 4, 5))) == 6


def test_g1_has_two_more_weights_of_its_own():
    assert last("g1:shot_enemy=9", "5>0 6>4") == 6  # 9 + 3 against 6 + 3
    assert last("g1:shot_enemy=-9", "5>0", "5>4") == 4  # 3 + 2 against 6 + 3 - 9
    assert last("g1:shot_by_me=9", "5>0", "0>4") == 4  # 3 + 9 against 6
    assert last("g1", "5>0", "0>4") == 5
    assert last("g1:shot_me=0,again=0", "5>0", "0>4") == 3  # that I shot 4 is no sign that others do
    assert list(FOUND.players["g1"].genome_type(SEVEN).names) == [
        "friend", "enemy", "was_shot", "shot_me", "shot_friend", "shot_enemy", "again", "shot_by_me", "none"]


def expected_shots(shots, dead=()):
    player = player_of("g3")
    player.on(view(shots, dead))
    return player.memory[0].expected.tolist()


def test_g3_expects_shots():
    """Each bystander finds an enemy with e / (N - 1 - f) = 1/2, among all who fight alike."""
    def density(bystanders, fighters):
        return bystanders / 2 / fighters

    # 5 repeats on 6, 6 is torn between 5 and 3, 3 answers 6; 1, 2 and 4 stand by
    assert expected_shots("5>6 6>3") == pytest.approx(
        [0, 0, 0, 0.5 + 0.8 * density(3, 3), 0, 0.5 + 0.8 * density(3, 3), 0.8 + 0.9 + 1.2 * density(3, 3)])
    assert expected_shots("5>6 6>5") == pytest.approx([0, 0, 0, 0, 0, 1 + 1.2 * density(4, 2), 1 + 1.2 * density(4, 2)])
    # what I do is not counted, but that 5 answers is
    assert expected_shots("0>5") == pytest.approx([0.9 + 0.8 * density(5, 2), 0, 0, 0, 0, 0.8 * density(5, 2), 0])
    assert expected_shots("5>6", (6,)) == [0] * 7


def test_g3_protects_itself_unless_it_is_dead_anyway_or_the_shooter_a_friend():
    assert script("g3", None, "5>0", "4>0", "") == [NO, 5, 4, NO]
    assert last("g3", "1>0") == NO
    assert last("g3", ("5>0", (5,))) == NO
    assert last("g3", "5>0 0>6") == NO  # 0.8 + 0.9 and the bystanders' share: 1.7 + 1.2 * 4 / 2 / 3 > 2


def test_g3_protects_friends():
    assert last("g3", "5>1 6>3") == 5  # 0.9 and 0.8 / 4 for 5; 0.8 and 0.8 / 4 for an enemy, who comes later
    assert last("g3", "5>1 3>2") == 3  # an enemy before a neutral
    assert last("g3", "5>1 4>5") == 5  # 0.9 + 0.8 and more: 5 is dead anyway, but there is no better target
    assert last("g3", "5>1 6>2 4>5") == 6  # here there is: 0.9 and a share
    assert last("g3", "5>1") == NO  # the friend expects 0.8 + 0.8 * 4 / 2 / 2: it is dead anyway
    assert last("g3", "2>1 5>6") == NO  # it shoots no friend


def test_g3_finishes_enemies():
    assert last("g3", "5>4") == 4  # 0.8 and more
    assert last("g3", "4>5") == 4  # it will be answered
    assert last("g3", "5>4 3>6") == 3  # 0.9 rather than 0.8
    assert last("g3", "5>6") == NO  # no enemy in it
    assert last("g3", ("5>4", (4,))) == NO


def test_g3_is_careful_where_retaliation_is_to_be_feared():
    """Me, one friend of twelve, my enemy 13 and five neutrals live; who is in a fight expects 0.8 * 5 / 11 / 2 from others.

    If I fire I have to fear 0.7, and a third of 5 / 11 enemies and 12 * 7 / 23 - 1 friends of whom I shoot: 1.74 in all.
    """
    game = gunslinger(players=24, f=12, e=1)
    dead = [*range(2, 13), *range(19, 24)]
    assert player_of("g3", game=game).on(view("14>1", dead, game)) == 14  # 0.9 + 0.18; 1.74 is not too much for a friend
    assert player_of("g3", game=game).on(view("14>13", dead, game)) == 24  # 0.8 + 0.18 is below 1.1
    assert player_of("g3", game=game).on(view("14>13 13>14", dead, game)) == 13  # 1.0 + 0.27


def test_g3_shoots_the_only_non_friend_left():
    assert last("g3", ("", (3, 5, 6))) == 4
    assert last("g3", ("", (3, 4, 5))) == 6  # f >= e
    assert last("g3", ("", (3, 4))) == NO
    assert last("g3", ("", (3, 4, 5, 6))) == NO
    more_enemies = gunslinger(players=7, f=2, e=3)
    assert player_of("g3", game=more_enemies).on(view("", (3, 4, 5), more_enemies)) == NO
    assert player_of("g3", game=more_enemies).on(view("", (3, 4, 6), more_enemies)) == 5


def test_g4_fires_at_the_shooter_of_the_most_dangerous_event():
    order = ["3>1", "3>0", "5>1", "5>0", "3>6", "5>6"]  # 20, 18, 17, 16, 15, 6
    assert [last("g4", event) for event in order] == [3, 3, 5, 5, 3, 5]
    other = {"3": "4", "5": "6"}
    for n, worse in enumerate(order):
        for lesser in order[n + 1:]:
            apart = lesser if lesser[0] != worse[0] else other[lesser[0]] + lesser[1:].replace("6", "5")
            assert last("g4", f"{worse} {apart}") == int(worse[0]), (worse, apart)
    assert script("g4", None, "", "1>3 2>5 1>0", "5>3") == [NO] * 4  # friends, and a neutral at an enemy: no danger


def test_g4_takes_a_neutral_who_ever_shot_it_for_a_threat():
    assert last("g4", "5>0", "5>1 6>2") == 5  # 19 against 17
    assert last("g4", "6>0", "5>1", "6>3 5>4") == 6  # 14 against 17 * 0.55
    assert last("g4", "5>0", "5>4 3>6") == 3  # 14 against 15
    assert last("g4", "5>0", "", "6>5") == 5  # that a neutral shoots a threat is no danger


def test_g4_danger_is_worth_055_a_round_later():
    assert script("g4", "3>1", "5>6", "5>6", "5>6") == [3, 3, 3, 5]  # 20, 11, 6.05 and 3.3 against 6
    assert script("g4", "3>1", *[""] * 20) == [3] * 21
    assert script("g4", "3>1", "4>5", "") == [3, 4, 4]  # 11 against 15


def test_g4_forgets_an_event_with_its_shooter_or_victim():
    assert last("g4", "3>1", ("", (3,))) == NO
    assert last("g4", "3>1", ("", (1,))) == NO
    assert last("g4", ("3>1", (1,))) == NO


def test_g4_shoots_the_last_non_friend():
    assert last("g4", ("", (3, 5, 6))) == 4
    assert last("g4", ("", (3, 4, 5))) == 6  # e - f - 1 = -1
    assert last("g4", ("", (3, 5))) == NO
    for f, e, shoots in ((2, 3, 6), (0, 2, NO)):  # e - f - 1 is 0, 1; only the last neutral is left
        game = gunslinger(players=7, f=f, e=e)
        assert player_of("g4", game=game).on(view("", range(f + 1, 6), game)) == shoots


def grudges(*rounds):
    player = player_of("g8")
    for shots in rounds:
        player.on(view(shots))
    return player.memory[0].grudge.tolist()


def test_g8_remembers_shots_09_as_well_a_round_later():
    assert grudges("5>0 3>2 6>4") == [0, 0, 0, 1, 0, 2, -1]
    assert grudges("5>0", "5>1", "") == pytest.approx([0, 0, 0, 0, 0, (2 * 0.9 + 1) * 0.9, 0])


def test_g8_fires_at_the_highest_score_above_0():
    assert script("g8", None, "", "") == [NO] * 3
    assert last("g8", "5>0", "") == 5
    assert last("g8", "5>0 3>2") == 3  # 2 against 1 + 1.9: the friend will answer
    assert last("g8", "5>6") == 5  # it will be retaliated on
    assert last("g8", "5>0", "3>6") == 3  # 1.8 against 1.9
    assert last("g8", "5>0 3>6") == 5  # 2 against 1.9
    assert last("g8", ("5>6", (6,))) == NO
    assert last("g8", "5>3", "") == NO  # -1 for shooting an enemy
    assert last("g8", "1>0") == NO  # never a friend


def test_g8_joins_a_friends_shot_and_repeats():
    assert script("g8", "1>6", "0>6", "0>6") == [6, 6, 6]
    assert last("g8", ("1>6", (1,))) == NO
    assert last("g8", ("1>6", (6,))) == NO
    assert last("g8", "5>0", "2>6 3>1") == 3  # 1.8, 1, and 1 + 1.9
    assert last("g8", "5>0", "2>6", "0>6 1>6") == 6  # 1.62 against 2


def test_g8_starts_fights_with_four_more_friends_than_enemies():
    for count, f, e in ((9, 6, 2), (18, 11, 6), (90, 40, 20)):
        game = gunslinger(players=count, f=f, e=e)
        assert player_of("g8", game=game).on(view(game=game)) == f + e
        assert player_of("g8", game=game).on(view("", [f + e], game)) == f + e - 1
    game = gunslinger(players=9, f=4, e=2)
    assert player_of("g8", game=game).on(view(game=game)) == 9


# Settings


@pytest.mark.parametrize("text, sentence", [
    ("davids-revenge:window=31", "window=31 does not work: window is a whole number from 1 to 30"),
    ("davids-revenge:answers=first", "answers=first does not work: answers is most | recent"),
    ("davids-revenges-revenge:beta=0", "beta=0 does not work: beta is a number from 0.0001 to 10.0"),
    ("dumb:fires=2", "fires=2 does not work: fires is a number from 0.0 to 1.0"),
])
def test_a_wrong_setting_is_told_in_a_sentence(text, sentence):
    with pytest.raises(Mistake) as refused:
        find_agent(FOUND, SEVEN, text)
    assert str(refused.value) == sentence


# All of them


EVERYWHERE = """
import json
from lek.games.gunslinger import gunslinger
from lek.position import result
from lek.watching import watch
from lek.find import Found, find_agent
from lek.players.gunslinger import groups as gunslinger_groups
from lek.players.gunslinger import strategies as players
found = Found(gunslinger, {**players.PLAYERS, **gunslinger_groups.PLAYERS}, {})
names, played, scores, deaths = list(found.players), {}, [], []
for count, f, e in [(1, 0, 0), (2, 1, 0), (2, 0, 1), (3, 0, 2), (3, 2, 0), (4, 2, 1), (5, 0, 0), (6, 3, 1), (9, 2, 2),
                    (9, 8, 0), (9, 0, 8), (9, 6, 2)]:
    game = found.build(players=count, f=f, e=e, quirk=f == 0)
    for first in range(0, len(names), max(1, count // 2)):
        seated = [names[(first + seat) % len(names)] for seat in range(count)]
        for turn in watch(game, [find_agent(found, game, name) for name in seated], 1, first):
            played[seated[turn.seat]] = played.get(seated[turn.seat], 0) + 1
        if (count, f, e) == (9, 2, 2):
            scores.append(result(game, turn.state)[0].tolist())
for count, pairs in {9: [(4, 4), (8, 0), (2, 2), (2, 4), (4, 2), (2, 6), (6, 2)], 18: [(6, 11), (3, 6)],
                     4: [(1, 1), (3, 0), (2, 1), (1, 2)], 3: [(2, 0), (1, 0)]}.items():
    for e, f in pairs:
        game = found.build(players=count, f=f, e=e)
        for name in ("g1", "g3", "g4", "g8"):
            *_, turn = watch(game, [find_agent(found, game, name)] * count, 1)
            if not turn.state.alive.all():
                deaths.append([name, count, e, f])
print(json.dumps([played, scores, deaths]))
"""


@pytest.fixture(scope="module")
def everywhere():
    """Many games in plain Python, where a wrong index or an illegal shot raises, and no kind of view needs compiling."""
    done = subprocess.run([sys.executable, "-c", EVERYWHERE], capture_output=True, text=True,
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_player_makes_only_legal_shots_with_any_number_of_players_friends_and_enemies(everywhere):
    played, _, _ = everywhere
    assert set(played) == set(FOUND.players)
    assert min(played.values()) >= 100


def test_games_in_plain_python_are_the_compiled_ones(everywhere):
    names, (_, scores, _) = list(FOUND.players), everywhere
    agents = [find_agent(FOUND, NINE, name) for name in names]
    firsts = list(range(0, len(names), 4))
    schedule = [[(first + seat) % len(names) for seat in range(9)] for first in firsts]
    assert play(NINE, agents, schedule, 1, deal=firsts).scores.tolist() == scores


def test_among_their_like_only_g8_kills_and_where_the_tournament_of_2013_saw_it(everywhere):
    assert everywhere[2] == [["g8", 9, 2, 6], ["g8", 18, 6, 11]]


def test_no_friend_is_shot_by_who_never_means_to():
    """Whole games among aggressors: nobody but an avenger or g1 ever fires at a friend."""
    names = ["dumb", "dumb-1", "dumb-2", "random-enemy", "focus", "g3", "g4", "g8", "dumb-1"]
    agents = [find_agent(FOUND, NINE, name) for name in names]
    for deal in range(20):
        turn = None
        for turn in watch(NINE, agents, 3, deal):
            assert turn.action == 9 or turn.view.relation[turn.action] != FRIEND, names[turn.seat]
        assert result(NINE, turn.state)[1][:, 3].sum() > 0


def test_an_avenger_in_a_whole_game_shoots_whoever_shot_it_most_within_ten_rounds():
    agents = [find_agent(FOUND, NINE, name) for name in ["davids-revenge"] * 6 + ["dumb-1"] * 3]
    fired = 0
    for deal in range(5):
        hits = {}  # (victim, shooter): rounds
        for turn in watch(NINE, agents, 5, deal):
            if turn.seat < 6:
                for shooter in np.flatnonzero(turn.view.shots == turn.view.me):
                    hits.setdefault((turn.seat, int(shooter)), []).append(int(turn.view.turn))
                if turn.action != 9:
                    fired += 1
                    assert hits[turn.seat, turn.action][-1] > turn.view.turn - 10
                    recent = {k[1]: sum(r > turn.view.turn - 10 for r in rounds) for k, rounds in hits.items()
                              if k[0] == turn.seat and turn.view.alive[k[1]]}
                    assert recent[turn.action] == max(recent.values())
    assert fired > 20
