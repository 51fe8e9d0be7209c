"""Experiment 1 of the Moose paper, 160 replicates: wall seconds on two threads against one."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lek.studies.moose.study import STUDY
from lek.studies.study import configure


def run() -> dict[str, Any]:
    config = configure(STUDY.paper, {"experiments": "1", "replicates": 160})
    wall(configure(config, {"generations": 2}), 1)  # compiles
    one, two = [], []
    for _ in range(3):
        one.append(wall(config, 1))
        two.append(wall(config, 2))
    return {"name": "threads", "ours": min(two), "yardstick": min(one), "ratio": min(one) / min(two),
            "unit": "wall seconds"}


def wall(config: Any, threads: int) -> float:
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda task: task.work(*task.given), STUDY.tasks(config).values()))
    return time.perf_counter() - started
