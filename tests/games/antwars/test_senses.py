"""What is sensed of Ant Wars, by views made by hand: the ant stands in (5, 5); directions are clockwise from north."""

from __future__ import annotations

import pytest

from lek.games.antwars import DIRECTIONS, antwars, board
from lek.players.antwars.senses import senses
from tests.games.sensed import Sensing

GAME = antwars()
N, NE, E, SE, S, SW, W, NW = range(8)


def view(food=(), enemy=None, at=(5, 5)):
    """Food and the enemy by row and column."""
    v = GAME.blank_view()[0]
    v.cell, v.left = 11 * at[0] + at[1], 30
    v.food[:] = board([11 * row + column for row, column in food])
    v.enemy = -1 if enemy is None else 11 * enemy[0] + enemy[1]
    return v


@pytest.fixture
def sensing():
    return Sensing(senses(GAME), GAME)


def ways(sensing, v, name):
    return [DIRECTIONS[k] for k, value in enumerate(sensing.of_all(v, name)) if value == 1]


def test_food_in_the_next_cell_and_around_it(sensing):
    v = view([(4, 5), (5, 7)])
    sensing.look(v)
    assert ways(sensing, v, "food") == ["N"]
    assert [round(9 * share) for share in sensing.of_all(v, "around")] == [1, 2, 2, 1, 0, 0, 1, 1]


def test_how_near_food_is(sensing):
    v = view([(4, 5), (5, 7)])
    sensing.look(v)
    assert sensing.of_all(v, "nearest") == pytest.approx([1, 1 / 2, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 2, 1 / 2])
    assert sensing.numbers(v, N)["pull"] == pytest.approx((1 + 1 / 3) / 4)
    assert sensing.numbers(v, E)["pull"] == pytest.approx((1 / 2 + 1 / 2) / 4)
    nothing = view()
    assert Sensing(senses(GAME), GAME).look(nothing).of_all(nothing, "nearest") == [0] * 8


def test_food_is_remembered_when_it_is_out_of_sight(sensing):
    sensing.look(view([(3, 3)]))
    v = view(at=(6, 6))
    sensing.look(v)
    assert sensing.numbers(v, NW)["nearest"] == pytest.approx(1 / 3)


def test_what_is_new_and_where_it_has_been(sensing):
    sensing.look(view())
    v = view(at=(4, 5))
    sensing.look(v)
    assert [round(9 * share) for share in sensing.of_all(v, "new")] == [5, 9, 5, 5, 0, 5, 5, 9]
    assert ways(sensing, v, "been") == ["S"] and ways(sensing, v, "straight") == ["N"]
    assert ways(sensing, v, "diagonal") == ["NE", "SE", "SW", "NW"]


def test_the_enemy(sensing):
    v = view(enemy=(4, 5))
    sensing.look(v)
    assert ways(sensing, v, "kills") == ["N"]
    assert ways(sensing, v, "danger") == ["NE", "E", "W", "NW"]
    far = view(enemy=(5, 7))
    sensing.look(far)
    assert ways(sensing, far, "danger") == ["NE", "E", "SE"] and ways(sensing, far, "kills") == []
    assert Sensing(senses(GAME), GAME).look(view()).of_all(view(), "danger") == [0] * 8


@pytest.mark.parametrize("food, enemy, symbol", [
    ([], None, 8), ([(4, 5)], None, N), ([(7, 7)], None, SE), ([(5, 4), (7, 7)], (6, 6), 9 + W), ([], (5, 7), 8)])
def test_a_machine_reads_the_way_to_the_nearest_food_and_whether_the_enemy_is_beside(sensing, food, enemy, symbol):
    v = view(food, enemy)
    assert sensing.look(v).senses.symbol(sensing.memory, v) == symbol
