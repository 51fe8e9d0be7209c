"""Made-up runs of the study of BrilliAnt, as its tasks write them, and for every sentence the worlds it is judged on.

A world is {task: {what: value}}; a value is (mean, sd) over the runs, or an array of them. What a world does not name is of
the background. `judged_*` takes humants, or `panel`, the mean over the four of them; `experts` the shares that the expert
and its run's champion win; `history` windows of generations for `won` and `killed`, `later`, the share of pairs in which the
later champion wins, and `rings`, who is in one in each run; `figure` windows for `won`; `table` the shares of games won
by pairs of players, the share of boards that are not split, and what is eaten; `probes` the columns of their arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from lek.studies import brilliant as study
from lek.studies.brilliant.breeding import RIVALS, scale_of
from lek.studies.brilliant.digitised import FIGURE_3_WON

from .made_up import normal

CONFIG = study.PAPER
RUNS = CONFIG.runs
BOARDS = 24
SNAPSHOTS = np.array(sorted({*range(0, 1351, 50), 49, 101, 199, 249, 301, 401, 499, 801, 999, 1151, 1199, 1351}))
PAIRS = np.stack(np.triu_indices(len(SNAPSHOTS), 1), 1)
GENERATIONS = np.array(sorted({*range(19, 2000, 20), 1300, 1600, 2000}))  # of Figure 3
NAMES = ["ExpertAnt", "BrilliAnt", "EvolAnt1", "EvolAnt2", "EvolAnt3", "FirstHumant", "SmartHumant", "SuperHumant",
         "HyperHumant"]
PLAYERS = [name for name in NAMES if name != "FirstHumant"]
SEATS = [(a, b) for a, b in combinations(range(len(NAMES)), 2) if 5 not in (a, b)]
COLUMNS = {"seen": 0, "moves": 1, "diagonal": 2, "straight": 3}  # of coverage
SINGLE = ("guarded", "returns", "trail", "standoff", "beside", "daring", "deaths", "deaths_after_food", "deaths_late")
World = Mapping[str, Mapping[Any, Any]]


class Run(dict[str, Any]):
    """The arrays of a run, made when they are first asked for: the world, in front of this background."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__()
        self.world, self.number = world, number

    def __missing__(self, task: str) -> Any:
        kind, _, rest = task.partition("_")
        key = "experts" if kind == "expert" else task
        if key not in self.world:
            self[task] = background(task, self.number)
        else:
            rng = np.random.default_rng((32, self.number))
            self[task] = MAKERS[kind](self.world[key], rng, rest)
        return self[task]


@cache
def background(task: str, number: int) -> Any:
    """Everything at random and far apart."""
    kind, _, rest = task.partition("_")
    rng = np.random.default_rng([31, number, *task.encode()])
    return MAKERS[kind]({}, rng, rest)


def sample(value: Any, rng: Any, n: int = RUNS) -> Any:
    """A sample over runs; without a value one of the background's."""
    if value is None:
        value = (rng.uniform(0.1, 0.9), 10 ** rng.uniform(-2.5, -1))
    return normal(*value, n, rng) if isinstance(value, tuple) else np.asarray(value, float)


def spread_out(middle: Any, shape: tuple[int, ...], rng: Any, size: float = 0.3) -> Any:
    """Numbers about a middle, whose mean over the last axes is exactly that."""
    noise = size * rng.standard_normal(shape)
    axes = tuple(range(np.ndim(middle), len(shape)))
    return np.reshape(middle, np.shape(middle) + (1,) * len(axes)) + noise - noise.mean(axes, keepdims=True)


def judged(told: Mapping[Any, Any], rng: Any, kind: str) -> Any:
    runs = scale_of(CONFIG, kind)[2]
    share = np.stack([sample(told.get(humant), rng, runs) for humant in study.HUMANTS], 1)
    if "panel" in told:
        share += (sample(told["panel"], rng, runs) - share.mean(1))[:, None]
    return {"won": spread_out(2 * share, (runs, len(study.HUMANTS), BOARDS), rng)}


def expert(told: Mapping[Any, Any], rng: Any, run: str) -> Any:
    """One run's; what a world names is drawn for all runs at once, from the same dice for each."""
    gain, champion, own, others, more = (
        sample(told[name], rng)[int(run)] if name in told else rng.uniform(*limits) for name, limits in (
            ("gain", (-0.3, 0.3)), ("champion", (0.1, 0.9)), ("own", (0.1, 0.9)), ("champion_others", (0.1, 0.9)),
            ("others", (-0.3, 0.3))))
    return {"against_hyper": spread_out(2 * np.array([champion + gain, champion]), (2, BOARDS), rng),
            "against_own": spread_out(np.array([2 * own]), (1, BOARDS), rng),
            "expert_others": spread_out(2 * (others + more), (RUNS - 1, BOARDS), rng),
            "own_others": spread_out(2 * others, (RUNS - 1, BOARDS), rng)}


def windows(told: Mapping[Any, Any], generations: Any, rng: Any, runs: int) -> Any:
    """[runs, generations]: in windows (first, last) what is wanted, in others anything."""
    values = rng.uniform(0.1, 0.9, len(generations)) + 0.02 * rng.standard_normal((runs, len(generations)))
    for (first, last), value in told.items():
        inside = (generations >= first) & (generations <= last)
        values[:, inside] = spread_out(sample(value, rng, runs), (runs, int(inside.sum())), rng, 0.05)
    return values


def history(told: Mapping[Any, Any], rng: Any, _: str) -> Any:
    later = sample(told.get("later"), rng)
    won = np.empty((RUNS, len(PAIRS), BOARDS))
    for run in range(RUNS):
        edges = np.full(len(PAIRS), 0.03)
        edges[rng.permutation(len(PAIRS))[:round(later[run] * len(PAIRS))]] = -0.03
        won[run] = spread_out(1 + edges, won[run].shape, rng, 0.5)
        strong = rng.random(len(PAIRS)) < 0.1 * (edges < 0)  # of the pairs that the later one wins some surely
        won[run, strong] -= 0.9
        for first, second in told.get("rings", {}).get(run, ()):  # the first is better, whatever came before
            pair = np.flatnonzero((PAIRS == sorted((first, second))).all(1))
            won[run, pair] = spread_out(np.full(1, 1.9 if first < second else 0.1), (1, BOARDS), rng)
    return {"pairs": PAIRS, "won": won, "snapshot": SNAPSHOTS,
            **{f"hyper_{name}": windows(told.get(name, {}), SNAPSHOTS, rng, RUNS) for name in ("won", "killed")}}


def figure(told: Mapping[Any, Any], rng: Any, _: str) -> Any:
    if "points" in told:
        return dict(zip(("generation", "won"), np.array(told["points"]).T, strict=True))
    won, killed = rng.uniform(0.1, 0.9, (2, len(GENERATIONS)))
    for (first, last), value in told.items():
        inside = (GENERATIONS >= first) & (GENERATIONS <= last)
        won[inside] = sample(value, rng, int(inside.sum()))
    return {"generation": GENERATIONS, "won": won, "killed": killed, "eaten": np.stack([won, killed], 1)}


def table(told: Mapping[Any, Any], rng: Any, _: str) -> Any:
    """`share`: (winner, loser) -> the winner's; `unsplit`: (winner, loser) -> boards of which one won both games."""
    strength = rng.uniform(-0.02, 0.02, len(NAMES))
    boards = CONFIG.table_boards
    games, both, none = [], [], []
    for a, b in SEATS:
        pair, back = (NAMES[a], NAMES[b]), (NAMES[b], NAMES[a])
        share = 0.5 + strength[a] - strength[b]
        if "share" in told:
            share = told["share"][pair] if pair in told["share"] else 1 - told["share"][back]
        unsplit = told.get("unsplit", {})
        part = unsplit.get(pair, unsplit.get(back, rng.uniform(0.3, 0.7) if not told else 0.5))
        games.append(round(2 * boards * share))
        both.append((round(part * boards) + games[-1] - boards) // 2)
        none.append(both[-1] - (games[-1] - boards))
    eaten = rng.uniform(5, 9, (len(SEATS), 2))
    if "food" in told:  # a level for each player
        eaten = np.array([[told["food"][NAMES[a]], told["food"][NAMES[b]]] for a, b in SEATS])
    if "together" in told:
        eaten[:, 1] = sample(told["together"], rng, len(SEATS)) - eaten[:, 0]
    return {"names": np.array(NAMES), "runs": np.array([7, 3, 21, 4]), "boards": np.array(boards), "pairs": np.array(SEATS),
            "games": np.array(games), "both": np.array(both), "none": np.array(none), "eaten": eaten,
            "killed": rng.random((len(SEATS), 2))}


def probes(told: Mapping[Any, Any], rng: Any, _: str) -> Any:
    found = {name: sample(told.get(name), rng) for name in SINGLE}
    found["preferences"] = np.stack([sample(told.get(k), rng) for k in range(5)], 1)
    found["coverage"] = np.stack([sample(told.get(name), rng) if name == "diagonal" or name in told
                                  else rng.integers(1, 36, RUNS) for name in COLUMNS], 1)
    return found


MAKERS: dict[str, Callable[..., Any]] = {"judged": judged, "expert": expert, "history": history, "figure": figure,
                                         "table": table, "probes": probes}


# The worlds of each sentence


def level(task: str, what: Any, limit: float, step: float, spread: float) -> dict[str, list[World]]:
    """Above a limit, below it, on it."""
    return {verdict: [{task: {what: (value, spread)}}] for verdict, value in (
        ("agree", limit + step), ("disagree", limit - step), ("undecided", limit))}


def turned(worlds: dict[str, list[World]]) -> dict[str, list[World]]:
    """For the contrary sentence."""
    return {"agree": worlds["disagree"], "disagree": worlds["agree"], "undecided": worlds["undecided"]}


def experts(**told: Any) -> World:
    return {"experts": told}


def courses(**told: Any) -> World:
    return {"history": {name: {window: (value, 0.01) for window, value in each.items()} for name, each in told.items()}}


BEST_FIRST = ["HyperHumant", "ExpertAnt", "BrilliAnt", "SuperHumant", "EvolAnt1", "EvolAnt3", "EvolAnt2", "SmartHumant"]
SURE, WEAK, EVEN = 0.51, 0.5028, 0.5


def graph(
    order: Sequence[str] = BEST_FIRST, changes: Mapping[tuple[str, str], float] = {}, edge: float = SURE, **more: Any
) -> World:
    """Each wins against those behind it in the order, but for some pairs (winner, loser)."""
    share = {(a, b): edge for a, b in combinations(order, 2)}
    for (a, b), value in changes.items():
        share.pop((b, a), None)
        share[a, b] = value
    return {"table": {"share": share, **more}}


def by_games_only(*pairs: tuple[str, str]) -> dict[str, Any]:
    """These are significant over games, but hardly a board is split, so they are not over boards."""
    return {"changes": dict.fromkeys(pairs, WEAK), "unsplit": dict.fromkeys(pairs, 1.0)}


def by_boards_only(*pairs: tuple[str, str]) -> dict[str, Any]:
    return {"changes": dict.fromkeys(pairs, 0.502), "unsplit": dict.fromkeys(pairs, 0.1)}


def ring(*names: str, edge: float = SURE) -> dict[tuple[str, str], float]:
    return {pair: edge for pair in zip(names, (*names[1:], names[0]), strict=True)}


def first(*names: str) -> list[str]:
    """These lead the order."""
    return [*names, *(name for name in BEST_FIRST if name not in names)]


FOOD = {name: 7.0 for name in NAMES} | {"BrilliAnt": 7.4}
HYPER, EXPERT, BRILLI, SUPER, SMART = "HyperHumant", "ExpertAnt", "BrilliAnt", "SuperHumant", "SmartHumant"
EARLY, LATE = (1000, 1150), (1200, 1350)
THEN, AFTER = (1300, 1599), (1600, 1999)
FLAT = {"figure": {THEN: (0.46, 0.01), AFTER: (0.46, 0.01)}}
RISING = courses(won={EARLY: 0.4, LATE: 0.42})
ON, OFF = np.arange(RUNS) % 2 == 0, np.arange(RUNS) % 2 == 1


def some(*groups: tuple[int, float]) -> Any:
    """So many runs with each value."""
    assert sum(many for many, _ in groups) == RUNS
    return np.repeat([value for _, value in groups], [many for many, _ in groups])


TABLE: dict[str, dict[str, Any]] = {
    "G1": {"agree": [{}, {"SIGHT": 3, "SIDE": 15, "pieces": 14}],
           "disagree": [{"pieces": 16}, {"pieces": 14}, {"SIGHT": 3}, {"SIDE": 12},
                        {"SIGHT": 5, "SIDE": 74, "pieces": 138}]},  # 3.03 expected, eight with 0.7 %
    "G2": {"agree": [{}, {"population": 2237}],
           "disagree": [{"population": 2236}, {"population": 2282}, {"tournament": 6}, {"boards": 5}]},
    "L1": level("judged_depth7", "first-humant", 0.5, 0.1, 0.05),
    "L2": {"agree": [{"judged_depth7": {"smart-humant": (0.4, 0.05)}, "judged_small": {"smart-humant": (0.55, 0.05)}}],
           "disagree": [{"judged_depth7": {"smart-humant": (a, 0.05)}, "judged_small": {"smart-humant": (b, 0.05)}}
                        for a, b in ((0.65, 0.55), (0.3, 0.45))],
           "undecided": [{"judged_depth7": {"smart-humant": (a, 0.05)}, "judged_small": {"smart-humant": (b, 0.05)}}
                         for a, b in ((0.55, 0.55), (0.4, 0.5))]},
    "T1": {verdict: [{"judged_paper": {"hyper-humant": (value, 0.02)}} for value in values] for verdict, values in (
        ("agree", (0.46, 0.48, 0.49)), ("disagree", (0.3, 0.44, 0.51)), ("undecided", (0.45, 0.5)))},
    "T2": {verdict: [experts(champion=(0.3, 0.1), gain=(value, 0.02))] for verdict, value in (
        ("agree", 0.015), ("disagree", -0.015), ("undecided", 0.0))},
    "T3": {verdict: [experts(champion=(0.3, 0.1), gain=(gain, 0.02), own=(own, 0.02), champion_others=(0.5, 0.1),
                             others=(others, 0.02)) for gain, own, others in parts] for verdict, parts in (
        ("agree", [(0.02, 0.48, -0.02)]),
        ("disagree", [(-0.02, 0.48, -0.02), (0.02, 0.52, -0.02), (0.02, 0.48, 0.02)]),
        ("undecided", [(0.0, 0.48, -0.02), (0.02, 0.5, -0.02), (0.02, 0.48, 0.0)]))},
    "T4": {"agree": [graph(), graph(first(SMART, BRILLI)), graph(changes={(HYPER, BRILLI): 0.5001}),
                     graph(changes={(HYPER, BRILLI): EVEN})],
           "disagree": [graph(changes=ring(SUPER, HYPER, EXPERT)), graph(changes=ring(BRILLI, SMART, HYPER, "EvolAnt2")),
                        graph(changes={(BRILLI, HYPER): 0.5001}),  # Hyper beats Expert, who beats Brilli, who wins more
                        graph(changes=ring(HYPER, EXPERT, BRILLI, SUPER) | {(HYPER, BRILLI): EVEN, (EXPERT, SUPER): EVEN})],
           "undecided": [graph(edge=0.5001), graph(**by_games_only((BRILLI, EXPERT), (EXPERT, HYPER))),
                         graph(changes={(BRILLI, EXPERT): 0.502, (EXPERT, HYPER): 0.502},
                               unsplit={(BRILLI, EXPERT): 0.1, (EXPERT, HYPER): 0.1})]},
    "T5": {"agree": [graph(), graph(changes=ring(EXPERT, BRILLI, SUPER)), graph(changes={(BRILLI, HYPER): 0.5002})],
           "disagree": [graph(changes={(HYPER, EXPERT): EVEN}), graph(changes={(SMART, HYPER): SURE}),
                        graph(first(BRILLI, HYPER)), graph(edge=0.5001)],
           "undecided": [graph(**by_games_only((HYPER, EXPERT))), graph(**by_boards_only((HYPER, EXPERT))),
                         graph(**by_games_only((SMART, HYPER)))]},
    "T6": {verdict: [{"table": {"together": (value, 0.1)}} for value in values] for verdict, values in (
        ("agree", (14.72, 14.8, 14.64)), ("disagree", (14.95, 14.49)), ("undecided", (14.87, 14.57)))},
    "T7": {"agree": [graph(changes=ring(HYPER, EXPERT, BRILLI)), graph(first(SMART, SUPER, "EvolAnt1"), ring(
               "EvolAnt1", SMART, SUPER, edge=0.50001))],
           "disagree": [graph(), graph(changes={(SMART, HYPER): SURE}),  # one is first; two are
                        graph(changes={(SUPER, HYPER): SURE, ("EvolAnt1", HYPER): SURE, ("EvolAnt3", EXPERT): SURE})]},
    "T8": {"agree": [graph(first(EXPERT), food=FOOD)],
           "disagree": [graph(first(BRILLI), food=FOOD), graph(first(EXPERT), food=FOOD | {EXPERT: 8.0}),
                        graph(first(BRILLI), food=FOOD | {EXPERT: 8.0}), graph(first(EXPERT), food=FOOD | {SMART: 8.0}),
                        graph(first(EXPERT, HYPER), {(EXPERT, HYPER): EVEN}, food=FOOD)]},
    "T9": {"agree": [graph(), graph([HYPER, EXPERT, BRILLI, SUPER, "EvolAnt2", "EvolAnt3", "EvolAnt1", SMART])],
           "disagree": [graph(changes={("EvolAnt2", SMART): EVEN}), graph(changes={("EvolAnt2", SUPER): 0.504}),
                        graph(changes={("EvolAnt2", SMART): EVEN, ("EvolAnt2", HYPER): 0.504}),
                        graph(changes={(SMART, "EvolAnt2"): 0.503})],
           "undecided": [graph(**by_games_only(("EvolAnt2", SMART))), graph(**by_boards_only(("EvolAnt2", SMART)))]},
    "E1": {"agree": [RISING | FLAT, RISING | {"figure": {THEN: (0.46, 0.005), AFTER: (0.4, 0.005)}},
                     RISING | {"figure": {THEN: (0.46, 0.005), AFTER: (0.465, 0.005)}},
                     RISING | {"figure": {"points": [(1299, 0.9), (1300, 0.46), (1599, 0.462), (1600, 0.4), (1999, 0.402),
                                                     (2000, 0.9)]}},
                     RISING | {"figure": {"points": [(19 + 20 * k, won / 100) for k, won in enumerate(FIGURE_3_WON)]}}],
           "disagree": [courses(won={EARLY: 0.4, LATE: 0.4}) | FLAT, courses(won={EARLY: 0.4, LATE: 0.38}) | FLAT,
                        courses(won={EARLY: 0.4, LATE: 0.402}) | FLAT,
                        RISING | {"figure": {THEN: (0.46, 0.005), AFTER: (0.48, 0.005)}}],
           "undecided": [courses(won={EARLY: 0.4, LATE: 0.41}) | FLAT,
                         RISING | {"figure": {THEN: (0.46, 0.005), AFTER: (0.47, 0.005)}}]},
    "E2": {verdict: [courses(killed={(50, 100): a, (200, 300): b}) for a, b in parts] for verdict, parts in (
        ("agree", [(0.6, 0.08), (0.1, 0.08)]), ("disagree", [(0.6, 0.12), (0.02, 0.08)]),
        ("undecided", [(0.6, 0.1), (0.08, 0.08)]))},
    "E3": {verdict: [courses(killed={(250, 400): 0.2, (500, 800): 0.2 + a}, won={(250, 400): 0.4, (500, 800): 0.4 + b})
                     for a, b in parts] for verdict, parts in (
        ("agree", [(0.02, 0.02)]), ("disagree", [(-0.02, 0.02), (0.02, -0.02), (-0.02, -0.02)]),
        ("undecided", [(0.0, 0.02), (0.02, 0.0)]))},
    "E4": {"agree": [{"history": {"later": (0.6, 0.05)}}],
           "disagree": [{"history": {"later": (0.4, 0.05)}},
                        {"history": {"later": (0.6, 0.05), "rings": {RUNS - 1: [(2, 9), (9, 30), (30, 2)]}}},
                        {"history": {"later": (0.6, 0.05), "rings": {0: [(39, 38), (38, 0), (0, 5), (5, 39)]}}}],
           "undecided": [{"history": {"later": np.where(ON, 0.45, 0.55)}}]},
    **{f"B{k + 1}": level("probes", k, 0.5, 0.1, 0.2) for k in range(5)},
    "B6": level("probes", "guarded", 0.5, 0.1, 0.2),
    "B7": level("probes", "returns", 0.5, 0.1, 0.2),
    "B8": level("probes", "trail", 0.95, 0.02, 0.03),
    "B9": {verdict: [{"probes": {"moves": some((early, 18), (RUNS - early, 19))}} for early in many]
           for verdict, many in (("agree", (23, 30)), ("disagree", (7, 0)), ("undecided", (15, 17)))},
    "B10": level("probes", "diagonal", 0.95, 0.02, 0.03),
    "B11": level("probes", "standoff", 0.1, 0.03, 0.05),
    "B12": {"agree": [{"probes": {"deaths": (0.3, 0.05), "deaths_after_food": (0.6, 0.1)}},
                      {"probes": {"deaths": 0.01 * ON, "deaths_after_food": 0.6 * ON + 0.02 * (np.arange(RUNS) % 3) * ON}}],
            "disagree": [{"probes": {"deaths": (0.3, 0.05), "deaths_after_food": (0.4, 0.1)}}],
            "undecided": [{"probes": {"deaths": (0.3, 0.05), "deaths_after_food": (0.5, 0.1)}},
                          {"probes": {"deaths": 0 * ON, "deaths_after_food": 0 * ON}}]},
    "B13": {verdict: [{"probes": {"straight": some(*groups)}} for groups in many] for verdict, many in (
        ("agree", [[(24, 7), (4, 6), (2, 12)], [(30, 10)], [(30, 5)], [(12, 5), (12, 10), (6, 2)]]),
        ("disagree", [[(30, 35)], [(30, 1)], [(30, 4)], [(30, 11)], [(22, 1), (8, 25)], [(21, 10), (9, 35)]]),
        ("undecided", [[(15, 7), (8, 2), (7, 12)], [(22, 10), (6, 14), (2, 13)], [(22, 5), (6, 1), (2, 2)]]))},
    "B14": turned(level("probes", "beside", 0.1, 0.03, 0.05)),
    **{f"S{k + 1}": {verdict: [{f"judged_{name}": {"panel": (0.3, 0.005)}, "judged_small": {"panel": (0.3 + gap, 0.005)}}
                               for gap in gaps] for verdict, gaps in (
        ("agree", (0.02, 0.0, -0.01)), ("disagree", (-0.03, -0.1)), ("undecided", (-0.02,)))}
       for k, name in enumerate(RIVALS)},
}
ALL = ("agree", "disagree", "undecided")
NEVER = {
    "G1": {"undecided": "arithmetic"}, "G2": {"undecided": "arithmetic"},
    "H1": dict.fromkeys(ALL, "about a person's games"),
    "T2a": dict.fromkeys(ALL, "what was tuned is not told"),
    "T7": {"undecided": "a count"}, "T8": {"undecided": "who has the most"},
}
