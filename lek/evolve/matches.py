"""Matches: two agents meet on several boards, on each board twice, with the seats swapped.

As in W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", section 1: a match is 2 x k games on k boards; whoever
wins k + 1 games or more wins it; else the total of what the game calls its points; else a coin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import dice
from lek.agent import Agent, Population
from lek.compete.duel import points_of
from lek.game import Game
from lek.jit import rule
from lek.playing import play


class Matches(NamedTuple):
    """What came of them, for both sides: [matches, 2]."""

    wins: npt.NDArray[np.int64]
    points: npt.NDArray[np.float64]


def play_matches(
    game: Game, members: Population | Sequence[Agent | Population], pairs: Any, deal: Any, *, seed: int = 0,
    device: str = "cpu", threads: int | None = None,
) -> Matches:
    """Play pairs [matches, 2] of a population's members, or of agents, on their own boards each: deal [matches, k]."""
    schedule, deals = _double_games(np.ascontiguousarray(pairs, np.int64), np.ascontiguousarray(deal, np.int64))
    played = play(game, members, schedule, seed, deal=deals, device=device, threads=threads)
    wins, totals = _sum_up(played.scores, np.ascontiguousarray(points_of(game, played)), len(pairs))
    return Matches(wins, totals)


def winners(matches: Matches, coins: Any) -> npt.NDArray[np.int64]:
    """Who won each match, 0 or 1; coins [matches] of 0 or 1 decide where nothing else does."""
    ahead = np.sign(matches.wins[:, 1] - matches.wins[:, 0])
    ahead = np.where(ahead == 0, np.sign(matches.points[:, 1] - matches.points[:, 0]), ahead)
    return np.where(ahead == 0, coins, ahead > 0).astype(np.int64)


@rule
def _double_games(pairs, deal):
    """The schedule [games, 2] and deals [games]: match by match, board by board, first as listed, then swapped."""
    matches, boards = deal.shape
    schedule = np.empty((matches * boards * 2, 2), np.int64)
    deals = np.empty(matches * boards * 2, np.int64)
    n = 0
    for i in range(matches):
        for k in range(boards):
            for swapped in range(2):
                schedule[n, swapped] = pairs[i, 0]
                schedule[n, 1 - swapped] = pairs[i, 1]
                deals[n] = deal[i, k]
                n += 1
    return schedule, deals


@rule
def _sum_up(scores, points, matches):
    """Wins and points [matches, 2] of games in the order of `_double_games`."""
    wins = np.zeros((matches, 2), np.int64)
    totals = np.zeros((matches, 2))
    games = len(scores) // matches
    for i in range(matches):
        for k in range(games):
            n = i * games + k
            swapped = k & 1
            for side in range(2):
                seat = side ^ swapped
                wins[i, side] += scores[n, seat] > scores[n, 1 - seat]
                totals[i, side] += points[n, seat]
    return wins, totals


@rule
def deals_of(seeds, index, tag, runs, boards):
    """Boards [matches, k] that depend on the run's own seed, the generation and the number of the match in its run.

    `runs` [matches] tells whose match it is, in order; `tag` keeps rounds apart.
    """
    deal = np.empty((len(runs), boards), np.int64)
    n = 0
    for i in range(len(runs)):
        n = n + 1 if i > 0 and runs[i - 1] == runs[i] else 0
        for k in range(boards):
            deal[i, k] = np.int64(dice.stream(seeds[runs[i]], index, (tag * 1000003 + n) * 64 + k) >> 1)
    return deal


@rule
def coins_of(seeds, index, tag, runs):
    """A coin [matches] for each match, 0 or 1."""
    coins = np.empty(len(runs), np.int64)
    n = 0
    for i in range(len(runs)):
        n = n + 1 if i > 0 and runs[i - 1] == runs[i] else 0
        coins[i] = np.int64(dice.stream(seeds[runs[i]], index, (tag * 1000003 + n) * 64 + 63) & 1)
    return coins
