"""A test file run again in a process that does not compile: where every size would take seconds, many are tried so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path


def passed_without_compiling(file: str) -> int:
    """How many tests of this file pass there; an AssertionError with what pytest says where one fails."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-v", "-x", "-p", "no:cacheprovider", file],
                          capture_output=True, text=True, cwd=Path(__file__).parents[1],
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    return int(passed[1])
