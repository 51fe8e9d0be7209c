"""One run: rules learn against an opponent, block by block; then what they have learnt is judged, by play and exactly."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Agent, configured
from lek.champions import champion_text
from lek.game import Game
from lek.games.dots import dots
from lek.players import PLAYERS
from lek.players.dots import exact as dots_exact
from lek.players.dots import rules as dots_rules
from lek.players.dots import table as dots_table
from lek.players.dots.exact import APART
from lek.players.dots.graph import reader
from lek.players.dots.graphrules import WILD
from lek.players.dots.graphrules_text import show
from lek.players.dots.learning import TOLD, Learner, learner, learnt, play, ranked, recall
from lek.players.dots.opponents import opponent as met
from lek.players.dots.rulesets import alive
from lek.playing import play as play_games
from lek.store import Partial
from lek.studies import concepts as study
from lek.studies.study import Arrays, seed_of

COUNTED = ("live", "born", "exact", "nodes", "wild", "in_use", "claiming", "f")  # of the population, after every block
EARLY = 1000  # games, after which as many more are told apart
SHOWN = 20  # rules of a run that are told
MET = 50  # uses that make a rule one of the valuable


@lru_cache(maxsize=1)
def board() -> Game:
    made: Game = dots()
    return made


@lru_cache(maxsize=8)
def table(opponent: str) -> Any:
    return dots_exact.table(board(), opponent)


class Plan(NamedTuple):
    """A learner's runs: its method, against whom and for how many games; their kind says what is told of them."""

    kind: str  # long, short, choice or figure
    method: str
    settings: dict[str, Any]
    opponent: str
    games: int


def plans(config: study.Config) -> dict[str, Plan]:
    """By what the names of their tasks begin with; those of Figure 4, the longest, come last."""
    population = {"population": config.population}
    listed = {}
    for kind, pairs in (("long", study.long_runs(config)), ("short", study.short_runs())):
        for system, opponent in pairs:
            method, settings = study.SYSTEMS[system]
            own = {name: getattr(config, name) if value == "config" else value for name, value in settings.items()}
            long = config.rival_games if system in study.RIVALS else config.games
            games = config.short_games if kind == "short" else long
            listed[f"{kind}_{system}_{opponent}"] = Plan(kind, method, in_steps(population | own, games), opponent, games)
    for parents, alpha, opponent in product(study.PARENTS, study.ALPHAS, study.CHOICES):
        listed[f"choice_{parents}_{alpha}_{opponent}"] = Plan(
            "choice", "concepts", {**population, "parents": parents, "alpha": alpha}, opponent, config.choice_games)
    for name, schedule in study.SCHEDULES.items():
        own = {**in_steps(schedule, config.games), "parents": config.parents, "alpha": config.alpha}
        listed[f"figure_{name}"] = Plan("figure", "concepts", population | own, config.opponent, config.games)
    return listed


def in_steps(given: dict[str, Any], games: int) -> dict[str, Any]:
    """Settings with the time between two steps of beta, where it grows."""
    return {**given, "beta_every": max(1, games // 100)} if "beta_step" in given else given


def learn(config: study.Config, plan: Plan, seed: int, partial: Partial) -> dict[str, Any]:
    """A run from the first game to the last, or from where it was stopped, and what came of it."""
    game = board()
    one = learner(game, reader(game), plan.method, met(game, plan.opponent), seed, plan.settings)
    curve: list[list[float]] = []
    counted: list[list[float]] = []
    early = np.zeros(0)
    if partial.exists():
        before = partial.get(lambda arrays: recall(one, arrays))
        curve, counted, early = before["curve"].tolist(), before["counted"].tolist(), before["early"]
    block = plan.games // config.blocks
    while len(curve) < config.blocks:
        acts, born = one.book[0].acts.copy(), one.book[0].born.copy()
        pieces = [EARLY, EARLY, block - 2 * EARLY] if not curve and block > 2 * EARLY else [block]
        told = np.array([list(play(one, many).values()) for many in pieces])
        early = told[1] if len(pieces) > 1 else early
        curve.append(told.sum(0).tolist())
        counted.append(_count(one, acts, born))
        if partial.due():
            partial.put({**learnt(one), "curve": np.array(curve), "counted": np.array(counted), "early": early})
    found = {"curve": np.array(curve), "counted": np.array(counted), "early": early}
    return found if plan.kind == "choice" else {**found, **_judged(config, plan, one)}


def remember(config: study.Config, opponent: str, seed: int) -> dict[str, Any]:
    """A run of a table of all positions, and what its lines of the highest value are worth."""
    one = dots_table.table(board(), reader(board()), met(board(), opponent), seed, alpha=config.table_alpha)
    curve = [list(dots_table.play(one, config.games // config.blocks).values()) for _ in range(config.blocks)]
    known = dots_exact.positions(board())
    came = dots_exact.outcome(known, dots_table.lines(one, known), table(opponent))
    return {"curve": np.array(curve), "exact": np.array([*came.won, *came.margin])}


def _count(one: Learner, acts: Any, born: Any) -> list[float]:
    """What the population is like; `in_use` is how many rules would act equally often with as much surprise."""
    b, slots = one.book[0], alive(one.book[0])
    if len(slots) == 0:
        return [0.0] * len(COUNTED)
    rules = one.rules[slots]
    wild = (rules.end == WILD).astype(int)
    ports = np.arange(wild.shape[2]) < rules.label[:, :, None]
    named = np.arange(wild.shape[1]) < rules.nodes[:, None]
    wilds = (wild * ports * named[:, :, None]).sum((1, 2))
    used = (b.acts - np.where(b.born == born, acts, 0))[slots].astype(float)
    share = used[used > 0] / max(used.sum(), 1.0)
    entropy = float(-(share * np.log(share)).sum())
    return [len(slots), float(b.births), float((wilds == 0).mean()), float(rules.nodes.mean()), float(wilds.mean()),
            float(np.exp(entropy)) if len(share) else 0.0, float(b.tried), float(b.f[slots].sum())]


def _judged(config: study.Config, plan: Plan, one: Learner) -> dict[str, Any]:
    """What greedy play is worth: computed, where a list of rules says what is done, and played; the rules themselves."""
    found: dict[str, Any] = {}
    lists = dots_rules.in_order(*ranked(one))
    b, slots = one.book[0], alive(one.book[0])
    if len(slots) and plan.method != "xcs" and plan.opponent not in APART:
        known = dots_exact.positions(board())
        went = dots_rules.course(board(), known, lists, table(plan.opponent))
        came = dots_exact.outcome(known, went.lines, table(plan.opponent))
        found["exact"] = np.array([*came.won, *came.margin])
        found["unguided"] = np.array(went.often[went.acting < 0].sum() / went.often.sum())
        found["double_deals"], found["needed_deals"] = dealt(went)
    if "exact" not in found or plan.kind != "short":
        found["greedy"] = np.array(list(play(one, config.greedy_games, greedy=True).values()))
    met_often = slots[b.uses[slots] >= MET]
    for name, order in (("commonest", slots[np.argsort(-b.uses[slots], kind="stable")]),
                        ("accessible", slots[np.argsort(-b.f[slots], kind="stable")]),
                        ("valuable", met_often[np.argsort(-b.q[met_often], kind="stable")])):
        told = order[:SHOWN]
        found[name] = np.array([show(one.rules[k]) for k in told] or [""])
        found[f"{name}_numbers"] = np.array([[b.q[k], b.f[k], b.uses[k], b.born[k]] for k in told]).reshape(-1, 4)
    if plan.kind in ("long", "figure"):
        found["list"] = np.array(dots_rules.show(lists[0]).splitlines() or [""])
    return found


TAKEN = {"literal": "long_literal_chain", "fitted": "figure_constant-10", "claims": "long_claims_chain"}  # to other boards
MET_THERE = ("random", "greedy-shortest", "chain")


def transferred(config: study.Config, side: int, arrays: Arrays) -> dict[str, Any]:
    """Rules learnt on 3 x 3, on a larger board: the share of games won, [system, opponent, run]; at last `random`'s."""
    game = dots(rows=side, columns=side)
    bred = dots_rules.lists(game, rules=config.population)
    won = np.zeros((len(TAKEN) + 1, len(MET_THERE), config.runs))
    for run in range(config.runs):
        for n, (system, task) in enumerate((*TAKEN.items(), ("random", ""))):
            mine = player(game, "random")
            if task:
                lines = arrays[f"{task}_{run:03d}"]["list"].tolist()
                mine = Agent("rules", bred.brain, bred.parse("\n".join(lines))) if lines[0] else mine
            for k, name in enumerate(MET_THERE):
                schedule = np.array([[0, 1], [1, 0]] * (config.board_games // 2))
                told = play_games(game, [mine, player(game, name)], schedule,
                                  seed=seed_of(config.seed, "board", side, system, run, name))
                won[n, k, run] = (told.measures[np.arange(len(schedule)), np.arange(len(schedule)) % 2, 0] == 1.0).mean()
    return {"won": won}


def player(game: Game, name: str) -> Agent:
    brain = PLAYERS["dots"][name]
    return Agent(name, brain, configured(brain, game, {}))


def dealt(went: dots_rules.Course) -> tuple[Any, Any]:
    """Double-deals there to be made, those made, and by chance: wherever always-double-deal makes one; where it is best."""
    known, dealer = dots_exact.positions(board()), table("always-double-deal")
    by_rule = np.where(went.acting >= 0, went.lines, 0).astype(np.int32)
    told = [dots_rules.double_deals(known.drawn, known.sides, dealer, by_rule, went.often, best)
            for best in (np.zeros_like(dealer), table("perfect"))]
    return np.array(told[0]), np.array(told[1])


DOUBLE_CROSS = ("l0(2)x1x2 : x1l0(2) : x2l0(2) => l0(2)[1]-x1", "l0(1)x1w : x1l0(1) => l0(1)-w")  # of a loop, of a chain


def expressible() -> dict[str, Any]:
    """In how many positions always-double-deal double-deals and two rules do the same; in how many these match at all."""
    known = dots_exact.positions(board())
    went = dots_rules.everywhere(board(), known, dots_rules.parse("\n".join(DOUBLE_CROSS), len(DOUBLE_CROSS)))
    return {"deals": dealt(went)[0], "matched": np.array([(went.acting >= 0).sum(), len(known.drawn)])}


def players(config: study.Config, arrays: Arrays) -> dict[str, str]:
    """What was learnt, as files that play."""
    made = {}
    for system, task in TAKEN.items():
        for run in range(config.runs):
            lines = arrays[f"{task}_{run:03d}"]["list"].tolist()
            if lines[0]:
                bred = dots_rules.lists(board(), rules=config.population)
                made[f"{system}_{run:03d}"] = champion_text(board(), f"rules:rules={config.population}", bred,
                                                            bred.parse("\n".join(lines))[0])
    return made


__all__ = ["COUNTED", "TOLD"]
