"""Who is better than whom: Holm's correction for many tests, and the graph of significant differences."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lek.compete.binomial import binomial_test
from lek.compete.table import checked, low_first, outcomes

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Better(NamedTuple):
    """Who is significantly better than whom, with the p values of the pairs; NaN where two agents never met."""

    better: NDArray[np.bool_]  # [agents, agents] the row's agent is better than the column's
    raw: Floats  # [agents, agents] symmetric
    adjusted: Floats  # [agents, agents] after Holm's correction


def holm(p_values: ArrayLike) -> Floats:
    """P values [tests] adjusted by Holm ("A Simple Sequentially Rejective Multiple Test Procedure", 1979).

    Rejecting where the adjusted value is at most alpha errs anywhere at all with chance at most alpha, however the
    tests depend on each other.
    """
    given = np.asarray(p_values, np.float64)
    if given.ndim != 1 or not ((given >= 0) & (given <= 1)).all():
        raise ValueError(f"p_values must be an array [tests] of numbers from 0 to 1; given {given.tolist()}")
    order = np.argsort(given, kind="stable")
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1)))
    return adjusted


def better_graph(schedule: ArrayLike, scores: ArrayLike, deal: ArrayLike, agents: int, alpha: float = 0.05) -> Better:
    """Which agents of a two-seat schedule are significantly better than which, by the deals they took.

    A deal goes to the one of a pair with more wins in the pair's games on it. Deals that go to neither are left out,
    and the others are put to the sign test: an exact two-sided binomial test of an even chance (Dixon and Mood, "The
    Statistical Sign Test", 1946). Holm's correction is over all pairs that met. Games of an agent against itself are
    left out.
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1; given {alpha}")
    pairs, taken = deals_taken(schedule, scores, deal, agents)
    p_values = [binomial_test(int(first), int(first + second), 0.5, "two-sided") for first, second in taken]
    adjusted = holm(p_values)
    result = Better(
        np.zeros((agents, agents), np.bool_), np.full((agents, agents), np.nan), np.full((agents, agents), np.nan)
    )
    low, high = pairs.T
    result.raw[low, high] = result.raw[high, low] = p_values
    result.adjusted[low, high] = result.adjusted[high, low] = adjusted
    result.better[low, high] = (adjusted <= alpha) & (taken[:, 0] > taken[:, 1])
    result.better[high, low] = (adjusted <= alpha) & (taken[:, 0] < taken[:, 1])
    return result


def deals_taken(schedule: ArrayLike, scores: ArrayLike, deal: ArrayLike, agents: int) -> tuple[Integers, Integers]:
    """Each pair that met [pairs, 2], the lower index first, and the deals each of the two took [pairs, 2]."""
    who, points = checked(schedule, scores, agents, seats=2)
    dealt = np.asarray(deal)
    if dealt.shape != who.shape[:1]:
        raise ValueError(f"deal must be an array [games] of {len(who)}; given shape {list(dealt.shape)}")
    who, points = low_first(who, points)
    apart = who[:, 0] != who[:, 1]
    named, dealt = np.unique(dealt, return_inverse=True)
    pair_and_deal = (who[:, 0] * agents + who[:, 1]) * len(named) + dealt
    cluster, row = np.unique(pair_and_deal[apart], return_inverse=True)
    ahead = np.bincount(row, outcomes(points)[apart, 0], len(cluster))
    key, pair = np.unique(cluster // max(len(named), 1), return_inverse=True)
    taken = [np.bincount(pair[won], minlength=len(key)) for won in (ahead > 0, ahead < 0)]
    return np.stack([key // agents, key % agents], axis=1), np.stack(taken, axis=1)
