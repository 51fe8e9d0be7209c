"""The rules of Moose, one test per sentence of the rulebook (shared/rules/moose.md, 1.1 and 1.2).

Rounds are written as words, one digit a moose: "12" sends the first moose to field 1 and the second to field 2, "-"
stays away. Positions are drawn by the game itself.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement, pairwise, product
from textwrap import dedent

import numpy as np
import pytest

from lek.game import record
from lek.games.moose import gain, moose, show, show_view
from lek.jit import rule
from lek.players.moose.machines import machines
from lek.settings import Mistake

RULES = ("paper", "contest")
FIGURE_1 = "11 12 11 11 11"  # one history that fits: field 2 eaten in step 2, then fights on field 1; field 3 untouched


def graze(moves, x=None, **settings):
    """The state after these rounds, from `x` where it is given."""
    words = moves.split()
    game = moose(**{"moose": len(words[0]), **settings})
    s = game.blank.copy()[0]
    game.start(s)
    if x is not None:
        s.x[:] = x
    for word in words:
        for field in word:
            game.step(s, -1 if field == "-" else int(field) - 1)
    return s


def gains(moves, x=None, **settings):
    """What each moose gained in the last of these rounds."""
    words = moves.split()
    before = graze(" ".join(words[:-1]), x, **settings).total if words[:-1] else 0.0
    return (graze(moves, x, **settings).total - before).tolist()


@rule
def worked_out(capacity, x):
    return capacity * (1.0 / (1.0 + math.exp(-x)) - 0.5)


def test_gains_out_of_the_table_are_those_worked_out_to_the_last_bit():
    """As compiled rules work them out, and without compiling; beyond the table and between its places too."""
    places = [*map(float, range(600)), 1023.0, 1e9, 0.5, 511.5, 511.0 + 1e-9]
    for capacity, x in product((1.0, 10.0, 0.1, 123.456), places):
        assert gain(capacity, x).hex() == worked_out(capacity, x).hex() == float(gain.py_func(capacity, x)).hex(), x


def view(s, body, **settings):
    """What this moose sees in this state."""
    game = moose(moose=len(s.last), **settings)
    v = game.blank_view()[0]
    game.observe(s, body, v)
    return v


def told(record):
    """All a record says."""
    return {name: record[name].tolist() for name in record.dtype.names}


def same(picture, s):
    return [line.rstrip() for line in show(s).splitlines()] == dedent(picture).strip("\n").splitlines()


# 1.1 The paper's rule


def test_f_is_c_e_to_the_x_over_1_plus_e_to_the_x():
    for capacity, x in product((1.0, 10.0, 37.5), (0.0, 0.3, 1.0, 2.0, 7.7)):
        f = [capacity * math.exp(y) / (1 + math.exp(y)) for y in (x, 0.0)]
        assert gain(capacity, x) == pytest.approx(f[0] - f[1], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_x_is_1_at_the_start(rule):
    game = moose(rule=rule)
    s = game.blank.copy()[0]
    game.start(s)
    assert same("""
        round 0
          field 1  x=1     #########             2.311
          field 2  x=1     #########             2.311
          field 3  x=1     #########             2.311
          scores 0.000  0.000
        """, s)


@pytest.mark.parametrize("rule", RULES)
def test_both_moose_choose_a_field_simultaneously(rule):
    game = moose(rule=rule)
    for held in range(-1, 4):
        s = graze("12 31", rule=rule)
        before = told(view(s, 1))
        x, total = s.x.tolist(), s.total.tolist()
        assert game.actor(s) == 0
        game.step(s, held)
        assert game.actor(s) == 1
        assert told(view(s, 1)) == before  # the second moose learns nothing of the choice that is held
        assert (s.x.tolist(), s.total.tolist(), s.turn) == (x, total, 2)
        game.step(s, 0)
        assert game.actor(s) == 0
        assert s.turn == 3


def test_a_view_has_no_room_for_the_choices_of_this_round():
    assert moose().blank_view().dtype.names == ("turn", "mine", "others", "x", "capacity", "growth", "contest")


@pytest.mark.parametrize("growth", [1, 2, 3, 0.25])
def test_every_field_with_0_or_1_moose_grows_by_g(growth):
    s = graze("12", growth=growth)
    assert s.x[2] == 1 + growth
    assert s.total.tolist() == [gain(10.0, 1 + growth)] * 2  # the visited ones grew too, and were eaten


def test_a_field_with_2_moose_does_not_grow():
    assert graze("33", growth=3).x.tolist() == [4, 4, 0]


def test_exactly_1_moose_gains_f_of_the_grown_x_minus_f_of_0_then_x_is_0():
    s = graze("13", x=[2.0, 4.0, 6.0], growth=2, capacity="10,20,30")
    assert s.total.tolist() == [gain(10.0, 4.0), gain(30.0, 8.0)]
    assert s.x.tolist() == [0, 6, 0]


def test_2_moose_both_gain_0_and_x_falls_by_1_whatever_g():
    s = graze("22", x=[5.0, 5.0, 5.0], growth=3)
    assert s.total.tolist() == [0, 0]
    assert s.x.tolist() == [8, 4, 8]


@pytest.mark.parametrize("rule", RULES)
def test_a_fight_leaves_x_at_0_at_the_least(rule):
    assert [graze("22", x=[5.0, x, 5.0], rule=rule).x[1] for x in (2.0, 1.0, 0.7, 0.0)] == [1, 0, 0, 0]


def test_a_gain_is_strictly_below_half_the_capacity_and_tends_to_it():
    for capacity in (1.0, 10.0, 30.0):
        climbing = [gain(capacity, float(x)) for x in range(31)]
        assert all(low < high for low, high in pairwise(climbing))
        assert climbing[-1] < capacity / 2
        assert capacity / 2 - climbing[-1] < 1e-11


@pytest.mark.parametrize(
    "x, worth", [(0, 0.0), (1, 2.3106), (2, 3.8080), (3, 4.5257), (4, 4.8201), (5, 4.9331), (6, 4.9753), (40, 5.0)])
def test_gains_for_c_10(x, worth):
    assert gain(10.0, float(x)) == pytest.approx(worth, abs=5e-5)
    assert gains("12", x=[float(x), 0.0, 0.0], rule="contest") == [pytest.approx(worth, abs=5e-5), 0.0]
    if x:
        assert gains("12", x=[x - 1.0, 0.0, 0.0])[0] == pytest.approx(worth, abs=5e-5)


@pytest.mark.parametrize("growth", [1, 2, 3])
def test_the_first_step_gains_f_of_1_plus_g_and_staying_f_of_g_per_step(growth):
    assert gains("12", growth=growth) == [gain(10.0, 1.0 + growth)] * 2
    assert gains("12 12", growth=growth) == pytest.approx([gain(10.0, float(growth))] * 2)
    assert gains("12 12 12 12", growth=growth) == pytest.approx([gain(10.0, float(growth))] * 2)


def test_figure_1_step_5_both_on_field_1_as_before():
    assert same("""
        round 5
          field 1  x=0                           0.000 moose 1 moose 2 fight!
          field 2  x=3     ##################    4.526
          field 3  x=6     ####################  4.975
          scores 2.311  4.526
        """, graze(FIGURE_1))
    assert gains(FIGURE_1) == [0, 0]


def test_figure_1_step_6_both_on_field_3():
    assert same("""
        round 6
          field 1  x=1     #########             2.311
          field 2  x=4     ###################   4.820
          field 3  x=5     ####################  4.933 moose 1 moose 2 fight!
          scores 2.311  4.526
        """, graze(FIGURE_1 + " 33"))
    assert gains(FIGURE_1 + " 33") == [0, 0]


def test_figure_1_step_7_on_fields_1_and_2():
    assert same("""
        round 7
          field 1  x=0                           0.000 moose 1
          field 2  x=0                           0.000 moose 2
          field 3  x=6     ####################  4.975
          scores 6.119  9.459
        """, graze(FIGURE_1 + " 33 12"))
    assert gains(FIGURE_1 + " 33 12") == pytest.approx([gain(10.0, 2.0), gain(10.0, 5.0)])
    assert gains(FIGURE_1 + " 33 12") == pytest.approx([3.8080, 4.9331], abs=5e-5)


def test_five_straight_fights_from_the_start_are_not_figure_1():
    assert graze("11 11 11 11 11").x.tolist() == [0, 6, 6]
    assert gains("11 11 11 11 11 33 12") == pytest.approx([gain(10.0, 2.0), gain(10.0, 8.0)])


def test_x_is_real_for_growth_that_is_not_whole_and_the_floor_at_0_applies():
    s = graze("11 12 33", growth="0.4,0.25,1.5")
    assert s.x.tolist() == [0.4, 0.25, 3.0]
    assert s.total.tolist() == [gain(10.0, 0.4), gain(10.0, 1.5)]
    assert graze("11 12 33 11", growth="0.4,0.25,1.5").x[0] == 0  # 0.4 - 1 is below the floor


# 1.2 The contest's rule


def test_agents_are_asked_with_the_current_x_of_all_fields_and_the_opponents_previous_move():
    s = graze("12 33", preset="contest")
    assert s.x.tolist() == [1, 1, 1]
    s = graze("12 33 23", preset="contest")
    for body, mine, other in ((0, 1, 2), (1, 2, 1)):
        v = view(s, body, preset="contest")
        assert v.x.tolist() == s.x.tolist() == [2, 0, 0]
        assert (v.mine, v.others.tolist()) == (mine, [other])


def test_before_the_first_round_there_is_no_previous_move():
    game = moose(preset="contest")
    s = game.blank.copy()[0]
    game.start(s)
    assert (view(s, 0).mine, view(s, 0).others.tolist()) == (-1, [-1])


def test_different_fields_each_gain_at_the_current_x_and_the_third_field_grows():
    s = graze("13", x=[3.0, 4.0, 5.0], preset="contest")
    assert same("""
        round 1
          field 1  x=2     ###############       3.808 moose 1
          field 2  x=5     ####################  4.933
          field 3  x=4     ###################   4.820 moose 2
          scores 4.526  4.933
        """, s)


def test_a_field_eaten_alone_in_the_contest_falls_to_0_at_the_least():
    assert graze("13", x=[0.0, 4.0, 0.3], preset="contest").x.tolist() == [0, 5, 0]
    assert gains("13", x=[0.0, 4.0, 0.3], preset="contest") == [0, gain(10.0, 0.3)]


def test_same_field_both_gain_0_and_the_other_two_grow():
    s = graze("22", x=[3.0, 4.0, 5.0], preset="contest")
    assert same("""
        round 1
          field 1  x=4     ###################   4.820
          field 2  x=3     ##################    4.526 moose 1 moose 2 fight!
          field 3  x=6     ####################  4.975
          scores 0.000  0.000
        """, s)


def test_the_contest_has_c_10_g_1_and_100_rounds():
    settings = moose(preset="contest").settings
    assert (settings["capacity"], settings["growth"], settings["rounds"]) == ((10.0,) * 3, (1.0,) * 3, 100)
    assert (settings["moose"], settings["fields"]) == (2, 3)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("action", [-1, 3, 4, -(2**31), 2**31, 2**40])
def test_an_action_that_names_no_field_stays_away(rule, action):
    game = moose(rule=rule, capacity="10,20,30")
    s = game.blank.copy()[0]
    game.start(s)
    assert not game.legal(s, action)
    game.step(s, action)
    game.step(s, 1)
    alone = graze("-2", rule=rule, capacity="10,20,30")
    assert told(s) == told(alone)
    assert s.total.tolist() == [0, gain(20.0, 2.0 if rule == "paper" else 1.0)]
    assert s.x.tolist() == [2, 0, 2]
    assert s.last.tolist() == [-1, 1]
    assert s.visits.tolist() == [[0, 0, 0], [0, 1, 0]]
    assert not s.fights.any()


@pytest.mark.parametrize("rule", RULES)
def test_two_that_stay_away_do_not_fight(rule):
    s = graze("-- --", rule=rule)
    assert s.x.tolist() == [3, 3, 3]
    assert not s.fights.any() and not s.visits.any() and not s.total.any()


# The two rules in one table


def test_growth_before_harvest_no_in_the_contest_yes_in_the_paper():
    assert gains("12", rule="contest") == [gain(10.0, 1.0)] * 2
    assert gains("12", rule="paper") == [gain(10.0, 2.0)] * 2


def test_visited_alone_x_minus_1_in_the_contest_0_in_the_paper():
    assert graze("12", x=[5.0, 5.0, 5.0], rule="contest").x[:2].tolist() == [4, 4]
    assert graze("12", x=[5.0, 5.0, 5.0], rule="paper").x[:2].tolist() == [0, 0]


@pytest.mark.parametrize("rule", RULES)
def test_fight_x_minus_1_floor_0_in_both(rule):
    assert graze("11", x=[5.0, 0.0, 0.0], rule=rule, growth=2).x[0] == 4
    assert graze("22", x=[5.0, 0.0, 0.0], rule=rule, growth=2).x[1] == 0


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("growth", [1, 2, 0.5])
def test_unvisited_plus_g_in_both(rule, growth):
    assert graze("12", rule=rule, growth=growth).x[2] == 1 + growth
    assert graze("11", rule=rule, growth=growth).x[1:].tolist() == [1 + growth] * 2


def test_an_agent_sees_all_x_in_the_contest_and_a_machine_the_opponents_last_move_only():
    s = graze("12", x=[3.0, 4.0, 5.0], preset="contest")
    assert view(s, 0, preset="contest").x.tolist() == s.x.tolist()
    machine = machines(moose(preset="paper"))
    g = machine.parse("first 1\n1: 1/2>2 2/3>1 3/1>2\n2: 1/1>1 2/2>2 3/3>1")
    said = {}
    for x, other in product(((0.0, 1.0, 9.0), (9.0, 0.0, 1.0)), range(3)):
        m = record(machine.brain.memory_type(moose()))
        v = view(graze("12", x=x, preset="paper"), 0)
        machine.brain.act(g[0], m[0], v)
        v.others[0] = other
        said.setdefault(other, set()).add(int(machine.brain.act(g[0], m[0], v)))
    assert said == {0: {1}, 1: {2}, 2: {0}}


def test_rounds_100_in_the_contest_50_in_the_paper():
    for preset, rounds in (("contest", 100), ("paper", 50)):
        game = moose(preset=preset)
        assert game.actor(graze("12 " * (rounds - 1), preset=preset)) == 0
        assert game.actor(graze("12 " * rounds, preset=preset)) == -1


def test_staying_is_worth_about_0_in_the_contest_and_2_31_a_step_in_the_paper():
    assert graze("12 " * 100, rule="contest", rounds=100).total.tolist() == [gain(10.0, 1.0)] * 2
    assert graze("12 " * 100, rule="paper", rounds=100).total[0] / 100 == pytest.approx(2.31, abs=0.02)


def test_in_the_contest_a_peaceful_round_takes_1_from_the_sum_of_x_and_a_fight_adds_1_or_2():
    for x in product((0.0, 1.0, 4.0), repeat=3):
        for a, b in product(range(3), repeat=2):
            change = graze(f"{a + 1}{b + 1}", x=x, rule="contest").x.sum() - sum(x)
            if a == b:
                assert change == (2 if x[a] == 0 else 1)
            else:
                assert change == -1 + (x[a] == 0) + (x[b] == 0)


@pytest.mark.parametrize("rule, useful", [("contest", True), ("paper", False)])
def test_fights_are_needed_in_the_contest_and_never_useful_in_the_paper(rule, useful):
    rounds = 10
    both = [ceiling(rule, rounds, list(combinations_with_replacement(range(3), 2))),
            ceiling(rule, rounds, [(0, 1), (0, 2), (1, 2)])]
    assert (both[0] > both[1] + 1) if useful else (both[0] == both[1])
    if useful:
        assert both[0] == pytest.approx(26.4, abs=0.06)  # the rulebook's cooperative ceiling for ten rounds (1.6)


def ceiling(rule, rounds, plays):
    """The best mean score a moose, if both choose among these plays together: dynamic programming over sorted x."""
    places = {x: i for i, x in enumerate(combinations_with_replacement(range(rounds + 2), 3))}
    after = np.zeros((len(places), len(plays)), np.int64)
    eaten = np.zeros((len(places), len(plays)))
    game = moose(rule=rule)
    for (x, i), (j, choices) in product(places.items(), enumerate(plays)):
        s = game.blank.copy()[0]
        s.x[:] = x
        for choice in choices:
            game.step(s, choice)
        after[i, j] = places[tuple(sorted(min(int(y), rounds + 1) for y in s.x))]
        eaten[i, j] = s.total.sum()
    best = np.zeros(len(places))
    for _ in range(rounds):
        best = (eaten + best[after]).max(axis=1)
    return best[places[1, 1, 1]] / 2


# Any number of moose and fields; richness and growth


@pytest.mark.parametrize("rule", RULES)
def test_three_or_five_moose_on_one_field_fight_once_over_it(rule):
    for word in ("222", "22222", "222--"):
        there = word.count("2")
        s = graze(word, x=[6.0, 6.0, 6.0], rule=rule)
        assert s.x.tolist() == [7, 5, 7]
        assert not s.total.any()
        assert s.fights[:, 1].tolist() == [1] * there + [0] * (len(word) - there)


@pytest.mark.parametrize("rule", RULES)
def test_a_moose_alone_eats_while_the_others_fight(rule):
    s = graze("22421", x=[6.0] * 4, rule=rule, fields=4)
    assert s.x.tolist() == ([0, 5, 7, 0] if rule == "paper" else [5, 5, 7, 5])
    assert s.total.tolist() == [0, 0, gain(10.0, 7.0 if rule == "paper" else 6.0), 0,
                                gain(10.0, 7.0 if rule == "paper" else 6.0)]
    assert s.fights.sum(axis=1).tolist() == [1, 1, 0, 1, 0]


@pytest.mark.parametrize("rule, x", [("paper", [0, 0]), ("contest", [2, 2])])
def test_two_fields_are_enough(rule, x):
    assert graze("12", x=[3.0, 3.0], rule=rule, fields=2).x.tolist() == x
    assert graze("11", x=[3.0, 3.0], rule=rule, fields=2).x.tolist() == [2, 4]


def test_there_may_be_many_fields():
    s = graze("19", fields=9, capacity="1,2,3,4,5,6,7,8,9")
    assert s.x.tolist() == [0] + [2] * 7 + [0]
    assert s.total.tolist() == [gain(1.0, 2.0), gain(9.0, 2.0)]


def test_one_capacity_or_growth_fills_all_fields():
    settings = moose(fields=4, capacity=7.5, growth="0.5").settings
    assert (settings["capacity"], settings["growth"]) == ((7.5,) * 4, (0.5,) * 4)


def test_capacity_and_growth_are_real_and_may_differ_per_field():
    s = graze("12", capacity=(2.5, 10, 0), growth="0.5,1,2.25")
    assert s.total.tolist() == [gain(2.5, 1.5), gain(10.0, 2.0)]
    assert s.x.tolist() == [0, 0, 3.25]
    assert gains("13", capacity=(2.5, 10, 0)) == [gain(2.5, 2.0), 0]


@pytest.mark.parametrize("given, sentence", [
    ({"capacity": "1,2"}, "capacity has 2 values, but fields=3: give one value or 3"),
    ({"growth": "1,2,3,4"}, "growth has 4 values, but fields=3: give one value or 3"),
    ({"moose": 1}, "moose=1 does not work: moose is a whole number from 2 to 64"),
    ({"moose": 2.5}, "moose=2.5 does not work: moose is a whole number from 2 to 64"),
    ({"fields": 1}, "fields=1 does not work: fields is a whole number from 2 to 64"),
    ({"rounds": 0}, "rounds=0 does not work: rounds is a whole number from 1 to 1000000"),
    ({"capacity": -1}, "capacity=-1 does not work: capacity is a number from 0.0 to 1000000000.0, one or per fields"),
    ({"growth": "nan"}, "growth=nan does not work: growth is a number from 0.0 to 1000000.0, one or per fields"),
    ({"rule": "chess"}, "rule=chess does not work: rule is paper | contest"),
    ({"sees": "everything"}, "sees=everything does not work: sees is actions | own | all"),
    ({"preset": "papers"}, "there is no preset called 'papers'; did you mean paper?"),
    ({"field": 3}, "there is no setting of moose called 'field'; did you mean fields?"),
])
def test_a_setting_out_of_range_is_refused_in_a_sentence(given, sentence):
    with pytest.raises(Mistake) as refused:
        moose(**given)
    assert str(refused.value) == sentence


def test_a_preset_applies_before_single_settings_whatever_the_order():
    for given in ({"rounds": 7, "preset": "contest"}, {"preset": "contest", "rounds": 7}):
        settings = moose(**given).settings
        assert (settings["rule"], settings["rounds"]) == ("contest", 7)


def test_without_settings_it_is_the_papers_game():
    assert dict(moose().settings) == dict(moose(preset="paper").settings)


# What an agent sees


@pytest.mark.parametrize("sees", ["actions", "own", "all"])
def test_sees_shows_exactly_that_field_by_field(sees):
    s = graze("12 23", x=[4.0, 5.0, 6.0], rule="contest", sees=sees)
    assert s.x.tolist() == [4, 3, 6]
    shown = {"actions": [[-1, -1, -1]] * 2, "own": [[-1, 3, -1], [-1, -1, 6]], "all": [[4, 3, 6]] * 2}[sees]
    for body in range(2):
        v = view(s, body, rule="contest", sees=sees)
        assert v.x.tolist() == shown[body]
        assert (v.turn, v.mine, v.others.tolist()) == (2, s.last[body], [s.last[1 - body]])


@pytest.mark.parametrize("sees, x", [("actions", -1), ("own", -1), ("all", 1)])
def test_who_was_nowhere_sees_no_own_field(sees, x):
    game = moose(sees=sees)
    s = game.blank.copy()[0]
    game.start(s)
    assert view(s, 0, sees=sees).x.tolist() == [x] * 3
    away = graze("-2", sees=sees)
    assert view(away, 0, sees=sees).x.tolist() == (away.x.tolist() if sees == "all" else [-1] * 3)


@pytest.mark.parametrize("sees", ["actions", "own", "all"])
def test_no_way_of_seeing_shows_a_choice_of_this_round(sees):
    game = moose(moose=3, sees=sees)
    for first, second in product(range(-1, 3), repeat=2):
        s = graze("123 231", sees=sees)
        before = [told(view(s, body, sees=sees)) for body in range(3)]
        game.step(s, first)
        game.step(s, second)
        assert [told(view(s, body, sees=sees)) for body in range(3)] == before


def test_the_others_are_seen_round_the_table_from_the_next_one():
    s = graze("1234", fields=4)
    others = [view(s, body, fields=4).others.tolist() for body in range(4)]
    assert others == [[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]]


def test_a_view_tells_the_rule_the_richness_and_the_growth():
    settings = {"rule": "contest", "capacity": "10,20,30", "growth": "1,2,0.5"}
    v = view(graze("12", **settings), 0, **settings)
    assert (v.capacity.tolist(), v.growth.tolist(), v.contest) == ([10, 20, 30], [1, 2, 0.5], 1)
    assert view(graze("12"), 0).contest == 0


# What a game can tell


def test_measures_are_fights_then_visits_and_fights_by_field():
    game = moose()
    assert game.measure_names == ("fights", "visits-1", "visits-2", "visits-3", "fights-1", "fights-2", "fights-3")
    s = graze("12 33 13 33 -3")
    out = np.full((2, 7), np.nan)
    for seat in range(2):
        game.measure(s, seat, out[seat])
    assert out.tolist() == [[2, 2, 0, 2, 0, 0, 2], [2, 0, 1, 4, 0, 0, 2]]


@pytest.mark.parametrize("rule", RULES)
def test_measures_are_consistent_with_the_moves_and_with_each_other(rule):
    rng = np.random.default_rng(5)
    game = moose(moose=4, fields=3, rule=rule, rounds=40)
    s = game.blank.copy()[0]
    game.start(s)
    moves = rng.integers(-1, 3, (40, 4))
    for choice in moves.ravel():
        game.step(s, choice)
    assert game.actor(s) == -1
    for seat in range(4):
        out = np.zeros(7)
        game.measure(s, seat, out)
        fights, visits, fights_at = out[0], out[1:4], out[4:]
        crowd = (moves == moves[:, [seat]]).sum(axis=1)
        assert visits.tolist() == [(moves[:, seat] == k).sum() for k in range(3)]
        assert fights_at.tolist() == [((moves[:, seat] == k) & (crowd > 1)).sum() for k in range(3)]
        assert fights == fights_at.sum() > 0
        assert visits.sum() == (moves[:, seat] >= 0).sum() < 40
        assert game.score(s, seat) == s.total[seat] > 0
    assert game.limit == len(moves.ravel())


def test_fields_have_names_that_can_be_read_back():
    game = moose(fields=5)
    assert [game.face.action_name(a) for a in range(5)] == [f"field {k}" for k in range(1, 6)]
    assert [game.face.action_of(game.face.action_name(a)) for a in range(5)] == list(range(5))
    assert game.face.action_of("4") == 3


def test_a_view_is_drawn_with_question_marks_where_nothing_may_be_seen():
    s = graze("12", x=[4.0, 5.0, 6.0], rule="contest", sees="own")
    lines = show_view(view(s, 0, sees="own")).splitlines()
    assert "#" in lines[1] and "?" not in lines[1]
    assert all("?" in line and "#" not in line for line in lines[2:])


@pytest.mark.parametrize("capacity", ["0", "10,0", "0,10"])
def test_a_field_where_nothing_grows_is_drawn_without_a_bar(capacity):
    s = graze("12", capacity=capacity, fields=2)
    s.x[:] = 4.0
    for field, line in zip(s.capacity, show(s).splitlines()[1:], strict=False):
        assert ("#" in line) == (field > 0)
