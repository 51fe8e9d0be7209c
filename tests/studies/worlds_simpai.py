"""Made-up runs of the study of SimpAI, as its tasks write them, and for every sentence the worlds it is judged on.

A world is {task: {what: value}}; what it does not name is of the background. A value is (mean, sd), of a sample over
whatever the sentence's interval is over, or an array. `bred_*` are the champions' weights, made by `weights` or `apart`;
`columns` takes by how much the first of Table 2 wins more than each of the others, or each more than the next; `gains` is
what all cores add on a board, opening by opening; `boards` what a player wins of each board against something; `disc` what
players win without VertDisc, and the weights they have; rows of searched moves are of early moves, with others behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from scipy import stats

from lek.players.simplexity.simpai_agreement import BLIND, KINDS, SEARCH
from lek.players.simplexity.simpai_heuristics import PARTS
from lek.studies import simpai as study
from lek.studies.simpai.fidelity import CLONES, KEPT_BACK, RECORDED, USUAL

from .made_up import normal

CONFIG = study.PAPER
RUNS, OPENINGS, CLOCKED, BOARDS = CONFIG.runs, 100, 20, 6
HORIZ, VERT, DISC, BUILD, DUMP = range(5)
assert [part[:5] for part in PARTS] == ["Horiz", "VertC", "VertD", "Build", "DumpF"]
WILD = (-20.0, 20.0)  # of a weight that a sentence is not about
CELLS = [(board, cores) for board in ("base", "unknown-2020") for cores in ("one", "all")]
PANEL = ("sure", "thunder", "minimax_depth3")
DECISIONS = {**dict(zip(KINDS, (183, 473, 74, 25, 1325), strict=True)), USUAL: 957, KEPT_BACK: 479}
World = Mapping[str, Mapping[Any, Any]]


def run_of(world: World, number: int) -> dict[str, Any]:
    """The arrays of a run: the world, in front of this background."""
    run = dict(before(number))
    for task, told in world.items():
        rng = np.random.default_rng((42, number))
        if task == "gains":
            run |= factorial(told, rng)
        elif task == "boards":
            run |= boards(told, rng)
        else:
            run[task] = MAKERS[task](told, rng)
    return run


@cache
def before(number: int) -> dict[str, Any]:
    """Everything at random and far apart."""
    rng = np.random.default_rng((41, number))
    return {**{task: make({}, rng) for task, make in MAKERS.items()}, **factorial({}, rng), **boards({}, rng)}


def sample(value: Any, n: int, rng: Any, limits: tuple[float, float] = (0.05, 0.95)) -> Any:
    """A sample; without a value one of the background's."""
    if value is None:
        value = (rng.uniform(*limits), 10 ** rng.uniform(-2, -0.5))
    return normal(*value, n, rng) if isinstance(value, tuple) else np.asarray(value, float)


def spread_out(middle: Any, n: int, rng: Any, size: float = 0.3) -> Any:
    """[..., n] numbers with these means."""
    noise = size * rng.standard_normal((*np.shape(middle), n))
    return np.asarray(middle)[..., None] + noise - noise.mean(-1, keepdims=True)


def weights(*groups: tuple[int, Mapping[int, Any]]) -> Callable[[Any], Any]:
    """Of so many runs each the weights that are named, as numbers or from limits; all others are wild."""
    def make(rng: Any) -> Any:
        rows = [[rng.uniform(*part) if isinstance(part, tuple) else part for part in (told.get(k, WILD) for k in range(5))]
                for many, told in groups for _ in range(many)]
        return rng.permutation(rows)
    return make


def apart(mean: float, sd: float) -> Callable[[Any], Any]:
    """VertCenter less HorizCenter."""
    def make(rng: Any) -> Any:
        x = weights((RUNS, {}))(rng)
        x[:, VERT] = x[:, HORIZ] + normal(mean, sd, RUNS, rng)
        return x
    return make


def bred(told: Mapping[Any, Any], rng: Any, ahead: int) -> Any:
    """With as many of the paper's own runs ahead of those that are judged."""
    found = told["champion"](rng) if "champion" in told else weights((RUNS, {}))(rng) + rng.uniform(-15, 15, 5)
    return {"champion": np.concatenate([rng.uniform(*WILD, (ahead, 5)), found])}


def columns(told: Mapping[Any, Any], rng: Any) -> Any:
    won = np.empty((5, OPENINGS))
    won[0] = sample(None, OPENINGS, rng)
    for k in range(1, 5):
        less = told.get("first", told.get("next", {})).get(k)
        won[k] = won[0 if "first" in told else k - 1] - sample(less, OPENINGS, rng, (-0.3, 0.3))
    table = np.full((5, 5, OPENINGS), np.nan)
    for k in range(5):
        table[k, [other for other in range(5) if other != k]] = spread_out(won[k], 4, rng).T
    return {"won": table, "points": told.get("points", rng.permutation([3.0, 9.0, 12.0, 15.0, 21.0]))}


def correlated(rho: float, n: int = RUNS) -> tuple[Any, Any]:
    """Two rows of numbers whose rank correlation is this within 0.005."""
    rng = np.random.default_rng(5)
    while True:
        x, noise = rng.standard_normal((2, n))
        y = rho * x + np.sqrt(1 - rho**2) * noise
        if abs(stats.spearmanr(x, y).statistic - rho) < 0.005:
            return x, y


def champions_who(rho: float, kind: str) -> World:
    """A run's champions, and what they win among each other, correlated with their VertDisc."""
    x, won = correlated(rho)

    def make(rng: Any) -> Any:
        found = weights((RUNS, {}))(rng)
        found[:, DISC] = x
        return found
    return {f"bred_{kind}_00000": {"champion": make}, "final": {f"won_{kind}": 0.5 + won / 10}}


def final(told: Mapping[Any, Any], rng: Any) -> Any:
    return {"points": rng.permutation(5) * 6.0, **{
        name: np.asarray(told.get(name, rng.uniform(0, 1, RUNS))) for name in ("won_five", "won_opened")}}


def disc(told: Mapping[Any, Any], rng: Any) -> Any:
    made = {}
    for kind, players in (("table", 5), ("five", RUNS), ("opened", RUNS)):
        middle = sample(told.get(kind), players, rng)
        made[kind] = spread_out(middle, OPENINGS, rng)
        made[f"{kind}_weight"] = np.asarray(told.get(f"{kind}_weight", rng.uniform(-1, 1, len(middle))))
    return made


def some_with(kind: str, value: tuple[float, float], others: float, many: int = 20, zero: int = 3) -> World:
    """Of a kind's champions so many with a positive VertDisc, who win this without it; others are at 0 or below."""
    weight = np.r_[np.linspace(0.1, 9, many), np.zeros(zero), np.linspace(-2, -0.1, RUNS - many - zero)]
    won = normal(*value, many, np.random.default_rng(1)) if value[1] else np.full(many, value[0])
    return {"disc": {kind: np.r_[won, np.full(RUNS - many, others)],
                     f"{kind}_weight": weight}}


THIRD = ((2, 3), (3, 2), (2, 4), (4, 2))
OTHERS = tuple(pair for pair in permutations(range(5), 2) if pair not in THIRD)


def watched(told: Mapping[Any, Any], rng: Any) -> Any:
    """`unused`: in how many of 100 games; `top`: in how many of 30 games of the 3rd with the 4th or 5th, of 70 others."""
    unused = told.get("unused", int(rng.integers(0, 101)))
    top = told.get("top", (int(rng.integers(0, 31)), int(rng.integers(0, 71))))
    pairs = [THIRD[k % 4] for k in range(30)] + [OTHERS[k % len(OTHERS)] for k in range(70)]
    reached = [k < top[0] for k in range(30)] + [k < top[1] for k in range(70)]
    both = rng.permutation([0] * unused + [*rng.integers(1, 9, 100 - unused)])
    changed = np.minimum(both, rng.integers(0, 3, 100)) if "changed" not in told else np.where(both, told["changed"], 0)
    games = np.column_stack([pairs, reached, rng.integers(10, 20, 100), both, changed])
    return {"games": rng.permutation(games).astype(np.int64)}


def moves(depth: Any, nodes: Any, rng: Any) -> Any:
    """Rows of searched moves: 60 early ones, with others behind, from the seventh of a player on."""
    n = 60
    early = np.column_stack([rng.integers(0, 2, n), np.arange(n) % 6, sample(depth, n, rng, (3, 12)),
                             sample(nodes, n, rng, (1e3, 1e5))])
    late = np.column_stack([rng.integers(0, 2, n), 6 + np.arange(n) % 9, rng.uniform(0, 90, n), rng.uniform(0, 1e6, n)])
    return rng.permutation(np.concatenate([early, late]))


def clock_cores(told: Mapping[Any, Any], rng: Any) -> Any:
    return {"won": sample(told.get("won"), CLOCKED, rng), "faults": rng.integers(0, 5, 2),
            "cores": np.array(told.get("cores", rng.integers(2, 17))),
            **{name: moves(told.get(f"{name} depth"), told.get(f"{name} nodes"), rng) for name in ("all", "one")}}


def clocked(told: Mapping[Any, Any], rng: Any) -> Any:
    """A cell of the factorial; `clock_base_one` with the depths that were told."""
    return {"won": spread_out(sample(told.get("won"), CLOCKED, rng), len(PANEL), rng).T, "faults": rng.integers(0, 5, 2),
            "cores": np.array(2), "told": moves(told.get("depth"), None, rng),
            **{f"told_{name}": moves(told.get(f"{name} depth"), None, rng) for name in PANEL}}


def factorial(told: Mapping[str, Any], rng: Any) -> dict[str, Any]:
    """The four cells, from what all cores add on each board."""
    made = {}
    for board in ("base", "unknown-2020"):
        one = sample(told.get(f"{board} one"), CLOCKED, rng)
        every = one + sample(told.get(board), CLOCKED, rng, (-0.3, 0.3))
        made |= {f"clock_{board}_one": clocked({"won": one}, rng), f"clock_{board}_all": clocked({"won": every}, rng)}
    return made


def depths(told: Mapping[Any, Any], rng: Any) -> Any:
    return {"won": np.stack([sample(told.get(depth), OPENINGS, rng) for depth in (1, 2, 4, 5)])}


def boards(told: Mapping[Any, Any], rng: Any) -> dict[str, Any]:
    """`(against, who)`: the means of all boards."""
    means = {key: sample(told.get(key), BOARDS, rng) for key in (
        (against, who) for against in ("equal", "chance") for who in ("table", "runs"))}
    made = {}
    for k in range(BOARDS):
        made[f"board_{k}"] = {"board": np.array([7 + k, 10 + k, 4 + k // 2, 50, 51]), **{
            against: np.concatenate([
                spread_out(np.array([means[against, "table"][k]]), 10, rng),
                spread_out(spread_out(means[against, "runs"][k], RUNS, rng, 0.1), 10, rng)])
            for against in ("equal", "chance")}}
    return made


def beyond(told: Mapping[Any, Any], rng: Any) -> Any:
    return {"won": spread_out(sample(told.get("won"), RUNS, rng), OPENINGS, rng)}


def recorded(told: Mapping[Any, Any], rng: Any) -> Any:
    """`opened` and `empty` of the literal clone against a sample, and how many the real one won, of how many, `natural`."""
    made = {"opened": sample(None, OPENINGS, rng) * rng.uniform(0, 1, (3, 3, 1)), "empty": rng.uniform(0, 1, (3, 3, 10)),
            "natural": np.array([(rng.integers(0, of + 1), of) for of in rng.integers(5, 200, 3)])}
    for name, value in told.items():
        k = list(RECORDED).index(name)
        made["natural"][k] = value["natural"]
        opened = sample(value["opened"], OPENINGS, rng)
        other = made["opened"][:, :, :1].repeat(len(opened), 2)
        other[0, k] = opened
        made["opened"] = other
    return made


def agreement(told: Mapping[Any, Any], rng: Any) -> Any:
    """`clone`: how many of the searched decisions agree."""
    of = np.array([list(DECISIONS.values())] * len(CLONES))
    hits = rng.uniform(0, 1, of.shape) * of
    for clone, value in told.items():
        hits[list(CLONES).index(clone), list(DECISIONS).index(SEARCH)] = value
    return {"clones": np.array(list(CLONES)), "kinds": np.array(list(DECISIONS)), "decisions": of, "hits": hits,
            "same_kind": of, "blind": np.array(BLIND), "blind_hits": rng.uniform(0, 1, (len(BLIND), of.shape[1])) * of[0]}


def track(told: Mapping[Any, Any], rng: Any) -> Any:
    names = told.get("agents", ["lek", "thunder", "simpai", "sure"])
    order = rng.permutation(len(names)) if not told else np.arange(len(names))
    rows = np.arange(len(names))
    places = np.column_stack([1 + rows, 12 - 3 * rows, rng.integers(0, 9, (len(names), 4))])
    return {"agents": np.array(names)[order], "places": places, "depth": rng.uniform(2, 9, len(names))}


MAKERS: dict[str, Callable[[Mapping[Any, Any], Any], Any]] = {
    "bred_five_00000": lambda told, rng: bred(told, rng, CONFIG.paper_runs),
    "bred_opened_00000": lambda told, rng: bred(told, rng, 0),
    "final": final, "disc": disc, "columns": columns, "depth": depths, "watched": watched, "recorded": recorded,
    "agreement": agreement, "clock_cores": clock_cores, "clock_base_one": clocked,
    "beyond_magic": beyond, "beyond_wide": beyond, "track_base-2020": track, "track_unknown-2020": track}


# The sentences


def of_thirty(yes: Mapping[int, Any], *no: Mapping[int, Any]) -> dict[str, list[Callable[[Any], Any]]]:
    """Worlds in which most runs do something, in which few do, and in which too few or too many to tell."""
    def some(many: int, other: Mapping[int, Any]) -> Callable[[Any], Any]:
        return weights((many, yes), (RUNS - many, other))
    return {"agree": [some(21, other) for other in no], "disagree": [some(9, other) for other in no],
            "undecided": [some(many, no[0]) for many in (10, 20)]}


def either(worlds: Mapping[str, Sequence[Any]], suffix: str) -> dict[str, list[World]]:
    """The worlds of champions' weights as those of one kind of runs."""
    kind = "opened" if suffix else "five"
    return {wanted: [{f"bred_{kind}_00000": {"champion": world}} for world in found] for wanted, found in worlds.items()}


def one_of(
    task: str, name: Any, agree: float, undecided: Sequence[float], disagree: float, sd: float
) -> dict[str, list[World]]:
    """Worlds in which a sample's mean is so much."""
    return {wanted: [{task: {name: (mean, sd)}} for mean in means] for wanted, means in (
        ("agree", [agree]), ("undecided", undecided), ("disagree", [disagree]))}


def placed(how: str) -> dict[str, list[World]]:
    """One of the four gaps on either side of what can be told (0.0397), all others clear."""
    def world(k: int, gap: float) -> World:
        return {"columns": {how: {other: (gap if other == k else 0.2, 0.2) for other in range(1, 5)}}}
    return {wanted: [world(k, gap) for k in range(1, 5) for gap in gaps] for wanted, gaps in (
        ("agree", [0.041]), ("undecided", [0.038, -0.038]), ("disagree", [-0.041]))}


def real(name: str) -> dict[str, list[World]]:
    """What the literal clone wins beside what the real one won, of how many.

    60 of 100 are [0.497, 0.697], 66 of 110 [0.502, 0.692], 600 of 1000 [0.569, 0.631], and 18 of 18 [0.815, 1].
    """
    def world(opened: Any, hits: int, of: int) -> World:
        return {"recorded": {name: {"opened": opened, "natural": (hits, of)}}}
    return {"agree": [world((0.6, 0.05), 66, 110), world((0.99, 0.2), 18, 18), world(np.ones(OPENINGS), 20, 20),
                      world((0.503, 0.05), 66, 110), world((0.692, 0.05), 66, 110), world((0.6, 0.49), 600, 1000)],
            "disagree": [world((0.708, 0.05), 60, 100), world((0.486, 0.05), 60, 100), world(np.ones(OPENINGS), 60, 100),
                         world(np.zeros(OPENINGS), 8, 50)],
            "undecided": [world((0.6, 0.05), 9, 14), world((0.705, 0.05), 60, 100), world((0.49, 0.05), 60, 100),
                          world((0.5, 0.05), 66, 110), world((0.694, 0.05), 66, 110), world((0.6, 0.52), 600, 1000),
                          world(np.ones(4), 60, 100)]}


def decided(clone: str) -> dict[str, list[World]]:
    """Of 1,325 searched decisions 44 % are 583; of 619 the lower limit is above that, of 547 the upper one below."""
    return {wanted: [{"agreement": {clone: hits}} for hits in many] for wanted, many in (
        ("agree", [619]), ("undecided", [618, 548]), ("disagree", [547]))}


LOW = {HORIZ: (-5, 6.9), DISC: (-5, 6.9), BUILD: (-5, 6.9)}  # below two that are high
WEIGHTS: dict[str, Mapping[str, Sequence[Callable[[Any], Any]]]] = {
    "W1": of_thirty({VERT: (7, 9), DUMP: (7, 9), **LOW}, *(
        {VERT: one, DUMP: other, **LOW, k: 8.0} for k in (HORIZ, DISC, BUILD) for one, other in ((9.0, 7.0), (7.0, 9.0))),
        {VERT: 7.0, DUMP: 7.0, **LOW, HORIZ: 7.0}),
    "W2": of_thirty({HORIZ: (1, 5), VERT: (5, 9)}, {HORIZ: (5, 9), VERT: (1, 5)}, {HORIZ: 5.0, VERT: 5.0}),
    "W3": {"agree": [apart(0.38, 1)], "undecided": [apart(0.37, 1), apart(-0.37, 1)], "disagree": [apart(-0.38, 1)]},
    "W4": of_thirty({HORIZ: 1.0, VERT: (1.1, 9), BUILD: (1.1, 9), DUMP: (1.1, 9)}, *(
        {HORIZ: 1.0, VERT: (1.1, 9), BUILD: (1.1, 9), DUMP: (1.1, 9), k: least}
        for k in (VERT, BUILD, DUMP) for least in (0.5, 1.0))),
    "W5": of_thirty({HORIZ: (0.1, 9), VERT: (0.1, 9)}, {HORIZ: -1.0, VERT: 5.0}, {HORIZ: 5.0, VERT: -1.0},
                    {HORIZ: 5.0, VERT: 0.0}, {HORIZ: 0.0, VERT: 5.0}),
    "V1": of_thirty({DISC: (-9, -0.1)}, {DISC: (0.1, 9)}, {DISC: 0.0}),
    "V2": {wanted: [weights((many, {DISC: (-9, -0.1)}), (of - many, {DISC: other})) for many, of in worlds
                    for other in ((0.1, 9), 0.0)]
           for wanted, worlds in (
               ("agree", [(6, 30), (9, 30)]), ("undecided", [(0, 30), (5, 30), (10, 30), (20, 30), (0, 46)]),
               ("disagree", [(21, 30), (30, 30), (0, 48)]))},
}
TABLE: dict[str, dict[str, list[World]]] = {
    **{identity + suffix: either(worlds, suffix) for identity, worlds in WEIGHTS.items() for suffix in ("", "-opened")},
    "P1": placed("first"),
    "P2": placed("next"),
    **{f"V3{suffix}": {"agree": [champions_who(-0.37, kind)], "disagree": [champions_who(0.37, kind)],
                       "undecided": [champions_who(rho, kind) for rho in (-0.35, 0.0, 0.35)]}
       for suffix, kind in (("", "five"), ("-opened", "opened"))},
    "V4": {"agree": [{"watched": {"unused": many}} for many in (11, 100)], "disagree": [{"watched": {"unused": 0}}],
           "undecided": [{"watched": {"unused": many}} for many in (1, 5, 10)]},
    "V5": {wanted: [{"watched": {"top": (many, others)}} for many in some for others in (0, 70)] for wanted, some in (
        ("agree", (21, 30)), ("disagree", (0, 9)), ("undecided", (10, 20)))},
    **{f"V6{suffix}": {"agree": [some_with(kind, (0.55, 0.1), 0.2)], "disagree": [some_with(kind, (0.45, 0.1), 0.8)],
                       "undecided": [some_with(kind, (0.54, 0.1), 0.9), some_with(kind, (0.46, 0.1), 0.1),
                                     some_with(kind, (0.9, 0.0), 0.9, many=1, zero=2)]}
       for suffix, kind in (("", "five"), ("-opened", "opened"))},
    "V7": one_of("disc", "table", 0.4885, (0.486, 0.414), 0.4115, 0.03),
    "V7-runs": one_of("disc", "five", 0.4885, (0.486, 0.414), 0.4115, 0.1),
    "V7-opened": one_of("disc", "opened", 0.4885, (0.486, 0.414), 0.4115, 0.1),
    "C1": one_of("clock_cores", "won", 0.548, (0.545, 0.455), 0.452, 0.1),
    "C2": {wanted: [{"clock_cores": {"one nodes": (20_000, 3000), "all nodes": (mean, 3000)}} for mean in means]
           for wanted, means in (("agree", [21_100]), ("undecided", [21_000, 19_000]), ("disagree", [18_900]))},
    "C3": {wanted: [{"clock_base_one": {"depth": (5, 1), "sure depth": (mean, 1)}} for mean in means]
           for wanted, means in (("agree", [5.37]), ("undecided", [5.35, 4.65]), ("disagree", [4.63]))},
    "C4": one_of("depth", 5, 0.541, (0.539, 0.461), 0.459, 0.2),
    "C5": one_of("gains", "unknown-2020", 0.048, (0.046, -0.046), -0.048, 0.1),
    "C5-boards": {wanted: [{"gains": {"base": (0.1, 0.1), "unknown-2020": (0.1 + more, 0.1)}} for more in some]
                  for wanted, some in (("agree", [0.065]), ("undecided", [0.063, -0.063]), ("disagree", [-0.065]))},
    **{identity: one_of("boards", key, 0.554, (0.551, 0.449), 0.446, 0.05) for identity, key in (
        ("C6", ("equal", "table")), ("C6-random", ("chance", "table")), ("C6-runs", ("equal", "runs")),
        ("C6-runs-random", ("chance", "runs")))},
    "F1": one_of("beyond_wide", "won", 0.5385, (0.537, 0.463), 0.4615, 0.1),
    "F2": one_of("beyond_magic", "won", 0.5385, (0.537, 0.463), 0.4615, 0.1),
    **{f"R{k + 1}": real(name) for k, name in enumerate(RECORDED)},
    **{f"A{k + 1}": decided(clone) for k, clone in enumerate(CLONES)},
}
NEVER = {identity: dict.fromkeys(("agree", "disagree", "undecided"), "the other entrants of 2020 are lost")
         for identity in ("C7", "C8")}
