"""What `import lek` costs: CPU seconds of a fresh interpreter that loads Lek and its games, against numba alone.

`beyond` is the difference, which stays under half a second: `ours` holds numba's own share too.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import Any


def run(times: int = 5) -> dict[str, Any]:
    ours, theirs = [], []
    for _ in range(times):
        theirs.append(cpu_seconds("import numba"))
        ours.append(cpu_seconds("import lek; lek.play; lek.GAMES"))
    return {"name": "imports", "ours": min(ours), "yardstick": min(theirs), "ratio": min(theirs) / min(ours),
            "unit": "CPU seconds", "beyond": min(ours) - min(theirs)}


def cpu_seconds(statement: str) -> float:
    """CPU seconds of a fresh interpreter that runs this."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", statement], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
