"""Our clones beside the real SimpAI: results against the framework's samples, and its recorded decisions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lek.agent import Agent
from lek.games.simplexity import simplexity
from lek.players import find_agent, find_game
from lek.studies import simpai as study
from lek.studies.run import seed_of
from lek.studies.simpai.matches import shares

RECORDED = {"random": 0.89, "sequential": 0.78, "minimax:depth=2": 0.27}  # shares won by the real one (rulebook, 2.2)
CLONES = ("simpai", "simpai:forms=fitted")
DATA = Path(__file__).parents[4] / "shared" / "data" / "simpai_decisions_6x7.tsv.gz"


def recorded(config: study.Config) -> dict[str, Any]:
    """What the clone wins against each sample, from drawn openings [samples, openings] and from the empty board."""
    found = find_game("simplexity")
    told = {}
    for name, opening in (("opened", config.opening), ("empty", 0)):
        game = simplexity(opening=opening)
        players: list[Agent] = [find_agent(found, game, text) for text in ("simpai", *RECORDED)]
        pairs = np.array([(0, k) for k in range(1, len(players))])
        deals = config.openings_recorded if opening else max(1, config.openings_recorded // 10)
        told[name] = shares(game, players, pairs, deals, seed_of(config.seed, "recorded"), "cpu")
    return told


def agreement(config: study.Config) -> dict[str, Any]:
    """How often each clone moves as the real one did, by kind of decision; or the reason why that cannot be told."""
    if not DATA.exists():
        return {"reason": np.array(f"the recorded decisions ({DATA.name}) are not beside this copy")}
    return {"reason": np.array("not written yet")}
