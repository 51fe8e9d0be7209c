"""Games by a clock, with one core and with all: they depend on the machine and are recorded, not the same again.

Each is handed the arrays of all tasks before it (`before`), which it does not read: nothing may run beside it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from lek.agent import Agent
from lek.brains.asked import under_a_clock
from lek.compete.session import session
from lek.find import find_agent, find_game
from lek.game import Game
from lek.games.simplexity import simplexity
from lek.players.simplexity.tracks import TRACKS
from lek.playing import play
from lek.studies import simpai as study
from lek.studies.study import Arrays, seed_of

TOLD = ("seat", "move", "depth", "nodes")


class Overheard:
    """An outsider, and what it told of each move: its seat, the move's number, the depth reached, positions looked at."""

    def __init__(self, outsider: Any) -> None:
        self.outsider = outsider
        self.told: list[tuple[int, int, int, int]] = []

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.seat, self.moves = seat, 0
        self.outsider.begin(game, seat, seed)

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        action = int(self.outsider.choose(view, legal, budget, body))
        told = getattr(self.outsider, "told", {})
        if told and not told.get("rule"):
            self.told.append((self.seat, self.moves, int(told["depth"]), int(told["nodes"])))
        self.moves += 1
        return action


def all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def entrant(game: Game, name: str, seconds: float, threads: int) -> Agent:
    agent = find_agent(find_game("simplexity"), game, name, clock=seconds)
    return Agent(name, outsider=Overheard(under_a_clock(agent, threads)))


def limit(track: str, share: float) -> float:
    """Seconds a move, of the track's own time so much."""
    return TRACKS[track].milliseconds / 1000 * share


def cores(config: study.Config, before: Arrays) -> dict[str, Any]:
    """SimpAI with all cores against itself with one, on the usual board: what the former wins, and what both told."""
    game, seconds = simplexity(opening=config.opening), limit("base-2020", config.clock)
    both = [entrant(game, "simpai", seconds, threads) for threads in (all_cores(), 1)]
    won, faults = _meet(config, game, both, seconds, "cores")
    told: list[Any] = [agent.outsider for agent in both]
    return {"won": won, "faults": faults, "cores": np.array(all_cores()), "all": _rows(told[0]), "one": _rows(told[1])}


def cell(config: study.Config, board: str, threads: str, before: Arrays) -> dict[str, Any]:
    """SimpAI on a board with one core or all, against a panel that has one: shares [panel, openings]."""
    track = {"base": "base-2020"}.get(board, board)
    game, seconds = simplexity(preset=board, opening=config.opening), limit(track, config.clock)
    one = entrant(game, "simpai", seconds, 1 if threads == "one" else all_cores())
    told: dict[str, Any] = {"cores": np.array(all_cores())}
    won, faults = [], np.zeros(2, np.int64)
    for name in config.panel:
        other: Any = entrant(game, name, seconds, 1)
        share, wrong = _meet(config, game, [one, other], seconds, board)  # the same openings for one and for all
        won.append(share)
        faults += wrong
        told[f"told_{name.replace(':', '_').replace('=', '')}"] = _rows(other.outsider)
    own: Any = one.outsider
    return {**told, "won": np.array(won), "faults": faults, "told": _rows(own)}


def track(config: study.Config, name: str, before: Arrays) -> dict[str, Any]:
    """A session of the competition: standings in the order of their places, and what the searchers told."""
    chosen = TRACKS[name]
    game, seconds = simplexity(preset=chosen.preset), limit(name, config.track_clock)
    seated = [entrant(game, text, seconds, 1 if chosen.one_core else all_cores()) for text in config.entrants]
    played = session(game, seated, seconds, seed=seed_of(config.seed, "track", name))
    outsiders: list[Any] = [agent.outsider for agent in seated]
    rows = [(place.position, place.points, place.wins, place.draws, place.losses, place.faults) for place in played.places]
    moves = [" ".join(game.face.action_name(action) for action in match.actions) for match in played.matches]
    return {"agents": np.array([seated[place.agent].name for place in played.places]), "places": np.array(rows, np.int64),
            "pairs": np.array([[seated[k].name for k in match.agents] for match in played.matches]),
            "scores": np.array([match.scores for match in played.matches]), "moves": np.array(moves),
            "depth": np.array([_middle(_rows(one)) for one in outsiders])[[place.agent for place in played.places]]}


def _meet(config: study.Config, game: Game, pair: list[Agent], seconds: float, what: str) -> tuple[Any, Any]:
    """What the first wins of its two games on each opening [openings], and the faults of both [2]."""
    rows = np.tile([[0, 1], [1, 0]], (config.openings_clock, 1))
    deal = np.repeat(np.arange(config.openings_clock), 2)
    played = play(game, pair, rows, seed_of(config.seed, "clock", what), deal=deal, clock=seconds)
    won = played.measures[:, :, 0].reshape(-1, 2, 2)
    faults = [sum(fault.agent == k for fault in played.faults) for k in range(2)]
    return (won[:, 0, 0] + won[:, 1, 1]) / 2, np.array(faults)


def _rows(outsider: Any) -> Any:
    return np.array(outsider.told, np.int64).reshape(-1, len(TOLD))


def _middle(rows: Any) -> float:
    """The median depth reached, or nothing."""
    return float(np.median(rows[:, 2])) if len(rows) else np.nan
