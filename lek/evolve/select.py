"""Selection by playing: who becomes a parent, without fitness or by one of the usual kinds of competitive fitness.

A selection is select(genomes [runs, population], seeds [runs], index) -> Selected: one parent for every place of the next
generation. All but the first give everybody a fitness and then hold tournaments of `tournament` draws for the fittest.

    fitnessless          of `tournament` drawn, the winner of a single elimination between them (W. Jaśkowski, K. Krawiec and
                         B. Wieloch, "Winning Ant Wars", section 4): population x (tournament - 1) matches
    round_robin          matches won against everybody: population x (population - 1) / 2 matches
    k_random             matches won against k opponents drawn at random: population x k
    random_pairing       the same with k = 1
    single_elimination   matches won in one knockout of all (P. Angeline and J. Pollack, 1993): population - 1
    against              games won against opponents that are given: population matches with each of them
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import border, dice
from lek.agent import Brain, Population
from lek.evolve.generation import Cast
from lek.evolve.matches import coins_of, deals_of, play_matches, winners
from lek.evolve.opponents import together
from lek.game import Game, record
from lek.jit import rule
from lek.settings import Mistake, Setting, resolve

_DRAWS, _PAIRS, _PICKS = -1, -2, -3  # streams beside those of generations' matches


class Selected(NamedTuple):
    parents: npt.NDArray[np.int64]  # [runs, population] indices within the run
    games: int  # played in one run


Select = Callable[[Any, npt.NDArray[np.int64], int], Selected]
BOARDS = {"boards": Setting(6, 1, 60, about="boards of a match, each played twice with the seats swapped")}
_DRAWN = {"tournament": Setting(5, 1, about="agents drawn for a place, of whom the fittest is a parent")}
SETTINGS: dict[str, dict[str, Setting]] = {
    "fitnessless": {
        "tournament": Setting(5, 1, about="agents drawn for a place, who play for it"),
        "replacement": Setting(True, about="whether the same agent may be drawn twice for a place"),
        "bracket": Setting("ends", choices=("ends", "neighbours"), about="who of those drawn meets: the first and the last, "
                                                                         "or neighbours"),
        "islands": Setting(1, 1, about="equal parts of the population that breed apart"),
        "migration": Setting(0.0, 0, 1, about="chance that a place draws from the island before"),
    },
    "round-robin": _DRAWN,
    "k-random": {"k": Setting(4, 1, about="opponents of each agent"), **_DRAWN},
    "random-pairing": _DRAWN,
    "single-elimination": _DRAWN,
    "against": _DRAWN,
}


class Referee:
    """Plays matches of 2 x `boards` games between members of runs' populations, and says who won."""

    def __init__(self, game: Game, brain: Brain, *, boards: int = 6, device: str = "cpu",
                 threads: int | None = None) -> None:
        boards = resolve("a referee", BOARDS, {"boards": boards})["boards"]
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


def fitnessless(referee: Referee, **settings: Any) -> Select:
    """The winner of a single elimination between a few drawn at random is selected, for every place anew.

    `bracket` says who meets in a round: `ends`, the first and the last, the second and the last but one, the middle one
    has a bye (ECJ's way); or `neighbours`, the first and the second and so on, the last one has a bye.
    """
    chosen = resolve("fitnessless", SETTINGS["fitnessless"], settings)
    tournament, bracket = chosen["tournament"], chosen["bracket"]

    def select(genomes: Any, seeds: Any, index: int) -> Selected:
        runs, population = genomes.shape
        left = _draw(seeds, index, population, tournament, chosen["replacement"], chosen["islands"], chosen["migration"])
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


def round_robin(referee: Referee, **settings: Any) -> Select:
    """By matches won against everybody."""
    tournament = resolve("round-robin", SETTINGS["round-robin"], settings)["tournament"]

    def opponents(seeds: Any, index: int, population: int) -> Any:
        pairs = np.stack(np.triu_indices(population, 1), axis=1)
        return np.tile(pairs, (len(seeds), 1, 1))

    return _by_fitness(referee, tournament, opponents)


def k_random(referee: Referee, **settings: Any) -> Select:
    """By matches won against k opponents drawn at random; they count only for whoever drew them."""
    chosen = resolve("k-random", SETTINGS["k-random"], settings)

    def opponents(seeds: Any, index: int, population: int) -> Any:
        return _draw_opponents(seeds, index, population, chosen["k"])

    return _by_fitness(referee, chosen["tournament"], opponents, both=False)


def random_pairing(referee: Referee, **settings: Any) -> Select:
    """By one match against one opponent drawn at random."""
    return k_random(referee, k=1, **resolve("random-pairing", SETTINGS["random-pairing"], settings))


def single_elimination(referee: Referee, **settings: Any) -> Select:
    """By matches won in one knockout of the whole population, in an order drawn at random; of an odd number one rests."""
    tournament = resolve("single-elimination", SETTINGS["single-elimination"], settings)["tournament"]

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


def against(referee: Referee, opponents: Cast, **settings: Any) -> Select:
    """By games won against opponents that are given, among equals by points: for exploiters."""
    tournament = resolve("against", SETTINGS["against"], settings)["tournament"]
    if not opponents:
        raise Mistake("the engine against needs opponents: give agents to breed against")
    border.cast(referee.game, opponents)

    def select(genomes: Any, seeds: Any, index: int) -> Selected:
        fitness = games_against(referee, opponents, genomes, seeds, index)
        games = genomes.shape[1] * border.members(opponents) * 2 * referee.boards
        return Selected(_tournaments(seeds, index, fitness, tournament), games)

    return select


def games_against(referee: Referee, opponents: Cast, genomes: Any, seeds: Any, index: int) -> Any:
    """Games won against all opponents by everybody [runs, population]; less than one more for points, to break ties."""
    runs, population = genomes.shape
    flat, who, many = genomes.reshape(-1), np.repeat(np.arange(runs), population), border.members(opponents)
    pairs = np.concatenate([np.stack([np.arange(len(flat)), np.full(len(flat), len(flat) + k)], 1) for k in range(many)])
    deal = np.concatenate([deals_of(seeds, index, k, who, referee.boards) for k in range(many)])
    played = play_matches(referee.game, together(referee.brain, flat, opponents), pairs, deal, device=referee.device,
                          threads=referee.threads)
    wins, points = (each.reshape(many, len(flat), 2).sum(0) for each in played)
    return (wins[:, 0] + points[:, 0] / (1 + points.sum(1).max())).reshape(runs, population)


SELECTIONS: dict[str, Callable[..., Select]] = {
    "fitnessless": fitnessless, "round-robin": round_robin, "k-random": k_random, "random-pairing": random_pairing,
    "single-elimination": single_elimination, "against": against,
}


def _by_fitness(referee: Referee, tournament: int, opponents: Callable[..., Any], both: bool = True) -> Select:
    """Everybody's fitness is the share of its matches won; of the other side's, too, where `both` count."""

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
