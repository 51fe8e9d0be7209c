"""The fast rules of Moose against their naive twin, round by round over whole games; and machines against the twin's.

The twin was written from the rulebook, not from the fast code.
"""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lek.agent import Agent, Population
from lek.game import record
from lek.games.moose import moose
from lek.players.moose.machines import machines, symbol
from lek.playing import play
from lek.position import result
from lek.watching import watch

from . import twin as naive

EXACT = 1e-12  # two libraries' exponentials may differ in the last bit


@st.composite
def whole_games(draw):
    """Settings, and for each round a choice a moose: a field, or a number that names none."""
    fields, count = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    real = st.floats(0.0, 100.0) | st.sampled_from([0.5, 1.0, 2.0, 10.0])
    given = {"rule": draw(st.sampled_from(naive.RULES)), "moose": count, "fields": fields,
             "capacity": tuple(draw(real) for _ in range(fields)),
             "growth": tuple(draw(st.floats(0.0, 4.0) | st.sampled_from([0.5, 1.0, 2.0])) for _ in range(fields))}
    choice = st.integers(0, fields - 1) | st.sampled_from([0, 1, -1, fields, 2**40, -(2**40)])
    moves = draw(st.lists(st.lists(choice, min_size=count, max_size=count), min_size=1, max_size=30))
    return {**given, "rounds": len(moves)}, moves


@settings(max_examples=80, deadline=None, derandomize=True)
@given(whole_games())
def test_the_fast_rules_agree_with_the_twin_after_every_round(whole):
    given, moves = whole
    game, twin = moose(**given), naive.Moose(**given)
    s = game.blank.copy()[0]
    game.start(s)
    for number, choices in enumerate(moves):
        for moose_number, choice in enumerate(choices):
            assert s.chooser == moose_number
            game.step(s, choice)
        twin.play_round([choice if choice in range(given["fields"]) else None for choice in choices])
        assert s.turn == twin.round_number == number + 1
        assert s.x.tolist() == twin.x  # the same sums in the same order: equal to the last bit
        assert s.total.tolist() == pytest.approx(twin.score, rel=EXACT, abs=EXACT)
        assert s.visits.tolist() == twin.visits
        assert s.fights.tolist() == twin.fights_at
        assert [None if field < 0 else field for field in s.last.tolist()] == twin.last
    assert twin.over and s.turn == s.rounds
    assert s.fights.sum(axis=1).tolist() == twin.fights


def test_the_drawn_games_hold_what_they_should():
    """The games above are worth little if they are all alike."""
    seen = set()

    @settings(max_examples=80, deadline=None, derandomize=True, database=None)
    @given(whole_games())
    def look(whole):
        given, moves = whole
        seen.add(given["rule"])
        seen.add((given["moose"], given["fields"]))
        for choices in moves:
            there = [choice for choice in choices if choice in range(given["fields"])]
            seen.add("absent" if len(there) < len(choices) else "all there")
            seen.add("peace" if len(set(there)) == len(there) else "fight")
            seen.add("crowd" if any(there.count(k) > 2 for k in there) else "no crowd")

    look()
    assert {"paper", "contest", "absent", "all there", "peace", "fight", "crowd"} <= seen
    assert len({pair for pair in seen if isinstance(pair, tuple)}) >= 12


# Machines


@pytest.mark.parametrize("fields, others", list(product(range(2, 6), range(1, 5))))
def test_a_symbol_is_the_place_in_the_list_of_all_combinations(fields, others):
    combinations = naive.all_symbols(fields, others)
    found = set()
    for chosen in product(range(fields), repeat=others):
        place = symbol(np.array(chosen, np.int32), fields)
        assert combinations[place] == tuple(sorted(chosen))
        found.add(int(place))
    assert found == set(range(len(combinations)))


@pytest.mark.parametrize("others", range(1, 5))
def test_there_is_no_symbol_where_somebody_stayed_away(others):
    for away in range(others):
        chosen = np.array([2, 0, 1, 2][:others], np.int32)
        assert symbol(chosen, 3) >= 0
        chosen[away] = -1
        assert symbol(chosen, 3) == -1


def machine_agents(game, twins):
    """The twin's machines (dicts) as agents of ours."""
    brain = machines(game, states=len(twins[0]["to"])).brain
    return [Agent(f"machine {i}", brain, record(brain.genome_type(game), **twin)) for i, twin in enumerate(twins)]


@pytest.mark.parametrize("count, fields, given", [
    (2, 3, {}), (2, 3, {"rule": "contest", "rounds": 100}), (2, 3, {"growth": 2.0, "capacity": (10.0, 20.0, 20.0)}),
    (2, 3, {"growth": 0.75}), (3, 3, {}), (3, 3, {"rule": "contest", "capacity": (10.0, 5.5, 20.0)}),
])
def test_machines_play_as_the_twins_machines_do(count, fields, given):
    game = moose(moose=count, fields=fields, **given)
    rng = random.Random(f"{count} {fields} {given}")
    symbols = len(naive.all_symbols(fields, count - 1))
    for _ in range(6):
        twins = [naive.random_machine(rng, 5, fields, symbols) for _ in range(count)]
        own = {name: game.settings[name] for name in ("rule", "moose", "fields", "capacity", "growth", "rounds")}
        twin = naive.Moose(**own)
        history = naive.play_machines(twins, twin)
        turns = list(watch(game, machine_agents(game, twins), 0))
        assert np.array([turn.action for turn in turns]).reshape(-1, count).tolist() == history
        scores, measures = result(game, turns[-1].state)
        assert scores.tolist() == pytest.approx(twin.score, rel=EXACT)
        assert measures[:, 0].tolist() == twin.fights


@pytest.mark.parametrize("fast", [True, False])
def test_machines_score_as_the_twins_machines_do_in_the_loop_and_on_the_fast_path(fast):
    game, rng = moose(), random.Random(8)
    twins = [naive.random_machine(rng) for _ in range(12)]
    agents = machine_agents(game, twins)
    schedule = [(i, j) for i in range(12) for j in range(12)]
    population = Population(agents[0].brain, np.concatenate([agent.genome for agent in agents]).view(np.recarray))
    played = play(game, population, schedule, 0, fast=fast)
    for (i, j), scores, measures in zip(schedule, played.scores, played.measures, strict=True):
        twin = naive.Moose()
        naive.machine_play(twins[i], twins[j], twin)
        assert scores.tolist() == pytest.approx(twin.score, rel=EXACT)
        assert measures.tolist() == [[twin.fights[k], *twin.visits[k], *twin.fights_at[k]] for k in range(2)]
