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
from lek.playing import Played, first_of_each, play
from lek.settings import Mistake, one_of
from lek.watching import Fault

FORMS = ("round-robin", "gauntlet")


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
    certain: bool  # nobody rolls dice: every different game was played once, and luck has no part in the table
    idle: list[int]  # agents outside compiled code that never made a legal move

    def order(self) -> list[int]:
        """Agents from best to worst mean."""
        return [int(i) for i in np.argsort(-np.nan_to_num(self.standings.mean, nan=-np.inf), kind="stable")]


def tournament(
    game: Game, agents: Sequence[Agent], games: int = 100, seed: int = 0, *, threads: int | None = None,
    device: str = "cpu", self_play: bool = True, progress: Callable[[int, int], None] | None = None,
    clock: float | None = None, play: Callable[..., Played] = play, form: str = "round-robin",
) -> Result:
    """Play the tournament and work out the table; `play` is `lek.play`, or plays as it does.

    In the `form` gauntlet the first agent meets each of the others, who do not meet. Where nobody rolls dice, every deal is
    the same game: each different one is played once, and there are no intervals.
    """
    border.agents(game, agents)
    count, games = len(agents), border.whole("games", games, 1)
    two = game.seats == 2 and not game.together
    one_of("form", form, FORMS)
    if two:
        if count < 2:
            raise Mistake(f"a tournament needs two agents or more; given: {count}")
        gauntlet = form == "gauntlet"
        rows, deal = schedule.gauntlet(0, range(1, count), games) if gauntlet else schedule.round_robin(count, games)
    elif form != "round-robin":
        raise Mistake(f"form={form} does not work: it is for games of two, and in {game.name} all agents sit together")
    else:
        if count != game.seats:
            raise Mistake(f"{game.name} has {game.seats} seats here and all agents sit together; given: {count} agents")
        rows, deal = schedule.together(count, games)
        if game.together:
            deal = np.arange(games)
    alone_rows, alone_deal = np.zeros((0, game.seats), np.int64), np.zeros(0, np.int64)
    if two and self_play:
        alone_rows, alone_deal = schedule.self_play(count, games, first_deal=int(deal.max()) + 1)
    every = np.concatenate([rows, alone_rows])
    played = play(game, agents, every, seed, deal=np.concatenate([deal, alone_deal]), threads=threads, device=device,
                  clock=clock, once=True, progress=None if progress is None else lambda n: progress(n, len(every)))
    scores, measures, alone_scores = played.scores[: len(rows)], played.measures[: len(rows)], played.scores[len(rows):]
    certain = played.rolled is not None and not played.rolled.any()
    if certain:
        first = first_of_each(every) == np.arange(len(every))
        first[1:] &= not game.together  # whoever sits where
        paired, alone_first = np.split(first, [len(rows)])
        rows, scores, measures = rows[paired], scores[paired], measures[paired]
        alone_rows, alone_scores = alone_rows[alone_first], alone_scores[alone_first]
    standings = table.standings(rows, scores, count, measures)
    alone = table.standings(alone_rows, alone_scores, count) if len(alone_rows) else None
    if certain:
        return _certain(game, agents, seed, rows, scores, standings, alone, played)
    alone_low_high = intervals.standings_intervals(alone_rows, alone_scores, alone_deal, count, seed=seed) \
        if len(alone_rows) else None
    graph = significance.better_graph(*schedule.by_pairs(rows, scores, deal), count) if game.seats > 1 else None
    return Result(
        game, agents, seed, standings, intervals.standings_intervals(rows, scores, deal, count, seed=seed),
        table.pairs(rows, scores, count) if two else None, alone, alone_low_high,
        graph.better if graph else np.zeros((count, count), bool), (graph.raw, graph.adjusted) if graph else ((), ()),
        played.faults, False, [i for i, agent in enumerate(agents) if agent.outsider is not None and i not in played.moved])


def _certain(game: Game, agents: Sequence[Agent], seed: int, rows: Any, scores: Any, standings: table.Standings,
             alone: table.Standings | None, played: Played) -> Result:
    """The result of games without luck: who scores more against whom is a fact, and nothing has an interval."""
    count = len(agents)
    met = table.pairs(*schedule.by_pairs(rows, scores, np.zeros(len(rows), np.int64))[:2], count)
    better, nothing = np.zeros((count, count), bool), np.full((count, count), np.nan)
    for (one, other), (mine, theirs) in zip(met.agents.tolist(), met.means.tolist(), strict=True):
        better[one, other], better[other, one] = mine > theirs, theirs > mine
    none = np.full((count, 2), np.nan)
    return Result(game, agents, seed, standings, none, met if game.seats == 2 and not game.together else None, alone,
                  none if alone is not None else None, better, (nothing, nothing), played.faults, True, [])


class Duels(NamedTuple):
    """A knockout: its rounds, each a list of (agents, totals), and who won."""

    rounds: list[list[tuple[tuple[int, int], tuple[float, float]]]]
    byes: list[list[int]]  # of every round, who had no opponent
    winner: int
    faults: list[Fault]
    idle: list[int]  # agents outside compiled code that never made a legal move


def knockout(
    game: Game, agents: Sequence[Agent], games: int = 100, seed: int = 0, *, threads: int | None = None,
    device: str = "cpu", clock: float | None = None, play: Callable[..., Played] = play,
) -> Duels:
    """Single elimination in the order in which agents are named: neighbours meet, the one with the higher total goes on."""
    border.agents(game, agents)
    border.whole("games", games, 1)
    if game.seats != 2 or game.together or len(agents) < 2:
        raise Mistake(f"a knockout is for two or more agents and games of two; {game.name} has {game.seats} seats here; "
                      f"agents named: {len(agents)}")
    faults: list[Fault] = []
    moved: set[int] = set()

    def scores(rows: Any, deal: Any) -> Any:
        played = play(game, agents, rows, seed, deal=deal, threads=threads, device=device, clock=clock)
        faults.extend(played.faults)
        moved.update(played.moved)
        return played.scores

    rounds, winner = schedule.knockout(range(len(agents)), games, scores)
    listed = []
    for each in rounds:
        by_pair = table.pairs(each.schedule, each.scores, len(agents))
        totals = {tuple(pair): tuple(total) for pair, total in
                  zip(by_pair.agents.tolist(), (by_pair.means * by_pair.games[:, None]).tolist(), strict=True)}
        listed.append([(pair, totals[tuple(sorted(pair))][::1 if pair[0] < pair[1] else -1])
                       for pair in map(tuple, each.schedule[::games].tolist())])
    idle = [i for i, agent in enumerate(agents) if agent.outsider is not None and i not in moved]
    return Duels(listed, [each.byes.tolist() for each in rounds], winner, faults, idle)


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
    return {"game": result.game.name, "settings": dict(result.game.settings), "seed": result.seed,
            "certain": result.certain, "agents": rows,
            "pairs": pairs,
            "faults": [{"agent": result.agents[fault.agent].name, "game": fault.game, "turn": fault.turn,
                        "kind": fault.kind, "text": fault.text, "times": times} for fault, times in grouped(result.faults)]}


def measures_of(result: Result, agent: int) -> dict[str, float]:
    """What else is told of an agent: means over its games, or how often where the game says so."""
    means, games = result.standings.measures[agent].tolist(), int(result.standings.games[agent])
    return {each.name: round(mean * games) if each.add == "sum" else mean
            for each, mean in zip(result.game.measures, means, strict=True)}


def grouped(faults: Sequence[Fault]) -> list[tuple[Fault, int]]:
    """The first fault of every kind with how often the like of it happened."""
    first: dict[tuple[int, str], Fault] = {}
    times: dict[tuple[int, str], int] = {}
    for fault in faults:
        kind = (fault.agent, fault.text)
        first.setdefault(kind, fault)
        times[kind] = times.get(kind, 0) + 1
    return [(fault, times[kind]) for kind, fault in first.items()]
