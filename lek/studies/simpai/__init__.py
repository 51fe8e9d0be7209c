"""The study of P. M. A. Fernandes, P. M. A. Inácio, H. Feliciano and N. Fachada, "SimpAI: Evolutionary Heuristics for the
ColorShapeLinks Board Game Competition" (2022).

SimpAI plays Simplexity by search and a weighted sum of five heuristics, whose weights its makers bred: 50 vectors, 500
generations, everybody against everybody with both colours (Table 1). Five runs gave Table 2; the first of these five
entered the competition of 2020, where it came last of six on the usual board and second on an unknown one.

*What the paper leaves open, and what we took.* Weights begin anywhere from 0 to 10 (drift alone does not reach Table 2's
8.4 from much less). Fitness games are searched two moves ahead, at a fixed depth, so that a game of two vectors is always
the same game. From the empty board everybody then meets everybody in the same two games over and over; `opened` is the
declared variant in which every pair's two games begin with two moves drawn at random.

*What is beside the paper's five runs.* 30 further runs from the empty board and 30 from drawn openings; SimpAI against
itself with VertDisc dropped, one move deeper, and with one core or all; its weights on boards drawn after they were frozen
(by the rule that gave the Unknown Track its board); its clone beside the recorded games and decisions of the real one; and
the paper's future work, `magic` numbers as genes and a `wide` set of heuristics (`lek.players.simplexity.simpai_wide`).

*What it all stands on.* Fitness games, champions' matches, boards and cores are played by the literal clone, which moves
as the real one did in a tenth of its decisions at depth 3: less often than rules that do not look at the board
(`fidelity.agreement`). Claims on weights, boards and cores are claims about that clone.

*Honest numbers.* Champions are bred, chosen and judged on different openings, but for those of the paper's own runs, which
are chosen as the paper did, by their fitness in the last generation. Intervals are over runs, over openings (each played
twice, colours swapped), or over boards. What was played by a clock (`clock_`, `track_`) depends on the machine: it is
recorded in the arrays and is not the same again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lek.players.simplexity import tracks as simplexity_tracks
from lek.settings import Mistake
from lek.studies.study import Arrays, setting

KINDS = ("five", "opened", "magic", "wide")
TRACKS = tuple(simplexity_tracks.TRACKS)
ENTRANTS = simplexity_tracks.ENTRANTS
PANEL = ("sure", "thunder", "minimax:depth=3")


@dataclass(frozen=True)
class Config:
    """Table 1's numbers, and how much is played beside."""

    seed: int = setting(2020, low=0, high=2**63 - 1)
    population: int = setting(50, low=2, high=1000)
    generations: int = setting(500, low=1, high=100_000)
    tournament: int = setting(2, low=1, high=1000)
    crossover: float = setting(0.4, low=0.0, high=1.0)
    swap: float = setting(0.5, low=0.0, high=1.0)
    mutation: float = setting(0.2, low=0.0, high=1.0)
    change: float = setting(0.5, low=0.0, high=1.0)
    sigma: float = setting(0.25, low=0.0, high=1e6)
    paper_runs: int = setting(5, low=2, high=1000)
    runs: int = setting(30, low=2, high=1000)
    kinds: tuple[str, ...] = setting(KINDS, choices=KINDS)
    batch: int = setting(35, low=1, high=1000)
    opening: int = setting(2, low=1, high=20)
    openings_choose: int = setting(10, low=1, high=100_000)
    openings: int = setting(200, low=2, high=100_000)
    boards: int = setting(6, low=0, high=100)
    openings_boards: int = setting(10, low=2, high=100_000)
    games_watched: int = setting(100, low=2, high=100_000)
    openings_depth: int = setting(100, low=2, high=100_000)
    openings_recorded: int = setting(200, low=2, high=100_000)
    decisions: int = setting(0, low=0, high=100_000)  # 0: all
    openings_clock: int = setting(20, low=0, high=100_000)
    panel: tuple[str, ...] = setting(PANEL, choices=ENTRANTS)
    tracks: tuple[str, ...] = setting(TRACKS, choices=(*TRACKS, "none"))
    entrants: tuple[str, ...] = setting(ENTRANTS, choices=ENTRANTS)
    clock: float = setting(1.0, low=0.01, high=10.0)  # of the tracks' own time, in the games with one core and all
    track_clock: float = setting(1.0, low=0.01, high=10.0)  # and in the sessions of the competition
    device: str = setting("cpu", choices=("cpu", "cuda"))  # where fitness games are played

    def __post_init__(self) -> None:
        if "five" not in self.kinds or len(set(self.kinds)) != len(self.kinds):
            raise Mistake(f"kinds={','.join(self.kinds)} does not work: different ones, and five, the paper's, among them")
        if {"magic", "wide"} & {*self.kinds} and "opened" not in self.kinds:
            raise Mistake(f"kinds={','.join(self.kinds)} does not work: magic and wide are compared with opened; add it")
        for name in ("panel", "tracks", "entrants"):
            given = getattr(self, name)
            if len(set(given)) != len(given) or not given:
                raise Mistake(f"{name}={','.join(given)} does not work: different ones, one or more")

    @property
    def compared(self) -> float:
        """How many recorded decisions are compared, at least."""
        return self.decisions or math.inf


PAPER = Config()
QUICK = Config(population=12, generations=8, paper_runs=3, runs=2, batch=5, openings_choose=2, openings=10, boards=1,
               openings_boards=2, games_watched=6, openings_depth=4, openings_recorded=6, decisions=100, openings_clock=2,
               panel=("minimax:depth=3",), tracks=("base-2020",),
               entrants=("lek", "simpai", "minimax:depth=2", "random"), clock=0.25, track_clock=0.25)


def runs_of(config: Config, kind: str) -> int:
    """How many runs of a kind: the paper's five come first, before those beside them."""
    return config.runs + (config.paper_runs if kind == "five" else 0)


def gather(arrays: Arrays, kind: str, name: str) -> Any:
    """One array of all runs of a kind, in their order."""
    parts = sorted(task for task in arrays if task.startswith(f"bred_{kind}_"))
    return np.concatenate([arrays[task][name] for task in parts])


def champions(config: Config, arrays: Arrays, kind: str) -> Any:
    """The champions' genes [runs, genes]; of `five` those of the runs beside the paper's."""
    found = gather(arrays, kind, "champion")
    return found[config.paper_runs:] if kind == "five" else found
