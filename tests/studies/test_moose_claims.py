"""Every sentence of the Moose paper is judged rightly on made-up runs, whatever stands in the rows beside its own."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lek.studies import moose as study
from lek.studies.claim import PAPER, counted
from lek.studies.moose import density, population_claims
from lek.studies.moose.paper_claims import SENTENCES
from lek.studies.moose.study import STUDY
from lek.studies.study import configure

from .made_up import assert_judged, cases
from .worlds_moose import CONFIG, OVER, PLAYING, TABLE, run_of, sawing

EVERY = range(1, 8)
ABOUT = {  # the experiments that a sentence is about
    **dict.fromkeys(("A1-richness", "T4", "F2", "F3", "F4", "F4-final", "F5"), (4, 5)), "A1-growth": (2, 3, 6, 7),
    **dict.fromkeys(("A2", "V5"), (4, 5, 6, 7)), **dict.fromkeys(("A3", "C8", "D1", "D2", "D3", "D4"), (5,)),
    **dict.fromkeys(("I1", "F13"), (1,)), **dict.fromkeys(("T1", "F1", "F10", "V7"), (1, 2, 3)), "T2": (2, 4), "T3": (1, 4),
    **dict.fromkeys(("T5", "T8", "C1", "C7", "V10"), EVERY), "T6": (5, 6, 7), "C6": (4, 5, 6), "F6": (6,), "V6": (7,),
    **dict.fromkeys(("T7", "C5", "F7", "F8", "F9", "F11", "V4"), (6, 7)), "F12": (1, 2, 6, 7),
    **dict.fromkeys(("C2", "C3", "V1", "V2"), (1, 2)), **dict.fromkeys(("C4", "V3"), (2, 3)), "V8": (), "V9": ()}
BY_ID = {sentence.id: sentence for sentence in SENTENCES}


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Populations are not played: what they would do stands in their made-up genomes."""
    monkeypatch.setattr(density, "all_moves", PLAYING.all_moves)
    for name in ("types_of", "self_scores"):
        monkeypatch.setattr(population_claims, name, getattr(PLAYING, name))


def judge(identity: str, world: Any, background: int, over: str = "whole") -> Any:
    config, arrays = configure(CONFIG, {"over": over}), run_of(world, background)
    return BY_ID[identity].judge(config, arrays, study.all_statistics(config, arrays))


@pytest.mark.parametrize(("identity", "wanted", "number"), cases(TABLE))
def test_a_sentence_is_judged_by_what_it_is_about(identity: str, wanted: str, number: int) -> None:
    world = TABLE[identity][wanted][number]
    assert_judged(lambda background: judge(identity, world, background), wanted)
    if identity in OVER and number == 0:
        late = {experiment: {f"{name}_final": value for name, value in told.items()} for experiment, told in world.items()}
        assert_judged(lambda background: judge(identity, late, background, "final"), wanted)


@pytest.mark.parametrize("experiment", EVERY)
def test_a_sentence_on_an_experiment_that_was_not_run_is_not_testable(experiment: int) -> None:
    arrays = run_of({}, 0)
    numbers = study.all_statistics(CONFIG, arrays)
    rest = {name: values for name, values in arrays.items() if not name.startswith(f"e{experiment}-")}
    missing = {one: values for one, values in numbers.items() if one != experiment}
    told = {sentence.id for sentence in SENTENCES
            if f"experiment {experiment} was not run" in sentence.judge(CONFIG, rest, missing).ours}
    assert told == {identity for identity, experiments in ABOUT.items() if experiment in experiments}


def test_a_guess_that_excludes_nothing_is_told_in_numbers() -> None:
    world = sawing((3, True, "turns", 0.2), (5, True, "holder", 0.2), (2, True, "one", 0.2), (20, False, "turns", 0.2))
    found = judge("D4", world, 0)
    assert found.verdict == "not testable"
    assert "of 8 sawing runs 3 divide the rich field by odd and even rounds; in 5 one type holds it" in found.ours
    assert "no run saws" in judge("D4", sawing((30, False, "turns", 0.2)), 0).ours


def test_sentences_that_say_the_same_are_one_test() -> None:
    config, arrays = configure(CONFIG, {"generations": 250}), run_of({}, 1)
    claims = STUDY.claims(config, arrays)
    assert counted(PAPER, claims) == "49 checkable sentences of the paper, 46 of them judged, by 38 different tests"
    page = (Path(__file__).parents[2] / "docs" / "moose-claims.md").read_text()
    assert "49 sentences, 46 of them judged, by 38 different tests" in " ".join(page.split())


def test_rarity_pays_where_an_invader_gains_and_the_two_types_take_turns_or_one_holds_the_field() -> None:
    turns, alike = np.tile([[1.0, 0.0], [0.0, 1.0]], 10), np.tile([[1.0, 0.0], [1.0, 0.0]], 10)
    holds, same = np.tile([[1.0], [0.0]], 20), np.full((2, 20), 0.5)
    for access, pays in ((turns, True), (alike, False), (holds, True), (same, False)):
        for advantage in (0.1, 0.0, -0.1):
            kind = SimpleNamespace(advantage=advantage, access=access)
            assert population_claims._rarity_pays(kind) == (pays and advantage > 0)
    assert not population_claims._rarity_pays(None)
