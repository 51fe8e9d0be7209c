"""The command line called from outside, as a person calls it, and from inside where only a sentence is wanted."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest


class Said(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output, beside which only notices were said; NaN is no JSON."""
        assert self.code == 0, self.err
        assert all(line.startswith("lek: ") for line in self.err.splitlines()), self.err
        return json.loads(self.out, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))


Lek = Callable[..., Said]


def is_one_sentence(said: Said, *words: str, code: int = 2) -> bool:
    """Whether the command ended with one sentence that has all these words in it."""
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith("lek: ") and said.err.endswith("\n")
    assert len(said.err.splitlines()) == 1, said.err
    assert [word for word in words if word not in said.err] == [], said.err
    return True


@pytest.fixture
def program(tmp_path: Path) -> Lek:
    """Run `lek WORDS...` as a program, in an empty folder."""

    def run(*words: Any, stdin: str = "") -> Said:
        done = subprocess.run([sys.executable, "-m", "lek.cli", *map(str, words)], input=stdin, capture_output=True,
                              text=True, cwd=tmp_path)
        return Said(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def lek(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Lek:
    """The same in this very process: it saves a start, and what it should have caught is raised."""
    from lek.cli import main

    monkeypatch.chdir(tmp_path)

    def run(*words: Any, stdin: str = "") -> Said:
        monkeypatch.setattr(sys, "argv", ["lek", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        assert isinstance(ended.value.code, int)
        return Said(ended.value.code, out, err)

    return run


NIM = '''
"""Nim with one heap, in a file of its own."""
from lek import Face, Game, Setting, configurable, record, rule, strategy

PLAYERS = {}


@strategy(PLAYERS)
def one(g, m, v):
    """Takes one."""
    return 0


@rule
def start(s):
    s.turn = 0


@rule
def actor(s):
    return s.turn % 2 if s.heap > 0 else -1


@rule
def legal(s, a):
    return 0 <= a < 3 and a < s.heap


@rule
def step(s, a):
    s.heap -= a + 1 if legal(s, a) else 1
    s.turn += 1


@rule
def score(s, seat):
    return 1.0 if s.turn % 2 != seat else 0.0


@configurable({"heap": Setting(7, 1, 1000, about="how many there are")})
def nim(heap):
    """Take one to three; who takes the last wins."""
    blank = record([("heap", "i4"), ("turn", "i4")], heap=heap)
    return Game("nim", blank, 2, start, actor, legal, step, score, actions=3, limit=heap, face=Face(lambda s: "|" * s.heap))
'''


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    """The path of a game's file."""
    path = tmp_path / "nim.py"
    path.write_text(NIM)
    return path
