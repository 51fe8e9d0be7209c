"""What a terminal shows while a command works, and that nobody else sees it."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from lek import contract

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def seen(folder: Path, *words: Any) -> tuple[int, str]:
    """The exit code of `lek WORDS...`, and what it writes to a terminal as its standard error."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "lek.cli", *map(str, words)], cwd=folder, stdout=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL, stderr=theirs, env=os.environ | {"TERM": "xterm", "COLUMNS": "120"})
    os.close(theirs)
    data = b""
    while part := read(ours):
        data += part
    os.close(ours)
    return process.wait(), CODES.sub("", data.decode())


def read(descriptor: int) -> bytes:
    """More of what is written there; nothing when the other side is closed, which Linux calls an error."""
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def test_a_check_shows_what_it_is_at(nim: Path, tmp_path: Path) -> None:
    code, text = seen(tmp_path, "check", nim)
    assert code == 0, text
    assert {"check: plays in plain Python", "check: keeps within its arrays", "check: same on the CUDA simulator"} <= {
        name.strip() for name in re.findall(r"check: [\w ,]+\w", text)}
    assert "0/8" not in text.partition("check: plays in plain Python")[2] and "7/8" in text


def test_a_check_of_files_counts_them(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("def act(view):\n    return 0\n")
    code, text = seen(tmp_path, "check", "moose", "one.py", "two.py", "--set", "rounds=3")
    assert code == 0, text
    assert "check: two.py" in text and "1/2" in text


def test_nothing_of_it_is_seen_where_there_is_no_terminal(program: Any, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def act(view):\n    return 0\n")
    assert program("check", "moose", "one.py", "--set", "rounds=3").err == ""


def test_checks_of_a_game_are_announced_in_order(nim: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(contract, "ELSEWHERE", {})
    heard: list[tuple[int, int, str]] = []
    checked = [name for name, _ in contract.check_game(str(nim), lambda *words: heard.append(words))]
    assert [done for done, _, _ in heard] == list(range(len(heard))) and {of for _, of, _ in heard} == {len(heard)}
    assert [name for _, _, name in heard] == [name for name in checked if name not in contract.RULES_ONLY]
