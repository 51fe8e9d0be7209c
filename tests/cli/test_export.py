"""`lek export`: a champion of Ant Wars as one file in C, its length told, and one sentence for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lek.champions import save_champion
from lek.games import GAMES
from lek.players.antwars.trees import trees

TREES = """
straight = If(IsFood(Rect(-1,0,1,1)), Add(NFood(Rect(-2,0,3,3)), Const(0.5)),
  Sub(FoodHope(Rect(0,0,1,1)), NVisited(Rect(-1,0,1,3))))
diagonal = Add(NFood(Rect(-2,2,3,3)), Mul(NEmpty(Rect(-2,2,3,3)), Const(0.07)))
"""


def save(path: Path, text: str = TREES, kind: str = "tree:order=straight,nodes=2000", **settings: Any) -> Path:
    game = GAMES["antwars"](**settings)
    bred = trees(game, **dict(part.split("=") for part in kind.partition(":")[2].split(",")))
    save_champion(path, game, kind, bred, bred.parse(text)[0])
    return path


def test_the_file_plays_as_the_champion_does(lek: Any, tmp_path: Path) -> None:
    save(tmp_path / "bred.json")
    said = lek("export", "bred.json", "--out", "ant.c")
    size = len((tmp_path / "ant.c").read_bytes())
    assert (said.code, said.err) == (0, "")
    assert said.out == f"saved as ant.c: {size:,} bytes, of 5,120 that the contest allowed\n"
    words = ("--games", 6, "--seed", 2, "--json")
    told = lek("play", "antwars", "ant.c", "bred.json", *words).json
    assert told["faults"] == []
    assert told["games"] == lek("play", "antwars", "bred.json", "bred.json", *words).json["games"]


def test_for_machines_and_without_a_name(lek: Any, tmp_path: Path) -> None:
    save(tmp_path / "bred.json")
    assert lek("export", "bred.json", "--json").json == {
        "champion": "bred.json", "file": "bred.c", "bytes": (tmp_path / "bred.c").stat().st_size, "allowed": 5120,
        "fits": True}


def test_the_game_it_was_bred_for_tells_the_time(lek: Any, tmp_path: Path) -> None:
    save(tmp_path / "bred.json", "straight = TimeLeft\ndiagonal = Points", moves=12)
    assert lek("export", "bred.json").code == 0
    assert "TimeLeft = 13" in (tmp_path / "bred.c").read_text()


def test_one_too_long_for_the_contest_is_told_so(lek: Any, tmp_path: Path) -> None:
    long = "IsEnemy(Rect(-5,-5,2,2))"
    for _ in range(9):
        long = f"And({long}, {long})"
    save(tmp_path / "bred.json", f"straight = If({long}, Points, TimeLeft)\ndiagonal = ConstInt(0)")
    said = lek("export", "bred.json")
    size = (tmp_path / "bred.c").stat().st_size
    assert said.code == 0 and said.out == f"saved as bred.c: {size:,} bytes\n"
    assert said.err == f"lek: bred.c has {size:,} bytes, more than the 5,120 that the contest allowed\n"
    assert lek("export", "bred.json", "--out", "again.c", "--json").json["fits"] is False


def test_one_sentence_for_what_is_wrong(lek: Any, tmp_path: Path) -> None:
    save(tmp_path / "bred.json")
    (tmp_path / "there.c").write_text("/* mine */")
    whole = json.loads((tmp_path / "bred.json").read_text())
    for name, part in {"moose": {"game": "moose", "representation": "machine:states=4"}, "kind": {"game": 3},
                       "text": {"genome": ["straight = Perhaps"]}, "moves": {"settings": {"moves": 0}},
                       "trees": {"representation": "tree:nodes=none"}}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({**whole, **part}))
    (tmp_path / "list.json").write_text("[]")
    for words, told in [
            (("nobody.json",), "there is no champion nobody.json"), ((".",), "there is no champion called '.'"),
            (("there.c",), "there.c is not a saved champion"), (("list.json",), "list.json is not a saved champion"),
            (("kind.json",), "kind.json is not a saved champion"),
            (("moose.json",), "moose.json plays moose and was bred as machine: only antwars bred as tree can be"),
            (("text.json",), "text.json does not hold a champion: line 1, column 12: there is no primitive"),
            (("moves.json",), "moves.json does not hold a champion: moves=0 does not work"),
            (("trees.json",), "trees.json does not hold a champion: nodes=none does not work"),
            (("bred.json", "--out", "ant.txt"), "--out 'ant.txt' does not work"),
            (("bred.json", "--out", "nowhere/ant.c"), "--out nowhere/ant.c does not work"),
            (("bred.json", "--out", "there.c"), "there.c is there already")]:
        said = lek("export", *words)
        assert (said.code, said.out) == (2, ""), words
        assert said.err.startswith(f"lek: {told}") and said.err.count("\n") == 1, said.err
    assert (tmp_path / "there.c").read_text() == "/* mine */"


@pytest.mark.parametrize("setting", ["food_memory=no", "order=clockwise", "hope_area=yes"])
def test_habits_come_from_the_champion(lek: Any, tmp_path: Path, setting: str) -> None:
    save(tmp_path / "one.json")
    save(tmp_path / "other.json", kind=f"tree:{setting}")
    for name in ("one", "other"):
        assert lek("export", f"{name}.json").code == 0
    assert (tmp_path / "one.c").read_text() != (tmp_path / "other.c").read_text()
