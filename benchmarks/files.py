"""A tournament of Python files that think for a millisecond a move, on all cores and on one: wall seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

BOT = """import time


def act(view):
    until = time.perf_counter() + 0.001
    while time.perf_counter() < until:
        pass
    return view.legal[0]
"""


def run() -> dict[str, Any]:
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        for name in "abcd":
            Path(folder, f"{name}.py").write_text(BOT)
        play(folder, 1, 2)  # what is compiled is compiled
        one, told = play(folder, 1)
        every, same = play(folder, cores)
    if told != same:
        raise RuntimeError("the number of threads changed the scores")
    return {"name": "files", "ours": every, "yardstick": one, "ratio": one / every, "unit": "wall seconds", "cores": cores}


def play(folder: str, threads: int, games: int = 40) -> tuple[float, str]:
    began = time.perf_counter()
    call = [sys.executable, "-m", "lek.cli", "tournament", "moose", "a.py", "b.py", "c.py", "d.py",
            "--games", str(games), "--threads", str(threads), "--json"]
    done = subprocess.run(call, cwd=folder, check=True, text=True, stdout=subprocess.PIPE,
                          env={**os.environ, "LEK_AS_ROOT": "1"})
    return time.perf_counter() - began, done.stdout
