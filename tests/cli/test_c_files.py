"""Ants in C on the command line: one sentence for what is wrong, exit code 2 before a game, and the game lost in one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HEAD = "int Move(int grid[11][11], int row, int column)"


def write(folder: Path, **bodies: str) -> None:
    for name, body in bodies.items():
        (folder / f"{name}.c").write_text(f"#include <stdio.h>\n#include <stdlib.h>\n{HEAD}\n{{\n    {body}\n}}\n")


def test_it_plays_under_a_seed(lek: Any, tmp_path: Path) -> None:
    write(tmp_path, ant="return rand() % 8;")
    words = ("play", "antwars", "ant.c", "random", "--games", 2, "--json")
    told = lek(*words, "--seed", 3).json
    assert told["faults"] == [] and told["agents"] == ["ant.c", "random"]
    assert lek(*words, "--seed", 3).json == told
    assert lek(*words, "--seed", 4).json["games"] != told["games"]


def test_only_the_offender_is_hurt(lek: Any, tmp_path: Path) -> None:
    """A tournament of all that can go wrong in a game."""
    write(tmp_path, good="return 2;", crashes="static int n; if (++n == 3) abort(); return 2;",
          hangs="for (;;) ;", illegal='static int n; puts("here I am"); return ++n == 5 ? 8 : 2;')
    files = ["crashes.c", "good.c", "hangs.c", "illegal.c"]
    said = lek("tournament", "antwars", *files, "--games", 2, "--seconds", 0.1, "--no-self-play", "--json")
    assert (said.code, said.err) == (1, "lek: hangs.c never made a legal move\n")
    told = json.loads(said.out)
    faults: dict[str, Any] = {}
    for fault in told["faults"]:
        faults.setdefault(fault["agent"], (fault["turn"], fault["kind"], fault["text"]))
    assert faults["crashes.c"] == (3, "crash", "crashes.c: the program was killed by SIGABRT")
    assert faults["hangs.c"] == (1, "time", "hangs.c: it took longer than 0.1 s for a move")
    assert faults["illegal.c"] == (5, "illegal", "illegal.c, line 3: 8 is not a legal action")
    assert "good.c" not in faults
    assert [row["mean"] for row in told["agents"] if row["name"] == "good.c"] == [1.0]


def test_faults_and_prints_are_told_after_the_games(lek: Any, tmp_path: Path) -> None:
    write(tmp_path, speaks='puts("here I am"); return -3;')
    said = lek("play", "antwars", "speaks.c", "random")
    assert said.code == 1 and "here I am" not in said.out
    assert said.err.splitlines() == ["lek: speaks.c, game 0, round 1: speaks.c, line 3: -3 is not a legal action",
                                     "lek: speaks.c printed:", "here I am", "lek: speaks.c never made a legal move"]


@pytest.mark.parametrize("text, told", [
    (f"{HEAD}\n{{\n    return 1\n}}", "ant.c does not compile: line 3: expected ';'"),
    ("int x;", f"ant.c defines no function Move; it should define {HEAD}"),
])
def test_a_file_that_cannot_play(lek: Any, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "ant.c").write_text(text)
    said = lek("play", "antwars", "random", "ant.c")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"lek: {told}") and said.err.count("\n") == 1


def test_other_games_are_not_played_in_c(lek: Any, tmp_path: Path) -> None:
    write(tmp_path, ant="return 0;")
    said = lek("play", "moose", "ant.c", "random")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("lek: ant.c cannot play moose") and said.err.count("\n") == 1


def test_a_long_file_is_told_once(lek: Any, tmp_path: Path) -> None:
    write(tmp_path, ant="return 0;" + " " * 6000)
    said = lek("play", "antwars", "ant.c", "ant.c")
    size = (tmp_path / "ant.c").stat().st_size
    assert said.code == 0
    assert said.err == f"lek: ant.c has {size:,} bytes, more than the 5,120 that the contest allowed\n"


def test_without_a_compiler(lek: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ant="return 0;")
    monkeypatch.setenv("CC", "no-such-cc")
    said = lek("play", "antwars", "ant.c", "random")
    assert said.code == 2 and said.err.startswith("lek: ant.c needs a C compiler, but there is no no-such-cc here")
