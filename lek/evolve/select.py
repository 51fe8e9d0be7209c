"""Selection by playing: who becomes a parent, without fitness or by one of the usual kinds of competitive fitness.

A selection is select(genomes [runs, population], seeds [runs], index) -> Selected: one parent for every place of the next
generation. All but the first give everybody a fitness and then hold tournaments of `tournament` draws for the fittest.

    fitnessless          of `tournament` drawn, the winner of a single elimination between them (W. Jaśkowski, K. Krawiec and
                         B. Wieloch, "Winning Ant Wars", section 4): population x (tournament - 1) matches
    round_robin          matches won against everybody: population x (population - 1) / 2 matches
    k_random             matches won against k opponents drawn at random: population x k
    random_pairing       the same with k = 1
    single_elimination   matches won in one knockout of all (P. Angeline and J. Pollack, 1993): population - 1
    against              games won against one rival that never changes: population matches
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import border, dice
from lek.agent import Agent, Brain, Population
from lek.evolve.matches import coins_of, deals_of, play_matches, winners
from lek.game import Game, record
from lek.jit import rule
from lek.settings import Mistake

_DRAWS, _PAIRS, _PICKS = -1, -2, -3  # streams beside those of generations' matches


class Selected(NamedTuple):
    parents: npt.NDArray[np.int64]  # [runs, population] indices within the run
    games: int  # played in one run


Select = Callable[[Any, npt.NDArray[np.int64], int], Selected]


class Referee:
    """Plays matches of 2 x `boards` games between members of runs' populations, and says who won."""

    def __init__(self, game: Game, brain: Brain, *, boards: int = 6, device: str = "cpu",
                 threads: int | None = None) -> None:
        border.whole("boards", boards, 1, 60)
        if border.game(game).seats != 2:
            raise Mistake(f"matches are for two seats, but {game.name} has {game.seats} here")
        self.game, self.brain, self.boards, self.device, self.threads = game, brain, boards, device, threads
        self._known: tuple[Any, Population] | None = None  # the genomes asked about last, and what `play` keeps of them

    def __call__(self, genomes: Any, seeds: Any, index: int, tag: int, runs: Any, pairs: Any) -> npt.NDArray[np.int64]:
        """Which of each pair (indices within its run) won, 0 or 1: [matches]. Who meets itself wins without playing."""
        population = genomes.shape[1]
        won: npt.NDArray[np.int64] = coins_of(seeds, index, tag, runs)
        met = pairs[:, 0] != pairs[:, 1]
        deal = deals_of(seeds, index, tag, runs, self.boards)[met]
        flat = pairs[met] + (runs[met] * population)[:, None]
        if self._known is None or self._known[0] is not genomes:
            self._known = genomes, Population(self.brain, genomes.reshape(-1), {}, bred=True)
        played = play_matches(self.game, self._known[1], flat, deal, device=self.device, threads=self.threads)
        won[met] = winners(played, won[met])
        return won


def fitnessless(referee: Referee, *, tournament: int = 5, replacement: bool = True, bracket: str = "ends",
                islands: int = 1, migration: float = 0.0) -> Select:
    """The winner of a single elimination between a few drawn at random is selected, for every place anew.

    `bracket` says who meets in a round: `ends`, the first and the last, the second and the last but one, the middle one
    has a bye (ECJ's way); or `neighbours`, the first and the second and so on, the last one has a bye.
    """
    border.whole("tournament", tournament, 1)
    border.whole("islands", islands, 1)
    border.number("migration", migration, 0, 1)
    if bracket not in ("ends", "neighbours"):
        raise Mistake(f"bracket={bracket} does not work: bracket is ends | neighbours")

    def select(genomes: Any, seeds: Any, index: int) -> Selected:
        runs, population = genomes.shape
        left = _draw(seeds, index, population, tournament, replacement, islands, float(migration))
        left = left.reshape(runs * population, tournament)
        owner = np.repeat(np.arange(runs), population)
        games, tag = 0, 0
        while left.shape[1] > 1:
            n = left.shape[1]
            if bracket == "ends":
                sides = [(i, n - 1 - i) for i in range(n // 2)]
            else:
                sides = [(2 * i, 2 * i + 1) for i in range(n // 2)]
            pairs = np.ascontiguousarray(left[:, sides]).reshape(-1, 2)
            who = np.repeat(owner, len(sides))
            won = referee(genomes, seeds, index, tag, who, pairs)
            through = pairs[np.arange(len(pairs)), won].reshape(-1, len(sides))
            rest = left[:, [n // 2 if bracket == "ends" else n - 1]] if n % 2 else left[:, :0]
            left = np.concatenate([through, rest], axis=1)
            games += len(sides) * population * 2 * referee.boards
            tag += 1
        return Selected(left.reshape(runs, population), games)

    return select


def round_robin(referee: Referee, *, tournament: int = 5) -> Select:
    """By matches won against everybody."""

    def opponents(seeds: Any, index: int, population: int) -> Any:
        pairs = np.stack(np.triu_indices(population, 1), axis=1)
        return np.tile(pairs, (len(seeds), 1, 1))

    return _by_fitness(referee, tournament, opponents)


def k_random(referee: Referee, *, k: int = 4, tournament: int = 5) -> Select:
    """By matches won against k opponents drawn at random; only who drew them is told."""
    border.whole("k", k, 1)

    def opponents(seeds: Any, index: int, population: int) -> Any:
        return _draw_opponents(seeds, index, population, k)

    return _by_fitness(referee, tournament, opponents, both=False)


def random_pairing(referee: Referee, *, tournament: int = 5) -> Select:
    """By one match against one opponent drawn at random."""
    return k_random(referee, k=1, tournament=tournament)


def single_elimination(referee: Referee, *, tournament: int = 5) -> Select:
    """By matches won in one knockout of the whole population, in an order drawn at random; of an odd number one rests."""
    border.whole("tournament", tournament, 1)

    def select(genomes: Any, seeds: Any, index: int) -> Selected:
        runs, population = genomes.shape
        fitness = np.zeros((runs, population))
        left = _shuffled(seeds, index, population)
        games = tag = 0
        while left.shape[1] > 1:
            n = left.shape[1] // 2
            pairs = np.ascontiguousarray(left[:, :2 * n]).reshape(-1, 2)
            who = np.repeat(np.arange(runs), n)
            won = referee(genomes, seeds, index, tag, who, pairs)
            through = pairs[np.arange(len(pairs)), won]
            fitness[who, through] += 1
            left = np.concatenate([through.reshape(runs, n), left[:, 2 * n:]], axis=1)
            games += n * 2 * referee.boards
            tag += 1
        return Selected(_tournaments(seeds, index, fitness, tournament), games)

    return select


def against(referee: Referee, *, rival: Agent | None = None, tournament: int = 5) -> Select:
    """By games won against one rival that never changes, among equals by points: for exploiters."""
    border.whole("tournament", tournament, 1)
    if rival is None:
        raise Mistake("against needs a rival: an agent's name or file")
    border.agents(referee.game, [rival])

    def select(genomes: Any, seeds: Any, index: int) -> Selected:
        fitness = games_against(referee, rival, genomes, seeds, index)
        return Selected(_tournaments(seeds, index, fitness, tournament), genomes.shape[1] * 2 * referee.boards)

    return select


def games_against(referee: Referee, rival: Agent, genomes: Any, seeds: Any, index: int) -> Any:
    """Games won against a rival by everybody [runs, population]; less than one more for points, to break ties."""
    runs, population = genomes.shape
    flat, who = genomes.reshape(-1), np.repeat(np.arange(runs), population)
    pairs = np.stack([np.arange(len(flat)), np.full(len(flat), len(flat))], 1)
    everybody: Population | list[Agent]
    if rival.genome is not None and rival.genome.dtype == genomes.dtype:
        everybody = Population(referee.brain, np.concatenate([flat, rival.genome]).view(np.recarray), bred=True)
    else:
        everybody = [*(Agent("", referee.brain, flat[n:n + 1], bred=True) for n in range(len(flat))), rival]
    played = play_matches(referee.game, everybody, pairs, deals_of(seeds, index, 0, who, referee.boards),
                          device=referee.device, threads=referee.threads)
    return (played.wins[:, 0] + played.points[:, 0] / (1 + played.points.sum(1).max())).reshape(runs, population)


SELECTIONS: dict[str, Callable[..., Select]] = {
    "fitnessless": fitnessless, "round-robin": round_robin, "k-random": k_random, "random-pairing": random_pairing,
    "single-elimination": single_elimination, "against": against,
}


def _by_fitness(referee: Referee, tournament: int, opponents: Callable[..., Any], both: bool = True) -> Select:
    """Everybody's fitness is the share of its matches won; of the other side's, too, where `both` count."""
    border.whole("tournament", tournament, 1)

    def select(genomes: Any, seeds: Any, index: int) -> Selected:
        runs, population = genomes.shape
        pairs = opponents(seeds, index, population)  # [runs, matches, 2]
        who = np.repeat(np.arange(runs), pairs.shape[1])
        flat = np.ascontiguousarray(pairs.reshape(-1, 2))
        won = referee(genomes, seeds, index, 0, who, flat)
        fitness, played = np.zeros((runs, population)), np.zeros((runs, population))
        for side in (0, 1) if both else (0,):
            np.add.at(fitness, (who, flat[:, side]), won == side)
            np.add.at(played, (who, flat[:, side]), 1)
        fitness /= played
        return Selected(_tournaments(seeds, index, fitness, tournament), pairs.shape[1] * 2 * referee.boards)

    return select


def _draw(seeds: Any, index: int, population: int, many: int, replacement: bool, islands: int, migration: float) -> Any:
    """For every place `many` members [runs, population, many], drawn from the place's own island.

    With probability `migration` a place's come from the island before instead.
    """
    if not 1 <= islands <= population or population % islands:
        raise Mistake(f"islands={islands} does not work: a population of {population} falls into equal islands")
    if not replacement and many > population // islands:
        raise Mistake(f"tournament={many} does not work: an island has {population // islands} members")
    return _draw_members(seeds, index, population, many, replacement, islands, migration, record(dice.STREAM))


@rule
def _draw_members(seeds, index, population, many, replacement, islands, migration, ds):
    d = ds[0]
    drawn = np.empty((len(seeds), population, many), np.int64)
    size = population // islands
    for run in range(len(seeds)):
        d.rng = dice.stream(seeds[run], index, _DRAWS)
        for place in range(population):
            island = place // size
            if islands > 1 and dice.uniform(d) < migration:
                island = (island + islands - 1) % islands
            for i in range(many):
                again = True
                while again:
                    drawn[run, place, i] = island * size + dice.below(d, size)
                    again = False
                    if not replacement:
                        for j in range(i):
                            again = again or drawn[run, place, j] == drawn[run, place, i]
    return drawn


@rule
def _draw_others(seeds, index, population, k, ds):
    d = ds[0]
    pairs = np.empty((len(seeds), population * k, 2), np.int64)
    for run in range(len(seeds)):
        d.rng = dice.stream(seeds[run], index, _PAIRS)
        for n in range(population * k):
            other = dice.below(d, population - 1)
            pairs[run, n, 0] = n // k
            pairs[run, n, 1] = other + (other >= n // k)
    return pairs


def _draw_opponents(seeds: Any, index: int, population: int, k: int) -> Any:
    """[runs, population * k, 2] everybody and an opponent, never itself."""
    return _draw_others(seeds, index, population, k, record(dice.STREAM))


def _shuffled(seeds: Any, index: int, population: int) -> Any:
    """[runs, population] everybody in an order of its own."""
    return np.stack([np.random.default_rng((int(seed), index, 7)).permutation(population) for seed in seeds])


def _tournaments(seeds: Any, index: int, fitness: Any, tournament: int) -> Any:
    return _hold_tournaments(seeds, index, fitness, tournament, record(dice.STREAM))


@rule
def _hold_tournaments(seeds, index, fitness, tournament, ds):
    """For every place the fittest of a few, drawn with replacement; of equals the first drawn: [runs, population]."""
    d = ds[0]
    runs, population = fitness.shape
    parents = np.empty((runs, population), np.int64)
    for run in range(runs):
        d.rng = dice.stream(seeds[run], index, _PICKS)
        for place in range(population):
            best = dice.below(d, population)
            for _ in range(tournament - 1):
                other = dice.below(d, population)
                if fitness[run, other] > fitness[run, best]:
                    best = other
            parents[run, place] = best
    return parents
