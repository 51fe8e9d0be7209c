"""The naive Organisms against its rulebook (shared/rules/organisms.md, section 2), sentence by sentence."""

import json
import math
import subprocess

import numpy as np
import pytest

from lek import dice
from tests.games.twin_dice import Dice

from .twin import EAST, NORTH, REPRODUCE, SOUTH, STAY, WEST, Organisms, doublings, play, random_player

SIDES = {WEST: (0, 1), EAST: (2, 1), NORTH: (1, 0), SOUTH: (1, 2)}  # of the middle of a board of 3 x 3
NOWHERE = 7  # no move


def world(width, height, bodies, food=None, **settings):
    """A position: `bodies` maps cells to energies, one species each, in order of seats. Nothing grows by default."""
    game = Organisms(len(bodies), width, height, **{"p": 0, "q": 0, **settings})
    for x, y in game.cells():
        game.who[y][x] = None
        game.food[y][x] = (food or {}).get((x, y), 0)
    game.born = 0
    for seat, ((x, y), energy) in enumerate(bodies.items()):
        game.put(x, y, seat, energy)
    return game


def answer(move, direction=0, key=0, state=0):
    return lambda view, memory: (move, direction, key, state)


def first(then, *answers):
    """Answers these in order, the first of them at birth, and then always `then`."""

    def choose(view, memory):
        memory["asked"] = memory.get("asked", -1) + 1
        return answers[memory["asked"]] if memory["asked"] < len(answers) else then

    return choose


def one_round(game, *players):
    """Plays one round; a player that is only a number makes that move."""
    game.recording = True
    game.start([answer(player) if isinstance(player, int) else player for player in players])
    game.play_round()
    return bodies(game)


def bodies(game):
    return {(x, y): (game.who[y][x].seat, game.who[y][x].energy) for x, y in game.cells() if game.who[y][x]}


def after(dice, draws):
    """A copy of these dice, so many numbers on."""
    further = Dice(0, 0, 0)
    further.rng = dice.rng
    for _ in range(draws):
        further.roll()
    return further


def decisions(game):
    return [ask for ask in game.asks if ask.view["age"] > 0]


def seen(game, seat):
    """What a seat's first organism saw at its last decision."""
    return [ask.view for ask in decisions(game) if ask.seat == seat][-1]


# 2.1 World and parameters


@pytest.mark.parametrize("direction", SIDES)
def test_directions(direction):
    game = world(3, 3, {(1, 1): 100})
    assert one_round(game, direction) == {SIDES[direction]: (0, 90)}


@pytest.mark.parametrize(
    "start, direction, end",
    [((0, 1), WEST, (3, 1)), ((3, 1), EAST, (0, 1)), ((2, 0), NORTH, (2, 2)), ((2, 2), SOUTH, (2, 0))],
)
def test_torus(start, direction, end):
    assert one_round(world(4, 3, {start: 100}), direction) == {end: (0, 90)}
    born = one_round(world(4, 3, {start: 100}), answer(REPRODUCE, direction))
    assert born == {start: (0, 45), end: (0, 45)}


def test_what_players_know():
    game = world(3, 3, {(1, 1): 100}, s=2, v=7, u=50, M=300, K=9)
    one_round(game, STAY)
    constants = {"s": 2, "v": 7, "u": 50, "M": 300, "K": 9}
    own = {"age", "key", "energy", "food_left", "food", "neighbour"}
    for ask in game.asks:
        assert set(ask.view) == own | set(constants)
        assert {name: ask.view[name] for name in constants} == constants


def test_defaults():
    game = Organisms()
    assert (game.species, game.width, game.height, game.rounds, game.p, game.q) == (3, 20, 20, 5000, 0.01, 0.02)
    assert (game.s, game.v, game.u, game.M, game.K) == (1, 10, 100, 500, 80)
    assert [organism.energy for organism in game.population()] == [500] * 3


# 2.2 Set-up


def test_set_up():
    game = Organisms(species=3, width=4, height=5, energy=321, seed=6)
    assert all(food == 0 for row in game.food for food in row)
    assert sorted(bodies(game).values()) == [(0, 321), (1, 321), (2, 321)]
    assert [organism.key for organism in game.population()] == [-1] * 3


def test_founders_stand_on_the_kth_vacant_cell():
    drawn = Dice(6, 2, 0)
    vacant = [(x, y) for y in range(3) for x in range(2)]
    expected = {vacant.pop(drawn.below(len(vacant))): seat for seat in range(6)}
    for p, draws in [(0, 0), (0.01, 1), (1, 0)]:  # then the wind draws, unless it has no choice
        game = Organisms(species=6, width=2, height=3, p=p, seed=6, deal=2)
        assert {cell: seat for cell, (seat, _) in bodies(game).items()} == expected
        assert game.dice.rng == after(drawn, draws).rng


def test_founders_stand_anywhere():
    places = [bodies(Organisms(species=2, width=2, height=2, energy=9, deal=deal)) for deal in range(400)]
    for cell in [(0, 0), (1, 0), (0, 1), (1, 1)]:
        for seat in [0, 1]:
            assert 60 < sum(place.get(cell) == (seat, 9) for place in places) < 140


def test_too_many_species():
    with pytest.raises(ValueError, match="need as many cells"):
        Organisms(species=5, width=2, height=2)


def test_founders_are_asked_in_order_of_seats():
    game = world(3, 1, {(2, 0): 100, (0, 0): 100, (1, 0): 100})
    one_round(game, *[answer(STAY, state=7 + seat) for seat in range(3)])
    births = game.asks[:3]
    assert [(ask.round, ask.seat, ask.x) for ask in births] == [(0, 0, 2), (0, 1, 0), (0, 2, 1)]
    nothing = {"age": 0, "key": -1, "energy": 0, "food_left": 0, "food": [False] * 5, "neighbour": [-1] * 5}
    assert all(ask.view == {**nothing, **game.known()} for ask in births)
    assert [ask.seat for ask in decisions(game)] == [1, 2, 0]
    assert decisions(game)[0].view["neighbour"][:3] == [8, 7, 9]


# 2.3 One round: the food pass


def test_the_snapshot_comes_first():
    game = world(1, 1, {(0, 0): 100}, {(0, 0): 1})
    assert one_round(game, STAY) == {(0, 0): (0, 199)}
    assert game.snapshots == [[(1, 100)]]


def test_food_blows_in_on_vacant_foodless_cells():
    for p, food in [(0, 0), (1, 1)]:
        game = world(2, 2, {(0, 0): 100}, p=p)
        one_round(game, STAY)
        assert game.food == [[0, food], [food, food]]


def gaps(dice, p, count):
    """The next of these numbers of bare cells that the wind passes over."""
    return [math.floor(math.log1p(-dice.uniform()) / math.log1p(-p)) for _ in range(count)]


@pytest.mark.parametrize("p", [0.001, 0.03, 0.3, 0.9])
def test_the_wind_passes_over_as_many_bare_cells_as_were_drawn(p):
    """Counted in scan order and on into the next rounds; a cell that is occupied or has food does not count."""
    game = world(4, 4, {(1, 1): 500, (2, 3): 500}, {(3, 0): 1}, p=p, K=1, seed=5, deal=1)
    drawn = Dice(5, 1, 0)
    for vacant in [16, 15]:  # the founders, whom we then put elsewhere
        drawn.below(vacant)
    fell = np.cumsum([1 + gap for gap in gaps(drawn, p, 40)]) - 1
    game.start([answer(STAY), answer(STAY)])
    got = []
    for _ in range(8):
        bare = [(x, y) for x, y in game.cells() if game.food[y][x] == 0 and game.who[y][x] is None]
        game.play_round()
        got += [game.food[y][x] for x, y in bare]
    assert got == [int(place in fell) for place in range(len(got))]
    assert len(got) == 8 * 13 if p == 0.001 else sum(got) > 1


def test_the_next_gap_is_drawn_when_food_falls():
    """Not before, so numbers for growth that come in between are drawn in between."""
    game = world(4, 1, {(0, 0): 500}, {(2, 0): 3}, p=0.5, q=0.5, seed=8)
    for first, place in [(0, 1), (1, 3)]:
        game.food = [[0, 0, 3, 0]]
        game.bare_cells_before_food = first
        drawn = after(game.dice, 0)
        order = []
        if place == 1:
            order += gaps(drawn, 0.5, 1)
        grown = 3 + doublings(3, 0.5, drawn.uniform())
        if place == 3 or order == [0]:
            order += gaps(drawn, 0.5, 1)
        game.food_pass()
        assert game.food == [[0, int(place == 1), grown, int(place == 3 or order[0] == 0)]]
        assert game.dice.rng == drawn.rng


def test_every_bare_cell_gets_its_unit_with_probability_p():
    """To count gaps is to draw for every cell: equal shares, independent of each other and of the cell before."""
    rounds = 4000
    for p in [0.02, 0.3, 0.8]:
        game = world(5, 2, {(1, 0): 500, (3, 1): 500}, p=p, seed=2)
        bare = [(x, y) for x, y in game.cells() if game.who[y][x] is None]
        got = np.zeros((rounds, len(bare)))
        for number in range(rounds):
            game.food_pass()
            got[number] = [game.food[y][x] for x, y in bare]
            game.food = [[0] * 5 for _ in range(2)]
        error = (p * (1 - p) / rounds) ** 0.5
        assert np.abs(got.mean(axis=0) - p).max() < 5 * error
        assert got.sum(axis=1).var() == pytest.approx(len(bare) * p * (1 - p), rel=0.15)
        flat = got.ravel() - p
        assert abs((flat[1:] * flat[:-1]).mean()) < 5 * p * (1 - p) / len(flat) ** 0.5


def test_every_unit_doubles_and_never_blows_in_as_well():
    game = world(3, 1, {(0, 0): 100}, {(1, 0): 3, (2, 0): 20}, p=1, q=1)
    one_round(game, STAY)
    assert game.food == [[0, 6, 40]]


def test_the_number_of_doublings():
    assert [doublings(2, 0.5, x) for x in [0, 0.2499, 0.25, 0.7499, 0.75, 0.9999]] == [0, 0, 1, 1, 2, 2]
    assert [doublings(1, 0.25, x) for x in [0, 0.7499, 0.75, 0.9999]] == [0, 0, 1, 1]
    assert [doublings(3, 1 / 3, x / 27 + 1e-9) for x in range(27)] == [0] * 8 + [1] * 12 + [2] * 6 + [3]
    assert all(doublings(79, 0, x) == 0 and doublings(79, 1, x) == 79 for x in [0, 0.5, 1 - 2**-53])


def test_doublings_are_binomial():
    drawn = Dice(1, 0, 0)
    for units, q in [(1, 0.2), (10, 0.02), (79, 0.2)]:
        grown = [doublings(units, q, drawn.uniform()) for _ in range(2000)]
        assert abs(np.mean(grown) - units * q) < 4 * (units * q * (1 - q) / 2000) ** 0.5
        assert abs(np.var(grown) / (units * q * (1 - q)) - 1) < 0.25


def test_food_is_capped():
    game = world(3, 1, {(0, 0): 100}, {(1, 0): 6, (2, 0): 10}, q=1, K=10)
    one_round(game, STAY)
    assert game.food == [[0, 10, 10]]


@pytest.mark.parametrize(
    "food, gap, draws",
    [
        ({}, 2, 0),
        ({}, 1, 1),
        ({(1, 0): 5}, 2, 1),
        ({(1, 0): 5}, 0, 2),
        ({(1, 0): 5, (2, 0): 7}, 0, 2),
        ({(1, 0): 5, (2, 0): 80}, 0, 1),
        ({(0, 0): 5, (1, 0): 80, (2, 0): 80}, 0, 0),
    ],
)
def test_what_draws(food, gap, draws):
    """One number for a vacant cell with food below the cap; none for a full, an occupied or a bare one, but where food
    falls one for the next gap."""
    game = world(3, 1, {(0, 0): 500}, food, p=0.5, q=0.5)
    game.bare_cells_before_food = gap
    expected = after(game.dice, draws)
    one_round(game, STAY)
    assert game.dice.rng == expected.rng


def test_no_growth_under_an_organism():
    game = world(2, 1, {(0, 0): 500, (1, 0): 500}, {(0, 0): 4}, p=1, q=1)
    one_round(game, STAY, STAY)
    assert game.food == [[4, 0]]


@pytest.mark.parametrize("energy, eaten", [(399, 1), (400, 1), (401, 0), (500, 0)])
def test_a_meal_is_one_unit_if_it_fits_under_the_cap(energy, eaten):
    game = world(1, 1, {(0, 0): energy}, {(0, 0): 5})
    assert one_round(game, STAY) == {(0, 0): (0, energy + 100 * eaten - 1)}
    assert game.food == [[5 - eaten]]


def test_no_meal_without_food():
    assert one_round(world(1, 1, {(0, 0): 100}), STAY) == {(0, 0): (0, 99)}


def test_a_meal_comes_before_the_move():
    game = world(2, 1, {(0, 0): 5}, {(0, 0): 1, (1, 0): 3})
    assert one_round(game, EAST) == {(1, 0): (0, 95)}  # without a meal, moving would have killed it
    assert game.food == [[0, 3]]  # and where it arrives it eats in the next round
    game.players = [answer(STAY)]
    game.play_round()
    assert bodies(game) == {(1, 0): (0, 194)}
    assert game.food == [[0, 2]]


def test_food_grows_everywhere_before_anyone_moves():
    """What an organism leaves has not grown, what it moves to has."""
    game = world(2, 1, {(0, 0): 500}, {(0, 0): 2, (1, 0): 2}, q=1)
    one_round(game, EAST)
    assert game.food == [[2, 4]]
    game.players = [answer(STAY)]
    game.play_round()
    assert game.food == [[4, 4]]


# 2.3 One round: the move pass


def test_rows_top_to_bottom_left_to_right():
    game = world(2, 3, {(1, 2): 9, (0, 2): 9, (1, 1): 9, (0, 1): 9, (1, 0): 9, (0, 0): 9})
    one_round(game, *[STAY] * 6)
    assert [(ask.x, ask.y) for ask in decisions(game)] == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize("rivals", [[NORTH, WEST, EAST, SOUTH], [WEST, EAST, SOUTH], [EAST, SOUTH], [SOUTH]])
def test_a_contested_cell_goes_to_the_first_in_scan_order(rivals):
    back = {WEST: EAST, EAST: WEST, NORTH: SOUTH, SOUTH: NORTH}
    game = world(3, 3, {SIDES[side]: 100 for side in rivals})
    after = one_round(game, *[back[side] for side in rivals])
    assert after == {(1, 1): (0, 90), **{SIDES[side]: (seat, 99) for seat, side in enumerate(rivals) if seat > 0}}


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("start", [(0, 0), (1, 1), (2, 2)])
def test_nobody_acts_twice(start, direction):
    game = world(3, 3, {start: 100})
    assert list(one_round(game, direction).values()) == [(0, 90)]
    assert len(decisions(game)) == 1


@pytest.mark.parametrize("direction", SIDES)
def test_a_newborn_does_not_act_in_its_round(direction):
    game = world(3, 3, {(1, 1): 100})
    assert one_round(game, answer(REPRODUCE, direction)) == {(1, 1): (0, 45), SIDES[direction]: (0, 45)}
    assert len(decisions(game)) == 1
    game.players = [answer(STAY)]
    game.play_round()
    assert bodies(game) == {(1, 1): (0, 44), SIDES[direction]: (0, 44)}
    ages = {(ask.x, ask.y): ask.view["age"] for ask in decisions(game) if ask.round == 1}
    assert ages == {(1, 1): 2, SIDES[direction]: 1}


def test_a_cell_left_may_be_entered_by_one_that_has_not_acted():
    game = world(3, 1, {(0, 0): 100, (1, 0): 100})
    assert one_round(game, WEST, WEST) == {(2, 0): (0, 90), (0, 0): (1, 90)}
    assert len(decisions(game)) == 2


def test_a_cell_where_one_died_may_be_entered():
    assert one_round(world(2, 1, {(0, 0): 1, (1, 0): 100}), STAY, WEST) == {(0, 0): (1, 90)}


def test_the_game_ends_after_its_rounds():
    game = Organisms(width=3, height=3, rounds=4)
    play(game, [answer(STAY)] * 3, record=True)
    assert (game.round_number, len(game.snapshots), len(game.boards)) == (4, 4, 4)
    assert [ask.view["age"] for ask in game.asks if ask.seat == 0] == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="over after 4 rounds"):
        game.play_round()


def test_the_game_ends_when_all_are_dead():
    game = Organisms(width=3, height=3, p=0, energy=6, s=2)
    play(game, [answer(STAY)] * 3)
    assert (game.round_number, len(game.snapshots), game.over) == (3, 3, True)


# 2.4 What an organism sees when called


def test_the_five_slots():
    around = {(0, 1): 100, (2, 1): 100, (1, 0): 100, (1, 2): 100}
    game = world(3, 3, {(1, 1): 100, **around}, {(0, 1): 1, (1, 2): 30})
    one_round(game, *[answer(STAY, state=10 + seat) for seat in range(5)])
    view = seen(game, 0)
    assert view["neighbour"] == [10, 11, 12, 13, 14]
    assert view["food"] == [False, False, False, False, True]  # the western neighbour has just eaten its last unit


def test_vacant_sides_and_food_on_them():
    game = world(3, 3, {(1, 1): 100}, {(2, 1): 1, (1, 0): 7})
    one_round(game, STAY)
    assert seen(game, 0)["neighbour"] == [0, -1, -1, -1, -1]
    assert seen(game, 0)["food"] == [False, False, True, True, False]


def test_food_under_a_neighbour_is_visible():
    game = world(3, 3, {(1, 1): 100, (0, 1): 500}, {(0, 1): 1})
    one_round(game, STAY, STAY)
    assert seen(game, 0)["food"] == [False, True, False, False, False]
    assert seen(game, 0)["neighbour"] == [0, 0, -1, -1, -1]


def test_food_left_and_energy_are_those_after_the_meal():
    game = world(3, 3, {(1, 1): 100}, {(1, 1): 6})
    one_round(game, STAY)
    view = seen(game, 0)
    assert (view["food_left"], view["energy"], view["food"][0]) == (5, 200, True)
    game = world(3, 3, {(1, 1): 100}, {(1, 1): 1})
    one_round(game, STAY)
    view = seen(game, 0)
    assert (view["food_left"], view["energy"], view["food"][0]) == (0, 200, False)


def test_no_diagonals():
    corners = {(0, 0): 100, (2, 0): 100, (0, 2): 100, (2, 2): 100}
    game = world(5, 5, {(1, 1): 100, **corners}, dict.fromkeys(corners, 50))
    one_round(game, *[STAY] * 5)
    assert seen(game, 0)["neighbour"] == [0, -1, -1, -1, -1]
    assert seen(game, 0)["food"] == [False] * 5


def test_the_view_is_live():
    """An organism sees those before it where they went, and those after it where they were."""
    game = world(5, 3, {(0, 1): 100, (2, 1): 100, (3, 1): 100})
    one_round(game, EAST, STAY, EAST)
    assert seen(game, 1)["neighbour"] == [0, 0, 0, -1, -1]
    game = world(3, 3, {(1, 0): 100, (1, 1): 100, (1, 2): 100})
    one_round(game, EAST, STAY, EAST)
    assert seen(game, 1)["neighbour"] == [0, -1, -1, -1, 0]


def test_the_dead_are_gone_at_once():
    game = world(3, 3, {(1, 0): 1, (1, 1): 100, (1, 2): 1})
    one_round(game, STAY, STAY, STAY)
    assert seen(game, 1)["neighbour"] == [0, -1, -1, -1, 0]


def test_states_are_live_and_shown_before_the_move_is_applied():
    """An organism decides and shows its new state at once: later ones see it, earlier ones saw the old one."""

    def told(then):
        return first((STAY, 0, 0, then), (STAY, 0, 0, 5))  # 5 at birth

    game = world(3, 3, {(1, 0): 100, (1, 1): 100, (1, 2): 100})
    one_round(game, told(21), told(22), told(23))
    assert seen(game, 0)["neighbour"] == [5, -1, -1, 5, 5]
    assert seen(game, 1)["neighbour"] == [5, -1, -1, 21, 5]
    assert seen(game, 2)["neighbour"] == [5, -1, -1, 22, 21]  # a torus: the first is south of it


def test_a_mover_carries_its_new_state():
    game = world(3, 3, {(0, 0): 100, (1, 1): 100})
    one_round(game, first((EAST, 0, 0, 9), (STAY, 0, 0, 5)), STAY)  # 5 at birth
    assert game.who[0][1].state == 9
    assert seen(game, 1)["neighbour"] == [0, -1, -1, 9, -1]


def test_the_parents_state_is_set_before_its_child_is_asked():
    game = world(3, 3, {(1, 1): 100})
    states = []

    def choose(view, memory):
        if game.born == 2:
            states.append(game.who[1][1].state)
        return REPRODUCE, EAST, 0, 40 + view["age"]

    one_round(game, choose)
    assert states == [41]
    assert (game.who[1][1].state, game.who[1][2].state) == (41, 40)


def test_a_newborn_shows_its_state_in_its_round():
    game = world(3, 3, {(0, 0): 100, (2, 1): 100})
    one_round(game, lambda view, memory: (REPRODUCE, WEST, 0, 60 + view["age"]), STAY)
    assert seen(game, 1)["neighbour"] == [0, -1, -1, 60, -1]


@pytest.mark.parametrize("direction", SIDES)
def test_one_cell_is_its_own_neighbour(direction):
    """On a board of one cell all sides are itself, and occupied."""
    for move in [direction, STAY]:
        game = world(1, 1, {(0, 0): 300}, {(0, 0): 3})
        assert one_round(game, answer(move, state=6)) == {(0, 0): (0, 399)}
        assert seen(game, 0)["neighbour"] == [6] * 5
        assert seen(game, 0)["food"] == [True] * 5
    assert one_round(world(1, 1, {(0, 0): 300}), answer(REPRODUCE, direction)) == {(0, 0): (0, 299)}


def test_a_board_one_cell_wide_or_two():
    game = world(1, 3, {(0, 1): 100, (0, 2): 100})
    assert one_round(game, WEST, answer(REPRODUCE, SOUTH)) == {(0, 0): (1, 45), (0, 1): (0, 99), (0, 2): (1, 45)}
    game = world(2, 1, {(0, 0): 100, (1, 0): 100})
    one_round(game, answer(STAY, state=1), answer(STAY, state=2))
    assert seen(game, 0)["neighbour"] == [1, 2, 2, 1, 1]
    assert seen(game, 1)["neighbour"] == [2, 1, 1, 2, 2]


# 2.5 Actions and accounting


@pytest.mark.parametrize("energy, after", [(3, {}), (2, {}), (4, {(1, 1): (0, 1)})])
def test_stay(energy, after):
    assert one_round(world(3, 3, {(1, 1): energy}, s=3), STAY) == after


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("energy, left", [(9, None), (10, None), (11, 1), (400, 390)])
def test_move_to_a_free_cell(direction, energy, left):
    after = one_round(world(3, 3, {(1, 1): energy}), direction)
    assert after == ({} if left is None else {SIDES[direction]: (0, left)})


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("energy, left", [(1, None), (2, 1), (10, 9), (400, 399)])
def test_move_to_an_occupied_cell_is_staying(direction, energy, left):
    game = world(3, 3, {(1, 1): energy, SIDES[direction]: 50})
    after = one_round(game, direction, STAY)
    assert after == {SIDES[direction]: (1, 49)} | ({} if left is None else {(1, 1): (0, left)})


def test_kin_block_too():
    game = world(2, 1, {(0, 0): 100})
    game.put(1, 0, 0, 100)
    assert one_round(game, EAST) == {(0, 0): (0, 99), (1, 0): (0, 99)}


@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("energy, parent, child", [(12, 1, 1), (13, 1, 2), (110, 50, 50), (111, 50, 51), (500, 245, 245)])
def test_a_birth_halves_the_rest_and_the_odd_unit_is_the_childs(direction, energy, parent, child):
    game = world(3, 3, {(1, 1): energy})
    assert one_round(game, answer(REPRODUCE, direction)) == {(1, 1): (0, parent), SIDES[direction]: (0, child)}


@pytest.mark.parametrize("energy, left", [(10, None), (11, None), (12, 11), (400, 399)])
def test_reproducing_without_energy_kills_even_towards_an_occupied_or_invalid_target(energy, left):
    survivor = {} if left is None else {(1, 1): (0, left)}
    for direction, side in SIDES.items():
        game = world(3, 3, {(1, 1): energy, side: 50})
        assert one_round(game, answer(REPRODUCE, direction), STAY) == {side: (1, 49)} | survivor
    for direction in [0, 5, -1, None]:
        assert one_round(world(3, 3, {(1, 1): energy}), answer(REPRODUCE, direction)) == survivor


def test_reproducing_towards_an_occupied_target_is_staying_which_may_kill():
    game = world(2, 1, {(0, 0): 20, (1, 0): 500}, s=20)
    assert one_round(game, answer(REPRODUCE, EAST), STAY) == {(1, 0): (1, 480)}


def test_reproducing_into_a_free_cell_dies_only_of_its_own_test():
    for energy, alive in [(11, 0), (12, 2)]:
        assert len(one_round(world(3, 3, {(1, 1): energy}), answer(REPRODUCE, EAST))) == alive


@pytest.mark.parametrize("key", [0, -1, 77, -(2**62), 2**62])
def test_the_key_goes_to_the_child(key):
    game = world(3, 3, {(1, 1): 100})
    one_round(game, answer(REPRODUCE, EAST, key))
    newborn = game.asks[-1]
    assert (newborn.round, newborn.x, newborn.y, newborn.view["age"], newborn.view["key"]) == (0, 2, 1, 0, key)
    assert newborn.view == {**game.asks[0].view, "key": key}  # beyond the key it sees nothing, like a founder
    game.players = [answer(STAY)]
    game.play_round()
    assert {(ask.x, ask.view["key"]) for ask in game.asks if ask.round == 1} == {(1, -1), (2, key)}


def test_a_child_is_asked_before_anybody_else_acts():
    game = world(3, 1, {(0, 0): 100, (2, 0): 100})
    one_round(game, answer(REPRODUCE, EAST), STAY)
    assert [(ask.x, ask.view["age"]) for ask in game.asks] == [(0, 0), (2, 0), (0, 1), (1, 0), (2, 1)]


def test_only_the_state_of_a_newborns_answer_counts():
    game = world(3, 3, {(1, 1): 100})
    one_round(game, lambda view, memory: (REPRODUCE if view["age"] < 1 else STAY, EAST, 5, 8))
    assert bodies(game) == {(1, 1): (0, 99)}
    assert game.who[1][1].state == 8


@pytest.mark.parametrize("nothing", [(NOWHERE, 1, 0, 0), (-1, 2, 0, 0), (None, 0, 0, 0), None])
def test_null_and_unknown_moves_are_staying(nothing):
    assert one_round(world(3, 3, {(1, 1): 100}), lambda view, memory: nothing) == {(1, 1): (0, 99)}
    assert one_round(world(3, 3, {(1, 1): 1}), lambda view, memory: nothing) == {}


@pytest.mark.parametrize("move, energy", [(STAY, 1), (EAST, 10), (REPRODUCE, 11)])
def test_death_vacates_the_cell_and_leaves_its_food(move, energy):
    game = world(3, 3, {(1, 1): energy}, {(1, 1): 5, (2, 1): 3}, u=10, M=10)
    assert one_round(game, answer(move, EAST)) == {}
    assert game.food[1] == [0, 5, 3]  # no meal fits under the cap


def test_food_where_one_died_grows_again():
    game = world(3, 1, {(0, 0): 1, (2, 0): 100}, {(0, 0): 5}, q=1, u=500)
    one_round(game, STAY, STAY)
    assert game.food == [[5, 0, 0]]
    game.play_round()
    assert game.food == [[10, 0, 0]]


@pytest.mark.parametrize("state, shown", [(0, 0), (1, 1), (255, 255), (256, 33), (-1, 33), (10**9, 33), (None, 33)])
def test_a_state_out_of_range_keeps_the_old_one(state, shown):
    game = world(3, 3, {(1, 1): 100})
    one_round(game, first((STAY, 0, 0, state), (STAY, 0, 0, 33)))
    assert game.who[1][1].state == shown


@pytest.mark.parametrize("state, shown", [(0, 0), (1, 1), (255, 255), (256, 0), (-1, 0)])
def test_the_state_is_0_before_the_first_valid_answer(state, shown):
    game = world(3, 3, {(1, 1): 100})
    one_round(game, first((STAY, 0, 0, -1), (STAY, 0, 0, state)))
    assert game.who[1][1].state == shown


def test_memory_is_its_own_and_empty_at_birth():
    lengths = []

    def choose(view, memory):
        lengths.append((view["age"], len(memory)))
        memory[len(memory)] = "something"
        return REPRODUCE, EAST, 0, 0

    game = world(4, 4, {(1, 1): 400})
    one_round(game, choose)
    game.play_round()
    assert lengths == [(0, 1), (1, 2), (0, 1), (2, 3), (1, 2), (0, 1)]


# 2.6 Statistics


def test_statistics_of_one_that_lives():
    """It splits and feeds in round 0, and both stay for two rounds; the last snapshot is one round early."""
    game = world(2, 1, {(0, 0): 110}, {(1, 0): 2}, rounds=3)
    (statistics,) = play(game, [lambda view, memory: (REPRODUCE if game.round_number == 0 else STAY, EAST, 0, 0)])
    assert game.snapshots == [[(1, 110)], [(2, 100)], [(2, 198)]]
    assert bodies(game) == {(0, 0): (0, 48), (1, 0): (0, 248)}
    assert statistics == {
        "count": 2,
        "energy": 198,
        "extinct": False,
        "extinction_time": None,
        "count_alive": 1,  # (2 + 2) // 3
        "energy_alive": 99,  # (100 + 198) // 3
        "fed": {WEST: 0, EAST: 0, NORTH: 0, SOUTH: 0},
        "births": {WEST: 0, EAST: 1, NORTH: 0, SOUTH: 0},
    }


def test_statistics_of_one_that_dies_before_the_other():
    game = world(5, 1, {(0, 0): 3, (2, 0): 100}, rounds=10)
    dead, living = play(game, [answer(STAY), answer(STAY)])
    assert (dead["count"], dead["energy"], dead["extinct"], dead["extinction_time"]) == (0, 0, True, 3)
    assert (dead["count_alive"], dead["energy_alive"]) == (2 // 3, (2 + 1) // 3)  # snapshots 1 and 2
    assert (living["count"], living["energy"], living["extinct"], living["extinction_time"]) == (1, 91, False, None)
    assert (living["count_alive"], living["energy_alive"]) == (9 // 10, sum(range(91, 100)) // 10)


@pytest.mark.parametrize("energy, rounds, extinct", [(1, 1, 1), (1, 9, 1), (4, 4, 4), (4, 5, 4), (4, 3, None)])
def test_extinction_time(energy, rounds, extinct):
    """Also when everybody is dead, and when it died in the very last round."""
    game = world(1, 1, {(0, 0): energy}, rounds=rounds)
    (statistics,) = play(game, [answer(STAY)])
    assert (statistics["extinct"], statistics["extinction_time"]) == (extinct is not None, extinct)
    assert (statistics["count"], statistics["energy"]) == ((0, 0) if extinct else (1, 2))
    assert game.round_number == min(energy, rounds)


@pytest.mark.parametrize("direction", SIDES)
def test_moves_onto_food_and_births_are_counted_by_direction(direction):
    game = world(3, 3, {(1, 1): 100}, {SIDES[direction]: 1}, rounds=1)
    (statistics,) = play(game, [answer(direction)])
    assert statistics["fed"] == {side: int(side == direction) for side in SIDES}
    assert not any(statistics["births"].values())
    game = world(3, 3, {(1, 1): 100}, rounds=1)
    (statistics,) = play(game, [answer(direction)])
    assert not any(statistics["fed"].values())
    game = world(3, 3, {(1, 1): 100}, rounds=1)
    (statistics,) = play(game, [answer(REPRODUCE, direction)])
    assert statistics["births"] == {side: int(side == direction) for side in SIDES}
    assert not any(statistics["fed"].values())


def test_a_recorded_game_is_the_same_game():
    games = [Organisms(width=6, height=5, rounds=40, p=0.1, q=0.1, seed=3, deal=4) for _ in range(2)]
    plain, recorded = play(games[0], [random_player] * 3), play(games[1], [random_player] * 3, record=True)
    assert plain == recorded
    assert (games[0].asks, games[0].boards) == ([], [])
    assert games[1].boards[-1] == games[0].board()
    assert len(games[1].boards) == games[1].round_number
    for number, board in enumerate(games[1].boards[:-1], start=1):
        for seat, counted in enumerate(games[1].snapshots[number]):
            at = [(x, y) for x, y in games[1].cells() if board.who[y][x] == seat]
            assert counted == (len(at), sum(board.energy[y][x] for x, y in at))
    births = sum(sum(statistics["births"].values()) for statistics in plain)
    assert len([ask for ask in games[1].asks if ask.view["age"] == 0]) == 3 + births
    assert len(decisions(games[1])) == sum(count for taken in games[1].snapshots for count, _ in taken)


# Dice


def test_dice_are_those_of_lek():
    for name in [(0, 0, 0), (1, 2, 3), (-1, 5, 2**40), (2**63 - 1, 2**62, 7)]:
        ours = Dice(*name)
        theirs = np.rec.array(np.zeros(1, dice.STREAM))[0]
        theirs.rng = dice.stream(*name)
        assert ours.rng == int(theirs.rng)
        for n in [1, 4, 6, 400, 2**32 - 1]:
            assert ours.below(n) == int(dice.below(theirs, n))
            assert ours.uniform() == float(dice.uniform(theirs))
            assert ours.roll() == int(dice.roll(theirs))


def test_streams_of_organisms_are_numbered_by_birth():
    game = Organisms(width=8, height=8, rounds=12, p=0.2, q=0.2, seed=9, deal=1)
    starts = []

    def choose(view, memory):
        if view["age"] == 0:
            starts.append(memory["dice"].rng)
        return random_player(view, memory)

    play(game, [choose] * 3)
    assert len(starts) == game.born > 5
    assert starts == [Dice(9, 1, 1 + number).rng for number in range(game.born)]
    assert Dice(9, 1, 0).rng not in starts


# Others' numbers


def test_the_desert():
    """The course's runner: all of 3 x 400 random species die, at 13.95 to 14.48 on average; 240.6 to 242.2 energy."""
    games = [Organisms(p=0.001, q=0.002, v=30, rounds=5000, deal=deal) for deal in range(50)]
    result = [statistics for game in games for statistics in play(game, [random_player] * 3)]
    assert all(statistics["extinct"] for statistics in result)
    assert 13 < np.mean([statistics["extinction_time"] for statistics in result]) < 15.5
    assert 236 < np.mean([statistics["energy_alive"] for statistics in result]) < 247
    assert 1.2 < np.mean([statistics["count_alive"] for statistics in result]) < 1.4


@pytest.mark.parametrize(
    "width, height, p, q, v, rounds, games, seed",
    [
        (3, 1, 0.2, 0.2, 10, 100, 4, 5),
        (1, 4, 0.3, 0.3, 2, 100, 4, 5),
        (2, 2, 1, 1, 3, 50, 4, 9),
        (5, 5, 0.05, 0.1, 10, 300, 4, 1),
        (7, 4, 0.02, 0.5, 10, 200, 3, 2**64 - 1),
        (8, 8, 0.1, 0.9, 10, 60, 2, 1),
        (4, 9, 0.05, 0, 5, 100, 2, 3),
        (20, 20, 0.001, 0.002, 30, 5000, 20, 1),
        (20, 20, 0.1, 0.2, 10, 60, 2, 4),
    ],
)
def test_the_c_program_plays_the_same_games(plain_c, width, height, p, q, v, rounds, games, seed):
    arguments = [width, height, p, q, v, rounds, games, seed]
    done = subprocess.run([str(plain_c), *map(str, arguments)], check=True, capture_output=True, text=True)
    theirs = json.loads(done.stdout)
    ours = [
        play(Organisms(3, width, height, rounds, p, q, v=v, seed=seed, deal=deal), [random_player] * 3)
        for deal in range(games)
    ]
    for name in ["count", "energy", "count_alive", "energy_alive"]:
        means = [sum(seats[seat][name] for seats in ours) / games for seat in range(3)]
        assert theirs[name] == pytest.approx(means)
    assert theirs["games"] == games
    for seat in range(3):
        times = [seats[seat]["extinction_time"] for seats in ours if seats[seat]["extinct"]]
        assert theirs["extinctions"][seat] == len(times)
        assert theirs["extinction_time"][seat] == pytest.approx(sum(times) / max(1, len(times)))
    assert theirs["births"] == sum(sum(one["births"].values()) for seats in ours for one in seats)
    checksum = sum((one["count"] * 1000003 + one["energy"]) * (deal + 1) for deal, seats in enumerate(ours) for one in seats)
    assert theirs["checksum"] == checksum % 2**64
