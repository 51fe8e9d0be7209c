"""Experiment 1 of the Moose paper, 160 replicates: wall seconds on two threads against one."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lek.studies import moose
from lek.studies.run import configure


def run() -> dict[str, Any]:
    config = configure(moose.PAPER, {"experiments": "1", "replicates": 160})
    moose.work(configure(config, {"generations": 2}), "e1-00000")
    one, two = [], []
    for _ in range(3):
        one.append(wall(config, 1))
        two.append(wall(config, 2))
    return {"name": "threads", "ours": min(two), "yardstick": min(one), "ratio": min(one) / min(two),
            "unit": "wall seconds"}


def wall(config: Any, threads: int) -> float:
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda task: moose.work(config, task), moose.tasks(config)))
    return time.perf_counter() - started
