"""All seven Moose experiments on a GPU, 1,000 replicates each: wall seconds, against the CPU's threads on one hundredth.

`ours` is the whole study without its figures; `yardstick` is one hundredth of it on all CPU threads, times one hundred.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lek.kernel import usable_threads
from lek.studies import moose
from lek.studies.run import configure


def run(replicates: int = 1000) -> dict[str, Any]:
    there = configure(moose.PAPER, {"replicates": replicates, "device": "cuda"})
    moose.work(configure(there, {"generations": 2, "replicates": 2}), "e1-00000")
    started = time.perf_counter()
    with ThreadPoolExecutor(usable_threads(None)) as pool:
        done = pool.map(lambda task: moose.work(there, task), moose.tasks(there))
        arrays = dict(zip(moose.tasks(there), done, strict=True))
    ours = time.perf_counter() - started
    here = configure(moose.PAPER, {"replicates": max(10, replicates // 100)})
    moose.work(configure(here, {"generations": 2, "replicates": 2}), "e1-00000")
    started = time.perf_counter()
    with ThreadPoolExecutor(usable_threads(None)) as pool:
        few = list(pool.map(lambda task: moose.work(here, task), moose.tasks(here)))
    yardstick = (time.perf_counter() - started) * replicates / here.replicates
    equal = all((arrays[f"e{e}-00000"]["genomes"][:10] == part["genomes"]).all()
                for e, part in zip(range(1, 8), few, strict=True))
    return {"name": "gpu_study", "ours": ours, "yardstick": yardstick, "ratio": yardstick / ours,
            "unit": "wall seconds", "same_final_populations_as_cpu": bool(equal),
            "results": moose.results(there, arrays)}


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
