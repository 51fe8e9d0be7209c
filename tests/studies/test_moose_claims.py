"""Every sentence of the Moose paper is judged rightly on made-up runs, whatever stands in the rows beside its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lek.studies import moose as study
from lek.studies.claim import PAPER, counted
from lek.studies.moose import density, population_claims
from lek.studies.moose.paper_claims import SENTENCES
from lek.studies.run import configure

from .made_up import assert_all_are_tested, assert_judged, cases
from .worlds_moose import CONFIG, NEVER, OVER, PLAYING, TABLE, run_of, sawing

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


def test_every_sentence_has_its_worlds() -> None:
    assert_all_are_tested(SENTENCES, TABLE, NEVER)


@pytest.mark.parametrize(("identity", "wanted", "number"), cases(TABLE))
def test_a_sentence_is_judged_by_what_it_is_about(identity: str, wanted: str, number: int) -> None:
    world = TABLE[identity][wanted][number]
    assert_judged(lambda background: judge(identity, world, background), wanted)
    if identity in OVER and number == 0:
        late = {experiment: {f"{name}_final": value for name, value in told.items()} for experiment, told in world.items()}
        assert_judged(lambda background: judge(identity, late, background, "final"), wanted)


def test_a_guess_that_excludes_nothing_is_told_in_numbers() -> None:
    world = sawing((3, True, "turns", 0.2), (5, True, "holder", 0.2), (2, True, "one", 0.2), (20, False, "turns", 0.2))
    found = judge("D4", world, 0)
    assert found.verdict == "not testable"
    assert "of 8 sawing runs 3 divide the rich field by odd and even rounds; in 5 one type holds it" in found.ours
    assert "no run saws" in judge("D4", sawing((30, False, "turns", 0.2)), 0).ours


def test_sentences_that_say_the_same_are_one_test() -> None:
    config, arrays = configure(CONFIG, {"generations": 250}), run_of({}, 1)
    claims = study.claims(config, arrays)
    assert counted(PAPER, claims) == "49 checkable sentences of the paper, 46 of them judged, by 38 different tests"
    page = (Path(__file__).parents[2] / "docs" / "moose-claims.md").read_text()
    assert "49 sentences, 46 of them judged, by 38 different tests" in " ".join(page.split())
