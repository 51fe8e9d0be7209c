"""The plain C program of the benchmark, which plays the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from lek.benches import compile_c
from lek.settings import Mistake


@pytest.fixture(scope="session")
def plain_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        return compile_c(Path(__file__).parents[3] / "benchmarks" / "organisms.c", tmp_path_factory.mktemp("c"))
    except Mistake:
        pytest.skip("no C compiler")
