"""The elitist engine and the judges: who is kept, who breeds, what a run depends on, and that it solves problems."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek import dice
from lek.agent import Agent, Brain, Population, Representation
from lek.evolve import ENGINES, judge
from lek.evolve.elitist import Generation, elitist, rank, spin
from lek.evolve.generation import Judge, Judged
from lek.evolve.generational import generational
from lek.evolve.judge import judge_for, random_tables, round_robin
from lek.game import Game, record
from lek.games.moose import moose
from lek.jit import rule
from lek.players.moose.machines import machines
from lek.playing import play
from lek.settings import Mistake

from .runs import by_elitist, counting, same

NO_OPTIONS = record([("nothing", "i1")])


# Genomes that say where they come from: a name, and the names of mother and father.

FAMILY = np.dtype([("name", "i8"), ("mother", "i8"), ("father", "i8"), ("mutations", "i8"), ("side", "i8")])


@rule
def christen(d, o, g):
    g.name = dice.below(d, 1 << 30)
    g.mother = g.father = -1


@rule
def wed(d, o, mother, father, a, b):
    a.name = dice.below(d, 1 << 30)
    b.name = dice.below(d, 1 << 30)
    a.mother = b.mother = mother.name
    a.father = b.father = father.name
    a.mutations = b.mutations = 0
    a.side = 0
    b.side = 1


@rule
def note(d, o, g):
    g.mutations += 1


FAMILIES = Representation(Brain("family", christen, FAMILY), christen, note, wed, NO_OPTIONS, str,
                          lambda text: record(FAMILY))


def graded(fitness: Callable[[Any, int], Any]) -> Judge:
    """A judge that plays nothing: fitness(genomes [runs, population], generation)."""
    def judging(genomes: Any, against: Any, fresh: Any, seeds: Any, index: int) -> Judged:
        return Judged(np.asarray(fitness(genomes, index), np.float64), np.zeros((len(genomes), 0)), 0)
    return judging


def by_place(values: Any) -> Judge:
    """Fitness by place, in every run and generation the same."""
    return graded(lambda genomes, index: np.tile(np.asarray(values, float), (len(genomes), 1)))


def families(values: Any, runs: int, elite: int, generations: int = 1, **how: Any) -> list[Generation]:
    return list(elitist(FAMILIES, by_place(values), range(runs), population=len(values), elite=elite,
                        generations=generations, **how))


SHUFFLED = [3.0, 9.0, 1.0, 7.0, 5.0, 2.0, 8.0, 4.0, 6.0, 0.5]  # the best five: places 1, 6, 3, 8, 4
BEST_FIVE = [1, 3, 4, 6, 8]


# Who is kept


def test_the_elite_is_kept_unchanged_and_in_place_and_children_take_the_other_places() -> None:
    before, after = families(SHUFFLED, runs=40, elite=5)
    rest = [0, 2, 5, 7, 9]
    assert np.array_equal(before.genomes[:, BEST_FIVE], after.genomes[:, BEST_FIVE])
    assert np.all(after.genomes.mother[:, rest] >= 0) and np.all(after.genomes.mother[:, BEST_FIVE] == -1)
    for run in range(40):
        elite = set(before.genomes.name[run, BEST_FIVE].tolist())
        born = after.genomes[run, rest]
        assert set(born.mother.tolist()) <= elite and set(born.father.tolist()) <= elite
        assert not set(born.name.tolist()) & set(before.genomes.name[run].tolist())
    assert np.all(after.genomes.mutations[:, rest] == 1) and np.all(before.genomes.mutations == 0)


def test_the_generation_handed_out_before_is_not_changed_by_breeding() -> None:
    made = elitist(FAMILIES, by_place(SHUFFLED), range(3), population=10, elite=5, generations=2)
    first = next(made)
    copy = first.genomes.copy()
    list(made)
    assert np.array_equal(first.genomes, copy)


@pytest.mark.parametrize(("population", "elite"), [(10, 5), (10, 7), (7, 6), (2, 1), (5, 1), (36, 24)])
def test_odd_and_even_numbers_of_children(population: int, elite: int) -> None:
    before, after = families(np.arange(1, population + 1), runs=3, elite=elite)
    born = after.genomes.mother >= 0
    assert np.all(born.sum(1) == population - elite)
    assert np.all(born[:, :population - elite]) and not born[:, population - elite:].any()
    assert np.array_equal(before.genomes[:, population - elite:], after.genomes[:, population - elite:])
    for run in range(3):  # pairs of parents have two children each, an odd one out has the first of two
        pairs: dict[Any, list[int]] = {}
        for child in after.genomes[run][born[run]]:
            pairs.setdefault((int(child.mother), int(child.father)), []).append(int(child.side))
        sides = sorted(itertools.chain(*pairs.values()))
        children = population - elite
        assert sides == [0] * (children - children // 2) + [1] * (children // 2)


def test_an_elite_as_large_as_the_population_changes_nothing() -> None:
    generations = families(SHUFFLED, runs=2, elite=10, generations=3)
    assert [generation.index for generation in generations] == [0, 1, 2, 3]
    assert all(np.array_equal(generation.genomes, generations[0].genomes) for generation in generations)


def test_fresh_marks_the_children_and_nobody_else() -> None:
    seen = []

    def judging(genomes: Any, against: Any, fresh: Any, seeds: Any, index: int) -> Judged:
        seen.append((genomes.copy(), fresh.copy()))
        return Judged(np.tile(SHUFFLED, (len(genomes), 1)), np.zeros((len(genomes), 0)), 0)

    list(elitist(FAMILIES, judging, range(4), population=10, elite=6, generations=3))
    assert seen[0][1].all(), "at first everybody is new"
    for (old, _), (new, fresh) in itertools.pairwise(seen):
        assert np.array_equal(fresh, old.name != new.name) and np.all(fresh.sum(1) == 4)


# Ties


def kept(ties: str, runs: int = 4000) -> Any:
    """How often each place keeps its inhabitant where six of eight share the fitness at the border."""
    before, after = families([2.0, 1.0, 1.0, 3.0, 1.0, 1.0, 1.0, 1.0], runs=runs, elite=5, ties=ties)
    return (before.genomes.name == after.genomes.name).sum(0)


def test_ties_at_the_border_fall_at_random() -> None:
    stayed = kept("random")
    assert stayed[0] == stayed[3] == 4000, "those above the border stay"
    tied = stayed[[1, 2, 4, 5, 6, 7]]
    assert tied.sum() == 3 * 4000
    assert np.all(np.abs(tied - 2000) < 4.5 * np.sqrt(4000 * 0.25))  # of six equals three stay


def test_ties_first_keeps_the_first_come() -> None:
    assert kept("first", runs=50).tolist() == [50, 50, 50, 50, 50, 0, 0, 0]


def test_random_is_the_default_for_ties_and_for_parents_who_may_be_one() -> None:
    values = [1.0] * 6
    made = [families(values, 30, 3, **how)[1].genomes for how in ({}, {"ties": "random", "distinct_parents": False})]
    assert np.array_equal(*made)
    assert np.any(made[0].mother == made[0].father)


def test_engines_run_at_the_scale_of_their_papers_unless_told_otherwise() -> None:
    """Ashlock and others: 36 machines, 24 of them stay, 250 generations. Fernandes and others: 50 agents, 500."""
    scale = {engine: {name: setting.default for name, setting in ENGINES[engine].settings.items()} for engine in ENGINES}
    for engine, wanted in (("elitist", {"population": 36, "elite": 24, "generations": 250}),
                           ("generational", {"population": 50, "generations": 500, "tournament": 2, "crossover": 0.4,
                                             "mutation": 0.2})):
        assert {name: scale[engine][name] for name in wanted} == wanted


def test_rank_is_a_stable_sort_or_shuffles_equals_first() -> None:
    rng = np.random.default_rng(3)
    d = record(dice.STREAM, rng=np.uint64(5))[0]
    for _ in range(50):
        fitness = rng.integers(0, 6, 12).astype(float)
        order = np.empty(12, np.int64)
        rank(d, fitness, False, order)
        assert order.tolist() == sorted(range(12), key=lambda i: -fitness[i])
        rank(d, fitness, True, order)
        assert sorted(order.tolist()) == list(range(12)) and np.all(np.diff(fitness[order]) <= 0)


# Who breeds


def parents(values: Any, elite: int, runs: int = 6000, **how: Any) -> tuple[Any, Any]:
    """Places of mothers and fathers of the first pair in each of many runs."""
    before, after = families(values, runs=runs, elite=elite, **how)
    child = after.genomes[:, int(np.argsort(-np.asarray(values), kind="stable")[elite])]
    found = [before.genomes.name == getattr(child, who)[:, None] for who in ("mother", "father")]
    assert all(np.all(here.sum(1) == 1) for here in found)
    return found[0].argmax(1), found[1].argmax(1)


def test_parents_come_from_the_elite_in_proportion_to_fitness() -> None:
    mothers, fathers = parents(SHUFFLED, elite=5)
    chances = np.array(SHUFFLED)[BEST_FIVE] / np.sum(np.array(SHUFFLED)[BEST_FIVE])
    for chosen in (mothers, fathers):
        counts = np.bincount(chosen, minlength=10)
        assert counts.sum() == counts[BEST_FIVE].sum() == 6000
        assert stats.chisquare(counts[BEST_FIVE], chances * 6000).pvalue > 1e-3
    table = np.zeros((10, 10))
    np.add.at(table, (mothers, fathers), 1)
    pairs = table[np.ix_(BEST_FIVE, BEST_FIVE)]
    assert stats.chisquare(pairs.ravel(), np.outer(chances, chances).ravel() * 6000).pvalue > 1e-3, "independently"


def test_an_agent_without_fitness_has_no_children() -> None:
    mothers, fathers = parents([4.0, 0.0, 1.0, 0.0, 0.0, 0.0], elite=4, runs=3000, ties="first")
    assert set(mothers.tolist()) == set(fathers.tolist()) == {0, 2}
    assert abs(np.mean(mothers == 0) - 0.8) < 4 * np.sqrt(0.16 / 3000)


def test_where_nobody_has_fitness_all_of_the_elite_breed_alike() -> None:
    mothers, fathers = parents([0.0] * 6, elite=4, runs=6000, ties="first")
    for chosen in (mothers, fathers):
        counts = np.bincount(chosen, minlength=6)
        assert counts[4:].sum() == 0 and stats.chisquare(counts[:4]).pvalue > 1e-3


@pytest.mark.parametrize("values", [SHUFFLED, [0.0] * 6, [5.0, 0.0, 0.0, 0.0], [5.0, 1.0, 0.0]])
def test_distinct_parents_are_never_the_same(values: list[float]) -> None:
    elite = min(5, len(values) - 1)
    mothers, fathers = parents(values, elite, runs=2000, distinct_parents=True, ties="first")
    assert np.all(mothers != fathers)
    best = np.argsort(-np.asarray(values), kind="stable")[:elite]
    assert set(mothers.tolist()) | set(fathers.tolist()) <= set(best.tolist())


def test_a_distinct_father_is_drawn_in_proportion_among_the_others() -> None:
    mothers, fathers = parents([3.0, 2.0, 1.0, 0.5], elite=3, distinct_parents=True)
    counts = np.bincount(fathers[mothers == 0], minlength=3)
    assert counts[0] == 0 and stats.chisquare(counts[1:], np.array([2, 1]) / 3 * counts.sum()).pvalue > 1e-3


def test_an_elite_of_one_breeds_with_itself_even_where_parents_should_be_distinct() -> None:
    mothers, fathers = parents([1.0, 2.0, 0.0], elite=1, runs=20, distinct_parents=True)
    assert set(mothers.tolist()) == set(fathers.tolist()) == {1}


def test_spin_alone_is_in_proportion() -> None:
    d = record(dice.STREAM, rng=np.uint64(77))[0]
    order = np.array([2, 0, 3, 1])
    fitness = np.array([3.0, 100.0, 6.0, 1.0])
    counts = np.bincount([int(spin(d, fitness, order, 3, -1)) for _ in range(5000)], minlength=4)
    assert counts[1] == 0 and stats.chisquare(counts[[0, 2, 3]], np.array([3, 6, 1]) * 500).pvalue > 1e-3


# Mistakes


def test_negative_fitness_is_refused_in_a_sentence() -> None:
    made = elitist(FAMILIES, by_place([1.0, -0.5, 2.0]), [0], population=3, elite=2, generations=2)
    assert next(made).fitness.min() == -0.5
    with pytest.raises(Mistake, match="must not be negative"):
        next(made)


@pytest.mark.parametrize(("how", "named"), [
    ({"elite": 0}, "elite=0"), ({"elite": 4}, "elite=4"), ({"elite": 2, "ties": "last"}, "ties=last"),
])
def test_a_wrong_setting_gets_one_sentence(how: dict[str, Any], named: str) -> None:
    with pytest.raises(Mistake, match=named) as caught:
        next(elitist(FAMILIES, by_place([1.0] * 3), [0], population=3, generations=1, **how))
    assert "\n" not in str(caught.value)


# What a run depends on


def test_a_population_without_any_score_breeds_all_the_same() -> None:
    """On fields of capacity 0 nobody ever eats."""
    game = moose(preset="paper", rounds=5, capacity=0.0)
    made = machines(game, states=4)
    generations = list(elitist(made, round_robin(game, made.brain, threads=1), [1, 2], population=8, elite=5,
                               generations=3))
    assert all(np.all(generation.fitness == 0) for generation in generations) and len(generations) == 4
    assert not np.array_equal(generations[0].genomes, generations[-1].genomes)


# Judges


def test_fitness_is_the_mean_score_over_the_games_with_all_others() -> None:
    game = moose(preset="paper", rounds=12, growth=2.0, capacity=(10.0, 20.0, 30.0))
    made = machines(game, states=4)
    first = next(elitist(made, round_robin(game, made.brain), [1, 2], population=6, elite=3, generations=0))
    for run in range(2):
        genomes = first.genomes[run]
        scores, measures = np.zeros((6, 6)), np.zeros(7)
        for i, j in itertools.combinations(range(6), 2):
            agents = [Agent("a", made.brain, genomes[i:i + 1]), Agent("b", made.brain, genomes[j:j + 1])]
            played = play(game, agents, [[0, 1]], 0, threads=1, fast=False)
            scores[i, j], scores[j, i] = played.scores[0]
            measures += played.measures[0].sum(0)
        assert first.fitness[run] == pytest.approx(scores.sum(1) / 5, rel=1e-14)
        assert np.array_equal(first.notes["measures"][run], measures)
        assert measures[1:4].sum() == 2 * 12 * 15 and first.games == 15


@pytest.mark.parametrize("how", [{"remember": False}, {"remember": False, "fast": False}, {"fast": False}])
def test_what_is_kept_of_survivors_equals_what_is_played_anew(how: dict[str, Any]) -> None:
    assert same(by_elitist([1, 2, 3]), by_elitist([1, 2, 3], how=how))


def test_only_pairs_with_a_child_are_played_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulebook 3.6: of 630 pairs 276 are elite and unchanged, 354 must be played."""
    games = counting(monkeypatch)
    game = moose(preset="paper", rounds=2)
    made = machines(game, states=4)
    list(elitist(made, round_robin(game, made.brain, threads=1), [1, 2], generations=3))
    assert games == [2 * 630, 2 * 354, 2 * 354, 2 * 354]


def test_a_judge_notices_that_it_got_another_population() -> None:
    game = moose(preset="paper", rounds=12)
    made = machines(game, states=4)
    one = round_robin(game, made.brain, threads=1)

    def grow(seeds: list[int], population: int, judging: Any) -> list[Generation]:
        return list(elitist(made, judging, seeds, population=population, elite=4, generations=3))

    grow([1], 8, one)
    for seeds, population in (([2], 8), ([2, 3], 8), ([2], 6)):
        assert same(grow(seeds, population, one), grow(seeds, population, round_robin(game, made.brain, threads=1)))


def test_going_on_with_a_judge_that_knew_another_population() -> None:
    game = moose(preset="paper", rounds=12)
    made = machines(game, states=4)

    def grow(judging: Any, seed: int, generations: int, resume: Generation | None = None) -> list[Generation]:
        return list(elitist(made, judging, [seed], population=8, elite=5, generations=generations, resume=resume))

    undisturbed = grow(round_robin(game, made.brain, threads=1), 1, 4)
    used = round_robin(game, made.brain, threads=1)
    grow(used, 2, 4)
    assert same(undisturbed[3:], grow(used, 1, 4, resume=undisturbed[2]))


# A brain that rolls dice: field k with a chance proportional to weight k of its genome.

WEIGHTS = np.dtype([("weights", "f8", (3,))])


@rule
def toss(g, m, v):
    aim = dice.uniform(m) * (g.weights[0] + g.weights[1] + g.weights[2])
    if aim < g.weights[0]:
        return 0
    return 1 if aim < g.weights[0] + g.weights[1] else 2


@rule
def weigh(d, o, g):
    for k in range(3):
        g.weights[k] = dice.uniform(d) + 0.01


@rule
def reweigh(d, o, g):
    g.weights[dice.below(d, 3)] = dice.uniform(d) + 0.01


@rule
def mix(d, o, mother, father, a, b):
    for k in range(3):
        swap = dice.below(d, 2) == 1
        a.weights[k] = father.weights[k] if swap else mother.weights[k]
        b.weights[k] = mother.weights[k] if swap else father.weights[k]


TOSSERS = Representation(Brain("tosser", toss, WEIGHTS, np.dtype([("rng", "u8")])), weigh, reweigh, mix, NO_OPTIONS,
                         lambda g: str(g.weights), lambda text: record(WEIGHTS))


# A game that rolls dice: both are dealt a card, and a brain that always does the same gets what it was dealt.


@rule
def deal_cards(s):
    for seat in range(2):
        s.card[seat] = dice.below(s, 1000)


@rule
def next_seat(s):
    return s.turn if s.turn < 2 else -1


@rule
def anything(s, a):
    return True


@rule
def show_card(s, a):
    s.turn += 1


@rule
def card(s, seat):
    return float(s.card[seat])


@rule
def nod(g, m, v):
    return 0


CARDS = Game("cards", record([("card", "i8", (2,)), ("turn", "i8"), ("rng", "u8")]), 2, deal_cards, next_seat, anything,
             show_card, card, actions=1, limit=2)
NODDERS = Representation(Brain("nodder", nod, WEIGHTS), weigh, reweigh, mix, NO_OPTIONS, str,
                         lambda text: record(WEIGHTS))

LUCK = {  # a game, a representation, its judge
    "brains roll": lambda: (moose(preset="paper", rounds=6), TOSSERS, round_robin),
    "brains roll, three moose": lambda: (moose(preset="paper", rounds=6, moose=3), TOSSERS, random_tables),
    "the game rolls": lambda: (CARDS, NODDERS, round_robin),
}


def lucky(name: str, seeds: Any, generations: int = 2, threads: int = 1) -> list[Generation]:
    game, made, judging = LUCK[name]()
    return list(elitist(made, judging(game, made.brain, threads=threads), seeds, population=9, elite=6,
                        generations=generations))


@pytest.mark.parametrize("name", LUCK)
def test_with_dice_nothing_is_kept_and_everything_played_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = counting(monkeypatch)
    generations = lucky(name, [1, 2])
    each = 9 * 30 // 3 if "three" in name else 36
    assert games == [2 * each] * 3
    survivors = (generations[0].genomes == generations[1].genomes).all(0)
    assert survivors.any(), "somebody survives in both runs"
    assert np.all(generations[0].fitness[:, survivors] != generations[1].fitness[:, survivors]), "with new luck"


@pytest.mark.parametrize("name", LUCK)
def test_with_dice_a_run_alone_equals_the_run_in_company(name: str) -> None:
    together = lucky(name, [3, 5, 9])
    assert same(together, lucky(name, [5]), np.s_[1:2])
    assert same(together, lucky(name, [9, 3]), np.s_[[2, 0]])
    assert same(together, lucky(name, [3, 5, 9], threads=7))
    assert not np.array_equal(together[0].fitness[0], together[0].fitness[1])


def test_the_luck_of_two_games_of_one_run_differs() -> None:
    """In the card game a score is the deal itself: the 36 games of one generation show 72 fresh cards."""
    genomes = np.zeros((1, 9), NODDERS.brain.genome_type(CARDS)).view(np.recarray)
    seen: list[Any] = []
    for index in (0, 1):
        schedule = np.array(list(itertools.combinations(range(9), 2)))
        deals = judge._deals(np.array([4]), index, schedule, 9)
        played = play(CARDS, Population(NODDERS.brain, genomes[0]), schedule, 0, deal=deals, threads=1)
        seen += played.scores.ravel().tolist()
        found = round_robin(CARDS, NODDERS.brain, threads=1)(genomes, (), np.ones((1, 9), bool), np.array([4]), index)
        assert found.fitness.sum() == pytest.approx(sum(seen[-72:]) / 8)
    assert len(set(seen)) > 120, "144 cards of a thousand: about 134 different ones"


# Random tables


@pytest.mark.parametrize(("population", "seats", "games"), [
    (9, 3, 30), (12, 3, 7), (36, 3, 30), (10, 5, 4), (3, 3, 5), (7, 3, 3), (7, 3, 4), (8, 3, 10),
])
def test_everybody_sits_equally_often(population: int, seats: int, games: int) -> None:
    tables = -(-population * games // seats)
    drawn = judge._draw_tables(5, 2, population, seats, tables)
    assert drawn.shape == (tables, seats)
    assert all(len(set(table)) == seats for table in drawn.tolist()), "nobody sits twice at one table"
    counts = np.bincount(drawn.ravel(), minlength=population)
    if population * games % seats:
        assert counts.min() >= games and counts.max() <= games + 1
    else:
        assert np.all(counts == games)
    assert not np.array_equal(drawn, judge._draw_tables(5, 3, population, seats, tables)), "drawn anew each generation"
    assert not np.array_equal(drawn, judge._draw_tables(6, 2, population, seats, tables))


def test_partners_and_seats_are_mixed() -> None:
    drawn = judge._draw_tables(1, 1, 9, 3, 3000)
    seats = np.zeros((9, 3))
    met = np.zeros((9, 9))
    for table in drawn:
        for seat, member in enumerate(table):
            seats[member, seat] += 1
        for one, other in itertools.permutations(table, 2):
            met[one, other] += 1
    assert np.all(seats.sum(1) == 1000)
    assert np.all(np.abs(seats - 1000 / 3) < 4 * np.sqrt(1000 * 2 / 9)), "no seat is anybody's own"
    assert np.all(np.abs(met[~np.eye(9, dtype=bool)] - 250) < 4 * np.sqrt(250)), "two of eight others, a thousand times"


def test_fitness_at_tables_is_the_mean_score_a_game() -> None:
    game = moose(preset="paper", rounds=6, moose=3)
    generation = lucky("brains roll, three moose", [4], generations=0)[0]
    schedule = judge._draw_tables(4, 0, 9, 3, 90)
    deals = judge._deals(np.array([4]), 0, schedule, 9)
    played = play(game, Population(TOSSERS.brain, generation.genomes[0]), schedule, 0, deal=deals, threads=1)
    wanted = [played.scores[schedule == member].mean() for member in range(9)]
    assert generation.fitness[0] == pytest.approx(wanted, rel=1e-12)
    assert generation.games == 90
    assert np.array_equal(generation.notes["measures"][0], played.measures.sum((0, 1)))
    assert played.measures[:, :, 1:4].sum() == 90 * 3 * 6


def test_a_round_robin_is_for_two_and_tables_need_enough_to_sit() -> None:
    three = moose(preset="paper", moose=3)
    with pytest.raises(Mistake, match="round robin is for two seats"):
        round_robin(three, machines(three).brain)
    with pytest.raises(Mistake, match="population is 2"):
        list(elitist(TOSSERS, random_tables(three, TOSSERS.brain), [1], population=2, elite=1, generations=1))
    two = moose(preset="paper", rounds=3)
    made = machines(two, states=4)
    judged = judge_for(two, made.brain, threads=1)(
        np.zeros((1, 4), made.brain.genome_type(two)).view(np.recarray), (), np.ones((1, 4), bool), np.array([0]), 0)
    assert judged.games == 6
    assert judge_for(three, TOSSERS.brain, games=4, threads=1)(
        np.ones((1, 6), TOSSERS.brain.genome_type(three)).view(np.recarray), (), np.ones((1, 6), bool), np.array([0]), 0
    ).games == 8


# Purpose: problems with known answers

BITS = np.dtype([("bits", "i1", (24,))])


@rule
def flip_all(d, o, g):
    for k in range(24):
        g.bits[k] = dice.below(d, 2)


@rule
def flip_one(d, o, g):
    g.bits[dice.below(d, 24)] = dice.below(d, 2)


@rule
def cut(d, o, mother, father, a, b):
    point = dice.below(d, 25)
    for k in range(24):
        a.bits[k] = mother.bits[k] if k < point else father.bits[k]
        b.bits[k] = father.bits[k] if k < point else mother.bits[k]


@pytest.mark.parametrize("engine", [elitist, generational])
def test_it_finds_the_string_of_ones(engine: Any) -> None:
    strings = Representation(Brain("bits", flip_all, BITS), flip_all, flip_one, cut, NO_OPTIONS, str,
                             lambda text: record(BITS))
    judging = graded(lambda genomes, index: genomes.bits.sum(-1))
    elite = {"elite": 20} if engine is elitist else {}
    generations = list(engine(strings, judging, range(10), population=30, generations=150, **elite))
    best = np.array([generation.fitness.max(1) for generation in generations])
    assert np.all(best[-1] == 24), "all ten runs"
    assert best[0].max() < 24, "and not by luck at the start"
    assert not elite or np.all(np.diff(best, axis=0) >= 0), "an elite never loses the best"


def test_it_breeds_machines_that_do_as_a_target_does() -> None:
    """Fitness: the share of the target's answers to 20 fixed words that a machine gives as well."""
    game = moose(preset="paper")
    made = machines(game, states=4, mutations=2)
    target = made.parse("first 1\n1: 1/1>2 2/2>1 3/3>1\n2: 1/2>1 2/3>2 3/1>2")  # two states of the four will do
    words = np.random.default_rng(1).integers(0, 3, (20, 8))

    def answers(genomes: Any) -> Any:
        flat = genomes.reshape(-1)
        rows, said = np.arange(len(flat)), [np.repeat(flat.first[:, None], len(words), 1)]
        state = np.zeros((len(flat), len(words)), np.int64)
        for symbol in words.T:
            said.append(flat.say[rows[:, None], state, symbol])
            state = flat.to[rows[:, None], state, symbol]
        return np.stack(said, -1)  # [machines, words, symbols read + 1]

    wanted = answers(target)
    judging = graded(lambda genomes, index: (answers(genomes) == wanted).mean((1, 2)).reshape(genomes.shape) ** 4)
    last = None
    for last in elitist(made, judging, range(12), population=60, elite=30, generations=250):
        pass
    assert last is not None and np.sum(last.fitness.max(1) == 1) >= 3, "some runs find the very behaviour"
    assert last.fitness.max(1).min() > 0.75**4, "and all come close"


def test_machines_learn_to_share_the_fields() -> None:
    """Trajectory of rulebook 3.2, Experiment 1: from 2.05 at generation 0 to 2.42 at generation 25."""
    game = moose(preset="paper")
    made = machines(game)
    course = [generation.fitness.mean() / 50 for generation in elitist(
        made, round_robin(game, made.brain), range(30), generations=25)]
    assert abs(course[0] - 2.05) < 0.03 and abs(course[25] - 2.42) < 0.06
