"""A tournament of all hand-written strategies on a GPU: wall seconds from a cold and a warm compile cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from lek.players import PLAYERS


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = start(cache), start(cache)
    return {"name": "gpu_start", "ours": warm, "yardstick": cold, "ratio": cold / warm, "unit": "wall seconds"}


def start(cache: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "lek.cli", "tournament", "moose", *PLAYERS["moose"], "--device", "cuda",
                    "--games", "20", "--json"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "LEK_CACHE": cache})
    return time.perf_counter() - began


if __name__ == "__main__":
    print(run())
