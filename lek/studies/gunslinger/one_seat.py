"""One seat, many players in turn: what changes if only one player at a table is exchanged, all dice being the same.

Tables have ten seats. Nine opponents are drawn for every deal from the other groups and the aggressors (so one to four
of them start fights); the tenth seat is taken in turn by everyone who is compared. The number of friends runs from none
to eight, so that the share of non-friends, x = (n - f) / n, runs from 1 down to 0.2: the curve of David's Revenge's
Revenge is a function of x alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lek.playing import play
from lek.studies.gunslinger.lineups import ALIVE, DEAD_ENEMIES, PLACE, RANK, SHOTS, agent_of, game_of, zoo

SEATS = 10
SITUATIONS = {0: (1, 2, 4, 7, 9), 2: (1, 2, 4, 7), 4: (1, 2, 4), 5: (1, 2, 4), 6: (1, 2, 3), 7: (1, 2), 8: (1,)}  # f: e
MANY, FEW = (6, 7, 8), (0, 2)  # friends: what we take for "lots of friends" (x up to 0.4) and "few" (x from 0.8)
SITTERS = ("silent", "DR", "DRR", "DRR-first", "answers-enemies", "random-enemy", "dumb-1")
MEASURED = ("score", "rank", "alive", "dead_enemies", "shots", "others")
MUS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
BETAS = (0.01, 0.02, 0.04, 0.06, 0.07, 0.1, 0.15, 0.2)
REPORTED, FIRST = (0.4, 0.06), (0.5, 0.07)  # mu, beta


def firing(x: Any, mu: float, beta: float) -> Any:
    """The report's curve: how likely David's Revenge's Revenge is to fire at a share x of non-friends."""
    return 1.0 / (1.0 + np.exp((mu - np.asarray(x)) / beta))


def opponents(groups: Sequence[str], aggressors: Sequence[str], games: int, seed: int) -> Any:
    """Nine for every deal [games, 9]: nobody twice, and not the report's player, which is the one compared."""
    pool = np.array([PLACE[name] for name in (*groups, *aggressors) if name != "DRR"])
    rng = np.random.default_rng((seed, 9))
    return rng.permuted(np.tile(pool, (games, 1)), axis=1)[:, :SEATS - 1]


def exchange(f: int, groups: Sequence[str], aggressors: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """All sitters in turn, for every number of enemies: measures [enemies, sitters, games]; `others` is their mean score."""
    company = opponents(groups, aggressors, games, seed)
    found: dict[str, list[Any]] = {name: [] for name in MEASURED}
    for e in SITUATIONS[f]:
        game = game_of(SEATS, e, f)
        seats = np.repeat([PLACE[name] for name in SITTERS], games)
        schedule = np.column_stack([seats, np.tile(company, (len(SITTERS), 1))])
        deal = np.tile(e * games + np.arange(games), len(SITTERS))
        played = play(game, zoo(game), schedule, seed, deal=deal, threads=1)
        best = e + f + 1
        mine = played.measures[:, 0]
        for name, values in (("score", played.scores[:, 0] / best), ("rank", mine[:, RANK]), ("alive", mine[:, ALIVE]),
                             ("dead_enemies", mine[:, DEAD_ENEMIES]), ("shots", mine[:, SHOTS]),
                             ("others", played.scores[:, 1:].mean(1) / best)):
            found[name].append(values.reshape(len(SITTERS), games).astype(np.float32))
    return {"company": company, **{name: np.stack(values) for name, values in found.items()}}


def search(f: int, groups: Sequence[str], aggressors: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """David's Revenge's Revenge with every mu and beta, on the same deals: rank and score [enemies, mus, betas, games]."""
    company = opponents(groups, aggressors, games, seed)
    settings = [(mu, beta) for mu in MUS for beta in BETAS]
    shape = (len(MUS), len(BETAS), games)
    ranks, scores = [], []
    for e in SITUATIONS[f]:
        game = game_of(SEATS, e, f)
        everybody = zoo(game)
        tried = [agent_of(game, "DRR", mu=mu, beta=beta) for mu, beta in settings]
        seats = np.repeat(len(everybody) + np.arange(len(tried)), games)
        schedule = np.column_stack([seats, np.tile(company, (len(tried), 1))])
        deal = np.tile(e * games + np.arange(games), len(tried))
        played = play(game, [*everybody, *tried], schedule, seed, deal=deal, threads=1)
        ranks.append(played.measures[:, 0, RANK].astype(np.int8).reshape(shape))
        scores.append(played.scores[:, 0].astype(np.int8).reshape(shape))
    return {"rank": np.stack(ranks), "score": np.stack(scores)}
