"""A tournament of the fifteen yardstick strategies, 200 games a pair: wall seconds from a cold and a warm compile cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

ZOO = ("random no-repeat stay greedy second weighted weighted-squared softmax nash copycat half-copycat holder win-stay "
       "patience farm-rest").split()


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as cache:
        cold = start(cache)
        warm = min(start(cache) for _ in range(3))
    return {"name": "start", "ours": warm, "yardstick": cold, "ratio": cold / warm, "unit": "wall seconds"}


def start(cache: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "lek.cli", "tournament", "moose", *ZOO, "--games", "200", "--set",
                    "preset=contest", "--json"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "LEK_CACHE": cache})
    return time.perf_counter() - began
