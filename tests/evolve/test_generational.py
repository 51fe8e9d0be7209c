"""The generational engine, the vectors' operators and all-play-all: against theory, DEAP and games counted one by one."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek import dice
from lek.agent import Agent, Brain, Representation
from lek.brains import vector
from lek.evolve.generation import Generation, Judge, Judged
from lek.evolve.generational import generational, winner
from lek.evolve.judge import all_play_all, judge_for, round_robin
from lek.game import Game, record
from lek.games.moose import moose
from lek.jit import rule
from lek.players.moose.machines import machines
from lek.playing import play
from lek.settings import Mistake

from .runs import by_generational, counting, same

NO_OPTIONS = record([("nothing", "i1")])
PAPER = {"crossover": "uniform", "mutation": "gaussian"}  # the operators of SimpAI's Table 1; its numbers are the defaults

# Genomes that say what was done to them: who they are copies of, whom they were crossed with, how often they mutated.

HISTORY = np.dtype([("name", "i8"), ("mother", "i8"), ("father", "i8"), ("side", "i8"), ("mutations", "i8")])


@rule
def christen(d, o, g):
    g.name = dice.below(d, 1 << 30)
    g.mother = g.father = -1


@rule
def wed(d, o, mother, father, a, b):
    a.mother = b.mother = mother.name
    a.father = b.father = father.name
    a.side = 0
    b.side = 1


@rule
def note(d, o, g):
    g.mutations += 1


HISTORIES = Representation(Brain("history", christen, HISTORY), christen, note, wed, NO_OPTIONS, str,
                           lambda text: record(HISTORY))


def by_place(values: Any) -> Judge:
    """A judge that plays nothing: fitness by place, in every run and generation the same."""
    def judging(genomes: Any, against: Any, fresh: Any, seeds: Any, index: int) -> Judged:
        assert fresh.all(), "everybody is judged in every generation"
        return Judged(np.tile(np.asarray(values, float), (len(genomes), 1)), np.zeros((len(genomes), 0)), 0)
    return judging


def histories(values: Any, runs: int, generations: int = 1, **how: Any) -> list[Generation]:
    return list(generational(HISTORIES, by_place(values), range(runs), population=len(values), generations=generations,
                             **how))


VALUES = [3.0, -9.0, 1.0, 7.0, 5.0, 2.0, 8.0, -4.0, 6.0, 0.5]  # negative fitness is as good as any


# Who is copied


@pytest.mark.parametrize("tournament", [1, 2, 5])
def test_the_fittest_of_a_tournament_drawn_with_replacement_is_copied(tournament: int) -> None:
    before, after = histories(VALUES, runs=1000, tournament=tournament, crossover=0, mutation=0)
    origin = after.genomes.name[:, :, None] == before.genomes.name[:, None, :]
    assert np.all(origin.sum(2) == 1), "everybody is a copy of one of them"
    n = len(VALUES)
    below = np.argsort(np.argsort(VALUES)) / n  # the chance to draw somebody less fit
    chances = (below + 1 / n) ** tournament - below**tournament
    assert stats.chisquare(origin.sum((0, 1)), chances * 1000 * n).pvalue > 1e-3
    places = origin.argmax(2)
    pairs = np.zeros((n, n))
    np.add.at(pairs, (places[:, 0], places[:, 1]), 1)
    here = np.ix_(chances > 0, chances > 0)
    assert stats.chisquare(pairs[here].ravel(), 1000 * np.outer(chances, chances)[here].ravel()).pvalue > 1e-3, "each alone"


def test_of_equals_the_first_drawn_wins() -> None:
    rng = np.random.default_rng(2)
    d = record(dice.STREAM, rng=np.uint64(9))[0]
    for size in (1, 2, 3, 6):
        for _ in range(60):
            fitness = rng.integers(-2, 2, 7).astype(float)
            twin = record(dice.STREAM, rng=d.rng)[0]
            drawn = [int(dice.below(twin, 7)) for _ in range(size)]
            assert winner(d, fitness, size) == max(drawn, key=fitness.__getitem__), "as Python's max"
            assert d.rng == twin.rng


# What is done to copies


@pytest.mark.parametrize("population", [1, 2, 7, 10])
def test_neighbours_are_crossed_and_the_last_of_an_odd_number_is_not(population: int) -> None:
    before, after = histories(VALUES[:population], runs=20, crossover=1, mutation=0)
    paired = population // 2 * 2
    crossed = after.genomes[:, :paired].reshape(20, -1, 2)
    assert np.all(crossed.side == [0, 1])
    assert np.array_equal(crossed.mother, np.repeat(crossed.name[:, :, :1], 2, 2)), "the copy in the first place"
    assert np.array_equal(crossed.father, np.repeat(crossed.name[:, :, 1:], 2, 2)), "the copy in the second"
    assert np.all(after.genomes.mother[:, paired:] == -1)
    assert np.all(np.isin(after.genomes.name, before.genomes.name))


def test_without_crossover_nobody_is_crossed_and_with_mutation_1_everybody_mutates_once() -> None:
    generations = histories(VALUES, runs=20, generations=3, crossover=0, mutation=1)
    for index, generation in enumerate(generations):
        assert np.all(generation.genomes.mother == -1) and np.all(generation.genomes.mutations == index)


def test_pairs_are_crossed_and_copies_mutated_as_often_as_told_and_by_dice_of_their_own() -> None:
    after = histories(VALUES, runs=2000, crossover=0.4, mutation=0.2)[1].genomes
    crossed, mutated = after.mother[:, ::2] >= 0, after.mutations == 1
    for share, events in ((0.4, crossed), (0.2, mutated)):
        assert abs(events.mean() - share) < 4 * math.sqrt(share * (1 - share) / events.size)
        for one, other in itertools.combinations(events.T[:5], 2):
            assert abs((one & other).mean() - share**2) < 4 * math.sqrt(share**2 * (1 - share**2) / 2000)
    both = crossed & mutated[:, ::2]
    assert abs(both.mean() - 0.08) < 4 * math.sqrt(0.08 * 0.92 / both.size)


def test_the_generation_handed_out_before_is_not_changed_by_breeding() -> None:
    made = generational(HISTORIES, by_place(VALUES), range(3), population=10, generations=2, crossover=1, mutation=1)
    first = next(made)
    copy = first.genomes.copy()
    assert len(list(made)) == 2
    assert np.array_equal(first.genomes, copy)


@pytest.mark.parametrize(("how", "named"), [
    ({"tournament": 0}, "tournament=0"), ({"crossover": 1.5}, "crossover=1.5"), ({"mutation": -0.1}, "mutation=-0.1"),
    ({"mutation": math.nan}, "mutation=nan"),
])
def test_a_wrong_setting_gets_one_sentence(how: dict[str, Any], named: str) -> None:
    with pytest.raises(Mistake, match=named) as caught:
        next(generational(HISTORIES, by_place(VALUES), [0], population=10, **how))
    assert "\n" not in str(caught.value)


# DEAP as the oracle: one step from the same population in both, 2,000 times.

GENES = {name: (0.0, 10.0) for name in "abcde"}
STEPS = 2000
TIED = np.repeat(np.arange(10.0), 5)  # ten levels of five


def by_deap(fitness: Any) -> Any:
    """Genes [steps, population, genes] after DEAP's own step, from individual i with all genes at 10 i."""
    base, tools = (pytest.importorskip(f"deap.{part}") for part in ("base", "tools"))
    algorithms = pytest.importorskip("deap.algorithms")

    class Fitness(base.Fitness):  # type: ignore[misc, name-defined]
        weights = (1.0,)

    class Individual(list[float]):
        def __init__(self, genes: Any, values: Any) -> None:
            super().__init__(genes)
            self.fitness = Fitness(values)

    box = base.Toolbox()
    box.register("clone", lambda one: Individual(one, one.fitness.values))
    box.register("mate", tools.cxUniform, indpb=0.5)
    box.register("mutate", tools.mutGaussian, mu=0.0, sigma=0.25, indpb=0.5)
    population = [Individual([10.0 * i] * len(GENES), (value,)) for i, value in enumerate(fitness)]
    before = random.getstate()
    random.seed(20)
    try:
        return np.array([algorithms.varAnd(tools.selTournament(population, len(population), 2), box, 0.4, 0.2)
                         for _ in range(STEPS)])
    finally:
        random.setstate(before)


def by_lek(fitness: Any) -> Any:
    """The same, by one generation of as many runs."""
    made = vector.vectors(Brain("vector", christen, vector.kind_of(GENES)), GENES, PAPER)
    genomes = np.zeros((STEPS, len(fitness)), made.genome).view(np.recarray)
    genomes.x[:] = 10.0 * np.arange(len(fitness))[:, None]
    resume = Generation(0, genomes, 0, np.tile(fitness, (STEPS, 1)))
    return next(generational(made, by_place(fitness), range(STEPS), generations=1, resume=resume)).genomes.x


def statistics(genes: Any) -> dict[str, Any]:
    """What a step did, [steps] or [steps, several] each: a gene tells its origin by its tens, its change by the rest."""
    origin = np.rint(genes / 10).astype(int)
    change = genes - 10 * origin
    copies = (origin[:, :, :, None] == np.arange(50)).sum((1, 2)) / 5
    pairs = origin.reshape(STEPS, 25, 2, 5)
    lower, upper = pairs.min(2), pairs.max(2)
    assert np.all(lower == lower[:, :, :1]) and np.all(upper == upper[:, :, :1]), "the genes of a pair are its parents'"
    unlike = lower[:, :, 0] != upper[:, :, 0]
    of_upper = (pairs[:, :, 0] == upper).sum(2)  # genes of the first child: 0 or 5, unless the pair was crossed
    crossed = unlike & (of_upper % 5 > 0)
    changed = (change != 0).sum(2)
    return {
        "copies of each": copies, "and their squares": copies**2, "parents": (copies > 0).sum(1),
        "genes of one parent": np.stack([(unlike & (of_upper == many)).mean(1) for many in range(6)], 1),
        "genes changed": np.stack([(changed == many).mean(1) for many in range(6)], 1),
        "each gene changed": (change != 0).mean(1),
        "crossed and mutated": ((changed > 0).reshape(STEPS, 25, 2) & crossed[:, :, None]).mean((1, 2)),
        "change": change.sum(1), "its square": (change**2).sum((1, 2)), "its fourth power": (change**4).sum((1, 2)),
    }


@pytest.mark.parametrize("fitness", [np.random.default_rng(1).permutation(50) - 20.0, TIED, np.zeros(50)],
                         ids=["distinct", "ties", "all equal"])
def test_a_step_does_what_deap_does(fitness: Any) -> None:
    ours, theirs = statistics(by_lek(fitness)), statistics(by_deap(fitness))
    for name, one in ours.items():
        other = theirs[name]
        spread = np.sqrt((one.var(0) + other.var(0)) / STEPS)
        assert np.all(spread > 0), name
        assert np.all(np.abs(one.mean(0) - other.mean(0)) / spread < 4), name
    for got in (ours, theirs):
        share = got["each gene changed"].mean(1)
        assert abs(share.mean() - 0.2 * 0.5) < 4 * share.std() / math.sqrt(STEPS)
        assert math.sqrt(got["its square"].sum() / (250 * share.sum())) == pytest.approx(0.25, rel=0.01)


# Vectors


def test_the_operators_of_vectors_are_chosen_by_settings_and_the_others_stay_the_default() -> None:
    brain = Brain("vector", christen, vector.kind_of(GENES))
    usual, papers = vector.vectors(brain, GENES, {}), vector.vectors(brain, GENES, PAPER)
    assert (usual.mutate, usual.crossover) == (vector.mutate, vector.crossover)
    assert (papers.mutate, papers.crossover) == (vector.gaussian, vector.uniform)
    assert [float(papers.options[key][0]) for key in ("swap", "change", "sigma")] == [0.5, 0.5, 0.25]
    for key, value in (("crossover", "none"), ("mutation", "cauchy"), ("swap", 1.1), ("change", -1), ("sigma", -0.1)):
        with pytest.raises(Mistake, match=f"{key}={value}"):
            vector.vectors(brain, GENES, {key: value})


@pytest.mark.parametrize(("chance", "wanted"), [(0.0, 0.0), (1.0, 1.0), (0.3, 0.3)])
def test_swap_and_change_are_chances_of_single_genes(chance: float, wanted: float) -> None:
    made = vector.vectors(Brain("vector", christen, vector.kind_of(GENES)), GENES,
                          {**PAPER, "swap": chance, "change": chance, "sigma": 100})
    d, o = record(dice.STREAM, rng=np.uint64(4))[0], made.options[0]
    swapped, changed = [], []
    mother, father, a, b = (record(made.genome, x=value)[0] for value in (1.0, 2.0, 0.0, 0.0))
    for _ in range(400):
        made.crossover(d, o, mother, father, a, b)
        assert np.all(a.x + b.x == 3)
        swapped += (a.x == 2).tolist()
        made.mutate(d, o, a)
        changed += (a.x + b.x != 3).tolist()
    for events in (swapped, changed):
        assert abs(np.mean(events) - wanted) <= 4 * math.sqrt(wanted * (1 - wanted) / 2000)
    assert chance == 0 or np.abs(a.x).max() > 10, "no borders"


def test_a_vector_reads_back_what_it_may_become() -> None:
    brain = Brain("vector", christen, vector.kind_of(GENES))
    folded, free = vector.vectors(brain, GENES, {}), vector.vectors(brain, GENES, PAPER)
    outside = record(folded.genome, x=[-3.25, 1 / 3, 1e9, 10.0, -0.0])
    assert free.parse(free.show(outside[0])).tobytes() == outside.tobytes()
    with pytest.raises(Mistake, match="line 1 should read 'a VALUE', from 0 to 10; given: 'a -3"):
        folded.parse(folded.show(outside[0]))
    for word in ("nan", "inf", "-inf", "much"):
        with pytest.raises(Mistake, match="line 2 should read 'b VALUE'"):
            free.parse(f"a 1\nb {word}\nc 1\nd 1\ne 1")


# What a run depends on


def test_a_generation_of_another_shape_does_not_go_on() -> None:
    with pytest.raises(Mistake, match=r"\[1, 9\] does not go on with 2 seeds and population=9"):
        by_generational([3, 4], resume=by_generational([3], generations=0)[0])


# All-play-all


def test_fitness_is_the_mean_score_over_both_games_with_all_others() -> None:
    game = moose(preset="paper", rounds=12, growth=2.0, capacity=(10.0, 20.0, 30.0))
    made = machines(game, states=4)
    first = next(generational(made, all_play_all(game, made.brain), [1, 2], population=6))
    for run in range(2):
        genomes = first.genomes[run]
        totals, measures = np.zeros(6), np.zeros(7)
        for i, j in itertools.permutations(range(6), 2):
            agents = [Agent("a", made.brain, genomes[i:i + 1]), Agent("b", made.brain, genomes[j:j + 1])]
            played = play(game, agents, [[0, 1]], 0, threads=1, fast=False)
            totals[[i, j]] += played.scores[0]
            measures += played.measures[0].sum(0)
        assert first.fitness[run] == pytest.approx(totals / 10, rel=1e-14)
        assert np.array_equal(first.notes["measures"][run], measures)
        assert measures[1:4].sum() == 2 * 12 * 30 and first.games == 30


def test_what_is_remembered_equals_what_is_played_anew() -> None:
    remembered = by_generational([1, 2, 3], generations=25)
    assert same(remembered, by_generational([1, 2, 3], generations=25, remember=False))
    assert len({genome.tobytes() for genome in remembered[-1].genomes[0]}) < 9, "with copies among them"


def test_a_judge_knows_genomes_not_places_nor_runs() -> None:
    """One judge for evolutions one after the other, of the same shape and of another."""
    game = moose(preset="paper", rounds=12)
    one = all_play_all(game, machines(game, states=2).brain, threads=1)
    for seeds in ([1], [2], [2, 1], [1, 2]):
        assert same(by_generational(seeds, judging=one), by_generational(seeds))


# A game in which seats matter: each names a number, and scores are as unlike as can be.


@rule
def nothing_dealt(s):
    s.turn = 0


@rule
def next_seat(s):
    return s.turn if s.turn < 2 else -1


@rule
def anything(s, a):
    return True


@rule
def name_number(s, a):
    s.named[s.turn] = a
    s.turn += 1


@rule
def unlike(s, seat):
    return 100.0 * s.named[0] + s.named[1] + 0.5 * seat


@rule
def points(s, seat):
    """3 for the higher number, 1 each for equal ones."""
    return 1.0 if s.named[0] == s.named[1] else 3.0 * (s.named[seat] > s.named[1 - seat])


@rule
def number(g, m, v):
    return max(0, min(999, int(10.0 * g.x[0])))


def naming(score: Any) -> Game:
    return Game("naming", record([("named", "i8", (2,)), ("turn", "i8")]), 2, nothing_dealt, next_seat, anything,
                name_number, score, actions=1000, limit=2)


NUMBER = Brain("number", number, vector.kind_of({"x": None}))


def numbers(*values: float) -> Any:
    genomes = np.zeros((1, len(values)), NUMBER.genome_type(naming(unlike))).view(np.recarray)
    genomes.x[0, :, 0] = values
    return genomes


def judged(judging: Judge, genomes: Any, index: int = 0, seeds: Any = (4,)) -> Judged:
    return judging(genomes, (), np.ones(genomes.shape, np.bool_), np.array(seeds), index)


def by_hand(values: Any) -> list[float]:
    totals = np.zeros(len(values))
    for i, j in itertools.permutations(range(len(values)), 2):
        totals[i] += 1000 * values[i] + 10 * values[j]
        totals[j] += 1000 * values[i] + 10 * values[j] + 0.5
    return (totals / (2 * (len(values) - 1))).tolist()


POPULATIONS = [  # one generation after the other, and the games that have to be played for it
    ((1, 2, 3, 4), 12),
    ((4, 3, 1, 2), 0),  # the same in other places
    ((4, 4, 1, 2), 1),  # a copy: its game with its like
    ((1, 4, 4, 4), 0),  # more copies
    ((4, 5, 5, 1), 5),  # a new one: two games with each of the others, one with its like
    ((2, 5, 5, 1), 4),  # 2 was forgotten while it was away
    ((2, 2, 2, 2), 1),  # only its game with its like was never played
    ((6, 6, 6, 6), 1),
    ((6, 7, 6, 7), 3),
]


@pytest.mark.parametrize("remember", [True, False])
def test_copies_share_games_and_a_game_with_a_copy_counts(remember: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    games = counting(monkeypatch)
    judging = all_play_all(naming(unlike), NUMBER, threads=1, remember=remember)
    for index, (values, wanted) in enumerate(POPULATIONS):
        got = judged(judging, numbers(*values), index)
        assert got.fitness[0].tolist() == by_hand(values)
        assert games.pop() == (wanted if remember else 12) and got.games == 12


# Dice: both are dealt a card, and score it.


@rule
def deal_cards(s):
    for seat in range(2):
        s.named[seat] = dice.below(s, 1000)


@rule
def show_card(s, a):
    s.turn += 1


@rule
def card(s, seat):
    return 1.0 * s.named[seat]


CARDS = Game("cards", record([("named", "i8", (2,)), ("turn", "i8"), ("rng", "u8")]), 2, deal_cards, next_seat, anything,
             show_card, card, actions=1000, limit=2)


def test_with_dice_every_pair_has_a_deal_of_its_own_and_both_its_games_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    games = counting(monkeypatch)
    judging = all_play_all(CARDS, NUMBER, threads=1)
    seen = set()
    for index, seed in itertools.product(range(3), range(20)):
        two = judged(judging, numbers(1, 1), index, [seed]).fitness[0]
        assert two[0] == two[1], "each has both cards of the deal"
        three = judged(judging, numbers(1, 1, 1), index, [seed]).fitness[0]
        sums = (np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]]) @ three * 2).round(6)  # of the two cards of each pair
        assert sums[0] == 2 * two[0]
        seen |= set(sums.tolist())
    assert games == [2, 6] * 60, "nothing is remembered"
    assert len(seen) > 150, "180 deals, each with a sum from 0 to 1998"


def test_with_dice_a_run_alone_equals_the_run_in_company() -> None:
    genomes = np.concatenate([numbers(1, 2, 3), numbers(4, 5, 6)])
    judging = all_play_all(CARDS, NUMBER, threads=1)
    together = judged(judging, genomes.view(np.recarray), 3, [7, 8]).fitness
    assert together[1].tolist() == judged(judging, numbers(4, 5, 6), 3, [8]).fitness[0].tolist()
    assert together[0].tolist() != judged(judging, numbers(1, 2, 3), 3, [8]).fitness[0].tolist()
    assert together[0].tolist() != judged(judging, numbers(1, 2, 3), 4, [7]).fitness[0].tolist()


def test_all_play_all_is_for_two() -> None:
    three = moose(preset="paper", moose=3)
    with pytest.raises(Mistake, match="all-play-all is for two seats"):
        all_play_all(three, machines(three).brain)
    for pairs, games in ((round_robin, 6), (all_play_all, 12)):
        assert judged(judge_for(naming(unlike), NUMBER, pairs, threads=1), numbers(1, 2, 3, 4)).games == games


# Purpose: problems with known answers


def test_it_finds_a_target_far_outside_the_range_it_began_in() -> None:
    target = np.array([-4.0, 3.0, 14.0, 10.0, 0.0])
    made = vector.vectors(Brain("vector", christen, vector.kind_of(GENES)), GENES, PAPER)

    def near(genomes: Any, against: Any, fresh: Any, seeds: Any, index: int) -> Judged:
        return Judged(-np.sqrt(((genomes.x - target) ** 2).sum(-1)), np.zeros((len(genomes), 0)), 0)

    course = [generation.fitness.max(1) for generation in generational(made, near, range(10), generations=300)]
    assert course[0].max() < -4 and course[-1].min() > -0.3


def test_who_names_the_highest_number_wins_and_all_learn_it() -> None:
    """Fitness is relative: the mean stays at a game's mean while everybody gets better."""
    game = naming(points)
    made = vector.vectors(NUMBER, {"x": (0.0, 10.0)}, PAPER)
    course = list(generational(made, all_play_all(game, made.brain, threads=1), range(4), generations=400))
    means = np.array([generation.genomes.x.mean((1, 2)) for generation in course])
    assert means[0].max() < 7 and means[50].min() > 9 and means[-1].min() > 25
    assert all(1 <= generation.fitness.mean() <= 1.5 for generation in course), "3 points in a decided game, 2 in a draw"
