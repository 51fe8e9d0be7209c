"""Learning graph rules on 3 x 3 with 1000 rules: how long a million games take on one core, from the first to the last; and
games a CPU second of the rules that come of it, against the same that tries all rules at every turn.

Both play and learn the very same games. Concept accessibility with parents drawn by f, as the rulebook's prototype had it
(alpha 0.1) and as in the study's Figure 4 (0.01), and by the paper's words; `proven` beside it. Against always-double-deal.
Speeds are the best of three, taken in turn.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from lek.games import GAMES
from lek.players.dots.graph import reader
from lek.players.dots.learning import Learner, learner, play
from lek.players.dots.opponents import opponent

MILLION, GAMES_PLAYED, SLOW, TARGET = 1_000_000, 20_000, 500, 180.0
ARMS: dict[str, tuple[str, dict[str, Any]]] = {
    "accessible": ("concepts", {"parents": "accessibility"}),
    "fitted": ("concepts", {"parents": "accessibility", "alpha": 0.01}),
    "literal": ("concepts", {}), "proven": ("proven", {})}


def run() -> dict[str, Any]:
    game = GAMES["dots"]()
    told: dict[str, Any] = {}
    for name, (method, given) in ARMS.items():
        one = learner(game, reader(game), method, opponent(game, "always-double-deal"), 1, given)
        play(one, 1)
        seconds, fast, slow = MILLION / speed(one, MILLION), [], []
        for _ in range(3):
            slow.append(speed(without(one, method), SLOW))
            fast.append(speed(one, GAMES_PLAYED))
        told[name] = {"games": max(fast), "slow": max(slow), "million_s": seconds}
    ours = told["accessible"]
    longest = max(each["million_s"] for each in told.values())
    return {"name": "dots_rules", "ours": ours["games"], "yardstick": ours["slow"], "ratio": ours["games"] / ours["slow"],
            "unit": "games a CPU second", **{f"{name}_million_s": each["million_s"] for name, each in told.items()},
            **{f"{name}_ratio": each["games"] / each["slow"] for name, each in told.items()},
            "target": f"a million games in {TARGET:.0f} s: {'met' if longest < TARGET else 'missed'}"}


def without(one: Learner, method: str) -> Learner:
    """The same learner as it stands, trying all rules at every turn."""
    made = learner(one.game, one.reader._replace(table=np.zeros(0, np.int32), positions=0), method, one.opponent, 1, {})
    made.method = made.method._replace(enough=lambda o, greedy: 0)
    made.options[:], made.rules[:], made.book[:] = one.options, one.rules, one.book
    play(made, 1)
    return made


def speed(one: Learner, games: int) -> float:
    started = time.process_time()
    play(one, games)
    return games / (time.process_time() - started)
