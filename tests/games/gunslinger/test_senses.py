"""What is sensed of Gunslinger: I am 0, my friends are 1 and 2, my enemies 4 and 3, strangers are 5 and 6; 7 is no shot."""

from __future__ import annotations

import pytest

from lek.games.gunslinger import ENEMY, FRIEND, SELF, gunslinger
from lek.players.gunslinger.senses import senses
from tests.games.sensed import Sensing

SEVEN = gunslinger(players=7, f=2, e=2)
NO = 7


def view(shots="", dead=(), quiet=3):
    v = SEVEN.blank_view()[0]
    v.alive[:], v.shots[:], v.quiet = 1, -1, quiet
    v.relation[0], v.relation[1:3], v.relation[3:5] = SELF, FRIEND, ENEMY
    v.friends[:], v.enemies[:] = (1, 2), (4, 3)
    v.alive[list(dead)] = 0
    for shot in shots.split():
        shooter, target = map(int, shot.split(">"))
        v.shots[shooter] = target
    return v


@pytest.fixture
def sensing():
    return Sensing(senses(SEVEN), SEVEN)


def who(sensing, v, name):
    """The players of whom this is 1."""
    return [i for i, value in enumerate(sensing.of_all(v, name)[:NO]) if value == 1]


def test_choices_are_the_living_others_and_no_shot(sensing):
    assert sensing.choices(view()) == [1, 2, 3, 4, 5, 6, NO]
    assert sensing.choices(view(dead=(1, 2, 3, 4, 5, 6))) == [NO]


def test_what_players_are_to_me(sensing):
    v = view()
    assert [who(sensing, v, name) for name in ("friend", "enemy", "stranger")] == [[1, 2], [3, 4], [5, 6]]
    no_shot = sensing.numbers(v, NO)
    assert no_shot["holds"] == 1 and not any(no_shot[name] for name in list(no_shot)[1:-3])
    assert who(sensing, v, "holds") == []


def test_who_did_what_in_the_last_round(sensing):
    v = view("0>5 3>0 4>1 1>3 6>3 5>4", dead=(4,))
    sensing.look(v)
    assert who(sensing, v, "shot_me") == [3] and who(sensing, v, "shot_friend") == [4]
    assert who(sensing, v, "under_fire") == [0, 1, 3, 4], "by others than me"
    assert who(sensing, v, "friend_fires") == [3]
    assert who(sensing, v, "fires_again") == [0, 1, 3, 6], "4 is dead, and so is whom 5 shot"
    assert who(sensing, v, "again") == [5]
    assert sensing.numbers(v, 3)["hurt"] == 1 and sensing.numbers(v, 3)["quiet"] == 0.3


def test_earlier_shots_are_counted_up_to_three(sensing):
    for shots in ("3>0 5>1", "3>0 5>2", "", "3>0", "3>0"):
        v = view(shots)
        sensing.look(v)
    assert sensing.of_all(v, "has_shot_me")[:NO] == [0, 0, 0, 1, 0, 0, 0]
    assert sensing.of_all(v, "has_shot_friend")[:NO] == [0, 0, 0, 0, 0, pytest.approx(2 / 3), 0]
    assert who(sensing, view(), "shot_me") == []


@pytest.mark.parametrize("shots, dead, symbol", [("", (), 0), ("5>0", (), 4), ("5>1", (), 2), ("5>3", (), 1),
                                                ("5>3", (3,), 0), ("0>3", (), 0), ("5>0 6>2 1>4", (), 7)])
def test_a_machine_reads_who_was_shot(sensing, shots, dead, symbol):
    v = view(shots, dead)
    assert sensing.look(v).senses.symbol(sensing.memory, v) == symbol


def test_answers(sensing):
    v = view("5>0 6>1 2>3")
    made = sensing.look(v).answers(v)
    assert made.pop("any enemy") in (3, 4) and made.pop("any but friends") in (3, 4, 5, 6)
    assert made == {"no shot": NO, "the first enemy": 4, "who shot me": 5, "who shot a friend": 6, "an enemy under fire": 3}
    v = view(dead=(3, 4, 5, 6))
    assert sensing.look(v).answers(v) == {"no shot": NO}, "who shot me is dead"
