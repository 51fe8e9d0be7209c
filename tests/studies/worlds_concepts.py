"""Made-up worlds for every sentence of the study of concept accessibility."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from lek.players.dots.exact import APART
from lek.studies import concepts as study
from lek.studies.concepts import telling
from lek.studies.concepts.runs import COUNTED, MET_THERE, TAKEN
from lek.studies.concepts.study import STUDY

from .worlds import Change, Worlds, all_of, one_wrong

Words = tuple[str, ...]
LOW, HIGH = 0.02, 0.93  # shares of a background
GAMES, TURNS = 1000.0, 10_000.0  # of a block
OTHER = "t4l9(4)l7(2)t1 : l7(2)t4n : l9(4)t1t4 : l8(1)t1n : t1l9(4)t4l8(1) => t1-t4"  # no rule of any claim
BOX, BY_TWO, CHAIN = "x0n => x0-n", "x0n : x1w => x0-n", "x3l4(2+) : l4(2+)nx3 => x3-l4(2+)"
VAGUE = OTHER.replace("t1n", "t1w")


class World(dict[str, Any]):
    """Arrays of a run, made when they are first asked for: everything low, or everything high."""

    def __init__(self, config: study.Config, high: bool) -> None:
        super().__init__()
        self.config, self.share = config, HIGH if high else LOW
        self.tasks = {*STUDY.tasks(config)}

    def __missing__(self, task: str) -> Any:
        if task not in self.tasks:
            raise KeyError(task)
        self[task] = self.background(task)
        return self[task]

    def background(self, task: str) -> Any:
        rng = np.random.default_rng(zlib.crc32(task.encode()))
        high, count = self.share == HIGH, len(COUNTED)
        if task.startswith("board"):
            return {"won": self.share + 0.01 * rng.standard_normal((len(TAKEN) + 1, len(MET_THERE), self.config.runs))}
        if task == "expressible":
            return {"deals": np.array([2138.0, 2138.0 * self.share, 500.0]), "matched": np.array([243410, 667884])}
        curve = np.full((self.config.blocks, len(telling.TOLD)), 900.0 if high else 3.0)
        for name, value in (("games", GAMES), ("first", 0.4 * GAMES), ("decisions", TURNS), ("guided", TURNS * self.share)):
            curve[:, telling.TOLD.index(name)] = value
        win(curve, self.share * (1 + 0.01 * rng.standard_normal()))
        found = {"curve": curve, "counted": np.full((self.config.blocks, count), 900.0 if high else 3.0)}
        found["counted"] *= 1 + 0.01 * rng.standard_normal(count)
        found["counted"][:, COUNTED.index("exact")] = 0.999 if high else 0.001
        found["early"] = curve[0].copy()
        words = task.split("_")
        if words[0] == "table" or (words[1] != "xcs" and words[-2] not in APART):
            found["exact"] = np.array([0.9 * self.share, 1.1 * self.share, *(2 * [-9.0 if high else 9.0])])
            found["double_deals"] = found["needed_deals"] = np.array([20.0, 20.0 * self.share, 20.0 - 20.0 * self.share])
        if "exact" not in found or words[0] != "short":
            found["greedy"] = curve[0].copy()
        for kind in ("commonest", "accessible", "valuable"):
            found[kind] = np.array([BOX if high else OTHER] * 20)
            found[f"{kind}_numbers"] = np.full((20, 4), 99.0 if high else 1.0)
        return found


def win(rows: Any, share: Any) -> None:
    """So many games are won, more of those that the other began."""
    rows[..., telling.TOLD.index("won_first")] = 0.3 * share * GAMES
    rows[..., telling.TOLD.index("won_second")] = 0.7 * share * GAMES


def runs_of(world: World, words: Words) -> list[tuple[Any, Any]]:
    """The arrays of an arm's runs, each with dice of its own."""
    return [(world[task], np.random.default_rng(zlib.crc32(f"{task} changed".encode())))
            for task in telling.tasks_of(world.config, *words)]


def wins(words: Words, share: float, *tenths: int) -> Change:
    """What an arm wins in some tenths of its games, the last if none are named."""
    def change(world: World) -> None:
        step = world.config.blocks // 10
        for arrays, rng in runs_of(world, words):
            level = min(1.0, share * (1 + 0.03 * rng.standard_normal()))
            for tenth in tenths or (9,):
                win(arrays["curve"][tenth * step:(tenth + 1) * step], level)

    return change


def course(words: Words, shares: Sequence[float], runs: slice = slice(None)) -> Change:
    """What an arm wins in each of the ten tenths, in some of its runs."""
    def change(world: World) -> None:
        for arrays, rng in runs_of(world, words)[runs]:
            win(arrays["curve"], np.repeat(shares, world.config.blocks // 10) * (1 + 0.01 * rng.standard_normal()))

    return change


STEADY, FALLEN = [0.3] * 10, [0.05, 0.2, 0.3, 0.3, 0.3, 0.2, 0.2, 0.1, 0.1, 0.05]
DIPPED = [0.1, 0.2, 0.3, 0.24, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]  # a fall, but no collapse


def acts(words: Words, share: float, blocks: slice = slice(-1, None), runs: slice = slice(None)) -> Change:
    """At how many turns a rule of an arm acts, in some blocks."""
    def change(world: World) -> None:
        for arrays, rng in runs_of(world, words)[runs]:
            level = min(1.0, share + 0.0005 * rng.standard_normal())
            arrays["curve"][blocks, telling.TOLD.index("guided")] = level * TURNS

    return change


def acts_early(words: Words, share: float) -> Change:
    def change(world: World) -> None:
        for arrays, rng in runs_of(world, words):
            arrays["early"][telling.TOLD.index("guided")] = min(1.0, share + 0.0005 * rng.standard_normal()) * TURNS

    return change


def counts(words: Words, name: str, value: float, tenths: Sequence[int] = (9,)) -> Change:
    """A number of an arm's population in some tenths."""
    def change(world: World) -> None:
        step = world.config.blocks // 10
        for arrays, rng in runs_of(world, words):
            level = value * (1 + 0.01 * rng.standard_normal())
            for tenth in tenths:
                arrays["counted"][tenth * step:(tenth + 1) * step, COUNTED.index(name)] = level

    return change


def worth(words: Words, share: float) -> Change:
    """What greedy play of an arm is worth."""
    def change(world: World) -> None:
        for arrays, rng in runs_of(world, words):
            level = min(1.0, share * (1 + 0.02 * rng.standard_normal()))
            if "exact" in arrays:
                arrays["exact"][:2] = 0.8 * level, 1.2 * level
            else:
                win(arrays["greedy"], level)

    return change


def deals(words: Words, which: str, share: float) -> Change:
    def change(world: World) -> None:
        for arrays, rng in runs_of(world, words):
            arrays[which] = np.array([40.0, 40 * share * (1 + 0.03 * rng.standard_normal()), 40 * (1 - share)])

    return change


def rules(kind: str, rule: str, place: int, q: float = 0.0, runs: slice = slice(None)) -> Change:
    """A rule in one of the first ten places of a kind, the others of which say nothing."""
    def change(world: World) -> None:
        for words in FIGURE:
            for arrays, _ in runs_of(world, words)[runs]:
                arrays[kind][:10] = OTHER
                arrays[kind] = arrays[kind].astype("U120")
                arrays[kind][place] = rule
                arrays[f"{kind}_numbers"][:, 0] = 1.0
                arrays[f"{kind}_numbers"][place, 0] = q

    return change


def elsewhere(taken: str, met: str, share: float) -> Change:
    """What is won on the first of the larger boards."""
    def change(world: World) -> None:
        row = [*TAKEN, "random"].index(taken)
        won = world[f"board_{world.config.boards[0]}"]["won"]
        won[row, MET_THERE.index(met)] = share + 0.01 * np.random.default_rng(5).standard_normal(won.shape[2])

    return change


def told(first: float, share: float) -> Change:
    def change(world: World) -> None:
        world["expressible"]["deals"][:2] = first, first * share

    return change


def choice(parents: str, alpha: float) -> Change:
    """These win most against the opponent of Figure 4, and least against the others."""
    def change(world: World) -> None:
        for name, rate, opponent in product(study.PARENTS, study.ALPHAS, study.CHOICES):
            best = (name, rate) == (parents, alpha)
            wins(("choice", name, str(rate), opponent), 0.5 if best == (opponent == world.config.opponent) else 0.3)(world)

    return change


def gaps(*greedy: float) -> Change:
    """Greedy play less on-line play, in single runs of Figure 4; in all others none."""
    def change(world: World) -> None:
        runs = [arrays for words in FIGURE for arrays, _ in runs_of(world, words)]
        for number, arrays in enumerate(runs):
            tenth = world.config.blocks // 10
            win(arrays["curve"][-tenth - 1], 0.1 if world.share == HIGH else 0.9)
            win(arrays["curve"][-tenth:], np.linspace(0.2, 0.8, tenth))  # the last tenth, as a whole, has the middle
            arrays["exact"][:2] = 0.5 + (greedy[number] if number < len(greedy) else 0.0)

    return change


def mix(one: World, other: World) -> World:
    """Every other run of one world among those of another."""
    made = World(one.config, one.share == HIGH)
    for task in {**one, **other}:
        if task.startswith("board"):
            won = one[task]["won"].copy()
            won[..., 1::2] = other[task]["won"][..., 1::2]
            made[task] = {"won": won}
        else:
            made[task] = (other if task[-3:].isdigit() and int(task[-3:]) % 2 else one)[task]
    return made


FIGURE: list[Words] = [("figure", name) for name in study.SCHEDULES]
CONSTANT, TO_20, TO_10 = FIGURE
DEALER = study.PAPER.opponent
BY_Q, COMBINED = ("long", "fitted-by-quality", DEALER), ("long", "fitted-combined", DEALER)
EASY = "greedy-shortest"


def level(words: Words, share: float) -> Worlds:
    return Worlds([wins(words, share)], [wins(words, share + 0.13), wins(words, share - 0.13)])


def compared(right: Sequence[Change], beside: Sequence[Change], wrong: Sequence[Change]) -> Worlds:
    """The parts of a sentence as they must be, what they are compared with, and the parts as they must not be."""
    return Worlds([all_of(*beside, *right)], [all_of(*beside, each) for each in one_wrong(right, wrong)])


def slower(first: Words, second: Words) -> Worlds:
    return Worlds([all_of(wins(first, 0.4, 0, 1), wins(second, 0.2, 0, 1))],
                  [all_of(wins(first, 0.2, 0, 1), wins(second, 0.4, 0, 1))])


def separated(reading: str) -> Worlds:
    parts = list(product(("by-quality", "combined"), study.OPPONENTS))
    own = [wins(("short", reading, opponent), 0.4) for opponent in study.OPPONENTS]
    right = [wins(("short", f"{reading}-{other}", opponent), 0.2) for other, opponent in parts]
    wrong = [wins(("short", f"{reading}-{other}", opponent), 0.6) for other, opponent in parts]
    return compared(right, own, wrong)


def before(reading: str) -> Worlds:
    parts = list(product(("economy", "mortals"), study.OPPONENTS))
    own = [wins(("short", reading, opponent), 0.4) for opponent in study.OPPONENTS]
    return compared([wins(("short", rival, opponent), 0.2) for rival, opponent in parts], own,
                 [wins(("short", rival, opponent), 0.6) for rival, opponent in parts])


def unsustained(*rivals: str) -> Worlds:
    easy = [counts(("short", rival, EASY), "live", 400) for rival in rivals]
    return compared([counts(("short", rival, "perfect"), "live", 200) for rival in rivals], easy,
                 [counts(("short", rival, "perfect"), "live", 600) for rival in rivals])


def special(first: str, second: str) -> Worlds:
    """More rules of the second without a wildcard, for both readings."""
    names = ("literal", "fitted")
    return compared([counts(("short", name + second, "chain"), "exact", 0.6) for name in names],
                 [counts(("short", name + first, "chain"), "exact", 0.4) for name in names],
                 [counts(("short", name + second, "chain"), "exact", 0.2) for name in names])


def better(*opponents: str) -> Worlds:
    parts = list(product(("literal", "accessible", "fitted"), opponents))
    return compared([worth(("short", reading, opponent), 0.3) for reading, opponent in parts],
                 [worth(("short", "claims", opponent), 0.5) for opponent in opponents],
                 [worth(("short", reading, opponent), 0.7) for reading, opponent in parts])


APART_FALLS = [*FIGURE, *(("short", reading, opponent) for reading in ("literal", "fitted") for opponent in study.OPPONENTS)]
JOINED_FALLS = [BY_Q, COMBINED, *(("short", f"{reading}-{other}", opponent) for reading in ("literal", "fitted")
                                  for other in ("by-quality", "combined") for opponent in study.OPPONENTS)]
RIVAL_FALLS = [*(("short", name, opponent) for name in study.RIVALS for opponent in study.OPPONENTS),
               ("long", "economy", "chain"), ("long", "mortals", "chain")]
READING_FALLS = [*FIGURE, *(("long", name, "chain") for name in ("literal", "literal-rising", "fitted")),
                 ("long", "accessible", DEALER), *(("short", name, opponent) for name in ("literal", "accessible", "fitted")
                                                   for opponent in study.OPPONENTS + study.PANEL + study.BESIDE)]


def falls(kinds: Sequence[Words], shares: Sequence[float], runs: slice = slice(None)) -> Change:
    return all_of(*(course(words, shares, runs) for words in kinds))


def among(kind: str, right: str) -> Worlds:
    return Worlds([rules(kind, right, 9)], [rules(kind, OTHER, 0)])


THIRDS = [acts_early(words, 0.996) for words in FIGURE]
FULL = all_of(*(acts(words, 0.998, slice(1, None)) for words in FIGURE))
SETTLED = [all_of(counts(words, "f", 50.0, (4,)), counts(words, "f", 51.0)) for words in FIGURE]
RARE = [deals(words, which, 0.01) for words in FIGURE for which in ("double_deals", "needed_deals")]
OFTEN = [deals(words, which, 0.2) for words in FIGURE for which in ("double_deals", "needed_deals")]
SINGLE = "there are such runs, or there are none"
MEANT = "the claim is about one list of rules that does it: others prove nothing"

WORLDS: dict[str, Worlds] = {
    "S1": level(CONSTANT, 0.4), "S2": level(TO_20, 0.5), "S3": level(TO_10, 0.35),
    "S4": slower(CONSTANT, TO_20), "S6": slower(TO_20, TO_10),
    "S5": compared([wins(TO_20, 0.5)], [wins(CONSTANT, 0.4)], [wins(TO_20, 0.3)]),
    "S7": Worlds([wins(TO_20, 0.5)], [wins(TO_20, 0.42), wins(TO_20, 0.6)]),
    "A1": Worlds([all_of(*THIRDS)], one_wrong(THIRDS, [acts_early(words, 0.95) for words in FIGURE])),
    "A2": Worlds([FULL], [all_of(FULL, acts(words, 0.9, slice(5, 6))) for words in FIGURE],
                 [all_of(FULL, acts(CONSTANT, 0.75, slice(5, 6), slice(1)))]),
    "A3": Worlds([all_of(*SETTLED)], one_wrong(SETTLED, [all_of(counts(words, "f", 50.0, (4,)), counts(words, "f", 75.0))
                                                         for words in FIGURE])),
    "M1": Worlds([all_of(wins(TO_20, 0.3, 1), wins(TO_20, 0.5))],
                 [all_of(wins(TO_20, 0.7, 1), wins(TO_20, 0.5)), all_of(wins(TO_20, 0.3, 1), wins(TO_20, 0.7)),
                  all_of(wins(TO_20, 0.3, 1), wins(TO_20, 0.35))]),
    "M2": Worlds([wins(BY_Q, 0.005)], [wins(BY_Q, 0.03)]),
    "M2b": special("-by-quality", "")._replace(agree=special("", "-by-quality").agree,
                                               disagree=special("", "-by-quality").disagree),
    "M3": Worlds([acts(BY_Q, 0.1)], [acts(BY_Q, 0.3), acts(BY_Q, 0.01)]),
    "M4": level(COMBINED, 0.1)._replace(disagree=[wins(COMBINED, 0.25), wins(COMBINED, 0.01)]),
    "M4b": Worlds([acts(COMBINED, 0.7)], [acts(COMBINED, 0.3)]),
    "M4c": special("-combined", "-by-quality"),
    "M5": compared([wins(BY_Q, 0.2), wins(COMBINED, 0.2)], [wins(CONSTANT, 0.4)], [wins(BY_Q, 0.6), wins(COMBINED, 0.6)]),
    "M5a": separated("fitted"), "M5b": separated("literal"),
    "M5c": Worlds([all_of(falls(JOINED_FALLS, FALLEN), falls(APART_FALLS, STEADY))],
                  [all_of(falls(JOINED_FALLS, STEADY), falls(APART_FALLS, FALLEN))]),
    "M6": Worlds([falls(FIGURE, STEADY)], [falls(FIGURE, FALLEN)],
                 [all_of(falls(FIGURE, STEADY), falls(FIGURE, FALLEN, slice(2)))], {"runs": 60}),
    "M6b": Worlds([falls(READING_FALLS, STEADY)],
                  [all_of(falls(READING_FALLS, STEADY), falls(READING_FALLS[k:k + 7], FALLEN))
                   for k in range(0, len(READING_FALLS), 7)],
                  [all_of(falls(READING_FALLS, STEADY), falls(READING_FALLS[-1:], FALLEN))]),
    "M7": Worlds([falls(FIGURE, STEADY)], [falls(FIGURE, DIPPED)]),
    "M8": Worlds([falls(RIVAL_FALLS, FALLEN)], [falls(RIVAL_FALLS, STEADY)],
                 [all_of(falls(RIVAL_FALLS, STEADY), falls(RIVAL_FALLS[:7], FALLEN, slice(5))),
                  falls(RIVAL_FALLS, [0.1 * share for share in FALLEN])]),
    "M9": before("fitted"), "M9b": before("literal"),
    "M10": unsustained("economy", "mortals"), "M10b": unsustained("economy-taxed", "mortals-hungry"),
    "M11": Worlds([all_of(*(all_of(wins(("short", name, EASY), 0.3, 4), wins(("short", name, EASY), 0.3))
                            for name in ("economy", "mortals")))],
                  one_wrong([all_of(wins(("short", name, EASY), 0.3, 4), wins(("short", name, EASY), 0.3))
                             for name in ("economy", "mortals")],
                            [all_of(wins(("short", name, EASY), 0.3, 4), wins(("short", name, EASY), 0.5))
                             for name in ("economy", "mortals")])),
    "M12": Worlds([falls([("long", "economy", "chain"), ("long", "mortals", "chain")], [*STEADY[:4], 0.31, *5 * [0.1]])],
                  [falls([("long", "economy", "chain"), ("long", "mortals", "chain")], 10 * [0.1]),
                   all_of(falls([("long", "economy", "chain")], STEADY), falls([("long", "mortals", "chain")], 10 * [0.5])),
                   all_of(falls([("long", "mortals", "chain")], STEADY), falls([("long", "economy", "chain")], 10 * [0.5]))],
                  "the best of all runs is one number"),
    "R1": Worlds([rules("commonest", BOX, 9), rules("commonest", "x5w => x5-w", 0)],
                 [rules("commonest", BY_TWO, 0), rules("commonest", OTHER, 0)]),
    "R1a": Worlds([rules("commonest", BY_TWO, 9), rules("commonest", BOX, 0)],
                  [rules("commonest", CHAIN, 0), rules("commonest", OTHER, 0)]),
    "R1b": Worlds([rules("commonest", CHAIN, 9), rules("commonest", "l1(1+)x0 => l1(1+)-x0", 0)],
                  [rules("commonest", BOX, 0), rules("commonest", OTHER, 0)]),
    "R2": Worlds([counts(CONSTANT, "exact", 0.3)], [counts(CONSTANT, "exact", 0.985), counts(CONSTANT, "exact", 0.003)],
                 [counts(CONSTANT, "exact", 0.95)]),
    "R3": Worlds([all_of(*RARE)], one_wrong(RARE, OFTEN)),
    "R4": Worlds([rules("valuable", OTHER, 7, 8.8)], [rules("valuable", OTHER, 7, 8.2), rules("valuable", VAGUE, 7, 9.9),
                                                      rules("valuable", BY_TWO.replace("w", "n"), 7, 9.9)]),
    "L1": Worlds(MEANT, [told(2000.0, 1.0)], [told(2000.0, 0.9)]),
    "L2": Worlds(MEANT, [worth(("long", "claims", "chain"), 0.7)], [worth(("long", "claims", "chain"), 0.3)]),
    "L3": compared([elsewhere("fitted", name, 0.4) for name in ("random", EASY)],
                [elsewhere("random", name, 0.2) for name in ("random", EASY)],
                [elsewhere("fitted", name, 0.1) for name in ("random", EASY)]),
    "P1": Worlds([wins(("long", "literal", "chain"), 0.05)], [wins(("long", "literal", "chain"), 0.2)]),
    "P2": Worlds([gaps(0.1, -0.1)], [gaps(0.1, 0.04), gaps(-0.1, 0.04), gaps(0.1, -0.04)], SINGLE),
    "P3": Worlds([worth(("long", "claims", "chain"), 0.6)], [worth(("long", "claims", "chain"), 0.3)]),
    "P7": Worlds([worth(("table", "chain"), 0.95)], [worth(("table", "chain"), 0.75)]),
    "P8": level(("long", "accessible", DEALER), 0.425),
    "P9": Worlds([course(("long", "literal-rising", "chain"), FALLEN)],
                 [course(("long", "literal-rising", "chain"), STEADY)]),
    "B0": Worlds([choice(study.PAPER.parents, study.PAPER.alpha)], [choice(study.PAPER.parents, 0.1), choice("used", 0.01)],
                 "it compares two names"),
    "B1": Worlds([worth(("long", "claims", "chain"), 0.75)], [worth(("long", "claims", "chain"), 0.45)]),
    "B2": better("greedy-safe", DEALER, "parity-mm", EASY, "perfect"), "B3": better("random", "parity-avg"),
    "B4": compared([worth(words, 0.3) for words in FIGURE], [worth(("long", "claims", DEALER), 0.5)],
                [worth(words, 0.7) for words in FIGURE]),
    "B5": compared([worth(("long", name, "chain"), 0.3) for name in ("literal", "fitted")],
                [worth(("long", "claims-whole", "chain"), 0.5)],
                [worth(("long", name, "chain"), 0.7) for name in ("literal", "fitted")]),
}
