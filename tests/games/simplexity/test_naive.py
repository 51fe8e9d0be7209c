"""The naive Simplexity against section 1 of its rulebook, sentence by sentence, and against recorded games.

Positions are drawn top row first, empty rows above left out; moves are written as a column and r or s.
"""

import random

import numpy as np
import pytest

from lek import dice

from .twin import ATTEMPTS, DRAW, NOT_THERE, RECORDED, RED, WHITE, Simplexity, perft, recorded


def moves(script):
    return [2 * int(move[:-1]) + "rs".index(move[-1]) for move in script.split()]


def played(script, **settings):
    game = Simplexity(**settings)
    for action in moves(script):
        game.play(action)
    return game


def drawn(picture, script, **settings):
    """The game from a position on; the number of pieces tells whose turn it is."""
    game = Simplexity(**settings)
    for row, line in enumerate(reversed(picture.split())):
        game.board[row] = list(line.ljust(game.cols, "."))
    pieces = [cell for row in game.board for cell in row if cell != "."]
    assert sum(cell in "wW" for cell in pieces) == (len(pieces) + 1) // 2
    assert all(game.at(row - 1, column) != "." for row in range(1, game.rows) for column in range(game.cols)
               if game.at(row, column) != ".")
    for cell in pieces:
        game.left[cell in "rR"][cell in "WR"] -= 1
    game.plies = len(pieces)
    game.judge()
    assert not game.over
    for action in moves(script):
        game.play(action)
    return game


def ending(game):
    return game.winner, game.how


def rolling(seed):
    return np.rec.array([(dice.stream(seed, 0, 0),)], dtype=dice.STREAM)[0]


# "White moves first, wins with round or white; Red second, wins with square or red. A player only ever places his own
# colour, either shape."


def test_white_moves_first_and_both_place_their_own_colour_in_either_shape():
    game = played("0r 1r 2s 3s")
    assert game.picture().split()[-1] == "wrWR..."
    assert (game.turn, game.over) == (WHITE, False)


def test_white_wins_with_round():
    assert ending(played("0r 1r 2r 4s 3r")) == (WHITE, "shape")


def test_white_wins_with_white():
    assert ending(drawn("rRr\nwWw", "3s")) == (WHITE, "colour")


def test_red_wins_with_square():
    assert ending(played("0s 1s 2s 3s")) == (RED, "shape")


def test_red_wins_with_red():
    assert ending(drawn("wWw\nrRr..w", "3r")) == (RED, "colour")


# "rows x cols, row 0 is the bottom, column 0 the left; gravity. Move = (column, shape)."


def test_pieces_fall_on_those_below():
    game = played("2r 2s 2s 2r 6s 0r")
    assert game.picture().split() == [".......", ".......", "..r....", "..W....", "..R....", "r.w...W"]
    assert game.board[0][6] == "W"


def test_an_action_is_twice_the_column_and_the_shape():
    game = Simplexity()
    for action in (0, 1, 4, 13):
        game.play(action)
    assert game.picture().split()[-2:] == ["R......", "w.w...R"]


# "Supply per player: 10 round + 11 square ... A shape with none left cannot be played."


def test_the_default_is_6_rows_7_columns_4_in_line_10_round_and_11_square():
    game = Simplexity()
    assert (game.rows, game.cols, game.win, game.left) == (6, 7, 4, [[10, 11], [10, 11]])
    assert 2 * sum(game.supplies) == game.rows * game.cols


def test_each_player_has_his_own_supply():
    game = played("0r 1s 2r 3r 4s", rounds=2, squares=2)
    assert game.left == [[0, 1], [1, 1]]
    assert game.legal_actions() == list(range(14))
    game.play(0)
    assert game.legal_actions() == [1, 3, 5, 7, 9, 11, 13]


def test_a_shape_with_none_left_loses():
    game = played("0r 1s 2r", rounds=1)
    assert (ending(game), game.plies, game.board[0][2]) == ((RED, "fault"), 2, ".")
    assert ending(played("0r 1s 2r 3s", squares=1)) == (WHITE, "fault")


def test_a_board_where_neither_dimension_reaches_the_win_length_is_refused():
    with pytest.raises(ValueError, match="A line of 4 does not fit on 3 rows and 3 columns"):
        Simplexity(3, 3, 4)
    assert ending(played("0r 1r 2r 3r", rows=1, cols=4)) == (WHITE, "shape")
    assert ending(played("0s 0s 0s 0s", rows=4, cols=1)) == (RED, "shape")


# "Win detection after every move, whole board, in this fixed order: any round line -> White; any square line -> Red; any
# white line -> White; any red line -> Red."


@pytest.mark.parametrize("rows, expected", [
    (["WRWR", "wrwr"], (WHITE, "shape")),
    (["rRrR", "wWwW", "WRWR"], (RED, "shape")),
    (["rRrR", "wWwW"], (WHITE, "colour")),
    (["rRrR"], (RED, "colour")),
    (["rRr.", "wWw.", "WRW.", "wrw."], (None, None)),
])
def test_the_order_of_the_search(rows, expected):
    game = Simplexity(4, 4)
    game.board[:len(rows)] = [list(row) for row in rows]
    game.judge()
    assert ending(game) == expected


# "Lines: horizontal, vertical, both diagonals, at least n in sequence."


@pytest.mark.parametrize("picture, script", [
    ("wrw..R", "3r"),
    ("wr.w.R", "2r"),
    ("w r w....R", "0r"),
    ("..wR .rWR wWRR..w", "3r"),
    ("...Rw.. ...RWr. w..RRWw", "3r"),
    ("wrw.rwR", "3r"),
], ids=["horizontal", "in the gap", "vertical", "rising", "falling", "six"])
def test_lines(picture, script):
    assert ending(drawn(picture, script)) == (WHITE, "shape")


def test_three_are_no_line():
    assert not played("0r 1r 2r 0r 0r").over


def test_a_line_does_not_go_on_at_the_other_edge():
    assert not drawn("R...wrw", "0r").over


# "shape beats colour; who moved is irrelevant; a move that completes the opponent's shape line loses, even if the same
# move completes the mover's colour line."


def test_a_line_of_both_is_a_line_of_shape():
    assert ending(drawn("rRr www", "3r")) == (WHITE, "shape")


def test_who_completes_the_opponents_shape_loses():
    assert ending(played("0r 1r 2r 3r")) == (WHITE, "shape")
    assert ending(drawn("WRW..r", "3s")) == (RED, "shape")


def test_also_together_with_a_line_of_his_own_colour():
    game = drawn("..Rw .Rww RrWw..r", "3s")
    assert game.has_line("wW")
    assert ending(game) == (RED, "shape")
    game = drawn("..wR .wRR wWrR.wW", "3r")
    assert game.has_line("rR")
    assert ending(game) == (WHITE, "shape")


# "Draw: board full or all four supplies exhausted, and no line. (A win on the last cell counts.)"


def test_a_full_board_without_a_line_is_a_draw():
    assert ending(played("0r 1s 2r", rows=1, cols=3, win=3)) == (DRAW, None)


def test_all_four_supplies_exhausted_without_a_line_is_a_draw():
    game = played("0r 1s 2s 0r", rows=3, cols=3, win=3, rounds=1, squares=1)
    assert ending(game) == (DRAW, None)
    assert game.picture().split() == ["...", "r..", "wRW"]
    assert ending(Simplexity(rounds=0, squares=0)) == (DRAW, None)


def test_three_supplies_exhausted_are_not_the_end():
    assert not played("0r 1s 2s", rows=3, cols=3, win=3, rounds=1, squares=1).over


def test_a_win_on_the_last_cell_or_with_the_last_piece_counts():
    assert ending(played("0r 1r 2r", rows=1, cols=3, win=3)) == (WHITE, "shape")
    assert ending(played("0r 1r 0r 2r", rows=3, cols=3, win=3, rounds=2, squares=0)) == (WHITE, "shape")


# "Earliest possible end: ply 4."


def test_nothing_ends_before_the_fourth_ply():
    rng = random.Random(1)
    for _ in range(200):
        game = Simplexity()
        for _ in range(3):
            game.play(rng.choice(game.legal_actions()))
        assert not game.over


# "'No move', full column, bad column, exhausted shape, any exception -> the other player wins."


@pytest.mark.parametrize("action", [0, 1, -1, 14, 15, 2**40, -(2**40), None, "0r"])
def test_any_other_action_loses(action):
    game = played("0r 0s 0r 0s 0r 0s")
    game.play(action)
    assert (ending(game), game.plies) == ((RED, "fault"), 6)
    game = played("0r 0s 0r 0s 0r 0s 1r")
    game.play(action)
    assert (ending(game), game.plies) == ((WHITE, "fault"), 7)


def test_after_the_end_nobody_moves():
    game = played("0r 1r 2r 3r")
    assert game.legal_actions() == []
    with pytest.raises(ValueError, match="over after 4 plies"):
        game.play(0)


# "points 3 / 1 / 0", and the measures won, plies, shape, colour, gift, fault


@pytest.mark.parametrize("game, scores, white, red", [
    (drawn("wrw..R", "3r"), [3, 0], [1, 5, 1, 0, 0, 0], [0, 5, 0, 0, 0, 0]),
    (drawn("rRr wWw", "3s"), [3, 0], [1, 7, 0, 1, 0, 0], [0, 7, 0, 0, 0, 0]),
    (drawn("wWw rRr..w", "3r"), [0, 3], [0, 8, 0, 0, 0, 0], [1, 8, 0, 1, 0, 0]),
    (played("0r 1r 2r 3r"), [3, 0], [1, 4, 1, 0, 0, 0], [0, 4, 0, 0, 1, 0]),
    (drawn("..Rw .Rww RrWw..r", "3s"), [0, 3], [0, 11, 0, 0, 1, 0], [1, 11, 1, 0, 0, 0]),
    (played("0r 1s 2r", rounds=1), [0, 3], [0, 2, 0, 0, 0, 1], [1, 2, 0, 0, 0, 0]),
    (played("0r 1s 2r", rows=1, cols=3, win=3), [1, 1], [0.5, 3, 0, 0, 0, 0], [0.5, 3, 0, 0, 0, 0]),
], ids=["shape", "white", "red", "gift", "gift with own colour", "fault", "draw"])
def test_scores_and_measures_by_hand(game, scores, white, red):
    assert game.scores() == scores
    assert game.measures() == [white, red]


# Openings


def test_an_opening_leaves_a_game_that_nobody_wins_at_once():
    for seed in range(20):
        game = Simplexity(5, 4, 3, 5, 5, opening=1 + seed % 4, stream=rolling(seed))
        assert (game.plies, game.over) == (1 + seed % 4, False)
        assert not any(game.after(action).winner == game.turn for action in game.legal_actions())


@pytest.mark.parametrize("settings, falls, bottom", [
    ({"opening": 3}, "0r 1r 2r", "wrw...."),
    ({"opening": 3}, "0s 1s 2s 6r 5r 4s", "....Wrw"),
    ({"opening": 5}, "0r 1r 2r 3r 6r 5s 4r 3s 2r", "..wRwRw"),
    ({"opening": 3, "rounds": 1}, "0r 1s 3r 2r 2s", "wRW...."),
], ids=["taken", "red would win", "over too soon", "illegal"])
def test_openings_by_hand(monkeypatch, settings, falls, bottom):
    left = moves(falls)
    asked = []
    monkeypatch.setattr(dice, "below", lambda stream, n: asked.append(n) or left.pop(0))
    game = Simplexity(**settings)
    assert game.picture().split()[-1] == bottom
    assert (left, asked) == ([], [14] * len(falls.split()))
    assert sum(map(sum, game.left)) == 2 * sum(game.supplies) - settings["opening"]


def test_where_there_is_no_opening_the_board_stays_empty():
    stream, other = rolling(3), rolling(3)
    game = Simplexity(1, 4, 1, 2, 2, opening=2, stream=stream)  # every piece is a line
    assert (game.picture(), game.plies, game.over, game.left) == ("....", 0, False, [[2, 2], [2, 2]])
    for _ in range(ATTEMPTS):
        dice.roll(other)
    assert stream.rng == other.rng


# "Perft oracle, 6x7 (move sequences of length d, finished games not extended)"


def test_perft():
    assert [perft(Simplexity(), depth) for depth in (1, 2, 3, 4)] == [14, 196, 2744, 38416]


# "an independent replay ... agrees on all natural results, 0 disagreements, 0 illegal moves"


def test_recorded_games_end_as_recorded():
    """The first hundreds, and a few of all tracks."""
    if not RECORDED.exists():
        pytest.skip(NOT_THERE)
    games = list(recorded())
    for number in [*range(300), *range(300, len(games), 400)]:
        told = games[number]
        game = Simplexity(*told.setup)
        for action in told.actions:
            assert game.legal(action), number
            game.play(action)
        if told.fault:
            assert not game.over, number
            game.play(None)
        assert game.winner == told.winner, number
