"""The rules of Simplexity, one test per sentence of the rulebook (shared/rules/simplexity.md, 1).

Positions are drawn top row first, without empty rows above and empty columns at the right: w and r are round pieces of
White and Red, W and R square ones. Moves are a column and r or s.
"""

from __future__ import annotations

from itertools import product
from math import ceil

import numpy as np
import pytest

from lek import dice
from lek.games.simplexity import DRAW, NOBODY, RED, WHITE, action_name, action_of, board_text, position, show, simplexity
from lek.perft import perft
from lek.position import result
from lek.settings import Mistake


class Board:
    """A game at the start, or at a position drawn; whose turn it is follows from the number of pieces."""

    def __init__(self, picture="", **settings):
        self.game = simplexity(**settings)
        given = self.game.settings
        text = "".join(line.ljust(given["cols"], ".") for line in reversed(picture.split()))
        left = [given["squares" if piece in "WR" else "rounds"] - text.count(piece) for piece in "wWrR"]
        self.s = position(self.game, text.ljust(given["rows"] * given["cols"], "."), len(text.replace(".", "")) % 2, left)[0]

    def play(self, script):
        for move in script.split():
            assert not self.over
            self.game.step(self.s, action_of(move))
        return self

    @property
    def over(self):
        return self.game.actor(self.s) < 0

    @property
    def legal(self):
        return [action_name(a) for a in range(self.game.actions) if self.game.legal(self.s, a)]

    @property
    def picture(self):
        text, cols = board_text(self.s), self.game.settings["cols"]
        rows = [text[first:first + cols].rstrip(".") for first in range(0, len(text), cols)]
        return " ".join(row for row in reversed(rows) if row)

    @property
    def scores(self):
        return result(self.game, self.s)[0].tolist()

    @property
    def measures(self):
        return result(self.game, self.s)[1].tolist()

    @property
    def ending(self):
        """The winner, and how by the measures of the winner and of the loser."""
        winner = int(self.s.winner)
        rows = [self.measures[winner], self.measures[1 - winner]] if winner in (WHITE, RED) else []
        kinds = self.game.measure_names[2:]
        return winner, *(kind for row in rows for kind, is_so in zip(kinds, row[2:], strict=True) if is_so)


def played(script, **settings):
    return Board(**settings).play(script)


def drawn(picture, script, **settings):
    return Board(picture, **settings).play(script)


# "White moves first, wins with round or white; Red second, wins with square or red. A player only ever places his own
# colour, either shape."


def test_white_moves_first_and_red_second():
    assert [int(board.game.actor(board.s)) for board in map(played, ("", "0r", "0r 1r"))] == [WHITE, RED, WHITE]


def test_a_player_only_ever_places_his_own_colour_in_either_shape():
    assert played("0r 1r 2s 3s").picture == "wrWR"


def test_white_wins_with_round():
    assert drawn("wrw..R", "3r").ending == (WHITE, "shape")


def test_white_wins_with_white():
    assert drawn("rRr wWw", "3s").ending == (WHITE, "colour")


def test_red_wins_with_square():
    assert drawn("WRW", "3s").ending == (RED, "shape")


def test_red_wins_with_red():
    assert drawn("wWw rRr..w", "3r").ending == (RED, "colour")


# "Board: rows x cols, row 0 is the bottom, column 0 the left; gravity. Move = (column, shape)."


def test_row_0_is_the_bottom_and_column_0_the_left():
    assert board_text(played("0r 6s").s) == "w.....R" + 5 * "......."


def test_gravity():
    board = played("2r 2s 2s 2r 6s 0r")
    assert board.picture == "..r ..W ..R r.w...W"
    assert board.s.height[:7].tolist() == [1, 0, 4, 0, 0, 0, 1]


def test_a_move_is_a_column_and_a_shape():
    game = simplexity()
    names = [f"{column}{shape}" for column in range(7) for shape in "rs"]
    assert [game.face.action_name(a) for a in range(game.actions)] == names == played("").legal
    assert [game.face.action_of(name) for name in names] == list(range(14))
    assert (action_of("12S"), action_name(25)) == (25, "12s")


@pytest.mark.parametrize("text", ["", "r", "3", "3x", "-1r", "r3", "three", "3 r"])
def test_what_is_no_move_is_told(text):
    with pytest.raises(ValueError, match="a move is a column and r or s, like 3r; given: "):
        action_of(text)


# "Supply per player at the default 6x7x4: 10 round + 11 square (so 20 round, 22 square in all; 42 pieces = 42 cells). A
# shape with none left cannot be played (playing it raises an exception, i.e. loses). Default board constructor: 6, 7, 4,
# 10, 11. A board where neither dimension reaches the win length is refused."


def test_the_default_is_6_rows_7_columns_4_in_line_10_round_and_11_square():
    game = simplexity()
    assert dict(game.settings) == {"rows": 6, "cols": 7, "win": 4, "rounds": 10, "squares": 11, "opening": 0}
    assert played("").s.stock.tolist() == [[10, 11], [10, 11]]
    assert (game.seats, game.actions, game.rolls) == (2, 14, False)


def test_each_player_has_his_own_supply():
    assert played("0r 1s 2r 3r 4s").s.stock.tolist() == [[8, 10], [9, 10]]


def test_a_shape_with_none_left_cannot_be_played():
    assert played("0r 1s", rounds=1).legal == [f"{column}s" for column in range(7)]
    assert played("0r 1s 2s", rounds=1).legal == played("").legal  # Red still has his


def test_playing_a_shape_with_none_left_loses():
    board = played("0r 1s 2r", rounds=1)
    assert (board.ending, board.picture, board.s.plies) == ((RED, "fault"), "wR", 2)
    board = played("0r 1s 2r 3s", squares=1)
    assert (board.ending, board.picture, board.s.plies) == ((WHITE, "fault"), "wRw", 3)


def test_a_board_where_neither_dimension_reaches_the_win_length_is_refused():
    with pytest.raises(Mistake, match="win=4 does not work: neither 3 rows nor 3 columns reach it"):
        simplexity(rows=3, cols=3, win=4)
    assert drawn("wr.w", "4s 2r", rows=1, cols=5).ending == (WHITE, "shape")
    assert drawn("W R W", "0s", rows=4, cols=1).ending == (RED, "shape")


# "Win detection after every move, whole board, in this fixed order: any round line -> White; any square line -> Red; any
# white line -> White; any red line -> Red."


@pytest.mark.parametrize("picture, winner", [
    ("wrwr WRWR", WHITE), ("rRrR wWwW WRWR", RED), ("rRrR wWwW", WHITE), ("rRrR", RED), ("rRr wWw WRW wrw", NOBODY)])
def test_the_order_is_round_square_white_red(picture, winner):
    assert Board(picture, rows=4, cols=4).s.winner == winner


# "Lines: horizontal, vertical, both diagonals, at least n in sequence."


@pytest.mark.parametrize("picture, move", [
    ("wrw..R", "3r"), ("wr.w.R", "2r"), ("w r w....R", "0r"), ("..wR .rWR wWRR..w", "3r"),
    ("...Rw.. ...RWr. w..RRWw", "3r")],
    ids=["horizontal", "in a gap", "vertical", "rising", "falling"])
def test_lines_are_horizontal_vertical_and_both_diagonals(picture, move):
    assert drawn(picture, move).ending == (WHITE, "shape")


def test_at_least_n_in_sequence():
    assert not played("0r 1r 2r 0r 0r").over
    assert drawn("wrw.rwR", "3r").ending == (WHITE, "shape")


def lines_of(rows, cols, length):
    """Every line of so many cells, as bits: column * (rows + 1) + row."""
    for row, column, (up, right) in product(range(rows), range(cols), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(row + k * up, column + k * right) for k in range(length)]
        if all(0 <= r < rows and 0 <= c < cols for r, c in cells):
            yield [c * (rows + 1) + r for r, c in cells]


@pytest.mark.parametrize("rows, cols, win, count", [
    (6, 7, 4, 69), (7, 8, 8, 7), (4, 4, 3, 24), (1, 8, 3, 6), (9, 1, 3, 7), (14, 4, 8, 28), (15, 4, 8, 32), (30, 2, 4, 54),
    (31, 2, 2, 151), (62, 1, 9, 54), (8, 13, 4, 245)])
def test_every_line_is_found_and_nothing_shorter_or_around_an_edge(rows, cols, win, count):
    game = simplexity(rows=rows, cols=cols, win=win, rounds=999, squares=999)
    s = game.blank.copy()[0]

    def ends(others, last):
        """Whether a round piece on the last bit ends the game, the others being round too and hanging in the air."""
        game.start(s)
        for bit in others:
            s.boards[2, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        s.plies = win
        s.height[last // (rows + 1)] = last % (rows + 1)
        game.step(s, 2 * (last // (rows + 1)))
        return s.winner == WHITE

    lines = list(lines_of(rows, cols, win))
    assert len(lines) == count
    for line in lines:
        assert all(ends(line[:k] + line[k + 1:], line[k]) for k in range(win))
    for length in range(1, win):
        for line in lines_of(rows, cols, length):
            assert not ends(line[1:], line[0]) and not ends(line[:-1], line[-1])
    cells = {bit for bit in range(cols * (rows + 1)) if bit % (rows + 1) < rows}
    for first, step in product(cells, {1, rows, rows + 1, rows + 2}):
        line = [first + k * step for k in range(win)]
        assert not cells.issuperset(line) or line in lines or line[::-1] in lines


@pytest.mark.parametrize("picture, move", [("w r w W R W.....R", "1r"), ("R...wrw", "0r")])
def test_lines_end_at_the_edges(picture, move):
    assert not drawn(picture, move).over


# "Consequences: shape beats colour; who moved is irrelevant; a move that completes the opponent's shape line loses, even
# if the same move completes the mover's colour line."


def test_shape_beats_colour():
    assert drawn("rRr www", "3r").ending == (WHITE, "shape")
    assert drawn("wWw RRR..W", "3s").ending == (RED, "shape")


def test_who_moved_is_irrelevant_so_completing_the_opponents_shape_line_loses():
    assert drawn("wrw", "3r").ending == (WHITE, "shape", "gift")
    assert drawn("WRW..r", "3s").ending == (RED, "shape", "gift")


def test_even_if_the_same_move_completes_the_movers_colour_line():
    assert drawn("..Rw .Rww RrWw..r", "3s").ending == (RED, "shape", "gift")
    assert drawn("..wR .wRR wWrR.wW", "3r").ending == (WHITE, "shape", "gift")


# "Draw: board full or all four supplies exhausted, and no line. (A win on the last cell counts.)"


def test_a_full_board_without_a_line_is_a_draw():
    assert played("0r 1s 2r", rows=1, cols=3, win=3).ending == (DRAW,)


def test_all_four_supplies_exhausted_without_a_line_is_a_draw():
    board = played("0r 1s 2s", rows=3, cols=3, win=3, rounds=1, squares=1)
    assert not board.over
    board.play("0r")
    assert (board.ending, board.picture) == ((DRAW,), "r wRW")


def test_a_win_on_the_last_cell_or_with_the_last_piece_counts():
    assert played("0r 1r 2r", rows=1, cols=3, win=3).ending == (WHITE, "shape")
    assert played("0r 1r 0r 2r", rows=3, cols=3, win=3, rounds=2, squares=0).ending == (WHITE, "shape", "gift")


# "Earliest possible end: ply 4 (four pieces of one shape, two from each player)."


def test_the_earliest_possible_end_is_ply_4():
    game = simplexity()
    assert [perft(game, depth) for depth in (1, 2, 3, 4)] == [14**depth for depth in (1, 2, 3, 4)]
    assert perft(game, 5) == 14**5 - 14 * 206
    assert played("0r 1r 2r 3r").s.plies == 4


# "'No move', full column, bad column, exhausted shape, any exception -> the other player wins."


@pytest.mark.parametrize("action", [0, 1, -1, -2, 14, 15, 127, 2**31, 2**40, -(2**40)])
def test_a_full_column_or_a_bad_column_loses(action):
    for first, winner in (("", RED), (" 1r", WHITE)):
        board = played("0r 0s 0r 0s 0r 0s" + first)
        before = board.picture, int(board.s.plies)
        assert not board.game.legal(board.s, action)
        board.game.step(board.s, action)
        assert (board.ending, board.over) == ((winner, "fault"), True)
        assert (board.picture, board.s.plies) == before


# "points 3 / 1 / 0"


@pytest.mark.parametrize("board, scores, white, red", [
    (drawn("wrw..R", "3r"), [3, 0], [1, 5, 1, 0, 0, 0], [0, 5, 0, 0, 0, 0]),
    (drawn("rRr wWw", "3s"), [3, 0], [1, 7, 0, 1, 0, 0], [0, 7, 0, 0, 0, 0]),
    (drawn("wWw rRr..w", "3r"), [0, 3], [0, 8, 0, 0, 0, 0], [1, 8, 0, 1, 0, 0]),
    (played("0r 1r 2r 3r"), [3, 0], [1, 4, 1, 0, 0, 0], [0, 4, 0, 0, 1, 0]),
    (played("0r 1s 2r", rounds=1), [0, 3], [0, 2, 0, 0, 0, 1], [1, 2, 0, 0, 0, 0]),
    (played("0r 1s 2r", rows=1, cols=3, win=3), [1, 1], [0.5, 3, 0, 0, 0, 0], [0.5, 3, 0, 0, 0, 0]),
], ids=["shape", "white", "red", "gift", "fault", "draw"])
def test_points_3_1_0_and_measures(board, scores, white, red):
    assert board.game.measure_names == ("won", "plies", "shape", "colour", "gift", "fault")
    assert board.scores == scores
    assert board.measures == [white, red]


# "Unknown = from the EuroMillions draw: ... win = ceil(rows/2), round = floor(rows*cols/4), square = ceil(rows*cols/4)"


@pytest.mark.parametrize("preset, rows, cols", [("unknown-2020", 8, 13), ("unknown-2021", 9, 37), ("base", 6, 7),
                                                ("test-12x12", 12, 12), ("test-18x22", 18, 22)])
def test_the_tracks(preset, rows, cols):
    given = simplexity(preset=preset).settings
    pieces = {"base": (10, 11), "test-12x12": (35, 37)}.get(preset, (rows * cols // 4, ceil(rows * cols / 4)))
    assert (given["rows"], given["cols"]) == (rows, cols)
    assert given["win"] == (4 if preset == "base" else ceil(rows / 2))
    assert (given["rounds"], given["squares"]) == pieces


# "Perft oracle, 6x7 (move sequences of length d, finished games not extended)"


def test_perft():
    assert [perft(simplexity(), depth) for depth in range(1, 7)] == [14, 196, 2744, 38416, 534940, 7392868]


# Openings


def opened(deal, **settings):
    game = simplexity(**settings)
    s = game.blank.copy()[0]
    s.rng = dice.stream(1, deal, 0)
    game.start(s)
    return game, s


def test_after_an_opening_nobody_has_won_and_who_moves_cannot_at_once():
    boards = set()
    for deal in range(100):
        game, s = opened(deal, opening=3)
        boards.add(board_text(s))
        assert (s.plies, s.mover, s.winner, s.stock.sum()) == (3, RED, NOBODY, 39)
        for a in range(14):
            after = s.copy()
            game.step(after, a)
            assert after.winner != RED
    assert len(boards) > 90
    assert board_text(opened(7, opening=3)[1]) == board_text(opened(7, opening=3)[1])


def test_where_no_opening_is_found_the_board_stays_empty():
    game, s = opened(3, rows=1, cols=4, win=1, opening=2)  # every piece is a line
    assert (board_text(s), s.plies, s.winner, s.stock.tolist()) == ("....", 0, NOBODY, [[10, 11], [10, 11]])
    assert game.actor(s) == WHITE
    other = opened(3, opening=1)[1]
    other.rng = dice.stream(1, 3, 0)
    for _ in range(1000):
        dice.roll(other)
    assert s.rng == other.rng


# Words


def test_the_board_as_text():
    assert show(drawn("wrw..R", "0s 1r").s).splitlines() == [
        ". . . . . . ."] * 4 + ["W r . . . . .", "w r w . . R .", "0 1 2 3 4 5 6",
                                "left: white 8 round 10 square, red 8 round 10 square", "White to move"]
    assert show(played("0r 1r 2r 3r").s).endswith("White wins by the other's gift of a shape")
    assert show(drawn("WRW", "3s").s).endswith("Red wins by shape")
    assert show(drawn("rRr wWw", "3s").s).endswith("White wins by colour")
    assert show(played("0r 1s 2r", rounds=1).s).endswith("Red wins by a fault")
    assert show(played("0r 1s 2r", rows=1, cols=3, win=3).s).endswith("drawn")


@pytest.mark.parametrize("board, stock, told", [
    ("w", [1, 1, 1, 1], "a board of 6 x 7 is 42 of .wWrR, row 0 first; given: 'w'"),
    ("x" + "." * 41, [1, 1, 1, 1], "a board of 6 x 7 is 42 of .wWrR, row 0 first"),
    ("." * 7 + "w" + "." * 34, [1, 1, 1, 1], "pieces fall down: there is nothing under row 1 of column 0"),
    ("." * 42, [1, -1, 1, 1], "stocks are whole numbers from 0 to 32000; given: [1, -1, 1, 1]"),
    ("." * 42, [1, 1, 32001, 1], "stocks are whole numbers from 0 to 32000; given: [1, 1, 32001, 1]"),
])
def test_an_impossible_position_is_told_in_one_sentence(board, stock, told):
    with pytest.raises(Mistake) as caught:
        position(simplexity(), board, WHITE, stock)
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_a_stock_may_be_as_large_as_the_sentence_says():
    assert position(simplexity(), "." * 42, WHITE, [0, 32000, 1, 1]).stock.ravel().tolist() == [0, 32000, 1, 1]


@pytest.mark.parametrize("rows, cols, words", [
    (6, 7, 1), (7, 8, 1), (15, 4, 1), (8, 8, 2), (15, 8, 2), (8, 13, 2), (15, 9, 4), (15, 16, 4), (16, 16, 8)])
def test_a_board_is_kept_in_no_more_words_than_it_fills_in_steps_of_two(rows, cols, words):
    assert simplexity(rows=rows, cols=cols, win=4, rounds=999, squares=999).blank.boards.shape == (1, 4, words)
