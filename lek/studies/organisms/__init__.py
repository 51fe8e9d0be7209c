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

import numpy as np

from lek.games.organisms import MEASURES, organisms
from lek.players import PLAYERS
from lek.studies.organisms import evolution
from lek.studies.organisms.experiments import (
    GOLD,
    LOW,
    NORTH,
    PEERS,
    PROBABILITIES,
    RIVALS,
    SATED,
    SIZES,
    TUNING_CLIMATES,
    alone,
    random_tables,
    together,
    variants,
)
from lek.studies.organisms.t_scores import CONFIDENCE, FIGURE_3, FIGURE_4, METRICS, course_means, t_score
from lek.studies.run import Arrays, Minutes, csv, elsewhere, seed_of, setting

CLIMATES = tuple(FIGURE_3)
ZOO = tuple(sorted(PLAYERS["organisms"]))
SIX = ("simple-player", "flood", "rainbow-castle", "survive-sheep", "not-so-slow", "bh")
LARGE = ("americas", "hot-rainforest", "post-nuclear-war", "utopian-future", "himalayas")  # begun first: they take longest
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
MINUTES = Minutes(quick=3.8, source="quick on two cores, --threads 1, nothing compiled before")


def tasks(config: Config) -> list[str]:
    """The longest first."""
    climates = sorted(config.climates, key=lambda name: LARGE.index(name) if name in LARGE else len(LARGE))
    names = [f"alone-{climate}" for climate in climates] + [f"six-{climate}" for climate in climates]
    names += [f"evolve-{replicate:03d}" for replicate in range(config.replicates)]
    names += [f"tune-{k}" for k in range(len(TUNING_CLIMATES))] + [f"size-{side}" for side in reversed(SIZES)]
    names += [f"{kind}-{k}" for kind, many in (("zoo", TUNING_CLIMATES), ("low", LOW)) for k in range(len(many))]
    names += ["north-alone", "north-together", "drift-default", "drift-rainforest"]
    return [*names, "impostor", "gold", "solo", "thrift", "onto", "boom"]


def work(config: Config, task: str) -> dict[str, Any]:
    """Play one experiment."""
    kind, _, rest = task.partition("-")
    seed = seed_of(config.seed, task)
    length = {"rounds": config.rounds} if config.rounds else {}
    if kind == "alone":
        return {"measures": alone(config.players, config.alone, seed, preset=rest, **length)}
    if kind == "six":
        return {"measures": together(config.players, config.together, seed, preset=rest, **length)}
    if kind == "evolve":
        return evolution.evolve(config, int(rest), length)
    if kind in ("tune", "zoo"):
        climate = list(TUNING_CLIMATES.values())[int(rest)]
        return _tune(config, seed, {**climate, **length}) if kind == "tune" else _zoo(config, seed, {**climate, **length})
    if kind == "size":
        board = {"width": int(rest), "height": int(rest), **length}
        return {f"rival-{k}": variants(["", rival], ["simple-player", "aggressive-start"], config.trials, seed, **board)
                for k, rival in enumerate(RIVALS)}
    if kind == "north":
        return {"measures": _north(config, rest, seed, length)}
    if kind == "drift":
        return {"measures": alone(["simple-player:roam=never"], config.trials, seed, preset=f"report-{rest}", **length)}
    if kind == "impostor":
        return {"measures": variants(["", "protective-farmer"], ["simple-player", "impostor"], config.trials, seed,
                                     **length)}
    if kind == "low":
        return {"measures": alone(config.players, config.trials, seed, preset=LOW[int(rest)], **length)}
    if kind == "thrift":
        return {f"v{v}": alone(["simple-player", "simple-player:roam=always"], config.trials, seed, v=v, **length)
                for v in (10, 20)}
    if kind == "onto":
        return {"measures": alone(["simple-player", "simple-player:onto_food=no"], config.trials, seed, **length)}
    if kind == "boom":
        return {"early": alone(RIVALS[:1], config.trials, seed, rounds=200),
                "end": alone(RIVALS[:1], config.trials, seed, **length)}
    if kind == "solo":
        return {"x-organism": alone(["x-organism"], config.trials, seed, **length),
                "x-in-company": together(["x-organism", *config.players[1:]], config.trials, seed, **length)}
    return {"measures": np.concatenate([alone(["simple-player"], config.trials, seed, preset="goldmines", p=p, **length)
                                        for p in GOLD], axis=1)}


def _tune(config: Config, seed: int, settings: dict[str, Any]) -> dict[str, Any]:
    chances = [f"simple-player:probability={value}" for value in PROBABILITIES]
    levels = [f"simple-player:sated={value}" for value in SATED]
    return {"probability": variants(["", *PEERS], chances, config.trials, seed, **settings),
            "sated": variants(["", *PEERS], levels, config.trials, seed, **settings)}


def _zoo(config: Config, seed: int, settings: dict[str, Any]) -> dict[str, Any]:
    seated, measures = random_tables(ZOO, 6, config.tables, seed, **settings)
    return {"seated": seated, "measures": measures}


def _north(config: Config, company: str, seed: int, length: dict[str, Any]) -> Any:
    walkers = [f"simple-player:roam=twentieth,north={value}" for value in NORTH]
    if company == "alone":
        return alone(walkers, config.trials, seed, **length)
    return variants(["", *PEERS], walkers, config.trials, seed, **length)


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


def tables(config: Config, arrays: Arrays) -> dict[str, str]:
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
    return {"trials": csv(rows), "t-scores": csv(scores)}


claims = elsewhere("lek.studies.organisms.paper_claims:claims")
figures = elsewhere("lek.studies.organisms.paper_figures:figures")


def __getattr__(name: str) -> Any:
    if name != "CAPTIONS":
        raise AttributeError(name)
    from lek.studies.organisms.paper_figures import CAPTIONS

    return CAPTIONS
