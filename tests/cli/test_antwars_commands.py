"""Ant Wars from the command line: matches, coevolution that goes on after a stop, per-role figures, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EVOLVE = ("evolve", "antwars", "tree", "--engine", "fitnessless:boards=1", "--population", "12")


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
    assert other.code == 2 and "another run" in other.err and out.read_text() == went_on


@pytest.mark.parametrize("words, expected", [
    (("antwars", "match", "greedy", "random", "--kind", "best-of-three"), "best-of-three best-of-five"),
    (("antwars", "match", "human", "random"), "human lek play"),
    (("antwars", "match", "greedy", "nobody"), "agent 'nobody'"),
    (("antwars", "match", "greedy", "random", "--boards", "0"), "--boards 1"),
    ((*EVOLVE, "--engine", "fitnessless:elite=3"), "'elite' fitnessless tournament"),
    ((*EVOLVE, "--engine", "fitnessless:islands=5"), "islands=5 12"),
    ((*EVOLVE, "--engine", "fitnessless:k=3"), "'k' fitnessless"),
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


def test_a_match_tells_what_a_file_did_wrong_and_how_many_are_not_shown(lek, tmp_path):
    (tmp_path / "eight.c").write_text("int Move(int grid[11][11], int row, int column) { return 8; }")
    told = lek("antwars", "match", "eight.c", "random", "--boards", 1, "--json").json
    assert [(fault["agent"], fault["game"]) for fault in told["matches"][0]["faults"]] == [("eight.c", 0), ("eight.c", 1)]
    assert "match 0, game 1: eight.c, line 1: 8 is not" in lek("antwars", "match", "eight.c", "random", "--boards", 1).err
    assert lek("antwars", "match", "greedy", "random", "--kind", "best-of-five", "--json").json["boards"] is None
    said = lek("antwars", "match", "greedy", "random", "--boards", 1, "--matches", 53)
    assert "... and 3 more" in said.out and "double-games: 53 : 0 matches" in said.out


def test_a_file_in_c_is_checked(lek, tmp_path):
    (tmp_path / "good.c").write_text("int Move(int grid[11][11], int row, int column) { return 1; }")
    (tmp_path / "eight.c").write_text("int Move(int grid[11][11], int row, int column) { return 8; }")
    (tmp_path / "broken.c").write_text("int Move(int grid[11][11], int row, int column) { return x; }")
    assert [check["problem"] for check in lek("check", "good.c", "--json").json["checks"]] == [None] * 3
    assert lek("check", "eight.c").code == 1 and "8 is not a legal action" in lek("check", "eight.c").out
    assert "does not compile: line 1" in lek("check", "broken.c").out


def test_an_exploiter_is_bred_against_one_rival(lek, tmp_path):
    words = ("evolve", "antwars", "tree", "--engine", "against:boards=1", "--population", 12, "--generations", 2)
    told = lek(*words, "--against", "brilliant", "--out", "one.json", "--json").json
    assert told["games"] == 2 * 12 * 2 and 0 <= told["games_won"] <= 1 and "brilliant" != told["champion"]
    assert lek(*words, "--against", "greedy", "--out", "two.json", "--json").json["games_won"] <= 1  # no tree
    refused = lek(*words, "--out", "three.json")
    assert refused.code == 2 and "needs opponents" in refused.err
    assert "human sits only in lek play" in lek(*words, "--against", "human", "--out", "three.json").err


def test_games_and_clones_are_told_for_the_whole_evolution(lek, tmp_path):
    first = lek(*EVOLVE, "--generations", "2", "--json").json
    again = lek(*EVOLVE, "--generations", "2", "--json")
    assert "goes on from generation 2" in again.err and json.loads(again.out) == first
    assert first["games"] == 2 * 12 * 4 * 2
    assert sum(sum(row.values()) for row in first["children"].values()) == 2 * 12
    assert {*first["children"]["crossover"]} == {"changed", "types differ", "too deep", "no room", "no constant hit"}
    assert "types differ" in lek(*EVOLVE, "--generations", "2", "--seed", "4", "--out", "b.json").out


@pytest.mark.parametrize("game", [("moose", "machine"), ("simplexity", "simpai", "--set", "rows=4", "--set", "cols=4")])
def test_other_genomes_are_bred_by_matches_too(lek, tmp_path, game):
    words = ("--engine", "fitnessless:boards=1", "--population", 4, "--generations", 1, "--json")
    told = lek("evolve", *game, *words).json
    assert told["generation"] == 1 and {*told["children"]["mutation"]} == {"changed"}


@pytest.mark.parametrize(("words", "said"), [
    (("--engine", "fitnessless:bracket=swiss"), "bracket is ends | neighbours"),
    (("--engine", "fitnessless:shares=half"), "shares is call | child"),
    (("--against", "greedy"), "the engine fitnessless selects by matches within the population"),
])
def test_wrong_ways_to_select_are_refused(lek, tmp_path, words, said):
    refused = lek(*EVOLVE, "--generations", 1, *words)
    assert refused.code == 2 and said in refused.err


def test_a_wrong_tree_is_told_as_such(lek, tmp_path):
    """Not that it was bred for another game."""
    (tmp_path / "ill.json").write_text(json.dumps({"champion": 1, "game": "antwars", "representation": "tree", "genome": [
        "straight = NFood(TimeLeft)", "diagonal = TimeLeft"]}))
    said = lek("play", "antwars", "ill.json", "random")
    assert said.code == 2 and "ill.json does not hold a champion: line 1, column 18" in said.err
    assert "did you mean brilliant" in lek("export", "brillant").err
    assert ".c file" in lek("play", "antwars", "nowhere.c", "random").err
