"""Made-up runs of the Gunslinger study, as its tasks write them, and what their worlds are made of.

A world is {kind: what}, and what it does not name is of the background. `exchange` takes (what is measured, one sitter,
another) -> {(f, e): by how much the one has more}; `watched` takes f -> {column: its value in every game, or (share, the
column it is a share of)}; `search` says which combination is best on the even deals and by how much the report's is behind
it on the odd ones; `without` and `alone` take (players, e, f) -> {what: value}; `with` takes line-ups -> by how much of the
table DRR ranks behind the other groups. `patched` are names of a module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy import stats

from lek.settings import Mistake
from lek.studies import gunslinger as study
from lek.studies.gunslinger import beyond, watched
from lek.studies.gunslinger.lineups import PLACE, Line
from lek.studies.gunslinger.one_seat import BETAS, FEW, MANY, MEASURED, MUS, REPORTED, SITTERS, SITUATIONS
from lek.studies.gunslinger.study import STUDY
from lek.studies.gunslinger.watched import COUNTED

from .made_up import normal

CONFIG = study.PAPER
GROUPS = CONFIG.groups
LINES_OF = {task: tournament.lines for task, tournament in study.tournaments(CONFIG).items()}
DEALS, GAMES = 20, 24
SPREAD = 0.2  # of a gap over deals
World = Mapping[str, Any]
ALL = [(f, e) for f, enemies in SITUATIONS.items() for e in enemies]


def run_of(world: World, number: int) -> dict[str, Any]:
    """The arrays of all tasks: the world, in front of this background."""
    arrays = dict(background(number))
    for task in arrays:
        kind, *rest = task.split("_")
        if kind in world:
            arrays[task] = MAKERS[kind](world[kind], np.random.default_rng([42, number, *task.encode()]), *rest)
    return arrays


@cache
def background(number: int) -> dict[str, Any]:
    """Everything at random and far apart."""
    return {task: MAKERS[kind]({}, np.random.default_rng([41, number, *task.encode()]), *rest)
            for task in STUDY.tasks(CONFIG) for kind, *rest in [task.split("_")] if kind in MAKERS}


def exchange(told: Mapping[Any, Any], rng: Any, f: str) -> dict[str, Any]:
    enemies = SITUATIONS[int(f)]
    shape = (len(enemies), len(SITTERS))
    found = {what: rng.uniform(-3, 3, (*shape, 1)) + SPREAD * rng.standard_normal((*shape, DEALS)) for what in MEASURED}
    for (what, one, other), gaps in told.items():
        for k, e in enumerate(enemies):
            if (int(f), e) in gaps:
                row = found[what][k]
                gap = gaps[int(f), e]
                gap = normal(*gap, DEALS, rng) if isinstance(gap, tuple) else normal(gap, SPREAD, DEALS, rng)
                row[SITTERS.index(one)] = gap + (row[SITTERS.index(other)] if other else 0)
    pool = [PLACE[name] for name in (*GROUPS, *CONFIG.aggressors) if name != "DRR"]
    return {"company": rng.permuted(np.tile(pool, (DEALS, 1)), axis=1)[:, :9], **found}


def watching(told: Mapping[Any, Any], rng: Any, f: str) -> dict[str, Any]:
    counts = rng.integers(0, rng.integers(1, 90, len(COUNTED)), (GAMES, len(COUNTED)))
    for column, value in told.get(int(f), told.get("all", {})).items():
        if isinstance(value, tuple):
            share, of = value
            counts[:, COUNTED.index(of)] = 100
            value = np.rint(100 * share + rng.permutation(np.tile([-2, 0, 2], GAMES // 3)) * (0 < share < 1))
        counts[:, COUNTED.index(column)] = value
    for where, game, column, more in told.get("odd", ()):
        if where == int(f):
            counts[game, COUNTED.index(column)] += more
    return {"counts": counts}


def searching(told: Mapping[Any, Any], rng: Any, f: str) -> dict[str, Any]:
    """The best of the even deals is so by far; on the odd ones anybody may be."""
    shape = (len(SITUATIONS[int(f)]), len(MUS), len(BETAS), 2 * DEALS)
    rank = 5 + SPREAD * rng.standard_normal(shape)
    fixed = np.random.default_rng(len(str(told)))  # alike in all situations
    rank[..., 0::2] += fixed.uniform(0, 2, shape[1:3])[..., None]
    rank[..., 1::2] += fixed.uniform(-2, 2, shape[1:3])[..., None]
    if told:
        rank[:, *told["best"], 0::2] -= 3
        i, j = beyond.cell(REPORTED)
        if "behind" in told:
            gap = normal(*told["behind"], DEALS, rng)
            rank[:, i, j, 1::2] = rank[:, *told["best"], 1::2] + gap
    return {"rank": rank, "score": rng.uniform(0, 1, shape)}


def by_line(make: Callable[..., dict[str, Any]], task: str, told: Mapping[Any, Any], rng: Any) -> dict[str, Any]:
    parts = []
    for line in LINES_OF[task]:
        part = make(line, told, rng)
        if not line.aggressors:
            for what, value in told.get(line[:3], told.get("all", {})).items():
                part[what][...] = value
            for where, what, place, value in told.get("odd", ()):
                if where == line[:3]:
                    part[what][place] = value
        parts.append(part)
    return {name: np.stack([part[name] for part in parts]) for name in parts[0]}


def mixed(line: Line, told: Mapping[Any, Any], rng: Any) -> dict[str, Any]:
    found = {"score": rng.uniform(0, line.f + 1, (10, 9)), "rank": rng.uniform(1, line.players, (10, 9)),
             **{name: rng.random(10) for name in ("died", "fired", "tied")}}
    for name, score in told.get("scores", {}).items() if line[:3] == (9, 2, 6) else ():
        found["score"][:, GROUPS.index(name)] = normal(*score, 10, rng)
    return found


def alone(line: Line, told: Mapping[Any, Any], rng: Any) -> dict[str, Any]:
    return {"died": rng.integers(0, 3, (9, 10)), "fired": rng.integers(0, 3, (9, 10)).astype(float),
            "rounds": rng.integers(10, 14, (9, 10)), "score": rng.uniform(0, 3, (9, 10)), "tied": rng.random((9, 10)) < 0.5}


def aggressed(line: Line, told: Mapping[Any, Any], rng: Any) -> dict[str, Any]:
    score, rank = rng.uniform(0, line.f + 1, (DEALS, 10)), rng.uniform(1, line.players, (DEALS, 10))
    own = GROUPS.index("DRR")
    others = [k for k in range(9) if k != own]
    if line in told:
        rank[:, own] = rank[:, others].mean(1) + (line.players - 1) * normal(told[line], SPREAD, DEALS, rng)
    if "scores" in told:  # of each group, as a share of the most one can get; and in line-ups of 36
        shares = told.get("of 36", told["scores"]) if line.players == 36 else told["scores"]
        score[:, :9] = np.array(shares) * (line.e + line.f + 1)
    return {"score": score, "rank": rank}


MAKERS: dict[str, Callable[..., Any]] = {
    "exchange": exchange, "watched": watching, "search": searching,
    "without": lambda told, rng, size: by_line(mixed, f"without_{size}", told, rng),
    "alone": lambda told, rng, size: by_line(alone, f"alone_{size}", told, rng),
    "with": lambda told, rng, name, size, seats: by_line(
        lambda line, lines, rng: aggressed(line, lines.get(name, lines), rng), f"with_{name}_{size}_{seats}", told, rng)}


# What worlds are made of: one seat


def alike(value: Any, cases: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Any]:
    return dict.fromkeys(cases, value)


def cases(friends: Sequence[int], enemies: Sequence[int] = range(10)) -> list[tuple[int, int]]:
    return [(f, e) for f, e in ALL if f in friends and e in enemies]


def carried(by: tuple[int, int], value: float, those: Sequence[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """The mean is the value, thanks to one situation alone."""
    return alike(-value, those) | {by: (2 * len(those) - 1) * value}


def seats(what: str, one: str, other: str, those: Sequence[tuple[int, int]], sign: int) -> dict[str, list[World]]:
    """The sign of a mean over these situations, each of which counts; `sign` is the one that agrees."""
    def worlds(sign: int, by: Sequence[tuple[int, int]]) -> list[World]:
        return [{"exchange": {(what, one, other): gaps}} for gaps in (
            alike(0.15 * sign, those), *(carried(each, 0.1 * sign, those) for each in by))]
    return {"agree": worlds(sign, those), "disagree": worlds(-sign, those[-1:]),
            "undecided": [{"exchange": {(what, one, other): alike(0.0, those)}}]}


def both(parts: Sequence[tuple[str, str, str, int]]) -> dict[str, list[World]]:
    """Two measures over all situations, each with its sign; either alone makes it fail."""
    def world(*signs: int) -> World:
        return {"exchange": {tuple(key): alike(0.1 * sign * agrees, ALL)
                             for (*key, agrees), sign in zip(parts, signs, strict=True)}}
    return {"agree": [world(1, 1)], "disagree": [world(-1, 1), world(1, -1), world(-1, -1), world(0, -1)],
            "undecided": [world(0, 1), world(1, 0)]}


def turned(worlds: dict[str, list[World]]) -> dict[str, list[World]]:
    return {"agree": worlds["disagree"], "disagree": worlds["agree"], "undecided": worlds["undecided"]}


def half(n: int) -> float:
    """Of the 95 % interval over n situations."""
    return float(stats.t.ppf(0.975, n * (DEALS - 1)) * SPREAD / np.sqrt(n * DEALS))


MANY_CASES, FEW_CASES = cases(MANY), cases(FEW)
BOTH_HALVES = float(np.hypot(half(len(FEW_CASES)), half(len(MANY_CASES))))
WITH_NEUTRALS = [(f, e) for f, e in ALL if e + f < 9]
ANSWERS = ("rank", "DR", "silent")
NEUTRAL = ("rank", "DR", "answers-enemies")


def few_and_many(few: float, many: float) -> World:
    return {"exchange": {ANSWERS: alike(few, FEW_CASES) | alike(many, MANY_CASES)}}


def dying(share: float) -> World:
    """With many friends; a share of deals."""
    return {"exchange": {("alive", "DR", ""): alike((1 - share, 0.1), MANY_CASES)}}


def surely(p: float) -> tuple[float, float]:
    """A gap that is above zero with this p value."""
    return float(stats.t.isf(p, DEALS - 1) * SPREAD / np.sqrt(DEALS)), SPREAD


def costing(gaps: Mapping[tuple[int, int], Any]) -> World:
    return {"exchange": {NEUTRAL: alike(0.0, WITH_NEUTRALS) | gaps}}


# Watched games


def watch(**columns: Any) -> World:
    return {"watched": {"all": columns}}


def odd(world: World, *odd: tuple[int, int, str, int]) -> World:
    return {"watched": world["watched"] | {"odd": odd}}


def shares(**by_friends: Mapping[str, tuple[float, str]]) -> World:
    return {"watched": {int(name[1:]): columns for name, columns in by_friends.items()}}


def answers(**pairs: tuple[float, float]) -> World:
    """Of the friends of a victim and of others who may."""
    return shares(**{name: {"friend_answers": (friends, "friend_chances"), "other_answers": (others, "other_chances")}
                     for name, (friends, others) in pairs.items()})


def answered(**parts: float) -> World:
    return shares(**{name: {"answered": (share, "shots")} for name, share in parts.items()})


FRIENDS = watch(friendships=20, friends_mutual=20, enmities=30, mutual=30)
DEATHS = watch(deaths=3, deaths_of_two=3, hits_of_one=5, deaths_of_one=0)
QUIET = watch(quiet_at_end=10, shots_at_end=0)
REVENGE = watch(dr_chances=4, dr_shots=4, dr_justified=4, drr_chances=4, drr_shots=3, drr_justified=3)


def revenge(name: str) -> dict[str, list[World]]:
    shots, justified = f"{name}_shots", f"{name}_justified"
    fine = watch(**{shots: 3, justified: 3})
    return {"agree": [fine, odd(watch(**{shots: 0, justified: 0}), (4, 0, shots, 1), (4, 0, justified, 1))],
            "disagree": [odd(fine, (f, GAMES - 1, shots, 1)) for f in watched.SITUATIONS],
            "undecided": [watch(**{shots: 0, justified: 0})]}


# The course


LINES = [lines for task, lines in LINES_OF.items() if task.startswith("with_dumb-1")]
MANY_ENEMIES = [line for lines in LINES for line in lines if 2 * line.e >= line.players]
PEACE = {"without": {"all": {"tied": 1.0}}, "alone": {"all": {"tied": True}}}
SILENCE = {"fired": 0.0, "tied": True, "rounds": 10}
DR, RECENT, DRR, FIRST = (GROUPS.index(name) for name in ("DR", "DR-recent", "DRR", "DRR-first"))
THERE = {"g3": 6.4, "g4": 5.8, "g8": 5.6, "g1": 5.0}
ORDER = ("g3", "g4", "g8", "g1")


def ranked(gap: float, **others: Mapping[Line, float]) -> World:
    """In all line-ups with many enemies DRR is so much of the table behind the others; else with those of one aggressor."""
    lines = dict.fromkeys(MANY_ENEMIES, gap)
    return {"with": lines if not others else {name: lines for name in CONFIG.aggressors} | {
        name.replace("_", "-"): {**lines, **some} for name, some in others.items()}}


def only(value: float, chosen: Callable[[Line], bool]) -> dict[str, Any]:
    """These line-ups make up for the others, which are the other way."""
    many = sum(map(chosen, MANY_ENEMIES))
    assert 0 < many < len(MANY_ENEMIES)
    rest = len(MANY_ENEMIES) - many
    up = (len(MANY_ENEMIES) + rest) / many * value
    return {"with": {line: up if chosen(line) else -value for line in MANY_ENEMIES}}


def silent(*names: int) -> World:
    """These groups are silent at tables of their own; of the others anything is true."""
    lines = [line for size in study.WITHOUT for line in LINES_OF[f"alone_{size}"]]
    return {"alone": {"odd": [(line[:3], what, (list(names),), value) for line in lines for what, value in SILENCE.items()]}}


def but(world: World, *odd: Any) -> World:
    return {"alone": {"odd": [*world["alone"]["odd"], *odd]}}


def scores(**middles: float) -> World:
    return {"without": {"scores": {name: (value, 0.1) for name, value in {**THERE, **middles}.items()}}}


def untied(of: str, *lines: tuple[int, int, int], tied: float = 0.0) -> World:
    return {**PEACE, of: {**PEACE[of], **{line: {"tied": tied} for line in lines}}}


def tied_by(share: float) -> World:
    """Of 9160 games 2250 are self-play, 1260 of each line-up of four, 840 of each of three."""
    games = {line[:3]: 1260 if line.players == 4 else 840 for size in (3, 4) for line in LINES_OF[f"without_{size}"]}
    left = {line: 1 - (1 - share) * 9160 / sum(games.values()) for line in games}
    return {**PEACE, "without": {"all": {"tied": 1.0}} | {line: {"tied": value} for line, value in left.items()}}


def taking(rule: Callable[[int, int, int], bool]) -> Callable[..., Any]:
    """A game that takes other combinations of players, enemies and friends."""
    def made(players: int, e: int, f: int) -> Any:
        if not rule(players, e, f):
            raise Mistake("no")
        return SimpleNamespace()
    return made


def curve(**given: tuple[float, float]) -> World:
    return {"patched": given}
