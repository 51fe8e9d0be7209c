"""One run: rules learn against an opponent, block by block; then what they have learnt is judged, by play and exactly."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lek.agent import Agent, configured
from lek.brains.graphrules import WILD
from lek.brains.graphrules_text import show
from lek.evolve.learning import TOLD, Learner, keep, learner, play, ranked, recall
from lek.evolve.rulesets import alive
from lek.game import Game
from lek.games.dots import dots
from lek.play import play as play_games
from lek.players import PLAYERS, champion_text, dots_exact, dots_rules
from lek.players.dots_exact import APART
from lek.players.dots_graph import reader
from lek.players.dots_opponents import opponent as met
from lek.studies import concepts as study
from lek.studies.run import Arrays, seed_of

SECONDS = 20.0  # between two notes of how far a run has come
COUNTED = ("live", "born", "exact", "nodes", "wild", "in_use", "claiming")  # of the population, after every block
SHOWN = 20  # rules of a run that are told
MET = 50  # uses that make a rule one of the valuable


@lru_cache(maxsize=1)
def board() -> Game:
    made: Game = dots()
    return made


@lru_cache(maxsize=8)
def table(opponent: str) -> Any:
    return dots_exact.table(board(), opponent)


def plan(config: study.Config, task: str) -> tuple[str, dict[str, Any], str, int]:
    """The manager of a task's run, its settings, the opponent, and how many games."""
    kind, *rest, _ = task.split("_")
    given: dict[str, Any] = {"population": config.population}
    if kind == "figure":
        schedule = {**study.SCHEDULES[rest[0]], "beta_every": max(1, config.games // 100)}
        given |= {**schedule, "parents": config.parents, "alpha": config.alpha}
        return "concepts", given, config.opponent, config.games
    if kind == "choice":
        return "concepts", {**given, "parents": rest[0], "alpha": float(rest[1])}, rest[2], config.choice_games
    manager, settings = study.SYSTEMS[rest[0]]
    games = config.games if kind == "long" else config.xcs_games if rest[0] == "xcs" else config.short_games
    return manager, {**given, **settings}, "chain" if kind == "long" else rest[1], games


def learn(config: study.Config, task: str, partial: Path | None = None) -> dict[str, Any]:
    """A run from the first game to the last, or from where it was stopped, and what came of it."""
    manager, settings, opponent, games = plan(config, task)
    game = board()
    one = learner(game, reader(game), manager, met(game, opponent), seed_of(config.seed, task), settings)
    curve: list[list[float]] = []
    counted: list[list[float]] = []
    if partial is not None and partial.exists():
        notes = recall(partial, one)
        curve, counted = notes["curve"].tolist(), notes["counted"].tolist()
    noted = time.monotonic()
    while len(curve) < config.blocks:
        before = one.book[0].uses.copy(), one.book[0].born.copy()
        curve.append(list(play(one, games // config.blocks).values()))
        counted.append(_count(one, *before))
        if partial is not None and time.monotonic() - noted > SECONDS:
            keep(partial, one, curve=curve, counted=counted)
            noted = time.monotonic()
    found = {"curve": np.array(curve), "counted": np.array(counted)}
    return found if task.startswith("choice") else {**found, **_judged(config, task, one, opponent)}


def _count(one: Learner, uses: Any, born: Any) -> list[float]:
    """What the population is like; `in_use` is how many rules would act equally often with as much surprise."""
    b, slots = one.book[0], alive(one.book[0])
    if len(slots) == 0:
        return [0.0] * len(COUNTED)
    rules = one.rules[slots]
    wild = (rules.end == WILD).astype(int)
    ports = np.arange(wild.shape[2]) < rules.label[:, :, None]
    named = np.arange(wild.shape[1]) < rules.nodes[:, None]
    wilds = (wild * ports * named[:, :, None]).sum((1, 2))
    used = (b.uses - np.where(b.born == born, uses, 0))[slots].astype(float)
    share = used[used > 0] / max(used.sum(), 1.0)
    entropy = float(-(share * np.log(share)).sum())
    return [len(slots), float(b.births), float((wilds == 0).mean()), float(rules.nodes.mean()), float(wilds.mean()),
            float(np.exp(entropy)) if len(share) else 0.0, float(b.tried)]


def _judged(config: study.Config, task: str, one: Learner, opponent: str) -> dict[str, Any]:
    """Greedy games played and, where a list of rules says what is done, computed; the rules themselves."""
    found: dict[str, Any] = {"greedy": np.array(list(play(one, config.greedy_games, greedy=True).values()))}
    lists = dots_rules.in_order(*ranked(one))
    b, slots = one.book[0], alive(one.book[0])
    if len(slots) and "xcs" not in task and opponent not in APART:
        known = dots_exact.positions(board())
        went = dots_rules.course(board(), known, lists, table(opponent))
        came = dots_exact.outcome(known, went.lines, table(opponent))
        found["exact"] = np.array([*came.won, *came.margin])
        found["unguided"] = np.array(went.often[went.acting < 0].sum() / went.often.sum())
        dealer = table("always-double-deal")
        found["double_deals"] = np.array(dots_rules.double_deals(known.drawn, known.sides, dealer, went.lines, went.often))
    for name, order in (("commonest", slots[np.argsort(-b.f[slots], kind="stable")]),
                        ("valuable", slots[np.argsort(np.where(b.uses[slots] < MET, np.inf, -b.q[slots]), kind="stable")])):
        told = order[:SHOWN]
        found[name] = np.array([show(one.rules[k]) for k in told] or [""])
        found[f"{name}_numbers"] = np.array([[b.q[k], b.f[k], b.uses[k], b.born[k]] for k in told]).reshape(-1, 4)
    if task.startswith(("long", "figure")):
        found["list"] = np.array(dots_rules.show(lists[0]).splitlines() or [""])
    return found


def transferred(config: study.Config, side: int, arrays: Arrays) -> dict[str, Any]:
    """Rules learnt on 3 x 3 against chain, on a larger board: the share of games won, [system, opponent, run]."""
    game, opponents = dots(rows=side, columns=side), ("random", "greedy-shortest", "chain")
    won, bred = np.zeros((2, len(opponents), config.runs)), dots_rules.lists(game, rules=config.population)
    for n, system in enumerate(("literal", "claims")):
        for run in range(config.runs):
            lines = arrays[f"long_{system}_{run:03d}"]["list"].tolist()
            if not lines[0]:
                continue
            mine = Agent("rules", bred.brain, bred.parse("\n".join(lines)))
            for k, name in enumerate(opponents):
                brain = PLAYERS["dots"][name]
                pair = [mine, Agent(name, brain, configured(brain, game, {}))]
                schedule = np.array([[0, 1], [1, 0]] * (config.board_games // 2))
                told = play_games(game, pair, schedule, seed=seed_of(config.seed, "board", side, system, run, name))
                won[n, k, run] = told.measures[np.arange(len(schedule)), np.arange(len(schedule)) % 2, 0].mean()
    return {"won": won}


DOUBLE_CROSS = ("l0(2)x1x2 : x1l0(2) : x2l0(2) => l0(2)[1]-x1", "l0(1)x1w : x1l0(1) => l0(1)-w")  # of a loop, of a chain


def expressible() -> dict[str, Any]:
    """In how many positions always-double-deal double-deals, in how many two rules do the same; and where these match."""
    known, dealer = dots_exact.positions(board()), table("always-double-deal")
    went = dots_rules.everywhere(board(), known, dots_rules.parse("\n".join(DOUBLE_CROSS), len(DOUBLE_CROSS)))
    told = [dots_rules.double_deals(known.drawn, known.sides, dealer, went.lines, went.often * seen)
            for seen in (np.ones(len(known.drawn)), went.acting >= 0)]
    return {"all": np.array(told[0]), "matched": np.array(told[1])}


def players(config: study.Config, arrays: Arrays) -> dict[str, str]:
    """What was learnt against chain, as files that play."""
    made = {}
    for system in ("literal", "claims"):
        for run in range(config.runs):
            lines = arrays[f"long_{system}_{run:03d}"]["list"].tolist()
            if lines[0]:
                bred = dots_rules.lists(board(), rules=config.population)
                made[f"{system}_{run:03d}"] = champion_text(board(), f"rules:rules={config.population}", bred,
                                                            bred.parse("\n".join(lines))[0])
    return made


__all__ = ["COUNTED", "TOLD"]
