"""Coevolution by matches: selection without fitness and its rivals, breeding, resuming, champions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lek.agent import Population
from lek.evolve.checkpoint import Checkpoint
from lek.evolve.coevolution import champions, coevolution
from lek.evolve.matches import Matches, play_matches, winners
from lek.evolve.select import SELECTIONS, Referee, _draw, fitnessless
from lek.games import GAMES
from lek.jit import rule
from lek.players import REPRESENTATIONS
from lek.settings import Mistake
from lek.store import Partial

GAME = GAMES["antwars"](moves=12)


@cache
def bred():
    return REPRESENTATIONS["antwars"]["tree"](GAME)


class Stronger:
    """A referee for whom the member with the larger number always wins; it notes who met whom."""

    def __init__(self, boards=6):
        self.boards, self.met = boards, []

    def __call__(self, genomes, seeds, index, tag, runs, pairs):
        self.met.append(pairs.copy())
        return (pairs[:, 1] > pairs[:, 0]).astype(np.int64)


NOBODY = np.zeros((2, 40))  # genomes that nobody looks at
SEEDS = np.array([3, 4])


# Matches


def test_k_plus_1_wins_win_a_match_else_points_else_a_coin():
    matches = Matches(np.array([[7, 5], [6, 6], [6, 6], [5, 7]]), np.array([[1.0, 9], [80, 81], [80, 80], [90, 80]]))
    assert winners(matches, np.array([1, 0, 1, 0])).tolist() == [0, 1, 1, 1]
    assert winners(matches, np.array([1, 0, 0, 0])).tolist() == [0, 1, 0, 1]


def test_a_match_is_played_on_its_boards_with_the_roles_swapped():
    text = "straight = NFood(Rect(-1,0,3,1))\ndiagonal = FoodHope(Rect(0,0,1,1))"
    genomes = np.concatenate([bred().parse(text), bred().parse("straight = Points\ndiagonal = TimeLeft")]).view(np.recarray)
    played = play_matches(GAME, Population(bred().brain, genomes), [[0, 1], [1, 0], [0, 0]], [[1, 2], [1, 2], [5, 6]])
    assert played.wins.sum(1).tolist() == [4, 4, 4]
    assert played.wins[0].tolist() == played.wins[1, ::-1].tolist()  # the same two on the same boards
    assert played.points[0].tolist() == played.points[1, ::-1].tolist()
    assert played.wins[2].tolist() == [2, 2]  # against itself Ant 1 or Ant 2 wins both games of a board
    assert played.points[0, 0] > played.points[0, 1]


# Selection


@pytest.mark.parametrize("tournament, rounds", [(1, 0), (2, 1), (5, 3), (8, 3)])
def test_the_best_of_those_drawn_is_selected(tournament, rounds):
    referee = Stronger()
    parents, games = fitnessless(referee, tournament=tournament)(NOBODY, SEEDS, 1)
    assert parents.shape == NOBODY.shape and len(referee.met) == rounds
    assert sum(len(pairs) for pairs in referee.met) == 2 * 40 * (tournament - 1)  # four matches for five
    assert games == 40 * (tournament - 1) * 12
    expected = 40 * tournament / (tournament + 1)  # of the largest of so many draws
    assert abs(parents.mean() - expected) < 5


def test_the_papers_setting_plays_108000_games_a_generation():
    referee = Stronger()
    assert fitnessless(referee, tournament=5)(np.zeros((1, 2250)), np.array([1]), 1).games == 108_000


def test_in_a_bracket_of_five_the_first_meets_the_last_and_the_middle_one_has_a_bye():
    """1 meets 5 and 2 meets 4, 3 rests; the winner of the first match meets 3, and the winner of that the other one."""
    drawn = _draw(SEEDS[:1], 1, 40, 5, True, 1, 0.0)[0]  # the larger number wins
    first, second = np.maximum(drawn[:, 0], drawn[:, 4]), np.maximum(drawn[:, 1], drawn[:, 3])
    referee = Stronger()
    parents, _ = fitnessless(referee, tournament=5)(NOBODY[:1], SEEDS[:1], 1)
    rounds = [pairs.reshape(40, -1, 2) for pairs in referee.met]
    assert np.array_equal(rounds[0], drawn[:, [[0, 4], [1, 3]]])
    assert np.array_equal(rounds[1][:, 0], np.stack([first, drawn[:, 2]], 1))
    assert np.array_equal(rounds[2][:, 0], np.stack([np.maximum(first, drawn[:, 2]), second], 1))
    assert np.array_equal(parents[0], drawn.max(1))
    neighbours = Stronger()
    fitnessless(neighbours, tournament=5, bracket="neighbours")(NOBODY[:1], SEEDS[:1], 1)
    assert np.array_equal(neighbours.met[0].reshape(40, 2, 2), drawn[:, [[0, 1], [2, 3]]])


def test_islands_select_among_themselves_but_for_migrants():
    parents, _ = fitnessless(Stronger(), islands=4)(NOBODY, SEEDS, 1)
    assert np.array_equal(parents // 10, np.tile(np.arange(40) // 10, (2, 1)))
    moved, _ = fitnessless(Stronger(), islands=4, migration=1.0)(NOBODY, SEEDS, 1)
    assert np.array_equal(moved // 10, np.tile((np.arange(40) // 10 + 3) % 4, (2, 1)))


def test_without_replacement_nobody_is_drawn_twice():
    referee = Stronger()
    fitnessless(referee, tournament=10, islands=4, replacement=False)(NOBODY, SEEDS, 1)
    drawn = referee.met[0].reshape(80, 10)
    assert all(len(set(row)) == 10 for row in drawn.tolist())


@pytest.mark.parametrize("name, matches", [
    ("round-robin", 40 * 39 // 2), ("k-random", 160), ("random-pairing", 40), ("single-elimination", 39)])
def test_rivals_select_by_fitness(name, matches):
    referee = Stronger()
    parents, games = SELECTIONS[name](referee, tournament=5)(NOBODY, SEEDS, 1)
    assert games == matches * 12 and sum(len(pairs) for pairs in referee.met) == 2 * matches
    assert all((pairs[:, 0] != pairs[:, 1]).all() for pairs in referee.met)
    assert parents.mean() > (33 if name == "round-robin" else 22)  # the larger the stronger; none at random would be 19.5
    if name == "round-robin":  # the fittest of five drawn
        assert abs(parents.mean() - 40 * 5 / 6) < 2.5


def test_bad_settings_are_told():
    for wrong in ({"bracket": "swiss"}, {"tournament": 0}):
        with pytest.raises(Mistake):
            fitnessless(Stronger(), **wrong)
    with pytest.raises(Mistake, match="equal islands"):
        fitnessless(Stronger(), islands=3)(NOBODY, SEEDS, 1)
    with pytest.raises(Mistake, match="boards=0"):
        Referee(GAME, bred().brain, boards=0)
    with pytest.raises(Mistake, match="k=0"):
        SELECTIONS["k-random"](Stronger(), k=0)
    with pytest.raises(Mistake, match="crossover=2"):
        next(coevolution(bred(), None, [1], crossover=2))


# Breeding


def evolve(generations=3, seeds=(1, 2), **more):
    referee = Referee(GAME, bred().brain, boards=1, threads=more.pop("games_on", 1))
    return list(coevolution(bred(), fitnessless(referee, tournament=3), list(seeds), population=24, generations=generations,
                            **more))


@cache
def usual():
    return evolve(threads=1)


def test_a_run_depends_on_its_own_seed_only_and_not_on_threads():
    alone = evolve(seeds=(2,), threads=2, games_on=2)
    for both, one in zip(usual(), alone, strict=True):
        assert both.genomes[1].tobytes() == one.genomes[0].tobytes()
    assert usual()[-1].genomes[0].tobytes() != usual()[-1].genomes[1].tobytes()


def test_it_goes_on_from_any_generation():
    rest = evolve(resume=usual()[1])
    assert [brood.index for brood in rest] == [2, 3]
    assert rest[-1].genomes.tobytes() == usual()[-1].genomes.tobytes()


def test_nothing_was_played_nor_made_before_the_first_generation():
    first, second = usual()[:2]
    assert first.index == first.games == 0 == first.notes["outcomes"].sum()
    assert first.notes["outcomes"].shape == second.notes["outcomes"].shape
    assert second.index == 1 and second.notes["outcomes"].sum((1, 2)).tolist() == [24, 24] and second.games > 0


def test_first_genomes_are_all_different():
    assert len({genome.tobytes() for genome in usual()[0].genomes[0]}) == 24


def test_a_crossover_fills_two_places_so_that_it_makes_more_children_than_its_probability():
    class Anybody:
        games = 0

        def __call__(self, genomes, seeds, index):
            return np.tile(np.arange(genomes.shape[1]), (len(genomes), 1)), 0

    def share(shares):
        *_, last = coevolution(bred(), Anybody(), [1], population=2000, generations=1, shares=shares)
        return last.notes["outcomes"][0, 0].sum() / 2000

    assert abs(share("call") - 1.6 / 1.8) < 0.02
    assert abs(share("child") - 0.8) < 0.03


@rule
def crosses(d, o, mother, father, a, b):
    return 2 + 8 * 3


@rule
def mutates(d, o, g):
    return 5


def test_what_operators_answer_is_counted_for_each_child():
    def nobody(genomes, seeds, index):
        return np.zeros((1, 41), np.int64), 0

    made = replace(bred(), crossover=crosses, mutate=mutates)
    *_, last = coevolution(made, nobody, [1], population=41, generations=1, crossover=0.5)
    crossed, mutated = last.notes["outcomes"][0]
    assert crossed.sum() + mutated.sum() == 41 and crossed.sum() > 10 and mutated.sum() > 5
    assert mutated[5] == mutated.sum() and crossed[2] + crossed[3] == crossed.sum()
    assert crossed[2] - crossed[3] == crossed.sum() % 2  # of the last place's second child nothing is kept


def test_evolution_learns_to_eat():
    """The mean of what ants eat in matches among themselves grows."""
    def eaten(brood):
        pairs = np.stack([np.arange(24), (np.arange(24) + 7) % 24], 1)
        played = play_matches(GAME, Population(bred().brain, brood.genomes[0]), pairs, np.arange(48).reshape(24, 2))
        return played.points.mean()

    broods = evolve(generations=12, seeds=(5,))
    assert eaten(broods[-1]) > 1.5 * eaten(broods[0])


# Champions


def test_the_champion_wins_the_most_matches_of_a_round_robin():
    greedy = "straight = NFood(Rect(-1,0,1,1))\ndiagonal = NFood(Rect(-1,1,1,1))"
    genomes = usual()[0].genomes.copy()
    genomes[0, 17] = genomes[1, 3] = bred().parse(greedy)[0]
    best, won = champions(GAME, bred(), genomes, [1, 2], 0)
    assert best.tolist() == [17, 3] and (won > 0.8).all()
    best, won = champions(GAME, bred(), genomes, [1, 2], 0, sample=20)
    assert best.tolist() == [17, 3] and (won > 0.7).all()
    everybody, of_all = champions(GAME, bred(), genomes, [1, 2], 0, sample=24), champions(GAME, bred(), genomes, [1, 2], 0)
    assert np.array_equal(everybody[1], of_all[1]) and np.array_equal(everybody[0], of_all[0])


def test_an_evolution_is_kept_and_goes_on(tmp_path):
    path, asked = tmp_path / "x.generation.npz", {"seed": 1}
    kept = Checkpoint(Partial(path, asked), bred().genome, ("games",))
    assert kept.last is None
    kept.save(usual()[2])
    assert not path.exists()  # a note a while
    kept.course["games"].append(7)
    kept.save(usual()[2], at_once=True)
    again = Checkpoint(Partial(path, asked), bred().genome, ("games",))
    assert again.course == {"games": [7]}
    assert again.last.index == 2 and again.last.genomes.tobytes() == usual()[2].genomes.tobytes()
    assert evolve(resume=again.last)[-1].genomes.tobytes() == usual()[-1].genomes.tobytes()
    with pytest.raises(Mistake, match="another run"):
        Checkpoint(Partial(path, {"seed": 2}), bred().genome)
    path.write_bytes(b"nothing")
    with pytest.raises(Mistake, match="damaged"):
        Checkpoint(Partial(path, asked), bred().genome)
