"""Ant Wars from the command line: matches, coevolution that goes on after a stop, per-role figures, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EVOLVE = ("evolve", "antwars", "tree", "--engine", "fitnessless", "--population", "12", "--boards", "1")


def test_a_match_is_told(lek: Any) -> None:
    said = lek("antwars", "match", "greedy", "random", "--boards", "3", "--matches", "4", "--seed", "2", "--json")
    told = json.loads(said.out)
    assert told["won"] == [4, 0] and [sum(each["wins"]) for each in told["matches"]] == [6] * 4
    five = json.loads(lek("antwars", "match", "greedy", "random", "--kind", "best-of-five", "--json").out)
    assert max(five["matches"][0]["wins"]) == 3
    shown = lek("antwars", "match", "greedy", "random", "--boards", "3", "--matches", "4", "--seed", "2")
    assert "4 : 0 matches" in " ".join(shown.out.split())


def test_a_tournament_tells_food_deaths_and_roles(lek: Any) -> None:
    told = json.loads(lek("tournament", "antwars", "greedy", "random", "--games", "40", "--no-self-play", "--json").out)
    row = next(row for row in told["agents"] if row["name"] == "greedy")
    assert row["eaten"] > 5 and 0 <= row["killed"] <= 1
    assert row["won_as_1"] + row["won_as_2"] == pytest.approx(2 * row["mean"])


def test_coevolution_goes_on_and_its_champion_plays(lek: Any, tmp_path: Path) -> None:
    out = tmp_path / "champion.json"
    first = lek(*EVOLVE, "--generations", "2", "--out", str(out), "--json")
    assert first.code == 0 and json.loads(first.out)["generation"] == 2
    rest = lek(*EVOLVE, "--generations", "4", "--out", str(out), "--json")
    assert "goes on from generation 2" in rest.err
    went_on = out.read_text()
    whole = tmp_path / "whole.json"
    lek(*EVOLVE, "--generations", "4", "--out", str(whole))
    assert json.loads(whole.read_text())["genome"] == json.loads(went_on)["genome"]
    assert lek("play", "antwars", str(out), "random", "--json").code == 0
    other = lek(*EVOLVE, "--generations", "4", "--seed", "5", "--out", str(out))
    assert other.code == 2 and "another evolution" in other.err and out.read_text() == went_on


@pytest.mark.parametrize("words, expected", [
    (("antwars", "match", "greedy", "random", "--kind", "best-of-three"), "best-of-three best-of-five"),
    (("antwars", "match", "human", "random"), "human lek play"),
    (("antwars", "match", "greedy", "nobody"), "agent 'nobody'"),
    (("antwars", "match", "greedy", "random", "--boards", "0"), "--boards 1"),
    ((*EVOLVE, "--elite", "3"), "elite=3 fitnessless tournament"),
    ((*EVOLVE, "--islands", "5"), "islands=5 12"),
    ((*EVOLVE, "--k", "3"), "k=3 fitnessless"),
    (("evolve", "antwars", "tree:depth=99", "--engine", "fitnessless"), "depth=99 48"),
    (("evolve", "antwars", "tree:preset=loud", "--engine", "fitnessless"), "preset 'loud' sound"),
    (("evolve", "antwars", "tree:shallow=5,steep=3", "--engine", "fitnessless"), "shallow=5 steep=3"),
    (("play", "antwars", "random", "random", "--set", "pieces=120"), "pieces=120 119"),
], ids=str)
def test_bad_input_is_one_sentence(lek: Any, tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    more = ("--out", str(tmp_path / "x.json")) if words[0] == "evolve" else ()
    said = lek(*words, *more)
    assert (said.code, said.out) == (2, "") and len(said.err.splitlines()) == 1
    assert [word for word in expected.split() if word not in said.err] == [], said.err


BAD_TREES = {
    "straight = Foo\ndiagonal = Points": "no primitive called 'Foo'",
    "straight = NFood(Points)\ndiagonal = Points": "argument 1 of NFood",
    "straight = " + "Not(" * 60 + "\ndiagonal = Points": "should be of type float",
    "straight = Points": "expected 'diagonal'",
}


@pytest.mark.parametrize("text", BAD_TREES, ids=lambda text: text[:20])
def test_a_champion_that_is_no_tree_is_told(lek: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"champion": 1, "game": "antwars", "representation": "tree", "genome": text.splitlines()}))
    said = lek("play", "antwars", str(path), "random")
    assert (said.code, said.out) == (2, "") and BAD_TREES[text] in said.err and len(said.err.splitlines()) == 1


def test_the_champion_that_comes_along_is_listed_plays_and_is_exported(lek, tmp_path):
    told = lek("agents", "antwars", "--json").json
    assert next(row for row in told["agents"] if row["name"] == "brilliant")["about"].startswith("Bred by the study")
    told = lek("tournament", "antwars", "brilliant", "random", "--games", 20, "--json").json
    assert told["agents"][0]["mean"] > 0.9
    assert lek("export", "brilliant", "--out", "ant.c", "--json").json["fits"] and (tmp_path / "ant.c").exists()
