"""Every sentence of the study of concept accessibility, judged in worlds made up for it, and at its scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lek.studies import concepts as study
from lek.studies.claim import OURS, PAPER, RULEBOOK, TOO_SMALL, VERDICTS, Sentence, counted, judge_all
from lek.studies.concepts.rulebook_claims import SENTENCES
from lek.studies.concepts.study import STUDY
from lek.studies.study import configure
from lek.studies.verdict import Finding

from .worlds import Change, Worlds, all_of, check
from .worlds_concepts import BY_Q, CONSTANT, FIGURE, RIVAL_FALLS, TO_10, TO_20, WORLDS, World, mix, told
from .worlds_concepts_borders import (
    BORDERS,
    EXACTLY,
    FURTHER,
    THREE,
    always_guided,
    at,
    at_last,
    best_tenths,
    chosen,
    elsewhere,
    everywhere,
    fallen,
    gained,
    gaps,
    guided_early,
    held,
    rule,
    some,
    unable,
    won,
    worth,
)

PAGE = Path(__file__).parents[2] / "docs" / "concepts-claims.md"
BY_ID = {sentence.id: sentence for sentence in SENTENCES}
SAID = {RULEBOOK: {"P1", "P2", "P3", "P7", "P8", "P9"}, OURS: {"B0", "B1", "B2", "B3", "B4", "B5"}}  # the paper the others


def settings(more: Mapping[str, Any] = {}) -> study.Config:
    return configure(study.PAPER, {"blocks": 20, **more})


def finding(identity: str, *changes: Change, high: bool = False, **more: Any) -> Finding:
    world = World(settings(more), high)
    all_of(*changes)(world)
    return BY_ID[identity].judge(world.config, world)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_sentence_has_the_verdict_it_must_have(sentence: Sentence) -> None:
    worlds = WORLDS[sentence.id]
    check(sentence, worlds, settings(worlds.more), World, mix)


@pytest.mark.parametrize(("identity", "worlds"), [*BORDERS.items(), *FURTHER], ids=lambda value: str(value)[:3])
def test_a_verdict_changes_at_its_border(identity: str, worlds: Worlds) -> None:
    check(BY_ID[identity], worlds, settings(worlds.more), World, mix)


def test_every_sentence_has_worlds_and_an_id_of_its_own() -> None:
    assert {*WORLDS} == {*BORDERS} == {*BY_ID} and len(BY_ID) == len(SENTENCES)
    for identity in BY_ID:  # where a verdict cannot be, both tables say why
        for verdict in VERDICTS[:3]:
            reasons = [isinstance(getattr(table[identity], verdict), str) for table in (WORLDS, BORDERS)]
            assert reasons[0] == reasons[1] and len(getattr(BORDERS[identity], verdict)), (identity, verdict)


# The least scale


def test_a_small_run_says_nothing_of_what_the_paper_says_of_a_million_games() -> None:
    quick, whole = (STUDY.claims(config, World(config, high=True)) for config in (study.QUICK, study.PAPER))
    assert {claim.id for claim in quick if claim.verdict in VERDICTS[:3]} == {"L1"}
    assert {claim.id for claim in quick if claim.verdict == TOO_SMALL} == {*BY_ID} - {"L1"}
    assert all(claim.verdict in VERDICTS[:3] for claim in whole)
    page = " ".join(PAGE.read_text().split())
    for source, words in (
        (PAPER, "40 checkable sentences of the paper, 40 of them judged, by 40 different tests"),
        (RULEBOOK, "6 checkable sentences of the rulebook, 6 of them judged, by 6 different tests"),
        (OURS, "6 checkable sentences of Lek, 6 of them judged, by 6 different tests"),
    ):
        assert counted(source, [claim for claim in whole if claim.source == source]) == words
        assert words in page


def verdict(config: Any, sentence: Sentence) -> str:
    claim, = judge_all([sentence._replace(judge=lambda *given: Finding("1", "agree"))], config)
    return claim.verdict


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_smaller_run_than_a_sentence_needs_has_no_verdict(sentence: Sentence) -> None:
    assert verdict(study.PAPER, sentence) == "agree"
    assert verdict(study.QUICK, sentence) == ("agree" if sentence.id == "L1" else TOO_SMALL)
    enough = asdict(study.PAPER) | dict(sentence.least)
    assert verdict(SimpleNamespace(**enough), sentence) == "agree", "the least is enough"
    for setting, least in sentence.least.items():
        assert verdict(SimpleNamespace(**enough | {setting: least - 1}), sentence) == TOO_SMALL


def test_every_sentence_needs_what_the_page_says() -> None:
    rules = {"population": 1000, "runs": 5}
    scale, short, rivals = (rules | {name: games} for name, games in (
        ("games", 1_000_000), ("short_games", 50_000), ("rival_games", 200_000)))
    shorter = ("M2b", "M4c", "M5a", "M5b", "M9", "M9b", "M10", "M10b", "M11")
    expected = {
        **dict.fromkeys(BY_ID, scale), **dict.fromkeys(shorter, short), "M5c": scale | short, "M6b": scale | short,
        "M8": short | rivals, "M12": rivals, "L1": {}, "L3": scale | {"board_games": 2000},
        "P7": {"games": 1_000_000, "runs": 5}, **dict.fromkeys(("B2", "B3"), short | {"greedy_games": 10_000}),
        "B0": {"population": 1000, "choice_games": 50_000, "choice_runs": 5}}
    assert {sentence.id: dict(sentence.least) for sentence in SENTENCES} == expected
    table = PAGE.read_text().split("| sentences | the least with which they are judged |")[1].split("\n\n")[0]
    rows = [row.split("|")[1].strip().split(", ") for row in table.strip().splitlines()[1:]]
    assert sorted(identity for row in rows for identity in row) == sorted(BY_ID)
    assert all(expected[identity] == expected[row[0]] for row in rows for identity in row)
    assert len({tuple(sorted(expected[row[0]].items())) for row in rows}) == len(rows)


def test_who_says_it() -> None:
    said: dict[str, set[str]] = {}
    for sentence in SENTENCES:
        said.setdefault(sentence.source, set()).add(sentence.id)
    assert said.pop(PAPER) == {*BY_ID} - SAID[RULEBOOK] - SAID[OURS]
    assert said == SAID


# What has no verdict, and what is told beside one


def test_blocks_too_short_to_tell_the_second_thousand_games_apart() -> None:
    world = World(settings(), high=True)
    world["figure_0.1-to-10_004"]["early"] = np.zeros(0)
    assert BY_ID["A1"].judge(world.config, world) == (
        "blocks are too short to tell games 1000 to 2000 apart", "not testable", None)


def test_where_no_run_could_fall_nothing_is_said_of_stability() -> None:
    for identity in ("M6", "M6b"):
        assert finding(identity)[:2] == ("no run got so far that it could fall", "undecided")
    assert finding("M8")[:2] == ("only 0 of 140 runs got so far that they could fall", "undecided")


def test_what_is_told_beside_a_verdict() -> None:
    assert finding("S7", some([TO_20], lambda arrays: won()(arrays, 0.46), lambda arrays: won()(arrays, 0.6))(7)).ours == (
        "7 of 10 runs end within it (all from 0.460 to 0.600): 70.0% [34.8%, 93.3%]")
    assert finding("S1", at(FIGURE[0], won())(0.42), opponent="chain", parents="used").ours == (
        "against chain, parents by used, last tenth 0.420 [0.419, 0.421], margin 0.05 about 0.400")
    assert "; 140 where a run need not have got so far [ours" in finding("M8", some(RIVAL_FALLS, fallen, unable)(12)).ours
    hard = some([("short", "mortals", "perfect"), ("short", "economy", "perfect")], fallen, held)(9)
    assert finding("M8", some(RIVAL_FALLS, held, held)(0), hard).ours == (
        "9 of 140 runs that could (140 in all) collapsed: 6.4% [3.0%, 11.9%], of them against perfect 9 of 40; 9 where a "
        "run need not have got so far [ours, made from a sentence about each]")
    assert finding("M6", some(FIGURE, fallen, unable)(3)).ours.startswith("0 of 3 runs that got so far (30 in all) did not")
    assert finding("M7", some(FIGURE, held, held)(0)).ours.startswith(
        "0 of 30 runs of Figure 4 never fall by more than 0.05:")
    assert finding("M12", best_tenths(0.31, 0.2)).ours == (
        "the best tenth of any run against chain: economy 0.310, mortals 0.200 [ours; margin 0.05]")
    assert finding("R4", some(FIGURE, rule("valuable", THREE, 2, 8.7), rule("valuable", THREE, 2, 4.0))(9)).ours == (
        "9 of 30 runs have one with a Q of 8.5 or more (the highest 8.70): 30.0% [14.7%, 49.4%]")
    assert finding("L1", told(1000.0, 0.5)).ours.startswith(
        "two rules of two and three nodes make 500 of all 1000 double-deals of always-double-deal; they match 243410 of 66")
    assert finding("P2", gaps(0.1, -0.2)).ours == (
        "greedy less on-line from -0.200 to +0.100, 0.010 on average over 30 runs")
    claims = at(("long", "claims", "chain"), worth)(0.7)
    assert finding("B1", claims).ours == (
        "claims against chain, 10 runs from 0.697 to 0.703, computed 0.700 [0.699, 0.701], against 0.600")
    assert finding("P9", some([("long", "literal-rising", "chain")], held, held)(0)).ours.startswith(
        "0 of 10 runs collapsed (the best tenth 0.300, the last 0.061, on average)")
    assert finding("B0", chosen("used", 0.1)).ours == (
        "parents by used, alpha 0.1; Figure 4 has parents by accessibility, alpha 0.01")


LEFT = at_last("live")


@pytest.mark.parametrize(("identity", "changes", "words"), [
    ("S4", [at(TO_20, won(0, 1))(0.3), at(CONSTANT, won(0, 1))(0.4)], "first fifth, constant-10 0.400, 0.1-to-20 0.300"),
    ("S5", [at(TO_20, won())(0.5), at(CONSTANT, won())(0.4)], "constant 10 0.400, 0.1 to 20 0.500"),
    ("S6", [at(TO_20, won(0, 1))(0.3), at(TO_10, won(0, 1))(0.2)], "first fifth, 0.1-to-20 0.300, 0.1-to-10 0.200"),
    ("A1", [at(TO_10, guided_early, 0.2)(0.9925)], "games 1000 to 2000, 0.1-to-10 0.9925 [0.9922, 0.9928], against 0.9900"),
    ("A2", [everywhere(always_guided)(0.9925)], "the least of all later blocks 0.9925 [0.9924, 0.9926], against 0.9900"),
    ("M2b", [at(("short", "fitted", "chain"), EXACTLY)(0.2), at(("short", "fitted-by-quality", "chain"), EXACTLY)(0.4)],
     "rules without a wildcard, chain: fitted 0.200, by quality 0.400"),
    ("M4c", [at(("short", f"literal-{name}", "chain"), EXACTLY)(share) for name, share in (
        ("by-quality", 0.4), ("combined", 0.2))], "chain, literal: by quality 0.400, combined 0.200"),
    ("M5", [at(BY_Q, won())(0.2), at(CONSTANT, won())(0.4)], "always-double-deal: by-quality 0.200, Figure 4 0.400"),
    ("M5b", [at(("short", name, "perfect"), won())(share) for name, share in (
        ("literal-combined", 0.2), ("literal", 0.4))], "perfect: combined 0.200, literal 0.400"),
    ("M9", [at(("short", name, "perfect"), won())(share) for name, share in (
        ("mortals", 0.2), ("fitted", 0.4))], "perfect: mortals 0.200, fitted 0.400"),
    ("M10b", [at(("short", "economy-taxed", opponent), LEFT)(rules) for opponent, rules in (
        ("greedy-shortest", 400), ("perfect", 200))],
     "economy-taxed: rules left against greedy-shortest 400, perfect 200; difference -200 ["),
    ("M11", [at(("short", "mortals", "greedy-shortest"), gained)(0.12)],
     "mortals, greedy-shortest, last tenth less fifth 0.120 [0.119, 0.121], against 0.050"),
    ("L3", [elsewhere("random", "greedy-shortest")(0.2), elsewhere("fitted", "greedy-shortest")(0.4)],
     "4 x 4, against greedy-shortest: a random player 0.200, rules of Figure 4 0.400"),
    ("B3", [at(("short", name, "parity-avg"), worth)(share) for name, share in (
        ("accessible", 0.2), ("claims", 0.4))], "parity-avg: accessible 0.200, claims 0.400"),
    ("B4", [at(TO_10, worth)(0.2), at(("long", "claims", study.PAPER.opponent), worth)(0.4)],
     "always-double-deal: 0.1-to-10 0.200, claims 0.400"),
    ("B5", [at(("long", name, "chain"), worth)(share) for name, share in (("fitted", 0.2), ("claims-whole", 0.4))],
     "chain: fitted 0.200, claims that learn the final margin 0.400"),
], ids=lambda value: value if isinstance(value, str) and len(value) < 5 else "")
def test_numbers_stand_beside_their_names(identity: str, changes: list[Change], words: str) -> None:
    for high in (False, True):
        assert words in finding(identity, *changes, high=high).ours
