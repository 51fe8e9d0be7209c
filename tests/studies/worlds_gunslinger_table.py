"""For every sentence about Gunslinger the worlds it is judged on."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from lek.studies.gunslinger import beyond, watched
from lek.studies.gunslinger.one_seat import FEW, REPORTED

from .worlds_gunslinger import (
    ALL,
    ANSWERS,
    BOTH_HALVES,
    DEATHS,
    DR,
    DRR,
    FEW_CASES,
    FIRST,
    FRIENDS,
    GAMES,
    LINES_OF,
    MANY_CASES,
    MANY_ENEMIES,
    NEUTRAL,
    ORDER,
    PEACE,
    QUIET,
    RECENT,
    REVENGE,
    SPREAD,
    THERE,
    WITH_NEUTRALS,
    alike,
    answered,
    answers,
    both,
    but,
    cases,
    costing,
    curve,
    dying,
    few_and_many,
    odd,
    only,
    ranked,
    revenge,
    scores,
    seats,
    shares,
    silent,
    surely,
    taking,
    tied_by,
    untied,
    watch,
)

LARGE = [line[:3] for size in (9, 18, 90) for line in LINES_OF[f"without_{size}"]]
SMALL = [line[:3] for size in (3, 4) for line in LINES_OF[f"without_{size}"]]
SELF = {"all": {"tied": False}}
CELL = beyond.cell(REPORTED)
TABLE: dict[str, dict[str, Any]] = {
    "I1": {"agree": [{}, {"patched": {"gunslinger": taking(lambda n, e, f: e + f < n)}}],
           "disagree": [{"patched": {"gunslinger": taking(rule)}} for rule in (
               lambda n, e, f: e + f <= n, lambda n, e, f: e + f < n - 1, lambda n, e, f: True, lambda n, e, f: False,
               lambda n, e, f: e + f < n and n < 10, lambda n, e, f: e + f < n and n > 2, lambda n, e, f: e < n and f < n)]},
    "I2": {"agree": [odd(FRIENDS, (f, GAMES - 1, "mutual", -1)) for f in watched.SITUATIONS],
           "disagree": [odd(FRIENDS, (0, 0, "mutual", -1), (7, 3, "friends_mutual", -1)),
                        odd(FRIENDS, (2, 0, "friends_mutual", -1))],
           "undecided": [FRIENDS]},
    "I3": {"agree": [DEATHS, odd(watch(deaths=0, deaths_of_two=0), (6, 4, "deaths", 1), (6, 4, "deaths_of_two", 1))],
           "disagree": [odd(DEATHS, (f, GAMES - 1, "deaths_of_two", -1)) for f in watched.SITUATIONS],
           "undecided": [watch(deaths=0, deaths_of_two=0)]},
    "I4": {"agree": [odd(QUIET, (4, 0, "shots_at_end", 1)), odd(QUIET, (0, GAMES - 1, "shots_at_end", 9)),
                     odd(watch(quiet_at_end=10, shots_at_end=2), (7, 0, "shots_at_end", -2))],
           "disagree": [odd(QUIET, (0, 0, "shots_at_end", 1), (f, GAMES - 1, "quiet_at_end", more))
                        for f, more in ((0, -1), (7, 1), (2, -9))],
           "undecided": [QUIET, watch(quiet_at_end=10, shots_at_end=1)]},
    "O1": {"agree": [watch(from_neutrals=(0.5, "enmities")), watch(from_neutrals=(0.01, "enmities"), enmities=60)],
           "undecided": [watch(from_neutrals=(0.0, "enmities"))]},
    "O2": seats("alive", "random-enemy", "silent", ALL, -1),
    "O3": seats("dead_enemies", "DR", "random-enemy", ALL, -1),
    "O4": both([("others", "random-enemy", "silent", -1), ("rank", "random-enemy", "silent", -1)]),
    "D1": revenge("dr"),
    "D2": both([("alive", "DR", "random-enemy", 1), ("shots", "DR", "random-enemy", -1)]),
    "D3": {"agree": [silent(DR), silent(DR, RECENT)],
           "disagree": [but(silent(DR, RECENT, DRR, FIRST), (line, what, (DR, game), value)) for line, what, game, value in (
               ((90, 79, 10), "fired", 9, 1.0), ((3, 1, 0), "tied", 0, False), ((9, 2, 6), "rounds", 4, 11))]},
    "C1": revenge("drr"),
    "C2": {"agree": [REVENGE, odd(watch(dr_chances=1, dr_justified=1, drr_chances=1, drr_justified=1),
                                  (7, 2, "drr_justified", -1))],
           "disagree": [odd(REVENGE, (4, 0, "dr_justified", -1)),
                        watch(dr_chances=4, dr_justified=4, drr_chances=4, drr_justified=4),
                        watch(dr_chances=4, dr_justified=3, drr_chances=4, drr_justified=4)],
           "undecided": [watch(dr_chances=0, dr_justified=0, drr_chances=4, drr_justified=3),
                         watch(dr_chances=4, dr_justified=4, drr_chances=0, drr_justified=0)]},
    "F1": seats(*ANSWERS, MANY_CASES, 1),
    "F2": {"agree": [answers(f6=(0.3, 0.2), f7=(0.3, 0.2)), answers(f6=(0.1, 0.2), f7=(0.5, 0.2)),
                     answers(f6=(0.5, 0.2), f7=(0.1, 0.2)),
                     answers(f0=(0.0, 0.9), f2=(0.1, 0.9), f4=(0.1, 0.9), f6=(0.3, 0.28), f7=(0.3, 0.28))],
           "disagree": [answers(f6=(0.2, 0.3), f7=(0.2, 0.3)), answers(f6=(0.3, 0.2), f7=(0.2, 0.5)),
                        answers(f0=(0.9, 0.1), f2=(0.9, 0.1), f4=(0.9, 0.1), f6=(0.28, 0.3), f7=(0.28, 0.3))],
           "undecided": [answers(f6=(0.2, 0.2), f7=(0.2, 0.2)), answers(f6=(0.2, 0.3), f7=(0.3, 0.2)),
                         shares(f7={"other_answers": (0.1, "other_chances"), "friend_chances": 0, "friend_answers": 0})]},
    "F2-half": {"agree": [answered(f6=0.53, f7=0.53), answered(f6=0.4, f7=0.63), answered(f6=0.63, f7=0.4)],
                "disagree": [answered(f6=0.47, f7=0.47), answered(f6=0.6, f7=0.37)],
                "undecided": [answered(f6=0.5, f7=0.5), answered(f6=0.4, f7=0.6),
                              shares(f6={"answered": 0, "shots": 0})]},
    "F3": seats("alive", "DR", "silent", MANY_CASES, -1),
    "F3-half": {"agree": [dying(0.55)], "disagree": [dying(0.45)], "undecided": [dying(0.5)]},
    "F4": seats(*ANSWERS, FEW_CASES, -1),
    "F4-many": {"agree": [few_and_many(-0.1, 0.1), few_and_many(0.2, 0.4), few_and_many(0.2 - 1.02 * BOTH_HALVES, 0.2)],
                "disagree": [few_and_many(0.1, -0.1), few_and_many(-0.2, -0.4), few_and_many(0.2, 0.2 - 1.02 * BOTH_HALVES)],
                "undecided": [few_and_many(0.1, 0.1), few_and_many(0.2 - 0.98 * BOTH_HALVES, 0.2),
                              few_and_many(0.2, 0.2 - 0.98 * BOTH_HALVES)]},
    "F5": {"agree": [answered(f2=0.2, f6=0.3, f7=0.3), answered(f0=0.9, f2=0.2, f4=0.1, f6=0.1, f7=0.4),
                     answered(f0=0.9, f2=0.2, f4=0.1, f6=0.4, f7=0.1)],
           "disagree": [answered(f2=0.3, f6=0.2, f7=0.2), answered(f0=0.0, f2=0.3, f4=0.9, f6=0.4, f7=0.1)],
           "undecided": [answered(f2=0.3, f6=0.2, f7=0.4), shares(f2={"answered": 0, "shots": 0})]},
    "F6": {"agree": [few_and_many(-0.2, 0.0)],
           "disagree": [{"exchange": {ANSWERS: alike(-0.2, FEW_CASES) | alike(0.2, cases(FEW, [e]))}}
                        for e in (1, 2, 4, 7, 9)],
           "undecided": [{"exchange": {ANSWERS: alike(-0.2, FEW_CASES) | alike(0.0, cases(FEW, [e]))}}
                         for e in (1, 2, 4, 7, 9)]
           + [{"exchange": {ANSWERS: alike(-0.2, FEW_CASES) | {(0, e): -0.3, (2, e): 0.3}}} for e in (1, 2, 4, 7)]},
    "F7": seats(*NEUTRAL, [case for case in FEW_CASES if case in WITH_NEUTRALS], -1),
    "F7-first": seats("rank", "dumb-1", "random-enemy", cases(FEW, (1, 2, 4)), -1),
    "F8": {"agree": [costing({case: surely(0.0030)}) for case in WITH_NEUTRALS]
           + [costing({(0, 1): surely(0.003), (7, 1): surely(0.0034)}), costing({(0, 1): surely(0.003), (0, 2): -0.5})],
           "undecided": [costing({}), costing({(0, 1): surely(0.0036)}), costing({(0, 9): 0.5, (2, 7): 0.5, (7, 2): 0.5}),
                         costing({(8, 1): 0.5}), costing(alike(-0.5, WITH_NEUTRALS)),
                         costing(alike(surely(0.004), cases([0])))]},
    "E1": {"agree": [ranked(-0.02), only(-0.05, lambda line: 2 * line.e == line.players), *(
               only(-0.05, lambda line, size=size: line.players == size) for size in (3, 4, 10, 18, 36)),
               only(-0.05, lambda line: line.aggressors == 9), ranked(-0.05, focus=dict.fromkeys(MANY_ENEMIES, 0.1))],
           "disagree": [ranked(0.02), only(0.05, lambda line: 2 * line.e == line.players), only(
               0.05, lambda line: line.players < 18), ranked(-0.05, focus=dict.fromkeys(MANY_ENEMIES, 0.25))],
           "undecided": [ranked(0.0)]},
    "L1": {"agree": [curve(REPORTED=(0.01, 0.06)), curve(REPORTED=(0.06, 0.07))],
           "disagree": [curve(), curve(REPORTED=(0.08, 0.07)), curve(REPORTED=(0.07, 0.07)), curve(REPORTED=(0.02, 0.2))]},
    "S1": {"agree": [{"search": {"best": CELL}}, {"search": {"best": CELL, "again": 1}}],
           "disagree": [{"search": {"best": best, "behind": (0.1, SPREAD)}} for best in ((0, 0), (10, 7), (4, 4), (3, 3))],
           "undecided": [{"search": {"best": best, "behind": gap}} for best, gap in (((0, 0), (0.0, SPREAD)), (
               (0, 0), (0.0, 0.0)), ((10, 7), (-0.5, SPREAD)))]},
    "L2": {"agree": [curve(), curve(FIRST=(0.41, 0.06)), curve(REPORTED=(0.49, 0.07))],
           "disagree": [curve(FIRST=first) for first in ((0.3, 0.06), (0.5, 0.2), (0.5, 0.03), (0.4, 0.06))]},
    "L3": seats("rank", "DRR", "DRR-first", cases((5, 6, 7, 8)), -1),
    "L4": {"agree": [curve(REPORTED=(0.45, 0.06)), curve(REPORTED=(0.5, 0.06)), curve(REPORTED=(0.4, 0.09))],
           "disagree": [curve(), curve(REPORTED=(0.6, 0.06)), curve(REPORTED=(0.4, 0.12))]},
    "B1": {"agree": [PEACE, untied("without", *LARGE), tied_by(0.902), untied("alone", (9, 2, 6), (3, 1, 0), tied=False)],
           "disagree": [tied_by(0.898), untied("without", *SMALL), {**PEACE, "alone": SELF}, tied_by(0.9),
                        {"without": {"all": {"tied": 0.5}}, "alone": PEACE["alone"]}]},
    "B4": {"agree": [silent(DR, RECENT, DRR, FIRST)],
           "disagree": [but(silent(DR, RECENT, DRR, FIRST), (line, what, (who, game), value))
                        for line, what, who, game, value in (
                            ((90, 79, 10), "fired", DR, 9, 1.0), ((3, 1, 0), "fired", RECENT, 0, 1.0),
                            ((9, 2, 6), "tied", DRR, 4, False), ((4, 1, 2), "rounds", FIRST, 5, 11))]},
    "B5": {"agree": [scores()], "disagree": [scores(**{better: 0.3 + THERE[worse], worse: THERE[better] - 0.3})
                                             for worse, better in pairwise(ORDER)]
           + [scores(g1=7.0)], "undecided": [scores(g4=6.4), scores(g8=5.8), scores(g1=5.6)]},
}
EVERY = ("agree", "disagree", "undecided")
COUNT, SUMS = "a count of games", "arithmetic"
NEVER = {
    "I1": {"undecided": "a count of games that are refused"},
    "O1": {"disagree": "they could: that none does so proves nothing"},
    "F8": {"disagree": "it might in certain situations: that none is sure proves nothing"},
    "D3": {"undecided": COUNT}, "B1": {"undecided": COUNT}, "B4": {"undecided": COUNT},
    "L1": {"undecided": SUMS}, "L2": {"undecided": SUMS}, "L4": {"undecided": SUMS},
    "B2": dict.fromkeys(EVERY, "our g8 was made to fit it"), "B3": dict.fromkeys(EVERY, "our g8 was made to fit it"),
    "B6": dict.fromkeys(EVERY, "about the course's files"),
}
