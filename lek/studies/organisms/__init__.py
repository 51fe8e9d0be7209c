"""The study of I. Sibner, D. Liao and N. Roy, "CIS 559 Project 3" (2015), its Organisms half (sections 3.2 and 4 to 9).

Sixteen climates; in each, six players alone and the same six together; Mean Count, Mean Energy and Density of each, and the
report's t-scores of SimplePlayer (Figures 3 and 4). The other five players of 2015 are lost: ours stand in for them, so that
no sentence of the report about its opponents can be confirmed, and most of its climates are inferred or guessed (the report
says which). Beside that, what can be tested on published climates: SimplePlayer's tuning, choking out on small boards, an
aggressive start, the drift of the scan order and the answer to it, impostors among farmers, deserts; and an organism
whose numbers are all evolved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lek.games.organisms import MEASURES, organisms
from lek.players import PLAYERS
from lek.studies.organisms import evolution
from lek.studies.organisms.t_scores import CONFIDENCE, FIGURE_3, FIGURE_4, METRICS, course_means, t_score
from lek.studies.study import Arrays, Rows, setting

CLIMATES = tuple(FIGURE_3)
ZOO = tuple(sorted(PLAYERS["organisms"]))
SIX = ("simple-player", "flood", "rainbow-castle", "survive-sheep", "not-so-slow", "bh")
SIMPLE = 0  # SimplePlayer's place among the six


@dataclass(frozen=True)
class Config:
    """The report tells neither the number of trials nor the rounds; 5,000 rounds were the simulator's default."""

    seed: int = setting(2015, low=0, high=2**63 - 1)
    climates: tuple[str, ...] = setting(CLIMATES, choices=CLIMATES)
    players: tuple[str, ...] = setting(SIX, choices=ZOO)
    alone: int = setting(20, low=1, high=100_000)
    together: int = setting(100, low=1, high=100_000)
    trials: int = setting(60, low=2, high=100_000)
    tables: int = setting(100, low=1, high=100_000)
    replicates: int = setting(30, low=1, high=1000)
    generations: int = setting(20, low=1, high=10_000)
    population: int = setting(24, low=2, high=1000)
    rounds: int = setting(0, low=0, high=500_000)
    device: str = setting("cpu", choices=("cpu",))

    @property
    def length(self) -> int:
        """Rounds of a game: those asked for, or the climate's own, which are 5,000 wherever a sentence is judged."""
        return self.rounds or 5000


PAPER = Config()
QUICK = Config(alone=3, together=4, trials=3, tables=4, replicates=2, generations=3, population=8, rounds=400)


def means(config: Config, arrays: Arrays, kind: str) -> dict[str, dict[str, Any]]:
    """Mean Count, Mean Energy and Density [players] of every climate, as the course told them; kind is alone or six."""
    return {climate: course_means(arrays[f"{kind}-{climate}"]["measures"]) for climate in config.climates}


def t_table(config: Config, arrays: Arrays, kind: str) -> dict[str, tuple[float, ...]]:
    """The report's t of the first player in every climate: count, energy, density."""
    found = means(config, arrays, kind)
    return {climate: tuple(float(t_score(found[climate][metric], SIMPLE)) for metric in METRICS)
            for climate in config.climates}


def results(config: Config, arrays: Arrays) -> dict[str, Any]:
    """By climate: the six alone and together, means and the report's t; then the zoo and the evolved player."""
    from lek.studies.organisms.comparison import zoo_ranking

    told: dict[str, Any] = {}
    for kind in ("alone", "six"):
        found, t = means(config, arrays, kind), t_table(config, arrays, kind)
        told[kind] = {climate: {"players": _by_player(config, found[climate]),
                                "t": dict(zip(METRICS, t[climate], strict=True))} for climate in config.climates}
    told["climates"] = {climate: _described(climate) for climate in config.climates}
    told["zoo"] = zoo_ranking(arrays)
    told["evolved"] = evolution.summary(config, arrays)
    return told


def _described(climate: str) -> dict[str, Any]:
    """What a climate is, how far it is known, and by what."""
    settings = organisms(preset=climate, species=1).settings
    told = {key: settings[key] for key in ("width", "height", "p", "q", "v", "u", "M", "K", "rounds")}
    return {**told, "known": CONFIDENCE[climate][0], "evidence": CONFIDENCE[climate][1]}


def _by_player(config: Config, found: dict[str, Any]) -> dict[str, dict[str, float]]:
    return {name: {metric: float(found[metric][k]) for metric in METRICS} for k, name in enumerate(config.players)}


def tables(config: Config, arrays: Arrays) -> dict[str, Rows]:
    """Every trial of the tournaments, and the t-scores beside the report's."""
    rows: list[Sequence[Any]] = [["kind", "climate", "trial", "player", *MEASURES]]
    scores: list[Sequence[Any]] = [["kind", "climate", "confidence", *(f"t {metric}" for metric in METRICS),
                                    *(f"report t {metric}" for metric in METRICS)]]
    for kind, printed in (("alone", FIGURE_3), ("six", FIGURE_4)):
        t = t_table(config, arrays, kind)
        for climate in config.climates:
            scores.append([kind, climate, CONFIDENCE[climate][0], *(f"{x:.6g}" for x in (*t[climate], *printed[climate]))])
            for trial, block in enumerate(arrays[f"{kind}-{climate}"]["measures"]):
                rows += [[kind, climate, trial, name, *(f"{x:g}" for x in row)]
                         for name, row in zip(config.players, block, strict=True)]
    return {"trials": rows, "t-scores": scores}
