"""Every sentence declares the least scale at which it may be judged, and no smaller run gives it a verdict."""

from __future__ import annotations

from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import pytest

from lek.studies import brilliant, moose
from lek.studies.brilliant import paper_claims as brilliant_claims
from lek.studies.claim import PAPER, RULEBOOK, TOO_SMALL, judge_all
from lek.studies.moose import paper_claims as moose_claims
from lek.studies.verdict import Finding

STUDIES = {"moose": (moose, moose_claims.SENTENCES), "brilliant": (brilliant, brilliant_claims.SENTENCES)}
SENTENCES = [(name, sentence) for name, (_, sentences) in STUDIES.items() for sentence in sentences]
QUICK = {  # whom a run of the default scale may judge: of Moose all but those on how many of thirty runs do something
    "moose": {sentence.id for sentence in moose_claims.SENTENCES} - {"A3", "C1", "D1", "D2", "D3", "V10"},
    "brilliant": {"G1", "G2", "H1", "T2a"},  # arithmetic, and what nothing here decides
}
LARGER = {"brilliant": {"L1", "L2"}}  # about runs that are larger than those of their kind at our own paper scale
OTHERS = {"brilliant": {RULEBOOK: {"T6", "S1", "S2", "S3", "S4"}}}  # what somebody else than the paper says


def verdict(config: Any, sentence: Any) -> str:
    claim, = judge_all([sentence._replace(judge=lambda *given: Finding("1", "agree"))], config)
    return claim.verdict


@pytest.mark.parametrize(("name", "sentence"), SENTENCES, ids=lambda value: getattr(value, "id", value))
def test_a_smaller_run_than_a_sentence_needs_has_no_verdict(name: str, sentence: Any) -> None:
    study = STUDIES[name][0]
    assert verdict(study.PAPER, sentence) == ("agree" if sentence.id not in LARGER.get(name, ()) else TOO_SMALL)
    assert verdict(study.QUICK, sentence) == ("agree" if sentence.id in QUICK[name] else TOO_SMALL)
    enough = asdict(study.PAPER) | dict(sentence.least)
    assert verdict(SimpleNamespace(**enough), sentence) == "agree", "the least is enough"
    for setting, least in sentence.least.items():
        assert verdict(SimpleNamespace(**enough | {setting: least - 1}), sentence) == TOO_SMALL


@pytest.mark.parametrize("name", STUDIES)
def test_who_says_it(name: str) -> None:
    said: dict[str, set[str]] = {}
    for sentence in STUDIES[name][1]:
        said.setdefault(sentence.source, set()).add(sentence.id)
    assert said.pop(PAPER)
    assert said == OTHERS.get(name, {})
