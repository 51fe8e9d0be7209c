"""Every sentence about Gunslinger is judged rightly on made-up runs, whatever stands in the rows beside its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.studies import gunslinger as study
from lek.studies.claim import PAPER, RULEBOOK, TOO_SMALL, counted, judge_all
from lek.studies.gunslinger import beyond, course_claims, paper_claims
from lek.studies.gunslinger.lineups import PLACE
from lek.studies.gunslinger.one_seat import MUS, REPORTED, SITTERS, SITUATIONS
from lek.studies.gunslinger.paper_claims import SENTENCES
from lek.studies.gunslinger.watched import COUNTED
from lek.studies.study import configure
from lek.studies.verdict import Finding

from .made_up import assert_judged, cases
from .worlds_gunslinger import (
    ALL,
    CONFIG,
    DEALS,
    GAMES,
    ORDER,
    alike,
    answered,
    answers,
    but,
    costing,
    dying,
    few_and_many,
    odd,
    ranked,
    run_of,
    scores,
    silent,
    taking,
    watch,
)
from .worlds_gunslinger_table import TABLE

BY_ID = {sentence.id: sentence for sentence in SENTENCES}


def judge(identity: str, world: Any, background: int = 0) -> Any:
    return BY_ID[identity].judge(CONFIG, run_of(world, background))


@pytest.mark.parametrize(("identity", "wanted", "number"), cases(TABLE))
def test_a_sentence_is_judged_by_what_it_is_about(
    identity: str, wanted: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = TABLE[identity][wanted][number]
    for name, value in world.get("patched", {}).items():
        monkeypatch.setattr(paper_claims, name, value)
    assert_judged(lambda background: judge(identity, world, background), wanted)


# The least scale, and who says it


def test_a_smaller_run_than_a_sentence_needs_has_no_verdict() -> None:
    assert given_by(study.PAPER) == {*BY_ID}
    assert {*BY_ID} - given_by(study.QUICK) == {"F2", "F2-half", "F5", "E1", "S1", "B1"}
    always = {"I1", "D3", "L1", "L2", "L4", "B2", "B3", "B4", "B6"}
    watched = {"I2", "I3", "I4", "O1", "D1", "C1", "C2"}
    exchanged = {"O2", "O3", "O4", "D2", "F1", "F3", "F3-half", "F4", "F4-many", "F6", "F7", "F7-first", "F8", "L3"}
    for names, least in ((always, {}), (watched, {"games_watched": 20}), (exchanged, {"games_exchange": 100}),
                         ({"F2", "F2-half", "F5"}, {"games_watched": 200}), ({"S1"}, {"games_search": 1000}),
                         ({"B5"}, {"games_without": 10}), ({"B1"}, {"games_without": 10, "line_ups_without": 25}),
                         ({"E1"}, {"games_with": 100, "line_ups_with": 28})):
        assert names == {identity for identity, sentence in BY_ID.items() if sentence.least == least}


def given_by(config: Any) -> set[str]:
    """The sentences to which a run of this scale gives a verdict, whatever it finds."""
    sure = [sentence._replace(judge=lambda *given: Finding("1", "agree")) for sentence in SENTENCES]
    return {claim.id for claim in judge_all(sure, config) if claim.verdict != TOO_SMALL}


def test_line_ups_are_counted_once() -> None:
    for sizes, numbers in (("3,4,9,10,18,36,90", (25, 28)), ("10,10", (0, 7)), ("90,3,90", (6, 2)), ("36", (0, 7))):
        config = configure(study.PAPER, {"sizes": sizes})
        assert (config.line_ups_without, config.line_ups_with) == numbers


def test_who_says_it() -> None:
    assert {identity for identity, sentence in BY_ID.items() if sentence.source == RULEBOOK} == {
        "B1", "B2", "B3", "B4", "B5", "B6"}
    assert {sentence.source for sentence in SENTENCES} == {PAPER, RULEBOOK}


def test_the_line_ups_in_which_somebody_died_are_named() -> None:
    words = BY_ID["B2"].words
    assert words == "Of 25 mixed line-ups only (N,e,f) = (4,1,2), (9,2,6), (18,6,11), (90,20,40) saw deaths"


def test_the_page_counts_the_sentences() -> None:
    claims = judge_all(SENTENCES, CONFIG, run_of({}, 1))
    page = " ".join((Path(__file__).parents[2] / "docs" / "gunslinger.md").read_text().split())
    for source in (PAPER, RULEBOOK):
        assert counted(source, [claim for claim in claims if claim.source == source]) in page


# What was not played


@pytest.mark.parametrize(("identity", "given"), [
    ("D3", {"sizes": "10,36"}), ("B4", {"sizes": "10,36"}), ("B1", {"sizes": "10,36"}), ("B2", {"sizes": "10"}),
    ("B3", {"sizes": "10"}), ("B5", {"sizes": "3,4,10,18,36,90"}), ("B6", {"sizes": "9,90"}), ("E1", {"sizes": "9,90"}),
    ("E1", {"groups": "g1,g3,g4,g8,DR,DR-recent,dumb,DRR-first,silent"}),
    ("D3", {"groups": "g1,g3,g4,g8,dumb,DR-recent,DRR,DRR-first,silent"}),
    ("B3", {"groups": "g1,g3,g4,dumb,DR,DR-recent,DRR,DRR-first,silent"}),
    *(("B5", {"groups": ",".join("dumb" if name == other else name for name in study.NINE)}) for other in ORDER)])
def test_what_was_not_played_is_not_testable(identity: str, given: dict[str, str]) -> None:
    assert BY_ID[identity].judge(configure(CONFIG, given), run_of({}, 0)) == course_claims.NOT_PLAYED
    assert BY_ID[identity].judge(CONFIG, run_of({}, 0)) != course_claims.NOT_PLAYED


def test_revengers_that_were_left_out_are_not_counted() -> None:
    config = configure(CONFIG, {"groups": "g1,g3,g4,g8,DR,dumb,focus,DRR-first,silent", "aggressors": "dumb-1"})
    told = BY_ID["B4"].judge(config, run_of(silent(4, 7), 0)).ours
    assert "tables of only DR, DRR-first (25 line-ups) 500 of 500 games" in told


# The numbers that stand beside a verdict


@pytest.mark.parametrize(("identity", "world", "told"), [
    ("I2", odd(watch(friendships=20, friends_mutual=20, enmities=30, mutual=10), (2, 0, "friends_mutual", -3)),
     "in 120 games 2397 of 2400 friendships are mutual, and 1200 of 3600 enmities"),
    ("I3", watch(deaths=3, deaths_of_two=2, hits_of_one=5, deaths_of_one=1),
     "240 of 360 who died had two or more shots in that round; of 600 who had one, 120 died"),
    ("I4", odd(watch(quiet_at_end=10, shots_at_end=0), (4, 3, "shots_at_end", 1), (2, 0, "quiet_at_end", -1)),
     "119 of 120 games ended after 10 rounds without a death; in 1 somebody was still shooting"),
    ("O1", watch(from_neutrals=6, enmities=20), "30.0% [30.0%, 30.0%] of those who have somebody as an enemy"),
    ("D2", {"exchange": {("alive", "DR", "random-enemy"): alike(0.25, ALL),
                         ("shots", "DR", "random-enemy"): alike(-1.5, ALL)}},
     "survival +0.250 [+0.231, +0.269]; shots a game -1.50 [-1.52, -1.48]"),
    ("D1", watch(dr_shots=4, dr_justified=3), "360 of 480 shots"),
    ("C1", watch(drr_shots=2, drr_justified=1), "120 of 240 shots"),
    ("C2", {"watched": {"all": {"dr_chances": 4, "dr_justified": 3, "drr_chances": 5, "drr_justified": 2},
                        7: {"dr_chances": 4, "dr_justified": 4, "drr_chances": 0, "drr_justified": 0}}},
     "DR answered in 384 of 480 rounds in which it could, DRR in 192 of 480: f=0 40.0% (the curve says 100.0%), f=2 40.0% "
     "(the curve says 99.9%), f=4 40.0% (the curve says 96.6%), f=6 40.0% (the curve says 50.0%), f=7 0.0% (the curve says "
     "15.9%)"),
    ("F2", {"watched": {0: {"friend_chances": 0, "friend_answers": 0}} | answers(
        f2=(0.4, 0.1), f4=(0.6, 0.5), f6=(0.3, 0.2), f7=(0.7, 0.2))["watched"]},
     "within 3 rounds, and so many others: f=2 40.0% and 10.0%, f=4 60.0% and 50.0%, f=6 30.0% and 20.0%, f=7 70.0% and "
     "20.0%; many friends (6, 7), difference +0.300 ["),
    ("F2-half", answered(f6=0.3, f7=0.5), "with many friends (6, 7) 40.0% ["),
    ("F5", answered(f2=0.4, f4=0.2, f6=0.2, f7=0.1), "f=4 20.0% ["),
    ("F5", answered(f2=0.4, f4=0.2, f6=0.2, f7=0.1), "few friends (2) minus many (6, 7) +0.250 ["),
    ("F3-half", dying(0.3), "with many friends 30.0% ["),
    ("F4-many", few_and_many(0.1, 0.4), "few friends +0.10 [+0.07, +0.13], many +0.40 [+0.36, +0.44]; difference -0.30 ["),
    ("F8", costing({(2, 4): 0.5, (7, 1): 0.25}), "costs rank beyond doubt (Holm) in 2 of 15 situations: e=4 f=2 +0.50 ["),
    ("F8", costing({}), "costs rank beyond doubt (Holm) in 0 of 15 situations"),
    ("E1", ranked(0.02), "in 60 line-ups with e >= N/2, against our zoo, DRR's rank minus the mean of the other eight, as a "
     "share of the table: +0.020 ["),
    ("E1", {"with": {"scores": [0.9, 0.1, 0.2, 0.8, 0.3, 0.4, 0.7, 0.5, 0.6]}}, "by mean score it is 3 of nine there"),
    ("E1", {"with": {"scores": [0.5] * 6 + [0.1] + [0.5] * 2, "of 36": [0.5] * 6 + [0.9] + [0.5] * 2}},
     "by mean score it is 9 of nine there"),
    ("L1", {}, "at x = 0.4 P is with mu = 0.07 99.1%, with mu = 0.5, as in its Figure 1, 19.3%, finally 50.0%: the final "
     "curve is above that with mu = 0.07 at 0% of all x"),
    ("L2", {}, "the first one's is 0.37 at x = 0.46, where it is largest, and 0.0005 at x = 0.00, where it is smallest"),
    ("L4", {}, "90 % is reached at x = 0.532, and at x = 0.6 P is 96.6%"),
    ("I1", {}, "of 393 combinations of n up to 10"),
    ("B1", {"without": {"all": {"tied": 1.0, "fired": 0.0}, (9, 2, 6): {"tied": 0.5, "fired": 1.0},
                        (4, 1, 2): {"tied": 0.5, "fired": 1.0}},
            "alone": {"all": {"tied": True, "fired": 0.0}, "odd": [((3, 1, 0), "fired", (2, 4), 3.0),
                                                                   ((3, 1, 0), "tied", (2, 5), False)]}},
     "ours: 8524 of 9160 games end with all at f + 1 (93.1%), and in 7889 nobody shoots"),
    ("B2", {"without": {"all": {"died": 0.0}, (18, 6, 11): {"died": 0.3}, (4, 1, 2): {"died": 1.0}}},
     "ours, of 25 line-ups: (4, 1, 2) in 100% of games, (18, 6, 11) in 30% of games"),
    ("B2", {"without": {"all": {"died": 0.0}}}, "ours, of 25 line-ups: none"),
    ("B3", {"alone": {"all": {"died": 0, "fired": 0.0}, "odd": [
        ((4, 1, 2), "fired", (1, 3), 2.0), ((9, 2, 6), "fired", (3, 0), 1.0), ((18, 6, 11), "fired", (3, 9), 1.0),
        ((9, 2, 6), "died", (3, 9), 2)]}},
     "somebody dies in self-play of g8 (9, 2, 6); somebody shoots in that of g3 (4, 1, 2); g8 (9, 2, 6), (18, 6, 11) ("),
    ("B3", {"alone": {"all": {"died": 0, "fired": 0.0}}}, "self-play of none; somebody shoots in that of none"),
    ("B4", but(silent(4, 5, 6, 7), ((9, 2, 6), "fired", (6, 4), 3.0), ((9, 2, 6), "rounds", (6, 4), 12)),
     "DR, DR-recent, DRR, DRR-first (25 line-ups) 999 of 1000 games ended after 10 rounds with everybody at f + 1, and 3 "
     "shots"),
    ("B5", scores(), "g3 6.4, g4 5.8, g8 5.6, g1 5.0; g3 minus g4 +0.60 [+"),
    ("B6", {"with": {"scores": [0.9, 0.1, 0.2, 0.8, 0.3, 0.4, 0.7, 0.5, 0.6]}},
     "can get: g1 0.900 [0.900, 0.900], g8 0.800 [0.800, 0.800], DRR 0.700 [0.700, 0.700], silent 0.600 ["),
])
def test_the_numbers_are_of_what_was_played(identity: str, world: Any, told: str) -> None:
    assert told in judge(identity, world, 1).ours


def test_the_first_combination_that_is_refused_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_claims, "gunslinger", taking(lambda n, e, f: e + f < n and (n, e, f) != (8, 2, 3)))
    assert judge("I1", {}).ours == "not so at (8, 2, 3)"


def test_situations_are_told_one_by_one() -> None:
    gaps = {(f, e): round(0.1 * f + 0.01 * e - 0.3, 3) for f, e in ALL}
    def means(friends: Any, digits: int) -> list[str]:
        return [f"f={f} {np.mean([gap for (of, _), gap in gaps.items() if of == f]):+.{digits}f} [" for f in friends]
    for identity, key, friends in (
            ("F1", ("rank", "DR", "silent"), (6, 7, 8)), ("F4", ("rank", "DR", "silent"), (0, 2)),
            ("O4", ("rank", "random-enemy", "silent"), SITUATIONS), ("L3", ("rank", "DRR", "DRR-first"), (5, 6, 7, 8))):
        ours = judge(identity, {"exchange": {key: gaps}}).ours
        places = [ours.index(each) for each in means(friends, 2)]
        assert places == sorted(places), identity
        assert sum(f"f={f} " in ours for f in SITUATIONS) == len(friends)
    ours = judge("O4", {"exchange": {("rank", "random-enemy", "silent"): alike(0.25, ALL)}}).ours
    assert "its own rank +0.25 [+0.23, +0.27] (below 0: better); by f: f=0" in ours
    ours = judge("F7", {"exchange": {("rank", "DR", "answers-enemies"): gaps}}).ours
    assert "f=0 -0.27 [" in ours and "f=2 -0.08 [" in ours, "of up to seven and up to four enemies"
    ours = judge("F6", {"exchange": {("rank", "DR", "silent"): gaps}}).ours
    assert [ours.index(f"e={e} {gap} [") for e, gap in (
        (1, "-0.19"), (2, "-0.18"), (4, "-0.16"), (7, "-0.13"), (9, "-0.21"))] == sorted(
            ours.index(f"e={e} ") for e in (1, 2, 4, 7, 9))


def test_many_and_few_aggressors_are_told_apart() -> None:
    """One who answers is a tenth of a rank behind for each of them at the table, but ahead with two."""
    arrays = run_of({}, 0)
    fighters = [PLACE[name] for name in CONFIG.aggressors]
    by_friends = {}
    for f in SITUATIONS:
        rank = arrays[f"exchange_{f}"]["rank"] = arrays[f"exchange_{f}"]["rank"].copy()
        crowd = np.isin(arrays[f"exchange_{f}"]["company"], fighters).sum(1)
        assert {2, 3, 4} <= {*crowd.tolist()}
        gap = np.where(crowd <= 2, -0.5, 0.1 * crowd)
        rank[:, SITTERS.index("DR")] = rank[:, SITTERS.index("silent")] + gap
        by_friends[f] = gap[crowd > 2].mean()
    for identity, friends in (("F1", (6, 7, 8)), ("F4", (0, 2))):
        ours = BY_ID[identity].judge(CONFIG, arrays).ours
        more = np.mean([by_friends[f] for f in friends for _ in SITUATIONS[f]])
        assert f"; -0.50 [-0.50, -0.50] with up to two aggressors at the table, {more:+.2f} [" in ours
        assert ours.endswith("with more aggressors at the table")
    crowded = np.tile([*fighters, *range(5)], (DEALS, 1))
    for f in (7, 6, 8):  # with more in some situations, then in all of them
        arrays[f"exchange_{f}"] = arrays[f"exchange_{f}"] | {"company": crowded}
        ours = BY_ID["F1"].judge(CONFIG, arrays).ours
        assert "with more aggressors" in ours and "up to two" not in ours


def in_one_game(game: int, f: int, world: Any, **values: int) -> Any:
    """The arrays of a world in which, with so many friends, these things happened in one game alone."""
    arrays = run_of(world, 0)
    counts = arrays[f"watched_{f}"]["counts"].copy()
    for column, value in values.items():
        counts[:, COUNTED.index(column)] = value * (np.arange(GAMES) == game)
    return arrays | {f"watched_{f}": {"counts": counts}}


@pytest.mark.parametrize("game", range(GAMES))
def test_what_one_game_tells_is_told(game: int) -> None:
    cases = {"friend_chances": 4, "other_chances": 4, "friend_answers": 3, "other_answers": 1}
    both = answers(f6=(0.3, 0.2), f7=(0.3, 0.2))
    assert "f=4 75.0% and 25.0%" in BY_ID["F2"].judge(CONFIG, in_one_game(game, 4, both, **cases)).ours
    assert "difference +0.300" in BY_ID["F2"].judge(CONFIG, in_one_game(game, 6, both, **cases)).ours
    shots = answered(f2=0.3, f6=0.2, f7=0.2)
    for f, told in ((2, "+0.550"), (6, "-0.175")):
        ours = BY_ID["F5"].judge(CONFIG, in_one_game(game, f, shots, shots=4, answered=3)).ours
        assert f"f={f} 75.0% [75.0%, 75.0%]" in ours and f"minus many (6, 7) {told} [" in ours
    assert "f=4 75.0% [75.0%, 75.0%]" in BY_ID["F5"].judge(CONFIG, in_one_game(game, 4, shots, shots=4, answered=3)).ours


@pytest.mark.parametrize(("best", "named"), [
    ((0, 0), "mu = 0, beta = 0.01, which is to answer always, has the best rank"),
    ((1, 0), "mu = 0.1, beta = 0.01, which is to answer always, has the best rank"),
    ((0, 4), "mu = 0, beta = 0.07 has the best rank"), ((9, 6), "mu = 0.9, beta = 0.15 has the best rank")])
def test_the_best_combination_is_named(best: tuple[int, int], named: str) -> None:
    arrays = run_of({"search": {"best": best, "behind": (0.1, 0.2)}}, 0)
    for f in SITUATIONS:  # on the odd deals two others are as good, and all the rest far behind
        rank = arrays[f"search_{f}"]["rank"][..., 1::2]
        rank += 20
        for cell in (best, (2, 5), (7, 1)):
            rank[:, *cell] -= 20
        rank[:, 2, 5], rank[:, 7, 1] = rank[:, *best] - 0.1, rank[:, *best]
        rank[:, *beyond.cell(REPORTED)] -= 20
    found = BY_ID["S1"].judge(CONFIG, arrays)
    low, high = min(MUS[best[0]], 0.2), max(MUS[best[0]], 0.7)
    assert f"of 88 combinations {named} (picked" in found.ours and "the report's choice is +0.100 [" in found.ours
    assert f"; 3 combinations are not significantly worse than the best, with mu from {low:g} to {high:g}" in found.ours
    assert found.verdict == "disagree" and found.p > 0.99
