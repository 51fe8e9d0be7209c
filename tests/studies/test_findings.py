"""What the sentences say in numbers changes only where that was meant: `findings.py` has how, and for whom."""

from __future__ import annotations

import difflib

import pytest

from lek.studies import STUDIES

from . import findings


@pytest.mark.parametrize("name", STUDIES)
def test_every_sentence_tells_the_numbers_that_it_told(name: str) -> None:
    before, now = (findings.FOLDER / f"{name}.txt").read_text(), findings.written(name)
    difference = "\n".join(difflib.unified_diff(before.split("\n"), now.split("\n"), "before", "now", lineterm=""))
    assert before == now, f"{difference}\nif that was meant: python -m tests.studies.findings"


def test_every_file_is_of_a_study() -> None:
    assert {path.stem for path in findings.FOLDER.iterdir()} == {*STUDIES} == {*findings.RUNS}
