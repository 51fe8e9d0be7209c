"""The naive Gunslinger against section 7 of its rulebook, sentence by sentence, and its players against their ideas."""

import itertools
import random

import numpy as np
import pytest

from lek import dice as compiled
from tests.games.twin_dice import Dice, stream

from .twin import (
    PLAYERS,
    Gunslinger,
    draw_enemies,
    draw_friends,
    draw_friends_once,
    draw_numbers,
    drr,
    dumb,
    dumb1,
    dumb2,
    fire_probability,
    living_non_friends,
    play,
    ranks_of,
    silent,
)

SIZES = [(2, 1, 0), (3, 0, 2), (3, 2, 0), (4, 1, 1), (4, 1, 2), (9, 2, 2), (9, 6, 2), (9, 0, 8), (9, 4, 4), (18, 11, 6)]


class Scripted:
    """Dice that fall as told, and keep what was asked of them."""

    def __init__(self, *falls):
        self.falls = list(falls)
        self.asked = []

    def below(self, n):
        self.asked.append(n)
        return self.falls.pop(0)

    def uniform(self):
        self.asked.append("uniform")
        return self.falls.pop(0)


def table(friends=(), enemies=(), players=None, f=0, e=0, quirk=False):
    """A game with relations made by hand (short lists are allowed) in which everybody's numbers are the host's."""
    game = Gunslinger(players or len(friends or enemies), 0, 0, quirk=quirk)
    game.f, game.e = f, e
    if friends:
        game.friends = [list(mine) for mine in friends]
    if enemies:
        game.enemies = [list(mine) for mine in enemies]
    game.named = [list(range(game.players)) for _ in range(game.players)]
    return game


def script(*answers):
    """A player that gives these answers in turn and is silent ever after."""

    def choose(view, memory):
        return answers[view["turn"]] if view["turn"] < len(answers) else len(view["alive"])

    return choose


def view_of(players=6, me=0, friends=(), enemies=(), dead=(), turn=0, shots=None):
    """What a player sees, made by hand."""
    relation = [1 if n in friends else -1 if n in enemies else 2 if n == me else 0 for n in range(players)]
    return {
        "turn": turn,
        "quiet": 0,
        "me": me,
        "f": len(friends),
        "e": len(enemies),
        "friends": list(friends),
        "enemies": list(enemies),
        "relation": relation,
        "alive": [0 if n in dead else 1 for n in range(players)],
        "shots": [-1] * players if shots is None else shots,
    }


# The dice


def test_dice_are_those_of_lek():
    for names in [(0, 0, 0), (1, 2, 3), (-5, 2**62, 90), (2**63 - 1, 10**9, 1)]:
        start = stream(*names)
        assert start == int(compiled.stream(*names))
        record = np.zeros(1, compiled.STREAM)[0]
        record.rng = start
        ours = Dice(*names)
        for n in (1, 2, 9, 90, 2**31):
            assert ours.below(n) == compiled.below(record, n)
            assert ours.uniform() == compiled.uniform(record)
        assert ours.rng == int(record.rng)


# "N players, each with exactly f friends and e enemies, disjoint, e+f < N."


@pytest.mark.parametrize("players, f, e", SIZES)
def test_everybody_has_f_friends_and_e_enemies_and_nobody_is_both(players, f, e):
    game = Gunslinger(players, f, e, seed=1, deal=2)
    for player in range(players):
        friends, enemies = set(game.friends[player]), set(game.enemies[player])
        assert len(friends) == len(game.friends[player]) == f
        assert len(enemies) == len(game.enemies[player]) == e
        assert not friends & enemies
        assert player not in friends | enemies


def test_friends_and_enemies_are_fewer_than_players():
    Gunslinger(4, 1, 2)
    with pytest.raises(ValueError, match="fewer than the players"):
        Gunslinger(4, 2, 2)


# "Friendship symmetric (a random f-regular graph, so N*f must be even)"


@pytest.mark.parametrize("players, f, e", SIZES)
def test_friendship_is_symmetric(players, f, e):
    friends = Gunslinger(players, f, e, seed=3).friends
    assert all((a in friends[b]) == (b in friends[a]) for a in range(players) for b in range(players))


def test_an_odd_number_of_players_cannot_have_an_odd_number_of_friends():
    with pytest.raises(ValueError, match="is even: not 9 times 3"):
        Gunslinger(9, 3, 2)


# "then each player's e enemies are drawn uniformly without replacement from its non-friends, independently, so enmity
# is directed"


def test_enemies_are_drawn_one_after_another_from_the_non_friends():
    dice = Scripted(2, 0, 1)
    # The pool 1 2 4 5 becomes 4 2 1 5, then stays, then becomes 4 2 5 1.
    assert draw_enemies(dice, 7, 3, player=0, friends_of_player=[3, 6]) == [4, 2, 5]
    assert dice.asked == [4, 3, 2]


def test_every_set_of_enemies_is_as_likely():
    dice = Dice(1, 2, 3)
    counts = dict.fromkeys(itertools.permutations([1, 3, 4, 5], 2), 0)
    for _ in range(2400):
        counts[tuple(draw_enemies(dice, 6, 2, player=2, friends_of_player=[0]))] += 1
    assert all(130 < count < 270 for count in counts.values())


def test_enmity_is_directed():
    pairs = mutual = 0
    for deal in range(60):
        enemies = Gunslinger(9, 2, 2, deal=deal).enemies
        pairs += 18
        mutual += sum(player in enemies[enemy] for player in range(9) for enemy in enemies[player])
    assert mutual / pairs == pytest.approx(1 / 3, abs=0.06)  # 2 of 6 non-friends, independently


# "Defaults f=2, e=2."


def test_two_friends_and_two_enemies_by_default():
    game = Gunslinger(9)
    assert game.f == game.e == 2
    assert [len(mine) for mine in game.friends + game.enemies] == [2] * 18


# "Friend generator: go through players in order; while short of friends, pick a random not-yet-friend among the players
# with the fewest friends so far. It is balanced ... never failed."


def test_friends_by_hand():
    dice = Scripted(1, 2, 0, 0, 0)
    # 0 picks 2 of 1 2 3 4, then 4 of 1 3 4; 1 picks 3, who has none; then 2 of 2 4; 3 has 4 left.
    assert draw_friends_once(dice, 5, 2) == [[2, 4], [3, 2], [0, 1], [1, 4], [0, 3]]
    assert dice.asked == [4, 3, 1, 2, 1]


def test_friend_lists_are_in_order_of_acquisition():
    dice = Scripted(2, 0, 0, 0, 0, 0)
    assert draw_friends_once(dice, 4, 3) == [[3, 1, 2], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    assert dice.asked == [3, 2, 1, 2, 1, 1]


def test_a_drawing_that_is_stuck_is_given_up():
    dice = Scripted(0)
    assert draw_friends_once(dice, 3, 1) is None  # 0 and 1 are friends, and 2 has nobody; no such game is allowed
    assert dice.asked == [2]


def test_a_drawing_that_was_stuck_begins_again_and_the_dice_go_on(monkeypatch):
    """No drawing that is allowed was ever seen stuck, so here the first two are made to be."""
    tried = []

    def stuck_twice(dice, players, f):
        tried.append(dice.rng)
        friends = draw_friends_once(dice, players, f)
        return friends if len(tried) == 3 else None

    monkeypatch.setitem(draw_friends.__globals__, "draw_friends_once", stuck_twice)
    dice, same = Dice(1, 1, 0), Dice(1, 1, 0)
    friends, restarts = draw_friends(dice, 9, 2)
    draw_friends_once(same, 9, 2)
    draw_friends_once(same, 9, 2)
    assert same.rng == tried[2]
    assert friends == draw_friends_once(same, 9, 2)
    assert restarts == 2


def test_all_draws_of_small_graphs_are_regular_and_none_is_stuck():
    for players, f, ways in [(4, 1, 3), (4, 2, 8), (5, 2, 28), (6, 1, 15), (6, 2, 128), (5, 4, 288)]:
        falls, seen = [], 0
        while True:
            dice = Scripted(*falls, *[0] * players * f)
            friends = draw_friends_once(dice, players, f)
            assert [len(mine) for mine in friends] == [f] * players
            seen += 1
            falls = (falls + [0] * players * f)[: len(dice.asked)]
            while falls and falls[-1] == dice.asked[len(falls) - 1] - 1:
                falls.pop()
            if not falls:
                break
            falls[-1] += 1
        assert seen == ways


def test_the_generator_never_failed_up_to_18_players_and_for_90():
    dice = Dice(4, 5, 6)
    for players in range(2, 19):
        for f in range(min(11, players - 1) + 1):
            if players * f % 2 == 0:
                assert draw_friends(dice, players, f)[1] == 0
    assert draw_friends(dice, 90, 40)[1] == 0


# The order of the draws


def test_friends_first_then_enemies_and_numbers_player_by_player():
    game = Gunslinger(9, 2, 3, seed=11, deal=12)
    dice = Dice(11, 12, 0)
    assert draw_friends(dice, 9, 2)[0] == game.friends
    for player in range(9):
        assert draw_enemies(dice, 9, 3, player, game.friends[player]) == game.enemies[player]
        assert draw_numbers(dice, 9) == game.named[player]
    assert dice.rng == game.dice.rng


# "Each round every living player names one target or -1."


def test_every_living_player_is_asked_once_a_round_in_host_order_and_the_dead_are_not():
    game = table(players=4)
    result = play(game, [script(3), script(3), silent, silent])
    assert [player for player, _, _ in result["history"][0]["asks"]] == [0, 1, 2, 3]
    assert result["history"][0] | {"asks": None} == {"asks": None, "shots": [3, 3, -1, -1], "died": [3]}
    for later in result["history"][1:]:
        assert [player for player, _, _ in later["asks"]] == [0, 1, 2]


def test_naming_nobody_is_no_shot():
    game = table(players=4)
    result = play(game, [script(-1), script(4), silent, script(1)])
    assert result["history"][0]["shots"] == [-1, -1, -1, 1]
    assert [answer for _, _, answer in result["history"][0]["asks"]] == [-1, 4, 4, 1]
    assert result["shots_fired"] == [0, 0, 0, 1]


# "A shot costs nothing; ammunition is unlimited."


def test_firing_every_round_costs_nothing():
    result = play(table(players=2), [lambda view, memory: 1, silent])
    assert result["shots_fired"] == [10, 0]
    assert result["scores"] == [1, 1]


# "All shots land together: whoever receives two or more in the same round dies; one is absorbed by the shield, and hits
# do not accumulate over rounds. A player killed this round still fires this round."


def test_two_shots_kill_and_three_kill_and_one_does_not():
    game = table(players=9)
    assert game.play_round([1, 9, 1, 4, 9, 4, 4, 8, 9]) == [1, 4]
    assert [player for player in range(9) if not game.alive[player]] == [1, 4]


def test_hits_do_not_accumulate():
    game = table(players=3)
    assert game.play_round([2, 3, 3]) == []
    assert game.play_round([3, 2, 3]) == []
    assert game.play_round([2, 3, 3]) == []
    assert game.play_round([2, 2, 3]) == [2]


def test_who_dies_still_fires():
    game = table(players=3)
    assert game.play_round([1, 2, 1]) == [1]
    assert game.shots == [1, 2, 1]
    game = table(players=4)
    assert game.play_round([1, 0, 1, 0]) == [0, 1]  # two die of the shots of each other
    game = table(players=6)
    assert game.play_round([1, 0, 1, 0, 5, 4]) == [0, 1]


# "Illegal shot (self, out of range, dead target) = no shot."


def test_illegal_shots_are_no_shots():
    game = table(players=4)
    game.alive[3] = False
    assert game.play_round([0, 17, 3, None]) == []
    assert game.shots == [-1, -1, -1, -1]
    assert game.shots_fired == [0, 0, 0, 0]
    assert game.play_round([-4, 3, 3, None]) == []
    assert game.shots == [-1, -1, -1, -1]
    assert game.view(0)["shots"] == [-1, -1, -1, -1]


def test_oneself_is_meant_by_ones_own_private_number():
    game = table(players=3)
    game.named = [[2, 0, 1], [0, 1, 2], [0, 1, 2]]
    game.play_round([1, 3, 3])
    assert game.shots == [-1, -1, -1]
    game.play_round([0, 3, 3])
    assert game.shots == [2, -1, -1]


# "Engine quirk: the dead-target test skips index 0, so shooting a dead player with host index 0 is legal but pointless."


@pytest.mark.parametrize("quirk", [False, True])
def test_the_dead_player_0_may_be_shot_with_the_quirk_only(quirk):
    game = table(players=4, quirk=quirk)
    game.alive[0] = game.alive[3] = False
    game.named[1] = [3, 2, 1, 0]  # the index is the host's, not the private one
    assert game.play_round([None, 3, 0, None]) == []  # nobody dies twice
    assert game.shots == ([-1, 0, 0, -1] if quirk else [-1, -1, -1, -1])
    assert game.shots_fired == ([0, 1, 1, 0] if quirk else [0, 0, 0, 0])
    assert game.quiet == 1
    assert game.view(2)["shots"] == game.shots
    game.play_round([None, 0, 3, None])  # player 3 is as dead, by both names
    assert game.shots == [-1, -1, -1, -1]


def test_a_living_player_0_is_like_any_other_with_the_quirk():
    game = table(players=3, quirk=True)
    assert game.play_round([0, 0, 3]) == []
    assert game.shots == [-1, 0, -1]
    assert game.play_round([3, 0, 0]) == [0]


# "Information: previous round's full shot vector (null in round 1) and the alive vector."


def test_nobody_has_shot_before_round_1():
    game = Gunslinger(9, 2, 2)
    for player in range(9):
        view = game.view(player)
        assert view["shots"] == [-1] * 9
        assert view["alive"] == [1] * 9
        assert (view["turn"], view["quiet"], view["f"], view["e"]) == (0, 0, 2, 2)


def test_everybody_sees_the_shots_of_the_round_before_and_who_is_alive():
    game = table(players=4)
    result = play(game, [script(2, 1), script(2, 3), script(0, 0), silent])
    first, second, third = result["history"][:3]
    assert all(view["shots"] == [-1] * 4 for _, view, _ in first["asks"])  # not what is chosen in this round
    assert all(view["shots"] == [2, 2, 0, -1] and view["alive"] == [1, 1, 0, 1] for _, view, _ in second["asks"])
    assert all(view["shots"] == [1, 3, -1, -1] for _, view, _ in third["asks"])  # the dead one fires no more
    assert [round["asks"][0][1]["turn"] for round in result["history"]] == list(range(11))
    assert [round["asks"][0][1]["quiet"] for round in result["history"]] == [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


# "Each player sees indices through its own private random permutation, redrawn each game, so identities of code are
# unknown and seats carry no meaning."


def test_a_view_through_private_numbers():
    game = table(friends=[[3, 1], [0, 2], [3, 1], [0, 2]], enemies=[[2], [3], [0], [1]], f=2, e=1)
    game.named[0] = [2, 0, 3, 1]  # player 0 calls host 2 "0", itself "1", host 3 "2" and host 1 "3"
    game.alive = [True, False, True, True]
    game.shots = [3, 2, -1, 0]
    game.turn, game.quiet = 5, 3
    assert game.view(0) == {
        "turn": 5,
        "quiet": 3,
        "me": 1,
        "f": 2,
        "e": 1,
        "friends": [2, 3],
        "enemies": [0],
        "relation": [-1, 2, 1, 1],
        "alive": [1, 1, 1, 0],
        "shots": [-1, 2, 1, 0],
    }
    assert game.target_of(0, 0) == 2
    assert game.target_of(0, 1) == -1  # itself
    assert game.target_of(0, 2) == 3
    assert game.target_of(0, 3) == -1  # dead


def test_neutrals_are_neither_friends_nor_enemies():
    game = Gunslinger(9, 2, 3, seed=5)
    for player in range(9):
        view = game.view(player)
        assert sorted(view["relation"]) == [-1] * 3 + [0] * 3 + [1] * 2 + [2]
        assert view["relation"][view["me"]] == 2
        assert all(view["relation"][friend] == 1 for friend in view["friends"])
        assert all(view["relation"][enemy] == -1 for enemy in view["enemies"])


def test_private_numbers_by_hand():
    dice = Scripted(1, 2, 0)
    # 0 1 2 3: places 3 and 1 give 0 3 2 1; place 2 stays; places 1 and 0 give 3 0 2 1.
    assert draw_numbers(dice, 4) == [3, 0, 2, 1]
    assert dice.asked == [4, 3, 2]


def test_everybody_has_its_own_numbers_redrawn_each_game():
    games = [Gunslinger(9, 2, 2, seed=6, deal=deal) for deal in range(50)]
    assert all(sorted(named) == list(range(9)) for game in games for named in game.named)
    assert len({tuple(named) for game in games for named in game.named}) == 450
    mine = [game.view(player)["me"] for game in games for player in range(9)]
    assert all(25 < mine.count(number) < 80 for number in range(9))
    for game in games[:5]:
        assert all(game.named[i][game.number_of[i][host]] == host for i in range(9) for host in range(9))


# "An exception or a time-out disqualifies: the player never shoots again but can survive and score."


def test_who_raises_never_shoots_again_but_scores():
    def faulty(view, memory):
        if view["turn"] == 1:
            raise RuntimeError("lost my gun")
        return 1

    game = table(friends=[[1], [0], []], f=1)
    result = play(game, [faulty, silent, silent], disqualify=True)
    assert result["disqualified"] == [0]
    assert [round["shots"][0] for round in result["history"]] == [1] + [-1] * 9
    assert [len(round["asks"]) for round in result["history"]] == [3, 3] + [2] * 8
    assert result["history"][1]["asks"][0][2] is None
    assert result["scores"] == [2, 2, 1]
    with pytest.raises(RuntimeError, match="lost my gun"):
        play(table(players=3), [faulty, silent, silent])


def test_the_disqualified_can_die():
    def faulty(view, memory):
        raise RuntimeError

    result = play(table(players=3), [faulty, script(3, 0), script(3, 0)], disqualify=True)
    assert result["history"][1]["died"] == [0]


# "Players are re-created every game; no memory across games."


def test_a_player_starts_every_game_with_its_dice_alone():
    started = []

    def keeper(view, memory):
        if view["turn"] == 0:
            started.append((set(memory), memory["dice"].rng))
        memory["seen"] = memory.get("seen", 0) + 1
        return memory["seen"]

    for deal in (3, 3, 4):
        game = Gunslinger(4, 1, 1, seed=9, deal=deal)
        play(game, [silent, silent, keeper, silent])
    assert started == [({"dice"}, stream(9, deal, 3)) for deal in (3, 3, 4)]


def test_a_player_cannot_change_what_was_recorded():
    def vandal(view, memory):
        view["alive"][0] = "gone"
        view["friends"].clear()
        return 0

    result = play(table(friends=[[1], [0]], f=1), [vandal, vandal])
    assert all(view["alive"] == [1, 1] and len(view["friends"]) == 1 for _, view, _ in result["history"][-1]["asks"])


# "End: the count of consecutive rounds without a death reaches 10 (any death resets it; firing without killing does
# not). Minimum length 10 rounds."


def test_ten_silent_rounds_end_the_game():
    game = Gunslinger(9, 2, 2)
    result = play(game, [silent] * 9)
    assert result["rounds"] == len(result["history"]) == 10
    assert game.over
    with pytest.raises(ValueError, match="over after 10 rounds"):
        game.play_round([9] * 9)


def test_firing_without_killing_does_not_prolong_the_game():
    result = play(table(players=2), [lambda view, memory: 1, lambda view, memory: 0])
    assert result["rounds"] == 10
    assert result["shots_fired"] == [10, 10]


def test_a_death_begins_the_count_again():
    quiet = [5] * 9
    result = play(table(players=5), [script(*quiet, 4, *quiet, 3), script(*quiet, 4, *quiet, 3), silent, silent, silent])
    assert [turn for turn, round in enumerate(result["history"]) if round["died"]] == [9, 19]
    assert result["rounds"] == 30
    assert result["alive"] == [1, 1, 1, 0, 0]


def test_the_last_cannot_die():
    """Two shots a death and one shot a player: at most half of the living die in a round."""
    result = play(table(players=4), [script(1, 2), script(0, 3), script(0, 3), script(1, 2)])
    assert [round["died"] for round in result["history"]] == [[0, 1]] + [[]] * 10
    assert result["history"][1]["shots"] == [-1, -1, 3, 2]
    assert result["alive"] == [0, 0, 1, 1]


def test_if_all_were_dead_ten_empty_rounds_would_follow():
    game = table(enemies=[[1], [2], [0]], e=1)
    game.alive = [False] * 3
    result = play(game, [dumb1] * 3)
    assert result["rounds"] == 10
    assert all(round == {"asks": [], "shots": [-1] * 3, "died": []} for round in result["history"])
    assert result["scores"] == [1, 1, 1]


# "Score, also for the dead: 1 if alive + living friends + dead enemies; maximum e+f+1."


def test_scores_by_hand():
    game = table(
        friends=[[1, 2], [0, 3], [0, 3], [1, 2], []],
        enemies=[[3, 4], [2, 4], [4, 1], [0, 4], [0, 1]],
        f=2,
        e=2,
    )
    game.alive = [True, True, False, True, False]
    result = play(game, [silent] * 5)
    assert result["alive"] == [1, 1, 0, 1, 0]
    assert result["living_friends"] == [1, 2, 2, 1, 0]
    assert result["dead_enemies"] == [1, 2, 1, 1, 0]
    assert result["scores"] == [3, 5, 3, 3, 0]
    assert result["ranks"] == [2, 1, 2, 2, 5]
    assert max(result["scores"]) == game.e + game.f + 1


def test_silence_gives_everybody_f_plus_1():
    for players, f, e in SIZES:
        result = play(Gunslinger(players, f, e, seed=7), [silent] * players)
        assert result["scores"] == [f + 1] * players
        assert result["ranks"] == [1] * players


# "Output: ... ranks (competition ranking, ties share the best rank)"


def test_competition_ranking():
    assert ranks_of([3, 5, 3, 1, 5]) == [3, 1, 3, 5, 1]
    assert ranks_of([2, 2, 2]) == [1, 1, 1]
    assert ranks_of([0, 1, 2]) == [3, 2, 1]


# Players


def test_targets_are_living_non_friends_in_private_order():
    view = view_of(7, me=2, friends=[5, 0], enemies=[6, 1], dead=[4])
    assert living_non_friends(view) == [1, 3, 6]


def test_dumb_draws_whether_and_then_whom():
    view = view_of(7, me=2, friends=[5, 0], enemies=[6, 1], dead=[4])
    dice = Scripted(0.79, 2)
    assert dumb(view, {"dice": dice}) == 6
    assert dice.asked == ["uniform", 3]
    dice = Scripted(0.8)
    assert dumb(view, {"dice": dice}) == 7
    assert dice.asked == ["uniform"]
    dice = Scripted(0.1)
    assert dumb(view_of(3, me=0, friends=[1], dead=[2]), {"dice": dice}) == 3
    assert dice.asked == ["uniform"]


def test_dumb1_always_fires_while_there_is_somebody():
    dice = Scripted(1)
    assert dumb1(view_of(7, me=2, friends=[5, 0], enemies=[6, 1], dead=[4]), {"dice": dice}) == 3
    assert dice.asked == [3]
    assert dumb1(view_of(3, me=0, friends=[1], dead=[2]), {"dice": Scripted()}) == 3


def test_dumb2_goes_down_its_list():
    assert dumb2(view_of(6, me=0, enemies=[4, 2, 5]), {}) == 4
    assert dumb2(view_of(6, me=0, enemies=[4, 2, 5], dead=[4]), {}) == 2
    assert dumb2(view_of(6, me=0, enemies=[4, 2, 5], dead=[4, 2]), {}) == 5
    assert dumb2(view_of(6, me=0, enemies=[4, 2, 5], dead=[4, 2, 5]), {}) == 6


def test_the_logistic_of_the_report():
    assert fire_probability(10, 4) == pytest.approx(0.966, abs=5e-4)
    assert fire_probability(1000, 468) == pytest.approx(0.9, abs=1e-3)
    assert fire_probability(5, 3) == pytest.approx(0.5)


def drr_after(rounds, dead=(), falls=(0.0,), players=6, me=0):
    """DRR's answer after rounds in which these players shot it, and what it asked of its dice; f=0, so P is 0.99995."""
    memory = {"dice": Scripted()}
    for turn in range(len(rounds) + 1):
        shots = [-1] * players
        for shooter in rounds[turn - 1] if turn > 0 else ():
            shots[shooter] = me
        last = turn == len(rounds)
        memory["dice"] = Scripted(*falls) if last else Scripted(*[0] * 9)
        answer = drr(view_of(players, me=me, dead=dead if last else (), turn=turn, shots=shots), memory)
    return answer, memory["dice"].asked


def test_drr_is_silent_until_it_is_shot():
    assert drr_after([], falls=()) == (6, [])
    assert drr_after([[], [], []], falls=()) == (6, [])
    shots = [-1, 2, 1, -1]
    assert drr(view_of(4, turn=1, shots=shots), {"dice": Scripted()}) == 4  # others' quarrels


def test_drr_answers_with_its_probability():
    assert drr_after([[3]], falls=[0.9999]) == (3, ["uniform"])
    assert drr_after([[3]], falls=[0.99999]) == (6, ["uniform"])
    shooters = [-1, 0, -1, -1]
    friendly = view_of(4, friends=[1, 2], turn=1, shots=shooters)  # P at 0.5 is 0.841
    assert drr(friendly, {"dice": Scripted(0.84)}) == 1  # friends too are answered
    assert drr(friendly, {"dice": Scripted(0.85)}) == 4


def test_drr_answers_who_shot_it_most():
    assert drr_after([[3], [3], [4]]) == (3, ["uniform"])
    assert drr_after([[3], [4], [4]]) == (4, ["uniform"])


def test_drr_breaks_ties_by_the_latest_and_then_by_its_dice():
    assert drr_after([[3], [4]]) == (4, ["uniform"])
    assert drr_after([[4], [3]]) == (3, ["uniform"])
    assert drr_after([[2, 4, 5]], falls=[1, 0.0]) == (4, [3, "uniform"])
    assert drr_after([[5], [2, 5], [2]]) == (2, ["uniform"])
    assert drr_after([[2, 5], [], [5, 2], [3]], falls=[1, 0.5]) == (5, [2, "uniform"])


def test_drr_answers_the_living_only():
    assert drr_after([[3], [3], [4]], dead=[3]) == (4, ["uniform"])
    assert drr_after([[3], [3], [4]], dead=[3, 4], falls=()) == (6, [])
    assert drr_after([[2, 4, 5]], dead=[2, 5]) == (4, ["uniform"])


def test_drr_remembers_ten_rounds():
    assert drr_after([[3], *[[]] * 9]) == (3, ["uniform"])
    assert drr_after([[3], *[[]] * 10], falls=()) == (6, [])
    assert drr_after([[3], [3], [4], *[[]] * 8]) == (4, ["uniform"])  # one each, and 4 is later
    assert drr_after([[3], [3], [4], *[[]] * 7]) == (3, ["uniform"])
    assert drr_after([[3]] * 30 + [[4]] * 6) == (4, ["uniform"])


# Whole games


def test_a_table_of_drr_is_silent_for_ten_rounds():
    result = play(Gunslinger(9, 2, 2, seed=8), [drr] * 9)
    assert result["rounds"] == 10
    assert result["shots_fired"] == [0] * 9
    assert result["scores"] == [3] * 9


def test_the_same_seed_and_deal_give_the_same_game_and_others_another():
    kinds = [drr] * 5 + [dumb1] * 4
    games = [play(Gunslinger(9, 2, 2, seed, deal), kinds) for seed, deal in [(1, 1), (1, 1), (1, 2), (2, 1)]]
    assert games[0] == games[1]
    assert len({str(game["history"]) for game in games}) == 3


def test_three_at_random_kill_in_three_rounds_of_four():
    died = 0
    for deal in range(400):
        game = Gunslinger(3, 0, 2, seed=10, deal=deal)
        died += bool(play(game, [dumb1] * 3)["history"][0]["died"])
    assert died / 400 == pytest.approx(3 / 4, abs=0.08)  # in a quarter of all rounds they shoot in a circle


@pytest.mark.parametrize("players, f, e", SIZES)
def test_what_holds_in_every_game(players, f, e):
    rng = random.Random(players * 100 + f)
    for deal in range(5):
        game = Gunslinger(players, f, e, seed=12, deal=deal)
        names = rng.choices(list(PLAYERS), k=players)
        result = play(game, [PLAYERS[name] for name in names])
        alive = [1] * players
        fired = [0] * players
        for turn, round in enumerate(result["history"]):
            asks, shots, died = round["asks"], round["shots"], round["died"]
            assert [player for player, _, _ in asks] == [player for player in range(players) if alive[player]]
            for player, view, answer in asks:
                assert view["turn"] == turn
                assert 0 <= answer <= players
                assert shots[player] == (-1 if answer == players else game.named[player][answer])
                assert view["alive"] == [alive[host] for host in game.named[player]]
                before = result["history"][turn - 1]["shots"] if turn > 0 else [-1] * players
                seen = [-1 if target == -1 else game.named[player][target] for target in view["shots"]]
                assert seen == [before[host] for host in game.named[player]]
            for player, target in enumerate(shots):
                assert target == -1 or (alive[player] and alive[target] and target != player)
                fired[player] += target != -1
            assert died == [player for player in range(players) if shots.count(player) > 1]
            for player in died:
                alive[player] = 0
        deaths = [turn for turn, round in enumerate(result["history"]) if round["died"]]
        assert result["rounds"] == (deaths[-1] + 11 if deaths else 10)
        assert all(later - earlier <= 10 for earlier, later in itertools.pairwise([-1, *deaths]))
        assert result["alive"] == alive
        assert result["shots_fired"] == fired
        assert all(0 <= score <= e + f + 1 for score in result["scores"])
        assert all(fired[player] == 0 for player in range(players) if names[player] == "silent")
