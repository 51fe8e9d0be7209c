"""Our clones beside the real SimpAI: results against the framework's samples, and its recorded decisions."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np

from lek.agent import Agent
from lek.find import find_agent, find_game
from lek.games.simplexity import simplexity
from lek.players.simplexity.simpai_agreement import BLIND, KINDS, SEARCH, blind, halves, read_decisions
from lek.players.simplexity.simpai_agreement import agreement as agree
from lek.studies import simpai as study
from lek.studies.simpai.matches import shares
from lek.studies.study import seed_of

RECORDED = {"random": 0.89, "sequential": 0.78, "minimax:depth=2": 0.27}  # shares won by the real one (rulebook, 2.2)
CLONES: dict[str, dict[str, Any]] = {"simpai": {}, "simpai:forms=fitted": {"forms": "fitted"},
                                     "simpai:forms=recorded": {"forms": "recorded"}}
USUAL, KEPT_BACK = "search, depth 3", "search, kept back"
SHARED = Path(__file__).parents[4] / "shared" / "data"  # what the project was given lies beside its repository
DATA, GAMES = SHARED / "simpai_decisions_6x7.tsv.gz", SHARED / "colorshapelinks_games_2020.tsv.gz"


def recorded(config: study.Config) -> dict[str, Any]:
    """What each clone wins against each sample, from drawn openings [clones, samples, openings] and from the empty board."""
    found = find_game("simplexity")
    told = {}
    for name, opening in (("opened", config.opening), ("empty", 0)):
        game = simplexity(opening=opening)
        players: list[Agent] = [find_agent(found, game, text) for text in (*CLONES, *RECORDED)]
        pairs = np.array([(clone, len(CLONES) + k) for clone in range(len(CLONES)) for k in range(len(RECORDED))])
        deals = config.openings_recorded if opening else max(1, config.openings_recorded // 10)
        won = shares(game, players, pairs, deals, seed_of(config.seed, "recorded"))
        told[name] = won.reshape(len(CLONES), len(RECORDED), deals)
    return told | natural()


def natural() -> dict[str, Any]:
    """Of the recorded games of 2020 on 6 x 7 that ended on the board: how many the real one won, of how many, by sample.

    Nothing where the record is not beside this copy.
    """
    if not GAMES.exists():
        return {}
    counts = np.zeros((len(RECORDED), 2), np.int64)
    names = {"Random": 0, "Sequential": 1, "MinimaxD2": 2}
    with gzip.open(GAMES, "rt") as file:
        head = next(file).rstrip("\n").split("\t")
        for line in file:
            row = dict(zip(head, line.rstrip("\n").split("\t"), strict=True))
            for own, other, colour in (("white", "red", "W"), ("red", "white", "R")):
                if row["rows"] == "6" and not row["fault"] and row[own].startswith("SimpAI") and row[other] in names:
                    counts[names[row[other]]] += (row["winner"] == colour, 1)
    return {"natural": counts}


def agreement(config: study.Config) -> dict[str, Any]:
    """How often each clone moves as the real one did, by kind of decision, and how often rules that are blind to the board
    do; or the reason why that cannot be told.

    The last kinds are the searched decisions at the usual depth, and those of them by which no form was chosen; that the
    heuristic judges only the first moves (`forms=recorded`) was noticed on all of them.
    """
    if not DATA.exists():
        return {"reason": np.array(f"the recorded decisions ({DATA.name}) are not beside this copy")}
    whole = read_decisions(DATA)
    told, fitted, kept_back = (part[:: max(1, len(part) // config.decisions)] if config.decisions else part
                               for part in (whole, *halves(whole)))
    kinds = {kind: [one for one in told if one.kind == kind] for kind in KINDS}
    kinds |= {USUAL: [*fitted, *kept_back], KEPT_BACK: kept_back}
    rows = [[agree(decisions, **forms)[SEARCH if name in (USUAL, KEPT_BACK) else name] for name, decisions in kinds.items()]
            for forms in CLONES.values()]
    return {"clones": np.array(list(CLONES)), "kinds": np.array(list(kinds)),
            "decisions": np.array([[row.decisions for row in clone] for clone in rows]),
            "hits": np.array([[row.same_move for row in clone] for clone in rows]),
            "same_kind": np.array([[row.same_kind for row in clone] for clone in rows]),
            "blind": np.array(BLIND), "blind_hits": np.array([blind(one) for one in kinds.values()]).T}
