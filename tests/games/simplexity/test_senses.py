"""What is sensed of Simplexity, by positions drawn by hand: w and r are round, W and R square, the top row first."""

from __future__ import annotations

import pytest

from lek.games.simplexity import action_name, action_of, position, simplexity
from lek.players.simplexity.senses import senses
from tests.games.sensed import Sensing

GAME = simplexity()
ROUND, SQUARE = 0, 1


def at(picture, mover=None, left=(10, 11, 10, 11)):
    """The position, White's or Red's turn by the number of pieces."""
    text = "".join(line.ljust(7, ".") for line in reversed(picture.split())).ljust(42, ".")
    return position(GAME, text, len(text.replace(".", "")) % 2 if mover is None else mover, left)[0]


@pytest.fixture
def sensing():
    return Sensing(senses(GAME), GAME)


def where(sensing, s, name):
    """The actions of which this is 1, in words."""
    return " ".join(action_name(c) for c in sensing.choices(s) if sensing.numbers(s, c)[name] == 1)


def test_choices_are_columns_with_room_and_shapes_in_stock(sensing):
    s = at("\n".join(["R", "w"] * 3), 0, (1, 0, 1, 1))
    assert [action_name(c) for c in sensing.choices(s)] == ["1r", "2r", "3r", "4r", "5r", "6r"]


def test_lines_that_win_and_that_are_given_away(sensing):
    s = at("WWW.RRR", 0)
    assert where(sensing, s, "wins") == "3r", "a white round piece makes a line of colour"
    assert where(sensing, s, "gives") == "3s", "a square one makes a line of squares, which are Red's, and shape comes first"
    s = at("www.", 0)
    assert where(sensing, s, "wins") == "3r 3s" and where(sensing, s, "gives") == ""
    assert where(sensing, at("www.", 1), "stops") == "3r 3s"
    assert where(sensing, at("www.", 1), "gives") == "3r", "a red round piece completes White's shape"


def test_what_a_piece_makes_possible_on_top_of_it(sensing):
    s = at("www.\nRwR.", 1)
    assert where(sensing, s, "opens") == "3r 3s" and where(sensing, s, "stops") == ""
    assert where(sensing, at("www.\nRwR.", 0), "readies") == "3r 3s"


def test_shape_place_and_what_lies_around(sensing):
    s = at("wR", 0)
    assert where(sensing, s, "own_shape") == "0r 1r 2r 3r 4r 5r 6r"
    assert where(sensing, at("wR", 1), "own_shape") == "0s 1s 2s 3s 4s 5s 6s"
    assert sensing.of_all(s, "centre")[::2] == pytest.approx([1 / 7, 3 / 7, 5 / 7, 1, 5 / 7, 3 / 7, 1 / 7])
    assert sensing.of_all(s, "height")[::2] == pytest.approx([1 / 6, 1 / 6, 0, 0, 0, 0, 0])
    for name, columns in {"my_colour": [1, 1, 0], "my_shape": [1, 1, 0], "their_colour": [1, 1, 1],
                          "their_shape": [1, 1, 1]}.items():
        assert sensing.of_all(s, name)[:6:2] == [n / 8 for n in columns], name
    assert where(sensing, s, "above") == "1r 1s"


@pytest.mark.parametrize("picture, mover, symbol", [
    ("", 0, 3), ("wR", 0, 0), ("wRw...R", 0, 2), ("w..r", 0, 1), ("wRw", 1, 1), ("wwwR", 1, 1), ("www...R", 0, 8 + 2),
    ("www.", 1, 4 + 1), ("w.r.r.r", 1, 0)])
def test_a_machine_reads_threats_and_where_the_last_piece_fell(sensing, picture, mover, symbol):
    s = at(picture, mover)
    assert sensing.look(s).senses.symbol(sensing.memory, s) == symbol


def test_answers(sensing):
    s = at("www.R.R", 1)
    made = {name: action_name(action) for name, action in sensing.look(s).answers(s).items()}
    assert made == {"the middle": "3s", "the left": "0s", "the right": "6s", "the other shape": "3r",
                    "stop the other": "3s", "beside the last piece": "2s"}
    empty = at("", 0)
    fresh = Sensing(senses(GAME), GAME).look(empty)
    assert set(fresh.answers(empty)) == {"the middle", "the left", "the right", "the other shape"}
    assert fresh.answers(at("www", 0))["win"] == action_of("3r")
