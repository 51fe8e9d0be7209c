"""Fixtures for all tests."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from lek import compiling, launching

os.environ["LEK_AS_ROOT"] = "1"  # the files of the tests are ours; what does harm runs in a cage (tests/cage.py)


@pytest.fixture(params=["namespace", "orphans adopted"])
def guarded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways in which nothing outlives a file: where the system allows namespaces, and where it does not."""
    if request.param == "namespace" and not launching.namespace():
        pytest.skip("this system allows no process namespaces")
    if request.param != "namespace":
        monkeypatch.setattr(launching, "namespace", lambda: ())
    return str(request.param)


@pytest.fixture(autouse=True, scope="session")
def copies_that_compile_end_by_themselves() -> Iterator[None]:
    """What a copy cannot compile is compiled again without it: slow, and seen by nobody but here."""
    yield
    assert not compiling.failed


@pytest.fixture(autouse=True, scope="module")
def memory_is_given_back() -> Iterator[None]:
    """What a file has freed goes back to the system, which glibc would keep (measured: 332 of 535 MB after one file)."""
    yield
    with contextlib.suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What was not tested, and why: one line for each reason."""
    for why, tests in skipped(report.longrepr for report in terminalreporter.stats.get("skipped", ())).items():
        terminalreporter.write_line(f"not tested: {why} ({tests} test{'s' * (tests > 1)})")


def skipped(reports: Any) -> Counter[str]:
    return Counter(report[2].removeprefix("Skipped: ") for report in reports)
