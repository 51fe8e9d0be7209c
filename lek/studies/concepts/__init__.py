"""The study of A. Knittel, T. Bossomaier and A. Snyder, "Concept Accessibility as Basis for Evolutionary Reinforcement
Learning of Dots and Boxes" (IEEE CIG 2007).

Graph rules learn Dots and Boxes on 3 x 3 boxes in a million games against one opponent. Their quality Q says which of them
acts, their accessibility f, how often they are used, which are kept. The paper's claims: kept apart, the two make learning
stable, and as good as a player made by hand.

*What is lost.* The opponent ("Nonie's dots and boxes"), alpha, the mutations and the two systems before it. The opponents
are ours, and so are the economy and the mortals, made from a sentence or two about each. What the paper leaves open is a
setting; who has children decides most, and against whom. The opponent of Figure 4 is the one nearest to a public player of
the time, as the rulebook has it. Parents and alpha were then chosen on seeds of their own (`choice`): what wins most against
that opponent, among all combinations, which are listed. What is reported is of other seeds (`fitted`). Whether it comes near
the paper's levels was no part of the choice.

*What is beside the paper's runs.* The exact value of what was learnt: a list of rules is a table of positions, and its
games against a fixed player are computed. What the paper compares with, each beside the reading from which it differs in
one thing; the rivals, and XCS, against an easy, a middle and a hard opponent; a table of all positions, which has no rules;
double-deals; larger boards; and `claims`, as this study calls the method `proven`: another way to learn the same rules.

*Collapse*, stated beforehand: the share of games won in the last tenth of a run is below a fifth of its best tenth. That a
run must have got so far that it could fall, a twentieth in its best tenth, was added after a first look: runs that win
next to nothing all the time would count by chance. Both counts are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lek.settings import Mistake
from lek.studies.study import setting

SCHEDULES: dict[str, dict[str, float]] = {  # of beta; the steps are a hundredth of the run apart
    "constant-10": {"beta": 10.0},
    "0.1-to-20": {"beta": 0.1, "beta_step": 0.2, "beta_most": 20.0},
    "0.1-to-10": {"beta": 0.1, "beta_step": 0.1, "beta_most": 10.0},
}
FITTED: dict[str, Any] = {"parents": "config", "alpha": "config"}  # as in Figure 4
POSITIVE = {"shift": 9.0}  # all rewards: a Q that decays while it is not used falls then, as the paper says it did
SYSTEMS: dict[str, tuple[str, dict[str, Any]]] = {  # the method that learns rules, and its settings
    "literal": ("concepts", {}),
    "literal-rising": ("concepts", SCHEDULES["0.1-to-20"]),
    "literal-by-quality": ("concepts", {"kept": "quality"}),
    "literal-combined": ("concepts", {"kept": "combined", **POSITIVE}),
    "literal-combined-signed": ("concepts", {"kept": "combined"}),
    "accessible": ("concepts", {"parents": "accessibility"}),
    "fitted": ("concepts", FITTED),
    "fitted-by-quality": ("concepts", {**FITTED, "kept": "quality"}),
    "fitted-combined": ("concepts", {**FITTED, "kept": "combined", **POSITIVE}),
    "fitted-combined-signed": ("concepts", {**FITTED, "kept": "combined"}),
    "economy": ("economy", {}),
    "economy-taxed": ("economy", {"tax": 0.01}),
    "mortals": ("mortals", {}),
    "mortals-hungry": ("mortals", {"upkeep": 0.1}),
    "xcs": ("xcs", {}),
    "claims": ("proven", {}),
    "claims-whole": ("proven", {"learns": "whole"}),
}
LONG = ("literal-rising",)  # only in long runs
RIVALS = ("economy", "economy-taxed", "mortals", "mortals-hungry")  # as we made them, and where less is to be had
OPPONENTS = ("greedy-shortest", "chain", "perfect")  # an easy, a middle and a hard one, for all systems
PANEL = ("greedy-safe", "always-double-deal", "parity-mm")  # further ones, for the paper's readings and ours
BESIDE = ("random", "parity-avg")  # one that nearly all beat, and one that draws nearly the same lines in every game
READINGS = ("literal", "accessible", "fitted", "claims")
PARENTS = ("quality", "accessibility", "used-quality", "used")
ALPHAS = (0.1, 0.01)
CHOICES = ("chain", "always-double-deal", "greedy-shortest")


@dataclass(frozen=True)
class Config:
    """The paper's numbers, and how much is played beside."""

    seed: int = setting(2007, low=0, high=2**63 - 1)
    population: int = setting(1000, low=10, high=32_000)
    games: int = setting(1_000_000, low=100, high=10**9)  # of Figure 4, and against chain
    greedy_games: int = setting(10_000, low=10, high=10**8)
    runs: int = setting(10, low=2, high=1000)
    opponent: str = setting("always-double-deal", choices=("always-double-deal", "chain", "greedy-shortest", "perfect"))
    parents: str = setting("accessibility", choices=PARENTS)  # of Figure 4 and `fitted`, with the alpha after it
    alpha: float = setting(0.01, low=1e-6, high=1.0)
    table_alpha: float = setting(0.1, low=1e-6, high=1.0)  # of the table of all positions
    short_games: int = setting(50_000, low=100, high=10**9)  # of all systems against all opponents
    rival_games: int = setting(200_000, low=100, high=10**9)  # of the economy and the mortals against chain, once more
    choice_games: int = setting(50_000, low=100, high=10**9)
    choice_runs: int = setting(10, low=1, high=100)
    blocks: int = setting(100, low=10, high=10_000)  # points of a curve
    boards: tuple[int, ...] = setting((4, 5), low=2, high=8)  # larger ones, to which rules are taken
    board_games: int = setting(2000, low=2, high=10**7)
    device: str = setting("cpu", matters=False, choices=("cpu",))

    def __post_init__(self) -> None:
        for name in ("games", "short_games", "rival_games", "choice_games"):
            if getattr(self, name) % self.blocks:
                raise Mistake(f"{name}={getattr(self, name)} does not work: it is divided into {self.blocks} blocks")


PAPER = Config()
QUICK = Config(population=100, games=2000, greedy_games=200, runs=2, short_games=1000, rival_games=1000,
               choice_games=500, choice_runs=1, blocks=10, boards=(4,), board_games=20)


def long_runs(config: Config) -> list[tuple[str, str]]:
    """Systems and opponents of the runs at the paper's scale, or the rivals', beside Figure 4."""
    beside = ("literal", "literal-rising", "fitted", "claims", "claims-whole", "economy", "mortals")
    met = ("claims", "accessible", "fitted-by-quality", "fitted-combined")  # by the opponent of Figure 4
    return list(dict.fromkeys([(system, "chain") for system in beside] + [(system, config.opponent) for system in met]))


def short_runs() -> list[tuple[str, str]]:
    """Systems and opponents of the shorter ones."""
    return [(system, opponent) for system in SYSTEMS if system not in LONG for opponent in OPPONENTS + PANEL + BESIDE
            if opponent in OPPONENTS or system in READINGS]
