"""The benchmarks, one Python file each in `benchmarks/` with a `run()` that returns the figures; yardsticks in C."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from lek import jit
from lek.settings import Mistake

COMPILERS = {".c": ("cc", "gcc", "clang"), ".cpp": ("c++", "g++", "clang++")}


def find_benches() -> dict[str, Any]:
    """The benchmark modules by name; they travel with the source tree and with the installed package."""
    here = Path(__file__).parent
    for folder in (here / "benchmarks", here.parent / "benchmarks"):
        if folder.is_dir():
            modules = {path.stem: jit.load(path) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}
            return {name: module for name, module in modules.items() if hasattr(module, "run")}
    raise Mistake("the benchmarks are not installed; run lek bench from a checkout of the source")


def compile_c(source: Path, folder: Path, *options: str) -> Path:
    """The program of this source in C or C++, compiled at -O3 into the folder."""
    compiler = next((path for name in COMPILERS[source.suffix] if (path := shutil.which(name))), None)
    if compiler is None:
        first = COMPILERS[source.suffix][0]
        raise Mistake(f"{source.name} has to be compiled and there is no compiler here: install {first}")
    program = folder / source.stem
    subprocess.run([compiler, "-O3", *options, "-o", str(program), str(source), "-lm"], check=True)
    return program


def answer(program: Path, *words: Any) -> Any:
    """What a yardstick prints, as JSON."""
    done = subprocess.run([str(program), *map(str, words)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)
