"""Every sentence of a study has made-up runs for every verdict, or a reason in words why it can have none."""

from __future__ import annotations

from typing import Any

import pytest

from lek.studies.brilliant.paper_claims import SENTENCES as BRILLIANT
from lek.studies.gunslinger.paper_claims import SENTENCES as GUNSLINGER
from lek.studies.moose.paper_claims import SENTENCES as MOOSE
from lek.studies.organisms.paper_claims import SENTENCES as ORGANISMS
from lek.studies.simpai.paper_claims import SENTENCES as SIMPAI

from . import worlds_brilliant, worlds_gunslinger_table, worlds_moose, worlds_organisms, worlds_simpai
from .made_up import assert_all_are_tested


@pytest.mark.parametrize(("sentences", "worlds"), [
    (BRILLIANT, worlds_brilliant), (GUNSLINGER, worlds_gunslinger_table), (MOOSE, worlds_moose),
    (ORGANISMS, worlds_organisms), (SIMPAI, worlds_simpai)])
def test_every_sentence_has_its_worlds(sentences: Any, worlds: Any) -> None:
    assert_all_are_tested(sentences, worlds.TABLE, worlds.NEVER)
