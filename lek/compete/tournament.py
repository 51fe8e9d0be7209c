"""A tournament: every pair meets (or everybody sits together), and the table with its intervals comes back.

In games for two, `games` counts the games of each unordered pair: seats alternate, and the two games of a swapped pair
share a deal. What agents score against themselves is told apart and never counted. In games for more, and in those
where seats mean nothing, all agents sit together, one a seat, and the seats rotate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from lek import border
from lek.agent import Agent
from lek.compete import intervals, schedule, significance, table
from lek.game import Game
from lek.playing import Played, play
from lek.settings import Mistake
from lek.watching import Fault


class Result(NamedTuple):
    game: Game
    agents: Sequence[Agent]
    seed: int
    standings: table.Standings
    low_high: Any  # [agents, 2]
    pairs: table.Pairs | None
    alone: table.Standings | None  # against themselves
    alone_low_high: Any  # [agents, 2]
    better: Any  # [agents, agents] i is significantly better than j
    p_values: tuple[Any, Any]  # raw and by Holm, each [agents, agents]
    faults: list[Fault]
    idle: list[int]  # agents outside compiled code that never made a legal move

    def order(self) -> list[int]:
        """Agents from best to worst mean."""
        return [int(i) for i in np.argsort(-np.nan_to_num(self.standings.mean, nan=-np.inf), kind="stable")]


def tournament(
    game: Game, agents: Sequence[Agent], games: int = 100, seed: int = 0, *, threads: int | None = None,
    device: str = "cpu", self_play: bool = True, progress: Callable[[int, int], None] | None = None,
    clock: float | None = None, play: Callable[..., Played] = play,
) -> Result:
    """Play the tournament and work out the table; `play` is `lek.play`, or plays as it does."""
    border.agents(game, agents)
    count, games = len(agents), border.whole("games", games, 1)
    two = game.seats == 2 and not game.together
    if two:
        if count < 2:
            raise Mistake(f"a tournament needs two agents or more; given: {count}")
        rows, deal = schedule.round_robin(count, games)
    else:
        if count != game.seats:
            raise Mistake(f"{game.name} has {game.seats} seats here and all agents sit together; given: {count} agents")
        rows, deal = schedule.together(count, games)
        if game.together:
            deal = np.arange(games)
    alone_rows, alone_deal = np.zeros((0, game.seats), np.int64), np.zeros(0, np.int64)
    if two and self_play:
        alone_rows, alone_deal = schedule.self_play(count, games, first_deal=int(deal.max()) + 1)
    total = len(rows) + len(alone_rows)
    played = play(game, agents, np.concatenate([rows, alone_rows]), seed, deal=np.concatenate([deal, alone_deal]),
                  threads=threads, device=device, clock=clock,
                  progress=None if progress is None else lambda n: progress(n, total))
    scores, alone_scores = np.split(played.scores, [len(rows)])
    standings = table.standings(rows, scores, count, played.measures[: len(rows)])
    alone = table.standings(alone_rows, alone_scores, count) if len(alone_rows) else None
    alone_low_high = intervals.standings_intervals(alone_rows, alone_scores, alone_deal, count, seed=seed) \
        if len(alone_rows) else None
    graph = significance.better_graph(*schedule.by_pairs(rows, scores, deal), count) if game.seats > 1 else None
    return Result(
        game, agents, seed, standings, intervals.standings_intervals(rows, scores, deal, count, seed=seed),
        table.pairs(rows, scores, count) if two else None, alone, alone_low_high,
        graph.better if graph else np.zeros((count, count), bool), (graph.raw, graph.adjusted) if graph else ((), ()),
        played.faults, [i for i, agent in enumerate(agents) if agent.outsider is not None and i not in played.moved])


def as_json(result: Result) -> dict[str, Any]:
    """The result as plain data; NaN stands for what is missing."""
    standings, rows = result.standings, []
    for i, agent in enumerate(result.agents):
        row: dict[str, Any] = {
            "name": agent.name, "games": int(standings.games[i]), "mean": standings.mean[i],
            "low": result.low_high[i, 0], "high": result.low_high[i, 1],
            "wins": int(standings.wins[i]), "draws": int(standings.draws[i]), "losses": int(standings.losses[i])}
        row |= measures_of(result, i)
        if result.alone is not None:
            row["self"] = {"games": int(result.alone.games[i]) // 2, "mean": result.alone.mean[i],
                           "low": result.alone_low_high[i, 0], "high": result.alone_low_high[i, 1]}
        row["better_than"] = [int(j) for j in np.flatnonzero(result.better[i])]
        rows.append(row)
    pairs = []
    if result.pairs is not None:
        pairs = [{"agents": a, "games": n, "means": m, "wins": w, "draws": d,
                  "p": result.p_values[0][a[0], a[1]], "p_holm": result.p_values[1][a[0], a[1]]}
                 for a, n, m, w, d in zip(*(part.tolist() for part in result.pairs), strict=True)]
    return {"game": result.game.name, "settings": dict(result.game.settings), "seed": result.seed, "agents": rows,
            "pairs": pairs,
            "faults": [{"agent": result.agents[fault.agent].name, "game": fault.game, "turn": fault.turn,
                        "kind": fault.kind, "text": fault.text, "times": times} for fault, times in grouped(result.faults)]}


def measures_of(result: Result, agent: int) -> dict[str, float]:
    """What else is told of an agent: means over its games, or how often where the game says so."""
    told = dict(zip(result.game.measures, result.standings.measures[agent].tolist(), strict=True))
    return {name: round(value * int(result.standings.games[agent])) if name in result.game.counts else value
            for name, value in told.items()}


def grouped(faults: Sequence[Fault]) -> list[tuple[Fault, int]]:
    """The first fault of every kind with how often the like of it happened."""
    first: dict[tuple[int, str], Fault] = {}
    times: dict[tuple[int, str], int] = {}
    for fault in faults:
        kind = (fault.agent, fault.text)
        first.setdefault(kind, fault)
        times[kind] = times.get(kind, 0) + 1
    return [(fault, times[kind]) for kind, fault in first.items()]
