"""Every sentence declares the least scale at which it may be judged, and no smaller run gives it a verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lek.studies import moose
from lek.studies.claim import PAPER, TOO_SMALL, judge_all
from lek.studies.moose import paper_claims as moose_claims
from lek.studies.verdict import Finding

STUDIES = {"moose": (moose, moose_claims.SENTENCES)}
SENTENCES = [(name, sentence) for name, (_, sentences) in STUDIES.items() for sentence in sentences]
QUICK = {  # whom a run of the default scale may judge: of Moose all but those on how many of thirty runs do something
    "moose": {sentence.id for sentence in moose_claims.SENTENCES} - {"A3", "C1", "D1", "D2", "D3", "V10"},
}


def verdict(config: Any, sentence: Any) -> str:
    claim, = judge_all([sentence._replace(judge=lambda *given: Finding("1", "agree"))], config)
    return claim.verdict


@pytest.mark.parametrize(("name", "sentence"), SENTENCES, ids=lambda value: getattr(value, "id", value))
def test_a_smaller_run_than_a_sentence_needs_has_no_verdict(name: str, sentence: Any) -> None:
    study = STUDIES[name][0]
    assert verdict(study.PAPER, sentence) == "agree"
    assert verdict(study.QUICK, sentence) == ("agree" if sentence.id in QUICK[name] else TOO_SMALL)
    for setting, least in sentence.least.items():
        assert verdict(replace(study.PAPER, **{setting: least}), sentence) == "agree", "the least is enough"
        assert verdict(replace(study.PAPER, **{setting: least - 1}), sentence) == TOO_SMALL


@pytest.mark.parametrize("name", STUDIES)
def test_who_says_it(name: str) -> None:
    assert {sentence.source for sentence in STUDIES[name][1]} <= {PAPER}
