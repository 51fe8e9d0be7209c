"""What came of it: standings and pairs, from a schedule [games, seats] and scores [games, seats].

A win is a strictly highest score in the game; those who share the highest score draw; everyone below loses. In a game
of more than two seats there may thus be losses beside a draw.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Standings(NamedTuple):
    """What each agent did over all its games, one row an agent."""

    games: Integers  # [agents] seats taken: an agent that fills both seats of a game counts it twice
    mean: Floats  # [agents] mean score; NaN for an agent that never played
    wins: Integers  # [agents]
    draws: Integers  # [agents]
    losses: Integers  # [agents]
    measures: Floats  # [agents, k] means over the games that have them, NaN for none; k = 0 where none were given


class Pairs(NamedTuple):
    """What each two agents did to each other, one row for each unordered pair that met."""

    agents: Integers  # [pairs, 2] the lower index first
    games: Integers  # [pairs]
    means: Floats  # [pairs, 2]
    wins: Integers  # [pairs, 2]
    draws: Integers  # [pairs]


def outcomes(scores: ArrayLike) -> NDArray[np.int8]:
    """1 for a win, 0 for a draw, -1 for a loss: [games, seats]."""
    given = np.asarray(scores, np.float64)
    if given.ndim != 2 or np.isnan(given).any():
        raise ValueError(f"scores must be numbers [games, seats] without NaN; given shape {list(given.shape)}")
    highest = given == given.max(axis=1, initial=-np.inf)[:, None]
    alone = highest.sum(axis=1) == 1
    result = np.full(given.shape, -1, np.int8)
    result[highest] = 0
    result[highest & alone[:, None]] = 1
    return result


def standings(schedule: ArrayLike, scores: ArrayLike, agents: int, measures: ArrayLike | None = None) -> Standings:
    """Games, mean score, wins, draws, losses and mean measures of every agent."""
    who, points = checked(schedule, scores, agents)
    seated, result = who.reshape(-1), outcomes(points).reshape(-1)
    told = np.empty((*who.shape, 0)) if measures is None else np.asarray(measures, np.float64)
    if told.ndim != 3 or told.shape[:2] != who.shape:
        raise ValueError(f"measures must be an array {[*who.shape, 'k']}; given shape {list(told.shape)}")
    games = np.bincount(seated, minlength=agents)
    with np.errstate(invalid="ignore"):  # 0 / 0 is the NaN that is promised
        mean = np.bincount(seated, points.reshape(-1), agents) / games
        means = np.empty((agents, told.shape[2]))
        for k, column in enumerate(told.reshape(len(seated), told.shape[2]).T):
            has = ~np.isnan(column)
            means[:, k] = np.bincount(seated[has], column[has], agents) / np.bincount(seated[has], minlength=agents)
    wins, draws, losses = (np.bincount(seated[result == kind], minlength=agents) for kind in (1, 0, -1))
    return Standings(games, mean, wins, draws, losses, means)


def pairs(schedule: ArrayLike, scores: ArrayLike, agents: int) -> Pairs:
    """Games, mean scores, wins and draws of each two agents that met; games of an agent against itself are left out."""
    who, points = checked(schedule, scores, agents, seats=2)
    who, points = low_first(who, points)
    apart = who[:, 0] != who[:, 1]
    who, points = who[apart], points[apart]
    key, row = np.unique(who[:, 0] * agents + who[:, 1], return_inverse=True)
    games = np.bincount(row, minlength=len(key))
    result = outcomes(points)
    return Pairs(
        np.stack([key // agents, key % agents], axis=1),
        games,
        np.stack([np.bincount(row, points[:, side], len(key)) / games for side in (0, 1)], axis=1),
        np.stack([np.bincount(row[result[:, side] == 1], minlength=len(key)) for side in (0, 1)], axis=1),
        np.bincount(row[result[:, 0] == 0], minlength=len(key)),
    )


def checked(schedule: ArrayLike, scores: ArrayLike, agents: int, seats: int | None = None) -> tuple[Integers, Floats]:
    """The two arrays, once they are known to fit each other and the number of agents (and of seats)."""
    given, points = np.asarray(schedule), np.asarray(scores, np.float64)
    if given.ndim != 2 or (seats is not None and given.shape[1] != seats):
        raise ValueError(f"schedule must be an array {['games', seats or 'seats']}; given shape {list(given.shape)}")
    if points.shape != given.shape:
        raise ValueError(f"scores must have the schedule's shape {list(given.shape)}; given {list(points.shape)}")
    who = given.astype(np.int64)
    if (who != given).any() or (who < 0).any() or (who >= agents).any():
        raise ValueError(
            f"schedule must hold whole numbers from 0 to {agents - 1}; given {given.min()} to {given.max()}"
        )
    if not np.isfinite(points).all():
        raise ValueError("scores must be finite numbers; given at least one NaN or infinity")
    return who, points


def low_first(schedule: Integers, scores: Floats) -> tuple[Integers, Floats]:
    """The same two-seat games with the lower agent in the first column."""
    swap = (schedule[:, 0] > schedule[:, 1])[:, None]
    return np.where(swap, schedule[:, ::-1], schedule), np.where(swap, scores[:, ::-1], scores)
