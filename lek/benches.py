"""Finds the benchmarks: one Python file each in `benchmarks/`, with a `run()` that returns the figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lek import jit
from lek.settings import Mistake


def find_benches() -> dict[str, Any]:
    """The benchmark modules by name; they travel with the source tree and with the installed package."""
    here = Path(__file__).parent
    for folder in (here / "benchmarks", here.parent / "benchmarks"):
        if folder.is_dir():
            modules = {path.stem: jit.load(path) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}
            return {name: module for name, module in modules.items() if hasattr(module, "run")}
    raise Mistake("the benchmarks are not installed; run lek bench from a checkout of the source")
