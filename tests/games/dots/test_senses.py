"""What is sensed of Dots and Boxes, on the board of 2 x 2:

    +  0  +  1  +
    6     7     8
    +  2  +  3  +
    9    10    11
    +  4  +  5  +
"""

from __future__ import annotations

import pytest

from lek.games.dots import dots, position
from lek.players.dots.senses import senses
from tests.games.sensed import Sensing

GAME = dots(rows=2, columns=2)


@pytest.fixture
def sensing():
    return Sensing(senses(GAME), GAME)


def at(*drawn, mover=0):
    return position(GAME, drawn, mover)[0]


def lines(sensing, s, name, value=1.0):
    """The lines not drawn of which this is said."""
    sensing.look(s)
    return [a for a in sensing.choices(s) if sensing.numbers(s, a)[name] == value]


def test_choices_are_the_lines_that_are_left(sensing):
    assert sensing.choices(at()) == list(range(12))
    assert sensing.choices(at(0, 6, 11)) == [1, 2, 3, 4, 5, 7, 8, 9, 10]


def test_what_is_taken_and_what_can_be_taken_from_there_on(sensing):
    s = at(0, 6, 2)  # the first box has three sides
    assert lines(sensing, s, "takes", 0.5) == [7] and lines(sensing, s, "takes", 1.0) == []
    assert sensing.numbers(s, 7)["goes_on"] == 0
    chain = at(0, 6, 2, 1, 8, 5, 11)  # from the first box to the second, third ...
    sensing.look(chain)
    assert sensing.numbers(chain, 7)["goes_on"] == 2 / 8 and sensing.numbers(chain, 7)["gives"] == 0
    both = at(0, 6, 2, 1, 8, 3)
    assert lines(sensing, both, "takes", 1.0) == [7]


def test_what_is_safe_and_what_is_given_away(sensing):
    s = at(0, 6)
    assert lines(sensing, s, "safe") == [1, 3, 4, 5, 8, 9, 10, 11]
    assert lines(sensing, s, "gives", 1 / 8) == [2, 7]
    assert lines(sensing, at(0, 6, 1, 8), "gives", 2 / 8) == [2, 3, 7], "both boxes, one after the other"
    assert lines(sensing, at(0, 6, 1, 8), "gives", 0) == [4, 5, 9, 10, 11]


def test_what_lies_beside_a_line(sensing):
    s = at(0, 6, 10)  # boxes: two, four, three and three sides are left
    assert lines(sensing, s, "fresh", 0.5) == [1, 3, 7, 8] and lines(sensing, at(), "fresh") == [2, 3, 7, 10]
    assert lines(sensing, s, "halves", 0.5) == [2, 3, 4, 5, 9, 11]
    assert lines(sensing, s, "edge") == [1, 4, 5, 8, 9, 11]


def test_how_the_game_stands(sensing):
    s = at(0, 6, 2, 7, 1)  # the first player has the first box
    seen = sensing.look(s).numbers(s, 3)
    assert (seen["left"], seen["odd"], seen["ahead"]) == (7 / 12, 1, 0.25)
    assert sensing.numbers(at(0, 6, 2, 7, 1, mover=1), 3)["ahead"] == -0.25
    assert lines(sensing, s, "safe") == [4, 5, 9, 10, 11] and seen["calm"] == seen["odd_safe"] == 1
    assert sensing.look(at(0, 6, 2)).numbers(s, 3)["odd_safe"] == 0, "eight are"
    nothing_safe = at(0, 6, 1, 8, 4, 9, 5, 11)
    assert lines(sensing, nothing_safe, "calm") == [] and lines(sensing, nothing_safe, "odd_safe") == []


@pytest.mark.parametrize("drawn, symbol", [
    ((), 4), ((0,), 4 + 2), ((0, 6, 2), 8 + 4), ((0, 6, 1, 8, 4, 9, 5, 11), 1), ((0, 6, 1, 8, 4, 9, 5, 11, 7), 8)])
def test_a_machine_reads_what_a_player_looks_at_first(sensing, drawn, symbol):
    s = at(*drawn)
    sensing.look(s)
    assert sensing.senses.symbol(sensing.memory, s) == symbol


def test_answers_are_lines_of_a_kind(sensing):
    s = at(0, 6, 2)
    seen = [sensing.look(s).answers(s) for _ in range(60)]
    assert {made["take a coin"] for made in seen} == {7}
    assert {made["a safe line"] for made in seen} == set(lines(sensing, s, "safe"))
    assert {made["any line"] for made in seen} == set(sensing.choices(s))
    calm = at()
    assert "take a coin" not in sensing.look(calm).answers(calm)


def test_the_last_two_coins_are_left_where_another_chain_is_to_be_opened():
    """Rows of four boxes: of the upper two are taken and two can be; the lower is a chain with both ends open, or gone."""
    rows = dots(rows=2, columns=4)
    upper = [*range(12), 12, 13, 14]
    s = position(rows, upper)[0]
    sensing = Sensing(senses(rows), rows).look(s)
    assert sensing.answers(s)["leave the last for a double-deal"] == 16, "beyond the second of the last two"
    assert sensing.answers(s)["take a coin"] == 15
    alone = position(rows, [*upper, 17, 18, 19, 20, 21])[0]
    assert sensing.look(alone).answers(alone)["leave the last for a double-deal"] == 15
