"""The rules of Dots and Boxes, sentence by sentence, and OpenSpiel's game as the oracle."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

from lek.games.dots import dots, lines_of, position
from lek.perft import perft
from lek.position import result
from lek.settings import Mistake


def started(**settings):
    game = dots(**settings)
    s = game.blank.copy()[0]
    game.start(s)
    return game, s


def played(script, **settings):
    game, s = started(**settings)
    for text in script.split():
        game.step(s, game.face.action_of(text))
    return game, s


def test_players_take_turns_to_draw_a_line():
    game, s = played("h0.0")
    assert (game.actor(s), s.boxes.tolist(), s.left) == (1, [0, 0], 23)
    game.step(s, 1)
    assert game.actor(s) == 0


def test_who_draws_the_fourth_side_takes_the_box_and_moves_again():
    game, s = played("h0.0 h1.0 v0.0 v0.1")
    assert (game.actor(s), s.boxes.tolist(), s.owner[0]) == (1, [0, 1], 1)


def test_one_line_may_close_two_boxes_and_gives_one_more_move():
    game, s = played("h0.0 h0.1 h1.0 h1.1 v0.0 v0.2 v0.1", rows=1, columns=2)
    assert (game.actor(s), s.boxes.tolist()) == (-1, [2, 0])


def test_with_all_lines_drawn_the_game_is_over_and_most_boxes_win():
    game, s = played("h0.0 h0.1 h0.2 v0.0 h1.0 v0.1 v0.2 h1.1 h1.2 v0.3", rows=1, columns=3)
    assert game.actor(s) == -1
    assert s.boxes.sum() == 3
    scores, measures = result(game, s)
    assert scores.tolist() == s.boxes.tolist()
    assert measures[0].tolist() == [float(scores[0] > scores[1]), scores[0] - scores[1], 0.0]


def test_as_many_boxes_each_are_a_draw():
    game, s = played("0 1 2 3 4 5 6", rows=1, columns=2)  # numbers are names, too
    assert game.actor(s) == -1
    s.boxes[:] = 1
    assert result(game, s)[1][:, 0].tolist() == [0.5, 0.5]
    assert game.face.show(s).endswith("A 1, B 1; drawn")


@pytest.mark.parametrize("action", [0, -1, 24, 2**31])
def test_a_line_drawn_already_or_not_on_the_board_loses(action):
    game, s = played("h0.0 h1.0")
    assert not game.legal(s, action)
    game.step(s, action)
    assert game.actor(s) == -1
    scores, measures = result(game, s)
    assert scores.tolist() == [-1.0, 0.0]
    assert measures[:, 0].tolist() == [0.0, 1.0]
    assert measures[:, 2].tolist() == [1.0, 0.0]
    assert game.face.show(s).endswith("B wins by a fault")


def test_lines_are_numbered_level_ones_first():
    game, _ = started()
    assert [game.face.action_name(a) for a in (0, 2, 3, 11, 12, 15, 16, 23)] == [
        "h0.0", "h0.2", "h1.0", "h3.2", "v0.0", "v0.3", "v1.0", "v2.3"]
    assert [game.face.action_of(game.face.action_name(a)) for a in range(24)] == list(range(24))
    with pytest.raises(ValueError, match=r"given: 'h9\.9'"):
        game.face.action_of("h9.9")


def test_the_board_as_people_see_it():
    game, s = played("h0.0 h1.0 v0.0 v0.1 v1.2", rows=2, columns=2)
    assert game.face.show(s) == """\
+---+   +
| B |
+---+   +
        |
+   +   +
A 0, B 1; A to move"""


def test_the_same_board_as_strings_and_coins():
    game, s = played("h0.0 h1.0 v0.0 v0.1 v1.2", rows=2, columns=2, shown="coins")
    assert game.face.show(s) == """\
      |
  B   t--
      |
--t---t
  |   |
A 0, B 1; A to move"""


def test_a_board_given_as_strings_is_the_same_game():
    """2 x 3 with its boxes called a to f: the coins are the same in any order."""
    ends = lines_of(2, 3)
    text = " ".join("-".join("abcdef"[box] for box in pair if box < 6) for pair in ends)
    board, coins = dots(rows=2, columns=3), dots(strings=text)
    for seed in range(20):
        one, other = board.blank.copy()[0], coins.blank.copy()[0]
        board.start(one)
        coins.start(other)
        order = list(range(17))
        random.Random(seed).shuffle(order)
        for a in order:
            assert board.actor(one) == coins.actor(other)
            board.step(one, a)
            coins.step(other, a)
        assert one.owner.tolist() == other.owner.tolist()


def test_any_coins_can_be_played():
    game, s = played("1 0", strings="a-b b-c a-c a")  # three in a ring, one tied to the ground
    assert game.face.show(s) == "  2  a - c\n  3  a - ground\nB took b\nA 0, B 1; B to move"
    for a in (2, 3):
        game.step(s, a)
    assert s.boxes.tolist() == [0, 3]


@pytest.mark.parametrize("text, expected", [("a-b-c", "'a-b-c' is no string"), ("a-", "'a-' is no string"),
                                            ("b a-a", "'a-a' ties a coin to itself")])
def test_strings_that_are_none_are_told(text, expected):
    with pytest.raises(Mistake, match=expected):
        dots(strings=text)


def test_a_position_can_be_set_up():
    game = dots()
    s = position(game, [0, 3, 12, 13, 20], mover=1, owners=[1] + [0] * 8)[0]
    assert (s.mover, s.boxes.tolist(), s.left) == (1, [0, 1], 19)
    with pytest.raises(Mistake, match="drawn twice"):
        position(game, [0, 0])


@pytest.mark.parametrize("rows, columns", [(1, 1), (1, 4), (2, 3), (3, 3), (4, 2), (5, 5), (8, 8)])
def test_random_games_agree_with_openspiel_move_by_move(rows, columns):
    theirs = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=true)")
    game = dots(rows=rows, columns=columns)
    assert theirs.num_distinct_actions() == game.actions
    for seed in range(30 if rows * columns < 20 else 5):
        dice, state, s = random.Random(seed), theirs.new_initial_state(), game.blank.copy()[0]
        game.start(s)
        while not state.is_terminal():
            legal = [a for a in range(game.actions) if game.legal(s, a)]
            assert state.current_player() == game.actor(s)
            assert state.legal_actions() == legal
            action = dice.choice(legal)
            state.apply_action(action)
            game.step(s, action)
        assert game.actor(s) == -1
        assert state.returns() == [float(s.boxes[0]) - float(s.boxes[1]), float(s.boxes[1]) - float(s.boxes[0])]


def test_as_many_sequences_as_orders_of_lines():
    assert [perft(dots(), depth) for depth in (1, 2, 3, 4)] == [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21]


def test_a_board_takes_no_more_room_than_it_needs():
    assert np.dtype(dots().blank.dtype).itemsize < 200
