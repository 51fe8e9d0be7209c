"""The rules of Ant Wars, one test per sentence of the paper's section 1 and of the rulebook (shared/rules/antwars.md, 1).

Positions are drawn: `*` is food, `1` and `2` are the ants. Lines of dots above and below may be left out: the first line
drawn is row 3 then. Moves are directions, those of both ants in the order made.
"""

from __future__ import annotations

from math import comb

import numba
import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, configured
from lek.compete.schedule import paired_seats
from lek.games.antwars import CELLS, DIRECTIONS, NEXT, SIDE, VIEW, antwars, board, cells_of, shifted
from lek.players.antwars.strategies import PLAYERS
from lek.playing import play
from lek.position import result
from lek.watching import watch
from tests.games.refused import assert_refused

PLAIN = bool(numba.config.DISABLE_JIT)
EMPTY_LINE = "." * SIDE


def whole(picture):
    """Eleven lines, of which those left out are empty."""
    lines = picture.split()
    if len(lines) < SIDE:
        lines = [EMPTY_LINE] * 3 + lines
    return lines + [EMPTY_LINE] * (SIDE - len(lines))


class Ants:
    """A game at the start without food, or at a position drawn; an ant that is not drawn is dead. Ant 1 is to move."""

    def __init__(self, picture="", moves=35):
        self.game = antwars(pieces=0, moves=moves)
        self.s = self.game.blank.copy()[0]
        self.game.start(self.s)
        text = "".join(whole(picture or "........... ........... ..1.....2.."))
        assert len(text) == CELLS
        self.s.food[:] = board([cell for cell in range(CELLS) if text[cell] == "*"])
        for ant in (0, 1):
            self.s.cell[ant] = max(text.find(str(ant + 1)), 0)
            self.s.alive[ant] = str(ant + 1) in text

    def go(self, script):
        for name in script.split():
            assert not self.over
            self.game.step(self.s, self.game.face.action_of(name))
        return self

    def do(self, action):
        self.game.step(self.s, action)
        return self

    def see(self, ant):
        v = self.game.blank_view()[0]
        self.game.observe(self.s, ant, v)
        return v

    def seen(self, ant=0):
        """The cells in view."""
        grid = self.game.face.words(self.see(ant))["grid"]
        return {(row, column) for row in range(SIDE) for column in range(SIDE) if grid[row][column] != -1}

    @property
    def over(self):
        return self.game.actor(self.s) < 0

    @property
    def picture(self):
        return [line.replace(" ", "") for line in self.game.face.show(self.s).split("\n")[1:]]

    @property
    def places(self):
        return [divmod(int(cell), SIDE) for cell in self.s.cell]

    @property
    def eaten(self):
        return self.s.eaten.tolist()

    @property
    def alive(self):
        return self.s.alive.tolist()

    @property
    def winner(self):
        """1 or 2."""
        return result(self.game, self.s)[0].tolist().index(1.0) + 1


def dealt(deal, seed=1, pieces=15, game=None):
    game = game or antwars(pieces=pieces)
    s = game.blank.copy()[0]
    s.rng = dice.stream(seed, deal, 0)
    game.start(s)
    return s


TRAIL = """
    ...**......
    ....*......
    ..1..*..2.*
    .....*.....
    .......**..
"""
DUEL = """
    ...........
    ....**.....
    ...12.*....
"""


# "Each game is played on a 11x11 toroidal board."


def test_the_board_has_11_rows_of_11_cells():
    assert (SIDE, CELLS) == (11, 121)
    assert [len(line) for line in Ants().picture] == [11] * 11


@pytest.mark.parametrize("way, there", [("N", (10, 0)), ("NE", (10, 1)), ("NW", (10, 10)), ("W", (0, 10)), ("SW", (1, 10))])
def test_the_board_is_a_torus_and_ants_go_around_it(way, there):
    corner = "1.......... 2.........." + f" {EMPTY_LINE}" * 9
    ants = Ants(corner).go(way)
    assert ants.places == [there, (1, 0)]
    back = DIRECTIONS[(DIRECTIONS.index(way) + 4) % 8]
    assert ants.go(f"E {back}").places[0] == (0, 0)


@pytest.mark.parametrize("way", DIRECTIONS)
def test_eleven_steps_in_any_direction_lead_home(way):
    ants = Ants("........... ........... ..1........").go(f"{way} " * 10)
    assert ants.places[0] != (5, 2)
    assert ants.go(way).places[0] == (5, 2)


# "Before the game starts, 15 pieces of food are randomly distributed over the board" "No piece of food can be located in the
# starting cells." "15 distinct cells out of 119"


@pytest.fixture(scope="module")
def many():
    """The food of many boards, [boards, cells]."""
    game = antwars()
    food = np.array([dealt(deal, game=game).food for deal in range(20_000)])
    return food[:, np.arange(CELLS) // 61] >> np.arange(CELLS) % 61 & 1


def test_15_pieces_of_food_are_distributed(many):
    assert set(many.sum(axis=1)) == {15}


def test_no_food_lies_in_the_starting_cells_and_everywhere_else_it_is_equally_likely(many):
    share = many.mean(axis=0).reshape(SIDE, SIDE)
    assert share[5, 2] == share[5, 8] == 0
    others = share[share > 0]
    assert len(others) == 119
    assert np.abs(others - 15 / 119).max() < 0.0105  # 4.5 standard deviations


def test_two_cells_hold_food_independently_but_for_the_fixed_number(many):
    together = (many.T @ many / len(many))[np.triu_indices(CELLS, 1)]
    assert np.abs(together[together > 0] - 15 / 119 * 14 / 118).max() < 0.0052  # 6 standard deviations, 7021 pairs


@pytest.mark.parametrize("pieces", [0, 1, 60, 118, 119])
def test_there_can_be_any_number_of_pieces_that_has_room(pieces):
    cells = cells_of(dealt(1, pieces=pieces).food)
    assert (len(cells), 57 in cells, 63 in cells) == (pieces, False, False)


# "Expected food in the first view = 15*24/119 = 3.025 (paper: 3.02)." "P(exactly 8 in view) = 0.196 %, P(>=8) = 0.227 %
# (paper: less than 0.5 %). P(0) = 2.67 %."


def chance(n):
    """Of n pieces in the 24 cells that an ant sees around it at the start."""
    return comb(24, n) * comb(95, 15 - n) / comb(119, 15)


def test_the_first_view_is_expected_to_hold_3_025_pieces():
    assert sum(chance(n) for n in range(16)) == pytest.approx(1, abs=1e-12)
    assert sum(n * chance(n) for n in range(16)) == pytest.approx(360 / 119, abs=1e-12)
    assert round(360 / 119, 3) == 3.025
    assert [round(100 * p, 3) for p in (chance(8), sum(map(chance, range(8, 16))))] == [0.196, 0.227]
    assert round(100 * chance(0), 2) == 2.67


@pytest.mark.parametrize("ant", [0, 1])
def test_the_first_views_of_many_boards_hold_as_many_as_expected(many, ant):
    cells = [SIDE * row + column for row, column in Ants().seen(ant)]
    found = many[:, cells].sum(axis=1)
    assert found.mean() == pytest.approx(360 / 119, abs=0.04)  # four standard errors of 0.0103
    for n in range(9):
        error = (chance(n) * (1 - chance(n)) / len(found)) ** 0.5
        assert (found == n).mean() == pytest.approx(chance(n), abs=4 * error)


# "The starting coordinates of ant 1 and ant 2 are (5, 2) and (5, 8), respectively." "0-based (row,
# column), row 0 at the top"


def test_ants_start_in_row_5_column_2_and_row_5_column_8_counted_from_the_top():
    assert dealt(0).cell.tolist() == [5 * 11 + 2, 5 * 11 + 8]
    assert Ants().picture == whole("........... ........... ..1.....2..")


def test_the_ants_are_5_columns_apart_so_neither_sees_the_other_at_the_start():
    ants = Ants()
    assert shifted(ants.s.cell[1], 0, 5) == ants.s.cell[0]
    assert [ants.see(ant).enemy for ant in (0, 1)] == [-1, -1]
    assert not ants.seen(0) & ants.seen(1)


# "An ant has a limited field of view - a square neighborhood of size 5x5 centered at its current location, and receives
# complete information about the states (empty, food, enemy) of all cells within it."


def test_the_initial_view_is_rows_3_to_7_and_columns_0_to_4():
    assert Ants().seen() == {(row, column) for row in range(3, 8) for column in range(5)}


def test_the_view_goes_around_the_torus():
    ants = Ants("..........1" + f" {EMPTY_LINE}" * 10)
    assert ants.seen() == {(row, column) for row in (9, 10, 0, 1, 2) for column in (8, 9, 10, 0, 1)}


def test_an_ant_is_told_of_every_cell_in_view_whether_it_is_empty_food_or_the_enemy():
    ants = Ants("""
        *...**.....
        ......2....
        ....1......
        .......*...
        ...*..*....
        *..........
    """)
    grid = ants.game.face.words(ants.see(0))["grid"]
    assert [row[2:7] for row in grid[3:8]] == [[0, 0, 1, 1, 0], [0, 0, 0, 0, 2], [0] * 5, [0] * 5, [0, 1, 0, 0, 1]]
    assert sum(row.count(-1) for row in grid) == 121 - 25
    assert ants.see(0).enemy == 4 * 11 + 6


def test_food_and_the_enemy_out_of_view_are_not_told():
    ants = Ants("""
        *....*.....
        ...........
        ..1..2.....
        .....*.....
        ...........
        *.*.*......
    """)
    assert (cells_of(ants.see(0).food), ants.see(0).enemy) == ([33], -1)
    assert (cells_of(ants.see(1).food), ants.see(1).enemy) == ([38, 71], -1)


def test_the_enemy_is_seen_at_two_cells_from_any_side_and_not_at_three():
    for down in range(-5, 6):
        for right in range(-5, 6):
            ants = Ants()
            ants.s.cell[1] = shifted(ants.s.cell[0], down, right)
            near = max(abs(down), abs(right)) <= 2
            assert [ants.see(ant).enemy for ant in (0, 1)] == ([ants.s.cell[1], ants.s.cell[0]] if near else [-1, -1])


def test_a_dead_ant_is_not_seen():
    assert Ants(DUEL).see(0).enemy >= 0
    assert Ants(DUEL).go("E").see(0).enemy == -1
    assert Ants(DUEL).go("E NE").see(0).enemy == -1


def test_an_ant_is_told_where_it_is_and_what_it_ate_and_its_moves_left():
    ants = Ants(TRAIL).go("NE W N W")
    v = ants.see(0)
    assert (v.cell, v.eaten, v.left) == (3 * 11 + 3, 1, 33)
    assert (Ants().see(0).left, Ants().go("N").see(1).left) == (35, 35)
    said = ants.game.face.words(v)
    assert (said["row"], said["column"], sorted(said)) == (3, 3, ["column", "grid", "row"])


# "The game lasts for 35 turns per player." "Ant 1 moves first."


def test_ant_1_moves_first_and_ants_take_turns_35_times_each():
    ants, movers, left = Ants(), [], []
    while not ants.over:
        movers.append(int(ants.game.actor(ants.s)))
        left.append(int(ants.see(movers[-1]).left))
        ants.do(0)
    assert movers == [0, 1] * 35
    assert left == [moves for moves in range(35, 0, -1) for _ in (0, 1)]
    assert dict(antwars().settings) == {"pieces": 15, "moves": 35}


def test_the_number_of_moves_can_be_set():
    ants = Ants(moves=2).go("N N N")
    assert not ants.over
    assert ants.go("N").over


# "In each turn ant moves into one of 8 neighboring cells."


@pytest.mark.parametrize("way, there", [
    ("N", (4, 2)), ("NE", (4, 3)), ("E", (5, 3)), ("SE", (6, 3)), ("S", (6, 2)), ("SW", (6, 1)), ("W", (5, 1)),
    ("NW", (4, 1))])
def test_an_ant_moves_into_one_of_8_neighbouring_cells_and_north_is_up(way, there):
    assert Ants().go(way).places == [there, (5, 8)]


def test_there_is_no_staying():
    ants = Ants()
    assert [a for a in range(-3, 12) if ants.game.legal(ants.s, a)] == list(range(8))
    assert ants.game.actions == 8
    assert all(Ants().do(a).places[0] != (5, 2) for a in range(8))


def test_directions_are_numbered_clockwise_from_north():
    game = antwars()
    names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert [game.face.action_name(a) for a in range(8)] == names
    assert [game.face.action_of(name.lower()) for name in names] == list(range(8))


# "If an ant moves into a cell with food, it scores 1 point and the cell is emptied."


def test_food_scores_1_and_the_cell_is_emptied():
    ants = Ants(TRAIL).go("NE N N")
    assert ants.eaten == [1, 0]
    assert ants.picture[3:6] == ["...1*......", "....*...2..", ".....*....*"]
    assert ants.go("N S N N").eaten == [1, 0]  # nothing is left there


def test_ant_2_eats_too():
    ants = Ants(TRAIL).go("N S N S")
    assert (ants.eaten, ants.picture[7]) == ([0, 1], ".......*2..")


def test_every_cell_can_be_eaten_empty():
    for cell in range(CELLS):
        ants = Ants("........... ........... ..1........")
        ants.s.food[:] = board(range(CELLS))
        ants.s.cell[0] = shifted(cell, 1, 0)
        ants.go("N")
        assert ants.eaten == [1, 0]
        assert cells_of(ants.s.food) == [other for other in range(CELLS) if other != cell]


# "Moving into an empty cell has no extra effect."


def test_moving_into_an_empty_cell_has_no_effect():
    ants = Ants(TRAIL).go("S")
    assert (ants.eaten, ants.alive, cells_of(ants.s.food)) == ([0, 0], [1, 1], cells_of(Ants(TRAIL).s.food))


# "If it moves into a cell occupied by the opponent, it kills it: no points are scored, but only the survivor can go on
# collecting food until the end of the game."


def test_moving_onto_the_enemy_kills_it_and_scores_nothing():
    ants = Ants(DUEL).go("E")
    assert (ants.alive, ants.eaten, ants.picture) == ([1, 0], [0, 0], whole("........... ....**..... ....1.*...."))
    ants = Ants(DUEL).go("N NW")
    assert (ants.alive, ants.eaten, ants.picture) == ([0, 1], [0, 0], whole("........... ...2**..... ......*...."))


def test_a_kill_scores_nothing_and_the_survivor_goes_on_alone_for_all_its_remaining_moves():
    ants = Ants(DUEL).go("E")
    for left in range(34, 0, -1):
        assert (ants.game.actor(ants.s), ants.see(0).left) == (0, left)
        ants.go("E")
    assert (ants.over, ants.eaten) == (True, [1, 0])
    ants = Ants(DUEL).go("N N N NW")
    assert (ants.alive, ants.eaten) == ([0, 1], [0, 1])
    for left in range(33, 0, -1):
        assert (ants.game.actor(ants.s), ants.see(1).left) == (1, left)
        ants.go("W")
    assert ants.over


def test_ants_may_change_places_without_harm():
    ants = Ants(DUEL).go("N W SE")
    assert (ants.alive, ants.picture[5]) == ([1, 1], "...21.*....")


def test_the_dead_are_in_nobodys_way():
    ants = Ants(DUEL).go("E N S E W")
    assert (ants.places[0], ants.alive, ants.eaten) == ((5, 4), [1, 0], [1, 0])


def test_a_kill_with_the_last_move_ends_the_game():
    assert Ants(DUEL, moves=1).go("E").over
    ants = Ants(DUEL, moves=1).go("N NW")
    assert (ants.over, ants.alive, ants.winner) == (True, [0, 1], 1)


# "A game is won by the ant that attains higher score." "Score counts even for a dead ant"


def test_the_higher_score_wins():
    assert Ants(TRAIL, moves=2).go("NE N N N").winner == 1
    ants = Ants(TRAIL, moves=2).go("S S S S")
    assert (ants.eaten, ants.winner) == ([0, 1], 2)


def test_a_kill_does_not_win():
    ants = Ants(DUEL, moves=2).go("N N E")
    assert (ants.over, ants.alive, ants.eaten, ants.winner) == (True, [1, 0], [0, 1], 2)


def test_the_dead_win_if_they_ate_more():
    ants = Ants("........... ....2...... ..1*.......", moves=3).go("E SW N N")
    assert (ants.over, ants.alive, ants.eaten, ants.winner) == (True, [0, 1], [1, 0], 1)


# "In case of tie, Ant 1 is the winner."


@pytest.mark.parametrize("position, script, eaten", [
    ("", "N N", [0, 0]), ("........... ..*........ ..1.....2.. ........*..", "N S", [1, 1]), (DUEL, "N NW", [0, 0])])
def test_a_tie_is_ant_1s_dead_or_alive(position, script, eaten):
    ants = Ants(position, moves=1).go(script)
    assert (ants.over, ants.eaten, ants.winner) == (True, eaten, 1)


def test_a_tie_leaves_an_odd_number_of_15_pieces_and_a_win_scores_1_and_a_loss_0():
    game = antwars(moves=300)
    anybody = Agent("random", PLAYERS["random"], configured(PLAYERS["random"], game, {}))
    played = play(game, [anybody], [[0, 0]] * 500, 1)
    first, second = played.measures[:, :, 0].T
    assert (first + second)[first == second].max() == 14  # all are eaten but one
    assert (first + second).max() == 15
    assert (played.scores == np.stack([first >= second, first < second], axis=1)).all()


# No direction loses at once


@pytest.mark.parametrize("action", [8, -1, 255, 2**31, 2**40, -(2**40)])
def test_no_direction_loses_at_once_whatever_the_score(action):
    ants = Ants(TRAIL).go("NE S N S").do(action)
    assert (ants.over, ants.eaten, ants.winner) == (True, [1, 1], 2)
    assert ants.places[0] == (3, 3)
    ants = Ants(TRAIL).go("S S S S S").do(action)
    assert (ants.over, ants.eaten, ants.winner) == (True, [0, 1], 1)


def test_no_direction_loses_also_to_the_dead():
    ants = Ants(DUEL).go("E NE").do(8)
    assert (ants.over, ants.eaten, ants.winner) == (True, [1, 0], 2)


# Double-game: same board, roles swapped


def test_a_double_game_on_one_deal_has_the_same_board():
    game = antwars()
    one, other = (Agent(name, PLAYERS["random"], configured(PLAYERS["random"], game, {})) for name in ("one", "other"))
    schedule, deals = paired_seats([[0, 1]], 3)
    assert (schedule.tolist(), deals.tolist()) == ([[0, 1], [1, 0]] * 3, [0, 0, 1, 1, 2, 2])
    boards = []
    for row, deal in zip(schedule, deals, strict=True):
        first = next(watch(game, [[one, other][k] for k in row], 1, int(deal)))
        boards.append(cells_of(dealt(int(deal)).food))
        assert cells_of(first.view.food) == [c for c in boards[-1] if divmod(c, SIDE) in Ants().seen()]
    assert boards[::2] == boards[1::2]
    assert len({str(cells) for cells in boards}) == 3
    assert len({str(cells_of(dealt(deal, seed).food)) for deal in range(30) for seed in range(30)}) == 900


# The figures of the paper


def test_fig_2a_the_trail_is_eaten_whole():
    ants = Ants(TRAIL.replace("2", ".")).go("NE N E S SE S E SE E NE NE")
    assert (ants.eaten, cells_of(ants.s.food), ants.places[0]) == ([8, 0], [], (5, 10))


def scouted(way):
    """How many cells an ant alone has seen, before and after each move, and where it ends."""
    ants = Ants("........... ........... ..1........")
    seen, counts = ants.seen(), [25]
    for name in way.split():
        seen |= ants.go(name).seen()
        counts.append(len(seen))
    return counts, ants.places[0]


def test_fig_2b_18_moves_see_the_whole_board_and_not_one_fewer():
    counts, place = scouted("NW " * 7 + "SW NW SW " + "NW " * 6 + "SW NW")
    assert counts[:7] == [25, 34, 43, 52, 61, 70, 79]
    assert (counts.index(121), len(counts), counts[17]) == (18, 19, 119)
    assert place == (4, 6)


@pytest.mark.parametrize("way", DIRECTIONS)
def test_a_diagonal_step_uncovers_9_cells_and_a_straight_one_5(way):
    assert scouted(way)[0] == [25, 25 + (9 if len(way) == 2 else 5)]


# "the minimal number of moves that scans the entire board is 15"


def test_15_moves_see_the_whole_board():
    counts, _ = scouted("N NE NE NE NE NW NE NE NE SE SE SE S SW SW")
    assert (counts.index(121), len(counts)) == (15, 16)


@numba.njit
def ones(word):
    word -= word >> 1 & 0x5555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    return (word + (word >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56


@numba.njit
def all_seen(cell, low, high, left, step, view):
    """Whether an ant can see all that it has not seen, two words of cells, in so many moves of 9 new cells at most."""
    unseen = ones(low) + ones(high)
    if unseen == 0 or unseen > 9 * left:
        return unseen == 0
    for there in step[cell]:
        if all_seen(there, low & ~view[there, 0], high & ~view[there, 1], left - 1, step, view):
            return True
    return False


def scouts_all(way, moves):
    """Whether the board can be seen whole in so many moves, of which these are the first."""
    ants = Ants("........... ........... ..1........")
    seen = ants.seen()
    for name in way.split():
        seen |= ants.go(name).seen()
    unseen = np.array(board(set(range(CELLS)) - {SIDE * row + column for row, column in seen}), np.int64)
    return all_seen(ants.s.cell[0], *unseen, moves - len(way.split()), NEXT, VIEW)


@pytest.mark.skipif(PLAIN, reason="tens of millions of positions are for compiled code")
def test_14_moves_do_not():
    """All ways are tried; by symmetry the first step is north or north-east."""
    assert [scouts_all(way, 14) for way in ("N", "NE")] == [False, False]
    assert scouts_all("N NE NE NE NE", 15)  # so would be found what there is


# Settings and words


@pytest.mark.parametrize("given, told", [
    ({"pieces": 120}, "pieces=120; pieces is a whole number from 0 to 119"), ({"pieces": -1}, "pieces=-1; from 0 to 119"),
    ({"moves": 0}, "moves=0; moves is a whole number from 1 to 1000"), ({"moves": 1001}, "moves=1001; from 1 to 1000"),
    ({"food": 3}, "'food'"), ({"moves": 1.5}, "moves=1.5; a whole number")])
def test_a_setting_that_does_not_work_is_told_in_one_sentence(given, told):
    assert_refused(antwars, given, told)


def test_measures_are_pieces_eaten_whether_it_was_killed_and_whether_it_won_as_1_or_as_2():
    ants = Ants(DUEL, moves=2).go("N N E")
    told = [dict(zip(ants.game.measure_names, row, strict=True)) for row in result(ants.game, ants.s)[1].tolist()]
    assert str(told) == str([{"eaten": 0.0, "killed": 0.0, "won_as_1": 0.0, "won_as_2": float("nan")},
                             {"eaten": 1.0, "killed": 1.0, "won_as_1": float("nan"), "won_as_2": 1.0}])


def test_people_are_shown_what_the_ant_sees_and_no_more():
    ants = Ants(DUEL)
    lines = ants.game.face.show_view(ants.see(1)).split("\n")
    assert lines[0] == "35 moves left, 0 eaten, at row 5, column 4"
    assert [line[2:] for line in lines[4:9]] == [
        "|    . . . . .        |", "|    . . * * .        |", "|    . E A . *        |", *["|    . . . . .        |"] * 2]
    assert [line.strip(" |") for line in lines[1:4] + lines[9:]] == [""] * 6


def test_people_are_shown_the_score_and_who_is_dead():
    ants = Ants(DUEL).go("N N E")
    assert ants.game.face.show(ants.s).split("\n")[0] == "turn 2: ant 1 has 0, ant 2 has 1 (dead)"
