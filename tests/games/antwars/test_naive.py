"""The naive Ant Wars against section 1 of the paper and section 1.1 of the rulebook, sentence by sentence.

Positions are drawn: `*` is food, `1` and `2` are the ants; one without a letter is dead.
"""

import random
from collections import Counter

import pytest

from . import twin
from .twin import DIRECTIONS, EMPTY, ENEMY, FOOD, SIDE, AntWars, around, neighbour, play

N, NE, E, SE, S, SW, W, NW = range(8)
EVERYWHERE = [(row, column) for row in range(SIDE) for column in range(SIDE)]

START = """
...........
...........
...........
...........
...........
..1.....2..
...........
...........
...........
...........
...........
"""
TRAIL = """
...........
...........
...........
...**......
....*......
..1..*..2.*
.....*.....
.......**..
...........
...........
...........
"""
CLOSE = """
*.........1
...........
...........
...........
..***......
..*2*......
..***......
...........
...........
...........
..........*
"""


def drawn(picture, moves=35):
    """A game in this position; Ant 1 is to move unless it is dead."""
    game = AntWars(0, moves)
    game.alive = [False, False]
    for row, line in enumerate(picture.split()):
        for column, letter in enumerate(line):
            game.food[row][column] = letter == "*"
            if letter in "12":
                game.places[int(letter) - 1] = (row, column)
                game.alive[int(letter) - 1] = True
    game.to_move = 0 if game.alive[0] else 1
    assert game.picture() == picture.split()
    return game


def moved(game, *directions):
    for direction in directions:
        game.move(direction)
    return game


def food_of(game):
    return [(row, column) for row, column in EVERYWHERE if game.food[row][column]]


# "Each game is played on a 11x11 toroidal board."


def test_the_board_has_11_rows_of_11_cells():
    assert [len(row) for row in AntWars().food] == [11] * 11


def test_it_is_a_torus():
    assert [neighbour((0, 0), direction) for direction in ("N", "W", "NW")] == [(10, 0), (0, 10), (10, 10)]
    assert [neighbour((10, 10), direction) for direction in ("S", "E", "SE")] == [(0, 10), (10, 0), (0, 0)]
    for place in EVERYWHERE:
        for direction, back in zip(DIRECTIONS, DIRECTIONS[4:] + DIRECTIONS[:4], strict=True):
            assert neighbour(neighbour(place, direction), back) == place


# "15 pieces of food are randomly distributed over the board"; "15 distinct cells out of 119"


def test_15_pieces_are_laid_in_cells_of_their_own():
    for deal in range(20):
        assert len(food_of(AntWars(deal=deal))) == 15


def test_no_piece_lies_where_an_ant_starts_but_one_may_anywhere_else():
    counts = Counter(place for deal in range(600) for place in food_of(AntWars(deal=deal)))
    assert set(EVERYWHERE) - set(counts) == {(5, 2), (5, 8)}
    assert max(abs(count / 600 - 15 / 119) for count in counts.values()) < 0.055  # four standard deviations


@pytest.mark.parametrize("pieces", [0, 1, 118, 119])
def test_any_number_of_pieces_can_be_laid(pieces):
    assert AntWars(pieces).left() == pieces


def test_a_cell_that_holds_food_or_an_ant_is_drawn_again(monkeypatch):
    falls = [57, 63, 0, 0, 57, 120, 63, 12]
    monkeypatch.setattr(twin.dice, "below", lambda dice, n: falls.pop(0) if n == 121 else None)
    assert food_of(AntWars(3)) == [(0, 0), (1, 1), (10, 10)]
    assert falls == []


def test_a_deal_is_a_board_and_another_deal_another():
    boards = [food_of(AntWars(seed=seed, deal=deal)) for seed in range(5) for deal in range(5)]
    assert boards == [food_of(AntWars(seed=seed, deal=deal)) for seed in range(5) for deal in range(5)]
    assert len({str(board) for board in boards}) == 25


# "The starting coordinates of ant 1 and ant 2 are (5, 2) and (5, 8)"


def test_the_ants_start_in_5_2_and_5_8():
    assert AntWars(0).picture() == START.split()


# "An ant has a limited field of view - a square neighborhood of size 5x5 centered at its current location"


def test_an_ant_sees_5_by_5_cells_around_it():
    assert around((5, 2)) == [[(row, column) for column in range(5)] for row in range(3, 8)]
    assert [row[0] for row in around((0, 10))] == [(9, 8), (10, 8), (0, 8), (1, 8), (2, 8)]
    assert around((0, 10))[0] == [(9, 8), (9, 9), (9, 10), (9, 0), (9, 1)]


def test_it_knows_of_each_cell_in_view_whether_it_is_empty_food_or_the_enemy():
    game = drawn("""
        *...***....
        ...........
        ...........
        ...........
        ........*..
        ..1........
        ......2....
        *...*......
        ..........*
        *.....*....
        *..........
        """)
    assert game.view(0)["cells"] == [[EMPTY] * 5] * 4 + [[FOOD, EMPTY, EMPTY, EMPTY, FOOD]]
    game = moved(game, SE, N, E)
    assert game.picture()[5:7] == ["......2....", "....1......"]
    assert game.view(0)["cells"] == [[EMPTY] * 5, [EMPTY] * 4 + [ENEMY], [EMPTY] * 5, [EMPTY, EMPTY, FOOD, EMPTY, EMPTY],
                                     [EMPTY] * 5]
    assert game.view(1)["cells"] == [[EMPTY] * 5, [EMPTY] * 4 + [FOOD], [EMPTY] * 5, [ENEMY, *[EMPTY] * 4],
                                     [FOOD, *[EMPTY] * 4]]


def test_a_dead_ant_is_not_seen():
    game = drawn(START.replace("2", "."))
    game.places[1] = (5, 3)
    assert game.view(0)["cells"] == [[EMPTY] * 5] * 5


def test_neither_sees_the_other_at_the_start():
    game = AntWars(0)
    assert [game.view(ant)["cells"] for ant in (0, 1)] == [[[EMPTY] * 5] * 5] * 2


def test_an_ant_knows_where_it_is_its_score_and_its_moves_left():
    game = moved(drawn(TRAIL), NE, N, N, W, S)
    told = [(view["place"], view["score"], view["left"]) for view in (game.view(0), game.view(1))]
    assert told == [((4, 3), 1, 32), ((4, 7), 0, 33)]


# "The game lasts for 35 turns per player." "Ant 1 moves first."


def test_ant_1_moves_first_and_then_they_take_turns_35_times_each():
    game = AntWars(0)
    assert [ant for ant, *_ in play(game, [lambda view: N, lambda view: N])] == [0, 1] * 35
    assert game.moved == [35, 35]


def test_the_number_of_moves_can_be_set():
    assert len(play(AntWars(0, moves=1), [lambda view: N] * 2)) == 2


def test_after_the_end_nobody_moves():
    with pytest.raises(ValueError, match="over"):
        moved(AntWars(0, moves=1), N, N, N)


# "In each turn ant moves into one of 8 neighboring cells."


def test_directions_go_clockwise_from_north_which_is_up():
    ends = [moved(drawn(START), direction).places[0] for direction in range(8)]
    assert ends == [(4, 2), (4, 3), (5, 3), (6, 3), (6, 2), (6, 1), (5, 1), (4, 1)]


# "If an ant moves into a cell with food, it scores 1 point and the cell is emptied."


def test_a_piece_of_food_scores_1_and_the_cell_is_emptied():
    game = moved(drawn(TRAIL), NE, N, N)
    assert (game.score, game.left()) == ([1, 0], 7)
    assert food_of(drawn(TRAIL))[0] == (3, 3) and not game.food[3][3]
    moved(game, N, S, N, N)  # there is nothing left to eat
    assert game.score == [1, 0]


def test_moving_into_an_empty_cell_has_no_effect():
    before, after = drawn(CLOSE), moved(drawn(CLOSE), S)
    assert (after.score, food_of(after), after.alive) == ([0, 0], food_of(before), [True, True])


def test_an_ant_eats_across_the_edge():
    assert moved(drawn(CLOSE), N).score == [1, 0]
    assert moved(drawn(CLOSE), E).score == [1, 0]


def test_a_group_is_eaten_piece_by_piece():
    game = drawn(CLOSE.replace("1", "."))
    for eaten, direction in enumerate((N, E, S, S, W, W, N, N), 1):
        moved(game, direction)
        assert game.score == [0, eaten]


# "If it moves into a cell occupied by the opponent, it kills it: no points are scored"

DUEL = """
...........
...........
...........
...........
....**.....
...12.*....
...........
...........
...........
...........
...........
"""


def test_moving_onto_the_enemy_kills_it_and_scores_nothing():
    game = moved(drawn(DUEL), E)
    assert (game.alive, game.score, game.places[0]) == ([True, False], [0, 0], (5, 4))


def test_ant_2_kills_too():
    game = moved(drawn(DUEL), N, NW)
    assert game.picture()[4] == "...2**....."
    assert (game.alive, game.score) == ([False, True], [0, 0])


def test_ants_may_change_places_without_harm():
    game = moved(drawn(DUEL), N, W, SE)
    assert (game.alive, game.picture()[5]) == ([True, True], "...21.*....")


# "only the survivor can go on collecting food until the end of the game"


def test_the_survivor_goes_on_alone_for_all_its_moves_left():
    game = drawn(DUEL)
    asked = play(game, [lambda view: E, None])
    assert [ant for ant, *_ in asked] == [0] * 35
    assert (game.score, game.moved) == ([1, 0], [35, 0])
    game = drawn(DUEL)
    game.to_move = 1
    asked = play(game, [None, lambda view: W])
    assert [ant for ant, *_ in asked] == [1] * 35
    assert game.score == [0, 1]


def test_a_kill_by_the_last_move_of_all_ends_the_game():
    game = moved(drawn(START, 3), *(E, W) * 3)
    assert (game.over, game.alive, game.places) == (True, [False, True], [(5, 5), (5, 5)])


def test_ant_1_may_kill_with_its_last_move():
    game = moved(drawn(DUEL, 1), E)
    assert (game.over, game.winner()) == (True, 0)


# "A game is won by the ant that attains higher score." "Score counts even for a dead ant"


def test_the_higher_score_wins():
    assert moved(drawn(CLOSE, 1), S, N).winner() == 1
    assert moved(drawn(CLOSE, 2), N, N, N, E).winner() == 1
    assert moved(drawn(TRAIL, 2), NE, N, N, N).winner() == 0


def test_the_score_of_a_dead_ant_counts():
    game = moved(drawn("""
        ...........
        ...........
        ...........
        ...........
        ....2......
        ..1*.......
        ...........
        ...........
        ...........
        ...........
        ...........
        """, 2), E, SW, N)
    assert (game.over, game.alive, game.score, game.winner()) == (True, [False, True], [1, 0], 0)
    game = moved(drawn(DUEL, 2), N, N, E)
    assert (game.over, game.alive, game.score, game.winner()) == (True, [True, False], [0, 1], 1)


# "In case of tie, Ant 1 is the winner."


def test_a_tie_is_ant_1s():
    assert moved(drawn(START, 1), N, N).winner() == 0
    assert moved(drawn(CLOSE, 1), N, N).score == [1, 1]
    assert moved(drawn(CLOSE, 1), N, N).winner() == 0
    assert moved(drawn(DUEL, 1), N, W).winner() == 0


# A move that is none loses the game at once


@pytest.mark.parametrize("nothing", [8, -1, 2**40, None])
def test_a_move_that_is_none_loses_at_once(nothing):
    game = moved(drawn(CLOSE), N, S, nothing)
    assert (game.over, game.winner(), game.score) == (True, 1, [1, 1])
    game = moved(drawn(CLOSE), S, N, S, nothing)
    assert (game.over, game.winner(), game.score) == (True, 0, [0, 1])


def test_it_loses_even_alone():
    game = moved(drawn(DUEL), E, NE, 8)
    assert (game.over, game.winner(), game.score) == (True, 1, [1, 0])


# Figure 2


def test_fig_2a_the_trail_is_eaten_whole():
    game = drawn(TRAIL.replace("2", "."))
    moved(game, *(DIRECTIONS.index(way) for way in "NE N E S SE S E SE E NE NE".split()))
    assert (game.score, game.left()) == ([8, 0], 0)


def test_fig_2b_18_diagonal_moves_see_the_whole_board():
    game = drawn(START.replace("2", "."))
    seen = {place for row in around((5, 2)) for place in row}
    counts = [len(seen)]
    for direction in [NW] * 7 + [SW, NW, SW] + [NW] * 6 + [SW, NW]:
        moved(game, direction)
        seen |= {place for row in around(game.places[0]) for place in row}
        counts.append(len(seen))
    assert counts[:7] == [25, 34, 43, 52, 61, 70, 79]
    assert counts[17:] == [119, 121]
    assert game.places[0] == (4, 6)


# The records of a game


def test_play_asks_who_is_to_move_with_its_view():
    game = AntWars(seed=3, deal=5)
    rng = random.Random(1)
    twin = AntWars(seed=3, deal=5)
    asked = play(game, [lambda view: rng.randrange(8)] * 2)
    for ant, view, answer in asked:
        assert ant == twin.to_move
        assert view == twin.view(ant)
        twin.move(answer)
    assert twin.over and twin.picture() == game.picture()
