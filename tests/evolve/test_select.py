"""Every selection beside a slow twin written from its rules: byes, ties, brackets of any size, and boards of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, Population
from lek.evolve import select as selections
from lek.evolve.matches import coins_of, deals_of, play_matches
from lek.evolve.select import Referee, fitnessless, k_random, random_pairing, round_robin, single_elimination
from lek.find import find_agent, find_game, find_representation
from lek.game import record
from lek.settings import Mistake

SEEDS = np.array([3, 40, 7])


class Book:
    """A referee whose verdicts anybody can look up: a coin for every pair and round, and nobody beats itself."""

    def __init__(self, boards: int = 6) -> None:
        self.boards, self.asked = boards, list[tuple[int, int, int]]()

    def side(self, run: int, tag: int, a: int, b: int) -> int:
        """The same whoever is listed first."""
        low, high = sorted((a, b))
        better = (low, high)[hash((run, tag, low, high)) % 2]
        return int(better == b and a != b)

    def __call__(self, genomes: Any, seeds: Any, index: int, tag: int, runs: Any, pairs: Any) -> Any:
        self.asked += [(int(run), tag, index) for run in runs]
        return np.array([self.side(int(run), tag, *map(int, pair)) for run, pair in zip(runs, pairs, strict=True)], np.int64)


def knockout(book: Book, run: int, entrants: list[int], bracket: str) -> tuple[int, list[int]]:
    """Who is left, and everybody who won a match, once for each, by the words of the docstrings."""
    left, won, tag = list(entrants), list[int](), 0
    while len(left) > 1:
        pairs, rest = [], []
        if bracket == "ends":
            line = list(left)
            while len(line) > 1:
                pairs.append((line.pop(0), line.pop()))
            rest = line
        else:
            for i in range(0, len(left) - 1, 2):
                pairs.append((left[i], left[i + 1]))
            rest = left[len(left) - len(left) % 2:]
        through = [pair[book.side(run, tag, *pair)] for pair in pairs]
        won += through
        left, tag = through + rest, tag + 1
    return left[0], won


@pytest.mark.parametrize("bracket", ["ends", "neighbours"])
@pytest.mark.parametrize("tournament", range(1, 12))
def test_fitnessless_selection_is_a_knockout_of_those_drawn(bracket: str, tournament: int) -> None:
    genomes, book = np.zeros((3, 13)), Book(boards=4)
    chosen = fitnessless(book, tournament=tournament, bracket=bracket)(genomes, SEEDS, 5)
    drawn = selections._draw(SEEDS, 5, 13, tournament, True, 1, 0.0)
    for run in range(3):
        assert chosen.parents[run].tolist() == [knockout(book, run, row.tolist(), bracket)[0] for row in drawn[run]]
    assert chosen.games == (tournament - 1) * 13 * 2 * 4
    rounds = sorted({tag for _, tag, _ in book.asked})
    assert rounds == list(range(int(np.ceil(np.log2(tournament)))))


@pytest.mark.parametrize("population", [2, 3, 5, 8, 11, 13])
def test_single_elimination_counts_matches_won_and_a_bye_is_none(population: int) -> None:
    genomes, book = np.zeros((3, population)), Book(boards=2)
    chosen = single_elimination(book, tournament=4)(genomes, SEEDS, 2)
    order = selections._shuffled(SEEDS, 2, population)
    for run in range(3):
        assert sorted(order[run].tolist()) == list(range(population))
        _, won = knockout(book, run, order[run].tolist(), "neighbours")
        assert len(won) == population - 1
        fitness = [won.count(i) for i in range(population)]
        assert chosen.parents[run].tolist() == held(run, 2, fitness, 4, population)
    assert chosen.games == (population - 1) * 2 * 2
    assert len({tuple(row) for row in order.tolist()}) == 3 or population < 8


def held(run: int, index: int, fitness: list[float], tournament: int, places: int) -> list[int]:
    """Tournaments over the engine's own dice: the fittest of those drawn, of equals the first drawn."""
    d = record(dice.STREAM)[0]
    d.rng = dice.stream(int(SEEDS[run]), index, selections._PICKS)
    parents = []
    for _ in range(places):
        drawn = [int(dice.below(d, len(fitness))) for _ in range(tournament)]
        parents.append(max(drawn, key=lambda i: (fitness[i], -drawn.index(i))))
    return parents


@pytest.mark.parametrize("name", ["round-robin", "k-random", "random-pairing"])
@pytest.mark.parametrize("tournament", [1, 2, 5])
def test_fitness_is_the_share_of_matches_won(name: str, tournament: int) -> None:
    population, k, book = 9, 3, Book(boards=1)
    select = {"round-robin": lambda: round_robin(book, tournament=tournament),
              "k-random": lambda: k_random(book, k=k, tournament=tournament),
              "random-pairing": lambda: random_pairing(book, tournament=tournament)}[name]()
    chosen = select(np.zeros((3, population)), SEEDS, 4)
    many = population * {"round-robin": (population - 1) // 2, "k-random": k, "random-pairing": 1}[name]
    assert chosen.games == many * 2 and len(book.asked) == 3 * many
    for run in range(3):
        if name == "round-robin":
            pairs = [(i, j) for i in range(population) for j in range(i + 1, population)]
        else:
            drawn = selections._draw_opponents(SEEDS, 4, population, 1 if name == "random-pairing" else k)[run]
            pairs = [tuple(map(int, row)) for row in drawn]
            assert [i for i, _ in pairs] == sorted(list(range(population)) * (many // population))
        wins, games = [0.0] * population, [0] * population
        for i, j in pairs:
            assert i != j
            side = book.side(run, 0, i, j)
            wins[i], games[i] = wins[i] + (side == 0), games[i] + 1
            if name == "round-robin":  # of random opponents only who drew them is told
                wins[j], games[j] = wins[j] + (side == 1), games[j] + 1
        fitness = [won / played for won, played in zip(wins, games, strict=True)]
        assert chosen.parents[run].tolist() == held(run, 4, fitness, tournament, population)


def test_opponents_are_anybody_else() -> None:
    pairs = selections._draw_opponents(SEEDS[:1], 1, 5, 2000)[0]
    for i in range(5):
        counts = np.bincount(pairs[pairs[:, 0] == i, 1], minlength=5)
        assert counts[i] == 0 and (np.delete(counts, i) > 400).all()


def test_islands_and_their_migrants_are_drawn_as_often_as_told() -> None:
    drawn = selections._draw(SEEDS, 1, 400, 3, True, 4, 0.25)
    own, island = np.arange(400) // 100, drawn // 100
    assert (island == island[:, :, :1]).all()  # all of a place are from one island
    moved = island[:, :, 0] != own
    assert 0.2 < moved.mean() < 0.3 and (island[:, :, 0][moved] == (np.tile(own, (3, 1))[moved] + 3) % 4).all()
    assert (selections._draw(SEEDS, 1, 400, 3, True, 1, 0.9) < 400).all()
    assert len(np.unique(selections._draw(SEEDS[:1], 1, 40, 10, True, 4, 0.0))) == 40


@pytest.mark.parametrize(("how", "words"), [
    ({"islands": 3}, "falls into equal islands"), ({"islands": 0}, "1 or more"),
    ({"islands": 41}, "falls into equal islands"), ({"tournament": 0}, "1 or more"), ({"bracket": "x"}, "ends | neighbours"),
    ({"tournament": 11, "islands": 4, "replacement": False}, "an island has 10 members")])
def test_what_cannot_be_drawn_is_told(how: dict[str, Any], words: str) -> None:
    with pytest.raises(Mistake, match=words):
        fitnessless(Book(), **how)(np.zeros((1, 40)), SEEDS[:1], 1)
    assert fitnessless(Book(), tournament=1, islands=40)(np.zeros((1, 40)), SEEDS[:1], 1).parents.tolist() == [[*range(40)]]
    assert fitnessless(Book(), tournament=10, islands=4, replacement=False)(np.zeros((1, 40)), SEEDS[:1], 1).games == 4320


# Boards and coins


def test_no_two_matches_share_a_board() -> None:
    """Neither within a match nor between matches, rounds, generations or runs."""
    seen: set[int] = set()
    count = 0
    for index in (0, 1, 2):
        for tag in (0, 1, 7):
            deal = deals_of(SEEDS, index, tag, np.repeat(np.arange(3), [5, 1, 4]), 6)
            assert deal.shape == (10, 6) and deal.min() >= 0
            seen |= set(deal.ravel().tolist())
            count += deal.size
    assert len(seen) == count


def test_the_boards_of_a_run_are_its_own_whoever_else_plays() -> None:
    alone = deals_of(SEEDS[1:2], 3, 2, np.zeros(4, np.int64), 5)
    company = deals_of(SEEDS, 3, 2, np.repeat([0, 1, 2], [7, 4, 2]), 5)
    assert np.array_equal(company[7:11], alone)
    coins = coins_of(SEEDS, 3, 2, np.repeat([0, 1, 2], [7, 4, 2]))
    assert np.array_equal(coins[7:11], coins_of(SEEDS[1:2], 3, 2, np.zeros(4, np.int64)))


def test_coins_are_fair_and_their_own() -> None:
    runs = np.zeros(4000, np.int64)
    flips = [coins_of(SEEDS, index, tag, runs) for index in (0, 1) for tag in (0, 1)]
    for coins in flips:
        assert set(coins.tolist()) == {0, 1} and 0.46 < coins.mean() < 0.54
    for k in range(4):
        for other in range(k):
            for later in range(4):  # nor those of the match before
                assert 0.45 < (flips[k][later:] == flips[other][:4000 - later]).mean() < 0.55
                assert 0.45 < (flips[other][later:] == flips[k][:4000 - later]).mean() < 0.55


FOUND = find_game("antwars")
GAME = FOUND.build()
BRED = find_representation(FOUND, GAME, "tree:nodes=32,depth=4")


def ants(count: int) -> Any:
    genomes, stream = np.zeros((1, count), BRED.genome).view(np.recarray), record(dice.STREAM)
    for genome in genomes[0]:
        BRED.random(stream[0], BRED.options[0], genome)
    return genomes


def test_the_referee_plays_each_match_on_its_boards() -> None:
    genomes, boards, index, tag = ants(6), 3, 2, 5
    referee = Referee(GAME, BRED.brain, boards=boards)
    pairs = np.array([[0, 1], [2, 2], [3, 1], [4, 5], [5, 4], [0, 2]])
    runs = np.zeros(len(pairs), np.int64)
    won = referee(genomes, SEEDS[:1], index, tag, runs, pairs)
    deal, coins = deals_of(SEEDS[:1], index, tag, runs, boards), coins_of(SEEDS[:1], index, tag, runs)
    for n, pair in enumerate(pairs.tolist()):
        if pair[0] == pair[1]:
            assert won[n] == coins[n]
            continue
        agents = [Agent(str(i), BRED.brain, genomes[0, i:i + 1]) for i in pair]
        one = play_matches(GAME, agents, [[0, 1]], deal[n:n + 1])
        ahead = int(one.wins[0, 1] - one.wins[0, 0]) or float(one.points[0, 1] - one.points[0, 0])
        assert won[n] == (int(ahead > 0) if ahead else coins[n])


def test_against_one_rival_games_count_and_points_break_ties() -> None:
    genomes, boards = ants(8), 2
    rival = find_agent(FOUND, GAME, "smart-humant")
    referee = Referee(GAME, BRED.brain, boards=boards)
    found = selections.games_against(referee, [rival], genomes, SEEDS[:1], 4)[0]
    deal = deals_of(SEEDS[:1], 4, 0, np.zeros(8, np.int64), boards)
    for i in range(8):
        one = play_matches(GAME, [Agent("", BRED.brain, genomes[0, i:i + 1]), rival], [[0, 1]], deal[i:i + 1])
        assert int(found[i]) == one.wins[0, 0] <= 2 * boards and 0 <= found[i] - one.wins[0, 0] < 1
    by_points = np.argsort(found, kind="stable")
    own = Population(BRED.brain, genomes[0])
    assert len(own.genomes) == 8 and len(set(by_points.tolist())) == 8
    bred = Agent("bred", BRED.brain, genomes[0, 3:4])
    inside = selections.games_against(referee, [bred], genomes, SEEDS[:1], 4)[0]  # all in one population
    assert inside[3] == pytest.approx(boards + inside[3] % 1)  # against itself it wins one game of each board
    chosen = selections.against(referee, [rival], tournament=3)(genomes, SEEDS[:1], 4)
    assert chosen.games == 8 * 2 * boards and chosen.parents[0].tolist() == held(0, 4, found.tolist(), 3, 8)
