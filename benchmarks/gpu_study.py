"""All seven Moose experiments on a GPU, 1,000 replicates each: wall seconds, against the CPU's threads on one hundredth.

`ours` is the whole study without its figures; `yardstick` is one hundredth of it on all CPU threads, times one hundred.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lek.studies.moose.study import STUDY
from lek.studies.study import configure
from lek.threads import usable_threads


def run(replicates: int = 1000) -> dict[str, Any]:
    there = configure(STUDY.paper, {"replicates": replicates, "device": "cuda"})
    played(configure(there, {"generations": 2, "replicates": 2}))
    started = time.perf_counter()
    arrays = played(there)
    ours = time.perf_counter() - started
    here = configure(STUDY.paper, {"replicates": max(10, replicates // 100)})
    played(configure(here, {"generations": 2, "replicates": 2}))
    started = time.perf_counter()
    few = played(here)
    yardstick = (time.perf_counter() - started) * replicates / here.replicates
    equal = all((arrays[f"e{e}-00000"]["genomes"][:10] == part["genomes"]).all()
                for e, part in zip(range(1, 8), few.values(), strict=True))
    return {"name": "gpu_study", "ours": ours, "yardstick": yardstick, "ratio": yardstick / ours,
            "unit": "wall seconds", "same_final_populations_as_cpu": bool(equal),
            "results": STUDY.results(there, arrays)}


def played(config: Any) -> dict[str, Any]:
    tasks = STUDY.tasks(config)
    with ThreadPoolExecutor(usable_threads(None)) as pool:
        return dict(zip(tasks, pool.map(lambda task: task.work(*task.given), tasks.values()), strict=True))


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
