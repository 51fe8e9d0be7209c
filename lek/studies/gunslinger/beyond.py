"""What was found by searching: the best mu and beta, and the bred player.

The best of 88 combinations looks better than it is, for its luck counts too. So the best is picked on the even deals,
and all comparisons with it are made on the odd ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lek.players.gunslinger.bred import GENES
from lek.studies.gunslinger import breeding, gather
from lek.studies.gunslinger.estimates import Estimate, stratified
from lek.studies.gunslinger.one_seat import BETAS, FIRST, MUS, REPORTED, SITUATIONS
from lek.studies.study import Arrays
from lek.studies.verdict import interval


class Searched(NamedTuple):
    rank: Any  # [mus, betas] mean rank on all deals
    score: Any  # [mus, betas] mean score / (e + f + 1)
    best: tuple[int, int]  # by rank, on the even deals
    worse: list[list[Estimate]]  # [mus][betas] how much higher than the best's the rank is, on the odd deals


def searched(arrays: Arrays) -> Searched:
    """The search put together: every situation counts alike."""
    ranks = gather(arrays, "search", "rank").astype(float)  # [situations, mus, betas, deals]
    most = np.array([e + f + 1 for f, enemies in sorted(SITUATIONS.items()) for e in enemies])
    scores = gather(arrays, "search", "score") / most[:, None, None, None]
    even = ranks[..., 0::2].mean((0, 3))
    best = tuple(int(place) for place in np.unravel_index(even.argmin(), even.shape))
    odd = ranks[..., 1::2] - ranks[:, best[0], best[1], 1::2][:, None, None]
    worse = [[stratified(list(odd[:, i, j])) for j in range(len(BETAS))] for i in range(len(MUS))]
    return Searched(ranks.mean((0, 3)), scores.mean((0, 3)), (best[0], best[1]), worse)


def cell(mu_beta: tuple[float, float]) -> tuple[int, int]:
    return MUS.index(mu_beta[0]), BETAS.index(mu_beta[1])


def as_good(found: Searched) -> Any:
    """[mus, betas] which combinations are not significantly worse than the best."""
    return np.array([[one.low <= 0 for one in row] for row in found.worse])


def search_summary(config: Any, arrays: Arrays) -> dict[str, Any]:
    found = searched(arrays)
    told = {}
    for name, (i, j) in (("best", found.best), ("reported", cell(REPORTED)), ("first", cell(FIRST))):
        behind = found.worse[i][j]
        told[name] = {"mu": MUS[i], "beta": BETAS[j], "rank": float(found.rank[i, j]), "score": float(found.score[i, j]),
                      "rank_behind_best": behind.mean, "low": behind.low, "high": behind.high}
    return told


def search_table(config: Any, arrays: Arrays) -> list[Sequence[Any]]:
    found = searched(arrays)
    rows: list[Sequence[Any]] = [["mu", "beta", "mean rank", "mean score", "rank behind the best", "low", "high"]]
    return rows + [[mu, beta, *(f"{x:.6g}" for x in (found.rank[i, j], found.score[i, j], *found.worse[i][j][:3]))]
                   for i, mu in enumerate(MUS) for j, beta in enumerate(BETAS)]


def ahead(arrays: Arrays, other: str, what: str = "judged") -> Any:
    """By how much the champion of each replicate beats another player in its seat [replicates], all lines alike."""
    judged = gather(arrays, "bred", what)  # [replicates, 1 + beside, lines]
    gap = (judged[:, 0] - judged[:, 1 + breeding.BESIDE.index(other)]).mean(1)
    return gap if what == "judged" else -gap


def bred_summary(config: Any, arrays: Arrays) -> dict[str, Any]:
    """Over replicates: scores and ranks where they were judged, and how far the bred player is ahead, with intervals."""
    judged, ranks = gather(arrays, "bred", "judged"), gather(arrays, "bred", "ranks")
    told: dict[str, Any] = {}
    for place, name in enumerate(("bred", *breeding.BESIDE)):
        told[name] = {"score": float(judged[:, place].mean()), "rank": float(ranks[:, place].mean())}
        if place:
            gap = ahead(arrays, name)
            low, high = interval(gap)
            ranks_gap = ahead(arrays, name, "ranks")
            told[name] |= {"bred_is_ahead_by": float(gap.mean()), "low": low, "high": high,
                           "replicates_ahead": f"{int((gap > 0).sum())} of {len(gap)}",
                           "ranks_ahead": float(ranks_gap.mean()), "ranks_low": interval(ranks_gap)[0],
                           "ranks_high": interval(ranks_gap)[1]}
    return told


def bred_table(config: Any, arrays: Arrays) -> list[Sequence[Any]]:
    """A row for each replicate: its weights and what it was judged."""
    champions, judged = gather(arrays, "bred", "champions"), gather(arrays, "bred", "judged").mean(2)
    rows: list[Sequence[Any]] = [["replicate", *GENES, "score judged", *(f"{name} there" for name in breeding.BESIDE)]]
    return rows + [[k, *(f"{x:.6g}" for x in (*champions[k], *judged[k]))] for k in range(len(champions))]

