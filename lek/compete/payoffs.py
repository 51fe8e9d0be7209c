"""Payoffs: what each of some agents scores against each of others, as a matrix with intervals.

Every pair plays every deal twice, once from each side; an agent meets itself once on every deal, and both sides count. A
matrix of a game is what equilibria, rankings of rings and exploiters are worked out from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lek import border
from lek.agent import Agent
from lek.compete import schedule
from lek.compete.intervals import cluster_interval
from lek.game import Game
from lek.playing import Played, play
from lek.settings import Mistake
from lek.watching import Fault

Floats = NDArray[np.float64]


class Payoffs(NamedTuple):
    """Scores a game of the row's agent against the column's; there is no interval (NaN) where all deals came out alike."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    mean: Floats  # [rows, columns]
    low: Floats  # [rows, columns] of the 95 % interval
    high: Floats  # [rows, columns]
    games: int  # of each pair
    faults: list[Fault]
    idle: list[int]  # rows, then columns, that play outside compiled code and never made a legal move


def payoffs(
    game: Game, rows: Sequence[Agent], columns: Sequence[Agent] | None = None, games: int = 100, seed: int = 0, *,
    threads: int | None = None, device: str = "cpu", play: Callable[..., Played] = play,
    progress: Callable[[int, int], None] | None = None, clock: float | None = None,
) -> Payoffs:
    """The matrix of rows against columns, or of the rows among each other (and against themselves).

    `games` of a pair are made even, so that both sit on either side equally often.
    """
    among = columns is None
    others = rows if columns is None else columns
    for agents in (rows, others):
        border.agents(game, agents)
        if not agents:
            raise Mistake("a matrix of payoffs needs one agent or more on either side; given: none")
    if game.seats != 2 or game.together:
        raise Mistake(f"payoffs are of games for two, and {game.name} has {game.seats} seats here")
    deals = (border.whole("games", games, 1) + 1) // 2
    shape, first_column = (len(rows), len(others)), 0 if among else len(rows)
    cells = [(i, j) for i in range(shape[0]) for j in range(shape[1]) if not among or i <= j]
    pairs, deal = schedule.paired_seats([(i, first_column + j) for i, j in cells], deals)
    again = pairs[:, 0] == pairs[:, 1]  # whoever meets itself sits on both sides at once: its second game is its first
    again[::2] = False
    pairs, deal, game_of = pairs[~again], deal[~again], np.cumsum(~again) - 1
    seated = [*rows] if among else [*rows, *others]
    played = play(game, seated, pairs, seed, deal=deal, threads=threads, device=device, clock=clock, once=True,
                  progress=None if progress is None else lambda done: progress(done, len(pairs)))
    mean, low, high = (np.full(shape, np.nan) for _ in range(3))
    by_cell = played.scores[game_of].reshape(len(cells), deals, 2, 2)  # [cells, deals, who sits first, seats]
    for (i, j), mine in zip(cells, by_cell, strict=True):
        own, theirs = np.stack([mine[:, 0, 0], mine[:, 1, 1]], 1), np.stack([mine[:, 0, 1], mine[:, 1, 0]], 1)
        if among and i == j:
            own = theirs = (own + theirs) / 2
        for place, values in (((i, j), own), *([((j, i), theirs)] if among and i < j else [])):
            mean[place] = values.mean()
            if np.ptp(values.sum(1)) > 0:
                low[place], high[place] = cluster_interval(values.ravel(), np.repeat(np.arange(deals), 2), seed=seed)
    names = [tuple(agent.name for agent in agents) for agents in (rows, others)]
    idle = [i for i, agent in enumerate(seated) if agent.outsider is not None and i not in played.moved]
    return Payoffs(names[0], names[1], mean, low, high, 2 * deals, played.faults, idle)


def as_json(game: Game, matrix: Payoffs, seed: int) -> dict[str, Any]:
    """The matrix as plain data; NaN stands for what is missing."""
    data = {name: value for name, value in matrix._asdict().items() if name not in ("faults", "idle")}
    return {"game": game.name, "settings": dict(game.settings), "seed": seed, **data,
            "faults": [fault._asdict() for fault in matrix.faults]}
