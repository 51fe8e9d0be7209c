"""A person's match at the command line: it is kept, goes on, is reported, and mistakes get one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lek.person import Person

from .conftest import is_one_sentence

MATCH = ("play", "antwars", "human", "random", "--set", "moves=2", "--games", 4)


def test_a_person_stops_and_goes_on_another_day(program: Any, lek: Any, tmp_path: Path) -> None:
    said = program(*MATCH, "--log", "log.jsonl", stdin="N\nnonsense\nN\nu\n")
    assert said.code == 0 and "Traceback" not in said.err
    assert "lek: game 1 of 4 comes now" in said.err and "lek: game 1: human " in said.err
    assert said.err.endswith("lek: stopped after 1 of 4 games: the same command goes on with the next one\n")
    assert "1 of 4 games" in said.out and "human" in said.out
    said = lek(*MATCH, "--log", "log.jsonl", "--json", stdin="E\n" * 6)
    assert "game 2 of 4 comes now" in said.err and "Ant 2 (a tie is lost)" in said.err and said.code == 0
    told = json.loads(said.out)
    assert (told["games"], told["of"], told["log"], told["drawn"], told["faults"]) == (4, 4, "log.jsonl", 0, [])
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [(line["deal"], line["role"]) for line in lines] == [(0, 1), (0, 2), (1, 1), (1, 2)]
    assert [line["moves"][line["role"] - 1] for line in lines] == ["N", "E", "E", "E"]
    assert [side["won"] for side in told["sides"]] == [sum(line["scores"][i] for line in lines) for i in (0, 1)]
    assert [side["points"] for side in told["sides"]] == [sum(line["points"][i] for line in lines) for i in (0, 1)]
    said = lek(*MATCH, "--log", "log.jsonl")
    assert said.err == "lek: log.jsonl holds 4 games already: nothing had to be played\n"
    assert said.code == 0 and "4 of 4 games" in said.out


def test_several_games_of_a_person_are_kept_without_being_asked(lek: Any, tmp_path: Path) -> None:
    first = lek(*MATCH, stdin="N\n" * 4)
    [path] = (tmp_path / "runs").iterdir()
    assert str(path.relative_to(tmp_path)) in first.err and len(path.read_text().splitlines()) == 2
    again = lek(*MATCH, stdin="N\n" * 2)
    assert "game 3 of 4 comes now" in again.err and len(path.read_text().splitlines()) == 3
    lek(*MATCH, "--seed", 1)
    assert len(list((tmp_path / "runs").iterdir())) == 2, "another match has another log"
    lek(*MATCH[:-1], 1, stdin="N\nN\n")
    assert len(list((tmp_path / "runs").iterdir())) == 2, "a single game is not kept"


def test_an_interrupt_reports_too(lek: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([0, 0, 0])

    def choose(self: Any, view: Any, legal: Any, budget: Any, body: int = 0) -> int:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr(Person, "choose", choose)
    said = lek(*MATCH, "--log", "log.jsonl")
    assert (said.code, "1 of 4 games" in said.out, "stopped after 1 of 4" in said.err) == (130, True, True)
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 1


def test_programs_play_a_match_quietly_and_stand_beside_the_paper(lek: Any) -> None:
    words = ("play", "antwars", "random", "random", "--games", 6, "--log", "log.jsonl")
    told = lek(*words, "--json").json
    assert (told["games"], told["agents"], told["apart"]) == (6, ["random", "random"], 1)
    assert [row["won"] for row in told["earlier"]] == [64, 86]
    said = lek(*words)
    assert "64 of 150" in said.out and "42.7%" in said.out and "1079" in said.out and "34.6% to 51.0%" in said.out
    assert lek(*words[:-1], "other.jsonl", "--set", "pieces=9", "--json").json["earlier"] == []


def test_mistakes_get_one_sentence(lek: Any, tmp_path: Path) -> None:
    words = ("play", "antwars", "random", "random", "--set", "moves=2", "--log", "log.jsonl")
    assert lek(*words).code == 0
    assert is_one_sentence(lek(*words, "--seed", 3), "log.jsonl", "another match", "seed 0 there, 3 asked")
    assert is_one_sentence(lek(*words, "--set", "pieces=3"), "another match", '"pieces": 3')
    assert is_one_sentence(lek(*MATCH, "--log", "log.jsonl"), "another match", "human")
    assert is_one_sentence(lek(*words, "--show"), "--log", "--show")
    assert is_one_sentence(lek(*words, "--apart", 2), "apart=2", "odd")
    assert is_one_sentence(lek(*words[:-2], "--apart", 3), "--apart 3", "--log")
    assert is_one_sentence(lek(*words[:-1], "nowhere/log.jsonl"), "nowhere/log.jsonl", "folder")
    assert is_one_sentence(lek(*words[:-1], "."), "cannot be a log")
    assert is_one_sentence(lek("play", "moose", *["stay"] * 3, "--log", "moose.jsonl"), "match of two", "3 agents")
    assert not (tmp_path / "moose.jsonl").exists()
    (tmp_path / "notes").write_text("milk\n")
    assert is_one_sentence(lek(*words[:-1], "notes"), "notes", "line 1 is no game")
    assert (tmp_path / "notes").read_text() == "milk\n"
