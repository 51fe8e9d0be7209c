"""The house's player of Simplexity against the strongest entrants of the competition, at equal time and at equal nodes.

Each opening is played twice, colours swapped, on one core a game: on 6x7 and 8x13 against `thunder`, `sure`, `simpai`, and
against `random` and `sequential`, to whom it may lose none.

Openings are those kept for matches (`lek.players.simplexity.openings`): four moves, and nothing that the player learnt from
passes through one of them. But some of the games that it learnt from were against `thunder` and `sure` themselves
(`lek.players.simplexity.network`). `points` is from even openings; `drawn` is from the first hundred dealt, even or not:
where one side wins by force, whoever has it wins, however well the other plays.

`LEK_GAMES` a match (40), `LEK_MS` a move (60), `LEK_NODES` where nodes are equal (10,000: playouts for `thunder`, positions
for the others), `LEK_BOARDS` (both) and `LEK_AGAINST`. The promise is 0.95 of the points in 400 games, all there are.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

import numpy as np

from lek.find import find_agent, find_game
from lek.players.simplexity.openings import BOARDS, DRAWN, EVEN, MOVES, SEED
from lek.settings import Mistake, one_of
from lek.threads import usable_threads
from lek.watching import watch

AGAINST = {"thunder": "playouts", "sure": "nodes", "simpai": "nodes", "random": "", "sequential": ""}


@cache
def board(name: str) -> tuple[Any, Any]:
    found = find_game("simplexity")
    return found, found.build(preset=BOARDS[name], opening=MOVES)


@cache
def agents(name: str, other: str, limit: float, nodes: int) -> list[Any]:
    found, game = board(name)
    if limit:
        return [find_agent(found, game, text, clock=limit) for text in ("lek", other)]
    depth = "" if other == "thunder" else ",depth=40"
    return [find_agent(found, game, text) for text in (f"lek:nodes={nodes},depth=40",
                                                       f"{other}:{AGAINST[other]}={nodes}{depth}")]


def pair(job: tuple[str, str, float, int, int]) -> tuple[float, int]:
    """The share of the points of both games of an opening, and how many faults there were."""
    name, other, limit, nodes, deal = job
    _, game = board(name)
    ours, theirs = agents(name, other, limit, nodes)
    points = 0.0
    faults: list[Any] = []
    for seat, seated in enumerate(([ours, theirs], [theirs, ours])):
        for turn in watch(game, seated, SEED, deal, faults, clock=limit or None):
            last = turn.state
        points += float(game.score(last, seat)) / 6
    return points, len(faults)


def run() -> dict[str, Any]:
    games, milliseconds, nodes = _number("LEK_GAMES", 40), _number("LEK_MS", 60), _number("LEK_NODES", 10_000)
    limit = milliseconds / 1000
    most = 2 * min(map(len, EVEN.values()))
    if not 4 <= games <= most:
        raise Mistake(f"LEK_GAMES={games} does not work: 4 to {most} games, two of each opening")
    boards = [one_of("board", name, BOARDS) for name in os.environ.get("LEK_BOARDS", ",".join(BOARDS)).split(",")]
    others = [one_of("opponent", name, AGAINST) for name in os.environ.get("LEK_AGAINST", ",".join(AGAINST)).split(",")]
    told: dict[str, Any] = {}
    with ProcessPoolExecutor(usable_threads(None), get_context("fork")) as pool:
        for name in boards:
            even, drawn = EVEN[name][: games // 2], DRAWN[: games // 2]
            for other in others:
                told[f"{name} {other}"] = match(pool, name, other, limit, 0, even, drawn)
                if AGAINST[other]:
                    told[f"{name} {other}, equal nodes"] = match(pool, name, other, 0.0, nodes, even, [])
    least = min(found["points"] for key, found in told.items() if "nodes" not in key)
    return {"name": "strength", "unit": "share of the points at equal time, the least", "ours": least, "yardstick": 0.95,
            "ratio": least / 0.95, "ms": 1000 * limit, "nodes": nodes, "told": told}


def _number(name: str, default: int) -> int:
    """A number above 0 from the environment."""
    given = os.environ.get(name, str(default))
    if not given.isdigit() or int(given) < 1:
        raise Mistake(f"{name}={given} does not work: {name} is a whole number from 1 on")
    return int(given)


def match(pool: Any, name: str, other: str, limit: float, nodes: int, even: Sequence[int],
          drawn: Sequence[int]) -> dict[str, Any]:
    """The points from even openings with their interval, and from the drawn ones."""
    deals = sorted({*even, *drawn})
    found = dict(zip(deals, pool.map(pair, [(name, other, limit, nodes, deal) for deal in deals]), strict=True))
    points = np.array([found[deal][0] for deal in even])
    spread = 1.96 * points.std(ddof=1) / len(points) ** 0.5 or 3 / len(points)  # all alike: the rule of three
    told = {"points": round(float(points.mean()), 4), "games": 2 * len(even),
            "interval": [round(float(min(max(end, 0.0), 1.0)), 4) for end in points.mean() + np.array([-spread, spread])],
            "faults": sum(faults for _, faults in found.values())}
    if drawn:
        told |= {"drawn": round(float(np.mean([found[deal][0] for deal in drawn])), 4), "drawn games": 2 * len(drawn)}
    return told
