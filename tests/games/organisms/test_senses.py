"""What is sensed of Organisms, sentence by sentence: M = 500, K = 80, v = 10."""

from __future__ import annotations

import pytest

from lek.games.organisms import action_name, organisms
from lek.players.organisms.senses import senses
from tests.games.sensed import Sensing

GAME = organisms(species=1)
SIDES = {"W": 1, "E": 2, "N": 3, "S": 4}


def view(energy=300, here=0, food="", taken="", age=5):
    v = GAME.blank_view()[0]
    v.energy, v.food_left, v.age = energy, here, age
    v.food[:], v.neighbour[:] = 0, -1
    v.food[0] = here > 0
    for side in food:
        v.food[SIDES[side]] = 1
    for side in taken:
        v.neighbour[SIDES[side]] = 7
    return v


@pytest.fixture
def sensing():
    return Sensing(senses(GAME), GAME)


def test_choices_are_to_stay_to_go_and_to_have_a_child_on_vacant_sides(sensing):
    assert sensing.choices(view()) == list(range(9))
    assert sensing.choices(view(taken="EN")) == [0, 1, 4, 5, 8]
    assert sensing.choices(view(taken="WENS")) == [0]
    assert sensing.choices(view(energy=0)) == [0], "who is asked for its state alone can do nothing else"


def test_a_choice_is_the_action_that_it_is_called(sensing):
    v = view()
    names = [action_name(int(sensing.senses.action(sensing.memory, v, c))) for c in (0, 1, 4, 5, 8)]
    assert [name.split(" key")[0].split(",")[0] for name in names] == ["stay", "west", "south", "reproduce west",
                                                                      "reproduce south"]


def test_how_it_stands(sensing):
    for c in (0, 3, 8):
        seen = sensing.numbers(view(energy=250, here=4, food="WE", taken="ES", age=10), c)
        assert [seen[name] for name in ("energy", "food_here", "food_beside", "neighbours", "young")] == [
            0.5, 0.4, 0.25, 0.5, 0.8]
    assert sensing.numbers(view(here=12, age=99), 0)["food_here"] == 1
    assert sensing.numbers(view(age=99), 0)["young"] == 0


GOES = ("goes", "goes_full", "goes_to_food", "leaves_food")
BREEDS = ("breeds", "breeds_full", "breeds_to_food", "breeds_in_crowd")


@pytest.mark.parametrize("c, goes, breeds", [
    (0, [0, 0, 0, 0], [0, 0, 0, 0]), (1, [1, 0.5, 0, 1], [0, 0, 0, 0]), (3, [1, 0.5, 1, 1], [0, 0, 0, 0]),
    (5, [0, 0, 0, 0], [1, 0.5, 0, 0.25]), (7, [0, 0, 0, 0], [1, 0.5, 1, 0.25])])
def test_what_a_choice_does(sensing, c, goes, breeds):
    seen = sensing.numbers(view(energy=250, here=3, food="N", taken="E"), c)
    assert [[seen[name] for name in names] for names in (GOES, BREEDS)] == [goes, breeds]
    assert sensing.numbers(view(energy=250), 1)["leaves_food"] == 0


@pytest.mark.parametrize("given, symbol", [
    ({"energy": 100}, 0), ({"energy": 130}, 4), ({"energy": 499}, 12), ({"energy": 500}, 12),
    ({"energy": 100, "here": 1}, 2), ({"energy": 260, "food": "S"}, 9), ({"energy": 260, "food": "S", "taken": "S"}, 8)])
def test_a_machine_reads_energy_and_food(sensing, given, symbol):
    assert sensing.senses.symbol(sensing.memory, view(**given)) == symbol


def test_answers_take_any_side_that_fits(sensing):
    made = {name: action_name(action) for name, action in sensing.answers(view(food="NE", taken="E")).items()}
    assert set(made) == set(sensing.senses.answers)
    assert made["stay"].startswith("stay") and made["go to food"].startswith("north")
    assert made["have a child on food"].startswith("reproduce north")
    assert set(sensing.answers(view())) == {"stay", "go to any side", "have a child on any side"}
    assert set(sensing.answers(view(food="WENS", taken="WENS"))) == {"stay"}
    anywhere = {sensing.answers(view(taken="E"))["go to any side"] for _ in range(60)}
    assert {action_name(action).split(",")[0] for action in anywhere} == {"west", "north", "south"}
