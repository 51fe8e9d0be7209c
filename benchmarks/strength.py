"""The house's player of Simplexity against the strongest entrants of the competition, at equal time and at equal nodes.

Each opening is played twice, colours swapped, on one core a game: on 6x7 and 8x13 against `thunder`, `sure`, `simpai`, and
against `random` and `sequential`, to whom it may lose none.

Openings are six moves drawn at random: of the seven million of them, games of the player's own training began with some
ninety thousand. A third are decided by force, and then whoever has the better side wins, however well the other plays, and
four in five are uneven. So what is told as `points` is from even ones, which neither a short nor a long search, of LEK_LOOK
positions (ten million), puts beyond 60, chances of 35 to 65 %. That search is the player's own: `drawn` is from the first
hundred, even or not.

`LEK_GAMES` a match (40), `LEK_MS` a move (60), `LEK_NODES` where nodes are equal (10,000: playouts for `thunder`, positions
for the others), `LEK_BOARDS` (both) and `LEK_AGAINST`. The promise is 0.95 of the points in 400 games.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

import numpy as np

from lek import dice
from lek.agent import configured
from lek.brains.alphabeta import ENTRY, SURE
from lek.game import record
from lek.kernel import usable_threads
from lek.play import watch
from lek.players import find_agent, find_game
from lek.settings import Mistake, one_of

BOARDS = {"6x7": "base", "8x13": "unknown-2020"}
AGAINST = {"thunder": "playouts", "sure": "nodes", "simpai": "nodes", "random": "", "sequential": ""}
EVEN, SEED, DRAWN, OPENING = 60.0, 2026, 100, 6
LONGER = 10  # times as many positions has the long search of an opening as the short one
TABLE = 20  # bits


@cache
def board(name: str) -> tuple[Any, Any]:
    found = find_game("simplexity")
    return found, found.build(preset=BOARDS[name], opening=OPENING)


def look(job: tuple[str, int, int]) -> float:
    """What a long search says of an opening."""
    name, deal, nodes = job
    found, game = board(name)
    brain = found.players["lek"]
    genome, memory = configured(brain, game, {"depth": 40}), record(brain.memory_type(game))
    s = game.blank.copy()[0]
    s.rng = dice.stream(SEED, deal, 0)
    game.start(s)
    brain.search.begin(genome[0], memory[0], s)
    brain.search.go(genome[0], memory[0], np.zeros(1 << TABLE, ENTRY).view(np.recarray), nodes)
    return float(memory[0].worth)


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
    points, faults = 0.0, []
    for seat, seated in enumerate(([ours, theirs], [theirs, ours])):
        for turn in watch(game, seated, SEED, deal, faults, clock=limit or None):
            last = turn.state
        points += float(game.score(last, seat)) / 6
    return points, len(faults)


def run() -> dict[str, Any]:
    games, limit = int(os.environ.get("LEK_GAMES", 40)), float(os.environ.get("LEK_MS", 60)) / 1000
    nodes, effort = int(os.environ.get("LEK_NODES", 10_000)), int(os.environ.get("LEK_LOOK", 10_000_000))
    if games < 4:
        raise Mistake(f"LEK_GAMES={games} does not work: four games or more, two of each of two openings")
    if effort < LONGER:
        raise Mistake(f"LEK_LOOK={effort} does not work: {LONGER} positions or more")
    boards = [one_of("board", name, BOARDS) for name in os.environ.get("LEK_BOARDS", ",".join(BOARDS)).split(",")]
    others = [one_of("opponent", name, AGAINST) for name in os.environ.get("LEK_AGAINST", ",".join(AGAINST)).split(",")]
    told: dict[str, Any] = {}
    with ProcessPoolExecutor(usable_threads(None), get_context("fork")) as pool:
        for name in boards:
            even, told[f"{name} openings"] = openings(pool, name, games // 2, effort)
            drawn = list(range(min(DRAWN, games // 2)))
            for other in others:
                told[f"{name} {other}"] = match(pool, name, other, limit, 0, even, drawn)
                if AGAINST[other]:
                    told[f"{name} {other}, equal nodes"] = match(pool, name, other, 0.0, nodes, even, [])
    least = min(found["points"] for key, found in told.items() if "points" in found and "nodes" not in key)
    return {"name": "strength", "unit": "share of the points at equal time, the least", "ours": least, "yardstick": 0.95,
            "ratio": least / 0.95, "ms": 1000 * limit, "nodes": nodes, "told": told}


def openings(pool: Any, name: str, wanted: int, effort: int) -> tuple[list[int], dict[str, Any]]:
    """The first even ones, as deals, and how many were looked at."""
    even: list[int] = []
    values: list[float] = []
    while len(even) < wanted:
        deals = range(len(values), len(values) + max(32, wanted // 4))
        values += pool.map(look, [(name, deal, effort // LONGER) for deal in deals])
        close = [deal for deal in deals if abs(values[deal]) <= EVEN]
        longer = pool.map(look, [(name, deal, effort) for deal in close])
        even += [deal for deal, value in zip(close, longer, strict=True) if abs(value) <= EVEN]
    return even[:wanted], {"looked at": even[wanted - 1] + 1, "even": wanted,
                           "proven": float(np.mean(np.abs(values) >= SURE))}


def match(pool: Any, name: str, other: str, limit: float, nodes: int, even: list[int], drawn: list[int]) -> dict[str, Any]:
    """The points from even openings with their interval, and from the drawn ones."""
    deals = sorted({*even, *drawn})
    found = dict(zip(deals, pool.map(pair, [(name, other, limit, nodes, deal) for deal in deals]), strict=True))
    points = np.array([found[deal][0] for deal in even])
    spread = 1.96 * points.std(ddof=1) / len(points) ** 0.5
    told = {"points": round(float(points.mean()), 4), "games": 2 * len(even),
            "interval": [round(float(points.mean() - spread), 4), round(float(min(1.0, points.mean() + spread)), 4)],
            "faults": sum(faults for _, faults in found.values())}
    if drawn:
        told |= {"drawn": round(float(np.mean([found[deal][0] for deal in drawn])), 4), "drawn games": 2 * len(drawn)}
    return told
