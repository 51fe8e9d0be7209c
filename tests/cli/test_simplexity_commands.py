"""`lek simplexity ...` as a person or a program calls it, and what it says to nonsense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lek.players.simplexity.tracks import ENTRANTS, TRACKS, read_agents

from .conftest import is_one_sentence

COMPETITION = ("simplexity", "competition")
PERFT = ("perft", "simplexity", "--depth")
EMPTY = "." * 42


# perft


def test_perft(program: Any, lek: Any) -> None:
    told = program(*PERFT, 5, "--json").json
    assert told["perft"] == [14, 196, 2744, 38416, 534940]
    assert told["settings"]["rows"] == 6
    assert "534940" in lek(*PERFT, 5).out
    assert lek(*PERFT, 2, "--set", "cols=3", "--set", "rows=5", "--json").json["perft"] == [6, 36]


def test_perft_counts_no_moves_after_the_end(lek: Any) -> None:
    small = ("--set", "rows=1", "--set", "cols=2", "--set", "win=2", "--set", "squares=0")
    assert lek(*PERFT, 4, *small, "--json").json["perft"] == [2, 2, 0, 0]


# competition


def test_a_competition(program: Any, lek: Any) -> None:
    told = program(*COMPETITION, "minimax:depth=2", "sequential", "random", "--seed", 5, "--ms", 5000, "--json").json
    assert list(told) == ["track", "settings", "ms", "threads", "seed", "standings", "games"]
    assert (told["track"], told["ms"], told["threads"], told["seed"]) == ("base-2020", 5000, 1, 5)
    assert (told["settings"]["rows"], told["settings"]["cols"]) == (6, 7)
    assert told["standings"][0]["position"] == 1
    assert {row["agent"] for row in told["standings"]} == {"minimax:depth=2", "sequential", "random"}
    assert len(told["games"]) == 6
    assert sum(row["points"] for row in told["standings"]) == sum(sum(game["scores"]) for game in told["games"])
    said = lek(*COMPETITION, "minimax:depth=2", "sequential", "random", "--seed", 5, "--ms", 5000)
    lines = said.out.splitlines()
    assert "base-2020: 6 x 7, 4 in a line, 5000 ms a move" in lines[0]
    assert [word in lines[1] for word in ("position", "agent", "points", "won/drawn/lost", "faults")] == [True] * 5
    best = told["standings"][0]
    assert [word in lines[3] for word in ("1.", best["agent"], str(best["points"]))] == [True] * 3


def test_the_tracks_are_the_recorded_ones() -> None:
    from lek.games.simplexity import simplexity

    told = {}
    for name, track in TRACKS.items():
        board = simplexity(preset=track.preset).settings
        numbers = [board[key] for key in ("rows", "cols", "win", "rounds", "squares")]
        told[name] = (*numbers, track.milliseconds, track.one_core)
    assert told == {
        "base-2020": (6, 7, 4, 10, 11, 200, True), "unknown-2020": (8, 13, 4, 26, 26, 325, False),
        "base-2021": (6, 7, 4, 10, 11, 200, True), "unknown-2021": (9, 37, 5, 83, 84, 925, False),
        "test-12x12": (12, 12, 6, 35, 37, 300, False), "test-18x22": (18, 22, 9, 99, 99, 550, False)}
    assert all(ms == 25 * max(rows, cols) for rows, cols, *_, ms, base in told.values() if not base)


def test_everybody_enters_where_nobody_is_named() -> None:
    assert {"sure", "random", "sequential", "minimax:depth=2", "minimax:depth=3"} <= set(ENTRANTS)


def test_agents_are_read_from_a_file(lek: Any, tmp_path: Path) -> None:
    text = "# who plays\n\n  \nminimax depth=2\n% once\n; more\nsequential\nminimax   depth=1\nminimax:depth=2\n\n"
    assert read_agents(text) == ["minimax:depth=2", "sequential", "minimax:depth=1", "minimax:depth=2"]
    assert read_agents("sure depth=3, killers=no\r\n") == ["sure:depth=3,killers=no"]
    (tmp_path / "agents.txt").write_text("# two\nsequential\nrandom\n")
    told = lek(*COMPETITION, "--agents-file", "agents.txt", "--ms", 5000, "--json").json
    assert {row["agent"] for row in told["standings"]} == {"sequential", "random"}
    told = lek(*COMPETITION, "random", "--agents-file", "agents.txt", "--ms", 5000, "--json").json
    assert len(told["standings"]) == 3


def test_faults_are_told(lek: Any, tmp_path: Path) -> None:
    (tmp_path / "rude.py").write_text("def act(view):\n    return 99\n")
    said = lek(*COMPETITION, "./rude.py", "sequential", "--ms", 5000)
    assert said.code == 0
    assert len(said.err.splitlines()) == 2
    assert all("./rude.py lost" in line and "move 1" in line and "99" in line for line in said.err.splitlines())
    assert "0/0/2" in said.out


# engine


def test_an_engine_by_lines(program: Any) -> None:
    lines = [f"think white {EMPTY} 10 11 10 11", "init 6 7 4 10 11 200", f"think red w{EMPTY[1:]} 9 11 10 11", "newgame",
             f"think white {EMPTY} 10 11 10 11", "nonsense", "quit", "init 6 7 4 10 11 200"]
    said = program("simplexity", "engine", "--agent", "sequential", stdin="\n".join(lines) + "\n")
    assert (said.code, said.err) == (0, "")
    assert [line.split()[0] for line in said.out.splitlines()] == ["error", "ready", "move", "move", "error"]
    assert [line for line in said.out.splitlines() if line.startswith("move")] == ["move 0 r", "move 0 r"]


def test_an_engine_ends_with_its_input(lek: Any) -> None:
    said = lek("simplexity", "engine", stdin="")
    assert (said.code, said.out, said.err) == (0, "", "")


def test_an_engine_searches_and_tells_of_it(lek: Any) -> None:
    said = lek("simplexity", "engine", "--agent", "sure", stdin=f"init 6 7 4 10 11 100\nthink white {EMPTY} 10 11 10 11\n")
    ready, info, move = said.out.splitlines()
    assert ready == "ready"
    assert info.split()[1:8:2] == ["depth", "nodes", "value", "ms"]
    assert move.split()[0] == "move" and move.split()[2] in ("r", "s")


# Nonsense


@pytest.mark.parametrize("words, expected", [
    (("--track", "base-2022"), "track 'base-2022' base-202"), (("--track", ""), "track ''"),
    (("random",), "two 1"), (("random", "nobody"), "agent 'nobody'"), (("random", "minimax:depth=0"), "depth=0 1"),
    (("random", "minimax:table=none"), "'table'"), (("random", "human"), "human lek play"),
    (("random", "nobody.py"), "nobody.py"),
    (("--ms", "0"), "--ms 1"), (("--ms", "-5"), "--ms 1"), (("--ms", "soon"), "--ms"), (("--threads", "0"), "--threads 1"),
    (("--agents-file", "nowhere.txt"), "nowhere.txt"), (("--threads", "2"), "one core 2"),
], ids=str)
def test_competitions_of_nonsense(lek: Any, words: tuple[str, ...], expected: str) -> None:
    assert is_one_sentence(lek(*COMPETITION, *words), *expected.split())


@pytest.mark.parametrize("text, expected", [
    ("# nobody\n", "two 0"), ("random\nminimax depth\n", "'depth' key=value"), ("random\nminimax 2\n", "'2' key=value"),
    ("\x00\n", "agent"), ("\x93\n", "agent")])
def test_a_file_of_nonsense(lek: Any, tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "agents.txt").write_bytes(text.encode("latin-1"))
    assert is_one_sentence(lek(*COMPETITION, "--agents-file", "agents.txt"), *expected.split())


@pytest.mark.parametrize("words, expected", [
    (("0",), "depth 1"), (("-1",), "depth 1"), (("x",), "depth"), (("21",), "depth 20"),
    (("2", "--set", "win=8"), "win=8 6 7"), (("2", "--set", "rows=0"), "rows=0 1 62"),
    (("2", "--set", "rounds=-1"), "rounds=-1 0"),
    (("2", "--set", "rows"), "key=value"), (("2", "--set", "holes=3"), "'holes'"),
    (("2", "--set", "preset=final"), "preset 'final'"), ((), "depth"),
], ids=str)
def test_perft_of_nonsense(lek: Any, words: tuple[str, ...], expected: str) -> None:
    said = lek(*PERFT, *words)
    assert is_one_sentence(said._replace(err=said.err.replace("DEPTH", "depth")), *expected.split())


@pytest.mark.parametrize("words, expected", [
    (("--agent", "nobody"), "agent 'nobody'"), (("--agent", ""), "agent ''"), (("--agent", "human"), "human lek play"),
    (("--agent", "minimax:depth=0"), "depth=0"), (("--threads", "0"), "--threads 1")], ids=str)
def test_an_engine_without_an_agent(lek: Any, words: tuple[str, ...], expected: str) -> None:
    assert is_one_sentence(lek("simplexity", "engine", *words), *expected.split())


@pytest.mark.parametrize("words, expected", [
    (("--set", "win=8"), "win=8 6 rows 7 columns"), (("--set", "rounds=-1"), "rounds=-1 0"),
    (("--clock", "0.5"), "--clock 1"), (("--set", "squares=many"), "squares=many"),
    (("--set", "rows=63"), "rows=63 62")], ids=str)
def test_games_of_nonsense(lek: Any, words: tuple[str, ...], expected: str) -> None:
    for command in ("play", "tournament"):
        assert is_one_sentence(lek(command, "simplexity", "random", "sequential", *words), *expected.split())
