"""Golden playthroughs and behaviour signatures: what a refactoring must not change.

Where a change was meant: `python tests/playthroughs/regenerate.py`, and read what it changed.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from lek.games import GAMES
from lek.players import PLAYERS

from . import regenerate as golden

HERE = Path(__file__).parent
MEANT = "if that was meant: python tests/playthroughs/regenerate.py"


@pytest.mark.parametrize("name", golden.PLAYTHROUGHS)
def test_a_playthrough_reads_as_it_did(name):
    before, now = golden.file_of(name).read_text(), golden.written(name)
    difference = "\n".join(difflib.unified_diff(before.split("\n"), now.split("\n"), "kept", "now", lineterm=""))
    assert before == now, f"{difference}\n{MEANT}"


@pytest.mark.parametrize("name", PLAYERS)
def test_every_game_with_players_has_a_playthrough_and_one_of_every_preset_where_these_are_rules(name):
    mine = [through for through in golden.PLAYTHROUGHS.values() if through.game == name]
    assert mine
    if len(GAMES[name].presets) <= 2:  # more of them are numbers only, such as climates
        assert {through.settings.get("preset") for through in mine} >= set(GAMES[name].presets)


def test_every_file_kept_is_a_playthrough():
    assert {*golden.FOLDERS.rglob("*.txt")} == {golden.file_of(name) for name in golden.PLAYTHROUGHS}
    assert {path.stem for path in HERE.glob("*.txt")} == {"signatures", "machinery"}


def kept_signatures():
    return dict(line.split() for line in golden.SIGNATURES.read_text().splitlines())


def test_every_game_with_players_has_a_signature():
    assert list(kept_signatures()) == [name for name in GAMES if name in PLAYERS]
    assert set(golden.SIGNED) == set(PLAYERS)


@pytest.mark.parametrize("name", kept_signatures())
def test_a_game_behaves_as_it_did(name):
    assert golden.signature(name) == kept_signatures()[name], f"the behaviour of {name} changed; {MEANT}"
