"""Every sentence of the study of concept accessibility, judged in worlds made up for it, and at its scale."""

from __future__ import annotations

import pytest

from lek.studies import concepts as study
from lek.studies.claim import TOO_SMALL, Sentence
from lek.studies.concepts.rulebook_claims import SENTENCES
from lek.studies.run import configure

from .worlds import check
from .worlds_concepts import WORLDS, World, mix


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_sentence_has_the_verdict_it_must_have(sentence: Sentence) -> None:
    worlds = WORLDS[sentence.id]
    check(sentence, worlds, configure(study.PAPER, {"blocks": 20, **worlds.more}), World, mix)


def test_every_sentence_has_worlds_and_an_id_of_its_own() -> None:
    assert {*WORLDS} == {sentence.id for sentence in SENTENCES}
    assert len({sentence.id for sentence in SENTENCES}) == len(SENTENCES)


def test_a_small_run_says_nothing_of_what_the_paper_says_of_a_million_games() -> None:
    claims = study.claims(study.QUICK, World(study.QUICK, high=False))
    judged = {claim.id for claim in claims if claim.verdict != TOO_SMALL}
    assert judged == {"L1"} == {sentence.id for sentence in SENTENCES if not sentence.least}
    claims = study.claims(study.PAPER, World(study.PAPER, high=False))
    assert not [claim.id for claim in claims if claim.verdict == TOO_SMALL]
