"""What is sensed of Moose, sentence by sentence."""

from __future__ import annotations

import math

import pytest

from lek.games.moose import moose
from lek.players.moose.senses import senses
from tests.games.sensed import Sensing

PAPER, CONTEST, THREE = moose(), moose(preset="contest"), moose(moose=3, fields=4)


def view(game, x, mine=-1, others=(-1,)):
    v = game.blank_view()[0]
    v.x[:], v.mine, v.others[:] = x, mine, others
    return v


def meal(x, capacity=10.0):
    return capacity * (1 / (1 + math.exp(-x)) - 0.5)


def test_worth_is_what_the_field_would_give_as_a_share_of_the_richest():
    v = view(PAPER, [1, 0, 3])
    assert Sensing(senses(PAPER), PAPER).of_all(v, "worth") == pytest.approx([meal(2) / 5, meal(1) / 5, meal(4) / 5])
    v = view(CONTEST, [1, 0, 3])
    assert Sensing(senses(CONTEST), CONTEST).of_all(v, "worth") == pytest.approx([meal(1) / 5, 0, meal(3) / 5])
    rich = moose(capacity=(10, 20, 5))
    v = view(rich, [1, 1, 1])
    assert Sensing(senses(rich), rich).of_all(v, "worth") == pytest.approx([meal(2) / 10, meal(2) / 5, meal(2) / 20])


def test_a_field_that_may_not_be_seen_is_worth_nothing():
    assert Sensing(senses(PAPER), PAPER).of_all(view(PAPER, [-1, 2, -1]), "worth") == pytest.approx([0, meal(3) / 5, 0])


def test_richer_is_the_share_of_others_that_would_give_less():
    assert Sensing(senses(THREE), THREE).of_all(view(THREE, [1, 4, 1, 2], others=(-1, -1)), "richer") == [
        0, 1, 0, pytest.approx(2 / 3)]


def test_where_everybody_was_in_the_last_two_rounds_and_how_often():
    sensing = Sensing(senses(THREE), THREE)
    first, second, third = (view(THREE, [1] * 4, mine, others) for mine, others in
                            ((-1, (-1, -1)), (1, (1, 2)), (3, (2, 0))))
    sensing.look(first)
    for name in ("mine", "theirs", "before", "often", "fought"):
        assert sensing.of_all(first, name) == [0] * 4
    sensing.look(second)
    assert sensing.of_all(second, "mine") == sensing.of_all(second, "fought") == [0, 1, 0, 0]
    assert sensing.of_all(second, "theirs") == [0, 0.5, 0.5, 0]
    sensing.look(third)
    assert sensing.of_all(third, "mine") == [0, 0, 0, 1] and sensing.of_all(third, "fought") == [0] * 4
    assert sensing.of_all(third, "theirs") == [0.5, 0, 0.5, 0]
    assert sensing.of_all(third, "before") == [0, 0.5, 0.5, 0]
    assert sensing.of_all(third, "often") == [0.25, 0.25, 0.5, 0]


def test_whims_are_dice():
    sensing, v = Sensing(senses(PAPER), PAPER), view(PAPER, [1, 1, 1])
    whims = {sensing.numbers(v, 0)["whim"] for _ in range(50)}
    assert len(whims) == 50 and min(whims) >= 0 and max(whims) < 1
