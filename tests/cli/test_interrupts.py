"""Ctrl-C ends every command, whatever it is doing, and leaves no process behind.

It takes less than a second (measured: 0.02 to 0.71); the tests only ask that it happens, since none may depend on a clock.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ENDLESS = '''
"""A game whose third step never ends, compiled or not."""
from lek import Game, configurable, record, rule


@rule
def start(s):
    s.turn = 0


@rule
def actor(s):
    return s.turn % 2 if s.turn < 9 else -1


@rule
def legal(s, a):
    return a == 0


@rule
def step(s, a):
    s.turn += 1
    n = 1
    while s.turn > 2:
        n += 1
        s.turn = max(3, n % 7)


@rule
def score(s, seat):
    return 1.0


@configurable({})
def endless():
    return Game("endless", record([("turn", "i4")]), 2, start, actor, legal, step, score, 1, 9)
'''
PLAY = """
import sys
from lek import find_agent, find_game
from lek.cli import interrupts_heard, program
if sys.argv[1] == "compiled":  # one loop for the whole game
    from lek.contract import played
    game = find_game("endless.py").build()
    with interrupts_heard():
        print("begins", flush=True)
        played(game, threads=int(sys.argv[2]))
else:
    print("begins", flush=True)
    program()
"""


def interrupted(folder: Path, *words: str, after: float, **environment: str) -> tuple[int, str, list[str]]:
    """A program's exit code, what it said at last, and what it left running."""
    process = subprocess.Popen([sys.executable, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, start_new_session=True, env={**os.environ, **environment},
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    assert process.stdout is not None and process.stdout.readline() == "begins\n"
    time.sleep(after)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    for _ in range(500):  # who was killed may need a moment
        words = ["ps", "-o", "stat=,args=", "-s", str(process.pid)]
        said = subprocess.run(words, capture_output=True, text=True).stdout
        left = [line for line in said.splitlines() if not line.startswith("Z")]
        if not left:
            break
        time.sleep(0.01)
    return process.returncode, err, left


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    (tmp_path / "endless.py").write_text(ENDLESS)
    (tmp_path / "play.py").write_text(PLAY)
    return tmp_path


@pytest.mark.parametrize("words", [("play", "endless.py", "random", "random"), ("check", "endless.py"),
                                   ("tournament", "endless.py", "random", "random", "--games", "3")], ids=" ".join)
def test_a_rule_that_never_ends_is_stopped(endless: Path, words: tuple[str, ...]) -> None:
    code, err, left = interrupted(endless, "play.py", *words, after=5)
    assert (code, left) == (130, []) and err.endswith("lek: stopped\n")


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_compiled_loop_that_never_ends_is_stopped(endless: Path, threads: str) -> None:
    code, err, left = interrupted(endless, "play.py", "compiled", threads, after=5)
    assert code != 0 and "KeyboardInterrupt" in err and left == []


def test_a_compiler_is_stopped(endless: Path, tmp_path: Path) -> None:
    code, err, left = interrupted(endless, "play.py", "play", "simplexity", "lek", "random", after=4,
                                         LEK_CACHE=str(tmp_path / "cold"))
    assert (code, left) == (130, []) and err == "lek: stopped\n"


def test_a_program_that_was_told_to_ignore_interrupts_does(tmp_path: Path) -> None:
    """As under nohup, or as a shell's background job."""
    (tmp_path / "play.py").write_text(PLAY)
    process = subprocess.Popen([sys.executable, "play.py", "games-needed", "0.6"], cwd=tmp_path, stdout=subprocess.PIPE,
                               text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert process.stdout is not None and process.stdout.readline() == "begins\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 0 and "decided games" in out
