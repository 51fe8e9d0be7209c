"""Made-up runs of the study of Organisms, as its tasks write them, and for every sentence the worlds it is judged on.

A world is {task: {(array, variant, player): {what: value}}}, where the variant is 0 in arrays that have none. A value is
(mean, sd) over the trials, Halves or an array. `share` is of all energy at the table, `births` the sum over the directions,
`moves` the shares of moves onto food that go north and south, `left` its energy as a part of the first player's; `extinct`
is the number of trials in which it died out, `fates` in how many it alone did, its rival alone, and both of them. All else
is a name of MEASURES. What a world does not name is of the background.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lek.games.organisms import MEASURES
from lek.studies import organisms as study
from lek.studies.organisms.experiments import PROBABILITIES, SATED, SIZES

from .made_up import WANTED, Worlds, normal

CONFIG = study.PAPER
TRIALS = CONFIG.trials
COLUMN = {name: k for k, name in enumerate(MEASURES)}
ENERGY, EXTINCT, FED, BORN = 1, 2, 6, 10
LAYOUT: dict[str, dict[str, tuple[int, int]]] = {  # array: how many variants (0 where there is no such axis) and players
    "alone": {"measures": (0, 6)}, "six": {"measures": (0, 6)}, "tune": {"probability": (6, 4), "sated": (7, 4)},
    "size": {f"rival-{k}": (2, 2) for k in range(3)}, "north-alone": {"measures": (0, 5)},
    "north-together": {"measures": (5, 4)}, "drift": {"measures": (0, 1)}, "impostor": {"measures": (2, 2)},
    "low": {"measures": (0, 6)}, "gold": {"measures": (0, 5)}, "solo": {"x-organism": (0, 1), "x-in-company": (0, 6)},
    "thrift": {"v10": (0, 2), "v20": (0, 2)}, "onto": {"measures": (0, 2)}, "boom": {"early": (0, 1), "end": (0, 1)},
}
World = Mapping[str, Mapping[tuple[str, int, int], Mapping[str, Any]]]


class Halves(NamedTuple):
    """Means over the even trials, on which a value is chosen, and the odd ones, on which it is compared."""

    even: float
    odd: float


def kind_of(task: str) -> str:
    return task if task in LAYOUT else task.partition("-")[0]


class Run(dict[str, Any]):
    """The arrays of a run, made when they are first asked for: the world, in front of this background."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__()
        self.world, self.number = world, number

    def __missing__(self, task: str) -> Any:
        if task not in self.world:
            self[task] = background(task, self.number)
        else:
            rng = np.random.default_rng([42, self.number, *task.encode()])
            arrays = {name: values.copy() for name, values in background(task, self.number).items()}
            for (name, variant, player), wanted in self.world[task].items():
                games = arrays[name][variant] if LAYOUT[kind_of(task)][name][0] else arrays[name]
                for what, value in wanted.items():
                    put(games, player, what, value, rng)
            self[task] = arrays
        return self[task]


@cache
def background(task: str, number: int) -> Mapping[str, Any]:
    """Everything at random and far apart: every player of every variant has levels of its own."""
    rng = np.random.default_rng([41, number, *task.encode()])
    trials = {"alone": CONFIG.alone, "six": CONFIG.together}.get(kind_of(task), TRIALS)
    arrays = {}
    for name, (variants, players) in LAYOUT[kind_of(task)].items():
        shape = (max(1, variants), trials, players)
        level = 10 ** rng.uniform(1, 4, (shape[0], 1, players, len(MEASURES)))
        games = level * 10 ** rng.normal(0, 0.2, (*shape, len(MEASURES)))
        games[..., EXTINCT] = rng.random(shape) < rng.random((shape[0], 1, players))
        games[..., COLUMN["extinction_time"]] = np.where(games[..., EXTINCT] > 0, rng.integers(10, 5000, shape), np.nan)
        arrays[name] = games if variants else games[0]
    return arrays


def sample(value: Any, trials: int, rng: Any) -> Any:
    if isinstance(value, Halves):
        return np.column_stack([normal(mean, 0.05, trials // 2, rng) for mean in value]).reshape(-1)
    return normal(*value, trials, rng) if isinstance(value, tuple) else np.asarray(value, float)


def put(games: Any, player: int, what: str, value: Any, rng: Any) -> None:
    """Set what a player did in all trials of one table, [trials, players, measures]."""
    trials = len(games)
    if what == "extinct":
        games[:, player, EXTINCT] = rng.permutation(trials) < value if isinstance(value, int) else value
    elif what == "fates":
        alone, rival, both = np.cumsum(value)
        order = rng.permutation(trials)
        games[:, 0, EXTINCT] = (order < alone) | (order >= rival) & (order < both)
        games[:, 1, EXTINCT] = (order >= alone) & (order < both)
    elif what == "share":
        own, everybody = sample(value, trials, rng), games[..., ENERGY].sum(1)
        others = np.arange(games.shape[1]) != player
        games[:, others, ENERGY] *= ((1 - own) * everybody / games[:, others, ENERGY].sum(1))[:, None]
        games[:, player, ENERGY] = own * everybody
    elif what == "left":
        games[:, player, ENERGY] = sample(value, trials, rng) * games[:, 0, ENERGY]
    elif what == "births":
        games[:, player, BORN:BORN + 4] = sample(value, trials, rng)[:, None] * rng.dirichlet([2, 2, 2, 2], trials)
    elif what == "moves":
        north, south = (sample(each, trials, rng) for each in value)
        west = rng.random() * (1 - north - south)
        parts = np.column_stack([west, 1 - north - south - west, north, south])
        games[:, player, FED:FED + 4] = rng.integers(500, 9000, (trials, 1)) * parts
    else:
        games[:, player, COLUMN[what]] = sample(value, trials, rng)


# The worlds of each sentence


def place(task: str, array: str, variant: int, player: int, **values: Any) -> World:
    return {task: {(array, variant, player): values}}


def merged(*worlds: World) -> World:
    joined: dict[str, dict[tuple[str, int, int], dict[str, Any]]] = {}
    for world in worlds:
        for task, places in world.items():
            for key, values in places.items():
                joined.setdefault(task, {}).setdefault(key, {}).update(values)
    return joined


def compared(task: str, less: tuple[str, int, int], more: tuple[str, int, int], what: str, low: Any, high: Any) -> Worlds:
    """The second place has more of it; less; as much."""
    pairs = {"agree": (low, high), "disagree": (high, low), "undecided": (low, low)}
    return {verdict: [merged(place(task, *less, **{what: a}), place(task, *more, **{what: b}))]
            for verdict, (a, b) in pairs.items()}


def swept(array: str, what: str, rows: Mapping[int, Any]) -> World:
    """SimplePlayer with each value of a sweep: a value for all four climates, or a list of four."""
    return merged(*(place(f"tune-{k}", array, row, 0, **{what: each[k] if isinstance(each, list) else each})
                    for row, each in rows.items() for k in range(4)))


def best(array: str, values: Sequence[float], claimed: float) -> Worlds:
    """Where the claimed value is better than all others, worse than one, as good as one."""
    mine = values.index(claimed)
    others = [k for k in range(len(values)) if k != mine]
    low = dict.fromkeys(others, Halves(0.3, 0.3))

    def beside(other: int, share: float) -> World:
        return swept(array, "share", {**low, mine: Halves(0.4, 0.4), other: Halves(share, share)})

    def one_climate(k: int, own: float, theirs: float) -> World:
        """The values of this climate outweigh the small differences of the three others."""
        slight = 0.45 if own > theirs else 0.55
        rows = {**dict.fromkeys(others, (theirs, 1 - slight)), mine: (own, slight)}
        return swept(array, "share", {row: [Halves(here, here) if j == k else Halves(there, there) for j in range(4)]
                                      for row, (here, there) in rows.items()})

    def chosen(own: Halves, first: Halves, last: Halves) -> World:
        return swept(array, "share", {**low, mine: own, others[0]: first, others[-1]: last})

    return {
        "agree": [beside(others[0], 0.38), *(one_climate(k, 0.9, 0.1) for k in range(4)),
                  chosen(Halves(0.2, 0.4), Halves(0.45, 0.3), Halves(0.35, 0.6))],
        "disagree": [*(beside(other, 0.42) for other in others), *(one_climate(k, 0.1, 0.9) for k in range(4)),
                     chosen(Halves(0.6, 0.4), Halves(0.45, 0.5), Halves(0.35, 0.1))],
        "undecided": [*(beside(other, 0.4) for other in others), beside(others[0], 0.394), beside(others[0], 0.406)]}


FIVE, SEVEN, EIGHT, NINE, MORE, ALWAYS = range(len(PROBABILITIES))


def dies(nine: Any, more: Any, always: Any) -> World:
    """Of 60 trials in each climate."""
    return swept("probability", "extinct", {NINE: nine, MORE: more, ALWAYS: always})


def spreads(five: float, seven: float, eight: float) -> World:
    """Shares on the large board, of 0.4 with a probability of 0.9."""
    rows = {FIVE: five, SEVEN: seven, EIGHT: eight, NINE: 0.4}
    return merged(*(place("tune-1", "probability", row, 0, share=(value, 0.05)) for row, value in rows.items()))


def breeds(births: Any, died: Any) -> World:
    """With 1.5u, where there were 300 births and 20 extinctions in each climate with 1.0u; trials go in pairs."""
    before, after = SATED.index(1.0), SATED.index(1.5)
    first = {many: (np.arange(TRIALS) < many).astype(float) for many in range(TRIALS + 1)}
    died = [first[many] for many in died] if isinstance(died, list) else first[died]
    return merged(swept("sated", "births", {before: (300, 30), after: births}),
                  swept("sated", "extinct", {before: first[20], after: died}))


def roams(cheap: float, dear: float, barren: int = 0, spread: float = 0.03) -> World:
    """What roaming leaves where moves are cheap and dear; in some trials nothing at all lives, roaming or not."""
    lives = (np.arange(TRIALS) >= barren) * 30_000.0
    return merged(*(place("thrift", array, 0, 0, energy=lives) for array in ("v10", "v20")),
                  place("thrift", "v10", 0, 1, left=(cheap, 0.03)), place("thrift", "v20", 0, 1, left=(dear, spread)))


def drifts(*pairs: tuple[float, float]) -> World:
    """Shares of moves that go north and south, in the default climate and in the rainforest."""
    return merged(*(place(f"drift-{climate}", "measures", 0, 0, moves=[(share, 0.02) for share in pair])
                    for climate, pair in zip(("default", "rainforest"), pairs, strict=True)))


def settling(count: tuple[float, float], energy: tuple[float, float]) -> World:
    """Organisms and energy, early and at the end."""
    return merged(*(place("boom", when, 0, 0, count=(count[k], 20), energy=(energy[k], 900))
                    for k, when in enumerate(("early", "end"))))


SMALL, LARGE = SIZES[:4], SIZES[4:]
APART = (0.05, -0.12, 0.07)  # of the three rivals: only their mean tells


def boards(sides: Sequence[int], what: str, values: Any, variant: int = 0) -> World:
    """Games of two on these boards, of SimplePlayer (0) or the aggressive start (1): one value, or one for each board."""
    each = values if isinstance(values, list) else [values] * len(sides)
    return merged(*(place(f"size-{side}", f"rival-{k}", variant, 0,
                          **{what: (value + APART[k], 0.04) if what == "share" else value})
                    for side, value in zip(sides, each, strict=True) for k in range(3)))


def alone_of(much: Any, little: Any, many: int) -> list[list[Any]]:
    """Lists in which one board after the other has much, the rest little."""
    return [[much if k == j else little for k in range(many)] for j in range(many)]


def chokes(small: Any, large: Any, share: Any = 0.4) -> World:
    return merged(boards(SMALL, "fates", small), boards(LARGE, "fates", large), boards(SMALL, "share", share))


def holds(small: Any, large: Any) -> World:
    return merged(boards(SMALL, "share", small), boards(LARGE, "share", large))


def starts(what: str, without: Any, aggressive: Any) -> World:
    return merged(boards(SMALL, what, without), boards(SMALL, what, aggressive, 1))


def died(alone: int, rival: int = 0, both: int = 0) -> tuple[int, int, int]:
    return alone, rival, both


def figure(energies: int, others: int) -> list[tuple[float, float, float]]:
    """A Figure 3: so many energies above the threshold, so many below, and counts and densities of their own."""
    return [(2.0 if k % 3 else 4.0, 2.572 if k < energies else 2.571 if k % 2 else -3.0, 3.0 if k % 2 else 1.0)
            for k in range(energies + others)]


TABLE: dict[str, Worlds] = {
    "X1": {verdict: [place("solo", "x-organism", 0, 0, extinct=many) for many in numbers] for verdict, numbers in (
        ("agree", (0, 21)), ("disagree", (60, 39)), ("undecided", (22, 30, 38)))},
    "X2": {verdict: [place("solo", "x-in-company", 0, 0, share=(value, 0.04)) for value in values] for verdict, values in (
        ("agree", (0.1, 0.15)), ("disagree", (0.185, 0.3)), ("undecided", (0.161, 1 / 6, 0.173)))},
    "F1": compared("impostor", ("measures", 1, 1), ("measures", 0, 1), "share", (0.2, 0.05), (0.25, 0.05)),
    "S1": best("probability", PROBABILITIES, 0.9),
    "S2": {"agree": [dies(20, 35, 40), dies(20, 40, 35), *(dies(*rows) for rows in zip(
               alone_of(0, 35, 4), alone_of(60, 30, 4), alone_of(60, 30, 4), strict=True))],
           "disagree": [dies(35, 20, 50), dies(35, 50, 20), *(dies(*rows) for rows in zip(
               alone_of(60, 30, 4), alone_of(0, 35, 4), [60] * 4, strict=True))],
           "undecided": [dies(30, 30, 45), dies(30, 45, 30)]},
    "S3": {"agree": [spreads(0.3, 0.33, 0.36)],
           "disagree": [spreads(0.44, 0.33, 0.36), spreads(0.3, 0.44, 0.36), spreads(0.3, 0.33, 0.44)],
           "undecided": [spreads(0.4, 0.33, 0.36), spreads(0.3, 0.4, 0.36), spreads(0.3, 0.33, 0.4)]},
    "S4": best("sated", SATED, 1.5),
    "S5": {"agree": [breeds((320, 30), 20), breeds((320, 30), 10), breeds((320, 30), 21),
                     *(breeds((320, 30), each) for each in alone_of(0, 24, 4)),
                     *(breeds(each, 20) for each in alone_of((500, 30), (290, 30), 4))],
           "disagree": [breeds((280, 30), 20), breeds((280, 30), 10), breeds((320, 30), 30),
                        *(breeds((320, 30), each) for each in alone_of(60, 20, 4)),
                        *(breeds(each, 20) for each in alone_of((100, 30), (310, 30), 4))],
           "undecided": [breeds((300, 30), 20), breeds((320, 30), 23), breeds((320, 30), 22)]},
    "A2": {"agree": [figure(13, 3)], "disagree": [figure(12, 4), figure(14, 2), figure(13, 4), figure(13, 2)]},
    "A8": compared("onto", ("measures", 0, 1), ("measures", 0, 0), "energy", (30_000, 800), (30_500, 800)),
    "B5": {verdict: [roams(*pair) for pair in pairs] for verdict, pairs in (
        ("agree", [(0.2, 0.15), (1.3, 0.98), (0.3, 0.2, 5)]), ("disagree", [(0.15, 0.2), (1.3, 1.02), (0.98, 1.3)]),
        ("undecided", [(0.2, 0.2), (1.3, 1.0), (1.3, 1.0, 0, 0.0)]))},
    "D1": {"agree": [drifts((0.2, 0.24), (0.1, 0.14))],
           "disagree": [drifts((0.24, 0.2), (0.1, 0.14)), drifts((0.2, 0.24), (0.14, 0.1)), drifts((0.5, 0.1), (0.4, 0.1))],
           "undecided": [drifts((0.2, 0.2), (0.1, 0.14)), drifts((0.2, 0.24), (0.1, 0.1))]},
    "D2": compared("north-alone", ("measures", 0, 1), ("measures", 0, 3), "energy", (24_000, 900), (24_600, 900)),
    "D3": compared("north-together", ("measures", 3, 0), ("measures", 1, 0), "extinct", 15, 35),
    "E1": {"agree": [holds(0.3, 0.34), *(holds(each, 0.42) for each in alone_of(0.15, 0.45, 4)),
                     *(holds(0.4, each) for each in alone_of(0.7, 0.3, 2))],
           "disagree": [holds(0.34, 0.3), *(holds(each, 0.4) for each in alone_of(0.75, 0.35, 4)),
                        *(holds(0.5, each) for each in alone_of(0.2, 0.6, 2))],
           "undecided": [holds(0.3, 0.3)]},
    "E2": {"agree": [chokes(died(30), died(10)), chokes(died(30, 20), died(10)), chokes(died(30), died(10, 0, 50)),
                     chokes(died(30), died(10), 0.49),
                     *(chokes(each, died(10)) for each in alone_of(died(58), died(5), 4)),
                     *(chokes(died(20), each) for each in alone_of(died(1), died(25), 2)),
                     *(chokes(died(30), died(10), each) for each in alone_of(0.2, 0.55, 4))],
           "disagree": [chokes(died(10), died(30)), chokes(died(30), died(10), 0.51), chokes(died(10, 0, 40), died(30)),
                        chokes(died(10, 50), died(30)), chokes(died(10), died(30, 10)),
                        *(chokes(died(30), died(10), each) for each in alone_of(0.8, 0.45, 4))],
           "undecided": [chokes(died(20), died(20)), chokes(died(20, 0, 30), died(20)), chokes(died(30), died(10), 0.5)]},
    "E5": {"agree": [settling((240, 220), (21_000, 20_000))],
           "disagree": [settling((220, 240), (21_000, 20_000)), settling((240, 220), (20_000, 21_000))],
           "undecided": [settling((220, 220), (21_000, 20_000)), settling((240, 220), (20_000, 20_000))]},
    "E3": {"agree": [starts("fates", died(30), died(10)), starts("fates", died(30), died(10, 0, 40)),
                     starts("fates", died(30, 0, 20), died(10, 50)),
                     *(starts("fates", each, died(15)) for each in alone_of(died(58), died(8), 4))],
           "disagree": [starts("fates", died(10), died(30)), starts("fates", died(10, 0, 40), died(30)),
                        *(starts("fates", died(15), each) for each in alone_of(died(58), died(8), 4))],
           "undecided": [starts("fates", died(20), died(20)), starts("fates", died(20, 0, 40), died(20, 30))]},
    "E4": {"agree": [starts("share", 0.3, 0.33), *(starts("share", 0.4, each) for each in alone_of(0.75, 0.35, 4))],
           "disagree": [starts("share", 0.33, 0.3), *(starts("share", each, 0.4) for each in alone_of(0.75, 0.35, 4))],
           "undecided": [starts("share", 0.3, 0.3)]},
}
CIRCLE = "the climate was inferred from the report's own tables"
OPPONENTS = "the players of 2015 are lost"
NEVER: dict[str, dict[str, str]] = {
    "A2": {"undecided": "a count"},
    **{identity: dict.fromkeys(WANTED, why) for why, identities in (
        (OPPONENTS, ("A1", "A3", "A7", "B3", "B4", "Z1")), (CIRCLE, ("A4", "A5")),
        (f"{OPPONENTS}, and {CIRCLE}", ("A6", "B1", "B2"))) for identity in identities},
}
