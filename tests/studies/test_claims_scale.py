"""Every sentence declares the least scale at which it may be judged, and no smaller run gives it a verdict."""

from __future__ import annotations

from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import pytest

from lek.studies import STUDIES as LISTED
from lek.studies import brilliant, concepts, gunslinger, moose, organisms, simpai
from lek.studies.brilliant import paper_claims as brilliant_claims
from lek.studies.claim import OURS, PAPER, RULEBOOK, TOO_SMALL, judge_all
from lek.studies.concepts import rulebook_claims as concepts_claims
from lek.studies.gunslinger import paper_claims as gunslinger_claims
from lek.studies.moose import paper_claims as moose_claims
from lek.studies.organisms import paper_claims as organisms_claims
from lek.studies.simpai import paper_claims as simpai_claims
from lek.studies.verdict import Finding

STUDIES: dict[str, Any] = {
    "moose": (moose, moose_claims.SENTENCES), "organisms": (organisms, organisms_claims.SENTENCES),
    "gunslinger": (gunslinger, gunslinger_claims.SENTENCES), "simpai": (simpai, simpai_claims.SENTENCES),
    "brilliant": (brilliant, brilliant_claims.SENTENCES), "concepts": (concepts, concepts_claims.SENTENCES)}
SENTENCES = [(name, sentence) for name, (_, sentences) in STUDIES.items() for sentence in sentences]
ALL = {name: {sentence.id for sentence in sentences} for name, (_, sentences) in STUDIES.items()}
QUICK = {  # whom a run of the default scale may judge: of Moose all but those on how many of thirty runs do something
    "moose": ALL["moose"] - {"A3", "C1", "D1", "D2", "D3", "V10"},
    "brilliant": {"G1", "G2", "H1", "T2a"},  # arithmetic, and what nothing here decides
    "gunslinger": ALL["gunslinger"] - {"F2", "F2-half", "F5", "E1", "S1", "B1"},  # hundreds of games are enough for most
    "organisms": {"A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1", "B2", "B3", "B4", "Z1"},  # arithmetic, or never judged
    "simpai": {"C7", "C8"},  # never judged
    "concepts": {"L1"},
}
LARGER = {"brilliant": {"L1", "L2"}}  # about runs that are larger than those of their kind at our own paper scale
OTHERS = {
    "brilliant": {RULEBOOK: {"T6", "S1", "S2", "S3", "S4"}},
    "gunslinger": {RULEBOOK: {"B1", "B2", "B3", "B4", "B5", "B6"}},
    "simpai": {RULEBOOK: {"R1", "R2", "R3", "A1", "A2", "A3"}},
    "concepts": {RULEBOOK: {"P1", "P2", "P3", "P7", "P8", "P9"}, OURS: {"B0", "B1", "B2", "B3", "B4", "B5"}},
}  # what somebody else than the paper says


def test_all_studies_are_here() -> None:
    assert {*STUDIES} == {*LISTED} == {*QUICK}


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
