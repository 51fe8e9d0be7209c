"""The rules of Gunslinger, one test per sentence of the rulebook (shared/rules/gunslinger.md, 7).

Tables are set by hand: nine players in a ring, friends with their neighbours, enemies of those three and four places on;
private numbers are the seats, unless a test says otherwise. A round is a dictionary from shooters to targets.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from lek import dice
from lek.games.gunslinger import ENEMY, FRIEND, NEUTRAL, SELF, befriend, candidate, gunslinger, show
from lek.position import result
from tests.games.refused import assert_refused

NINE = range(9)
NOBODY = 9  # the action of no shot


class Table:
    def __init__(self, quirk=False):
        self.game = gunslinger(quirk=quirk)
        self.s = s = self.game.blank.copy()[0]
        self.game.start(s)
        for i in NINE:
            s.named[i] = s.numbers[i] = NINE
            s.friends[i] = [(i + 1) % 9, (i - 1) % 9]
            s.enemies[i] = [(i + 3) % 9, (i + 4) % 9]
            s.relation[i] = NEUTRAL
            s.relation[i, s.friends[i]] = FRIEND
            s.relation[i, s.enemies[i]] = ENEMY
            s.relation[i, i] = SELF

    def choosing(self):
        return int(self.game.actor(self.s))

    def fire(self, shots=None):
        """One round of these shots; who is not named holds fire."""
        turn = self.s.turn
        while self.s.turn == turn:
            self.game.step(self.s, (shots or {}).get(self.choosing(), NOBODY))
        return self

    def kill(self, *players):
        """Everybody who is left shoots them in turn."""
        for player in players:
            self.fire({i: player for i in NINE if i != player})
            assert not self.s.alive[player]
        return self

    def rest(self):
        """Until the end nobody shoots."""
        while self.choosing() >= 0:
            self.fire()
        return self

    def view(self, player):
        v = self.game.blank_view()[0]
        self.game.observe(self.s, player, v)
        return v

    @property
    def dead(self):
        return [i for i in NINE if not self.s.alive[i]]

    @property
    def scores(self):
        return result(self.game, self.s)[0].tolist()

    @property
    def measures(self):
        return [dict(zip(self.game.measure_names, row, strict=True)) for row in result(self.game, self.s)[1].tolist()]


def drawn(deal, **settings):
    game = gunslinger(**settings)
    s = game.blank.copy()[0]
    s.rng = dice.stream(2, deal, 0)
    game.start(s)
    return s


@pytest.fixture(scope="module")
def many():
    """Many games set up with the default numbers."""
    return [drawn(deal) for deal in range(2000)]


# Friends, enemies and private numbers


def test_defaults_are_two_friends_and_two_enemies():
    settings = gunslinger().settings
    assert (settings["f"], settings["e"], settings["quirk"]) == (2, 2, False)


def test_every_player_has_exactly_f_friends_and_e_enemies_who_are_others_and_disjoint(many):
    for s in many:
        for i in NINE:
            both = [*s.friends[i].tolist(), *s.enemies[i].tolist()]
            assert len({*both, i}) == 5
            assert [np.count_nonzero(s.relation[i] == kind) for kind in (FRIEND, ENEMY, NEUTRAL, SELF)] == [2, 2, 4, 1]
            assert (s.relation[i, s.friends[i]] == FRIEND).all()
            assert (s.relation[i, s.enemies[i]] == ENEMY).all()
            assert s.relation[i, i] == SELF


def test_friendship_is_symmetric_and_enmity_directed(many):
    mutual = 0
    for s in many:
        friends, enemies = s.relation == FRIEND, s.relation == ENEMY
        assert (friends == friends.T).all()
        mutual += np.count_nonzero(enemies & enemies.T)
    assert mutual / (2000 * 18) == pytest.approx(2 / 6, abs=0.02)  # as often as by chance, each being one of six


def test_friends_are_anybody_and_enemies_any_of_the_non_friends(many):
    friends = sum((s.relation == FRIEND).astype(int) for s in many)
    enemies = sum((s.relation == ENEMY).astype(int) for s in many)
    others = ~np.eye(9, dtype=bool)
    assert np.abs(friends[others] / 2000 - 2 / 8).max() < 0.06  # balanced rather than uniform
    assert np.abs(enemies[others] / (2000 - friends[others]) - 2 / 6).max() < 0.06


def test_a_friend_is_drawn_among_those_with_the_fewest_friends_who_are_short_of_friends():
    s = Table().s
    s.relation[:] = np.where(np.eye(9), SELF, NEUTRAL)
    s.befriended[:] = [0, 1, 2, 1, 2, 1, 2, 1, 2]
    s.relation[0, 3] = FRIEND
    found = [int(candidate(s, 0)) for _ in range(900)]
    assert set(found) == {1, 5, 7}  # 3 is a friend already, the even ones have enough
    assert min(found.count(j) for j in (1, 5, 7)) > 240
    s.befriended[5] = 0
    assert {int(candidate(s, 0)) for _ in range(50)} == {5}
    s.befriended[1:] = 2
    assert candidate(s, 0) == -1


def test_friends_are_drawn_player_by_player():
    """The first has all its friends before anybody else looks for one: it is the first on their lists."""
    for deal in range(50):
        s = drawn(deal)
        assert s.friends[s.friends[0], 0].tolist() == [0, 0]


def test_where_nobody_is_left_to_befriend_all_begins_again():
    s = Table().s
    assert befriend(s)
    s.f = 9  # there are only eight others
    assert not befriend(s)


def test_private_numbers_are_a_permutation_of_every_player_drawn_anew_for_every_game(many):
    where = np.zeros((9, 9, 9))  # player, host, number
    for s in many:
        for i in NINE:
            assert sorted(s.numbers[i].tolist()) == list(NINE)
            assert s.named[i, s.numbers[i]].tolist() == list(NINE)
            where[i, NINE, s.numbers[i]] += 1
    assert np.abs(where / 2000 - 1 / 9).max() < 0.04  # seats carry no meaning, one's own neither
    assert len({s.numbers.tobytes() for s in many}) == 2000


def test_three_players_get_every_order_equally_often():
    orders = [tuple(drawn(deal, players=3, f=0, e=0).named[1].tolist()) for deal in range(1200)]
    assert [150 < orders.count(order) < 250 for order in permutations(range(3))] == [True] * 6


# Shots


def test_two_shots_in_one_round_kill():
    assert Table().fire({0: 4, 1: 4}).dead == [4]
    assert Table().fire(dict.fromkeys((0, 1, 2, 3), 4)).dead == [4]


def test_one_shot_is_absorbed():
    assert Table().fire({0: 4}).dead == []
    assert Table().fire({i: (i + 1) % 9 for i in NINE}).dead == []


def test_hits_do_not_accumulate_over_rounds():
    table = Table()
    for _ in range(9):
        assert table.fire({0: 4}).dead == []
    assert Table().fire({0: 4}).fire({1: 4}).fire({2: 4}).dead == []


def test_all_shots_land_together_so_who_is_killed_still_fires_this_round():
    assert Table().fire({0: 8, 1: 8, 8: 0, 7: 0}).dead == [0, 8]
    assert Table().fire({0: 1, 1: 2, 2: 0, 3: 1, 4: 2, 5: 0}).dead == [0, 1, 2]


def test_who_is_dead_fires_no_more():
    table = Table().kill(0)
    asked = []
    turn = table.s.turn
    while table.s.turn == turn:
        asked.append(table.choosing())
        table.game.step(table.s, 4 if asked[-1] == 1 else NOBODY)
    assert asked == list(range(1, 9))
    assert table.dead == [0]
    assert table.s.last.tolist() == [-1, 4, -1, -1, -1, -1, -1, -1, -1]


def test_shots_cost_nothing_and_ammunition_is_unlimited():
    table = Table()
    while table.choosing() >= 0:
        table.fire({0: 4, 5: 6})
    assert [one["shots"] for one in table.measures] == [10, 0, 0, 0, 0, 10, 0, 0, 0]
    assert table.scores == [3] * 9


@pytest.mark.parametrize("shots", [{0: 0, 4: 4}, {0: 8, 1: 8, 2: 8}, {0: 10, 1: -1, 2: 2**40, 3: -(2**40), 4: 300}],
                         ids=["self", "dead", "out of range"])
def test_an_illegal_shot_is_no_shot(shots):
    table = Table().kill(8)
    assert not table.game.legal(table.s, shots[0])
    table.fire(shots)
    assert (table.dead, table.s.quiet) == ([8], 1)
    assert table.s.last.tolist() == [-1] * 9
    assert [one["shots"] for one in table.measures] == [1] * 8 + [0]  # at the one who died, before


def test_an_illegal_shot_does_not_help_to_kill():
    assert Table().fire({4: 4, 0: 4}).dead == []


def test_no_shot_is_legal_and_so_is_a_shot_at_anybody_alive():
    table = Table().kill(8)
    assert [a for a in range(-2, 12) if table.game.legal(table.s, a)] == [1, 2, 3, 4, 5, 6, 7, NOBODY]
    assert table.game.actions == 10


def test_the_engines_quirk_lets_a_dead_first_seat_be_shot_at_which_all_see_but_is_pointless():
    for quirk in (False, True):
        table = Table(quirk).kill(0)
        assert table.game.legal(table.s, 0) == quirk
        table.fire({1: 0, 2: 0})
        assert table.s.last.tolist() == ([-1, 0, 0] if quirk else [-1] * 3) + [-1] * 6
        assert table.view(5).shots.tolist() == table.s.last.tolist()
        assert (table.dead, table.s.quiet, table.s.died[0]) == ([0], 1, 1)
        assert [one["shots"] for one in table.measures][:3] == ([0, 2, 2] if quirk else [0, 1, 1])
    table = Table(True).kill(8)
    assert not table.game.legal(table.s, 8)  # the first seat only


def test_the_quirk_is_about_the_host_number_not_the_private_one():
    table = Table(True).kill(0)
    table.s.named[1, [0, 5]] = table.s.named[1, [5, 0]]
    table.s.numbers[1, [0, 5]] = table.s.numbers[1, [5, 0]]
    table.fire({1: 5})
    assert table.s.last[1] == 0


# Information


def test_before_the_first_round_nobody_has_shot():
    v = Table().view(3)
    assert (v.turn, v.quiet, v.shots.tolist(), v.alive.tolist()) == (0, 0, [-1] * 9, [1] * 9)


def test_all_see_the_whole_previous_round_and_who_is_alive():
    table = Table().fire({0: 4, 1: 4, 4: 8, 7: 3})
    for player in NINE:
        v = table.view(player)
        assert v.shots.tolist() == [4, 4, -1, -1, 8, -1, -1, 3, -1]  # of the one who died too
        assert v.alive.tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
        assert (v.turn, v.quiet) == (1, 0)
    table.fire()
    assert table.view(0).shots.tolist() == [-1] * 9  # the previous round only


def test_nobody_sees_a_choice_of_this_round():
    table = Table()
    for shooter in range(8):
        views = [table.view(player).tolist() for player in NINE]
        table.game.step(table.s, (shooter + 4) % 9)
        assert str([table.view(player).tolist() for player in NINE]) == str(views)
        assert table.choosing() == shooter + 1


def test_a_player_knows_its_own_friends_and_enemies_only():
    v = Table().view(4)
    assert v.dtype.names == ("turn", "quiet", "me", "f", "e", "friends", "enemies", "relation", "alive", "shots")
    assert (v.me, v.f, v.e, v.friends.tolist(), v.enemies.tolist()) == (4, 2, 2, [5, 3], [7, 8])
    assert v.relation.tolist() == [NEUTRAL] * 3 + [FRIEND, SELF, FRIEND, NEUTRAL, ENEMY, ENEMY]


def test_everything_is_told_in_private_numbers():
    table = Table()
    order = [3, 1, 4, 0, 5, 8, 2, 6, 7]  # order[number] is who has it
    table.s.named[4] = order
    for number, host in enumerate(order):
        table.s.numbers[4, host] = number
    table.fire({0: 8, 1: 8, 2: 5})
    v, called = table.view(4), order.index
    assert (v.me, v.friends.tolist(), v.enemies.tolist()) == (called(4), [called(5), called(3)], [called(7), called(8)])
    for host in NINE:
        assert v.alive[called(host)] == (host != 8)
        assert v.relation[called(host)] == table.s.relation[4, host]
        assert v.shots[called(host)] == {0: called(8), 1: called(8), 2: called(5)}.get(host, -1)
    table.fire({4: called(7), 0: 7})
    assert table.dead == [7, 8]


# The end


def test_ten_rounds_without_a_death_end_the_game_and_it_lasts_at_least_ten():
    table = Table()
    for number in range(10):
        assert (table.s.turn, table.choosing()) == (number, 0)
        table.fire()
    assert (table.s.turn, table.choosing()) == (10, -1)
    assert [one["rounds"] for one in table.measures] == [10] * 9


def test_a_death_resets_the_count():
    table = Table()
    for _ in range(9):
        table.fire()
    table.fire({0: 4, 1: 4})
    assert (table.s.quiet, table.choosing()) == (0, 0)
    table.rest()
    assert table.s.turn == 20


def test_firing_without_killing_does_not_reset_the_count():
    table = Table()
    for number in range(10):
        assert (table.s.quiet, table.choosing()) == (number, 0)
        table.fire({i: (i + 1 + number % 7) % 9 for i in NINE})
    assert (table.s.turn, table.choosing()) == (10, -1)


def test_shooting_a_dead_first_seat_does_not_reset_it_either():
    table = Table(True).kill(0)
    while table.choosing() >= 0:
        table.fire({1: 0, 2: 0, 3: 0})
    assert table.s.turn == 11


def test_at_most_half_of_the_living_die_in_a_round_so_two_are_always_left():
    table = Table().fire({0: 1, 4: 1, 1: 2, 5: 2, 2: 3, 6: 3, 3: 0, 7: 0})
    assert table.dead == [0, 1, 2, 3]
    table.fire({4: 5, 6: 5, 5: 7, 8: 7})
    assert table.dead == [0, 1, 2, 3, 5, 7]
    table.fire({4: 8, 6: 8, 8: 4})
    assert table.dead == [0, 1, 2, 3, 5, 7, 8]
    while table.choosing() >= 0:
        table.fire({4: 6, 6: 4})
    assert (table.s.turn, table.s.alive.sum()) == (13, 2)


# Scores


def test_score_1_if_alive_1_for_each_living_friend_and_1_for_each_dead_enemy():
    table = Table()
    assert table.scores == [3] * 9
    table.kill(4)  # friends 3 and 5; an enemy of 0 and 1
    assert table.scores == [4, 4, 3, 2, 2, 2, 3, 3, 3]
    table.kill(0)  # friends 1 and 8; an enemy of 5 and 6
    assert table.scores == [3, 3, 3, 2, 2, 3, 4, 3, 2]
    table.kill(5)  # friends 4 and 6; an enemy of 1 and 2
    assert table.scores == [3, 4, 4, 2, 1, 2, 3, 3, 2]


def test_the_dead_score_too():
    table = Table().kill(4, 7, 8)
    four = table.measures[4]
    assert (four["alive"], four["living_friends"], four["dead_enemies"]) == (0, 2, 2)
    assert table.scores[4] == 4


def test_the_best_is_e_plus_f_plus_1_and_the_worst_0():
    table = Table().kill(3, 4)
    assert table.scores[0] == 5  # its enemies are dead, its friends and itself alive
    table = Table().kill(0, 1, 8)
    assert table.scores[0] == 0
    assert table.measures[0]["rank"] == 9


def test_ranks_are_those_of_a_competition_in_which_ties_share_the_best():
    assert [one["rank"] for one in Table().measures] == [1] * 9
    table = Table().kill(4)
    assert table.scores == [4, 4, 3, 2, 2, 2, 3, 3, 3]
    assert [one["rank"] for one in table.measures] == [1, 1, 3, 7, 7, 7, 3, 3, 3]


def test_who_died_when_is_remembered():
    table = Table().fire().kill(4).fire().kill(0)
    assert table.s.died.tolist() == [4, 0, 0, 0, 2, 0, 0, 0, 0]
    assert "player 4: dead since round 2" in show(table.s)


# Settings and words


@pytest.mark.parametrize("given, told", [
    ({"players": 9, "f": 3}, "f=3; players=9; players * f is even; given 27"),
    ({"players": 3, "f": 1, "e": 1}, "f=1; players=3; given 3"),
    ({"players": 4, "f": 2, "e": 2}, "f=2, e=2; e + f is below players=4"), ({"players": 1}, "f=2, e=2; below players=1"),
    ({"players": 9, "f": 9, "e": 0}, "f=9, e=0; below players=9"),
    ({"players": 9, "f": 0, "e": 9}, "f=0, e=9; below players=9"),
    ({"f": -1}, "f=-1; f is a whole number from 0 to 199"), ({"e": -1}, "e=-1; e is a whole number from 0 to 199"),
    ({"players": 0}, "players=0; players is a whole number from 1 to 200"), ({"players": -3}, "players=-3; 1 to 200"),
    ({"players": 201}, "players=201; 1 to 200"), ({"f": 1.5}, "f=1.5; a whole number"), ({"e": "many"}, "e=many; whole"),
    ({"quirk": "perhaps"}, "quirk=perhaps; yes or no"), ({"friends": 3}, "'friends'"),
])
def test_a_setting_that_does_not_work_is_told_in_one_sentence(given, told):
    assert_refused(gunslinger, given, told)


@pytest.mark.parametrize("players, e, f", [
    (9, 4, 4), (9, 8, 0), (9, 2, 6), (18, 9, 8), (18, 17, 0), (18, 6, 11), (4, 1, 2), (3, 2, 0), (3, 1, 0), (90, 79, 10),
    (90, 40, 40), (10, 5, 4), (36, 18, 17), (36, 35, 0), (36, 12, 23), (1, 0, 0), (200, 0, 199)])
def test_the_tournaments_settings_work(players, e, f):
    game = gunslinger(players=players, e=e, f=f)
    assert (game.seats, game.actions) == (players, players + 1)


def test_actions_have_names():
    game = gunslinger()
    names = [f"shoot {number}" for number in NINE] + ["no shot"]
    assert [game.face.action_name(a) for a in range(10)] == names
    assert [game.face.action_of(name) for name in names] == list(range(10))
    assert (game.face.action_of("none"), game.face.action_of("3")) == (9, 3)


@pytest.mark.parametrize(("players", "f", "e"), [(5, 2, 1), (6, 1, 0), (9, 2, 2), (8, 0, 3)])
def test_a_view_lists_as_many_friends_and_enemies_as_there_are(players, f, e):
    """One place stands where there are none, since an array has at least one."""
    v = gunslinger(players=players, f=f, e=e).blank_view()[0]
    assert (len(v.friends), len(v.enemies), v.f, v.e) == (max(1, f), max(1, e), f, e)
    assert (len(v.relation), len(v.alive), len(v.shots)) == (players, players, players)
