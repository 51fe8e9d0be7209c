"""The naive moose game against its rulebook: the paper's Fig. 1, gains, both rules, and numbers found by others."""

import itertools
import random

import numpy as np
import pytest

from .twin import (
    Moose,
    all_symbols,
    conflict_of,
    copy_machine,
    crossover,
    evolve,
    machine_play,
    mutate,
    next_generation,
    play_machines,
    random_machine,
    round_robin,
    symbol_of,
)

EXPERIMENTS = {  # Table I: growth rate, capacities
    1: (1.0, (10.0, 10.0, 10.0)),
    2: (2.0, (10.0, 10.0, 10.0)),
    3: (3.0, (10.0, 10.0, 10.0)),
    4: (1.0, (10.0, 10.0, 20.0)),
    5: (1.0, (10.0, 10.0, 30.0)),
    6: (1.0, (10.0, 20.0, 20.0)),
    7: (2.0, (10.0, 20.0, 20.0)),
}


def game_of(experiment, rounds=50):
    growth, capacity = EXPERIMENTS[experiment]
    return Moose(capacity=capacity, growth=(growth,) * 3, rounds=rounds)


def stay(field, symbols=3):
    """A one-state machine that never leaves its field."""
    return {"first": field, "to": [[0] * symbols], "say": [[field] * symbols]}


# The paper's rule


@pytest.mark.parametrize("first_step", [[0, 0], [0, 1]])
def test_figure_1(first_step):
    game = Moose()
    game.play_round(first_step)
    game.play_round([0, 1])  # step 2: harvest of field 2; nobody has been on field 3
    for _ in range(3):
        game.play_round([0, 0])  # steps 3 to 5: continual fighting over field 1
    assert game.x == [0, 3, 6]
    before = list(game.score)
    game.play_round([2, 2])  # step 6
    assert game.x == [1, 4, 5]
    assert game.score == before
    game.play_round([0, 1])  # step 7
    assert game.x == [0, 0, 6]
    assert game.score[0] - before[0] == pytest.approx(game.gain(0, 2))
    assert game.score[1] - before[1] == pytest.approx(game.gain(1, 5))


def test_five_fights_from_the_start_are_not_figure_1():
    game = Moose()
    for _ in range(5):
        game.play_round([0, 0])
    assert game.x == [0, 6, 6]
    game.play_round([2, 2])
    game.play_round([0, 1])
    assert game.score == [pytest.approx(game.gain(0, 2)), pytest.approx(game.gain(1, 8))]


@pytest.mark.parametrize("x, gain", [(1, 2.3106), (2, 3.8080), (3, 4.5257), (4, 4.8201), (5, 4.9331), (6, 4.9753)])
def test_gains_for_capacity_10(x, gain):
    assert Moose().gain(0, x) == pytest.approx(gain, abs=5e-5)


def test_an_empty_field_gives_nothing_and_a_full_one_half_its_capacity():
    game = game_of(4)
    assert game.gain(0, 0) == 0
    assert game.gain(2, 1000) == 10
    assert game.gain(2, 1.7) == pytest.approx(2 * game.gain(1, 1.7))


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_the_first_step_gains_at_one_plus_growth_and_staying_at_growth(experiment):
    game = game_of(experiment)
    growth = game.growth[0]
    game.play_round([0, 2])
    assert game.score == [game.gain(0, 1 + growth), game.gain(2, 1 + growth)]
    game.play_round([0, 2])
    assert game.score[0] == game.gain(0, 1 + growth) + game.gain(0, growth)
    assert game.x == [0, 1 + 2 * growth, 0]


def test_a_fight_takes_one_unit_not_the_growth_rate_and_stops_at_zero():
    game = game_of(3)
    game.play_round([0, 1])
    assert game.x == [0, 0, 4]
    game.play_round([2, 2])
    assert game.x == [3, 3, 3]
    for expected in (2, 1, 0, 0):
        game.play_round([2, 2])
        assert game.x[2] == expected
    assert game.score == [game.gain(0, 4), game.gain(1, 4)]


def test_growth_need_not_be_whole():
    game = Moose(growth=(0.4, 0.25, 1.5))
    game.play_round([0, 0])
    assert game.x == [0, 1.25, 2.5]
    game.play_round([0, 1])
    assert game.x == [0, 0, 4.0]
    assert game.score == [game.gain(0, 0.4), game.gain(1, 1.5)]
    game.play_round([0, None])
    game.play_round([None, None])
    game.play_round([0, 0])
    assert game.x[0] == 0  # 0.4 - 1 is below the floor


# The contest's rule


def test_a_peaceful_contest_round_harvests_before_growth_and_takes_one_unit():
    game = Moose(rule="contest")
    game.play_round([0, 2])
    assert game.x == [0, 2, 0]
    assert game.score == [game.gain(0, 1), game.gain(2, 1)]
    game.play_round([1, 2])
    assert game.x == [1, 1, 0]
    assert game.score == [game.gain(0, 1) + game.gain(1, 2), game.gain(2, 1)]


def test_a_contest_fight_takes_one_unit_and_the_other_fields_grow():
    game = Moose(rule="contest")
    game.play_round([1, 1])
    assert game.x == [2, 0, 2]
    game.play_round([1, 1])
    assert game.x == [3, 0, 3]
    assert game.score == [0, 0]


def test_a_peaceful_contest_round_lowers_the_sum_of_x_and_a_fight_raises_it():
    def change(x, choices):
        game = Moose(rule="contest")
        game.x = list(x)
        game.play_round(choices)
        return sum(game.x) - sum(x)

    assert change([3.0, 4.0, 5.0], [0, 1]) == -1
    assert change([3.0, 4.0, 5.0], [2, 2]) == 1
    assert change([3.0, 4.0, 0.0], [2, 2]) == 2


def test_staying_is_worthless_in_the_contest_and_231_a_step_in_the_paper():
    contest, paper = Moose(rule="contest", rounds=100), Moose(rounds=100)
    machine_play(stay(0), stay(1), contest)
    machine_play(stay(0), stay(1), paper)
    assert contest.score == [contest.gain(0, 1), contest.gain(1, 1)]
    assert paper.score[0] == pytest.approx(paper.gain(0, 2) + 99 * paper.gain(0, 1))


@pytest.mark.parametrize("rule, mean", [("contest", 200.3), ("paper", 213.3)])
def test_random_moose_score_what_others_measured(rule, mean):
    rng = random.Random(rule)
    scores = []
    for _ in range(300):
        game = Moose(rule=rule, rounds=100)
        while not game.over:
            game.play_round([rng.randrange(3), rng.randrange(3)])
        scores += game.score
    assert sum(scores) / len(scores) == pytest.approx(mean, rel=0.02)


# Any number of moose and fields; moose that stay away


@pytest.mark.parametrize("rule", ["paper", "contest"])
def test_three_moose_on_one_field_fight_once_over_it(rule):
    game = Moose(rule=rule, moose=5, fields=4, capacity=(10.0,) * 4, growth=(1.0,) * 4)
    game.x = [6.0, 6.0, 6.0, 6.0]
    game.play_round([1, 1, 3, 1, 3])
    assert game.x == [7, 5, 7, 5]
    assert game.score == [0] * 5
    assert game.fights == [1] * 5
    game.play_round([1, 1, 0, 2, 1])
    assert game.x == ([0, 4, 0, 6] if rule == "paper" else [6, 4, 6, 6])
    eaten_at = 8 if rule == "paper" else 7
    assert game.score == [0, 0, game.gain(0, eaten_at), game.gain(2, eaten_at), 0]


@pytest.mark.parametrize("rule", ["paper", "contest"])
def test_a_moose_that_stays_away_affects_nothing(rule):
    game = Moose(rule=rule)
    game.x = [3.0, 3.0, 3.0]
    game.play_round([None, 1])
    assert game.x == ([4, 0, 4] if rule == "paper" else [4, 2, 4])
    assert game.score == [0, game.gain(1, 4 if rule == "paper" else 3)]
    assert game.last == [None, 1]
    assert game.visits == [[0, 0, 0], [0, 1, 0]]
    game.play_round([None, None])
    assert game.x == ([5, 1, 5] if rule == "paper" else [5, 3, 5])
    assert game.last == [None, None]
    assert game.round_number == 2


def test_visits_and_fights_are_counted_by_moose_and_field():
    game = Moose(rounds=4)
    assert game.last == [None, None]
    for choices in ([0, 1], [2, 2], [0, 2], [2, 2]):
        assert not game.over
        game.play_round(choices)
        assert game.last == choices
    assert game.over
    assert game.visits == [[2, 0, 2], [0, 1, 3]]
    assert game.fights_at == [[0, 0, 2], [0, 0, 2]]
    assert game.fights == [2, 2]


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="rule is one of"):
        Moose(rule="chess")
    with pytest.raises(ValueError, match="4 fields need"):
        Moose(fields=4)
    game = Moose(rounds=1)
    with pytest.raises(ValueError, match="field from 0 to 2"):
        game.play_round([0, 3])
    with pytest.raises(ValueError, match="2 moose make"):
        game.play_round([0])
    game.play_round([0, 0])
    with pytest.raises(ValueError, match="over after 1 rounds"):
        game.play_round([0, 0])


# The cooperative ceiling: the best sum of both scores, by dynamic programming over the twin's own rounds


def ceiling(rule, experiment, rounds, top):
    """Best mean score per moose and game; x is cut off at `top`, and equal fields are interchangeable."""
    growth, capacity = EXPERIMENTS[experiment]
    alike = len(set(capacity)) == 1
    states = [x for x in itertools.product(range(top + 1), repeat=3) if not alike or list(x) == sorted(x)]
    number = {x: i for i, x in enumerate(states)}
    plays = list(itertools.combinations_with_replacement(range(3), 2))
    after = np.zeros((len(plays), len(states)), np.int64)
    eaten = np.zeros((len(plays), len(states)))
    for i, x in enumerate(states):
        for j, choices in enumerate(plays):
            game = Moose(rule=rule, capacity=capacity, growth=(growth,) * 3, rounds=1)
            game.x = [float(value) for value in x]
            game.play_round(list(choices))
            left = [min(top, int(value)) for value in game.x]
            after[j, i] = number[tuple(sorted(left) if alike else left)]
            eaten[j, i] = sum(game.score)
    best = np.zeros(len(states))
    for _ in range(rounds):
        best = (eaten + best[after]).max(axis=0)
    return best[number[(1, 1, 1)]] / 2


@pytest.mark.parametrize("experiment, mean", [(1, 3.081), (3, 4.752), (4, 4.252), (6, 5.219)])
def test_cooperative_ceiling_of_the_paper(experiment, mean):
    assert ceiling("paper", experiment, rounds=50, top=13) / 50 == pytest.approx(mean, abs=6e-4)


@pytest.mark.parametrize("rounds, score", [(10, 26.4), (50, 158.4), (100, 325.3)])
def test_cooperative_ceiling_of_the_contest(rounds, score):
    assert ceiling("contest", 1, rounds, top=min(rounds + 1, 40)) == pytest.approx(score, abs=0.06)


@pytest.mark.parametrize("experiment, mean", [(1, 2.340), (3, 4.532), (4, 3.511), (6, 4.681)])
def test_both_stay_on_the_two_best_fields(experiment, mean):
    game = game_of(experiment)
    machine_play(stay(1), stay(2), game)
    assert sum(game.score) / 2 / 50 == pytest.approx(mean, abs=6e-4)


def test_in_experiment_7_sticking_to_a_rich_field_is_the_optimum():
    game = game_of(7)
    machine_play(stay(1), stay(2), game)
    assert sum(game.score) / 2 == pytest.approx(ceiling("paper", 7, rounds=50, top=13))


# Machines


def test_symbols_are_multisets_in_lexicographic_order():
    assert [symbol_of([field], 3) for field in range(3)] == [0, 1, 2]
    assert all_symbols(3, 2) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert symbol_of([2, 0], 3) == symbol_of([0, 2], 3) == 2
    assert symbol_of([3, 1, 2], 4) == all_symbols(4, 3).index((1, 2, 3))


def test_a_machine_speaks_from_its_old_state_and_then_moves():
    copycat = {"first": 0, "to": [[0, 0, 0]], "say": [[0, 1, 2]]}
    counter = {"first": 1, "to": [[1] * 3, [2] * 3, [0] * 3], "say": [[0] * 3, [1] * 3, [2] * 3]}
    game = Moose(rounds=6)
    history = machine_play(copycat, counter, game)
    assert [b for _, b in history] == [1, 0, 1, 2, 0, 1]
    assert [a for a, _ in history] == [0, 1, 0, 1, 2, 0]
    assert game.over


def test_a_machine_against_its_copy_fights_for_ever():
    rng = random.Random(1)
    for _ in range(20):
        machine = random_machine(rng)
        game = Moose()
        machine_play(machine, machine, game)
        assert game.score == [0, 0]
        assert game.fights == [50, 50]


def test_three_machines_hear_the_multiset_of_the_others():
    # In state 0 this machine goes to field 2 only after (0, 1), symbol 1; else to field 0.
    listener = {"first": 2, "to": [[0] * 6], "say": [[0, 2, 0, 0, 0, 0]]}
    game = Moose(moose=3, rounds=3)
    history = play_machines([stay(1, 6), listener, stay(0, 6)], game)
    assert history == [[1, 2, 0]] * 3
    assert game.fights == [0, 0, 0]


# Evolution


def test_crossover_swaps_whole_states_and_the_first_action_goes_with_state_0():
    rng = random.Random(2)
    mother = {"first": 0, "to": [[0] * 3] * 8, "say": [[0] * 3] * 8}
    father = {"first": 1, "to": [[1] * 3] * 8, "say": [[1] * 3] * 8}
    seen = set()
    for _ in range(500):
        daughter, son = crossover(rng, mother, father)
        origin = [row[0] for row in daughter["to"]]
        assert daughter["to"] == daughter["say"] == [[value] * 3 for value in origin]
        assert daughter["first"] == origin[0]
        assert [row[0] for row in son["to"]] == [1 - value for value in origin]
        assert son["first"] == 1 - origin[0]
        seen.add(tuple(origin))
    assert len(seen) == 37  # 8 * 9 / 2 spans of states, and none
    assert mother["first"] == 0 and mother["to"] == [[0] * 3] * 8


def test_mutation_renews_one_transition_and_never_the_first_action():
    rng = random.Random(3)
    machine = random_machine(rng)
    before = copy_machine(machine)
    changed = set()
    for _ in range(1000):
        mutant = mutate(rng, machine)
        places = {
            (state, symbol)
            for state in range(8)
            for symbol in range(3)
            if any(mutant[part][state][symbol] != machine[part][state][symbol] for part in ("to", "say"))
        }
        assert len(places) <= 1
        assert mutant["first"] == machine["first"]
        changed |= places
    assert len(changed) == 24
    assert machine == before


def test_the_elite_stays_and_children_fill_the_rest():
    rng = random.Random(4)
    machines = [random_machine(rng) for _ in range(36)]
    fitness = [float(i) for i in range(36)]
    following = next_generation(rng, machines, fitness)
    assert len(following) == 36
    assert following[:24] == machines[:11:-1]
    assert next_generation(rng, machines, [0.0] * 36) is not None  # nobody has eaten: any parent will do


def test_round_robin_fitness_is_the_mean_score_per_play():
    fitness, plays = round_robin([stay(0), stay(1), stay(1)], Moose)
    alone = (Moose().gain(0, 2) + 49 * Moose().gain(0, 1)) / 50
    assert fitness == [pytest.approx(alone), pytest.approx(alone / 2), pytest.approx(alone / 2)]
    assert plays == {(0, 0): 0, (0, 1): 100, (0, 2): 0, (1, 1): 50, (1, 2): 0, (2, 2): 0}
    assert conflict_of(plays) == pytest.approx(1 / 3)


def test_random_populations_start_where_others_measured():
    rng = random.Random(5)
    fitness, conflict = [], []
    for _ in range(8):
        ((_, scores, plays),) = evolve(rng, lambda: game_of(1), generations=0)
        fitness += scores
        conflict.append(conflict_of(plays))
    assert sum(fitness) / len(fitness) == pytest.approx(2.05, abs=0.06)
    assert sum(conflict) / len(conflict) == pytest.approx(0.333, abs=0.03)


def test_evolution_raises_fitness_and_lowers_conflict():
    generations = list(evolve(random.Random(6), lambda: game_of(3, rounds=20), generations=20))
    assert len(generations) == 21
    _, first_fitness, first_plays = generations[0]
    _, last_fitness, last_plays = generations[-1]
    assert sum(last_fitness) > 1.1 * sum(first_fitness)
    assert conflict_of(last_plays) < 0.75 * conflict_of(first_plays)
