"""The students' organisms of 2012, 2013 and 2023, tested by views made by hand and by short games alone.

A view says what is here (energy, food), on which sides there is food (`food="NE"`) and which are taken (`taken="S"`, all
showing `shows`); an answer is written as people do: `north`, `reproduce west key 3`, ` state 85`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from lek import dice
from lek.agent import Agent, configured
from lek.game import record
from lek.games.organisms import action_name, organisms
from lek.players.organisms import course_2012 as organisms_2012
from lek.players.organisms import course_2013 as organisms_2013
from lek.players.organisms import course_2023 as organisms_2023
from lek.playing import play

from .seen import view as seen_in

PLAYERS = {**organisms_2012.PLAYERS, **organisms_2013.PLAYERS, **organisms_2023.PLAYERS}
GAME = organisms(preset="report-default", species=1)
SMALL = organisms(species=1, width=6, height=5, rounds=200, p=0.02)
STAY = {"stay"}
MOMENT = ("energy", "here", "food", "taken", "walls", "shows", "age", "key")


def view(**seen):
    """What an organism sees; what is not about the moment is a setting of its world."""
    climate = {name: seen.pop(name) for name in [*seen] if name not in MOMENT}
    return seen_in(organisms(species=1, **climate) if climate else GAME, **seen)


class Organism:
    """An organism just born, of this key; `number` names its dice."""

    def __init__(self, name, number=0, key=-1):
        self.brain = PLAYERS[name]
        self.genome = configured(self.brain, GAME, {})
        self.memory = record(self.brain.memory_type(GAME))
        self.memory[0].rng = dice.stream(7, number, 1)
        self.key, self.age = key, 0
        self.shows_at_birth = action_name(int(self.on(energy=0)))

    def on(self, **given):
        v = view(**{"age": self.age, "key": self.key, **given})
        self.age = int(v.age) + 1
        return int(self.brain.act(self.genome[0], self.memory[0], v))

    def does(self, **given):
        return action_name(self.on(**given))


def does(name, key=-1, **given):
    """All that it does there, over many dice."""
    return {Organism(name, number, key).does(**given) for number in range(64)}


def births(*sides, key=0, state=""):
    return {f"reproduce {side} key {key}{state}" for side in sides}


def test_every_player_has_a_test_of_its_own():
    tested = {name for name in globals() if name.startswith("test_")}
    missing = [name for name in PLAYERS if not any(
        test.startswith("test_" + name.replace("-", "_") + "_") for test in tested)]
    assert not missing


# 2012


def test_bacteria_sits_until_it_is_200_or_rich_then_only_breeds():
    assert does("bacteria", age=199, here=50, food="N") == STAY
    assert does("bacteria", age=200) == births("north")
    assert does("bacteria", age=3, here=51, taken="N") == births("south")
    assert does("bacteria", age=200, taken="NS") == births("east")
    assert does("bacteria", age=200, taken="NSE") == births("west")
    assert does("bacteria", age=200, taken="NSEW") == does("bacteria", age=200, energy=11) == STAY


def test_locust_runs_straight_and_turns_to_food():
    locust = Organism("locust", key=2)
    assert [locust.does(), locust.does(food="S"), locust.does()] == ["east", "south", "south"]
    assert does("locust") == {"west", "east", "north", "south"}  # a founder, anywhere
    assert does("locust", key=2, here=1, food="N") == STAY
    assert does("locust", key=2, energy=10) == STAY


def test_locust_breeds_round_the_compass_from_09_M_down_to_5_v():
    locust = Organism("locust", key=3)
    assert [locust.does(energy=e) for e in (449, 450, 220, 105, 51, 50)] == [
        "north", "reproduce east key 2", "reproduce north key 3", "reproduce south key 4", "reproduce west key 1", "north"]
    assert Organism("locust", key=3).does(energy=500, taken="E") == "reproduce north key 3"


def test_hoarder_stands_north_of_its_hoard_and_eats_when_hungry():
    hoarder = Organism("hoarder")
    assert [hoarder.does(energy=300, here=11), hoarder.does(energy=290), hoarder.does(energy=200, food="S")] == [
        "north", "stay", "stay"]
    assert [hoarder.does(energy=199, food="S"), hoarder.does(energy=189, here=9), hoarder.does(energy=288, here=8)] == [
        "south", "stay", "north"]
    assert hoarder.does(energy=199, taken="S") == "stay"


def test_hoarder_breeds_every_100th_turn_on_guard():
    hoarder = Organism("hoarder")
    hoarder.does(here=11)
    assert hoarder.does(age=100, taken="N") == "reproduce east key 0"
    assert hoarder.does(age=100, taken="NE") == hoarder.does(age=101) == "stay"
    assert Organism("hoarder").does(age=100, energy=500) == "stay"  # not on guard


def test_hoarder_roams_every_third_turn():
    hoarder = Organism("hoarder")
    assert [hoarder.does(age=age) for age in (1, 2, 3, 4)] == ["stay", "stay", "south", "stay"]
    assert [hoarder.does(age=6, food="E"), hoarder.does(age=9)] == ["east", "east"]


def test_spore_germinates_on_a_full_cell_only():
    assert does("spore", here=79, energy=450) == births("west", "east", "north", "south")
    assert does("spore", here=78, energy=450, age=5) == STAY
    spore = Organism("spore")
    answers = [spore.does(here=80 - n, energy=450, taken="NSE") for n in range(6)]
    assert answers == ["reproduce west key 0"] * 4 + ["stay"] * 2
    assert spore.does(here=0, energy=450, age=10) == "south"  # all eaten: it drifts again


def test_spore_drifts_a_step_every_v_over_s_turns():
    assert [does("spore", age=age, food="E") for age in (9, 10, 11, 20)] == [STAY, {"east"}, STAY, {"east"}]
    assert does("spore", age=10) == {"south"}


def test_spawn_player_breeds_onto_food_above_200_and_10_a_generation():
    assert does("spawn-player", energy=201, food="NES") == births("north", key=1)
    assert does("spawn-player", key=5, energy=250, food="E") == {"east"}
    assert does("spawn-player", key=5, energy=251, food="E") == births("east", key=6)
    assert does("spawn-player", key=29, energy=491, food="S") == births("south", key=29)


def test_spawn_player_eats_goes_to_food_or_strays():
    assert does("spawn-player", energy=150, here=2, food="E") == STAY
    assert does("spawn-player", energy=150, here=1, food="ES", taken="E") == {"south"}
    assert does("spawn-player", energy=150) == does("spawn-player", energy=400, here=9) == {"west", "east", "north", "south"}


# 2013


def test_rainbow_castle_breeds_across_its_heading_above_07_M():
    assert {a for k in range(20) for a in [Organism("rainbow-castle", k).does(energy=351)]} == \
        {"reproduce north key 3 state 129", "reproduce south key 4 state 129"}
    assert {a for k in range(20) for a in [Organism("rainbow-castle", k, key=4).does(energy=351)]} == \
        {"reproduce west key 1 state 132", "reproduce east key 2 state 132"}
    assert does("rainbow-castle", energy=350) == {"west state 129"}


def test_rainbow_castle_stalks_foreigners_when_young_and_stays_when_old():
    assert Organism("rainbow-castle", key=3).shows_at_birth == "stay state 131"
    assert does("rainbow-castle", age=20, taken="E", shows=127) == {"stay state 129"}
    assert does("rainbow-castle", age=20, taken="E", shows=128) == {"west state 129"}
    assert does("rainbow-castle", age=20, taken="W", shows=130) == {"north state 131"}  # kin bars its way
    assert does("rainbow-castle", age=21) == {"stay state 129"}
    assert does("rainbow-castle", age=21, food="S", taken="E", shows=1) == {"south state 129"}


def test_flood_waits_and_walks_while_it_is_lost():
    flood = Organism("flood")
    assert [flood.does(age=age, energy=480) for age in (1, 12, 13)] == ["stay state 85", "stay state 85", "north state 85"]
    assert flood.does(age=14, energy=480, food="S") == "reproduce south key 10 state 85"  # no longer lost
    assert flood.does(age=15, energy=275) == "reproduce west key 9 state 85"  # now to the left


def test_flood_third_generation_settles():
    assert does("flood", key=19, energy=274) == does("flood", key=19, energy=100, here=1) == {"stay state 85"}
    assert does("flood", key=11, energy=274) == {"north state 85"}  # the second streams on
    flood = Organism("flood", key=19)
    assert [flood.does(energy=275), flood.does(energy=275)] == \
        ["reproduce north key 19 state 85", "reproduce east key 18 state 85"]


def test_flood_thins_out_among_kin_and_blocks_enemies():
    assert does("flood", key=19, energy=200, taken="NE", shows=85) == {"west state 85"}
    assert does("flood", key=18, energy=200, taken="NE", shows=85) == {"stay state 85"}  # not back
    assert does("flood", key=19, energy=200, taken="NE", shows=84) == {"stay state 85"}
    assert does("flood", key=19, energy=200, taken="NE", shows=84, food="S") == {"south state 85"}


def test_pattern_maker_eats_in_its_own_four_turns():
    """Roles 0, 1, 2 and 3 of a cycle, from the turn before they go out; keys are 32 role + turn."""
    for role, out, back in ((0, "west", "east"), (1, "east", "west"), (2, "south", "north"), (3, "west", "east"),
                            (4, "east", "west")):
        organism = Organism("pattern-maker", key=32 * role + (7 * role - 1) % 32)
        state = f" state {role}" if role else ""
        expected = [out, "stay", "stay", "stay", back] if role < 4 else [out, "stay", "stay", back]
        assert [organism.does() for _ in expected] == [f"{answer}{state}" for answer in expected]


def test_pattern_maker_lays_out_roles_by_its_children():
    given = {"energy": 451}
    assert does("pattern-maker", key=4, **given) == {
        "reproduce east key 37", "reproduce north key 133", "reproduce south key 101"}
    assert does("pattern-maker", key=32, **given) == {
        "reproduce south key 65 state 1", "reproduce west key 1 state 1", "reproduce north key 97 state 1"}
    assert does("pattern-maker", key=64, **given) == {"reproduce west key 97 state 2"}
    assert does("pattern-maker", key=4, energy=450) == does("pattern-maker", key=4, taken="NE", **given) == STAY


def test_pattern_maker_founder_waits_and_roles_take_turns():
    founder = Organism("pattern-maker")
    answers = [founder.does() for _ in range(33 + 32)]
    assert set(answers[:32]) == {"stay state 5"}
    assert (answers[32], answers[36], answers[64]) == ("west", "east", "stay state 1")


# 2023


def test_bh_breeds_above_300_and_stays_on_3_food():
    assert does("bh", energy=301, here=2, food="E") == births("west", "east", "north", "south")
    assert does("bh", energy=301, here=3) == does("bh", energy=301, taken="NSEW") == STAY
    assert does("bh", energy=300, here=2, food="ES", taken="E") == {"south"}


def test_bh_roams_every_10th_turn_before_100_mostly_to_new_cells():
    assert [len(does("bh", age=age)) for age in (9, 10, 90, 100)] == [1, 4, 4, 1]
    back = 0
    for number in range(400):
        organism = Organism("bh", number)
        assert organism.does(age=10, taken="NSW") == "east"
        back += organism.does(age=20) == "west"
    assert 5 <= back <= 40  # a twentieth: one time in five it chooses among all four


def test_not_so_slow_breeds_on_food_if_both_halves_are_rich():
    assert does("not-so-slow", energy=211, here=1, food="N") == births("north")
    assert does("not-so-slow", energy=210, here=1, food="N") == STAY
    assert does("not-so-slow", energy=400, here=16, food="N") == STAY  # so much food is eaten first
    assert does("not-so-slow", energy=400, here=0, food="N") == {"north"}
    assert does("not-so-slow", energy=400, here=1) == STAY  # no food was ever seen around


def test_not_so_slow_goes_by_its_map():
    organism = Organism("not-so-slow")
    for _ in range(3):
        organism.does(energy=400, here=1, food="W", taken="W")  # beside, under somebody
    organism.does(energy=400, here=1, taken="W")
    assert organism.does(energy=400, food="WE") == "west"
    organism = Organism("not-so-slow")
    organism.does(energy=400, here=1, food="W", taken="W")
    assert organism.does(energy=400, food="S") == "south"
    found = {organism.does(energy=400, taken="SE") for _ in range(20)}
    assert found <= {"stay", "north", "west"} and len(found) > 1


def test_not_so_slow_leaves_anywhere_when_it_is_desperate():
    assert does("not-so-slow", energy=99, taken="NSE") == {"stay", "west"}
    assert does("not-so-slow", energy=100, taken="NSE") == STAY


def test_lantern_fly_breeds_above_330_onto_food():
    assert does("lantern-fly", energy=331, food="NE", taken="E") == births("north")
    assert does("lantern-fly", energy=331, taken="NE") == births("west", "south")
    assert does("lantern-fly", energy=330, here=5, food="N") == STAY
    assert does("lantern-fly", energy=330, here=4, food="N") == {"north"}


def test_lantern_fly_roams_every_20th_turn_before_150():
    assert [len(does("lantern-fly", age=age)) for age in (19, 20, 140, 160)] == [1, 4, 4, 1]


def test_chameleon_changes_with_the_food_around_it():
    chameleon = Organism("chameleon")
    chameleon.does(energy=300)
    assert chameleon.memory[0].climate == 0
    for _ in range(3):
        chameleon.does(energy=300, here=1, food="N", taken="NESW")
    assert chameleon.memory[0].climate == 1
    for _ in range(12):
        chameleon.does(energy=300, here=1, food="N", taken="NESW")
    assert chameleon.memory[0].climate == 2
    for turn in range(60):
        chameleon.does(energy=300)
        assert chameleon.memory[0].climate >= 1 or turn >= 40
    for _ in range(40):
        chameleon.does(energy=300)
    assert chameleon.memory[0].climate == 0


def test_chameleon_harvests_in_a_rainforest():
    chameleon = Organism("chameleon")
    for _ in range(20):
        chameleon.does(energy=300, here=1, food="NE", taken="NESW")
    assert [chameleon.does(energy=e, food="E", taken="W") for e in (100, 44, 30)] == ["reproduce north key 0"] * 2 + ["stay"]
    assert [chameleon.does(energy=29, food="E", taken="W"), chameleon.does(energy=118)] == ["east", "west"]


def test_memory_is_not_so_slow_where_food_is_rare_and_bh_elsewhere():
    organism = Organism("memory")
    assert {organism.does(energy=400, here=1) for _ in range(30)} == STAY  # as NotSoSlow
    assert organism.does(energy=400, here=1, food="E").startswith("reproduce")
    assert organism.does(energy=400, here=1, food="E").startswith("reproduce")
    assert organism.does(energy=400, here=1).startswith("reproduce")  # 2 of 132 or so: BH breeds where nothing is near
    old = Organism("memory")
    old.does(energy=200, age=150, food="NESW")
    assert old.memory[0].cells == 0


# All of them


@pytest.mark.parametrize("name", PLAYERS)
def test_everybody_lives_alone_on_a_small_board(name):
    agent = Agent(name, PLAYERS[name], configured(PLAYERS[name], SMALL, {}))
    count, energy = play(SMALL, [agent], [[0]] * 20, 3).measures[:, 0, :2].T
    assert (count <= 30).all() and (energy <= 500 * count).all()
    assert (count > 0).sum() >= 10


EVERYWHERE = """
import json
from lek.agent import Agent, configured
from lek.games.organisms import organisms
from lek.position import result
from lek.watching import watch
from lek.players.organisms import course_2012 as organisms_2012, course_2013 as organisms_2013, course_2023 as organisms_2023
scores, wrong = {}, []
boards = [dict(width=6, height=5, rounds=200, p=0.02), dict(width=1, height=1, rounds=20, p=0.5),
          dict(width=5, height=1, rounds=40, p=0.2, q=0.5, K=1), dict(width=4, height=3, rounds=20, p=0.3, v=1000, M=100),
          dict(width=4, height=3, rounds=20, p=0.3, q=0.5, v=1, s=7, u=1, M=1, energy=1),
          dict(width=4, height=3, rounds=40, p=0.5, q=0.9, v=2, u=200, M=1000, K=1000)]
for name, brain in {**organisms_2012.PLAYERS, **organisms_2013.PLAYERS, **organisms_2023.PLAYERS}.items():
    for board in boards:
        game = organisms(species=1, **{"energy": min(500, board.get("M", 500)), "u": min(100, board.get("M", 500)), **board})
        agent = Agent(name, brain, configured(brain, game, {}))
        try:
            *_, last = watch(game, [agent], 1)
            scores.setdefault(name, []).append(result(game, last.state)[0][0])
        except Exception as error:
            wrong.append(f"{name}, {board}: {error!r}")
print(json.dumps([scores, wrong]))
"""


def test_everybody_makes_only_legal_moves_with_any_settings_and_the_same_ones_compiled():
    """In plain Python, where a wrong index raises, and where so many kinds of view need no compiling."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", EVERYWHERE], capture_output=True, text=True,
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr
    scores, wrong = json.loads(done.stdout)
    assert not wrong
    agents = [Agent(name, brain, configured(brain, SMALL, {})) for name, brain in PLAYERS.items()]
    assert {name: score[0] for name, score in scores.items()} == {
        agent.name: play(SMALL, [agent], [[0]], 1).scores[0, 0] for agent in agents}
