"""Every general representation of every game against `random`: the share of games in which it scores more.

Bred by the elitist engine among its like, on one seed, and judged on another, with seats swapped on the same dice. Where
more than two play, all others are `random`, and their mean score counts. A draw is half a game, so the draw level is 0.5;
the interval is 95 % over deals. Some games are not played as by default (`SETTINGS`).

`LEK_GAME` is one game, or the path of a file; `LEK_GENERATIONS` (60) of 30 agents; `LEK_GAMES` (400) each.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from lek.agent import Agent
from lek.compete.intervals import cluster_interval
from lek.evolve.elitist import elitist
from lek.evolve.judge import judge_for
from lek.find import Found, find_agent, find_game, find_representation, fitting
from lek.game import Game
from lek.games import GAMES
from lek.playing import play

SETTINGS: dict[str, dict[str, Any]] = {"organisms": {"width": 10, "height": 10, "rounds": 300}, "simplexity": {"opening": 2}}
GENERAL = ("machine", "vector", "tree")
POPULATION, ELITE, BRED, JUDGED = 30, 20, 1, 2  # the last two are seeds


def run() -> dict[str, Any]:
    games = os.environ.get("LEK_GAME", ",".join(GAMES)).split(",")
    rows = []
    for text in games:
        found = find_game(text)
        game = found.build(**SETTINGS.get(text, {}))
        for name, reason in fitting(found, game).items():
            if name in GENERAL:
                rows.append({"game": game.name, "representation": name} | ({"refused": reason} if reason else
                                                                           measured(found, game, name)))
    level = [row for row in rows if "low" in row]
    return {"name": "representations", "ours": sum(row["low"] > 0.5 for row in level), "yardstick": len(level),
            "ratio": sum(row["low"] > 0.5 for row in level) / max(1, len(level)), "unit": "pairs above random", "rows": rows}


def measured(found: Found, game: Game, name: str) -> dict[str, Any]:
    """Breed, and play against `random`."""
    made, began = find_representation(found, game, name), time.time()
    for last in elitist(made, judge_for(game, made.brain), [BRED], population=POPULATION, elite=ELITE,
                        generations=int(os.environ.get("LEK_GENERATIONS", 60))):
        pass
    seconds = time.time() - began
    best = int(last.fitness[0].argmax())
    bred = Agent(name, made.brain, last.genomes[0, best:best + 1].copy())
    share, low, high = against_random(found, game, bred, int(os.environ.get("LEK_GAMES", 400)))
    return {"share": share, "low": low, "high": high, "seconds": round(seconds, 1)}


def against_random(found: Found, game: Game, bred: Agent, games: int) -> tuple[float, float, float]:
    """The share of games in which it scores more than `random`, with its interval over deals."""
    agents = [bred, find_agent(found, game, "random")]
    deal = np.arange(games) // 2
    rows = np.ones((games, game.seats), np.int64)
    rows[np.arange(games), np.arange(games) % min(2, game.seats)] = 0
    scores = play(game, agents, rows, JUDGED, deal=deal).scores
    mine = scores[rows == 0]
    theirs = (scores.sum(1) - mine) / (game.seats - 1)
    shares = (mine > theirs) + 0.5 * (mine == theirs)
    low, high = cluster_interval(shares, deal)
    return float(shares.mean()), low, high
