"""The rules of Organisms, one test per sentence of the rulebook (shared/rules/organisms.md, 2 and 3).

Positions are set by hand on a board of 4 x 3: a dictionary from cells (x, y) to (seat, energy). Nothing grows there
unless a test says so. Asked are all organisms of a seat with what the test says for it: a move, a packed action, or a
function of the view.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, configured
from lek.games.organisms import (
    ACTIONS,
    EAST,
    NORTH,
    REPRODUCE,
    SOUTH,
    STAY,
    WEST,
    begin_round,
    beside,
    go,
    organisms,
    reproduce,
    settle,
)
from lek.games.organisms_food import gap
from lek.players import PLAYERS
from lek.playing import play
from lek.position import result
from tests.games.refused import assert_refused

SIDES = {WEST: (0, 1), EAST: (2, 1), NORTH: (1, 0), SOUTH: (1, 2)}  # of the cell (1, 1)
BACK = {WEST: EAST, EAST: WEST, NORTH: SOUTH, SOUTH: NORTH}
KEEP = 256  # a state that keeps the old one


class World:
    """One game in a position set by hand, its first round begun: the food pass of round 0 is over."""

    def __init__(self, there, food=None, shown=None, **settings):
        seats = {"species": 3, "width": 4, "height": 3, "p": 0.0, "q": 0.0, "rounds": 50}
        self.game = organisms(**{**seats, **settings})
        self.s = s = self.game.blank.copy()[0]
        self.asks = []
        s.turn = -1
        s.rng = dice.stream(1, 0, 0)
        s.gap = gap(s)
        for cell, (seat, energy) in there.items():
            settle(s, self.at(cell), seat, energy, -1)
        for cell, units in (food or {}).items():
            s.food[self.at(cell)] = units
        for cell, state in (shown or {}).items():
            s.shown[self.at(cell)] = state
        begin_round(s)

    def at(self, cell):
        return cell[1] * int(self.s.width) + cell[0]

    def place(self, cell):
        return (int(cell) % int(self.s.width), int(cell) // int(self.s.width))

    def view(self):
        """What whoever is asked now sees."""
        v = self.game.blank_view()[0]
        self.game.observe(self.s, int(self.game.actor(self.s)), v)
        return v

    def ask(self, *choices):
        """One answer; who gave it, on what view."""
        seat = int(self.game.owner(self.s, int(self.game.actor(self.s))))
        v = self.view()
        choice = choices[seat](v) if callable(choices[seat]) else choices[seat]
        self.asks.append((self.place(self.s.cell), seat, v))
        self.game.step(self.s, choice)

    def round(self, *choices):
        """All answers until the round is over (and the food pass of the next)."""
        turn = self.s.turn
        while self.s.turn == turn and self.game.actor(self.s) >= 0:
            self.ask(*choices)
        return self

    @property
    def there(self):
        """The position: cells to (seat, energy). What the game has counted is what there is."""
        s, cells = self.s, [int(cell) for cell in np.flatnonzero(self.s.who)]
        assert len({int(s.who[cell]) for cell in cells}) == len(cells)
        for seat in range(len(s.count)):
            mine = [int(s.energy[cell]) for cell in cells if s.seat[cell] == seat]
            assert (int(s.count[seat]), int(s.total[seat])) == (len(mine), sum(mine))
        return {self.place(cell): (int(s.seat[cell]), int(s.energy[cell])) for cell in cells}

    @property
    def food(self):
        return {self.place(cell): int(self.s.food[cell]) for cell in np.flatnonzero(self.s.food)}

    def state_of(self, cell):
        return int(self.s.shown[self.at(cell)])

    @property
    def deciders(self):
        """Who was asked for a decision, in order."""
        return [cell for cell, _, v in self.asks if v.age > 0]


def alone(energy, choice, **settings):
    """The position after the one round of one organism at (1, 1)."""
    return World({(1, 1): (0, energy)}, **settings).round(choice).there


# 2.1 World and parameters


@pytest.mark.parametrize("direction", SIDES)
def test_north_is_y_minus_1_south_y_plus_1_west_x_minus_1_east_x_plus_1(direction):
    assert alone(100, direction) == {SIDES[direction]: (0, 90)}


@pytest.mark.parametrize("start, direction, end", [
    ((0, 1), WEST, (3, 1)), ((3, 1), EAST, (0, 1)), ((2, 0), NORTH, (2, 2)), ((2, 2), SOUTH, (2, 0)),
    ((0, 0), WEST, (3, 0)), ((0, 0), NORTH, (0, 2)), ((3, 2), EAST, (0, 2)), ((3, 2), SOUTH, (3, 0))])
def test_the_board_is_a_torus(start, direction, end):
    assert World({start: (0, 100)}).round(direction).there == {end: (0, 90)}
    assert World({start: (0, 100)}).round(reproduce(direction, 0, 0)).there == {start: (0, 45), end: (0, 45)}


@pytest.mark.parametrize("width, height", [(4, 3), (3, 4), (12, 1), (1, 12), (6, 2)])
def test_every_cell_has_four_sides_and_is_on_the_other_side_of_each(width, height):
    s = organisms(width=width, height=height).blank[0]
    for cell in range(12):
        x, y = cell % width, cell // width
        around = {WEST: ((x - 1) % width, y), EAST: ((x + 1) % width, y), NORTH: (x, (y - 1) % height),
                  SOUTH: (x, (y + 1) % height)}
        assert beside(s, cell, STAY) == cell
        for direction, (to_x, to_y) in around.items():
            assert beside(s, cell, direction) == to_x + width * to_y
            assert beside(s, beside(s, cell, direction), BACK[direction]) == cell


def test_direction_codes():
    assert (STAY, WEST, EAST, NORTH, SOUTH, REPRODUCE) == (0, 1, 2, 3, 4, 5)


def test_shipped_defaults():
    settings = organisms().settings
    assert settings == {"species": 3, "width": 20, "height": 20, "rounds": 5000, "p": 0.01, "q": 0.02, "s": 1, "v": 10,
                        "u": 100, "M": 500, "K": 80, "energy": 500, "rank": "energy"}


@pytest.mark.parametrize("name, low, high", [
    ("width", 1, 1000), ("height", 1, 1000), ("p", 0, 1), ("q", 0, 1), ("v", 1, 1000), ("u", 1, 1000), ("M", 1, 5000),
    ("K", 1, 1000), ("rounds", 1, 500000)])
def test_engine_bounds(name, low, high):
    setting = organisms.settings[name]
    assert (setting.low, setting.high) == (low, high)


def test_an_organism_knows_s_v_u_M_and_K_and_not_p_q_the_size_or_the_round():
    world = World({(1, 1): (0, 100)}, s=2, v=7, u=50, M=300, K=9, energy=300)
    v = world.view()
    assert v.dtype.names == ("age", "key", "energy", "food_left", "food", "neighbour", "s", "v", "u", "M", "K")
    assert (v.s, v.v, v.u, v.M, v.K) == (2, 7, 50, 300, 9)


# 2.2 Set-up


def started(deal=0, **settings):
    game = organisms(**{"width": 4, "height": 3, **settings})
    s = game.blank.copy()[0]
    s.rng = dice.stream(3, deal, 0)
    game.start(s)
    return game, s


def test_no_food_anywhere_and_one_organism_per_species_with_the_first_energy_and_key_minus_1():
    _, s = started(energy=321)
    assert not s.food.any()
    there = np.flatnonzero(s.who)
    assert sorted(s.seat[there].tolist()) == [0, 1, 2]
    assert s.energy[there].tolist() == [321] * 3
    assert s.key[there].tolist() == [-1] * 3
    assert (s.count.tolist(), s.total.tolist()) == ([1, 1, 1], [321] * 3)


def test_founders_stand_on_any_distinct_cells():
    places = np.array([np.copy(started(deal)[1].founded) for deal in range(1200)])
    assert all(len(set(row)) == 3 for row in places.tolist())
    for seat in range(3):
        assert np.bincount(places[:, seat], minlength=12).min() > 60  # 100 expected
        assert np.bincount(places[:, seat], minlength=12).max() < 145


def test_founders_are_asked_for_their_state_in_order_of_seats():
    game, s = started()
    told = []
    for seat in range(3):
        assert (s.turn, game.newborn(s, int(game.actor(s)))) == (-1, True)
        v = game.blank_view()[0]
        game.observe(s, int(game.actor(s)), v)
        told.append((int(game.owner(s, int(game.actor(s)))), v.age, v.key, v.energy, v.food_left))
        assert not v.food.any() and (v.neighbour == -1).all()
        game.step(s, go(EAST, 40 + seat))
    assert told == [(seat, 0, -1, 0, 0) for seat in range(3)]
    assert s.turn == 0
    assert s.shown[s.founded].tolist() == [40, 41, 42]  # and nobody has moved
    assert s.energy[s.founded].tolist() == [500] * 3


# 2.3 One round: statistics, then food


def test_statistics_are_taken_before_anything_happens():
    world = World({(1, 1): (0, 100)}, {(1, 1): 3})
    assert (world.s.last_count[0], world.s.last_energy[0]) == (1, 100)
    assert world.there == {(1, 1): (0, 200)}  # has eaten since


def test_food_blows_in_on_a_vacant_foodless_cell_with_probability_p():
    assert World({(1, 1): (0, 100)}, p=0.0).food == {}
    everywhere = {(x, y): 1 for x in range(4) for y in range(3)}
    del everywhere[1, 1]
    assert World({(1, 1): (0, 100)}, p=1.0).food == everywhere
    world = World({(1, 1): (0, 500), (2, 2): (1, 500)}, p=0.2, rounds=400, K=1)
    fell = 0
    for _ in range(399):
        world.round(STAY, STAY, STAY)
        fell += len(world.food)
        world.s.food[:] = 0
    assert fell / 3990 == pytest.approx(0.2, abs=0.03)


def test_where_there_is_food_nothing_blows_in_but_each_unit_adds_one_with_probability_q():
    world = World({(1, 1): (0, 100)}, {(0, 0): 3, (2, 2): 20, (3, 2): 1}, p=1.0, q=1.0)
    assert [world.food[cell] for cell in ((0, 0), (2, 2), (3, 2), (3, 0))] == [6, 40, 2, 1]
    assert World({(1, 1): (0, 100)}, {(0, 0): 3}, q=0.0).food == {(0, 0): 3}


@pytest.mark.parametrize("q", [0.02, 0.2, 0.5, 0.7, 0.9])
def test_units_add_one_independently(q):
    """Their number is binomial: by its mean and variance here, by every number in the twin."""
    world = World({(1, 1): (0, 500)}, q=q, rounds=1500)
    grown = []
    for _ in range(1000):
        world.s.food[:12] = 30
        world.round(STAY, STAY, STAY)
        grown += [int(units) - 30 for cell, units in enumerate(world.s.food[:12]) if cell != world.at((1, 1))]
        world.s.energy[world.at((1, 1))] = 500
    assert np.mean(grown) == pytest.approx(30 * q, abs=5 * (30 * q * (1 - q) / len(grown)) ** 0.5)
    assert np.var(grown) == pytest.approx(30 * q * (1 - q), rel=0.1)


@pytest.mark.parametrize("cap, before, after", [(10, 6, 10), (10, 10, 10), (1, 1, 1), (11, 5, 10), (1000, 600, 1000)])
def test_food_is_capped_at_k(cap, before, after):
    assert World({(1, 1): (0, 100)}, {(0, 0): before}, q=1.0, K=cap).food == {(0, 0): after}


def test_no_growth_under_an_organism():
    world = World({(1, 1): (0, 500), (2, 1): (1, 500)}, {(1, 1): 4}, p=1.0, q=1.0)
    assert world.food[1, 1] == 4
    assert (2, 1) not in world.food


@pytest.mark.parametrize("energy, eats", [(1, 1), (399, 1), (400, 1), (401, 0), (500, 0)])
def test_an_organism_on_food_eats_exactly_one_unit_if_energy_plus_u_is_at_most_m(energy, eats):
    world = World({(1, 1): (0, energy)}, {(1, 1): 5})
    assert world.there == {(1, 1): (0, energy + 100 * eats)}
    assert world.food == {(1, 1): 5 - eats}


def test_where_there_is_no_food_nobody_eats():
    assert World({(1, 1): (0, 100)}).there == {(1, 1): (0, 100)}


def test_eating_happens_before_the_move():
    world = World({(1, 1): (0, 5)}, {(1, 1): 1, (2, 1): 3})
    world.round(EAST)  # without a meal it would have died of moving
    assert world.asks[0][2].energy == 105
    assert world.there == {(2, 1): (0, 195)}  # 95 after the move, and the meal of the next round
    assert world.food == {(2, 1): 2}


def test_all_food_grows_before_anyone_moves():
    world = World({(1, 1): (0, 500)}, {(1, 1): 2, (2, 1): 2}, q=1.0)
    world.ask(EAST)
    assert world.food == {(1, 1): 4, (2, 1): 4}  # by now the next food pass: what was left grew, what was entered did not


# 2.3 One round: moves


def test_moves_go_row_by_row_from_the_top_and_west_to_east():
    everywhere = {(x, y): (0, 300) for y in (2, 0, 1) for x in (3, 1, 0, 2)}
    world = World(everywhere).round(STAY)
    assert world.deciders == [(x, y) for y in range(3) for x in range(4)]


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("start", [(0, 0), (1, 1), (3, 2)])
def test_nobody_acts_twice(start, direction):
    world = World({start: (0, 100)}).round(direction)
    assert world.deciders == [start]
    assert list(world.there.values()) == [(0, 90)]


@pytest.mark.parametrize("direction", SIDES)
def test_a_newborn_does_not_act_in_its_birth_round(direction):
    world = World({(1, 1): (0, 100)}).round(reproduce(direction, 0, 0))
    assert world.deciders == [(1, 1)]
    assert world.there == {(1, 1): (0, 45), SIDES[direction]: (0, 45)}
    world.asks.clear()
    world.round(STAY)
    assert sorted(world.deciders) == sorted([(1, 1), SIDES[direction]])


@pytest.mark.parametrize("rivals", [[NORTH, WEST, EAST, SOUTH], [WEST, EAST, SOUTH], [EAST, SOUTH], [SOUTH]])
def test_a_contested_cell_is_won_by_who_is_scanned_first(rivals):
    world = World({SIDES[side]: (0, 100) for side in rivals})
    while world.s.turn == 0:
        cell = world.place(world.s.cell)
        world.ask(next(BACK[side] for side in rivals if SIDES[side] == cell))
    assert world.there == {(1, 1): (0, 90), **{SIDES[side]: (0, 99) for side in rivals[1:]}}


def test_a_cell_that_was_left_may_be_entered_in_the_same_round():
    assert World({(1, 1): (0, 100), (2, 1): (1, 100)}).round(WEST, WEST).there == {(0, 1): (0, 90), (1, 1): (1, 90)}
    assert World({(1, 1): (0, 1), (2, 1): (1, 100)}).round(STAY, WEST).there == {(1, 1): (1, 90)}


def test_the_game_ends_after_its_rounds():
    world = World({(1, 1): (0, 100)}, rounds=3)
    for number in range(3):
        assert (world.s.turn, world.game.actor(world.s) >= 0) == (number, True)
        world.round(STAY)
    assert (world.s.turn, world.game.actor(world.s)) == (3, -1)
    assert world.there == {(1, 1): (0, 97)}  # the last round was played


def test_the_game_ends_when_nobody_lives_at_the_start_of_a_round():
    world = World({(1, 1): (0, 2), (2, 1): (1, 1)}).round(STAY, STAY)
    assert world.game.actor(world.s) >= 0
    world.round(STAY, STAY)
    assert (world.s.turn, world.game.actor(world.s)) == (2, -1)
    assert world.there == {}


# 2.4 What an organism sees


def test_food_on_the_four_sides_whatever_its_amount_and_the_exact_food_left_on_its_own_cell():
    v = World({(1, 1): (0, 100)}, {(0, 1): 1, (1, 2): 30, (1, 1): 6, (3, 1): 9, (0, 0): 9}).view()
    assert v.food.tolist() == [1, 1, 0, 0, 1]  # here, west, east, north, south; nothing of the diagonals
    assert (v.food_left, v.energy) == (5, 200)  # both after the meal
    v = World({(1, 1): (0, 100)}, {(1, 1): 1}).view()
    assert (v.food.tolist(), v.food_left) == ([0] * 5, 0)


def test_states_of_the_occupants_on_the_four_sides_or_minus_1():
    around = {SIDES[WEST]: (1, 90), SIDES[NORTH]: (0, 90), SIDES[SOUTH]: (2, 90)}
    shown = {(1, 1): 5, SIDES[WEST]: 17, SIDES[NORTH]: 0, SIDES[SOUTH]: 255}
    world = World({(1, 1): (0, 100), **around}, shown=shown)
    world.ask(go(STAY, KEEP))  # the one in the north
    world.ask(None, go(STAY, KEEP))  # and in the west
    assert world.view().neighbour.tolist() == [5, 17, -1, 0, 255]


def test_no_diagonals_no_coordinates_and_no_identity_of_neighbours():
    corners = {(0, 0): (1, 90), (2, 0): (1, 90), (0, 2): (2, 90), (2, 2): (2, 90)}
    views = []
    for dx, seat in ((0, 0), (1, 0), (2, 2)):
        world = World({((x + dx) % 4, y): (seat if seat else who, energy)
                       for (x, y), (who, energy) in {(1, 1): (0, 100), **corners}.items()})
        while world.place(world.s.cell) != ((1 + dx) % 4, 1):
            world.ask(STAY, STAY, STAY)
        views.append(world.view().tolist())
    assert str(views[0]) == str(views[1]) == str(views[2])
    assert world.view().neighbour.tolist() == [0, -1, -1, -1, -1]


def test_food_under_a_neighbour_is_visible():
    v = World({(1, 1): (0, 100), (2, 1): (1, 500)}, {(2, 1): 1}).view()
    assert (v.food.tolist(), v.neighbour.tolist()) == ([0, 0, 1, 0, 0], [0, -1, 0, -1, -1])


def test_the_view_is_live():
    """Who was scanned before has moved or died already, who comes later has not."""
    world = World({(1, 0): (0, 100), (1, 1): (1, 100), (1, 2): (0, 100)}).round(EAST, STAY)
    assert world.asks[1][2].neighbour.tolist() == [0, -1, -1, -1, 0]
    world = World({(0, 0): (0, 100), (1, 1): (1, 100), (2, 1): (0, 100)}).round(EAST, STAY)
    assert world.asks[1][2].neighbour.tolist() == [0, -1, 0, 0, -1]
    world = World({(1, 0): (0, 1), (1, 1): (1, 100), (1, 2): (0, 1)}).round(STAY, STAY)
    assert world.asks[1][2].neighbour.tolist() == [0, -1, -1, -1, 0]


def test_where_the_board_is_one_cell_wide_an_organism_is_its_own_neighbour():
    world = World({(0, 5): (0, 100)}, {(0, 5): 4}, {(0, 5): 77}, width=1, height=12)
    v = world.view()
    assert (v.neighbour.tolist(), v.food.tolist()) == ([77, 77, 77, -1, -1], [1, 1, 1, 0, 0])
    assert world.round(WEST).there == {(0, 5): (0, 299)}  # which is occupied, so it stayed: 100 + a meal - 1 + a meal
    world = World({(5, 0): (0, 100)}, width=12, height=1).round(reproduce(NORTH, 0, 0))
    assert world.there == {(5, 0): (0, 99)}


def test_an_organism_knows_its_age_and_its_key():
    world = World({(1, 1): (0, 300)})
    ages = []
    for number in range(4):
        world.asks.clear()
        world.round(lambda v: reproduce(EAST, 700, 0) if v.age == 2 else go(STAY, 0))
        ages.append([(int(v.age), int(v.key)) for _, _, v in world.asks])
    assert ages == [[(1, -1)], [(2, -1), (0, 700)], [(3, -1), (1, 700)], [(4, -1), (2, 700), (0, 700)]]


# 2.5 Actions and accounting


@pytest.mark.parametrize("energy, left", [(2, None), (3, None), (4, 1), (500, 497)])
def test_stay_if_energy_minus_s_is_at_most_0_die_else_pay_s(energy, left):
    assert alone(energy, STAY, s=3) == ({} if left is None else {(1, 1): (0, left)})


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("energy, left", [(1, None), (10, None), (11, 1), (400, 390)])
def test_move_to_a_free_target_if_energy_minus_v_is_at_most_0_die_else_pay_v_and_relocate(direction, energy, left):
    assert alone(energy, direction) == ({} if left is None else {SIDES[direction]: (0, left)})


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("energy, left", [(1, None), (2, 1), (10, 9), (400, 399)])
def test_move_to_an_occupied_target_is_staying_and_costs_s_not_v(direction, energy, left, seat):
    """Kin or not."""
    world = World({(1, 1): (0, energy), SIDES[direction]: (seat, 50)})
    while world.s.turn == 0:
        world.ask(*[direction if world.place(world.s.cell) == (1, 1) else STAY] * 2)
    assert world.there == {SIDES[direction]: (seat, 49)} | ({} if left is None else {(1, 1): (0, left)})


@pytest.mark.parametrize("move, energy", [(STAY, 1), (EAST, 10), (reproduce(EAST, 0, 0), 11)])
def test_death_is_in_place_vacates_the_cell_and_leaves_its_food_and_no_energy(move, energy):
    world = World({(1, 1): (0, energy), (3, 2): (1, 100)}, {(1, 1): 5, (2, 1): 3}, M=100, energy=100).round(move, STAY)
    assert world.there == {(3, 2): (1, 99)}
    assert world.food == {(1, 1): 5, (2, 1): 3}
    assert world.state_of((1, 1)) == -1
    assert (world.s.count[0], world.s.total[0]) == (0, 0)


def test_food_where_one_died_grows_again_and_the_dead_no_longer_eat():
    world = World({(1, 1): (0, 1), (3, 2): (1, 500)}, {(1, 1): 5}, q=1.0, u=500).round(STAY, STAY)
    assert world.food == {(1, 1): 10}


@pytest.mark.parametrize("energy, left", [(1, None), (10, None), (11, None), (12, 11), (400, 399)])
def test_reproduce_first_tests_energy_minus_v_whatever_the_target_and_an_occupied_one_is_staying(energy, left):
    after = {} if left is None else {(1, 1): (0, left)}
    for direction, side in SIDES.items():
        world = World({(1, 1): (0, energy), side: (1, 50)}).round(reproduce(direction, 0, 0), STAY)
        assert world.there == {side: (1, 49)} | after
        assert not world.s.births.any()
    for direction in (0, 5, 6, 7):  # invalid
        assert alone(energy, reproduce(direction, 0, 0)) == after


def test_reproducing_into_an_occupied_cell_may_kill_by_s():
    assert World({(1, 1): (0, 20), (2, 1): (1, 500)}, s=20).round(reproduce(EAST, 0, 0), STAY).there == {(2, 1): (1, 480)}


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("energy, parent, child", [(12, 1, 1), (13, 1, 2), (110, 50, 50), (111, 50, 51), (500, 245, 245)])
def test_a_birth_halves_the_rest_and_the_child_gets_the_odd_unit(direction, energy, parent, child):
    assert alone(energy, reproduce(direction, 0, 0)) == {(1, 1): (0, parent), SIDES[direction]: (0, child)}


@pytest.mark.parametrize("key", [0, 1, 77, 65535])
def test_the_key_goes_to_the_childs_first_ask_and_stays_with_it(key):
    world = World({(1, 1): (0, 100)}).round(lambda v: reproduce(EAST, key, 0))
    cell, seat, v = world.asks[1]
    assert (cell, seat, v.age, v.key) == ((2, 1), 0, 0, key)
    assert (v.energy, v.food_left, v.food.tolist(), v.neighbour.tolist()) == (0, 0, [0] * 5, [-1] * 5)
    world.round(lambda v: NORTH if v.key == key else STAY)
    world.asks.clear()
    world.round(STAY)
    assert {cell: v.key for cell, _, v in world.asks} == {(1, 1): -1, (2, 0): key}


def test_a_larger_key_is_cut_to_16_bits():
    for key, told in ((65536, 0), (65537, 1), (-1, 65535)):
        world = World({(1, 1): (0, 100)}).round(reproduce(EAST, key, 0))
        assert world.asks[1][2].key == told


def test_a_child_is_asked_before_anybody_else_and_only_for_its_state():
    world = World({(1, 1): (0, 100), (3, 1): (1, 100)})
    world.round(lambda v: reproduce(EAST, 0, 9) if v.age else reproduce(SOUTH, 5, 8), STAY)
    assert [(cell, int(v.age)) for cell, _, v in world.asks] == [((1, 1), 1), ((2, 1), 0), ((3, 1), 1)]
    assert world.there == {(1, 1): (0, 45), (2, 1): (0, 45), (3, 1): (1, 99)}
    assert (world.state_of((1, 1)), world.state_of((2, 1))) == (9, 8)
    assert world.asks[2][2].neighbour.tolist() == [0, 8, -1, -1, -1]  # and shows it in its very round


@pytest.mark.parametrize("nothing", [6, 7, -1, -5, -(2**31), ACTIONS, ACTIONS + EAST, 2**40, -(2**40), -(2**63), 2**63 - 1])
def test_an_unknown_action_is_staying(nothing):
    assert alone(100, nothing) == {(1, 1): (0, 99)}
    assert alone(1, nothing) == {}
    assert not World({(1, 1): (0, 100)}).game.legal(World({(1, 1): (0, 100)}).s, nothing)


def test_what_is_legal():
    world = World({(1, 1): (0, 100), (2, 1): (1, 100)})
    legal = [a for a in range(64) if world.game.legal(world.s, a)]
    assert legal == [a for a in range(64) if a & 7 < 5 or (a & 7 == 5 and 1 <= a >> 3 <= 4)]
    for action in (go(EAST, 255), go(EAST, 256), reproduce(EAST, 65535, 511), ACTIONS - 2 - 64):
        assert world.game.legal(world.s, action) == (action & 7 <= 5 and (action & 7 < 5 or 0 < (action >> 3) & 7 < 5))
    assert world.game.actions == ACTIONS == 2**31


def test_the_state_is_shown_before_the_move_is_applied():
    """So it goes with a mover, stands when it could not move, and a parent shows it when its child is asked."""
    world = World({(1, 1): (0, 100)}, shown={(1, 1): 5}).round(go(EAST, 9))
    assert (world.state_of((1, 1)), world.state_of((2, 1))) == (-1, 9)
    world = World({(1, 1): (0, 100), (2, 1): (1, 100)}).round(go(EAST, 9), go(STAY, KEEP))
    assert world.asks[1][2].neighbour.tolist() == [0, 9, -1, -1, -1]
    world = World({(1, 1): (0, 100)}, shown={(1, 1): 5})
    world.ask(reproduce(EAST, 0, 41))
    assert (world.state_of((1, 1)), world.state_of((2, 1))) == (41, 0)


@pytest.mark.parametrize("state, shown", [(0, 0), (1, 1), (255, 255), (256, 33), (300, 33), (511, 33)])
def test_a_state_above_255_keeps_the_old_one(state, shown):
    world = World({(1, 1): (0, 100)}, shown={(1, 1): 33}).round(go(STAY, state))
    assert world.state_of((1, 1)) == shown


@pytest.mark.parametrize("action", [-1, ACTIONS, ACTIONS + 7, 2**40])
def test_what_is_no_action_keeps_the_old_state(action):
    assert World({(1, 1): (0, 100)}, shown={(1, 1): 33}).round(action).state_of((1, 1)) == 33


def test_the_state_is_0_before_the_first_ask():
    world = World({(1, 1): (0, 100)})
    world.round(lambda v: reproduce(EAST, 0, 7) if v.age else go(STAY, KEEP))
    assert world.state_of((2, 1)) == 0


# 2.6 Score and statistics


def test_statistics_are_those_of_the_start_of_the_last_round():
    world = World({(1, 1): (0, 111), (3, 2): (1, 50)}, rounds=2).round(reproduce(EAST, 0, 0), STAY).round(STAY, STAY)
    assert world.game.actor(world.s) == -1
    assert world.there == {(1, 1): (0, 49), (2, 1): (0, 50), (3, 2): (1, 48)}
    scores, measures = result(world.game, world.s)
    assert scores.tolist() == [101, 49, 0]
    assert measures[:, :2].tolist() == [[2, 101], [1, 49], [0, 0]]


@pytest.mark.parametrize("rank, scores", [("energy", [101, 49, 0]), ("count", [2, 1, 0]), ("density", [50, 49, 0])])
def test_species_are_ranked_by_energy_count_or_energy_per_organism_rounded_down(rank, scores):
    world = World({(1, 1): (0, 111), (3, 2): (1, 50)}, rounds=2, rank=rank)
    world.round(reproduce(EAST, 0, 0), STAY).round(STAY, STAY)
    assert result(world.game, world.s)[0].tolist() == scores


def measured(world):
    return [dict(zip(world.game.measure_names, row, strict=True)) for row in result(world.game, world.s)[1].tolist()]


@pytest.mark.parametrize("energy, rounds, time", [(1, 1, 1), (1, 9, 1), (4, 4, 4), (4, 9, 4), (4, 3, None), (5, 4, None)])
def test_who_is_extinct_counts_0_also_when_it_died_in_the_very_last_round(energy, rounds, time):
    world = World({(1, 1): (0, energy)}, rounds=rounds)
    while world.game.actor(world.s) >= 0:
        world.round(STAY)
    mine = measured(world)[0]
    if time:
        assert (mine["extinctions"], mine["extinction_time"], mine["count"], mine["energy"]) == (1, time, 0, 0)
    else:
        assert (mine["extinctions"], mine["count"], mine["energy"]) == (0, 1, energy - rounds + 1)
        assert math.isnan(mine["extinction_time"])


def test_while_alive_is_the_sum_over_rounds_integer_divided_by_the_time_of_extinction_or_the_length():
    world = World({(1, 1): (0, 3), (3, 2): (1, 100)}, rounds=10)
    for _ in range(10):
        world.round(STAY, STAY)
    dead, living = measured(world)[:2]
    assert (dead["energy_alive"], dead["count_alive"]) == ((2 + 1) // 3, (1 + 1) // 3)  # rounds 1 and 2
    assert (living["energy_alive"], living["count_alive"]) == (sum(range(91, 100)) // 10, 9 // 10)
    assert (living["count"], living["energy"], living["extinctions"]) == (1, 91, 0)


@pytest.mark.parametrize("direction", SIDES)
def test_moves_onto_food_and_births_are_counted_by_direction(direction):
    fed, births = f"fed-{direction}", f"births-{direction}"
    names = [name for name in organisms().measure_names if "-" in name]
    for choice, food, counted in ((direction, {SIDES[direction]: 1}, fed), (direction, {}, None),
                                  (reproduce(direction, 0, 0), {SIDES[direction]: 2}, births), (STAY, {(1, 1): 2}, None)):
        mine = measured(World({(1, 1): (0, 100)}, food, rounds=1).round(choice))[0]
        assert {name for name in names if mine[name]} == ({counted} if counted else set())
        assert mine[counted] == 1 if counted else True


def test_the_engines_own_score_of_the_extinct_is_0():
    world = World({(1, 1): (0, 1), (3, 2): (1, 9)}, rank="density").round(STAY, STAY)
    assert result(world.game, world.s)[0].tolist() == [0, 8, 0]


# Actions as words


def test_actions_are_packed_as_told():
    assert go(EAST, 3) == 2 + 4194304 * 3
    assert reproduce(NORTH, 7, 255) == 5 + 8 * 3 + 64 * 7 + 4194304 * 255


@pytest.mark.parametrize("text, action", [
    ("stay", go(STAY, 0)), ("west", go(WEST, 0)), ("east", go(EAST, 0)), ("north", go(NORTH, 0)), ("south", go(SOUTH, 0)),
    ("stay state 3", go(STAY, 3)), ("south state 255", go(SOUTH, 255)), ("reproduce north key 7", reproduce(NORTH, 7, 0)),
    ("reproduce west key 65535 state 255", reproduce(WEST, 65535, 255)), ("reproduce east key 0", reproduce(EAST, 0, 0))])
def test_actions_have_names(text, action):
    game = organisms()
    assert (game.face.action_name(action), game.face.action_of(text)) == (text, action)


def test_every_action_is_called_by_a_name_of_its_own():
    game = organisms()
    actions = [go(direction, state) for direction in range(5) for state in (0, 1, 200, 255)]
    actions += [reproduce(side, key, state) for side in range(1, 5) for key in (0, 9, 65535) for state in (0, 1, 255)]
    assert [game.face.action_of(game.face.action_name(a)) for a in actions] == actions
    assert game.face.action_of("reproduce south") == reproduce(SOUTH, 0, 0)
    assert {game.face.action_name(a) for a in (6, 7, reproduce(0, 0, 0), reproduce(5, 0, 0), -1)} == {"no action"}


@pytest.mark.parametrize("key", [65536, 70000, -1])
def test_a_key_that_does_not_fit_is_cut_or_refused_and_is_never_taken_for_a_state(key):
    try:
        action = organisms().face.action_of(f"reproduce north key {key}")
    except ValueError:
        return
    assert action == reproduce(NORTH, key, 0)


# Settings


@pytest.mark.parametrize("given, told", [
    ({"p": 1.5}, "p=1.5; p is a number from 0.0 to 1.0"), ({"p": -0.1}, "p=-0.1; from 0.0 to 1.0"),
    ({"q": -1}, "q=-1; q is a number from 0.0 to 1.0"), ({"q": 2}, "q=2; to 1.0"), ({"q": math.nan}, "q=nan; a number"),
    ({"width": 0}, "width=0; width is a whole number from 1 to 1000"), ({"height": 1001}, "height=1001; from 1 to 1000"),
    ({"width": 2.5}, "width=2.5; a whole number"), ({"K": 0}, "K=0; K is a whole number from 1 to 1000"),
    ({"K": 1001}, "K=1001; to 1000"), ({"u": 600}, "u=600; u is a whole number from 1 to M=500"),
    ({"u": 0}, "u=0; from 1 to 1000"), ({"energy": 501}, "energy=501; energy is a whole number from 1 to M=500"),
    ({"M": 90, "energy": 50}, "u=100; u is a whole number from 1 to M=90"), ({"v": 0}, "v=0; from 1 to 1000"),
    ({"s": 0}, "s=0; from 1 to 1000"), ({"rounds": 0}, "rounds=0; from 1 to 500000"),
    ({"species": 0}, "species=0; from 1 to 1000"),
    ({"species": 5, "width": 2, "height": 2}, "species=5; every species starts on a cell of its own; width=2; height=2; 4"),
    ({"rank": "age"}, "rank=age; energy | count | density"), ({"preset": "tundra"}, "preset; 'tundra'"),
    ({"preset": "rainforrest"}, "preset; 'rainforrest'; did you mean rainforest?"), ({"climate": "hot"}, "'climate'; known"),
])
def test_a_setting_that_does_not_work_is_told_in_one_sentence(given, told):
    assert_refused(organisms, given, told)


def test_as_many_species_as_cells_fit():
    game = organisms(species=4, width=2, height=2)
    assert game.seats == 4


PUBLISHED = {  # section 3: size, p, q, v, rounds; all with s=1, u=100, M=500, K=80, start 500
    "default": (20, 20, 0.01, 0.02, 10, 6000), "rainforest": (20, 20, 0.1, 0.2, 10, 6000),
    "desert": (20, 20, 0.001, 0.002, 30, 5000)}
CLIMATES = {  # section 5
    "report-default": (20, 20, 0.01, 0.02, 10, 5000), "report-rainforest": (20, 20, 0.1, 0.2, 10, 5000),
    "liechtenstein": (5, 5, 0.01, 0.02, 10, 5000), "himalayas": (25, 25, 0.01, 0.02, 20, 5000),
    "medium-desert": (20, 20, 0.0012, 0.0024, 20, 5000), "easier-desert": (20, 20, 0.0014, 0.0028, 20, 5000),
    "goldmines": (20, 20, 0.0001, 0.2, 10, 5000), "hot-rainforest": (50, 50, 0.1, 0.2, 20, 5000),
    "hot-rainforest-chile": (10, 40, 0.1, 0.2, 20, 5000), "hot-rainforest-tennessee": (40, 10, 0.1, 0.2, 20, 5000),
    "utopian-future": (50, 50, 0.1, 0.2, 2, 1000), "dark-age": (20, 20, 0.01, 0.02, 10, 5000),
    "grasslands": (20, 20, 0.05, 0.02, 10, 5000), "atlantis": (20, 20, 0.05, 0.1, 10, 5000),
    "post-nuclear-war": (50, 50, 0.005, 0.01, 15, 5000), "americas": (40, 80, 0.01, 0.02, 10, 5000),
    "lush": (20, 20, 0.02, 0.04, 10, 5000), "sparse": (20, 20, 0.005, 0.01, 10, 5000),
    "utopian-future-long": (50, 50, 0.2, 0.4, 2, 5000)}
OTHERS = {"goldmines": {"K": 500}, "hot-rainforest": {"K": 50}, "hot-rainforest-chile": {"K": 50},
          "hot-rainforest-tennessee": {"K": 50}, "utopian-future": {"K": 200, "u": 200, "M": 1000}, "dark-age": {"u": 20},
          "utopian-future-long": {"K": 500, "u": 200, "M": 1000}}


@pytest.mark.parametrize("preset", [*PUBLISHED, *CLIMATES])
def test_presets_are_the_rulebooks_climates(preset):
    settings = dict(organisms(preset=preset).settings)
    names = ("width", "height", "p", "q", "v", "rounds")
    assert tuple(settings[name] for name in names) == {**PUBLISHED, **CLIMATES}[preset]
    rest = {"species": 3, "s": 1, "u": 100, "M": 500, "K": 80, "energy": 500, "rank": "energy", **OTHERS.get(preset, {})}
    assert {name: settings[name] for name in rest} == rest


def test_no_preset_is_left_out():
    assert set(organisms.presets) == {*PUBLISHED, *CLIMATES}


# 3 What others published


TABLE = {  # three random players together, 400 games: the range over the three of them
    "default": {"count": (28.3, 31.1), "energy": (2392, 2644), "extinctions": (265, 273), "extinction_time": (268, 287),
                "energy_alive": (2933, 3059), "count_alive": (34.6, 36.1)},
    "rainforest": {"count": (129.4, 138.0), "energy": (48729, 52187), "extinctions": (1, 3),
                   "energy_alive": (49451, 52436), "count_alive": (128.5, 135.8)},
    "desert": {"count": (0, 0), "energy": (0, 0), "extinctions": (400, 400), "extinction_time": (13.95, 14.48),
               "energy_alive": (240.6, 242.2), "count_alive": (1.28, 1.33)},
}
GAMES = 400


@pytest.fixture(scope="module")
def random_games():
    played = {}

    def measures(preset):
        if preset not in played:
            game = organisms(preset=preset)
            brain = PLAYERS["organisms"]["random"]
            agents = [Agent("random", brain, configured(brain, game, {}))]
            played[preset] = game, play(game, agents, np.zeros((GAMES, 3), int), 1).measures
        game, told = played[preset]
        return {name: told[:, :, place] for place, name in enumerate(game.measure_names)}

    return measures


@pytest.mark.parametrize("preset, name", [
    pytest.param(preset, name, marks=[pytest.mark.slow] if preset == "rainforest" else [])
    for preset, row in TABLE.items() for name in row])
def test_three_random_players_come_to_the_published_numbers(random_games, preset, name):
    """Every seat inside the published range, give or take four standard errors of our own."""
    low, high = TABLE[preset][name]
    for seat in range(3):
        told = random_games(preset)[name][:, seat]
        if name == "extinctions":
            share = (told.sum() + 1) / (GAMES + 2)
            value, error = told.sum(), (GAMES * share * (1 - share)) ** 0.5
        else:
            told = told[np.isfinite(told)]
            value, error = told.mean(), told.std(ddof=1) / len(told) ** 0.5
        assert low - 4 * error <= value <= high + 4 * error, (seat, value, error)
    if preset == "desert" and name in ("count", "energy", "extinctions"):
        assert random_games(preset)[name].sum() == 3 * GAMES * (name == "extinctions")


def test_in_the_default_climate_no_two_random_species_survive_together(random_games):
    """395 of 400 games have one survivor, none two."""
    survivors = 3 - random_games("default")["extinctions"].sum(axis=1)
    assert survivors.max() <= 1
    assert 385 <= survivors.sum() <= 400
