"""The honest comparison: intervals over trials, and rankings that only say what the trials show."""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.compete import intervals, schedule, significance
from lek.studies.organisms.experiments import share


def sure_ranks(energy: Any) -> tuple[Any, Any]:
    """Who is surely ahead of whom in one climate, from energy [trials, players].

    By a sign test on the trials in which one had more than the other, with Holm's correction over all pairs. The best
    and the worst rank [players] that everybody may have: 1 + those surely ahead, and the number of those not surely behind.
    """
    trials, players = energy.shape
    rows = np.tile(np.arange(players), (trials, 1))
    pairs = schedule.by_pairs(rows, energy, np.arange(trials))
    better = significance.better_graph(*pairs, players).better
    return 1 + better.sum(0), players - better.sum(1)


def mean_intervals(values: Any) -> Any:
    """95 % bootstrap intervals [players, 2] of means over trials, from [trials, players]."""
    return np.array([intervals.cluster_interval(column, np.arange(len(column))) if len(column) > 1 else (np.nan, np.nan)
                     for column in values.T])


def zoo_ranking(arrays: Any) -> dict[str, Any]:
    """Everybody's mean share of the energy at random tables of six, with its interval, best first."""
    from lek.studies.organisms import ZOO

    names = sorted(task for task in arrays if task.startswith("zoo-"))
    seated = np.concatenate([arrays[name]["seated"] for name in names])
    shares = np.concatenate([share(arrays[name]["measures"]) for name in names])
    told = {}
    for k, player in enumerate(ZOO):
        own = shares[seated == k]
        low, high = intervals.cluster_interval(own, np.arange(len(own))) if len(own) > 1 else (np.nan, np.nan)
        told[player] = {"share": float(own.mean()) if len(own) else None, "low": low, "high": high, "games": len(own)}
    return dict(sorted(told.items(), key=lambda item: -(item[1]["share"] or 0)))
