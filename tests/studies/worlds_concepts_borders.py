"""Made-up worlds of the study of concept accessibility just inside and just outside the border of every sentence.

A sample has exactly the mean that is wanted and hardly any spread, so its interval reaches less than `STEP` to each side. A
share is of many runs: of so many that one run more or less changes the verdict. A limit, a margin or a share that is
another one by a tenth has another verdict in one of these worlds.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
from scipy import stats

from lek.studies import concepts as study
from lek.studies.concepts import telling
from lek.studies.concepts.runs import COUNTED, MET_THERE, TAKEN

from .made_up import normal
from .worlds import Change, Worlds, all_of
from .worlds_concepts import (
    APART_FALLS,
    BOX,
    BY_Q,
    BY_TWO,
    CHAIN,
    COMBINED,
    CONSTANT,
    DEALER,
    EASY,
    FIGURE,
    JOINED_FALLS,
    MEANT,
    OTHER,
    READING_FALLS,
    RIVAL_FALLS,
    SINGLE,
    TO_10,
    TO_20,
    TURNS,
    Words,
    gaps,
    told,
    win,
)

SPREAD, STEP = 0.002, 0.004
Write = Callable[[Any, float], None]  # a number into the arrays of a run
At = Callable[[float], Change]  # a mean over runs into a world


# What is written


def at(words: Words, write: Write, scale: float = 1.0) -> At:
    """The runs of an arm have this mean."""
    def make(mean: float) -> Change:
        def change(world: Any) -> None:
            tasks = telling.tasks_of(world.config, *words)
            rng = np.random.default_rng(zlib.crc32("_".join(words).encode()))
            for task, value in zip(tasks, normal(mean, SPREAD * scale, len(tasks), rng), strict=True):
                write(world[task], value)

        return change

    return make


def won(*tenths: int) -> Write:
    """In these tenths of the games, the last if none are named; block by block it is another share, on average this one."""
    def write(arrays: Any, value: float) -> None:
        step = len(arrays["curve"]) // 10
        blocks = [block for tenth in tenths or (9,) for block in range(tenth * step, (tenth + 1) * step)]
        for block, off in zip(blocks, np.linspace(-0.3, 0.3, len(blocks)), strict=True):
            win(arrays["curve"][block], value * (1 + off))

    return write


def everywhere(write: Write) -> At:
    """All runs of Figure 4 together have this mean, and hardly any spread."""
    return lambda mean: all_of(*(at(words, write, 0.2)(mean) for words in FIGURE))


def course(arrays: Any, shares: Sequence[float]) -> None:
    win(arrays["curve"], np.repeat(shares, len(arrays["curve"]) // 10))


def gained(arrays: Any, value: float) -> None:
    """So much from the fifth tenth to the last."""
    won(4)(arrays, 0.3)
    won(9)(arrays, 0.3 + value)


def guided(block: int = -1) -> Write:
    def write(arrays: Any, value: float) -> None:
        arrays["curve"][block, telling.TOLD.index("guided")] = value * TURNS

    return write


def guided_early(arrays: Any, value: float) -> None:
    arrays["early"][telling.TOLD.index("guided")] = value * TURNS


def always_guided(arrays: Any, value: float) -> None:
    """From the second block on."""
    arrays["curve"][1:, telling.TOLD.index("guided")] = value * TURNS


def worth(arrays: Any, value: float) -> None:
    if "exact" in arrays:
        arrays["exact"][:2] = 0.8 * value, 1.2 * value
    else:
        win(arrays["greedy"], value)


def at_last(name: str) -> Write:
    """A number of the population after the last block."""
    def write(arrays: Any, value: float) -> None:
        arrays["counted"][-1, COUNTED.index(name)] = value

    return write


def settled(arrays: Any, value: float) -> None:
    """The sum of f in the last tenth, as a ratio to that in the fifth."""
    place, step = COUNTED.index("f"), len(arrays["counted"]) // 10
    for tenth, middle in ((4, 50.0), (9, 50.0 * value)):
        arrays["counted"][tenth * step:(tenth + 1) * step, place] = middle * np.linspace(0.7, 1.3, step)


def dealt(which: str) -> Write:
    def write(arrays: Any, value: float) -> None:
        arrays[which] = np.array([40.0, 40 * value, 40 * (1 - value)])

    return write


def elsewhere(taken: str, met: str) -> At:
    """What is won on the first of the larger boards."""
    def make(mean: float) -> Change:
        def change(world: Any) -> None:
            found = world[f"board_{world.config.boards[0]}"]["won"]
            row = [*TAKEN, "random"].index(taken)
            found[row, MET_THERE.index(met)] = normal(mean, SPREAD, found.shape[2], np.random.default_rng(row))

        return change

    return make


# Which worlds a border needs


def below(put: At, limit: float, scale: float = 1.0) -> Worlds:
    step = STEP * scale
    return Worlds([put(limit - step)], [put(limit + step)], [put(limit)])


def above(put: At, limit: float, scale: float = 1.0) -> Worlds:
    step = STEP * scale
    return Worlds([put(limit + step)], [put(limit - step)], [put(limit)])


def about(put: At, target: float, margin: float) -> Worlds:
    low, high = target - margin, target + margin
    return Worlds([put(low + STEP), put(high - STEP)], [put(low - STEP), put(high + STEP)], [put(low), put(high)])


def spoken(*parts: Worlds, beside: Sequence[Change] = (), more: dict[str, Any] | None = None) -> Worlds:
    """Of several parts one at a time stands at its border; the others agree."""
    def worlds(verdict: str) -> list[Change]:
        return [all_of(*beside, *(other.agree[0] for other in parts if other is not part), change)  # type: ignore[list-item]
                for part in parts for change in getattr(part, verdict)]

    return Worlds(worlds("agree"), worlds("disagree"), worlds("undecided"), more or {})


def larger(first: Sequence[At], second: Sequence[At], middle: float = 0.4, scale: float = 1.0) -> Worlds:
    """Each of the second is above the first beside it."""
    return spoken(*(above(put, middle, scale) for put in second), beside=[put(middle) for put in first])


def smaller(first: Sequence[At], second: Sequence[At], middle: float = 0.4, scale: float = 1.0) -> Worlds:
    return spoken(*(below(put, middle, scale) for put in second), beside=[put(middle) for put in first])


def edges(of: int, at_least: float) -> tuple[int, int]:
    """The fewest runs of so many whose share is surely above, and the most whose share is surely below."""
    limits = [stats.binomtest(hits, of).proportion_ci(0.95) for hits in range(of + 1)]
    return (next(hits for hits in range(of + 1) if limits[hits].low > at_least),
            next(hits for hits in range(of, -1, -1) if limits[hits].high < at_least))


Some = Callable[[int], Change]  # so many runs do it, the others do not


def some(kinds: Sequence[Words], hit: Callable[[Any], None], miss: Callable[[Any], None]) -> Some:
    def make(hits: int) -> Change:
        def change(world: Any) -> None:
            tasks = [task for words in kinds for task in telling.tasks_of(world.config, *words)]
            order = np.random.default_rng(hits).permutation(len(tasks))
            for place, k in enumerate(order):
                (hit if place < hits else miss)(world[tasks[k]])

        return change

    return make


def share(these: Some, of: int, at_least: float, **more: Any) -> Worlds:
    fewest, most = edges(of, at_least)
    return Worlds([these(fewest)], [these(most)], [these(fewest - 1), these(most + 1)], more)


# What runs are that just do it, or just do not


def fallen(arrays: Any) -> None:
    """Its best tenth is 0.05, its last just below a fifth of that."""
    course(arrays, [0.01, 0.03, 0.0501, *[0.04] * 6, 0.01])


def held(arrays: Any) -> None:
    """It just did not fall."""
    course(arrays, [0.01, 0.3, *[0.2] * 7, 0.061])


def unable(arrays: Any) -> None:
    """It won so little that it could not fall."""
    course(arrays, [0.0499, *[0.04] * 8, 0.001])


def dips(arrays: Any) -> None:
    """It falls by a little more than 0.05, in small steps."""
    course(arrays, [0.1, 0.2, 0.4, 0.38, 0.36, 0.349, 0.36, 0.38, 0.4, 0.5])


def hardly_dips(arrays: Any) -> None:
    """By 0.05 at first, and by a little less later."""
    course(arrays, [0.16, 0.11, 0.4, 0.351, 0.5, 0.451, 0.46, 0.451, 0.6, 0.551])


def last(value: float) -> Callable[[Any], None]:
    return lambda arrays: won()(arrays, value)


def exactly(value: float) -> Callable[[Any], None]:
    """In all tenths."""
    return lambda arrays: course(arrays, [value] * 10)


def rule(kind: str, text: str, place: int, q: float = 0.0) -> Callable[[Any], None]:
    """It stands at this place; the others say nothing and are worth little."""
    def write(arrays: Any) -> None:
        arrays[kind] = np.array([OTHER] * 20, "U120")
        arrays[kind][place] = text
        arrays[f"{kind}_numbers"] = np.ones((20, 4))
        arrays[f"{kind}_numbers"][place, 0] = q

    return write


def half(hit: Callable[[Any], None], miss: Callable[[Any], None]) -> Worlds:
    """Half of the runs of Figure 4."""
    return share(some(FIGURE, hit, miss), 120, 0.5, runs=40)


def tenth(text: str) -> Worlds:
    """It is the tenth of the commonest, or the eleventh, which says nothing."""
    return half(rule("commonest", text, 9), rule("commonest", text, 10))


THREE = "l0(4)t1t2 : t1l0(4) : t2l0(4) => t1-l0(4)"  # of three nodes, and of two
TWO = "l0(4)t1t2 : t1l0(4) => t1-l0(4)"


def best_tenths(economy: float, mortals: float) -> Change:
    def change(world: Any) -> None:
        for name, best in (("economy", economy), ("mortals", mortals)):
            tasks = telling.tasks_of(world.config, "long", name, "chain")
            for number, task in enumerate(tasks):
                course(world[task], [0.01, 0.1, best if number == 3 else 0.1, *[0.1] * 7])

    return change


def chosen(parents: str, alpha: float) -> Change:
    """These win a little more than all others against the opponent of Figure 4, and a little less against the others."""
    def change(world: Any) -> None:
        for name, rate, opponent in product(study.PARENTS, study.ALPHAS, study.CHOICES):
            best = (name, rate) == (parents, alpha)
            more = 0.001 if best == (opponent == world.config.opponent) else 0.0
            at(("choice", name, str(rate), opponent), won())(0.4 + more)(world)

    return change


def fall(joined: int, apart: int) -> Change:
    return all_of(some(JOINED_FALLS, fallen, held)(joined), some(APART_FALLS, fallen, held)(apart))


def short(opponents: Sequence[str], *names: str, write: Write | None = None) -> list[At]:
    return [at(("short", name, opponent), write or won()) for opponent in opponents for name in names]


def above_all(own: Sequence[At], *others: At) -> Worlds:
    """Each of the others is below what stands beside it."""
    return spoken(*(below(put, 0.4) for put in others), beside=[put(0.4) for put in own])


def apart(reading: str, *others: str) -> Worlds:
    """A reading above others, against the three opponents."""
    return above_all(short(study.OPPONENTS, reading), *short(study.OPPONENTS, *others))


def ours(*opponents: str) -> Worlds:
    return above_all(short(opponents, "claims", write=worth),
                     *short(opponents, "literal", "accessible", "fitted", write=worth))


def fewer(*rivals: str) -> Worlds:
    """Fewer rules are left against the hard opponent than against the easy one."""
    easy, hard = (short([opponent], *rivals, write=at_last("live")) for opponent in (EASY, "perfect"))
    return smaller(easy, hard)


READ, BEFORE = ("literal", "fitted"), ("economy", "mortals")
OURS = ("long", "claims", "chain")
EXACTLY = at_last("exact")

BORDERS: dict[str, Worlds] = {
    "S1": about(at(CONSTANT, won()), 0.4, 0.05), "S2": about(at(TO_20, won()), 0.5, 0.05),
    "S3": about(at(TO_10, won()), 0.35, 0.05),
    "S4": smaller([at(CONSTANT, won(0, 1))], [at(TO_20, won(0, 1))]),
    "S5": larger([at(CONSTANT, won())], [at(TO_20, won())]),
    "S6": smaller([at(TO_20, won(0, 1))], [at(TO_10, won(0, 1))]),
    "S7": share(some([TO_20], last(0.4504), last(0.4496)), 100, 0.5, runs=100),
    "A1": spoken(*(above(at(words, guided_early, 0.2), 0.99, 0.2) for words in FIGURE)),
    "A2": spoken(above(everywhere(guided(1)), 0.99, 0.2), beside=[everywhere(always_guided)(0.998)]),
    "A3": spoken(*(about(at(words, settled), 1.0, 0.1) for words in FIGURE)),
    "M1": spoken(below(at(TO_20, won(1)), 0.5), about(at(TO_20, won()), 0.5, 0.05)),
    "M2": below(at(BY_Q, won(), 0.2), 0.01, 0.2),
    "M2b": larger([at(("short", name, "chain"), EXACTLY) for name in READ],
                  [at(("short", f"{name}-by-quality", "chain"), EXACTLY) for name in READ]),
    "M3": about(at(BY_Q, guided()), 0.1, 0.05), "M4": about(at(COMBINED, won()), 0.1, 0.05),
    "M4b": above(at(COMBINED, guided()), 0.5),
    "M4c": smaller([at(("short", f"{name}-by-quality", "chain"), EXACTLY) for name in READ],
                   [at(("short", f"{name}-combined", "chain"), EXACTLY) for name in READ]),
    "M5": above_all([at(CONSTANT, won())], at(BY_Q, won()), at(COMBINED, won())),
    "M5a": apart("fitted", "fitted-by-quality", "fitted-combined"),
    "M5b": apart("literal", "literal-by-quality", "literal-combined"),
    "M5c": Worlds([fall(7, 0)], [fall(4, 9)], [fall(6, 0), fall(5, 9)]),
    "M6": share(some(FIGURE, held, fallen), 180, 0.95, runs=60),
    "M6b": share(some(READING_FALLS, held, fallen), 10 * len(READING_FALLS), 0.95),
    "M7": half(hardly_dips, dips),
    "M8": share(some(RIVAL_FALLS, fallen, held), 10 * len(RIVAL_FALLS), 0.25),
    "M9": apart("fitted", *BEFORE), "M9b": apart("literal", *BEFORE),
    "M10": fewer(*BEFORE), "M10b": fewer("economy-taxed", "mortals-hungry"),
    "M11": spoken(*(below(put, 0.05) for put in short([EASY], *BEFORE, write=gained))),
    "M12": Worlds([best_tenths(*best) for best in ((0.349, 0.2), (0.2, 0.349), (0.251, 0.2), (0.2, 0.251))],
                  [best_tenths(*best) for best in ((0.351, 0.3), (0.3, 0.351), (0.249, 0.2), (0.2, 0.249))],
                  "the best of all runs is one number"),
    "R1": tenth(BOX), "R1a": tenth(BY_TWO), "R1b": tenth(CHAIN),
    "R2": Worlds([at(CONSTANT, EXACTLY)(0.946), at(CONSTANT, EXACTLY, 0.2)(0.011)],
                 [at(CONSTANT, EXACTLY)(0.954), at(CONSTANT, EXACTLY, 0.2)(0.009)],
                 [at(CONSTANT, EXACTLY)(0.95), at(CONSTANT, EXACTLY, 0.2)(0.01)]),
    "R3": spoken(*(below(at(words, dealt(which)), 0.05) for words in FIGURE for which in ("double_deals", "needed_deals"))),
    "R4": half(rule("valuable", THREE, 19, 8.5), rule("valuable", THREE, 0, 8.49)),
    "L1": Worlds(MEANT, [told(2000.0, 0.991)], [told(2000.0, share) for share in (0.989, 0.99)]),
    "L2": Worlds(MEANT, [at(OURS, worth)(0.504)], [at(OURS, worth)(0.5), at(OURS, worth)(0.496)]),
    "L3": larger([elsewhere("random", name) for name in ("random", EASY)],
                 [elsewhere("fitted", name) for name in ("random", EASY)]),
    "P1": below(at(("long", "literal", "chain"), won()), 0.1),
    "P2": Worlds([gaps(0.0504, -0.0504), gaps(-0.0504, 0.0504)], [gaps(0.0496, -0.06), gaps(0.06, -0.0496)], SINGLE,
                 {"blocks": 200}),
    "P3": above(at(OURS, worth), 0.45), "P7": about(at(("table", "chain"), worth), 0.95, 0.05),
    "P8": about(at(("long", "accessible", DEALER), won()), 0.425, 0.05),
    "P9": share(some([("long", "literal-rising", "chain")], fallen, held), 100, 0.5, runs=100),
    "B0": Worlds([chosen("accessibility", 0.01)], [chosen("accessibility", 0.1), chosen("used-quality", 0.01)],
                 "it compares two names"),
    "B1": above(at(OURS, worth), 0.6),
    "B2": ours("greedy-safe", DEALER, "parity-mm", EASY, "perfect"), "B3": ours("random", "parity-avg"),
    "B4": above_all([at(("long", "claims", DEALER), worth)], *(at(words, worth) for words in FIGURE)),
    "B5": above_all([at(("long", "claims-whole", "chain"), worth)], *(at(("long", name, "chain"), worth) for name in READ)),
}
FURTHER: list[tuple[str, Worlds]] = [  # other borders of the same sentences
    ("S7", share(some([TO_20], last(0.5496), last(0.5504)), 100, 0.5, runs=100)),
    *(("S7", Worlds([some([TO_20], exactly(end), held)(10)], [], [])) for end in (0.45, 0.55)),
    ("A2", spoken(above(everywhere(guided(-1)), 0.99, 0.2), beside=[everywhere(always_guided)(0.998)])),
    ("M8", Worlds([some(RIVAL_FALLS, fallen, unable)(10)], [some(RIVAL_FALLS, held, unable)(14)],
                  [some(RIVAL_FALLS, each, unable)(9) for each in (fallen, held)])),
    ("R4", half(rule("valuable", THREE, 3, 9.0), rule("valuable", TWO, 3, 9.0))),
    ("R4", half(rule("valuable", THREE, 3, 9.0), rule("valuable", THREE.replace("t1t2", "t1w"), 3, 9.0))),
    ("R1", half(rule("commonest", "x12w => x12-w", 0), rule("commonest", "x0n => t1-n", 0))),
]
