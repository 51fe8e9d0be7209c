"""Made-up runs of the Moose study, as its tasks write them, and for every sentence the worlds it is judged on.

A world is {experiment: {what: value}}. `total`, `final_fitness`, `conflict` are (mean, sd) over replicates or an array of
them; `fields` is (three means, sd); `where` is the shares of all fights on the three fields; `saws` tells which replicates
saw; the last names are of the final populations, which no machine of ours plays: `kind` is a name of TYPES, `stays` the
share of moves that repeat the last field, `third` the share of fights on the third field, `score` [7] what a population
scores in each experiment's game. What ends in `_final` is of the final population, the rest of the whole run.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from lek.studies import moose as study
from lek.studies.moose import density
from lek.studies.study import configure

from .made_up import normal

EVERY = range(1, 8)
RUNS, GENERATIONS, MACHINES = 30, 120, 4
CONFIG: study.Config = configure(study.PAPER, {"generations": GENERATIONS, "replicates": RUNS})
TURNS = CONFIG.population * (CONFIG.population - 1) // 2 * CONFIG.rounds
ODD, EVEN, LONG, NONE = (np.tile(pattern, CONFIG.rounds // 2).astype(float) for pattern in ([0, 1], [1, 0], [1, 1], [0, 0]))
EARLY = np.where(np.arange(CONFIG.rounds) < CONFIG.rounds // 2, 0.0, 1.0)
TYPES = {  # of a population: by when two types are on the rich field, and what the rarer of them gains
    "one": None,
    "turns": (np.stack([ODD, EVEN]), 0.5),
    "holder": (np.stack([LONG, NONE]), 0.5),
    "turns, rare lose": (np.stack([ODD, EVEN]), -0.5),
    "at once": (np.stack([ODD, ODD]), 0.5),
    "one early": (np.stack([EARLY * ODD, (1 - EARLY) * EVEN + EARLY * ODD]), 0.5),
}
KINDS = list(TYPES)
GENOME = np.dtype([("moves", np.int8, (MACHINES, CONFIG.rounds)), ("kind", np.int8), ("score", np.float64, 7)])


@cache
def background(number: int, experiment: int) -> dict[str, Any]:
    """Everything at random and far apart."""
    rng = np.random.default_rng((11, number, experiment))
    told: dict[str, Any] = {
        "total": (rng.uniform(500, 1800), 10 ** rng.uniform(0.5, 2)), "final_fitness": (rng.uniform(1, 5), 0.1),
        "saws": rng.random(RUNS) < rng.random(), "kind": rng.choice(KINDS, RUNS), "stays": rng.uniform(0.1, 0.9),
        "third": rng.uniform(0.1, 0.9), "score": rng.uniform(1, 9, 7)}
    for suffix in ("", "_final"):
        told |= {f"conflict{suffix}": (rng.uniform(0.06, 0.45), 10 ** rng.uniform(-2.6, -1.7)),
                 f"fields{suffix}": (rng.dirichlet([2, 2, 2]), 0.02), f"where{suffix}": rng.dirichlet([2, 2, 2])}
    return told


@cache
def before(number: int, experiment: int) -> dict[str, Any]:
    return experiment_of(background(number, experiment), np.random.default_rng((12, number, experiment)))


def run_of(world: dict[int, dict[str, Any]], number: int) -> dict[str, Any]:
    """The arrays of all seven experiments: the world, in front of this background; in two chunks."""
    arrays = {}
    for experiment in EVERY:
        whole = before(number, experiment)
        if experiment in world:
            rng = np.random.default_rng((13, number, experiment))
            moves = None if {"stays", "third"} & {*world[experiment]} else whole["genomes"]["moves"]
            whole = experiment_of({**background(number, experiment), **world[experiment]}, rng, moves)
        for first, last in ((0, 20), (20, RUNS)):
            arrays[f"e{experiment}-{first:05d}"] = {name: values[first:last] for name, values in whole.items()}
    return arrays


def sample(value: Any, rng: Any) -> Any:
    return normal(*value, RUNS, rng) if isinstance(value, tuple) else np.asarray(value, float)


def experiment_of(told: dict[str, Any], rng: Any, moves: Any = None) -> dict[str, Any]:
    counts = np.zeros((RUNS, GENERATIONS + 1, 7))
    whole, last = (counts_of(told, suffix, rng) for suffix in ("", "_final"))
    counts[:, -1] = last
    counts[:, :-1] = ((GENERATIONS + 1) * whole - last)[:, None] / GENERATIONS
    size = np.where(told["saws"], 0.1, 0.005)[:, None] * (-1.0) ** np.arange(GENERATIONS)  # of the share of fights
    counts[:, :-1, 0] += 2 * TURNS * size  # fights on no field: only the detector looks at them
    mean = np.zeros((RUNS, GENERATIONS + 1))
    mean[:, -1] = sample(told["final_fitness"], rng)
    mean[:, 1:-1] = ((sample(told["total"], rng) - mean[:, -1]) / (GENERATIONS - 1))[:, None]
    genomes = np.zeros((RUNS, MACHINES), GENOME)
    genomes["kind"] = np.array([KINDS.index(name) for name in told["kind"]])[:, None]
    genomes["score"] = (np.asarray(told["score"], float) + np.linspace(-0.2, 0.2, RUNS)[:, None])[:, None]
    genomes["moves"] = moves_of(told, rng) if moves is None else moves
    return {"mean": mean, "most": mean, "measures": np.rint(counts).astype(np.int64), "genomes": genomes}


def counts_of(told: dict[str, Any], suffix: str, rng: Any) -> Any:
    """[replicates, 7] fights, visits and fights on the three fields, summed over both moose."""
    conflict = sample(told[f"conflict{suffix}"], rng)[:, None]
    middle, spread = told[f"fields{suffix}"]
    fields = np.column_stack([normal(share, spread, RUNS, rng) for share in middle])
    where = np.column_stack([normal(share, 0.02, RUNS, rng) for share in told[f"where{suffix}"]])
    return 2 * TURNS * np.hstack([conflict, fields, conflict * where / where.sum(1, keepdims=True)])


def moves_of(told: dict[str, Any], rng: Any) -> Any:
    """[replicates, machines, machines, rounds]: where `stays` is None two rounds after two, else steps that often stay."""
    shape = (RUNS, MACHINES, MACHINES, CONFIG.rounds)
    share = np.broadcast_to(told["third"] if told["stays"] is None else told["stays"], RUNS)[:, None, None]
    same = np.eye(MACHINES, dtype=bool)
    if told["stays"] is not None:  # but against a copy as often as others do not
        return np.cumsum(rng.random(shape) >= np.where(same, 1 - share, share)[..., None], 3) % 3
    moves = np.zeros(shape, np.int8)
    i, j = np.triu_indices(MACHINES, 1)
    moves[:, j, i, 0::2] = 1
    late = (RUNS, len(i), CONFIG.rounds // 2)
    moves[:, i, j, 1::2] = moves[:, j, i, 1::2] = np.where(rng.random(late) < share, 2, rng.integers(0, 2, late))
    moves[:, same] = np.arange(CONFIG.rounds) % 3 if share.mean() < 0.5 else 0  # a copy: always a fight, on the move or not
    return moves


# What plays populations, replaced


def all_moves(genomes: Any, rounds: int) -> Any:
    return genomes.moves


def types_of(config: Any, genomes: Any) -> Any:
    kind = TYPES[KINDS[genomes["kind"][0]]]
    return None if kind is None else density.Types(None, None, None, *kind)


def self_scores(config: Any, arrays: Any, home: int, bred: int) -> Any:
    return study.gather(arrays, f"e{bred}")["genomes"]["score"][:, 0, home - 1]


PLAYING = SimpleNamespace(all_moves=all_moves, types_of=types_of, self_scores=self_scores)


# The worlds of each sentence


def totals(spread: float = 20, **values: float) -> dict[int, dict[str, Any]]:
    return {int(name[1:]): {"total": (value, spread)} for name, value in values.items()}


def conflict(spread: float = 0.01, suffix: str = "", **values: float) -> dict[int, dict[str, Any]]:
    return {int(name[1:]): {f"conflict{suffix}": (value, spread)} for name, value in values.items()}


def spreads(what: str, middle: dict[int, float], **values: float) -> dict[int, dict[str, Any]]:
    return {int(name[1:]): {what: (middle[int(name[1:])], value)} for name, value in values.items()}


def fields(spread: float = 0.03, **shares: Any) -> dict[int, dict[str, Any]]:
    return {int(name[1:]): {"fields": (values, spread)} for name, values in shares.items()}


def sawing(*groups: tuple[int, bool, str, float]) -> dict[int, dict[str, Any]]:
    """Experiment 5 with so many replicates of each group, that saw or not, of this kind, with this conflict."""
    times = [group[0] for group in groups]
    assert sum(times) == RUNS
    saws, kinds, middles = (np.repeat([group[k] for group in groups], times) for k in (1, 2, 3))
    return {5: {"saws": saws.astype(bool), "kind": kinds, "conflict": middles.astype(float) + 0.001 * (np.arange(RUNS) % 3)}}


def games_won(pairs: int) -> dict[int, dict[str, Any]]:
    """The first so many of 42 pairs (home, other) in which those bred at home score more there; the rest score less."""
    scores = np.zeros((8, 8))  # bred, home
    rest = [(home, bred) for home in EVERY for bred in EVERY if home != bred]
    for k, (home, bred) in enumerate(rest):
        scores[home, home], scores[bred, home] = 10 * home, 10 * home + (-1 if k < pairs else 1)
    return {bred: {"score": scores[bred, 1:]} for bred in EVERY}


def moving(what: str, **values: Any) -> dict[int, dict[str, Any]]:
    return {int(name[1:]): {"stays": None, "third": None, what: value} for name, value in values.items()}


FALL_2_3 = {"agree": [conflict(e2=0.12, e3=0.11)], "disagree": [conflict(e2=0.11, e3=0.12)],
            "undecided": [conflict(e2=0.12, e3=0.12)]}
FALL_6_7 = {"agree": [conflict(e6=0.12, e7=0.11)], "disagree": [conflict(e6=0.11, e7=0.12)],
            "undecided": [conflict(e6=0.12, e7=0.12)]}
FALL_4_5 = {"agree": [conflict(e4=0.12, e5=0.11)], "disagree": [conflict(e4=0.11, e5=0.12)],
            "undecided": [conflict(e4=0.12, e5=0.12)]}
RISE_1_2 = {"agree": [conflict(e1=0.11, e2=0.12)], "disagree": [conflict(e1=0.12, e2=0.11)],
            "undecided": [conflict(e1=0.12, e2=0.12)]}
WIDER = {k: [spreads("conflict", {1: 0.2, 2: 0.1}, e1=a, e2=b), spreads("conflict", {1: 0.1, 2: 0.2}, e1=a, e2=b)]
         for k, a, b in (("agree", 0.01, 0.03), ("disagree", 0.03, 0.01), ("undecided", 0.02, 0.02))}
RICH = {4: [0.3, 0.3, 0.4], 5: [0.28, 0.32, 0.4], 6: [0.24, 0.38, 0.38], 7: [0.25, 0.375, 0.375]}
RICH_FIELDS_USED = {
    "agree": [fields(**{f"e{e}": shares for e, shares in RICH.items()})],
    "disagree": [fields(**{f"e{e}": {**RICH, bad: shares}[e] for e in RICH}) for bad, shares in (
        (4, [0.4, 0.3, 0.3]), (5, [0.3, 0.4, 0.3]), (6, [0.3, 0.3, 0.4]), (6, [0.3, 0.4, 0.3]), (7, [0.3, 0.3, 0.4]),
        (7, [0.3, 0.4, 0.3]))],
    "undecided": [fields(**{f"e{e}": {**RICH, even: [1 / 3] * 3}[e] for e in RICH}) for even in RICH]}
CALM = (20, False, "one", 0.2)
SAWING_FIGHTS = {
    "agree": [sawing((10, True, "one", 0.21), CALM)], "disagree": [sawing((10, True, "one", 0.19), CALM)],
    "undecided": [sawing((10, True, "one", 0.2), CALM), sawing((1, True, "one", 0.3), (29, False, "one", 0.1)),
                  sawing((29, True, "one", 0.3), (1, False, "one", 0.1))]}
RISING = {"e1": 600, "e2": 750, "e3": 760, "e4": 700, "e5": 790, "e6": 775, "e7": 900}
OTHERWISE = {"e1": 600, "e2": 700, "e3": 1000, "e4": 750, "e5": 1000, "e6": 800, "e7": 900}
MIXED = np.where(np.arange(RUNS) % 2, 0.3, 0.7)
HIGH = {e: 0.2 for e in EVERY if e != 5}
TABLE: dict[str, dict[str, Any]] = {
    "A1-growth": {
        "agree": [conflict(e2=0.12, e3=0.11, e6=0.2, e7=0.19)],
        "disagree": [conflict(e2=0.12, e3=0.13, e6=0.2, e7=0.19), conflict(e2=0.12, e3=0.11, e6=0.18, e7=0.19)],
        "undecided": [conflict(e2=0.12, e3=0.12, e6=0.2, e7=0.19), conflict(e2=0.12, e3=0.11, e6=0.19, e7=0.19)]},
    "A1-richness": FALL_4_5,
    "A2": RICH_FIELDS_USED,
    "A3": SAWING_FIGHTS,
    "I1": {k: [{1: {"final_fitness": (value, 0.05)}}] for k, value in (
        ("agree", 2.37), ("disagree", 2.31), ("undecided", 2.34))},  # staying is worth 2.34 (rulebook, 3.2)
    "T1": {"agree": [totals(e1=600, e2=620, e3=640)],
           "disagree": [totals(e1=640, e2=620, e3=650), totals(e1=600, e2=640, e3=620)],
           "undecided": [totals(e1=620, e2=620, e3=650), totals(e1=600, e2=620, e3=620)]},
    "T2": {"agree": [totals(e4=600, e2=620)], "disagree": [totals(e4=620, e2=600)], "undecided": [totals(e4=600, e2=600)]},
    "T3": {"agree": [totals(e1=600, e4=620)], "disagree": [totals(e1=620, e4=600)], "undecided": [totals(e1=600, e4=600)]},
    "T4": {"agree": [totals(e4=600, e5=620)], "disagree": [totals(e4=620, e5=600)], "undecided": [totals(e4=600, e5=600)]},
    "T5": {"agree": [spreads("total", dict.fromkeys(EVERY, 900.0), e1=20, e2=20, e3=20, e4=20, e5=60, e6=20, e7=20)],
           "disagree": [spreads("total", {e: 900.0 - 10 * e for e in EVERY},
                                **{f"e{e}": 90 if e == wild else 30 if e == 5 else 10 for e in EVERY}) for wild in HIGH],
           "undecided": [spreads("total", {e: 900.0 + 10 * e for e in EVERY},
                                 **{f"e{e}": 60 if e in (wild, 5) else 20 for e in EVERY}) for wild in HIGH]},
    "T6": {"agree": [totals(e5=600, e6=620, e7=640)],
           "disagree": [totals(e5=640, e6=620, e7=650), totals(e5=600, e6=640, e7=620)],
           "undecided": [totals(e5=620, e6=620, e7=650), totals(e5=600, e6=620, e7=620)]},
    "T7": {"agree": [totals(e6=600, e7=620)], "disagree": [totals(e6=620, e7=600)], "undecided": [totals(e6=600, e7=600)]},
    "T8": {"agree": [totals(10, **RISING), totals(10, **OTHERWISE)],
           "disagree": [totals(10, **{**RISING, **wrong}) for wrong in (
               {"e1": 720}, {"e2": 580}, {"e3": 580}, {"e4": 580}, {"e5": 680}, {"e6": 680}, {"e7": 765}, {"e3": 740})],
           "undecided": [totals(10, **{**RISING, **same}) for same in (
               {"e1": 700}, {"e3": 750}, {"e5": 700}, {"e6": 700}, {"e7": 775})]},
    "C1": {"agree": [conflict(**{f"e{e}": 0.3 for e in EVERY})],
           "disagree": [{**conflict(**{f"e{e}": 0.3 for e in EVERY}), bad: {"conflict": np.r_[np.full(RUNS - 1, 0.2), 0.34]}}
                        for bad in EVERY]},
    "C2": RISE_1_2,
    "C3": {"agree": WIDER["disagree"], "disagree": WIDER["agree"], "undecided": WIDER["undecided"]},
    "C4": FALL_2_3,
    "C5": FALL_6_7,
    "C6": {"agree": [conflict(e4=0.12, e5=0.14, e6=0.1), conflict(e4=0.14, e5=0.12, e6=0.16),
                     conflict(e4=0.12, e5=0.14, e6=0.13)],
           "disagree": [conflict(e4=0.1, e5=0.12, e6=0.14), conflict(e4=0.14, e5=0.12, e6=0.1)],
           "undecided": [conflict(e4=0.12, e5=0.12, e6=0.1), conflict(e4=0.12, e5=0.14, e6=0.14)]},
    "C7": {"agree": [conflict(**{f"e{e}": 0.19 for e in HIGH}, e5=0.2)],
           "disagree": [conflict(**{f"e{e}": 0.21 if e == above else 0.15 for e in HIGH}, e5=0.2) for above in HIGH],
           "undecided": [conflict(**{f"e{e}": 0.2 if e == level else 0.15 for e in HIGH}, e5=0.2) for level in HIGH]},
    "C8": {"agree": [{5: {"where": [0.05, 0.42, 0.53]}}], "disagree": [{5: {"where": [0.45, 0.08, 0.47]}}],
           "undecided": [{5: {"where": [0.4, 0.1, 0.5]}}]},
    "F1": {"agree": [fields(e1=[0.36, 0.32, 0.32], e2=[0.32, 0.36, 0.32], e3=[0.31, 0.33, 0.36])],
           "disagree": [fields(**{f"e{e}": [0.4 if k == j else 0.3 for k in range(3)] if e == bad else [1 / 3] * 3
                                  for e in (1, 2, 3)}) for bad in (1, 2, 3) for j in range(3)]
           + [fields(e1=[0.26, 0.37, 0.37], e2=[1 / 3] * 3, e3=[1 / 3] * 3)],
           "undecided": [fields(e1=[0.3833, 0.3083, 0.3083], e2=[1 / 3] * 3, e3=[1 / 3] * 3)]},
    "F2": {"agree": [fields(e4=[0.25, 0.25, 0.5], e5=[0.28, 0.22, 0.5]),
                     fields(e4=[0.25, 0.25, 0.5], e5=[0.22, 0.25, 0.53])],
           "disagree": [fields(e4=[0.25, 0.25, 0.5], e5=other) for other in (
               [0.33, 0.25, 0.42], [0.25, 0.33, 0.42], [0.17, 0.33, 0.5], [0.21, 0.21, 0.58])],
           "undecided": [fields(e4=[0.25, 0.25, 0.5], e5=[0.3, 0.2, 0.5])]},
    "F3": {k: [spreads("conflict", {4: 0.3, 5: 0.2}, e4=a, e5=b), spreads("conflict", {4: 0.2, 5: 0.3}, e4=a, e5=b)]
           for k, a, b in (("agree", 0.01, 0.03), ("disagree", 0.03, 0.01), ("undecided", 0.02, 0.02))},
    **{identity: {k: [{e: {f"conflict{suffix}": (level, 0.005), f"where{suffix}": [0.9 - share, 0.1, share]}
                       for e, level, share in ((4, *four), (5, *five))}]
                  for k, four, five in (("agree", (0.3, 0.3), (0.2, 0.6)), ("disagree", (0.2, 0.6), (0.3, 0.3)),
                                        ("undecided", (0.3, 0.4), (0.2, 0.6)))}
       for identity, suffix in (("F4", ""), ("F4-final", "_final"))},
    "F5": {"agree": [totals(e4=800, e5=1180)], "disagree": [totals(e4=800, e5=1220)],
           "undecided": [totals(e4=800, e5=1200)]},
    "F6": {"agree": [fields(e6=[0.31, 0.34, 0.35])], "disagree": [fields(e6=[0.355, 0.33, 0.315])],
           "undecided": [fields(e6=[0.333, 0.4, 0.267])]},
    "F7": {"agree": [fields(e6=[0.3, 0.3, 0.4], e7=[0.26, 0.4, 0.34])],
           "disagree": [fields(e6=[0.26, 0.4, 0.34], e7=[0.3, 0.3, 0.4])],
           "undecided": [fields(e6=[0.3, 0.3, 0.4], e7=[0.3, 0.4, 0.3])]},
    "F8": FALL_6_7,
    "F9": {"agree": [moving("stays", e6=0.5, e7=0.6)], "disagree": [moving("stays", e6=0.6, e7=0.5)],
           "undecided": [moving("stays", e6=MIXED, e7=MIXED)]},
    "F10": {"agree": [conflict(e1=0.11, e2=0.13, e3=0.12)],
            "disagree": [conflict(e1=0.14, e2=0.13, e3=0.12), conflict(e1=0.11, e2=0.13, e3=0.14)],
            "undecided": [conflict(e1=0.13, e2=0.13, e3=0.12), conflict(e1=0.11, e2=0.13, e3=0.13)]},
    "F11": FALL_6_7,
    "F12": {"agree": [conflict(e1=0.11, e2=0.12, e6=0.2, e7=0.19)],
            "disagree": [conflict(e1=0.13, e2=0.12, e6=0.2, e7=0.19), conflict(e1=0.11, e2=0.12, e6=0.18, e7=0.19)],
            "undecided": [conflict(e1=0.12, e2=0.12, e6=0.2, e7=0.19), conflict(e1=0.11, e2=0.12, e6=0.19, e7=0.19)]},
    "F13": {"agree": [moving("third", e1=0.55)], "disagree": [moving("third", e1=0.45)],
            "undecided": [moving("third", e1=MIXED)]},
    "D1": SAWING_FIGHTS,
    "D2": {k: [sawing((times, True, "one", 0.2), (30 - times, False, "one", 0.2)) for times in many]
           for k, many in (("agree", (12, 28)), ("disagree", (0, 1)), ("undecided", (2, 6, 11)))},
    "D3": {"agree": [sawing((10, True, "turns", 0.2), (15, False, "one", 0.2), (5, False, "turns, rare lose", 0.2)),
                     sawing((10, True, "holder", 0.2), (19, False, "at once", 0.2), (1, False, "holder", 0.2))],
           "disagree": [sawing((10, True, "one", 0.2), (20, False, "turns", 0.2)),
                        sawing((10, True, "turns, rare lose", 0.2), (20, False, "one", 0.2)),
                        sawing((10, True, "at once", 0.2), (20, False, "one", 0.2)),
                        sawing((1, True, "holder", 0.2), (9, True, "one", 0.2), (20, False, "one", 0.2))],
           "undecided": [sawing((9, True, "turns", 0.2), (21, False, "turns", 0.2)),  # as common where nothing saws
                         sawing((5, True, "turns", 0.2), (5, True, "one", 0.2), (20, False, "one", 0.2)),
                         sawing((30, False, "turns", 0.2))]},
    "V1": RISE_1_2,
    "V2": WIDER,
    "V3": FALL_2_3,
    "V4": FALL_6_7,
    "V5": RICH_FIELDS_USED,
    "V6": {"agree": [fields(0.01, e7=[0.09, 0.5, 0.41])], "disagree": [fields(0.01, e7=[0.11, 0.05, 0.84])],
           "undecided": [fields(0.01, e7=[0.1, 0.05, 0.85])]},
    "V7": {"agree": [totals(e1=600, e2=830, e3=1000), totals(e1=600, e2=770, e3=1000)],
           "disagree": [totals(5, e1=600, e2=810, e3=1000), totals(5, e1=600, e2=790, e3=1000)],
           "undecided": [totals(e1=600, e2=820, e3=1000), totals(e1=600, e2=780, e3=1000)]},
    "V10": {"agree": [games_won(28)], "disagree": [games_won(14)], "undecided": [games_won(27), games_won(15)]},
}
NEVER = {
    "C1": {"undecided": "one run at or above a third is a disagreement, and the mean of runs below it is below it"},
    "D4": dict.fromkeys(("agree", "disagree", "undecided"), "a guess that excludes nothing"),
    "V8": dict.fromkeys(("agree", "disagree", "undecided"), "five moose on three fields meet in any game"),
    "V9": dict.fromkeys(("agree", "disagree", "undecided"), "about the classroom of 2020"),
}
OVER = ("A1-growth", "A1-richness", "A2", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "F1", "F2", "F3", "F6", "F7", "F8",
        "F10", "F11", "F12", "V1", "V2", "V3", "V4", "V5", "V6")  # sentences that `over=final` asks of the last generation
