"""Every sentence about Organisms is judged rightly on made-up runs; what decides nothing is shown in the right numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.games.organisms import organisms
from lek.studies import organisms as study
from lek.studies.claim import PAPER, TOO_SMALL, VERDICTS, counted
from lek.studies.organisms import experiments, paper_claims
from lek.studies.organisms.paper_claims import SENTENCES
from lek.studies.organisms.study import STUDY

from .made_up import assert_judged, cases
from .worlds_organisms import CONFIG, NEVER, TABLE, Run, World, merged, place

BY_ID = {sentence.id: sentence for sentence in SENTENCES}


@pytest.mark.parametrize(("identity", "wanted", "number"), cases(TABLE))
def test_a_sentence_is_judged_by_what_it_is_about(
    identity: str, wanted: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = TABLE[identity][wanted][number]
    if identity == "A2":  # another report
        monkeypatch.setattr(paper_claims, "FIGURE_3", dict(enumerate(world)))
        world = {}
    assert_judged(lambda background: BY_ID[identity].judge(CONFIG, Run(world, background)), wanted)


def ours(identity: str, *worlds: World, config: Any = CONFIG) -> str:
    text: str = BY_ID[identity].judge(config, Run(merged(*worlds), 1)).ours
    return text


SHOWN = {  # the numbers beside the first world in which a sentence must agree
    "X1": "60 of 60 games alone in the default climate survived: 100.0% [94.0%, 100.0%]",
    "X2": "share of energy at the end among the other five 0.100 [0.090, 0.110], against 0.167",
    "F1": "the farmer's share of energy: beside the impostor 0.200, beside SimplePlayer 0.250; paired difference +0.050 [",
    "S1": "share of energy: 0.5 0.3800, 0.9 0.4000; paired difference +0.0200 [",
    "S2": "extinct: 0.9 0.333, 0.95 0.583; paired difference +0.250 [|extinct: 0.9 0.333, 1 0.667; paired difference +0.333",
    "S3": "share of energy on 40 x 40: 0.5 0.300, 0.9 0.400; paired difference +0.100 [|0.7 0.330, 0.9 0.400|0.8 0.360, 0.9",
    "S4": "share of energy: 0.5 0.3800, 1.5 0.4000; paired difference +0.0200 [",
    "S5": "births: sated=1.0 300, sated=1.5 320; paired difference +20 [|"
          "share of games more in which it dies out 0.000 [0.000, 0.000], against 0.050",
    "A2": "its own Figure 3 has 12 energies above 2.571 in 16 configurations",  # the report's, which disagrees
    "A8": "energy alone: births anywhere 30000, births onto food 30500; paired difference +500 [",
    "B5": "what roaming whenever it can leaves of its energy alone: v=20 0.150, v=10 0.200; paired difference +0.050 [|"
          "the same at v=20 0.150 [0.142, 0.158], against 1.000",
    "D1": "default, share of moves onto food: north 0.200, south 0.240; paired difference +0.040 [|"
          "rainforest, share of moves onto food: north 0.100, south 0.140; paired",
    "D2": "energy alone: north 25 % 24000, north 75 % 24600; paired difference +600 [",
    "D3": "survived among its peers: north 25 % 0.417, north 75 % 0.750; paired difference +0.333 [",
    "E1": "share of energy below 1,000 cells 0.300, on larger boards 0.340; difference +0.040 [",
    "E2": "choked out on 1,600 and 2,500 cells 0.167, below 1,000 cells 0.500; difference +0.333 [|"
          "SimplePlayer's share of energy below 1,000 cells 0.400 [|against 0.500",
    "E5": "organisms of SimplePlayer with sated=3 and probability=1, alone: at the end 220, after 200 rounds 240; paired|"
          "energy of SimplePlayer with sated=3 and probability=1, alone: at the end 20000, after 200 rounds 21000; paired",
    "E3": "choked out below 1,000 cells: with an aggressive start 0.167, without 0.500; paired difference +0.333 [",
    "E4": "share of energy below 1,000 cells: without 0.300, with an aggressive start 0.330; paired difference +0.030 [",
}


def test_the_numbers_beside_a_verdict_have_the_right_names() -> None:
    assert {*SHOWN} == {*TABLE}
    for identity, text in SHOWN.items():
        shown = ours(identity, {} if identity == "A2" else TABLE[identity]["agree"][0])
        assert all(part in shown for part in text.split("|")), (identity, shown)
    assert ours("S1", TABLE["S1"]["agree"][0]).endswith(
        "(in all trials 0.5: 0.380, 0.7: 0.300, 0.8: 0.300, 0.9: 0.400, 0.95: 0.300, 1: 0.300)")
    assert ours("S4", TABLE["S4"]["agree"][0]).endswith(
        "(in all trials 0.5: 0.380, 1: 0.300, 1.25: 0.300, 1.5: 0.400, 1.75: 0.300, 2: 0.300, 3: 0.300)")
    four = replace(CONFIG, players=CONFIG.players[:4])
    assert ours("X2", TABLE["X2"]["agree"][0], config=four).endswith("against 0.250")


def test_p_is_of_the_sentence() -> None:
    """One-sided, for all parts of a sentence that were tested: small where it agrees, large where it does not."""
    tested = {*TABLE} - {"X1", "A2"}
    for identity in tested:
        for wanted in ("agree", "disagree", "undecided"):
            for world in TABLE[identity][wanted]:
                p = BY_ID[identity].judge(CONFIG, Run(world, 0)).p
                assert p is not None, (identity, wanted)
                assert p <= 0.025 if wanted == "agree" else p > 0.025, (identity, wanted, p)


def six(kind: str, climate: str, column: str, values: tuple[float, ...]) -> World:
    """What each of the six has, in the mean, which is cut to an integer."""
    return merged(*(place(f"{kind}-{climate}", "measures", 0, k, **{column: (value + 0.5, value / 100)})
                    for k, value in enumerate(values)))


FLAT, FIRST = (1000.0,) * 6, (9000.0, 1000.0, 1100.0, 1000.0, 1200.0, 1000.0)
EACH = {  # what of SimplePlayer's is far above the five others: its organisms, its energy, its energy per organism
    "none": (FLAT, FLAT), "count": (FIRST, FLAT), "energy and density": (FLAT, FIRST), "count and energy": (FIRST, FIRST),
    "density": ((100.0, *FLAT[1:]), FLAT)}


def scored(kind: str, **many: str) -> World:
    """The six in each climate; where nothing is named SimplePlayer is as good as the others."""
    return merged(*(six(kind, climate, column, values) for climate in study.CLIMATES
                    for column, values in zip(("count", "energy"), EACH[many.get(climate.replace("-", "_"), "none")],
                                              strict=True)))


SCORES = {"liechtenstein": "count", "goldmines": "count and energy", "report_default": "energy and density",
          "americas": "count and energy", "himalayas": "density", "atlantis": "density", "dark_age": "density",
          "grasslands": "energy and density", "report_rainforest": "density"}


@pytest.mark.parametrize(("identity", "kind", "numbers"), [
    ("A1", "alone", (4, 12, 1)), ("A3", "alone", (6, 5, 2)), ("Z1", "six", (4, 5, 1))])
def test_t_scores_are_counted_beside_the_reports(identity: str, kind: str, numbers: tuple[int, int, int]) -> None:
    """Above the threshold: ours, the report's own, and ours where the climate's values are published."""
    other = scored("six" if kind == "alone" else "alone")
    assert ours(identity, scored(kind, **SCORES), other) == (
        "the players of 2015 are lost and ours stand in; ours above 2.571 in {} of 16 climates, its own table in {} (of the "
        "2 whose values are published: ours in {})".format(*numbers))


def test_some_climates_only() -> None:
    some = replace(CONFIG, climates=("goldmines", "americas", "liechtenstein"))
    assert "ours above 2.571 in 2 of 3 climates, its own table in 2 (of the 0" in ours(
        "A1", scored("alone", **SCORES), config=some)
    assert "ours above 2.571 in 2 of 3 climates, its own table in 1 (of the 0" in ours(
        "Z1", scored("six", **SCORES), config=some)
    assert ours("A6", config=some).endswith("ours by Mean Energy: not played")


def test_places_are_shown() -> None:
    orders = {"medium-desert": (9.0, 8, 7, 6, 5, 4), "easier-desert": (5.0, 9, 7, 3, 2, 1),
              "himalayas": (1.0, 2, 3, 4, 5, 6), "utopian-future": (4.0, 2, 3, 9, 9, 9), "americas": (8.0, 9, 8, 8, 8, 7)}
    worlds = [six(kind, climate, "energy", tuple(100 * value for value in order[::step]))
              for kind, step in (("six", 1), ("alone", -1)) for climate, order in orders.items()]
    assert ours("B1", *worlds).endswith("tables; ours by Mean Energy: medium-desert 1 of 6, easier-desert 3 of 6, "
                                        "himalayas 6 of 6, utopian-future 4 of 6, americas 2 of 6")
    assert ours("B2", *worlds).endswith("inferred from this; ours by Mean Energy: utopian-future 4 of 6")
    assert ours("A6", *worlds).endswith("tables; ours by Mean Energy: medium-desert 6 of 6, easier-desert 6 of 6")


def test_extinctions_and_deserts_are_shown() -> None:
    gold = merged(*(place("gold", "measures", 0, k, extinct=many) for k, many in enumerate((60, 45, 30, 15, 6))))
    for identity in ("A4", "A5"):
        assert ours(identity, gold).endswith("; SimplePlayer alone dies out in 100% with p=0.0001, 75% with p=0.0002, 50% "
                                             "with p=0.0005, 25% with p=0.001, 10% with p=0.002")
    low = merged(*(place(f"low-{k}", "measures", 0, player, energy=(100.0 * value, 1), extinct=many if player == 0 else 30)
                   for k, many, order in ((0, 45, (3, 4, 5, 1, 1, 1)), (1, 6, (6, 5, 4, 3, 2, 1)))
                   for player, value in enumerate(order)))
    assert ours("A7", low).endswith("; desert: 3 of 6 by energy, alive at the end in 25% of games; sparse: 1 of 6 by "
                                    "energy, alive at the end in 90% of games")


def test_monopolies_and_densities_are_shown() -> None:
    """99 % of the organisms, not of the energy; energy per organism, against the mean of the six."""
    alone, nearly = (0, 0, 497, 3, 0, 0), (0, 0, 495, 5, 0, 0)
    counts = merged(*(place(f"six-{climate}", "measures", 0, player, count=np.full(CONFIG.together, float(many)))
                      for k, climate in enumerate(study.CLIMATES) for player, many in enumerate(alone if k < 5 else nearly)))
    assert ours("B3", counts).endswith("; one species ends with 99 % of the organisms in 5 of 16 climates")
    dense = merged(scored("six", **SCORES), six("six", "atlantis", "energy", (10.0, 9000, 9000, 9000, 9000, 9000)))
    assert ours("B4", dense, scored("alone")).endswith("; ours above the mean of the six in 5 of 16 climates")


# Who says it, and how large a run must be


def test_a_small_run_says_nothing() -> None:
    quick, whole = (STUDY.claims(config, Run({}, 1)) for config in (study.QUICK, study.PAPER))
    assert {claim.id for claim in quick if claim.verdict in VERDICTS[:3]} == {"A2"}
    assert {claim.id for claim in quick if claim.verdict == TOO_SMALL} == {*TABLE} - {"A2"}
    assert {claim.id for claim in whole if claim.verdict not in VERDICTS[:3]} == {*NEVER} - {"A2"}
    assert {claim.verdict for claim in whole if claim.id in {*NEVER} - {"A2"}} == {"not testable"}
    assert {claim.source for claim in whole} == {PAPER}
    text = "30 checkable sentences of the paper, 19 of them judged, by 19 different tests"
    assert counted(PAPER, whole) == text
    assert text in " ".join((Path(__file__).parents[2] / "docs" / "organisms.md").read_text().split())


def test_what_is_judged_by_games_needs_thirty_of_the_climates_own_length() -> None:
    assert {sentence.id: dict(sentence.least) for sentence in SENTENCES} == {
        identity: {"trials": 30, "length": 5000} if identity in TABLE and identity != "A2" else {} for identity in BY_ID}
    for settings, small in (({"trials": 30}, False), ({"trials": 29}, True), ({"rounds": 5000}, False),
                            ({"rounds": 4999}, True), ({"rounds": 6000}, False)):
        claims = STUDY.claims(replace(CONFIG, **settings), Run({}, 0))
        assert {claim.id for claim in claims if claim.verdict == TOO_SMALL} == ({*TABLE} - {"A2"} if small else set())


def test_a_climates_own_length_is_the_one_that_sentences_need() -> None:
    judged = [{}, *experiments.TUNING_CLIMATES.values(), {"preset": "report-rainforest"}, {"preset": "report-default"}]
    assert {organisms(species=1, **settings).settings["rounds"] for settings in judged} == {CONFIG.length} == {5000}
    assert replace(CONFIG, rounds=400).length == 400
