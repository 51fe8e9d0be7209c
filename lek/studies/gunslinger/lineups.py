"""Who sits with whom: the line-ups of Columbia's tournament of 2013 (rulebook, 7.1), and what comes of playing them.

Without aggressors the nine groups sit together; for fewer than nine seats every subset of them does, for more there are
copies. With aggressors one, nine or eighteen seats are theirs. Every deal is played by all tables of a line-up, and a
player's result on it is its mean over those tables and its copies there: deals are the unit of all intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Agent, configured
from lek.game import Game, record
from lek.games.gunslinger import gunslinger
from lek.players import PLAYERS
from lek.playing import play
from lek.settings import assignments
from lek.studies.gunslinger.probes import PROBES

WITHOUT = {  # players: (enemies, friends)
    3: ((2, 0), (1, 0)),
    4: ((1, 1), (3, 0), (2, 1), (1, 2)),
    9: ((4, 4), (8, 0), (2, 2), (2, 4), (4, 2), (2, 6), (6, 2)),
    18: ((9, 8), (17, 0), (2, 2), (6, 6), (11, 6), (6, 11), (3, 6), (6, 3)),
    90: ((79, 10), (40, 40), (20, 40), (40, 20)),
}
WITH = {
    3: WITHOUT[3],
    4: WITHOUT[4],
    10: ((5, 4), (9, 0), (2, 2), (2, 4), (4, 2), (2, 6), (6, 2)),
    18: WITHOUT[18],
    36: ((18, 17), (35, 0), (12, 12), (12, 23), (23, 12), (12, 6), (6, 12)),
}
AGGRESSORS = {3: (1,), 4: (1,), 10: (1,), 18: (9,), 36: (9, 18)}  # players: seats of theirs
SIZES = (3, 4, 9, 10, 18, 36, 90)

ZOO = {  # what the study calls them: brain and settings
    "g1": "g1", "g3": "g3", "g4": "g4", "g8": "g8",
    "DR": "davids-revenge", "DR-recent": "davids-revenge:answers=recent",
    "DRR": "davids-revenges-revenge", "DRR-first": "davids-revenges-revenge:mu=0.5,beta=0.07",
    "silent": "silent", "dumb": "dumb", "dumb-1": "dumb-1", "dumb-2": "dumb-2", "random-enemy": "random-enemy",
    "focus": "focus", "answers-enemies": "answers-enemies",
}
PLACE = {name: place for place, name in enumerate(ZOO)}
BRAINS = {**PLAYERS["gunslinger"], **PROBES}
RANK, ALIVE, SHOTS, ROUNDS, DEAD_ENEMIES = 5, 0, 3, 4, 2  # places among the game's measures


class Line(NamedTuple):
    players: int
    e: int
    f: int
    aggressors: int = 0

    def __str__(self) -> str:
        return f"N={self.players} e={self.e} f={self.f}" + (f" +{self.aggressors}" if self.aggressors else "")


def game_of(players: int, e: int, f: int) -> Game:
    """The game with room for any number of friends and enemies, so that one compiled loop serves all line-ups of a size."""
    made: Game = gunslinger(players=players, e=e, f=f)
    return replace(made, blank=_roomy(made.blank, players), view=_roomy(made.view, players))


def _roomy(given: Any, players: int) -> Any:
    kinds = []
    for name in given.dtype.names:
        base, shape = given.dtype[name].subdtype or (given.dtype[name], ())
        kinds.append((name, base, (*shape[:-1], players) if name in ("friends", "enemies") else shape))
    return record(kinds, **{name: given[name][0] for name in ("f", "e", "quirk") if name in given.dtype.names})


def zoo(game: Game) -> list[Agent]:
    """Everybody, in the order of ZOO: all of them are always handed to `play`, so that all tasks share its loop."""
    return [agent_of(game, name) for name in ZOO]


def agent_of(game: Game, name: str, **more: float) -> Agent:
    """One of the zoo, with other settings where given."""
    kind, _, rest = ZOO[name].partition(":")
    given = {**assignments(rest.split(",") if rest else []), **more}
    return Agent(name, BRAINS[kind], configured(BRAINS[kind], game, given))


def tables_of(line: Line, groups: Sequence[str], aggressor: str = "") -> Any:
    """Who sits at the tables of a line-up [tables, players], by their places in the zoo."""
    seats = line.players - line.aggressors
    everyone = [PLACE[name] for name in groups]
    if seats < len(groups):
        chosen = list(combinations(everyone, seats))
    else:
        chosen = [tuple(everyone[k % len(groups)] for k in range(seats))]
    return np.array([[*table, *[PLACE[aggressor]] * line.aggressors] for table in chosen] if line.aggressors else chosen)


def play_line(line: Line, groups: Sequence[str], aggressor: str, games: int, seed: int) -> dict[str, Any]:
    """Every table on every deal. Of each kind of player (groups, then the aggressor) its mean on each deal and how often
    it came in at each rank; of each deal, the share of tables with a death, with a shot, and with all at f + 1."""
    tables = tables_of(line, groups, aggressor)
    rng = np.random.default_rng(seed)
    schedule = rng.permuted(np.tile(tables, (games, 1)), axis=1)
    game = game_of(line.players, line.e, line.f)
    played = play(game, zoo(game), schedule, seed, deal=np.repeat(np.arange(games), len(tables)), threads=1)
    kinds = [*groups, aggressor] if line.aggressors else list(groups)
    kind = np.full(len(ZOO), -1)
    kind[[PLACE[name] for name in kinds]] = np.arange(len(kinds))
    who = kind[schedule]
    rank = played.measures[:, :, RANK].astype(np.int64)
    cell = (np.repeat(np.arange(games), len(tables))[:, None] * len(kinds) + who).reshape(-1)
    seated = np.bincount(cell, minlength=games * len(kinds))

    def by_deal(values: Any) -> Any:
        return (np.bincount(cell, values.reshape(-1), games * len(kinds)) / seated).reshape(games, len(kinds))

    def share(table: Any) -> Any:
        return table.reshape(games, len(tables)).mean(1)

    counted = np.bincount((who * line.players + rank - 1).reshape(-1), minlength=len(kinds) * line.players)
    return {"score": by_deal(played.scores), "rank": by_deal(rank),
            "ranks": counted.reshape(len(kinds), line.players),
            "died": share((played.measures[:, :, ALIVE] == 0).any(1)),
            "fired": share((played.measures[:, :, SHOTS] > 0).any(1)),
            "tied": share((played.scores == line.f + 1).all(1))}


def play_alone(line: Line, groups: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """Every group fills a table by itself: [groups, games] deaths, shots, rounds and whether all score f + 1."""
    game = game_of(line.players, line.e, line.f)
    schedule = np.repeat([PLACE[name] for name in groups], games)[:, None].repeat(line.players, 1)
    played = play(game, zoo(game), schedule, seed, deal=np.tile(np.arange(games), len(groups)), threads=1)
    shape = (len(groups), games)
    return {"died": (played.measures[:, :, ALIVE] == 0).sum(1).reshape(shape),
            "fired": played.measures[:, :, SHOTS].sum(1).reshape(shape),
            "rounds": played.measures[:, 0, ROUNDS].reshape(shape),
            "score": played.scores.mean(1).reshape(shape),
            "tied": (played.scores == line.f + 1).all(1).reshape(shape)}


def stacked(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The line-ups of one size in one array each [lines, ...]."""
    return {name: np.stack([part[name] for part in parts]) for name in parts[0]}


def competition_ranks(values: Any) -> Any:
    """Ranks from the highest value down; those who tie share the best rank: 5, 7, 7, 2 are 3, 1, 1, 4."""
    given = np.asarray(values)
    return 1 + (given[..., None, :] > given[..., :, None]).sum(-1)
