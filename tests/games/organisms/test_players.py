"""The report's organisms, the impostor and the course's references, sentence by sentence, by views made by hand.

A view says what is here (energy, food), on which sides there is food (`food="NE"`), which are taken (`taken="S"`, all
showing `shows`) and which hold the wall that belongs there (`walls="WE"`: states 3 and 4). Whatever else is given is a
setting of the player, or of the world (`u=500`). The numbers: s = 1, v = 10, u = 100, M = 500.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations, product
from math import sqrt

import pytest

from lek import dice
from lek.agent import configured
from lek.game import record
from lek.games.organisms import action_name, organisms
from lek.players.organisms.strategies import PLAYERS

from .seen import SIDES
from .seen import view as seen_in

GAME = organisms(preset="report-default", species=1)
NAMES = {"W": "west", "E": "east", "N": "north", "S": "south"}
ANYWHERE = {"west", "east", "north", "south"}
STAY = {"stay"}
CAUTIOUS = [name for name in PLAYERS if name != "random"]
SIMPLE = ["simple-player", "aggressive-start", "impostor"]
MANY = 4000
view = partial(seen_in, GAME)


class Organism:
    """An organism just born, of this key; `number` names its dice."""

    def __init__(self, name, number=0, key=-1, **settings):
        self.brain = PLAYERS[name]
        self.genome = configured(self.brain, GAME, settings)
        self.memory = record(self.brain.memory_type(GAME))
        self.memory[0].rng = dice.stream(11, number, 1)
        self.key, self.age = key, 0
        self.shows_at_birth = self.does(energy=0)

    def does(self, **given):
        v = view(**{"age": self.age, "key": self.key, **given})
        self.age = int(v.age) + 1
        return self.on(v)

    def on(self, v):
        return action_name(int(self.brain.act(self.genome[0], self.memory[0], v)))


def parted(name, given):
    """Settings of the player, and the rest."""
    settings = {key: value for key, value in given.items() if key in PLAYERS[name].settings}
    return settings, {key: value for key, value in given.items() if key not in settings}


def does(name, key=-1, **given):
    """All that it does there, over many dice."""
    settings, seen = parted(name, given)
    return {Organism(name, number, key, **settings).does(**seen) for number in range(48)}


def tally(name, key=-1, **given):
    """How often it does what there."""
    settings, seen = parted(name, given)
    organism, v = Organism(name, key=key, **settings), view(key=key, **seen)
    return Counter(organism.on(v) for _ in range(MANY))


def assert_shares(counts, **shares):
    """These actions and no others (`_` for a blank), each within five sigma of its share."""
    total = sum(counts.values())
    expected = {action.replace("_", " "): share for action, share in shares.items() if share > 0}
    assert set(counts) == set(expected)
    for action, share in expected.items():
        assert abs(counts[action] - total * share) <= 5 * sqrt(total * share * (1 - share)), (action, counts)


def births(*sides, key=0, state=""):
    return {f"reproduce {side} key {key}{state}" for side in sides}


def breeding(counts):
    return Counter("birth" if action.startswith("reproduce") else "none" for action in counts.elements())


def subsets():
    return ["".join(sides) for size in range(5) for sides in combinations("WENS", size)]


def test_every_player_has_a_test_of_its_own():
    tested = {name for name in globals() if name.startswith("test_")}
    assert not [name for name in PLAYERS if not any(
        test.startswith("test_" + name.replace("-", "_") + "_") for test in tested)]


# Everybody


@pytest.mark.parametrize("name", CAUTIOUS)
def test_nobody_moves_or_breeds_onto_an_occupied_side(name):
    for taken, energy, here, age in product(subsets(), (15, 300, 500), (0, 9), (20, 100)):
        barred = {NAMES[side] for side in taken}
        for key in (-1, 1, 2, 3, 4, 6):
            answer = Organism(name, energy, key).does(energy=energy, here=here, food="WENS", taken=taken, age=age)
            assert not barred & set(answer.split()), (taken, energy, here, age, key)


def suicides(name, **world):
    """Views in which it does what would kill it: moves at v, or gives birth at v + 1."""
    found = []
    for energy, here, food, taken, age in product(range(1, 12), (0, 1, 9), ("", "WENS"), ("", "WNS"), (20, 100)):
        for key in (-1, 1, 2, 3, 4, 6):
            given = {"energy": energy, "here": here, "food": food, "taken": taken, "age": age, **world}
            answer = Organism(name, age, key).does(**given)
            if answer.startswith("reproduce") or (energy <= 10 and not answer.startswith("stay")):
                found.append((answer, key, given))
    return found


@pytest.mark.parametrize("name", CAUTIOUS)
def test_nobody_moves_or_breeds_who_would_die_of_it(name):
    assert not suicides(name)


@pytest.mark.parametrize("name", CAUTIOUS)
def test_nobody_breeds_to_death_where_one_unit_of_food_fills_it(name):
    assert not suicides(name, u=500)


def test_random_does_any_of_the_six_as_likely_whatever_it_sees():
    for given in ({}, {"energy": 3, "here": 5, "taken": "WENS"}):
        assert_shares(tally("random", **given), **dict.fromkeys(("stay", "west", "east", "north", "south"), 1 / 6),
                      **{f"reproduce_{side}_key_0": 1 / 24 for side in ANYWHERE})


# XOrganism: report, 4.1


def test_x_organism_carries_over_nothing_and_shows_nothing():
    assert PLAYERS["x-organism"].memory_type(GAME).names == ("rng",)
    assert Organism("x-organism").shows_at_birth == "stay"
    assert does("x-organism", key=7, food="N", taken="W", shows=200) == does("x-organism", food="N", taken="W") == {"north"}


def test_x_organism_is_sated_from_M_minus_u():
    assert does("x-organism", energy=399) == STAY
    assert does("x-organism", energy=400) == STAY | births(*ANYWHERE)
    assert does("x-organism", energy=300, u=200) == STAY | births(*ANYWHERE)
    assert does("x-organism", energy=450, sated=0.4) == STAY


def test_x_organism_sated_breeds_with_probability_07_on_any_vacant_side():
    assert_shares(tally("x-organism", energy=400), stay=0.3, **{f"reproduce_{side}_key_0": 0.175 for side in ANYWHERE})
    assert_shares(tally("x-organism", energy=500, food="E", taken="WN"), stay=0.3, reproduce_east_key_0=0.35,
                  reproduce_south_key_0=0.35)
    assert_shares(breeding(tally("x-organism", energy=450, probability=0.2)), birth=0.2, none=0.8)


def test_x_organism_sated_without_a_birth_leaves_its_food_for_an_empty_side():
    assert_shares(tally("x-organism", energy=400, here=1, taken="N", probability=0.0), west=1 / 3, east=1 / 3, south=1 / 3)
    assert_shares(breeding(tally("x-organism", energy=400, here=1)), birth=0.7, none=0.3)
    assert does("x-organism", energy=400, here=1, taken="NESW") == STAY


def test_x_organism_sated_without_food_stays():
    assert does("x-organism", energy=400, food="N", age=20, probability=0.0) == STAY


def test_x_organism_hungry_goes_to_food_beside_it():
    assert does("x-organism", food="NE") == {"north", "east"}
    assert does("x-organism", food="NE", taken="N") == {"east"}
    assert does("x-organism", food="N", age=20) == {"north"}


def test_x_organism_hungry_on_food_stays():
    assert does("x-organism", here=1, food="N", age=20) == STAY


def test_x_organism_hungry_stays_put_but_every_20th_turn():
    assert [does("x-organism", age=age) for age in (1, 19, 21, 39)] == [STAY] * 4
    assert does("x-organism", age=20) == does("x-organism", age=400) == ANYWHERE
    assert_shares(tally("x-organism", age=40, taken="S"), west=1 / 3, east=1 / 3, north=1 / 3)
    assert does("x-organism", age=20, taken="NESW") == STAY


# SimplePlayer: report, 4.3 and 5; rulebook, 6


def test_simple_player_breeds_from_M_minus_15_u():
    assert does("simple-player", energy=349) == STAY
    assert does("simple-player", energy=350) == STAY | births(*ANYWHERE)
    assert does("simple-player", energy=350, sated=1.0) == STAY
    assert does("simple-player", energy=12, here=1, u=400) == STAY | births(*ANYWHERE)  # 1.5 u >= M: always sated
    assert does("simple-player", energy=11, here=1, u=400) == STAY


def test_simple_player_breeds_with_probability_09_on_any_vacant_side():
    assert_shares(breeding(tally("simple-player", energy=350)), birth=0.9, none=0.1)
    assert_shares(breeding(tally("simple-player", energy=500, here=3)), birth=0.9, none=0.1)
    assert_shares(tally("simple-player", energy=380, probability=1.0, taken="N"), reproduce_west_key_0=1 / 3,
                  reproduce_east_key_0=1 / 3, reproduce_south_key_0=1 / 3)
    assert_shares(breeding(tally("simple-player", energy=380, probability=0.3)), birth=0.3, none=0.7)


def test_simple_player_bears_onto_food_where_it_can():
    assert_shares(tally("simple-player", energy=350, here=1, food="NEW", taken="E"), stay=0.1, reproduce_north_key_0=0.45,
                  reproduce_west_key_0=0.45)
    assert_shares(tally("simple-player", energy=350, here=1, food="N", taken="N"), stay=0.1,
                  **{f"reproduce_{side}_key_0": 0.3 for side in ("west", "east", "south")})
    assert_shares(tally("simple-player", energy=350, here=1, food="N", onto_food=False), stay=0.1,
                  **{f"reproduce_{side}_key_0": 0.225 for side in ANYWHERE})


def test_simple_player_on_food_stays_and_eats():
    for roam in ("full", "never", "twentieth", "always"):
        assert does("simple-player", here=1, food="NESW", age=20, roam=roam) == STAY
        assert does("simple-player", energy=500, here=1, food="N", age=20, roam=roam, probability=0.0) == STAY


def test_simple_player_goes_to_a_random_side_with_food():
    assert_shares(tally("simple-player", food="NES", taken="S"), north=0.5, east=0.5)
    assert_shares(tally("simple-player", energy=11, food="WES", age=20, roam="always"), west=1 / 3, east=1 / 3, south=1 / 3)


def test_simple_player_roams_by_four_readings_of_enough_energy():
    def roams(roam, **given):
        return does("simple-player", roam=roam, probability=0.0, north=1.0, **given) == {"north"}

    assert [roams("full", energy=e, age=20) for e in (11, 399, 400, 500)] == [False, False, True, True]
    assert not any(roams("never", energy=e, age=age) for e in (11, 400, 500) for age in (7, 20))
    assert [roams("twentieth", energy=11, age=age) for age in (1, 19, 20, 21, 40)] == [False, False, True, False, True]
    assert [roams("always", energy=e, age=7) for e in (10, 11, 12, 500)] == [False, False, True, True]
    assert PLAYERS["simple-player"].settings["roam"].default == "full"


ROAMING = {"energy": 400, "probability": 0.0}


def test_simple_player_roaming_goes_north_three_times_in_four():
    assert_shares(tally("simple-player", **ROAMING), north=0.75, west=1 / 12, east=1 / 12, south=1 / 12)
    assert_shares(tally("simple-player", energy=300, roam="always", taken="W"), north=0.75, east=0.125, south=0.125)
    assert_shares(tally("simple-player", energy=300, roam="twentieth", age=60, taken="WE"), north=0.75, south=0.25)


@pytest.mark.parametrize("north", [0.0, 0.3, 1.0])
def test_simple_player_roaming_goes_north_as_often_as_it_is_told(north):
    rest = (1 - north) / 3
    assert_shares(tally("simple-player", north=north, **ROAMING), north=north, west=rest, east=rest, south=rest)


def test_simple_player_roaming_stays_where_only_north_is_vacant_and_it_will_not():
    assert_shares(tally("simple-player", taken="WES", **ROAMING), north=0.75, stay=0.25)
    assert does("simple-player", taken="WES", north=0.0, **ROAMING) == STAY


def test_simple_player_roaming_takes_any_other_side_where_north_is_taken():
    assert_shares(tally("simple-player", taken="N", **ROAMING), west=1 / 3, east=1 / 3, south=1 / 3)
    assert does("simple-player", taken="NESW", **ROAMING) == STAY


def test_simple_player_shows_nothing_and_gives_no_key():
    assert Organism("simple-player").shows_at_birth == "stay"
    assert does("simple-player", key=9, energy=400, probability=1.0, taken="NES") == births("west")


# The aggressive start: report, 7.1


def test_aggressive_start_breeds_earlier_and_always_at_first():
    assert does("aggressive-start", age=1, energy=150, here=1, food="N") == births("north", key=1)
    assert does("aggressive-start", age=1, energy=149, here=1) == STAY
    assert does("aggressive-start", age=98, energy=250, taken="WES") == births("north", key=98)
    assert does("aggressive-start", age=5, energy=399, early=1.0) == STAY
    assert does("aggressive-start", age=5, energy=400, early=1.0, taken="NES") == births("west", key=5)


def test_aggressive_start_is_simple_player_after_until():
    assert does("aggressive-start", age=101, energy=349, here=1) == STAY
    assert_shares(tally("aggressive-start", age=101, energy=350, here=1, taken="WES"), reproduce_north_key_101=0.9, stay=0.1)
    assert does("aggressive-start", age=29, until=30, energy=200, taken="WES") == births("north", key=29)
    assert does("aggressive-start", age=31, until=30, energy=200, taken="WES") == STAY


def test_aggressive_start_children_inherit_the_clock_by_their_key():
    """A child is 1 in the round after its birth, when its parent is a round older as well."""
    for key, age in ((90, 8), (60, 38), (98, 0)):
        assert does("aggressive-start", key=key, age=age, energy=200, taken="WES") == births("north", key=98)
    for key, age in ((90, 11), (60, 41), (100, 1)):
        assert does("aggressive-start", key=key, age=age, energy=200, taken="WES") == STAY
        assert_shares(breeding(tally("aggressive-start", key=key, age=age, energy=400)), birth=0.9, none=0.1)
    assert does("aggressive-start", key=65530, age=50, energy=400, here=1, taken="WES") == STAY | births("north", key=65535)


def test_aggressive_start_lasts_as_many_rounds_as_until_says():
    assert does("aggressive-start", age=1, until=1, energy=200, taken="WES") == births("north", key=1)


@pytest.mark.parametrize("name", SIMPLE[1:])
def test_aggressive_start_and_impostor_feed_and_roam_as_simple_player(name):
    for given in ({"energy": 300, "food": "NE"}, {"energy": 300, "here": 2, "food": "NE"}, {"energy": 300},
                  {"energy": 300, "roam": "twentieth"}, {"energy": 50, "roam": "always", "north": 0.0},
                  ROAMING, {**ROAMING, "taken": "N"}, {**ROAMING, "taken": "WES"}):
        given = {"age": 120, **given}
        assert {action.split()[0] for action in does(name, **given)} == does("simple-player", **given)


# The impostor: report, 4.2


def test_impostor_shows_one_of_3_to_6_all_its_life():
    shown = Counter()
    for number in range(400):
        impostor = Organism("impostor", number)
        state = impostor.shows_at_birth.removeprefix("stay state ")
        shown[state] += 1
        for given in ({}, {"food": "N"}, {"energy": 500}, {"energy": 500, "taken": "NESW"}, {"energy": 5}, {"age": 900}):
            assert impostor.does(**given).endswith(f" state {state}")
    assert_shares(shown, **dict.fromkeys("3456", 0.25))


def test_impostor_breeds_as_simple_player():
    assert_shares(breeding(tally("impostor", energy=350)), birth=0.9, none=0.1)
    assert {answer[:-1] for answer in does("impostor", energy=400, here=1, food="E", probability=1.0)} == {
        "reproduce east key 0 state "}
    assert all(answer.startswith("stay") for answer in does("impostor", energy=349))


# ProtectiveFarmer: report, 3.2 and 4.2; rulebook, 6


def farmer(number=0, key=-1):
    return Organism("protective-farmer", number, key)


def shown(phase, *moves):
    return {f"{move} state {phase}" for move in moves}


def test_protective_farmer_shows_its_phase():
    assert [farmer(key=key).shows_at_birth for key in (-1, 3, 4, 5, 6)] == [
        f"stay state {phase}" for phase in (1, 3, 4, 5, 6)]


def test_protective_farmer_searching_heeds_nobody_s_state():
    assert {frozenset(does("protective-farmer", energy=300, taken="NW", shows=state)) for state in (0, 1, 3, 6)} == {
        frozenset(shown(1, "east", "south"))}


def test_protective_farmer_searching_moves_every_turn_unless_it_is_hungry_on_food():
    assert does("protective-farmer", energy=399) == shown(1, *ANYWHERE)
    assert does("protective-farmer", energy=400, here=4) == shown(1, *ANYWHERE)
    assert does("protective-farmer", energy=399, here=1, food="N") == shown(1, "stay")
    assert does("protective-farmer", energy=11) == shown(1, *ANYWHERE)
    assert does("protective-farmer", energy=300, taken="NESW") == shown(1, "stay")


def test_protective_farmer_prefers_unvisited_food_then_the_unvisited_then_any_open_side():
    assert does("protective-farmer", food="NS", taken="S") == shown(1, "north")
    assert does("protective-farmer", food="NS") == shown(1, "north", "south")
    for number in range(48):
        organism = farmer(number)
        assert organism.does(taken="WNS") == "east state 1"  # west of it is now where it was
        assert organism.does(food="WS") == "south state 1"
        assert organism.does(food="N", taken="WS") == "east state 1"
        assert organism.does(food="W", taken="SE") == "north state 1"
        assert organism.does(food="W", taken="NE") in shown(1, "west", "south")  # been in both: any open one
    assert_shares(Counter(farmer(number).does(taken="N") for number in range(MANY)),
                  west_state_1=1 / 3, east_state_1=1 / 3, south_state_1=1 / 3)


def test_protective_farmer_knows_only_its_way_from_its_birth_not_the_torus():
    seen = set()
    for number in range(48):
        organism = farmer(number)
        for _ in range(20):  # once round a board of 20 columns
            assert organism.does(taken="WNS") == "east state 1"
        seen.add(organism.does())
    assert seen == shown(1, "east", "north", "south")


def test_protective_farmer_searching_again_remembers_the_wall_it_was_born_on():
    for number in range(48):
        organism = farmer(number, key=4)
        assert organism.does(energy=19) == "west state 2"
        assert organism.does(energy=109) in shown(1, "west", "north", "south")  # the food is gone


def test_protective_farmer_builds_where_there_are_more_than_four_units():
    assert does("protective-farmer", energy=400, here=4) == shown(1, *ANYWHERE)
    for answer in does("protective-farmer", energy=400, here=5):
        assert answer.startswith("reproduce") and answer.endswith("state 2")
    assert does("protective-farmer", energy=300, here=5, walls="WENS") == shown(2, "stay")


def test_protective_farmer_bears_a_wall_on_an_open_side_and_gives_it_its_side_as_key():
    for walls in subsets():
        if len(walls) <= 2:
            expected = {f"reproduce {NAMES[side]} key {SIDES[side] + 2} state 2" for side in NAMES if side not in walls}
            found = does("protective-farmer", energy=400, here=5, walls=walls)
            assert found and found <= expected
    assert does("protective-farmer", energy=400, here=5, walls="WE", taken="N", shows=9) == births(
        "south", key=6, state=" state 2")
    assert does("protective-farmer", energy=400, here=5, taken="WENS", shows=2) == shown(2, "stay")


def test_protective_farmer_builds_all_its_life_and_takes_the_last_side_itself():
    organism, walls = farmer(), ""
    for number in range(3):
        _, side, _, key, _, state = organism.does(energy=480, here=9 - number, walls=walls).split()
        letter = next(letter for letter, name in NAMES.items() if name == side)
        assert letter not in walls and key == str(SIDES[letter] + 2) and state == "2"
        walls += letter
    last = next(side for side in NAMES if side not in walls)
    assert organism.does(energy=400, here=6, walls=walls) == "stay state 2"  # first it eats
    wall = f" state {SIDES[last] + 2}"
    assert organism.does(energy=401, here=5, walls=walls) == NAMES[last] + wall
    assert {organism.does(energy=energy) for energy in (391, 300, 20)} == {"stay" + wall}


@pytest.mark.parametrize("last", NAMES)
def test_protective_farmer_becomes_the_wall_of_any_last_side(last):
    walls = "WENS".replace(last, "")
    assert does("protective-farmer", energy=450, here=5, walls=walls) == shown(SIDES[last] + 2, NAMES[last])
    assert does("protective-farmer", energy=450, here=5, walls=walls, taken=last) == shown(2, "stay")


def test_protective_farmer_takes_anybody_showing_3_to_6_for_a_wall():
    for state, is_wall in ((2, False), (3, True), (4, True), (5, True), (6, True), (7, False)):
        assert (does("protective-farmer", energy=450, here=5, taken="WEN", shows=state) == shown(6, "south")) == is_wall
        assert does("protective-farmer", energy=450, here=5, taken="WENS", shows=state) == shown(2, "stay")


INWARD = {"W": "east", "E": "west", "N": "south", "S": "north"}


@pytest.mark.parametrize("side", NAMES)
def test_protective_farmer_wall_stays_until_its_energy_is_v_and_9_s(side):
    key = SIDES[side] + 2
    for given in ({"energy": 20}, {"energy": 399, "here": 1}, {"energy": 500}, {"energy": 300, "food": "WENS"}):
        assert does("protective-farmer", key=key, **given) == shown(key, "stay")
    assert does("protective-farmer", key=key, energy=19) == does("protective-farmer", key=key, energy=11) == shown(
        2, INWARD[side])
    assert does("protective-farmer", key=key, energy=10) == shown(key, "stay")  # it would not survive the move
    assert does("protective-farmer", key=key, energy=38, s=2, v=20) == shown(2, INWARD[side])
    assert does("protective-farmer", key=key, energy=39, s=2, v=20) == shown(key, "stay")
    inside = INWARD[side][0].upper()
    assert does("protective-farmer", key=key, energy=15, taken=inside) == shown(key, "stay")


def test_protective_farmer_wall_goes_back_out_when_fed():
    organism = farmer(key=3)
    assert organism.does(energy=19) == "east state 2"
    assert {organism.does(energy=energy, here=9, walls="ENS") for energy in (109, 208, 307, 400)} == {"stay state 2"}
    assert organism.does(energy=406, here=6, walls="ENS") == "west state 3"
    assert [organism.does(energy=energy) for energy in (395, 20, 19)] == ["stay state 3", "stay state 3", "east state 2"]
    assert organism.does(energy=109, here=0, walls="ENS") == "west state 3"  # nothing left to eat


def test_protective_farmer_wall_in_the_middle_fills_gaps():
    organism = farmer(key=5)
    assert organism.does(energy=19) == "south state 2"
    assert organism.does(energy=300, here=5, walls="ES") in births("west", key=3, state=" state 2") | births(
        "north", key=5, state=" state 2")


def test_protective_farmer_searches_again_where_the_food_is_gone_before_the_walls_stand():
    organism = farmer()
    organism.does(energy=100, here=5)
    assert organism.does(energy=100, here=0, walls="ES", food="N") == "north state 1"


@pytest.mark.parametrize("side", NAMES)
def test_protective_farmer_wall_breeds_outward_where_its_own_cell_has_food(side):
    key = SIDES[side] + 2
    counts = tally("protective-farmer", key=key, energy=400, here=1, food="WENS")
    assert_shares(breeding(counts), birth=0.7, none=0.3)
    assert set(counts) == shown(key, "stay") | births(NAMES[side], key=1, state=f" state {key}")
    for given in ({"energy": 399, "here": 1}, {"energy": 500}, {"energy": 500, "here": 1, "taken": side}):
        assert does("protective-farmer", key=key, **given) == shown(key, "stay")


# SurviveSheep: rulebook, 8


def test_survive_sheep_breeds_above_09_M_by_an_even_key_and_07_M_by_an_odd_one():
    for key, limit in ((0, 450), (2, 450), (4, 450), (-1, 350), (1, 350), (3, 350)):
        assert does("survive-sheep", key=key, age=50, energy=limit) == STAY
        assert does("survive-sheep", key=key, age=50, energy=limit + 1) == births("east", key=2)
    assert does("survive-sheep", key=2, age=50, energy=451, here=9, food="S") == births("east", key=2)


def test_survive_sheep_breeds_in_turn_from_east():
    sheep = Organism("survive-sheep", key=2)
    keys = {"east": 2, "north": 3, "south": 4, "west": 1}
    assert [sheep.does(energy=460) for _ in range(5)] == [
        f"reproduce {side} key {keys[side]}" for side in ("east", "north", "south", "west", "east")]
    assert sheep.does(energy=460, taken="NS") == "reproduce west key 1"
    assert sheep.does(energy=460, taken="NSEW") == "stay"


def test_survive_sheep_on_food_breeds_onto_food_above_a_quarter_of_M():
    assert does("survive-sheep", energy=126, here=1, food="NW") == births("north", key=3) | births("west", key=1)
    assert does("survive-sheep", energy=126, here=1, food="NW", taken="W") == births("north", key=3)
    assert does("survive-sheep", energy=125, here=1, food="NW") == STAY
    assert does("survive-sheep", energy=300, here=1) == does("survive-sheep", energy=300, here=1, age=100) == STAY


def test_survive_sheep_off_food_steps_to_free_food():
    for age in (5, 50, 100):
        assert does("survive-sheep", key=2, age=age, food="NS") == {"north", "south"}
        assert does("survive-sheep", key=2, age=age, food="NS", taken="N") == {"south"}


@pytest.mark.parametrize("side", NAMES)
def test_survive_sheep_walks_on_from_its_birth_for_20_turns_and_every_100th(side):
    answers = {age: does("survive-sheep", key=SIDES[side], age=age) for age in (1, 19, 20, 21, 40, 99, 100, 101, 200)}
    assert [age for age, answer in answers.items() if answer == {NAMES[side]}] == [1, 19, 20, 100, 200]
    assert all(answers[age] == STAY for age in (21, 40, 99, 101))
    assert does("survive-sheep", key=SIDES[side], age=5, taken=side) == STAY


def test_survive_sheep_founder_walks_east():
    assert does("survive-sheep", age=5) == {"east"}
