"""Learning graph rules on 3 x 3, games a CPU second on one thread with 1000 rules, against the same without its memory of
which rules match a position; and how long a million games take at this speed.

Both play and learn the very same games. Concept accessibility with parents drawn by f, the slowest setting, against
always-double-deal, after 100,000 games, when rules are as general as they become; `claims` beside it. In turn, three times.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from lek.evolve.learning import Learner, learner, play
from lek.games import GAMES
from lek.players.dots_graph import reader
from lek.players.dots_opponents import opponent

BEFORE, GAMES_PLAYED, SLOW, TARGET = 100_000, 20_000, 500, 180.0
ARMS = {"concepts": {"parents": "accessibility"}, "claims": {}}


def run() -> dict[str, Any]:
    game = GAMES["dots"]()
    told: dict[str, Any] = {}
    for name, given in ARMS.items():
        one = learner(game, reader(game), name, opponent(game, "always-double-deal"), 1, given)
        play(one, BEFORE)
        fast, slow = [], []
        for _ in range(3):
            slow.append(speed(without(one), SLOW))
            fast.append(speed(one, GAMES_PLAYED))
        told[name] = {"games": max(fast), "slow": max(slow), "million": 1e6 / max(fast)}
    ours = told["concepts"]
    return {"name": "dots_rules", "ours": ours["games"], "yardstick": ours["slow"], "ratio": ours["games"] / ours["slow"],
            "unit": "games a CPU second", "million_s": ours["million"], "claims_ratio": told["claims"]["games"] /
            told["claims"]["slow"], "claims_million_s": told["claims"]["million"],
            "target": f"a million games in {TARGET:.0f} s: {'met' if ours['million'] < TARGET else 'missed'}"}


def without(one: Learner) -> Learner:
    """The same learner as it stands, trying all rules at every turn."""
    made = learner(one.game, one.reader._replace(table=np.zeros(0, np.int32), positions=0),
                   "claims" if one.book[0].tried else "concepts", one.opponent, 1, {})
    made.options[:], made.rules[:], made.book[:] = one.options, one.rules, one.book
    play(made, 1)
    return made


def speed(one: Learner, games: int) -> float:
    started = time.process_time()
    play(one, games)
    return games / (time.process_time() - started)
