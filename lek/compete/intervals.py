"""How sure we are of a mean: the percentile bootstrap over clusters.

Two games on one deal share their luck, so they are not two independent observations. The cluster bootstrap (Davison and
Hinkley, *Bootstrap Methods and their Application*, 1997, section 3.8; the percentile interval is Efron's, 1981) draws
whole clusters with replacement, as many as there are, and takes the mean of all games drawn: the ratio of the sum of
scores to the number of games, since clusters may differ in size. The interval is read off the quantiles of those means.

With one cluster nothing can be said about its fellows, and the interval is (NaN, NaN). With fewer than about 20
clusters the percentile interval is somewhat too narrow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lek.compete.table import checked

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

DRAWS_AT_ONCE = 2**21  # bounds the memory of a bootstrap to about 70 MB


def cluster_interval(
    values: ArrayLike, clusters: ArrayLike, level: float = 0.95, resamples: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """An interval (low, high) for the mean of values [games], resampling whole clusters [games]."""
    sums, counts = cluster_sums(values, clusters)
    interval = _bootstrap(sums[:, None], counts[:, None], level, resamples, seed)[0]
    return float(interval[0]), float(interval[1])


def standings_intervals(
    schedule: ArrayLike,
    scores: ArrayLike,
    deal: ArrayLike,
    agents: int,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Floats:
    """`cluster_interval` of every agent's mean score, a deal being a cluster: [agents, 2], NaN below two deals.

    Agents with equally many deals share their random draws: each interval is the one it would have alone, and one
    matrix product serves all. The field of opponents is fixed, so only the luck of the deals counts: what an agent
    scores against each line-up is taken around its mean there (a stratified bootstrap), which needs two deals with
    every line-up; where somebody met on one deal alone, the differences between opponents count as luck, too.
    """
    who, points = checked(schedule, scores, agents)
    dealt = np.asarray(deal)
    if dealt.shape != who.shape[:1]:
        raise ValueError(f"deal must be an array [games] of {len(who)}; given shape {list(dealt.shape)}")
    named, dealt = np.unique(dealt, return_inverse=True)
    points = _around_line_ups(who, points, dealt, agents)
    agent_and_deal = (who * len(named) + dealt[:, None]).reshape(-1)
    cluster, row = np.unique(agent_and_deal, return_inverse=True)  # sorted: an agent's clusters are neighbours
    sums, counts = np.bincount(row, points.reshape(-1), len(cluster)), np.bincount(row, minlength=len(cluster))
    deals = np.bincount(cluster // max(len(named), 1), minlength=agents)
    first = np.cumsum(deals) - deals
    intervals = np.full((agents, 2), np.nan)
    for number in np.unique(deals):
        group = np.nonzero(deals == number)[0]
        where = first[group] + np.arange(number)[:, None]  # [clusters, group]
        intervals[group] = _bootstrap(sums[where], counts[where], level, resamples, seed)
    return intervals


def _around_line_ups(who: Integers, points: Floats, dealt: Integers, agents: int) -> Floats:
    """Scores [games, seats] with the differences between line-ups taken out, the agents' overall means kept."""
    if not len(who):
        return points
    line_up = np.unique(np.sort(who, axis=1), axis=0, return_inverse=True)[1].reshape(-1)
    cell = (line_up[:, None] * agents + who).reshape(-1)  # an agent in a line-up
    cells, row = np.unique(cell, return_inverse=True)
    deals = np.bincount(np.unique(np.stack([row, np.repeat(dealt, who.shape[1])]), axis=1)[0], minlength=len(cells))
    if deals.min() < 2:
        return points
    flat = points.reshape(-1)
    there = (np.bincount(row, flat, len(cells)) / np.bincount(row, minlength=len(cells)))[row]
    seated = who.reshape(-1)
    games = np.maximum(np.bincount(seated, minlength=agents), 1)
    overall = (np.bincount(seated, flat, agents) / games)[seated]
    widened = np.sqrt(deals / (deals - 1.0))[row]  # a mean of few deals lies closer to them than the true one
    return np.asarray(overall + (flat - there) * widened).reshape(points.shape)


def cluster_sums(values: ArrayLike, clusters: ArrayLike) -> tuple[Floats, Integers]:
    """The sum and the number of the values [games] in each distinct cluster, clusters in sorted order."""
    given, named = np.asarray(values, np.float64), np.asarray(clusters)
    if given.ndim != 1 or named.shape != given.shape:
        shapes = f"{list(given.shape)} and {list(named.shape)}"
        raise ValueError(f"values and clusters must be arrays of one length; given shapes {shapes}")
    if not np.isfinite(given).all():
        raise ValueError("values must be finite numbers; given at least one NaN or infinity")
    distinct, row = np.unique(named, return_inverse=True)
    sums = np.bincount(row, given, len(distinct)).astype(np.float64, copy=False)
    return sums, np.bincount(row, minlength=len(distinct))


def addable_in_any_order(values: Floats, terms: int) -> Floats:
    """Rounds each column so coarsely that sums of up to `terms` values are exact.

    A matrix product may add in any order, depending on threads and processor; exact sums are the same bits in all
    (pre-rounding: Demmel and Nguyen, "Fast Reproducible Floating-Point Summation", 2013).
    """
    largest = np.abs(values).max(axis=0, initial=0.0) * terms
    grain = np.frexp(largest)[1] - 52  # largest < 2**(grain + 52), and rounding up leaves it below 2**(grain + 53)
    rounded: Floats = np.ldexp(np.rint(np.ldexp(values, -grain)), grain)
    return rounded


def _bootstrap(sums: Floats, counts: Integers, level: float, resamples: int, seed: int) -> Floats:
    """Percentile intervals [columns, 2] for sums and counts [clusters, columns]."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1; given {level}")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1; given {resamples}")
    clusters, columns = sums.shape
    if clusters < 2:
        return np.full((columns, 2), np.nan)
    mean = sums.sum(axis=0) / counts.sum(axis=0)
    away = addable_in_any_order(sums - mean * counts, clusters)  # around the mean, to round as little as can be
    both = np.concatenate([away, counts.astype(np.float64)], axis=1)
    rng = np.random.default_rng(seed)
    means = np.empty((resamples, columns))
    rows = max(1, DRAWS_AT_ONCE // clusters)
    for start in range(0, resamples, rows):
        number = min(rows, resamples - start)
        drawn = rng.integers(0, clusters, (number, clusters)) + np.arange(number)[:, None] * clusters
        times = np.bincount(drawn.reshape(-1), minlength=number * clusters).reshape(number, clusters)
        total = times.astype(np.float64) @ both
        means[start : start + number] = total[:, :columns] / total[:, columns:]
    tails = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
    interval: Floats = mean[:, None] + tails.T
    return interval
