"""A session of a competition, as ColorShapeLinks held them: every pair meets twice, colours swapped, under a clock.

Pairs meet by the circle method. A win is 3 points, a draw 1. Whoever is late, crashes or answers what is no move loses the
game. Agents are placed by points; only where several share the lead do the points they made among themselves decide, and
where these are equal too they win together.

Under a clock the moves depend on the machine: a session is not played again from its seed, so all its moves are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from lek import border
from lek.agent import Agent
from lek.brains.asked import under_a_clock
from lek.compete import schedule, table
from lek.game import Game
from lek.position import result
from lek.settings import Mistake
from lek.transcript import Recording
from lek.watching import Fault

POINTS = {1: 3, 0: 1, -1: 0}  # for a win, a draw, a loss


class Match(NamedTuple):
    """One game: who sat where, the scores, the actions in order, and what was done wrong."""

    agents: tuple[int, int]
    scores: tuple[float, float]
    actions: list[int]
    faults: list[Fault]


class Place(NamedTuple):
    """An agent's line in the standings; `faults` are the games it lost by its own fault."""

    position: int
    agent: int
    points: int
    wins: int
    draws: int
    losses: int
    faults: int


class Session(NamedTuple):
    agents: Sequence[Agent]
    matches: list[Match]
    places: list[Place]


def session(
    game: Game, agents: Sequence[Agent], seconds: float, *, threads: int = 1, seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Session:
    """Play a session; `threads` are for those who can use more than one."""
    border.agents(game, agents)
    border.seconds("seconds", seconds)
    if game.seats != 2:
        raise Mistake(f"a session is for games of two, and {game.name} has {game.seats} seats here")
    if len(agents) < 2:
        raise Mistake(f"a session needs two agents or more; given: {len(agents)}")
    seated = [Agent(agent.name, outsider=under_a_clock(agent, threads)) for agent in agents]
    rows, deal = schedule.circle(len(seated))
    matches: list[Match] = []
    for (first, second), number in zip(rows.tolist(), deal.tolist(), strict=True):
        matches.append(_match(game, seated, (first, second), seconds, seed, number, len(matches)))
        if progress is not None:
            progress(len(matches), len(rows))
    return Session(agents, matches, standings(matches, len(agents)))


def standings(matches: Sequence[Match], agents: int) -> list[Place]:
    """The agents in the order of their places."""
    rows = np.array([match.agents for match in matches], np.int64).reshape(-1, 2)
    scores = np.array([match.scores for match in matches], np.float64).reshape(-1, 2)
    points = _points(rows, scores, agents)
    leads = points == points.max()
    among = leads[rows].all(axis=1)
    decided = _points(rows[among], scores[among], agents)
    told = table.standings(rows, scores, agents)
    faulty = [sum(any(fault.agent == i for fault in match.faults) for match in matches) for i in range(agents)]
    keys = [(int(points[i]), int(decided[i]) if leads[i] else 0) for i in range(agents)]
    places = [Place(1 + sum(other > keys[i] for other in keys), i, int(points[i]), int(told.wins[i]), int(told.draws[i]),
                    int(told.losses[i]), faulty[i]) for i in range(agents)]
    return sorted(places)


def as_json(played: Session, game: Game) -> dict[str, Any]:
    """The session as plain data."""
    names = [agent.name for agent in played.agents]
    return {
        "standings": [{**place._asdict(), "agent": names[place.agent]} for place in played.places],
        "games": [{"agents": [names[i] for i in match.agents], "scores": list(match.scores),
                   "moves": " ".join(game.face.action_name(action) for action in match.actions),
                   "faults": [{"agent": names[fault.agent], "turn": fault.turn, "kind": fault.kind, "text": fault.text}
                              for fault in match.faults]} for match in played.matches]}


def _match(
    game: Game, agents: Sequence[Agent], pair: tuple[int, int], seconds: float, seed: int, deal: int, number: int
) -> Match:
    recording = Recording(game, [agents[i] for i in pair], seed, deal, seconds)
    for _ in recording.turns():
        pass
    first, second = result(game, recording.state)[0].tolist()
    actions = [action for action in recording.actions if action >= 0]  # -1: a fault took its place
    return Match(pair, (first, second), actions,
                 [fault._replace(game=number, agent=pair[fault.agent]) for fault in recording.faults])


def _points(rows: Any, scores: Any, agents: int) -> Any:
    """Points [agents]."""
    made = np.array([POINTS[outcome] for outcome in table.outcomes(scores).reshape(-1).tolist()], np.int64)
    return np.bincount(rows.reshape(-1), made, agents).astype(np.int64)
